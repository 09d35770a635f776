"""One request over HTTP as the guard sees it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any

from google.protobuf.message import Message

from adjudicator.service import errors
from adjudicator.service.calls import Metadata
from adjudicator.service.errors import RefusedError
from adjudicator.service.web.codecs import Written, read_json

VERSION, CONNECT_TIME, GRPC_TIME = b"connect-protocol-version", b"connect-timeout-ms", b"grpc-timeout"
DIGITS_MAX = {CONNECT_TIME: 10, GRPC_TIME: 8}
UNITS = {b"H": 3600.0, b"M": 60.0, b"S": 1.0, b"m": 1e-3, b"u": 1e-6, b"n": 1e-9}


class Arrival:
    """What came with a request, before anything of it is read."""

    __slots__ = ("headers", "refused", "until")

    def __init__(self, headers: Mapping[bytes, bytes]) -> None:
        self.headers = headers
        self.refused: RefusedError | None = None
        self.until = self._until()
        version = headers.get(VERSION, b"1")
        if version != b"1":
            self.refused = errors.bad_field(VERSION.decode(), "is 1")

    def _until(self) -> float | None:
        """When the caller no longer waits, by the monotonic clock."""
        for name, digits_max in DIGITS_MAX.items():
            if (value := self.headers.get(name)) is None:
                continue
            digits, unit = (value, 1e-3) if name is CONNECT_TIME else (value[:-1], UNITS.get(value[-1:], 0.0))
            if not digits.isdigit() or len(digits) > digits_max or not unit:
                self.refused = errors.bad_field(name.decode(), "is no time")
                return None
            return time.monotonic() + int(digits) * unit
        return None


ARRIVAL: ContextVar[Arrival] = ContextVar("ARRIVAL")
"""The request that this task serves."""


class WebContext:
    """What the guard asks of a door (`calls.Context`)."""

    __slots__ = ("_arrival", "_kind", "_sent")

    def __init__(self, sent: bytes | Written, kind: type[Message]) -> None:
        self._arrival = ARRIVAL.get()
        self._sent = sent
        self._kind = kind

    @property
    def is_json(self) -> bool:
        """Whether the caller writes JSON, and reads it."""
        return isinstance(self._sent, Written)

    async def read(self) -> Any:
        """The bytes of the request, or the request if it came in JSON. Raises RefusedError."""
        if self._arrival.refused is not None:
            raise self._arrival.refused
        sent = self._sent
        return read_json(sent.text, self._kind()) if isinstance(sent, Written) else sent

    def time_remaining(self) -> float | None:
        """The seconds that the caller gives us."""
        until = self._arrival.until
        return None if until is None else max(0.0, until - time.monotonic())

    def invocation_metadata(self) -> Metadata:
        """The headers."""
        return [(name.decode("latin-1"), value.decode("latin-1")) for name, value in self._arrival.headers.items()]
