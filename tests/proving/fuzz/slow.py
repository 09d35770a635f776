"""T13: connections that begin and do not go on, or only ever so slowly, while other clients want to be served."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
import time
from pathlib import Path
from typing import Any

import grpc
import uvloop

from adjudicator.api.v1 import ruling_service_pb2 as rulings
from tests.bench.boards import EDITION
from tests.bench.calls import JUDGE, PURSE
from tests.bench.measure import percentile
from tests.kit.processes import ServerProcess
from tests.proving.faults.winners import SAID
from tests.proving.fuzz.wire import HEADERS, PREFACE, SETTINGS, Connection, frame
from tests.proving.programme import Found, Run, Trial

CLOSED_SECONDS = 5.0
P99_SECONDS = 0.05
CALLS = 400
WAIT_SECONDS = 9.0
DRIP_SECONDS = 1.0
HALF_OPEN = ("", "P", PREFACE[:20].decode())
"""What the half-open ones have sent: nothing, a letter, most of the preface; then a letter more now and then."""
BEGUN = PREFACE + frame(SETTINGS, 0, 0) + frame(HEADERS, 0, 1, b"\x00")[:5]
"""What the others have sent: a sound beginning, and half of a call's first frame. These are let be, as idle clients."""


class Slow:
    """Many slow connections, and when each was closed on them."""

    def __init__(self, address: str, count: int) -> None:
        self.address = address
        self.count = count
        self.opened: dict[socket.socket, float] = {}
        self.closed: list[float] = []
        self.half_open = 0
        self.refused = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="slow", daemon=True)

    def begin(self) -> None:
        """Open them all; three of four stay half open."""
        self._selector = selectors.DefaultSelector()
        for number in range(self.count):
            try:
                found = Connection(self.address).socket
            except OSError:
                self.refused += 1
                continue
            half = number % 4 < len(HALF_OPEN)
            with contextlib.suppress(OSError):
                found.sendall(HALF_OPEN[number % 4].encode() if half else BEGUN)
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


async def _times(address: str) -> list[float]:
    """Seconds of calls, one after another, of a client who means well."""
    request = rulings.JudgeDeclarationRequest()
    request.position.board.edition = EDITION
    request.position.board.notation = PURSE
    request.declaration.notation = SAID
    raw = request.SerializeToString()
    async with grpc.aio.insecure_channel(address) as channel:
        call: Any = channel.unary_unary(JUDGE, request_serializer=None, response_deserializer=None)
        await call(raw)
        found = []
        for _ in range(CALLS):
            begun = time.perf_counter()
            await call(raw, timeout=20)
            found.append(time.perf_counter() - begun)
        return found


def _crawl(run: Run) -> Found:
    with ServerProcess(str(Path(run.folder) / "games.db")) as server:
        alone = percentile(uvloop.run(_times(server.address)), 0.99)
        slow = Slow(server.address, run.runs)
        begun = time.monotonic()
        slow.begin()
        among = percentile(uvloop.run(_times(server.address)), 0.99)
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


TRIAL = Trial(
    "T13", "slow connections, half open or begun", "others' p99 under 50 ms; half-open closed within 5 s", _crawl, 2000,
    100, "connections", ("",),
)  # fmt: skip
