"""T12: messages that are too large, say that they are, or become so when they are unpacked."""

from __future__ import annotations

import uuid
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import grpc

from adjudicator.api.v1 import record_service_pb2 as records
from clients.python.errors import refused
from tests.bench.calls import JUDGE
from tests.kit.processes import Peak, ServerProcess
from tests.proving.fuzz.wire import Connection, prefixed
from tests.proving.programme import Found, Run, Trial

EXHAUSTED = grpc.StatusCode.RESOURCE_EXHAUSTED.value[0]
GROWTH_BYTES_MAX = 20_000_000
MEGABYTE = 1_000_000
GIGABYTE = 1_000_000_000
IMPORT = "/adjudicator.api.v1.RecordService/ImportGame"


@cache
def zeros(size: int) -> bytes:
    """So many zeros, compressed with gzip a piece at a time."""
    packing = zlib.compressobj(9, zlib.DEFLATED, 31)
    piece = bytes(MEGABYTE)
    return b"".join(packing.compress(piece) for _ in range(size // MEGABYTE)) + packing.flush()


def _sent(address: str, parts: Iterator[bytes], *more: tuple[str, str], method: str = JUDGE) -> int | None:
    with Connection(address) as connection:
        connection.begin(method, *more)
        connection.send(parts)
        return connection.status()


def _called(address: str, method: str, raw: bytes) -> int:
    """The status of a call by gRPC's own client."""
    with grpc.insecure_channel(address) as channel:
        call: Any = channel.unary_unary(method)
        try:
            call(raw, timeout=20)
        except grpc.RpcError as error:
            return int(refused(error).code.value[0])
    return 0


def _large(address: str) -> int:
    """4 MB, as a client sends them."""
    return _called(address, JUDGE, bytes(4 * MEGABYTE))


def _declared(address: str) -> int | None:
    """A gigabyte announced, a little of it sent."""
    return _sent(address, iter((prefixed(GIGABYTE) + bytes(MEGABYTE),)))


def _bomb(size: int) -> Callable[[str], int | None]:
    def throw(address: str) -> int | None:
        packed = zeros(size)
        whole = prefixed(len(packed), compressed=True) + packed
        return _sent(address, iter((whole,)), ("grpc-encoding", "gzip"), method=JUDGE)

    return throw


def _record_bomb(address: str) -> int:
    """A written game of a gigabyte, packed into the field for packed ones."""
    message = records.ImportGameRequest(
        request_id=str(uuid.uuid4()), format=records.RECORD_FORMAT_JSON_LINES, check_only=True, gzip=zeros(GIGABYTE)
    )
    return _called(address, IMPORT, message.SerializeToString())


SENDING: dict[str, Callable[[str], int | None]] = {
    "4 MB": _large,
    "1 GB announced": _declared,
    "10 MB in gzip": _bomb(10 * MEGABYTE),
    "1 GB in gzip": _bomb(GIGABYTE),
    "a record of 1 GB in gzip": _record_bomb,
}
"""What is sent."""


def _oversize(run: Run) -> Found:
    wrong, told = [], []
    numbers: dict[str, float] = {}
    with ServerProcess(str(Path(run.folder) / "games.db")) as server:
        _large(server.address)
        for name, send in SENDING.items():
            peak = Peak(server.process.pid)
            codes = set()
            for number in range(run.runs):
                codes.add(send(server.address))
                run.done(number + 1)
            grown = peak.grown()
            numbers[name] = grown
            told.append(f"{name}: {'/'.join(map(str, codes))} {grown / 1e6:+.1f} MB")
            if codes != {EXHAUSTED} or grown >= GROWTH_BYTES_MAX:
                wrong.append(name)
    return Found(not wrong, "; ".join(told), numbers)


TRIAL = Trial(
    "T12", "messages too large, announced or unpacked", "RESOURCE_EXHAUSTED (8), memory less than +20 MB", _oversize,
    20, 1, "times each", ("",),
)  # fmt: skip
