"""As much of HTTP/1.1 as it takes to ask the door for browsers what no client library would."""

from __future__ import annotations

import asyncio
import json
import ssl
import struct
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

API = "/adjudicator.api.v1."
JSON, PROTO = "application/json", "application/proto"
SECONDS = 30.0
ENDED = 0b10
"""The mark of the last envelope of a stream."""


class Heard(NamedTuple):
    """An answer; `body` is whole."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def told(self) -> Any:
        """The body, which is JSON."""
        return json.loads(self.body)

    @property
    def reason(self) -> str:
        """The reason of a refusal, as somebody reads it who knows no descriptors."""
        return str(self.told["details"][0]["debug"]["reason"])


class Line:
    """A connection on which one request is made."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def head(self) -> tuple[int, dict[str, str]]:
        """The status and the headers of the answer."""
        first, *lines = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").strip().split("\r\n")
        pairs = (line.partition(":") for line in lines)
        return int(first.split(" ")[1]), {name.lower(): value.strip() for name, _, value in pairs}

    async def chunk(self) -> bytes:
        """A part of an answer in chunks; empty at its end."""
        size = int((await self.reader.readline()).strip() or b"0", 16)
        found = await self.reader.readexactly(size)
        await self.reader.readline()
        return found

    async def answer(self) -> Heard:
        """A whole answer."""
        status, headers = await self.head()
        body = b""
        if headers.get("transfer-encoding") == "chunked":
            while part := await self.chunk():
                body += part
        elif "content-length" in headers:
            body = await self.reader.readexactly(int(headers["content-length"]))
        return Heard(status, headers, body)


def written(address: str, method: str, path: str, headers: Mapping[str, str], body: bytes) -> bytes:
    """A request as it is sent; headers with an empty value are left out."""
    every = {"host": address, "content-length": str(len(body)), **headers}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in every.items() if value)]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


@asynccontextmanager
async def connected(address: str, tls: ssl.SSLContext | None = None) -> AsyncIterator[Line]:
    """A connection; each wait on it is bounded by the caller."""
    host, _, port = address.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port), ssl=tls)
    try:
        yield Line(reader, writer)
    finally:
        writer.close()


async def asked(address: str, path: str, body: bytes = b"", method: str = "POST", /, **more: str) -> Heard:
    """The answer to a request; `more` are headers, with _ for -."""
    headers = {name.replace("_", "-"): value for name, value in more.items()}
    async with asyncio.timeout(SECONDS), connected(address) as line:
        line.writer.write(written(address, method, path, headers, body))
        return await line.answer()


async def called(address: str, call: str, request: Any = None, **more: str) -> Heard:
    """The answer to a call, `Service/Method`, in JSON."""
    return await asked(address, API + call, json.dumps(request or {}).encode(), content_type=JSON, **more)


def enveloped(message: bytes, flags: int = 0) -> bytes:
    """A message as streams carry it."""
    return struct.pack(">BI", flags, len(message)) + message


def envelopes(body: bytes) -> Iterator[tuple[int, bytes]]:
    """The flags and the content of each message of a stream."""
    while body:
        flags, size = struct.unpack(">BI", body[:5])
        yield flags, body[5 : 5 + size]
        body = body[5 + size :]
