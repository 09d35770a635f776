"""T13: connections that begin and do not go on, or only ever so slowly, while other clients want to be served.

On each of the four ports: of the service, for browsers, of the views, and where Prometheus asks.
"""

from __future__ import annotations

import asyncio
import contextlib
import selectors
import socket
import threading
import time
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager, contextmanager
from functools import partial
from typing import Any, NamedTuple

import grpc
import uvloop
from google.protobuf.json_format import MessageToJson

from adjudicator.api.v1 import ruling_service_pb2 as rulings
from tests.bench.boards import EDITION
from tests.bench.calls import JUDGE, PURSE
from tests.bench.measure import percentile
from tests.kit.http import connected, written
from tests.kit.processes import ServerProcess, ViewsProcess, free_address
from tests.proving.faults.winners import SAID
from tests.proving.fuzz.oversize import STANDINGS
from tests.proving.fuzz.wire import HEADERS, PREFACE, SETTINGS, Connection, frame
from tests.proving.programme import NO_STORE, Found, Run, Trial

CLOSED_SECONDS = 5.0
P99_SECONDS = 0.05
CALLS = 400
WAIT_SECONDS = 9.0
DRIP_SECONDS = 1.0

HALF_OPEN = (b"", b"P", PREFACE[:20])
"""What the half-open ones have sent: nothing, a letter, most of the preface; then a letter more now and then."""
BEGUN = PREFACE + frame(SETTINGS, 0, 0) + frame(HEADERS, 0, 1, b"\x00")[:5]
"""What the others have sent: a sound beginning, and half of a call's first frame. These are let be, as idle clients."""
HALF_ASKED = (b"", b"G", b"GET /metrics HTTP/1.1\r\n", b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n")
"""What is half open where HTTP/1.1 is spoken."""

Asking = Callable[[], Awaitable[object]]


class Port(NamedTuple):
    """A port: what slow ones send there, of which so many in a round are half open, and what others ask meanwhile."""

    address: str
    sent: Sequence[bytes]
    half: int
    others: Callable[[], AbstractAsyncContextManager[Sequence[Asking]]]


class Slow:
    """Many slow connections, and when each was closed on them."""

    def __init__(self, port: Port, count: int) -> None:
        self.port = port
        self.count = count
        self.opened: dict[socket.socket, float] = {}
        self.closed: list[float] = []
        self.half_open = 0
        self.refused = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="slow", daemon=True)

    def begin(self) -> None:
        """Open them all."""
        self._selector = selectors.DefaultSelector()
        for number in range(self.count):
            try:
                found = Connection(self.port.address).socket
            except OSError:
                self.refused += 1
                continue
            way = number % len(self.port.sent)
            half = way < self.port.half
            with contextlib.suppress(OSError):
                found.sendall(self.port.sent[way])
            found.setblocking(False)
            if half:
                self.half_open += 1
                self.opened[found] = time.monotonic()
                self._selector.register(found, selectors.EVENT_READ)
            else:
                self.opened[found] = 0.0
        self._thread.start()

    def end(self) -> None:
        """Close what is left."""
        self._stop.set()
        self._thread.join()
        for each in self.opened:
            each.close()

    def _watch(self) -> None:
        dripped = time.monotonic()
        while not self._stop.is_set():
            for key, _ in self._selector.select(0.05):
                found = key.fileobj
                assert isinstance(found, socket.socket)
                if not _gone(found):
                    continue
                self._selector.unregister(found)
                self.closed.append(time.monotonic() - self.opened.pop(found))
                found.close()
            if time.monotonic() - dripped > DRIP_SECONDS:
                dripped = time.monotonic()
                for number, each in enumerate(self.opened):
                    if number % 5 == 0:
                        with contextlib.suppress(OSError):
                            each.send(b"x" if self.opened[each] else b"\x00")


def _gone(found: socket.socket) -> bool:
    """Whether the other side has closed; what it says otherwise is not listened to."""
    try:
        return not found.recv(4096)
    except BlockingIOError:
        return False
    except OSError:
        return True


# --- the ports ----------------------------------------------------------------------------------


@asynccontextmanager
async def _calling(address: str, method: str, raw: bytes) -> AsyncIterator[list[Asking]]:
    async with grpc.aio.insecure_channel(address) as channel:
        call: Any = channel.unary_unary(method, request_serializer=None, response_deserializer=None)

        async def ask() -> None:
            await call(raw, timeout=20)

        yield [ask]


def _judging(address: str) -> AbstractAsyncContextManager[list[Asking]]:
    """Asks the service to judge."""
    return _calling(address, JUDGE, _question().SerializeToString())


def _question() -> rulings.JudgeDeclarationRequest:
    request = rulings.JudgeDeclarationRequest()
    request.position.board.edition = EDITION
    request.position.board.notation = PURSE
    request.declaration.notation = SAID
    return request


@asynccontextmanager
async def _scraping(address: str, of: str) -> AsyncIterator[list[Asking]]:
    """Asks for the numbers, and judges beside."""

    def read() -> bytes:
        with urllib.request.urlopen(f"http://{address}/metrics", timeout=20) as answer:
            return bytes(answer.read())

    async with _judging(of) as judging:
        yield [partial(asyncio.to_thread, read), *judging]


@contextmanager
def _service(run: Run) -> Iterator[Port]:
    with ServerProcess(str(run.folder / "games.db")) as server:
        yield Port(server.address, (*HALF_OPEN, BEGUN), len(HALF_OPEN), partial(_judging, server.address))


@contextmanager
def _views(run: Run) -> Iterator[Port]:
    log = str(run.folder / "games.db")
    ServerProcess(log).stop()
    with ViewsProcess(log, run.folder / "views.db", log=run.folder / "log") as views:
        looking = partial(_calling, views.address, STANDINGS, b"")
        yield Port(views.address, (*HALF_OPEN, BEGUN), len(HALF_OPEN), looking)


@contextmanager
def _prometheus(run: Run) -> Iterator[Port]:
    address = free_address()
    with ServerProcess(str(run.folder / "games.db"), "--metrics", address) as server:
        yield Port(address, HALF_ASKED, len(HALF_ASKED), partial(_scraping, address, server.address))


HALF_CALLED = (
    b"", b"P", b"\r\n", f"POST {JUDGE} HTTP/1.1\r\nHost: localhost\r\n".encode(),
    f"POST {JUDGE} HTTP/1.1\r\nHost: HERE\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{{".encode(),
)  # fmt: skip
"""What is half open at the door for browsers: nothing, a letter, a line, half of the headers, half a body."""


@asynccontextmanager
async def _posting(address: str, of: str) -> AsyncIterator[list[Asking]]:
    """Judges at the door for browsers, on a connection that is kept, and by gRPC beside."""
    body = MessageToJson(_question()).encode()
    sent = written(address, "POST", JUDGE, {"content-type": "application/json"}, body)
    async with connected(address) as line, _judging(of) as judging:

        async def ask() -> None:
            line.writer.write(sent)
            assert (await line.answer()).status == 200

        yield [ask, *judging]


@contextmanager
def _browsers(run: Run) -> Iterator[Port]:
    with ServerProcess(str(run.folder / "games.db"), "--web", "127.0.0.1:0") as server:
        address = server.web
        half = [each.replace(b"HERE", address.encode()) for each in HALF_CALLED]
        yield Port(address, half, len(half), partial(_posting, address, server.address))


# --- the trial ----------------------------------------------------------------------------------


async def _p99(port: Port) -> float:
    """Of calls one after another, by clients who mean well, the slowest kind's 99th percentile in seconds."""
    found: list[list[float]] = []
    async with port.others() as asking:
        for ask in asking:
            await ask()
            found.append([])
            for _ in range(CALLS):
                begun = time.perf_counter()
                await ask()
                found[-1].append(time.perf_counter() - begun)
    return max(percentile(each, 0.99) for each in found)


def _crawl(at: Callable[[Run], AbstractContextManager[Port]], run: Run) -> Found:
    with at(run) as port:
        alone = uvloop.run(_p99(port))
        slow = Slow(port, run.runs)
        begun = time.monotonic()
        slow.begin()
        among = uvloop.run(_p99(port))
        while len(slow.closed) < slow.half_open and time.monotonic() - begun < WAIT_SECONDS:
            time.sleep(0.1)
            run.done(len(slow.closed))
        slow.end()
    longest = max(slow.closed, default=0.0)
    all_closed = len(slow.closed) == slow.half_open and longest <= CLOSED_SECONDS
    said = f"{len(slow.closed)} of {slow.half_open} half-open ones closed, the last after {longest:.1f} s"
    said += f"; others' p99 {among * 1000:.1f} ms ({alone * 1000:.1f} ms before); {slow.refused} not let in"
    numbers = {
        "half_open": slow.half_open,
        "closed": len(slow.closed),
        "longest": longest,
        "p99": among,
        "alone": alone,
    }
    return Found(all_closed and among < P99_SECONDS, said, numbers, late=all_closed)


def _trial(title: str, at: Callable[[Run], AbstractContextManager[Port]]) -> Trial:
    bar = "others' p99 under 50 ms; half-open closed within 5 s"
    return Trial("T13", title, bar, partial(_crawl, at), 2000, 100, "connections", NO_STORE)


TRIALS = (
    _trial("slow connections, half open or begun", _service),
    _trial("slow connections to the views", _views),
    _trial("slow connections where Prometheus asks", _prometheus),
)
WEB = _trial("slow connections at the door for browsers", _browsers)
