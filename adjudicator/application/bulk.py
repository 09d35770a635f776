"""Audits of many games: the games of a log cut into tasks, worked off by any `concurrent.futures` executor.

Before that the log is read through once (`survey`): which games and disputes there are, and what the requests kept
in it say of them. Faults that only the order of saving or a checkpoint shows are for `whole_audit`.

A task names the store and its games, and every worker opens the store by itself; so workers need the
same file under the same name (on a cluster: on a file system that they share) or have to reach the same
database, and nothing but names and findings travels.
"""

from __future__ import annotations

import importlib
import multiprocessing
from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from typing import Any
from uuid import UUID

import msgspec

from adjudicator.application.adjudication import Adjudication
from adjudicator.application.audit import Verified
from adjudicator.application.disputes import log, verifying
from adjudicator.application.disputes.errors import UnknownDisputeError
from adjudicator.application.errors import (
    AdjudicationError,
    CorruptLogError,
    StoreUnavailableError,
    UnknownEditionError,
    UnknownGameError,
)
from adjudicator.application.promises import Promises
from adjudicator.application.rejudging import Divergence
from adjudicator.application.saved import GAME_TOPICS, entry_of, is_entry, saved
from adjudicator.application.store import ACCESS_TOPICS, DISPUTE_TOPICS, Recorder, store_errors
from adjudicator.kernel.game import Game

VERIFY, REJUDGE = "verify", "rejudge"
DISPUTES = "disputes"

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
    """Some games of a store (its file or URL), and what to do with them: "verify" or "rejudge".

    Of kind "disputes" the ids are those of disputes, which are verified.
    """

    store: str
    games: tuple[str, ...]
    kind: str


class Surveyed(msgspec.Struct, frozen=True):
    """What there is in a log, in the order of saving: games and disputes, each with the number of its entries.

    `broken` are the findings that games and disputes by themselves do not show: what somebody was told of is missing.
    """

    games: dict[str, int]
    disputes: dict[str, int]
    broken: dict[str, CorruptLogError]


class Audited(msgspec.Struct, frozen=True):
    """The outcome for one game.

    `game_id` may be that of a dispute. `bad` is its first bad entry (0: none) and `why` what is wrong there, or why
    the game cannot be audited at all (then `bad` is 1). `divergences` are today's other answers; none when verifying.
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


def survey(recorder: Recorder) -> Surveyed:
    """Read a log through. Raises CorruptLogError for rows that belong to nothing, StoreUnavailableError."""
    entries: dict[UUID, int] = {}
    disputes: set[UUID] = set()
    others: set[UUID] = set()
    promises, broken = Promises(), dict[str, CorruptLogError]()
    for row in saved(recorder):
        _, stream, number, topic, _ = row
        if not is_entry(row) and stream not in entries:
            try:
                promises.request(row)
            except CorruptLogError as error:
                broken.setdefault(error.game_id, error)
            continue
        entries[stream] = entries.get(stream, 0) + 1
        if topic in DISPUTE_TOPICS:
            disputes.add(stream)
        elif topic in ACCESS_TOPICS:
            others.add(stream)
        elif topic in GAME_TOPICS:
            with suppress(CorruptLogError):  # who verifies the game finds it
                promises.entry(entry_of(row, number))
    for stream in promises.streams():
        missing = promises.broken(stream, entries.get(stream, 0))
        if missing is not None:
            broken.setdefault(str(stream), missing)
    games = {str(each): last for each, last in entries.items() if each not in disputes and each not in others}
    return Surveyed(games, {str(each): entries[each] for each in entries if each in disputes}, broken)


def disputes_about(recorder: Recorder, disputes: Iterable[str], games: Container[str]) -> Iterator[str]:
    """Those of some disputes that are about one of some games, or cannot be read. Raises StoreUnavailableError."""
    for each in disputes:
        stream = UUID(each)
        with store_errors(each):
            row = recorder.select_row(stream, 1)
        try:
            opening: Any = None if row is None else log.read(stream, None, row).content
        except CorruptLogError:
            opening = None
        if opening is None or opening.game in games:
            yield each


def with_broken(found: Iterable[Audited], broken: Mapping[str, CorruptLogError]) -> Iterator[Audited]:
    """The outcomes of games and disputes, and what else was found of them; the first bad entry of each is named."""
    met = set()
    for each in found:
        met.add(each.game_id)
        error = broken.get(each.game_id)
        worse = error is not None and (not each.bad or error.entry < each.bad)
        yield msgspec.structs.replace(each, bad=error.entry, why=error.why) if error and worse else each
    for game_id, error in broken.items():
        if game_id not in met:
            yield Audited(game_id, 0, error.entry or 1, error.why)


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
    one = {VERIFY: _verified, REJUDGE: _rejudged, DISPUTES: _verified_dispute}[task.kind]
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
    except StoreUnavailableError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever its bytes lead to is a finding, and the audit goes on
        return Audited(game_id, 0, 1, f"it cannot be verified: {error!r}")
    assert isinstance(last, Verified)
    return Audited(game_id, last.last, last.bad, last.why)


def _verified_dispute(application: Adjudication, dispute: str) -> Audited:
    try:
        found = verifying.verify(application.recorder, UUID(dispute))
    except UnknownDisputeError as error:
        return _broken(dispute, error)
    return Audited(dispute, found.last, found.bad, found.why)


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
