"""Many at once: tasks, threads, group commits, cancelled callers, failing stores."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError

from adjudicator.application import (
    Adjudication,
    CorruptLogError,
    GameClosedError,
    Note,
    Recorded,
    StaleRevisionError,
    StoreUnavailableError,
    Submit,
    UnknownGameError,
    Verified,
)
from adjudicator.application.residents import Turnstile
from adjudicator.application.writer import Writer
from adjudicator.kernel.entries import Settings
from tests.kit.harbour import opening
from tests.kit.harbour import values as v
from tests.kit.recorded import application, opened, play_on


def sound(app: Adjudication, game: str) -> bool:
    """Whether a game's log is what was written."""
    *_, last = app.verify(game)
    return isinstance(last, Verified) and last.sound


async def test_of_many_who_speak_about_one_table_one_is_heard(store: str) -> None:
    """32 tasks at the same expected revision: one is recorded, 31 are stale, and each is told the new revision."""
    with application(store) as app:
        game = opened(app)
        view = app.get(game)
        said = v.Pass(view.table.window.asked[0])
        command = Submit(game, said, expected_revision=view.revision)
        answers = await asyncio.gather(*(app.do_soon(command) for _ in range(32)), return_exceptions=True)
        heard = [each for each in answers if isinstance(each, Recorded)]
        stale = [each for each in answers if isinstance(each, StaleRevisionError)]
        assert (1, 31) == (len(heard), len(stale))
        assert {heard[0].revision} == {each.current for each in stale}
        assert sound(app, game)


async def test_of_many_with_one_request_id_one_has_an_effect(store: str) -> None:
    """360 tasks with 60 ids on 6 games: 60 entries, and every sender got the answer of his id."""
    with application(store) as app:
        games = [opened(app) for _ in range(6)]
        before = sum(app.get(game).last for game in games)
        tasks = [
            app.do_soon(Note(games[number % 6], f"note {number}"), f"request {number}")
            for _ in range(6)
            for number in range(60)
        ]
        answers = await asyncio.gather(*tasks)
        assert before + 60 == sum(app.get(game).last for game in games)
        for number in range(60):
            same = {(a.game_id, a.entry, a.head) for a in answers[number::60]}
            assert 1 == len(same)
        assert all(sound(app, game) for game in games)


async def test_games_are_committed_together(store: str) -> None:
    """Sixteen games' entries need far fewer commits than entries."""
    with application(store) as app:
        games = [opened(app) for _ in range(16)]
        before = app._writer.commits

        async def client(game: str) -> None:
            for number in range(20):
                await app.do_soon(Note(game, str(number)))

        await asyncio.gather(*map(client, games))
        assert app._writer.commits - before < 80
        assert [23] * 16 == [app.get(game).last for game in games]


def test_threads_and_tasks_take_turns(store: str) -> None:
    """Callers in threads and in a loop write to one game without conflict, in one sound log."""
    with application(store) as app:
        game = opened(app)
        start = app.get(game).last

        def threaded() -> None:
            for number in range(25):
                app.note(game, f"thread {number}")

        async def tasks() -> None:
            await asyncio.gather(*(app.do_soon(Note(game, f"task {number}")) for number in range(25)))

        threads = [threading.Thread(target=threaded) for _ in range(3)]
        for thread in threads:
            thread.start()
        asyncio.run(tasks())
        for thread in threads:
            thread.join()
        assert start + 100 == app.get(game).last
        assert sound(app, game)


async def test_a_cancelled_caller_blocks_nobody(store: str) -> None:
    """Whoever gives up while waiting or while being saved lets the next one through, on a table read again."""
    with application(store) as app:
        game = opened(app)
        for wait in (0, 1, 2, 3):
            tasks = [asyncio.create_task(app.do_soon(Note(game, str(number)))) for number in range(6)]
            for _ in range(wait):
                await asyncio.sleep(0)
            for task in tasks[::2]:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.wait_for(app.do_soon(Note(game, "still open")), 5)
        numbers = [entry.number for entry in app.entries(game)]
        assert list(range(1, app.get(game).last + 1)) == numbers
        assert sound(app, game)


class Failing:
    """The store of an application, failing when told to."""

    def __init__(self, app: Adjudication, error: Exception) -> None:
        self.error: Exception | None = error
        self.save = app._writer._save
        app._writer._save = self

    def __call__(self, events: Sequence[Any]) -> object:
        """Save, or fail."""
        if self.error:
            raise self.error
        return self.save(events)


async def test_a_store_that_fails_loses_nothing(store: str) -> None:
    """Nothing is taken as recorded, reading goes on, and all is well once there is space again."""
    with application(store) as app:
        game = opened(app)
        play_on(app, game, 10)
        before = app.get(game)
        failing = Failing(app, OperationalError("database or disk is full"))
        with pytest.raises(StoreUnavailableError):
            app.note(game, "x")
        with pytest.raises(StoreUnavailableError):
            await app.do_soon(Submit(game, v.Pass(before.table.window.asked[0])), "r1")
        assert before == app.get(game)
        failing.error = None
        assert before.last + 1 == app.note(game, "x", request_id="r1").entry
        assert sound(app, game)


def test_an_unexpected_error_goes_to_the_caller_and_the_writer_lives_on(store: str) -> None:
    """A defect of the store is told as it is; the next one is served."""
    with application(store) as app:
        game = opened(app)
        failing = Failing(app, ZeroDivisionError("a defect"))
        with pytest.raises(ZeroDivisionError):
            app.note(game, "x")
        failing.error = None
        app.note(game, "y")


async def test_in_a_group_only_the_conflicting_one_fails() -> None:
    """Jobs that are saved together stand or fall one by one when one of them conflicts."""
    saved: list[str] = []
    gate = threading.Event()

    def save(events: Sequence[Any]) -> None:
        gate.wait(5)
        if "bad" in events:
            raise KeyError("conflict")
        saved.extend(events)

    writer = Writer(save, KeyError)
    try:
        jobs = [writer.put_soon([name]) for name in ("first", "a", "bad", "b")]
        gate.set()
        results = await asyncio.gather(*(job.soon for job in jobs), return_exceptions=True)
        assert ["first", "a", "b"] == saved
        assert [None, None, KeyError, None] == [r if r is None else type(r) for r in results]
    finally:
        writer.close()


async def test_a_turnstile_keeps_the_order() -> None:
    """Tasks enter one at a time, in the order in which they came; who gives up is passed over."""
    gate = Turnstile()
    entered: list[int] = []

    async def visit(number: int) -> None:
        await gate.enter_soon()
        entered.append(number)
        await asyncio.sleep(0)
        gate.leave()

    await gate.enter_soon()
    tasks = [asyncio.create_task(visit(number)) for number in range(5)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    await asyncio.sleep(0)
    gate.leave()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert [0, 2, 3, 4] == entered
    await asyncio.wait_for(gate.enter_soon(), 1)


async def test_errors_are_the_same_in_a_loop(store: str) -> None:
    """What is refused in a thread is refused in a task, by the same error."""
    with application(store, resident_games=1) as app:
        game, other = opened(app), opened(app)
        with pytest.raises(UnknownGameError):
            await app.do_soon(Note("nonsense", "x"))
        app.close_game(game)
        with pytest.raises(GameClosedError):
            await app.do_soon(Note(game, "x"))
        assert 1 == len(app._residents)
        await app.do_soon(Note(other, "x"))


def test_only_so_many_games_stay_in_memory(store: str) -> None:
    """The least recently used game leaves, and is read again when it is asked for."""
    with application(store, resident_games=3) as app:
        games = [opened(app) for _ in range(6)]
        views = {game: app.get(game) for game in games}
        assert 3 == len(app._residents)
        assert views == {game: app.get(game) for game in games}


def test_the_log_is_written_with_full_synchronisation(tmp_path: Path) -> None:
    """Every connection writes ahead and waits for the disk."""
    with application(tmp_path / "games.db") as app:
        with app.recorder.datastore.transaction(commit=False) as cursor:  # type: ignore[attr-defined]  # only the SQLite recorder has one
            cursor.execute("PRAGMA synchronous")
            assert 2 == cursor.fetchone()[0]
        with app.recorder.datastore.transaction(commit=False) as cursor:  # type: ignore[attr-defined]  # only the SQLite recorder has one
            cursor.execute("PRAGMA journal_mode")
            assert "wal" == cursor.fetchone()[0]


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    """Neither a text nor a folder is taken for a store."""
    (tmp_path / "notes.txt").write_text("not a database, but long enough to look at\n" * 50)
    for wrong in ("notes.txt", "."):
        with pytest.raises(StoreUnavailableError):
            application(tmp_path / wrong)


def test_torn_bytes_leave_a_prefix_or_a_refusal(tmp_path: Path) -> None:
    """A store cut anywhere opens as a sound prefix of what was written, or is refused; it is never half right."""
    whole = tmp_path / "whole.db"
    with application(whole) as app:
        game = opened(app, opening(settings=Settings()))
        play_on(app, game, 30)
        heads = {entry.number: entry.head for entry in app.entries(game)}
    with sqlite3.connect(whole) as base:
        base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    base.close()
    data = whole.read_bytes()
    for cut in range(0, len(data), max(1, len(data) // 40)):
        torn = tmp_path / f"torn{cut}.db"
        torn.write_bytes(data[:cut])
        try:
            with application(torn) as app:
                view = app.get(game)
                assert heads[view.last] == view.head
        except (StoreUnavailableError, UnknownGameError, CorruptLogError):
            continue
