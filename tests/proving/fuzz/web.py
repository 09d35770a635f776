"""T11 and T12 at the door for browsers: nonsense in every protocol it speaks, and what is too large there.

T13 is `slow`.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

from google.protobuf.json_format import MessageToJson

from tests.bench.calls import JUDGE
from tests.kit.calls import methods, path
from tests.kit.http import JSON, PROTO, connected, enveloped, written
from tests.kit.processes import Peak, ServerProcess, resident_bytes
from tests.proving.fuzz.malformed import AT_ONCE, GROWTH_BYTES_MAX, Filler, mutated, opened
from tests.proving.fuzz.oversize import GIGABYTE, MEGABYTE, zeros
from tests.proving.fuzz.slow import WEB
from tests.proving.programme import NO_STORE, Found, Run, Trial

SECONDS = 20.0
GRPC_WEB = "application/grpc-web+proto"
UNARY, STREAM = (JSON, PROTO, GRPC_WEB), ("application/connect+json", "application/connect+proto", GRPC_WEB)
OURS = frozenset({500, 501, 502, 503})
CLOSED = 0


class Nonsense:
    """Requests that are none, or nearly."""

    def __init__(self, address: str, seed: int, games: list[str]) -> None:
        self.address = address
        self.dice = random.Random(seed)
        self.filler = Filler(self.dice, games)
        self.every = list(methods())
        self.heard = Counter[int]()
        self.made = 0

    def request(self) -> bytes:
        """The bytes of one."""
        dice = self.dice
        method = dice.choice(self.every)
        message = self.filler.message(method.input_type)
        streams = method.server_streaming if dice.random() < 0.95 else not method.server_streaming
        kind = dice.choice(STREAM if streams else UNARY)
        body = MessageToJson(message).encode() if "json" in kind else message.SerializeToString()
        if dice.random() < 0.5:
            body = mutated(body, dice)
        if "+" in kind:
            body = enveloped(body)
        headers = {"content-type": kind, "connection": "close"}
        sent = written(self.address, "POST", path(method), headers, body)
        return mutated(sent, dice) if dice.random() < 0.3 else sent

    async def some(self, until: int) -> None:
        """Make them, so many together with others."""
        while self.made < until:
            self.made += 1
            self.heard[await self._status(self.request())] += 1

    async def _status(self, sent: bytes) -> int:
        """The status; 0 if the connection is closed, or nothing more comes."""
        try:
            async with asyncio.timeout(1.0 if b"Watch" in sent else SECONDS), connected(self.address) as line:
                line.writer.write(sent)
                return (await line.head())[0]
        except (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError, IndexError):
            return CLOSED


async def _spoken(nonsense: Nonsense, run: Run, weigh: Callable[[], int]) -> int:
    await asyncio.gather(*(nonsense.some(run.runs // 2) for _ in range(AT_ONCE)))
    between = weigh()
    await asyncio.gather(*(nonsense.some(run.runs) for _ in range(AT_ONCE)))
    return weigh() - between


def _malformed(run: Run) -> Found:
    flags = ("--web", "127.0.0.1:0")
    with ServerProcess(str(run.folder / "games.db"), *flags, log=run.folder / "log") as server:
        nonsense = Nonsense(server.web, run.seed, asyncio.run(opened(server.address)))
        grown = asyncio.run(_spoken(nonsense, run, lambda: resident_bytes(server.process.pid)))
    told = (run.folder / "log").read_text(encoding="utf-8", errors="replace")
    defects = told.count('"defect"') + told.count("Traceback")
    wrong = OURS & set(nonsense.heard)
    said = ", ".join(f"{status or 'closed'} {count}" for status, count in nonsense.heard.most_common())
    said += f"; {defects} tracebacks; memory {grown / 1e6:+.1f} MB over the second half {told[:300] if defects else ''}"
    return Found(not wrong and not defects and grown < GROWTH_BYTES_MAX, said, {"grown_bytes": grown})


def _large(kind: str) -> Iterator[bytes]:
    """4 MB."""
    yield f"content-type: {kind}\r\ncontent-length: {4 * MEGABYTE}\r\n\r\n".encode()
    for _ in range(4):
        yield b" " * MEGABYTE


def _endless() -> Iterator[bytes]:
    """Pieces for as long as anybody takes them, and a gigabyte at most."""
    yield f"content-type: {JSON}\r\ntransfer-encoding: chunked\r\n\r\n".encode()
    for _ in range(GIGABYTE // MEGABYTE):
        yield b"%x\r\n" % MEGABYTE + bytes(MEGABYTE) + b"\r\n"


def _bomb(size: int) -> Iterator[bytes]:
    """So many zeros, packed before anybody connects."""
    packed = zeros(size)
    head = f"content-type: {PROTO}\r\ncontent-encoding: gzip\r\ncontent-length: {len(packed)}\r\n\r\n"
    return iter((head.encode(), packed))


SENDING: dict[str, Callable[[], Iterator[bytes]]] = {
    "4 MB": partial(_large, PROTO),
    "4 MB of JSON": partial(_large, JSON),
    "without end": _endless,
    "10 MB in gzip": partial(_bomb, 10 * MEGABYTE),
    "1 GB in gzip": partial(_bomb, GIGABYTE),
}


async def _sent(address: str, parts: Iterator[bytes]) -> str:
    """The reason that comes back, or the status; "closed" where there is none."""
    async with connected(address) as line:
        line.writer.write(f"POST {JUDGE} HTTP/1.1\r\nhost: {address}\r\n".encode())

        async def send() -> None:
            for part in parts:
                line.writer.write(part)
                await line.writer.drain()

        sending = asyncio.create_task(send())
        try:
            async with asyncio.timeout(SECONDS):
                heard = await line.answer()
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            return "closed"
        finally:
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)
            line.writer.transport.abort()  # what was not taken is not waited for
        try:
            return heard.reason
        except (ValueError, KeyError, json.JSONDecodeError):
            return str(heard.status)


def _oversize(run: Run) -> Found:
    wrong, told = [], []
    numbers: dict[str, float] = {}
    with ServerProcess(str(run.folder / "games.db"), "--web", "127.0.0.1:0") as server:
        address = server.web
        asyncio.run(_sent(address, _large(PROTO)))
        for name, sending in SENDING.items():
            peak, reasons = Peak(server.process.pid), set[str]()
            for number in range(run.runs):
                parts = sending()
                reasons.add(asyncio.run(_sent(address, parts)))
                run.done(number + 1)
            grown = numbers[name] = peak.grown()
            told.append(f"{name}: {'/'.join(sorted(reasons))} {grown / 1e6:+.1f} MB")
            if reasons != {"MESSAGE_TOO_LARGE"} or grown >= GROWTH_BYTES_MAX:
                wrong.append(name)
    return Found(not wrong, "; ".join(told), numbers)


TRIALS = (
    Trial(
        "T11", "nonsense at the door for browsers", "refused or answered, no 500, no traceback, less than +20 MB",
        _malformed, 10_000, 100, "requests", NO_STORE,
    ),
    Trial(
        "T12", "too large at the door for browsers", "MESSAGE_TOO_LARGE, memory less than +20 MB",
        _oversize, 20, 1, "times each", NO_STORE,
    ),
    WEB,
)  # fmt: skip
