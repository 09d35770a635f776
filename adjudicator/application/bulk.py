"""Audits of many games: the games of a log cut into tasks, worked off by any `concurrent.futures` executor.

A task names the store and its games, and every worker opens the store by itself; so workers need the
same file under the same name (on a cluster: on a file system that they share) or have to reach the same
database, and nothing but names and findings travels.
"""

from __future__ import annotations

import importlib
import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from typing import Any

import msgspec

from adjudicator.application.adjudication import Adjudication
from adjudicator.application.audit import Verified
from adjudicator.application.errors import (
    AdjudicationError,
    CorruptLogError,
    StoreUnavailableError,
    UnknownEditionError,
    UnknownGameError,
)
from adjudicator.application.rejudging import Divergence
from adjudicator.kernel.game import Game

VERIFY, REJUDGE = "verify", "rejudge"

ENTRIES_PER_TASK = 5_000
"""A task takes about a tenth of a second to a second: long beside what it costs to send it, short beside a season."""

TASKS_AHEAD = 4
"""Tasks under way for each worker, so that none waits for us and a million games are not all queued at once."""

_UNREADABLE = (CorruptLogError, UnknownEditionError, UnknownGameError)

TheGames = Callable[[], Iterable[Game]]
"""Makes the games that workers can rule on; a function of a module, so that it can be sent by its name."""


class ClusterMissingError(AdjudicationError):
    """The extra `cluster` is not installed."""


class Task(msgspec.Struct, frozen=True):
    """Some games of a store (its file or URL), and what to do with them: "verify" or "rejudge"."""

    store: str
    games: tuple[str, ...]
    kind: str


class Audited(msgspec.Struct, frozen=True):
    """The outcome for one game.

    `bad` is its first bad entry (0: none) and `why` what is wrong there, or why the game cannot be
    audited at all (then `bad` is 1). `divergences` are today's other answers; none when verifying.
    """

    game_id: str
    entries: int
    bad: int = 0
    why: str = ""
    divergences: tuple[Divergence, ...] = ()

    @property
    def clean(self) -> bool:
        """Whether nothing was found."""
        return not self.bad and not self.divergences


def tasks(store: str, games: Iterable[tuple[str, int]], kind: str, entries: int = ENTRIES_PER_TASK) -> Iterator[Task]:
    """Games, each with the number of its entries, cut into tasks of about so many entries."""
    some: list[str] = []
    size = 0
    for game_id, last in games:
        some.append(game_id)
        size += last
        if size >= entries:
            yield Task(store, tuple(some), kind)
            some, size = [], 0
    if some:
        yield Task(store, tuple(some), kind)


def work_off(the_games: TheGames, task: Task) -> tuple[Audited, ...]:
    """Do a task, in this process. Raises StoreUnavailableError."""
    one = _verified if task.kind == VERIFY else _rejudged
    with Adjudication(the_games(), task.store, resident_games=1) as application:
        return tuple(one(application, game_id) for game_id in task.games)


def audit_games(
    the_games: TheGames, work: Iterable[Task], executor: Executor | None, workers: int
) -> Iterator[Audited]:
    """Work off all tasks and give the outcomes as they come; without an executor in this process, in order.

    Raises what a worker raises, after giving up what was not begun.
    """
    if executor is None:
        for task in work:
            yield from work_off(the_games, task)
        return
    waiting = deque(work)
    running: set[Future[tuple[Audited, ...]]] = set()
    try:
        while waiting or running:
            while waiting and len(running) < TASKS_AHEAD * workers:
                running.add(executor.submit(work_off, the_games, waiting.popleft()))
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for each in done:
                yield from each.result()
    finally:
        for each in running:
            each.cancel()


@contextmanager
def processes(workers: int, preload: Sequence[str] = ()) -> Iterator[Executor]:
    """So many processes of this machine; each has imported the modules named in `preload`.

    They are started afresh (forkserver, or spawn where there is none), since forking a process that has threads
    can leave locks held for ever.
    """
    way = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    context: Any = multiprocessing.get_context(way)
    if way == "forkserver":
        context.set_forkserver_preload([__name__, *preload])
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_import, initargs=(tuple(preload),))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def cluster(address: str, workers: int) -> Iterator[Executor]:
    """The workers of a Dask scheduler, or (address "local") so many processes under one of our own.

    Raises ClusterMissingError without the extra `cluster`, and OSError if there is no scheduler.
    """
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError as error:
        raise ClusterMissingError("the extra is missing: pip install 'adjudicator[cluster]'") from error
    if address == "local":
        with (
            distributed.LocalCluster(
                n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None
            ) as own,
            distributed.Client(own) as client,
        ):
            yield client.get_executor(pure=False)
    else:
        with distributed.Client(address) as client:
            yield client.get_executor(pure=False)


def _import(names: tuple[str, ...]) -> None:
    for name in names:
        importlib.import_module(name)


def _verified(application: Adjudication, game_id: str) -> Audited:
    last: Any = None
    try:
        for last in application.verify(game_id):  # noqa: B007 - its last word is what counts
            pass
    except _UNREADABLE as error:
        return _broken(game_id, error)
    assert isinstance(last, Verified)
    return Audited(game_id, last.last, last.bad, last.why)


def _rejudged(application: Adjudication, game_id: str) -> Audited:
    found: list[Divergence] = []
    total = 0
    try:
        for each in application.rejudge(game_id):
            if isinstance(each, Divergence):
                found.append(each)
            else:
                total = each.total
    except _UNREADABLE as error:
        return _broken(game_id, error)
    except StoreUnavailableError:
        raise
    except Exception as error:  # noqa: BLE001 - today's rules break on its facts: a finding, and the audit goes on
        return Audited(game_id, 0, 1, f"it cannot be folded today: {error!r}")
    return Audited(game_id, total, divergences=tuple(found))


def _broken(game_id: str, error: AdjudicationError) -> Audited:
    """A game that cannot be read: the others are audited all the same."""
    if isinstance(error, CorruptLogError):
        return Audited(game_id, 0, error.entry, error.why)
    return Audited(game_id, 0, 1, str(error))
