"""Steps and tables from the nearest waypoint are those of the whole log, and cost only what lies between."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator.application import Adjudication, CorruptLogError, UnknownGameError, UnknownRevisionError
from adjudicator.application.rejudging import steps
from adjudicator.application.stepping import EVERY, Course
from tests.kit.harbour import HARBOUR
from tests.kit.recorded import application, opened, play_on

LONG = 3 * EVERY + 5


@pytest.fixture
def app() -> Iterator[Adjudication]:
    """An application in memory."""
    with application(snapshot_every=50) as made:
        yield made


def rewound(app: Adjudication) -> str:
    """A long game that was rewound twice, the second time behind the first; notes fill it up."""
    game = opened(app)
    play_on(app, game, 20)
    for to in (12, 6):
        for number in range(EVERY):
            app.note(game, f"note {number}")
        app.rewind(game, max(each for each in revisions(app, game) if each <= to), "again")
        play_on(app, game, 15, seed=to)
    while app.get(game).last < LONG:
        app.note(game, "more")
    play_on(app, game, 10, seed=3)
    return game


def revisions(app: Adjudication, game: str) -> list[int]:
    """All revisions of a game."""
    return [each.number for each in app.entries(game) if each.number == each.revision]


def tables(found: Iterator[Any]) -> list[tuple[Any, bytes, bytes]]:
    """Steps as values that can be compared."""
    return [(each.entry, HARBOUR.encode(each.before), HARBOUR.encode(each.after)) for each in found]


@pytest.mark.parametrize("most", [1, 2, 1000])
def test_steps_are_those_of_the_whole_log(app: Adjudication, most: int) -> None:
    """From every entry on, twice, with few and many waypoints, across rewinds: the same entries and tables."""
    game = rewound(app)
    expected = tables(steps(app.history(game)))
    course = Course(app._reader, app.recorder, most)
    for start in [*range(1, len(expected) + 1, 7), 1, len(expected)]:
        assert expected[start - 1 :] == tables(course.steps(game, start))
    assert [] == list(course.steps(game, len(expected) + 1))


def test_tables_are_those_of_the_whole_log(app: Adjudication) -> None:
    """Every revision has its table, also one that a rewind has left; what is no revision is refused."""
    game = rewound(app)
    history, course = app.history(game), Course(app._reader, app.recorder)
    for revision in reversed(revisions(app, game)):
        assert HARBOUR.encode(history.table_at(revision)) == HARBOUR.encode(course.table_at(game, revision))
    note = next(each.number for each in app.entries(game) if each.kind == "note-added")
    for none in (0, -1, note, 9999):
        with pytest.raises(UnknownRevisionError) as refused:
            course.table_at(game, none)
        assert history.revision == refused.value.current
    with pytest.raises(UnknownGameError):
        course.table_at("00000000-0000-4000-8000-000000000000", 1)


def test_what_rewinds_have_left(app: Adjudication) -> None:
    """The revisions that do not stand are those that the whole log says."""
    game = rewound(app)
    left, standing = app.left_by_rewinds(game), app.history(game).standing()
    for each in app.entries(game):
        stands = not any(low < each.revision < high for low, high in left)
        assert (each.revision in standing) == stands, each.number
    assert 2 >= len(left) > 0


def test_no_table_that_was_given_out_changes(app: Adjudication) -> None:
    """Whoever keeps a step keeps its tables, however often the course is walked."""
    game = rewound(app)
    kept = list(app.steps(game, 5))
    before = tables(iter(kept))
    for start in (1, 3, 70):
        list(app.steps(game, start))
    assert before == tables(iter(kept))


def test_only_what_lies_between_is_read(app: Adjudication, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step of a long game that was looked at costs some rows, and one of a game with a snapshot too."""
    game = rewound(app)
    read: list[int] = []
    real = app.recorder.select_rows

    def counted(stream: Any, after: int = 0, limit: int | None = None) -> Any:
        found = real(stream, after, limit)
        read.append(len(found))
        return found

    monkeypatch.setattr(app.recorder, "select_rows", counted)
    last = app.get(game).last
    for course in (app._course, Course(app._reader, app.recorder)):
        read.clear()
        assert last == next(course.steps(game, last)).entry.number
        assert sum(read) <= EVERY


def test_damage_on_the_way_is_found(app: Adjudication) -> None:
    """A broken chain is found by whoever walks over it."""
    game = rewound(app)
    with app.recorder.datastore.transaction(commit=True) as cursor:  # type: ignore[attr-defined]  # only the SQLite recorder has one
        cursor.execute(
            "UPDATE stored_events SET state = (SELECT state FROM stored_events WHERE originator_id = ?1 AND "
            "originator_version = 8) WHERE originator_id = ?1 AND originator_version = 9",
            (game.replace("-", ""),),
        )
    with pytest.raises(CorruptLogError) as corrupt:
        list(Course(app._reader, app.recorder).steps(game, 1))
    assert 9 == corrupt.value.entry
