"""The one thread that writes: it takes all that waits and commits it together.

A commit at synchronous FULL costs the same for one game's entry as for sixteen games' entries. So
every caller leaves its job here and waits; the thread saves all waiting jobs in one transaction.
If one of them conflicts (somebody else wrote this position or request id), nothing of the
transaction stands, and each job is then saved by itself so that only the conflicting one fails.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any

JOBS_PER_COMMIT_MAX = 256
GATHER_SECONDS = 0.002
"""How long a commit waits for company when the one before it had some: a lone caller never waits for it."""

Save = Callable[[Sequence[Any]], object]


class Job:
    """Events that stand or fall together, and who waits for them."""

    __slots__ = ("error", "events", "future", "loop")

    def __init__(self, events: Sequence[Any], loop: asyncio.AbstractEventLoop | None = None) -> None:
        self.events = events
        self.loop = loop
        self.future: Future[None] | asyncio.Future[None] = Future() if loop is None else loop.create_future()
        self.error: BaseException | None = None

    def settle(self) -> None:
        """Tell the one who waits; runs in his own thread if he waits in a loop."""
        if self.future.cancelled():
            return
        if self.error is None:
            self.future.set_result(None)
        else:
            self.future.set_exception(self.error)


class Writer:
    """Saves jobs, many in one transaction. `conflict` is the error by which a store reports a conflict."""

    def __init__(self, save: Save, conflict: type[BaseException]) -> None:
        self._save = save
        self._conflict = conflict
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="adjudication-writer", daemon=True)
        self._thread.start()
        self.commits = 0

    def put(self, events: Sequence[Any]) -> None:
        """Save events and wait. Raises what the store raises."""
        job = Job(events)
        self._jobs.put(job)
        assert isinstance(job.future, Future)
        job.future.result()

    def put_soon(self, events: Sequence[Any]) -> asyncio.Future[None]:
        """Save events; the future of the running loop is done when they are on disk."""
        job = Job(events, asyncio.get_running_loop())
        self._jobs.put(job)
        assert isinstance(job.future, asyncio.Future)
        return job.future

    def close(self) -> None:
        """Finish what waits and stop."""
        if self._thread.is_alive():
            self._jobs.put(None)
            self._thread.join()

    def _run(self) -> None:
        stopping, crowded = False, False
        while not stopping:
            waiting = [self._jobs.get()]
            if crowded:  # others are at it too: what they bring in a moment goes into the same transaction
                time.sleep(GATHER_SECONDS)
            while len(waiting) < JOBS_PER_COMMIT_MAX and not self._jobs.empty():
                waiting.append(self._jobs.get())
            stopping = None in waiting
            jobs = [job for job in waiting if job is not None]
            crowded = len(jobs) > 1
            if jobs:
                self._commit(jobs)
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
