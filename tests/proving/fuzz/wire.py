"""As much of HTTP/2 as it takes to send a server what no client library would."""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Iterable
from typing import Self

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RST_STREAM, SETTINGS, GOAWAY, WINDOW_UPDATE = 0, 1, 3, 4, 7, 8
END_STREAM, END_HEADERS, ACK = 1, 4, 1
FRAME_BYTES_MAX = 16_384


def frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    """One frame."""
    return struct.pack("!I", len(payload))[1:] + struct.pack("!BBI", kind, flags, stream) + payload


def _text(text: str) -> bytes:
    raw = text.encode()
    assert len(raw) < 127
    return bytes([len(raw)]) + raw


def headers(method: str, *more: tuple[str, str]) -> bytes:
    """The header block of a gRPC call, every header written out."""
    fields = (
        (":method", "POST"), (":scheme", "http"), (":path", method), (":authority", "localhost"),
        ("te", "trailers"), ("content-type", "application/grpc"), *more,
    )  # fmt: skip
    return b"".join(b"\x00" + _text(name) + _text(value) for name, value in fields)


def prefixed(length: int, *, compressed: bool = False) -> bytes:
    """What stands before a message: whether it is compressed, and how long it says it is."""
    return struct.pack("!BI", compressed, length)


class Connection:
    """A connection whose every byte is the caller's business; use it as a context."""

    def __init__(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        self.socket = socket.create_connection((host, int(port)), 10)
        self.heard = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.socket.close()

    def begin(self, method: str, *more: tuple[str, str]) -> None:
        """The preface, and the headers of a call on stream 1."""
        self.socket.sendall(PREFACE + frame(SETTINGS, 0, 0) + frame(SETTINGS, ACK, 0))
        self.socket.sendall(frame(HEADERS, END_HEADERS, 1, headers(method, *more)))

    def send(self, parts: Iterable[bytes]) -> None:
        """Data on stream 1, until all is sent or the other side will have no more; minds no windows."""
        try:
            for part in parts:
                for at in range(0, len(part), FRAME_BYTES_MAX):
                    self.socket.sendall(frame(DATA, 0, 1, part[at : at + FRAME_BYTES_MAX]))
            self.socket.sendall(frame(DATA, END_STREAM, 1))
        except OSError:
            return

    def status(self, seconds: float = 10.0) -> int | None:
        """The grpc-status that comes back; None if the connection ends without one, or nothing comes."""
        until = time.monotonic() + seconds
        self.socket.settimeout(0.2)
        while time.monotonic() < until:
            try:
                found = self.socket.recv(65_536)
            except TimeoutError:
                found = b""
            except OSError:
                break
            else:
                if not found:
                    break
            self.heard += found
            if (status := _status(self.heard)) is not None:
                return status
        return _status(self.heard)


def _status(heard: bytes) -> int | None:
    """The value behind the header's name; gRPC's own servers write both out."""
    at = heard.find(b"grpc-status")
    if at < 0:
        return None
    at += len(b"grpc-status")
    length = heard[at] if at < len(heard) else 0
    digits = heard[at + 1 : at + 1 + length]
    return int(digits) if digits.isdigit() and len(digits) == length else None
