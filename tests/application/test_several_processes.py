"""Several processes on one store: who conflicts is told, tries again where that is right, and nothing is done twice."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from eventsourcing.persistence import IntegrityError

from adjudicator.application import Adjudication, Note, Recorded, StaleRevisionError, Submit, Verified
from adjudicator.application.conflicts import PAUSES
from adjudicator.application.disputes import (
    Decision,
    DisputeRecorded,
    Docket,
    NoteDispute,
    OpenDispute,
    Question,
    RewindTo,
    RuleDispute,
)
from adjudicator.application.disputes.errors import DisputeStateError, StaleDisputeError
from tests.kit.disputed import ANN, FLO, disputed
from tests.kit.harbour import HARBOUR
from tests.kit.harbour import values as v
from tests.kit.recorded import application, opened, play_on

Two = tuple[Adjudication, Adjudication]


@pytest.fixture
def two(store: str) -> Iterator[Two]:
    """Two applications over one store, each with a memory of its own, as two processes have."""
    with application(store) as one, Adjudication([HARBOUR], store) as other:
        yield one, other


def sound(app: Adjudication, game: str) -> bool:
    """Whether a game's log is what was written."""
    *_, last = app.verify(game)
    return isinstance(last, Verified) and last.sound


def test_what_makes_nobody_stale_is_no_conflict(two: Two) -> None:
    """Another process's note moves the entry, not the revision: a declaration about that revision is heard."""
    one, other = two
    game = opened(one)
    view = other.get(game)
    one.note(game, "from elsewhere")
    heard = other.submit(game, v.Pass(view.table.window.asked[0]), expected_revision=view.revision)
    assert (view.last + 2, False) == (heard.entry, heard.repeated)
    assert sound(other, game)


def test_who_expects_nothing_speaks_about_what_stands(two: Two) -> None:
    """Without an expected revision the other process's table is read, and judged, before it is recorded."""
    one, other = two
    game = opened(one)
    seat = other.get(game).table.window.asked[0]
    play_on(one, game, 5)
    newer = one.get(game)
    answer = other.submit(game, v.Pass(seat))
    assert answer.entry == newer.last + 1
    assert answer.verdict is not None
    assert (seat in newer.table.window.asked) == (answer.verdict.ruling.value == "legal")
    assert answer.last + 1 == other.note(game, "so be it").entry
    assert sound(one, game)


async def test_of_two_processes_one_wins_each_position(two: Two) -> None:
    """Ten positions, 16 callers for each, half of them in each process: one is heard, the rest learn the revision."""
    one, other = two
    game = opened(one)
    for _ in range(10):
        view = one.get(game)
        command = Submit(game, v.Pass(view.table.window.asked[0]), expected_revision=view.revision)
        calls = [app.do_soon(command, f"{view.revision} {n} {app is one}") for n in range(8) for app in two]
        answers = await asyncio.gather(*calls, return_exceptions=True)
        heard = [each for each in answers if isinstance(each, Recorded)]
        stale = [each for each in answers if isinstance(each, StaleRevisionError)]
        assert (1, 15) == (len(heard), len(stale)), answers
        assert {(view.revision, heard[0].revision)} == {(each.expected, each.current) for each in stale}
        if one.get(game).revision != heard[0].revision:  # it was the other's word; a caller would now ask anew
            one._residents.drop(game)
    assert one.get(game).head == other._reader.resident(game).view.head
    assert sound(other, game)


async def test_a_request_is_answered_once_by_all_processes(two: Two) -> None:
    """60 ids, each sent three times to each of two processes at once: 60 entries, one answer for each id."""
    one, other = two
    games = [opened(one) for _ in range(4)]
    before = sum(one.get(game).last for game in games)
    calls = [
        app.do_soon(Note(games[number % 4], f"note {number}"), f"request {number}")
        for _ in range(3)
        for number in range(60)
        for app in two
    ]
    answers = await asyncio.gather(*calls)
    assert before + 60 == sum(one._reader.last_entry(game) for game in games)
    for number in range(60):
        same = [a for index, a in enumerate(answers) if index // 2 % 60 == number]
        assert (6, 1, 1) == (
            len(same),
            len({(a.game_id, a.entry, a.last, a.head) for a in same}),
            sum(not a.repeated for a in same),
        )
    assert all(sound(other, game) for game in games)


def test_trying_again_has_an_end(store: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who meets a conflict every time is told so after a few tries, each of them after a longer pause."""
    tries, slept = [], list[float]()
    with application(store) as app:
        game = opened(app)
        real = app._writer._save

        def conflicting(events: Sequence[Any]) -> object:
            tries.append(events)
            raise IntegrityError("somebody was quicker")

        app._writer._save = conflicting
        monkeypatch.setattr("adjudicator.application.recording.time.sleep", slept.append)
        with pytest.raises(StaleRevisionError):
            app.note(game, "again and again")
        assert len(PAUSES) + 1 == len(tries)
        assert all(most / 2 <= found <= most for most, found in zip(PAUSES, slept, strict=True))
        app._writer._save = real
        assert app.get(game).last + 1 == app.note(game, "at last").entry


def together(*calls: Callable[[], Any]) -> list[Any]:
    """Call all at once, in threads of their own; what each returned or raised."""
    found: list[Any] = [None] * len(calls)
    start = threading.Barrier(len(calls))

    def call(number: int) -> None:
        start.wait(10)
        try:
            found[number] = calls[number]()
        except Exception as error:  # noqa: BLE001 - the test looks at it
            found[number] = error

    threads = [threading.Thread(target=call, args=(number,)) for number in range(len(calls))]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return found


def test_a_step_of_a_dispute_is_taken_once(two: Two) -> None:
    """The same request at both processes opens one dispute, notes once and rules once, with one effect in the game."""
    dockets = [Docket(app) for app in two]
    game, _ = disputed(two[0], dockets[0])
    asked = OpenDispute(game, Question("And this?"), ANN)
    ids = {each.dispute.id for each in together(*(lambda d=d: d.do(asked, "open") for d in dockets))}
    assert 1 == len(ids)
    dispute = ids.pop()
    note = NoteDispute(dispute, "Once.", FLO)
    assert [2, 2] == [each.dispute.last for each in together(*(lambda d=d: d.do(note, "note") for d in dockets))]
    rule = RuleDispute(dispute, Decision("Back.", remedies=(RewindTo(1),)), FLO)
    answers = together(*(lambda d=d: d.do(rule, "rule") for d in dockets))
    assert [3, 3] == [each.dispute.last for each in answers]
    assert {False, True} == {each.repeated for each in answers}
    assert ["rewound"] == [each.kind for each in two[1].entries(game) if each.kind == "rewound"]


def test_a_step_that_another_process_takes_in_between_is_answered(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who repeats a request gets its answer also if it is taken elsewhere after he was found to be the first."""
    dockets = [Docket(app) for app in two]
    _, dispute = disputed(two[0], dockets[0])
    rule, real = RuleDispute(dispute, Decision("Back.", remedies=(RewindTo(1),)), FLO), dockets[1]._first_answer

    def first_answer(request_id: str, body: bytes) -> DisputeRecorded | None:
        found = real(request_id, body)
        dockets[0].do(rule, "rule")
        return found

    monkeypatch.setattr(dockets[1], "_first_answer", first_answer)
    answer = dockets[1].do(rule, "rule")
    assert (True, dockets[0].get(dispute)) == (answer.repeated, answer.dispute)


def test_of_two_rulings_one_stands(two: Two) -> None:
    """Two judges at two processes rule at once: one ruling is recorded, with its effect; the other is told."""
    dockets = [Docket(app) for app in two]
    game, dispute = disputed(two[0], dockets[0])
    answers = together(
        *(
            lambda d=d, n=n: d.do(RuleDispute(dispute, Decision(f"Ruling {n}.", remedies=(RewindTo(1),)), FLO))
            for n, d in enumerate(dockets)
        )
    )
    assert 1 == sum(isinstance(each, DisputeRecorded) for each in answers), answers
    assert 1 == sum(isinstance(each, StaleDisputeError | DisputeStateError) for each in answers), answers
    assert ["rewound"] == [each.kind for each in two[1].entries(game) if each.kind == "rewound"]


def test_a_follower_misses_nothing(two: Two) -> None:
    """While two processes write, a third that reads on from the last position sees every entry once, in order."""
    games = [opened(two[0]) for _ in range(4)]
    first, done = two[0].last_position(), threading.Event()
    seen: list[tuple[int, str, int]] = []

    def follow() -> None:
        after = first
        while True:
            ended = done.is_set()
            found = two[1].notices(after, 7)
            seen.extend((each.position, each.game_id, each.entry.number) for each in found)
            if found:
                after = found[-1].position
            elif ended:
                return

    def write(app: Adjudication, mine: Sequence[str]) -> None:
        for number in range(40):
            app.note(mine[number % 2], str(number), request_id=f"{mine} {number}")

    follower = threading.Thread(target=follow)
    follower.start()
    together(lambda: write(two[0], games[:2]), lambda: write(two[1], games[2:]))
    done.set()
    follower.join()
    assert sorted({position for position, _, _ in seen}) == [position for position, _, _ in seen]
    expected = {(game, number) for game in games for number in range(4, two[0].last_entry(game) + 1)}
    assert (160 // 2, expected) == (len(seen), {(game, number) for _, game, number in seen})


def test_a_process_that_looks_answers_from_no_older_table(two: Two) -> None:
    """What another process has written is told once, by game; a table that is behind is read again, others stay."""
    one, other = two
    game, still = opened(one), opened(one)
    after = one.last_position()
    assert other.get(game) == one.get(game)
    assert other.get(still) == one.get(still)
    play_on(one, game, 5)
    one.note(game, "a request is no game's entry", request_id="r")
    newer = one.get(game)
    assert other.get(game) != newer
    at, last = other.moved(after)
    assert ({game: newer.last}, None) == (last, other.in_memory(game))
    assert newer == other.get(game)
    assert other.in_memory(still) is not None
    assert (at, {}) == other.moved(at)
    assert (at, {game: newer.last}) == one.moved(after)
    assert newer == one.in_memory(game)
