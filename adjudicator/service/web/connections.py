"""Connections of HTTP/1.1: uvicorn's, and besides closed if what a caller begins does not come whole, or is not taken.

uvicorn itself waits for half a header or half a body for ever.
"""

from __future__ import annotations

import asyncio
import socket
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

ARRIVAL_SECONDS = 4.0
"""A request has to arrive whole in so long, from its first byte, and a connection's first from the connection on."""

STUCK_SECONDS = 20.0
"""A caller who takes nothing of an answer for so long is gone."""

IDLE_SECONDS = 75
"""A connection without a request for so long is closed."""

HEAD_BYTES_MAX = 65_536
"""The first line and the headers; a call by GET has its message in there."""

THROWN_AWAY = 8
"""What is sent beyond the limit is read and thrown away, so that the refusal arrives, up to so many times the limit.
A caller who sends still more has the rest of `ARRIVAL_SECONDS` to read the refusal."""


class Connection(HttpToolsProtocol):
    """One connection, with its clocks. `most` connections at once, with requests of so many `bytes`."""

    def __init__(self, *, most: int, size: int, **uvicorn: Any) -> None:
        super().__init__(**uvicorn)
        self._most = most
        self._bytes_max = HEAD_BYTES_MAX + THROWN_AWAY * size
        self._clock: asyncio.TimerHandle | None = None
        self._stuck: asyncio.TimerHandle | None = None
        self._arrived = 0
        self._whole = 0
        self._between, self._in_head = False, True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Somebody connects."""
        super().connection_made(transport)
        if len(self.connections) > self._most:
            transport.abort()
            return
        self._wait()
        own = transport.get_extra_info("socket")
        if own is not None:
            _keep_alive(own)

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        self._no_wait()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Something came."""
        whole = self._whole
        self._arrived += len(data)
        if self._arrived > (HEAD_BYTES_MAX + len(data) if self._in_head else self._bytes_max):
            self._hear_no_more()
            return
        super().data_received(data)
        if self._whole != whole and self._between:
            self._no_wait()
        elif self._clock is None and not self.transport.is_closing():
            self._wait()

    def on_message_begin(self) -> None:
        """A request begins."""
        self._between, self._in_head = False, True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Its headers have come."""
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of it has come."""
        self._whole += 1
        self._between, self._in_head, self._arrived = True, True, 0
        super().on_message_complete()

    def pause_writing(self) -> None:
        """The caller does not take what we send."""
        super().pause_writing()
        self._stuck = self.loop.call_later(STUCK_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """The caller does again."""
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None
        super().resume_writing()

    def _hear_no_more(self) -> None:
        """Take nothing more: at once, or if an answer is on its way, when the caller has had the time to read it."""
        if self._in_head or not self.cycle.response_complete:
            self.transport.abort()
            return
        self.transport.pause_reading()
        if self._clock is None:
            self._wait()

    def _wait(self) -> None:
        self._clock = self.loop.call_later(ARRIVAL_SECONDS, self._too_slow)

    def _no_wait(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _too_slow(self) -> None:
        self._clock = None
        self.transport.close()


def _keep_alive(own: socket.socket) -> None:
    own.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (("TCP_KEEPIDLE", 60), ("TCP_KEEPINTVL", 20), ("TCP_KEEPCNT", 2)):
        if hasattr(socket, name):  # not on every system
            own.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
