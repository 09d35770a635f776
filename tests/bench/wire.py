"""A client that costs little: unary calls over a connection of its own, with nothing of gRPC's client beside them.

Who loads a server from the same machine takes the processors from it. gRPC's own client takes a third of what a
submit costs its server, these frames a tenth. It speaks as much of HTTP/2 as a unary call needs, and fails at
whatever else the server says.
"""

from __future__ import annotations

import asyncio
import struct
from typing import cast

DATA, HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY, WINDOW_UPDATE = 0, 1, 3, 4, 6, 7, 8
ACK = END_STREAM = 1
END_HEADERS = 4
HEAD_BYTES = 9
PREFIX_BYTES = 5
"""Of a message: whether it is compressed, and its length."""

INITIAL_WINDOW_SIZE = 4
WINDOW_MAX = 0x7FFFFFFF
WINDOW_AT_FIRST = 65535
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
POST_OVER_HTTP = b"\x83\x86"
"""Two entries of HPACK's static table."""


def _frame(kind: int, flags: int, stream: int, body: bytes) -> bytes:
    return len(body).to_bytes(3) + bytes((kind, flags)) + stream.to_bytes(4) + body


def _header(name: bytes, value: bytes) -> bytes:
    """A header that neither side keeps for later."""
    return b"\x00" + bytes((len(name),)) + name + bytes((len(value),)) + value


class Client(asyncio.Protocol):
    """Calls of one method over one connection."""

    def __init__(self, method: str) -> None:
        self._headers = POST_OVER_HTTP + b"".join(
            _header(name, value)
            for name, value in (
                (b":path", method.encode()),
                (b":authority", b"localhost"),
                (b"te", b"trailers"),
                (b"content-type", b"application/grpc"),
            )
        )
        self._stream = -1
        self._received = b""
        self._bodies: dict[int, bytes] = {}
        self._waiting: dict[int, asyncio.Future[bytes]] = {}

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Greet, and let the server send as much as it likes."""
        self._transport = cast("asyncio.WriteTransport", transport)
        settings = struct.pack(">HI", INITIAL_WINDOW_SIZE, WINDOW_MAX)
        window = struct.pack(">I", WINDOW_MAX - WINDOW_AT_FIRST)
        self._transport.write(PREFACE + _frame(SETTINGS, 0, 0, settings) + _frame(WINDOW_UPDATE, 0, 0, window))

    def call(self, message: bytes) -> asyncio.Future[bytes]:
        """Send a serialized request; what comes back is the serialized answer. Raises ConnectionError."""
        self._stream += 2
        answer = self._waiting[self._stream] = asyncio.get_running_loop().create_future()
        body = b"\x00" + len(message).to_bytes(4) + message
        self._transport.write(
            _frame(HEADERS, END_HEADERS, self._stream, self._headers) + _frame(DATA, END_STREAM, self._stream, body)
        )
        return answer

    def data_received(self, data: bytes) -> None:
        """Take the frames that are whole."""
        received = self._received + data
        at = 0
        while at + HEAD_BYTES <= len(received):
            end = at + HEAD_BYTES + int.from_bytes(received[at : at + 3])
            if end > len(received):
                break
            kind, flags, stream = struct.unpack_from(">BBI", received, at + 3)
            self._take(kind, flags, stream, received[at + HEAD_BYTES : end])
            at = end
        self._received = received[at:]

    def connection_lost(self, exc: Exception | None) -> None:
        """Whoever still waits hears of it."""
        for each in self._waiting.values():
            if not each.done():  # it may have been cancelled
                each.set_exception(exc or ConnectionError("the server closed the connection"))

    def close(self) -> None:
        """End the connection."""
        self._transport.close()

    def _take(self, kind: int, flags: int, stream: int, body: bytes) -> None:
        if kind == DATA:
            self._bodies[stream] = self._bodies.get(stream, b"") + body
        elif kind == HEADERS and flags & END_STREAM:
            answer, sent = self._waiting.pop(stream), self._bodies.pop(stream, b"")
            if sent:
                answer.set_result(sent[PREFIX_BYTES:])
            else:
                answer.set_exception(ConnectionError(f"refused: {body!r}"))
        elif kind in {SETTINGS, PING} and not flags & ACK:
            self._transport.write(_frame(kind, ACK, 0, body if kind == PING else b""))
        elif kind in {RST_STREAM, GOAWAY}:
            raise ConnectionError(f"the server ended a call or the connection: {body!r}")


async def connected(port: int, method: str) -> Client:
    """A client of a method at a port of this machine."""
    _, client = await asyncio.get_running_loop().create_connection(lambda: Client(method), "127.0.0.1", port)
    return client
