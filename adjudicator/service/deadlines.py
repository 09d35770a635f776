"""How long calls may take: a limit for each of them, and one timer for all whose time is up in the same moment.

A timer of its own for every call would cost more than the rest of the guard, and hardly ever rings.
"""

from __future__ import annotations

import asyncio
from types import TracebackType

MOMENT_SECONDS = 0.05
"""Time is up at the end of a moment of this length: a call never gets less than it may take, but up to so much more."""


class Limit:
    """The time of what happens within it (`with`), in the running task. Raises TimeoutError once it is up.

    `expired` says whether it was up before the task had ended.
    """

    __slots__ = ("_task", "_together", "expired")

    def __init__(self, task: asyncio.Task[object], together: set[Limit]) -> None:
        self._task = task
        self._together = together
        self.expired = False

    def __enter__(self) -> None:
        """Time runs since the limit was made; nothing is left to do."""
        self._together.add(self)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        """The task has ended what it did, or was cancelled; by us, if its time was up. Raises TimeoutError."""
        self._together.discard(self)
        if self.expired and not self._task.uncancel() and kind is asyncio.CancelledError:
            raise TimeoutError from error

    def end(self) -> None:
        """The time is up."""
        self.expired = True
        self._task.cancel()


class Deadlines:
    """The limits of one event loop, by the moments at whose end they are up."""

    def __init__(self) -> None:
        self._moments: dict[int, set[Limit]] = {}

    def limit(self, seconds: float) -> Limit:
        """A limit for the running task, from now on."""
        task = asyncio.current_task()
        assert task is not None
        loop = task.get_loop()
        moment = int((loop.time() + seconds) / MOMENT_SECONDS) + 1
        together = self._moments.get(moment)
        if together is None:
            together = self._moments[moment] = set()
            loop.call_at(moment * MOMENT_SECONDS, self._end, moment)
        return Limit(task, together)

    def _end(self, moment: int) -> None:
        for limit in self._moments.pop(moment):
            limit.end()
