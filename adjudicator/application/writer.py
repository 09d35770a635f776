"""The one thread that writes: it takes all that waits and commits it together.

A commit at synchronous FULL costs the same for one game's entry as for sixteen games' entries. So
every caller leaves its job here and waits; the thread saves all waiting jobs in one transaction,
and gives those who are likely to come back a moment to do so (`Writer`).
If one of them conflicts (somebody else wrote this position or request id), nothing of the
transaction stands, and each job is then saved by itself so that only the conflicting one fails.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any

JOBS_PER_COMMIT_MAX = 256
GATHER_SECONDS = 0.005
"""How long a commit waits for those who are expected while nobody comes."""

GATHERINGS_MAX = 4
"""How often it waits so long at most while somebody comes."""

Save = Callable[[Sequence[Any]], object]


class Job:
    """Events that stand or fall together, and who waits for them."""

    __slots__ = ("abandoned", "error", "events", "future", "loop", "settled")

    def __init__(self, events: Sequence[Any], loop: asyncio.AbstractEventLoop | None = None) -> None:
        self.events = events
        self.loop = loop
        self.future: Future[None] | asyncio.Future[None] = Future() if loop is None else loop.create_future()
        self.error: BaseException | None = None
        self.settled = False
        self.abandoned: Callable[[], object] | None = None
        """What follows once it is settled, if the task that waited in a loop was cancelled."""

    @property
    def soon(self) -> asyncio.Future[None]:
        """The future of one who waits in a loop; cancelling it does not cancel the saving."""
        assert isinstance(self.future, asyncio.Future)
        return self.future

    def settle(self) -> None:
        """Tell the caller who waits, in the caller's own thread if that is a loop's."""
        self.settled = True
        if self.future.cancelled():
            if self.abandoned is not None:
                self.abandoned()
        elif self.error is None:
            self.future.set_result(None)
        else:
            self.future.set_exception(self.error)


class Writer:
    """Saves jobs, many in one transaction. `conflict` is the error by which a store reports a conflict.

    Those whose jobs were in the last transaction, and those who came while it ran, are expected back: the next one
    waits for that many, as long as they keep coming (`_gather`). So sixteen busy callers share one commit instead of
    crossing each other's, and a lone caller never waits.
    """

    def __init__(self, save: Save, conflict: type[BaseException]) -> None:
        self._save = save
        self._conflict = conflict
        self._waiting: list[Job] = []
        self._expected = 1
        self._stopping = False
        self._mutex = threading.Lock()
        self._enough = threading.Condition(self._mutex)
        self._thread: threading.Thread | None = None
        self.commits = 0

    def put(self, events: Sequence[Any]) -> None:
        """Save events and wait. Raises what the store raises."""
        job = Job(events)
        self._leave(job)
        assert isinstance(job.future, Future)
        job.future.result()

    def put_soon(self, events: Sequence[Any]) -> Job:
        """Save events; the job is done `soon`, in the running loop, when they are on disk."""
        job = Job(events, asyncio.get_running_loop())
        self._leave(job)
        return job

    def close(self) -> None:
        """Finish what waits and stop."""
        with self._mutex:
            self._stopping = True
            self._enough.notify()
        if self._thread is not None:
            self._thread.join()

    def _leave(self, job: Job) -> None:
        with self._mutex:
            if self._thread is None:  # not before: who only asks needs none
                self._thread = threading.Thread(target=self._run, name="adjudication-writer", daemon=True)
                self._thread.start()
            self._waiting.append(job)
            if len(self._waiting) >= self._expected:
                self._enough.notify()

    def _take(self) -> list[Job]:
        """The jobs of the next transaction; none at the end."""
        with self._mutex:
            if self._expected > 1:
                self._gather()
            if not self._waiting:
                self._expected = 1
                self._enough.wait_for(self._ready)
            jobs, self._waiting = self._waiting[:JOBS_PER_COMMIT_MAX], self._waiting[JOBS_PER_COMMIT_MAX:]
            return jobs

    def _gather(self) -> None:
        """Wait for all who are expected; no longer once nobody has come for a while."""
        for _ in range(GATHERINGS_MAX):
            before = len(self._waiting)
            if self._enough.wait_for(self._ready, GATHER_SECONDS) or len(self._waiting) == before:
                return

    def _ready(self) -> bool:
        return self._stopping or len(self._waiting) >= self._expected

    def _run(self) -> None:
        while jobs := self._take():
            self._commit(jobs)
            with self._mutex:
                self._expected = min(len(jobs) + len(self._waiting), JOBS_PER_COMMIT_MAX)
            _tell(jobs)

    def _commit(self, jobs: list[Job]) -> None:
        try:
            self._save([event for job in jobs for event in job.events])
            self.commits += 1
        except self._conflict as error:
            if len(jobs) == 1:
                jobs[0].error = error
                return
            for job in jobs:
                self._commit([job])
        except BaseException as error:  # noqa: BLE001 - whoever waits must hear of it; the thread lives on
            for job in jobs:
                job.error = error


def _tell(jobs: list[Job]) -> None:
    """Wake everybody, each loop once."""
    loops: dict[asyncio.AbstractEventLoop, list[Job]] = {}
    for job in jobs:
        if job.loop is None:
            job.settle()
        else:
            loops.setdefault(job.loop, []).append(job)
    for loop, theirs in loops.items():
        with contextlib.suppress(RuntimeError):  # a loop that was closed has nobody left who waits
            loop.call_soon_threadsafe(_settle_all, theirs)


def _settle_all(jobs: list[Job]) -> None:
    for job in jobs:
        job.settle()
