"""The port that Prometheus asks: whoever does not go on, says nonsense or too much is let go, and holds nothing up."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.service.running import Running, running
from tests.service.test_telemetry import _free_port, _scraped

CLOSED_WITHIN = 5.0
HEAD = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n"
HALF = (b"", b"G", HEAD[:20], HEAD)
"""Nothing, a letter, half of the request's line, and a head without its end."""
MANY = 200


@asynccontextmanager
async def scraped(**options: int) -> AsyncIterator[tuple[Running, int]]:
    """A service that runs within the block, and its port for Prometheus."""
    port = _free_port()
    async with running(metrics=f"127.0.0.1:{port}", **options) as service:
        yield service, port


async def _heard(port: int, sent: bytes, drip: bytes = b"") -> tuple[bytes, float]:
    """All that comes back, and after how many seconds the connection is closed; a letter more now and then."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    begun, heard = time.monotonic(), b""
    writer.write(sent)
    async with asyncio.timeout(3 * CLOSED_WITHIN):
        while not reader.at_eof():
            try:
                async with asyncio.timeout(0.5):
                    heard += await reader.read(65_536)
            except TimeoutError:
                writer.write(drip)
            except OSError:
                break
    writer.close()
    return heard, time.monotonic() - begun


async def test_half_open_connections_are_closed() -> None:
    """However far the request has come and however slowly it goes on, in one thread; others are answered meanwhile."""
    async with scraped() as (service, port):
        await service.opened()  # the writer's thread begins with its first work
        threads = threading.active_count()
        ways = [(sent, drip) for sent in HALF for drip in (b"", b"x")]
        waiting = asyncio.gather(*(_heard(port, *way) for _ in range(MANY // len(ways)) for way in ways))
        await asyncio.sleep(0.5)
        begun = time.monotonic()
        await service.opened()
        assert "adjudicator_ready 1.0" in await _scraped(port)
        assert time.monotonic() - begun < 2
        assert threading.active_count() <= threads + 2
        assert [each for each in await waiting if each[0] or each[1] > CLOSED_WITHIN] == []


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        (HEAD + b"\r\n", b"HTTP/1.1 200 OK\r\n"),
        (b"POST /metrics HTTP/1.1\r\n\r\n", b"HTTP/1.1 405 Method Not Allowed\r\n"),
        (b"\x00\xff\r\n\r\n", b"HTTP/1.1 400 Bad Request\r\n"),
        (b"GET / HTTP/9\r\n\r\n", b"HTTP/1.1 400 Bad Request\r\n"),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"HTTP/1.1 400 Bad Request\r\n"),
        (HEAD + b"x: " + bytes(100_000), b""),
    ],
)
async def test_what_is_answered(sent: bytes, says: bytes) -> None:
    """One request a connection; what is none is refused, and a head without an end is not read on."""
    async with scraped() as (_, port):
        heard, seconds = await _heard(port, sent)
        assert heard.startswith(says)
        assert bool(heard) == bool(says)
        assert seconds < 2
        assert "adjudicator_ready 1.0" in await _scraped(port)


async def test_no_more_connections_than_allowed() -> None:
    """One too many is closed as it comes, and there is room again when the others are gone."""
    async with scraped(max_connections=10) as (_, port):
        waiting = [asyncio.create_task(_heard(port, b"")) for _ in range(10)]
        await asyncio.sleep(0.2)
        heard, seconds = await _heard(port, HEAD + b"\r\n")
        assert (b"", True) == (heard, seconds < 1)
        await asyncio.gather(*waiting)
        assert "adjudicator_ready 1.0" in await _scraped(port)


async def test_a_service_that_stops_lets_them_go() -> None:
    """It does not wait for those who say nothing."""
    async with scraped() as (_, port):
        waiting = asyncio.create_task(_heard(port, b""))
        await asyncio.sleep(0.2)
        begun = time.monotonic()
    assert time.monotonic() - begun < 2
    assert (await waiting)[1] < CLOSED_WITHIN
