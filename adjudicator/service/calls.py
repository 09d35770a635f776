"""One call, from its headers to its end: what the log says about it in every line, and what observers count.

It is bound to the task that serves it (`CALL`), and to the threads that this asks, before anything else happens.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import Any, Protocol

from adjudicator.service.status import Code

Metadata = Sequence[tuple[str, str | bytes]]


class Context(Protocol):
    """What a door knows of a call: gRPC's own context, or another door's."""

    async def read(self) -> Any:
        """The bytes of the request, or the request if the door has read it; something else if none came."""
        ...

    def time_remaining(self) -> float | None:
        """The seconds that the caller gives us; None for no limit."""
        ...

    def invocation_metadata(self) -> Metadata | None:
        """What the caller has sent beside the request."""
        ...


class Call:
    """One call. `code` and `reason` say how it ended; CANCELLED if the caller has left."""

    __slots__ = ("answer", "begun", "code", "method", "reason", "request", "service", "trace")

    def __init__(self, service: str, method: str) -> None:
        self.service = service
        self.method = method
        self.begun = time.perf_counter_ns()
        self.request: Any = None
        self.answer: Any = None
        self.code = Code.CANCELLED
        self.reason = ""
        self.trace = ""

    def over(self) -> None:
        """It has ended: a request that was refused is let go; of an answered one the log has still to tell."""
        if self.code is not Code.OK:
            self.request = None

    def milliseconds(self) -> float:
        """How long it has lasted."""
        return (time.perf_counter_ns() - self.begun) // 10_000 / 100

    @property
    def request_id(self) -> str:
        """The caller's id of the request; empty for a question."""
        return getattr(self.request, "request_id", "")

    @property
    def game(self) -> str:
        """The game that it is about, if it is about one."""
        basis = getattr(self.answer, "basis", None)
        if basis is not None:
            return str(basis.game)
        named = getattr(self.request, "game", "")
        if not named and (position := getattr(self.request, "position", None)) is not None:
            named = position.game.game
        return str(named)

    @property
    def entry(self) -> int:
        """The position that its answer rests on: the game's last entry then; 0 if there is no answer."""
        return getattr(getattr(self.answer, "basis", None), "entry", 0)

    def told(self) -> dict[str, Any]:
        """What every line of the log about it says. Names and numbers, never what was said or lies hidden."""
        found: dict[str, Any] = {"method": self.method, "request_id": self.request_id, "game": self.game}
        if dispute := getattr(self.request, "dispute", ""):
            found["dispute"] = dispute
        if self.trace:
            found["trace"] = self.trace
        return found


CALL: ContextVar[Call | None] = ContextVar("CALL", default=None)
"""The call that this task serves."""


class Observer(Protocol):
    """Counts or traces calls."""

    def begin(self, call: Call, metadata: Metadata) -> Callable[[], None]:
        """A call begins; what is returned is called once, at its end."""
        ...
