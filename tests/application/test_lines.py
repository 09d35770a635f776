"""Rewinding, forking, stepping through, snapshots."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator.application import (
    CHANCE,
    OPENED,
    REWOUND,
    Adjudication,
    CorruptLogError,
    Rewind,
    StaleRevisionError,
    UnknownRevisionError,
    Verified,
)
from adjudicator.application.collecting import without_collection
from adjudicator.kernel.entries import Declared, GameOpened
from tests.kit import behind
from tests.kit.harbour import HARBOUR
from tests.kit.recorded import application, opened, play_on


@pytest.fixture
def app(store: str) -> Iterator[Adjudication]:
    """An application over either store."""
    with application(store) as made:
        yield made


def revisions(app: Adjudication, game: str) -> list[int]:
    """Every revision of a game, in order."""
    return [entry.number for entry in app.entries(game) if entry.revision == entry.number]


def outcomes(app: Adjudication, game: str) -> list[Any]:
    """What the house drew, in order."""
    contents: list[Any] = [entry.content for entry in app.entries(game) if entry.kind == CHANCE]
    return [content.declaration for content in contents]


def test_a_rewind_goes_on_from_an_earlier_table(app: Adjudication) -> None:
    """The table is the earlier one, the log keeps everything, and the revision is the rewind's own number."""
    game = opened(app)
    play_on(app, game, 30)
    before = app.get(game)
    then = revisions(app, game)[10]
    answer = app.rewind(game, then, why="a card was misread", by="Ann")
    assert (REWOUND, before.last + 1) == (app.entries(game)[-1].kind, answer.revision)
    assert app.table_at(game, then) == app.get(game).table
    assert before.table == app.table_at(game, before.revision)


def test_a_rewind_can_be_undone_and_nested(app: Adjudication) -> None:
    """One may rewind to a line that was left, to a rewind, and to what was said after it."""
    game = opened(app)
    play_on(app, game, 20, seed=1)
    left = app.get(game)
    app.rewind(game, revisions(app, game)[5], why="first")
    play_on(app, game, 10, seed=2)
    branch = app.get(game)
    app.rewind(game, left.revision, why="the first line was right")
    assert left.table == app.get(game).table
    again = app.get(game).revision
    app.rewind(game, branch.revision, why="no, the second")
    assert branch.table == app.get(game).table
    app.rewind(game, again, why="no, the first")
    assert left.table == app.get(game).table
    play_on(app, game, 5, seed=3)
    end = app.get(game)
    app._residents.drop(game)
    assert end == app.get(game)


def test_a_rewind_into_the_middle_of_things(app: Adjudication) -> None:
    """Frames, windows and passes come back exactly, at every revision of a game."""
    game = opened(app)
    tables = {}
    for _ in range(40):
        tables[app.get(game).revision] = HARBOUR.encode(app.get(game).table)
        play_on(app, game, 1, seed=app.get(game).last)
    for revision, table in tables.items():
        app.rewind(game, revision, why="test")
        assert table == HARBOUR.encode(app.get(game).table)


def test_a_rewind_needs_a_revision_that_was(app: Adjudication) -> None:
    """Neither a number to come nor an entry that changed nothing can be returned to."""
    game = opened(app)
    number = app.note(game, "nothing").entry
    for wrong in (0, -1, number, number + 5):
        with pytest.raises(UnknownRevisionError):
            app.rewind(game, wrong, why="test")
    with pytest.raises(StaleRevisionError):
        app.do(Rewind(game, 1, "test", expected_revision=1))


def test_no_outcome_comes_twice_after_a_rewind(app: Adjudication) -> None:
    """The house draws anew under a new entry number: nothing is repeated for those who saw it."""
    game = opened(app)
    play_on(app, game, 20)
    drawn = []
    for _ in range(12):
        app.rewind(game, revisions(app, game)[8], why="again")
        play_on(app, game, 6, seed=7)
        drawn.append(outcomes(app, game)[-1])
    assert len({repr(each) for each in drawn}) > 1
    numbers = [entry.number for entry in app.entries(game)]
    assert list(range(1, len(numbers) + 1)) == numbers


def test_a_fork_is_a_game_of_its_own(app: Adjudication) -> None:
    """It starts from the table it was forked at, with a seed of its own, and neither game feels the other."""
    game = opened(app)
    play_on(app, game, 25)
    then = revisions(app, game)[12]
    fork = app.fork(game, then).game_id
    first: Any = app.entries(fork)[0]
    origin: Any = app.entries(game)[0]
    assert isinstance(first.content, GameOpened)
    assert (OPENED, (game, then)) == (first.kind, app.get(fork).forked_from)
    assert app.table_at(game, then) == app.table_at(fork, 1)
    assert first.content.seed != origin.content.seed
    before = app.get(game)
    play_on(app, fork, 15)
    assert before == app.get(game)
    app._residents.drop(fork)
    assert [Verified(0, "", app.get(fork).last, app.get(fork).head)] == list(app.verify(fork))[-1:]
    assert app.fork(fork).game_id not in {game, fork}


def test_forks_draw_otherwise(app: Adjudication) -> None:
    """What a fork draws next says nothing about what the game will draw."""
    game = opened(app)
    play_on(app, game, 4)
    tables = []
    for _ in range(8):
        fork = app.fork(game).game_id
        play_on(app, fork, 30, seed=5)
        tables.append(outcomes(app, fork))
    assert len({repr(each) for each in tables}) > 1


def test_stepping_shows_every_table(app: Adjudication) -> None:
    """Each step carries the tables before and after its entry, through rewinds too."""
    game = opened(app)
    play_on(app, game, 20)
    app.rewind(game, revisions(app, game)[4], why="test")
    play_on(app, game, 10)
    steps = list(app.steps(game))
    assert [entry.number for entry in app.entries(game)] == [step.entry.number for step in steps]
    for step in steps:
        assert app.table_at(game, step.entry.revision) == step.after
        if isinstance(step.entry.content, Declared) and not step.entry.content.facts:
            assert step.before is step.after
    assert [step.entry.number for step in steps[10:]] == [step.entry.number for step in app.steps(game, start=11)]


def test_entries_come_in_parts(app: Adjudication) -> None:
    """From a number on, so many."""
    game = opened(app)
    play_on(app, game, 20)
    assert [3, 4, 5] == [entry.number for entry in app.entries(game, 3, 3)]
    assert () == app.entries(game, 1000)


def test_a_snapshot_is_a_cache_only(store: str) -> None:
    """With snapshots a game is read as without, after rewinds too; the snapshot does not enter an audit."""
    with application(store, snapshot_every=10) as app:
        game = opened(app)
        play_on(app, game, 45)
        before = app.get(game)
        assert app._reader._last_snapshot(app._reader.history(game).stream).originator_version >= 40
    for every in (10, 0):
        with application(store, snapshot_every=every) as app:
            assert before == app.get(game)
            assert list(app.verify(game))[-1] == Verified(0, "", before.last, before.head)
    with application(store, snapshot_every=1000) as app:
        app.rewind(game, revisions(app, game)[3], why="before the snapshot")
        play_on(app, game, 4)
        before = app.get(game)
        app._residents.drop(game)
        assert before == app.get(game)


def test_a_false_snapshot_is_found_by_an_audit(store: str) -> None:
    """A snapshot of another table deceives who reads it, but not verify."""
    with application(store, snapshot_every=10) as app:
        game = opened(app)
        play_on(app, game, 25)
        resident = app._residents.get(game)
        assert resident is not None
        behind.sql(store, "DELETE FROM stored_snapshots")
        resident.view.table.score["blue"] += 1
        app._reader.take_snapshot(resident)
        found = list(app.verify(game))[-1]
        assert isinstance(found, Verified)
        assert (resident.view.last, False) == (found.bad, found.sound)


def test_another_process_may_go_on(store: str) -> None:
    """Two applications over one store: the newer revision is found, the older one is stale, nothing is lost."""
    with application(store) as one, application(store) as other:
        game = opened(one)
        assert one.get(game) == other.get(game)
        play_on(one, game, 5)
        newer = one.get(game)
        older = other.get(game)
        assert older.revision < newer.revision
        with pytest.raises(StaleRevisionError) as stale:
            other.submit(game, HARBOUR.read(older.table, "chance: roll 1"), expected_revision=older.revision)
        assert (older.revision, newer.revision) == (stale.value.expected, stale.value.current)
        assert newer == other.get(game)
        play_on(one, game, 5)
        note = other.do(Rewind(game, 1, "test", expected_revision=one.get(game).revision))
        assert note.entry == one.get(game).last + 1


def test_reading_leaves_the_collector_as_it_was(app: Adjudication) -> None:
    """The collector rests while logs are read, by however many readers, and goes on afterwards, after errors too."""
    assert gc.isenabled()
    with without_collection(), without_collection():
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(KeyError), without_collection():
        raise KeyError
    assert gc.isenabled()
    gc.disable()
    try:
        with without_collection():
            assert not gc.isenabled()
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_a_log_that_cannot_be_read_is_not_played_on(store: str) -> None:
    """A game whose bytes were changed is refused with the first bad position; others go on."""
    with application(store) as app:
        game, other = opened(app), opened(app)
        play_on(app, game, 10)
        statement = "UPDATE stored_events SET state = ? WHERE originator_id = ? AND originator_version = 7"
        behind.sql(store, statement, b"\0", game.replace("-", ""))
    with application(store) as app:
        with pytest.raises(CorruptLogError) as corrupt:
            app.get(game)
        assert 7 == corrupt.value.entry
        with pytest.raises(CorruptLogError):
            app.note(game, "still?")
        play_on(app, other, 3)
