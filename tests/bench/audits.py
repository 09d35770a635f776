"""Audits: facts verified and declarations rejudged in a second on one core, and what a second process brings."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, process_time

from adjudicator.application import Adjudication
from adjudicator.application.bulk import REJUDGE, Task, audit_games, processes, work_off
from adjudicator.kernel.entries import Declared
from adjudicator.kernel.game import Game
from adjudicator.swtcg.game import SWTCG
from tests.bench.measure import Measured, row
from tests.bench.store import GAMES, SEED, recorded_game

ROUNDS = 15
TASKS = 16
"""The season of the second row: so many tasks of all the games, some seconds of work."""

WORKERS = 2
PRELOAD = ("adjudicator.swtcg.game", "tests.bench.audits")


def our_games() -> tuple[Game, ...]:
    """The games that the workers import."""
    return (SWTCG,)


@contextmanager
def recorded_log() -> Iterator[tuple[str, list[str]]]:
    """A SQLite log of whole random games, and their ids."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "log.sqlite")
        with Adjudication([SWTCG], path) as application:
            ids = [recorded_game(application, SEED + number) for number in range(GAMES)]
        yield path, ids


def on_one_core() -> list[Measured]:
    """Facts verified and declarations rejudged per second; the best round of each game."""
    with recorded_log() as (path, ids), Adjudication([SWTCG], path, resident_games=1) as application:
        contents = [entry.content for each in ids for entry in application.entries(each)]
        facts = sum(len(getattr(content, "facts", ())) for content in contents)
        declared = sum(isinstance(content, Declared) for content in contents)
        verified, rejudged = dict.fromkeys(ids, float("inf")), dict.fromkeys(ids, float("inf"))
        for _ in range(ROUNDS):
            for each in ids:
                verified[each] = min(verified[each], _spent(application.verify(each)))
                rejudged[each] = min(rejudged[each], _spent(application.rejudge(each)))
        verifying, rejudging = sum(verified.values()), sum(rejudged.values())
    return [
        row("verify_facts_per_s", facts / verifying, "1/s", 100_000, at_most=False, note=f"{facts} facts, one core"),
        row(
            "rejudge_declarations_per_s",
            declared / rejudging,
            "1/s",
            1_000,
            at_most=False,
            note=f"{declared} declarations, one core",
        ),
    ]


def _spent(steps: Iterator[object]) -> float:
    """Seconds that it takes to exhaust an iterator."""
    begun = perf_counter()
    for _ in steps:
        pass
    return perf_counter() - begun


def _timed(task: Task) -> tuple[int, float]:
    """Do a task; which process did it, and the seconds of processor time that it took."""
    begun = process_time()
    work_off(our_games, task)
    return os.getpid(), process_time() - begun


def by_two_processes() -> list[Measured]:
    """The same work by one process and by two."""
    with recorded_log() as (path, ids):
        return [_two_processes(path, ids)]


def _two_processes(path: str, ids: list[str]) -> Measured:
    """In turns; the best of each, for others only ever disturb them."""
    work = [Task(path, tuple(ids), REJUDGE)] * TASKS
    begun = perf_counter()
    with processes(1, PRELOAD) as one, processes(WORKERS, PRELOAD) as two:
        for executor, workers in ((one, 1), (two, WORKERS)):
            for _ in audit_games(our_games, work[: 2 * workers], executor, workers):
                pass
        start = perf_counter() - begun
        alone = together = float("inf")
        for _ in range(6):
            alone = min(alone, _spent(audit_games(our_games, work, one, 1)))
            together = min(together, _spent(audit_games(our_games, work, two, WORKERS)))
    shares: dict[int, float] = {}
    with processes(WORKERS, PRELOAD) as two:
        for worker, seconds in two.map(_timed, work):
            shares[worker] = shares.get(worker, 0.0) + seconds
    total, busiest = sum(shares.values()), max(shares.values())
    note = f"{TASKS * len(ids)} games rejudged, {alone:.1f} s by one; both pools started and warm in {start:.1f} s; "
    note += f"processor time of both {total:.1f} s, of the busier {busiest:.1f} s"
    return row("audit_two_processes_ratio", alone / together, "x", 1.7, at_most=False, note=note)
