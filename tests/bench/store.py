"""The log: what is read from it, against decoding and hashing the same bytes; audits by two processes; memory."""

from __future__ import annotations

import gc
import os
import random
import sqlite3
import tempfile
import tracemalloc
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from time import process_time

import msgspec

from adjudicator.application import Adjudication
from adjudicator.application.bulk import REJUDGE, Task, processes, work_off
from adjudicator.kernel.game import Game
from adjudicator.play import choice
from adjudicator_views.follower import Follower
from adjudicator_views.store import ProjectionStore
from tests.bench.measure import Cost, Measured, by_turns, spent
from tests.kit.star_wars import SWTCG, opening_of, our_decks

SEED = 5
GAMES = 6
TASKS = 6
"""What two processes share: so many tasks of all the games."""

WORKERS = 2
PRELOAD = ("adjudicator.swtcg.offer", "tests.bench.store")


def recorded_game(application: Adjudication, seed: int, most: int = 600) -> str:
    """Open a game in an application and play at random; its id. House dice and decks answer by themselves."""
    rng = random.Random(seed)
    game_id = application.open_game(opening_of(our_decks())).game_id
    for _ in range(most):
        view = application.get(game_id)
        if SWTCG.over(view.table):
            break
        said = choice(SWTCG, view.table, rng)
        application.submit(game_id, said, expected_revision=view.revision)
    return game_id


@contextmanager
def _recorded_log() -> Iterator[tuple[str, list[str]]]:
    """A SQLite log of whole random games, and their ids."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "log.sqlite")
        with Adjudication([SWTCG], path, entropy=random.Random(SEED).randbytes) as application:
            ids = [recorded_game(application, SEED + number) for number in range(GAMES)]
        yield path, ids


def reading() -> list[Measured]:
    """Whole games from the log: rebuilt, verified, rejudged, and followed by all views."""
    from tests.bench.peers import decode_and_hash  # noqa: PLC0415 - the peers are installed for the bench only

    with _recorded_log() as (path, ids), Adjudication([SWTCG], path, resident_games=1) as application:
        with closing(sqlite3.connect(path)) as log:
            states = [state for (state,) in log.execute("SELECT state FROM stored_events")]
        with closing(ProjectionStore(str(Path(path).with_name("views.sqlite")))) as views:
            each: dict[str, Callable[[str], object]] = {
                "rebuilding": application.get,  # each time another game than the one in memory
                "verifying": lambda game: deque(application.verify(game), 0),
                "rejudging": lambda game: deque(application.rejudge(game), 0),
            }
            costs: dict[str, Cost] = {
                f"reading.{name}": partial(spent, lambda read=read: [read(game) for game in ids])  # type: ignore[misc]  # mypy takes a default for no type
                for name, read in each.items()
            }
            costs["reading.views"] = partial(spent, Follower(application, views).rebuild)
            facts = sum(len(getattr(e.content, "facts", ())) for game in ids for e in application.entries(game))
            return by_turns(partial(decode_and_hash, states), costs, f"{facts} facts in {len(states)} entries")


def resident() -> list[Measured]:
    """Memory, in bytes: one game's table, its cards' faces apart, against its stored form read as plain lists."""
    with Adjudication([SWTCG], entropy=random.Random(SEED).randbytes) as application:
        table = application.get(recorded_game(application, SEED)).table
        data, faces = SWTCG.encode(table), table.faces

        def ours() -> object:
            copy = SWTCG.decode(data)
            copy.faces = faces
            return copy

        held, plain = _held(ours), _held(lambda: msgspec.json.decode(data))
    return [Measured("resident", plain / held, held, plain, "bytes of memory", in_bytes=True)]


def _held(make: Callable[[], object]) -> float:
    """Bytes that something takes; what is made once and kept, a first one has made."""
    make()
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    made = make()
    gc.collect()
    size = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    del made
    return size


def our_games() -> tuple[Game, ...]:
    """The games that the workers import."""
    return (SWTCG,)


def _timed(task: Task) -> tuple[int, float]:
    """Do a task; which process did it, and the seconds of processor time that it took."""
    begun = process_time()
    work_off(our_games, task)
    return os.getpid(), process_time() - begun


def two_processes() -> list[Measured]:
    """The same games rejudged by one process, against the busier of two."""
    with (
        _recorded_log() as (path, ids),
        processes(1, PRELOAD) as one,
        processes(WORKERS, PRELOAD) as two,
    ):
        work = [Task(path, tuple(ids), REJUDGE)] * TASKS

        def busiest(executor: Executor) -> float:
            shares: dict[int, float] = {}
            for worker, seconds in executor.map(_timed, work):
                shares[worker] = shares.get(worker, 0.0) + seconds
            return max(shares.values())

        costs: dict[str, Cost] = {"two-processes": partial(busiest, two)}
        return by_turns(partial(busiest, one), costs, f"{TASKS * len(ids)} games rejudged", rounds=3)
