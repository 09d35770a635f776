"""Requests that begin at the door for browsers and do not go on: they are closed, and hold nothing that others need."""

from __future__ import annotations

import asyncio
import json
import time

import pytest

from adjudicator.service.web import connections
from tests.kit.http import API, JSON, called, connected, written
from tests.service.running import SOON, Running, running, until

CLOSED_WITHIN = 30.0
"""On a machine that is busy (`make fuzz` times it)."""

AT = API + "GameService/ListGames"
WHOLE = {"content-type": JSON, "content-length": "2"}
HALF = (
    b"",
    b"P",
    b"\r\n",
    f"POST {AT} HTTP/1.1\r\nHost: localhost\r\n".encode(),
    written("localhost:1", "POST", AT, {**WHOLE, "host": ""}, b""),
    f"POST {AT} HTTP/1.1\r\nHost: HERE\r\ncontent-type: {JSON}\r\ncontent-length: 2\r\n\r\n{{".encode(),
    f"POST {AT} HTTP/1.1\r\nHost: HERE\r\ncontent-type: {JSON}\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{{".encode(),
    b"GET / HTTP/1.1\r\nHost: HERE\r\n\r\nGET /",
)
"""Nothing, a letter, an empty line, half of the headers, no body, half a body, half a chunk, half a second request."""


async def _seconds_open(address: str, sent: bytes, drip: bytes = b"") -> float:
    """After how many seconds a connection is closed on which this is sent, and then a byte now and then."""
    async with connected(address) as line:
        begun = time.monotonic()
        line.writer.write(sent.replace(b"HERE", address.encode()))
        while time.monotonic() - begun < 2 * CLOSED_WITHIN:
            try:
                async with asyncio.timeout(0.2):
                    if not await line.reader.read(4096):
                        break
            except TimeoutError:
                line.writer.write(drip)
            except ConnectionError:
                break
        return time.monotonic() - begun


async def test_half_requests_are_closed(door: Running) -> None:
    """However far they have come, and if they drip."""
    waiting = (_seconds_open(door.web, sent, drip) for sent in HALF for drip in (b"", b"x"))
    assert max(await asyncio.gather(*waiting)) <= CLOSED_WITHIN


async def test_half_requests_hold_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others are answered long before they are closed; they take no place."""
    monkeypatch.setattr(connections, "ARRIVAL_SECONDS", 300.0)
    async with running(web="127.0.0.1:0", max_concurrent_rpcs=1, max_watchers=1) as door:
        half = [await asyncio.open_connection(*door.web.split(":")) for _ in range(20 * len(HALF))]
        for number, (_, writer) in enumerate(half):
            writer.write(HALF[number % len(HALF)].replace(b"HERE", door.web.encode()))
        await asyncio.sleep(0.2)
        assert 200 == (await called(door.web, "GameService/ListGames")).status
        assert (0, 0) == (door.server.guard.calls.count, door.server.guard.streams.count)
        for _, writer in half:
            writer.close()


async def test_no_more_connections_than_allowed() -> None:
    """One too many is closed as it comes; those there are go on."""
    async with running(web="127.0.0.1:0", max_connections=5) as door, asyncio.timeout(SOON):
        others = [await asyncio.open_connection(*door.web.split(":")) for _ in range(5)]
        assert await _seconds_open(door.web, b"") < connections.ARRIVAL_SECONDS / 2
        reader, writer = others[0]
        writer.write(written(door.web, "GET", "/", {}, b""))
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        for _, each in others:
            each.close()


async def test_a_request_after_another(door: Running) -> None:
    """A connection is used again: a clock of the first request does not end the second."""
    async with connected(door.web) as line, asyncio.timeout(SOON):
        for part in (1, 3, 1000):
            sent = written(door.web, "POST", AT, {"content-type": JSON}, b"{}")
            for at in range(0, len(sent), part):
                line.writer.write(sent[at : at + part])
                await line.writer.drain()
            assert 200 == (await line.answer()).status
        line.writer.write(2 * written(door.web, "POST", AT, {"content-type": JSON}, b"{}"))
        assert [200, 200] == [(await line.answer()).status for _ in range(2)]


async def test_endless_headers_are_cut(door: Running) -> None:
    """They are not kept until time is up."""
    sent = b"GET / HTTP/1.1\r\n" + b"x: " + b"x" * 4_000_000
    assert await _seconds_open(door.web, sent) < connections.ARRIVAL_SECONDS / 2


async def test_who_takes_no_answer_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """A watcher who stops reading holds a place for a while, and not for ever."""
    monkeypatch.setattr(connections, "STUCK_SECONDS", 0.5)
    async with running(web="127.0.0.1:0") as door, asyncio.timeout(2 * SOON):
        game = await door.opened()
        body = json.dumps({"game": game}).encode()
        _, writer = await asyncio.open_connection(*door.web.split(":"), limit=1024)
        writer.transport.pause_reading()  # type: ignore[attr-defined]  # a socket's transport has it
        sent = len(body).to_bytes(5, "big") + body
        writer.write(
            written(door.web, "POST", API + "GameService/WatchGame", {"content-type": "application/connect+json"}, sent)
        )
        await until(lambda: door.server.guard.streams.count == 1)
        text = "x" * 100_000
        while door.server.guard.streams.count:
            await door.client.add_note(game, text, by="ann")
            await asyncio.sleep(0.01)
        writer.close()
