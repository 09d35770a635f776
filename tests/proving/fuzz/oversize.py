"""T12: messages that are too large, say that they are, or become so when they are unpacked."""

from __future__ import annotations

import uuid
import zlib
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import grpc

from adjudicator.api.v1 import record_service_pb2 as records
from adjudicator_client.errors import refused
from tests.bench.calls import JUDGE
from tests.kit.processes import Peak, ServerProcess, ViewsProcess
from tests.proving.fuzz.wire import Connection, prefixed
from tests.proving.programme import NO_STORE, Found, Run, Trial

EXHAUSTED = grpc.StatusCode.RESOURCE_EXHAUSTED.value[0]
GROWTH_BYTES_MAX = 20_000_000
MEGABYTE = 1_000_000
GIGABYTE = 1_000_000_000
STANDINGS = "/adjudicator.api.v1.ProjectionService/ListStandings"
IMPORT = "/adjudicator.api.v1.RecordService/ImportGame"


@cache
def zeros(size: int) -> bytes:
    """So many zeros, compressed with gzip a piece at a time."""
    packing = zlib.compressobj(9, zlib.DEFLATED, 31)
    piece = bytes(MEGABYTE)
    return b"".join(packing.compress(piece) for _ in range(size // MEGABYTE)) + packing.flush()


def _sent(address: str, parts: Iterator[bytes], *more: tuple[str, str], method: str) -> int | None:
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


def _large(method: str, address: str) -> int:
    """4 MB, as a client sends them."""
    return _called(address, method, bytes(4 * MEGABYTE))


def _declared(method: str, address: str) -> int | None:
    """A gigabyte announced, a little of it sent."""
    return _sent(address, iter((prefixed(GIGABYTE) + bytes(MEGABYTE),)), method=method)


def _bomb(size: int, method: str, address: str) -> int | None:
    """So many zeros, packed as a message."""
    packed = zeros(size)
    whole = prefixed(len(packed), compressed=True) + packed
    return _sent(address, iter((whole,)), ("grpc-encoding", "gzip"), method=method)


def _record_bomb(address: str) -> int:
    """A written game of a gigabyte, packed into the field for packed ones."""
    message = records.ImportGameRequest(
        request_id=str(uuid.uuid4()), format=records.RECORD_FORMAT_JSON_LINES, check_only=True, gzip=zeros(GIGABYTE)
    )
    return _called(address, IMPORT, message.SerializeToString())


Sending = dict[str, Callable[[str], int | None]]
"""What is sent, by what it is called."""


def _to(method: str) -> Sending:
    return {
        "4 MB": partial(_large, method),
        "1 GB announced": partial(_declared, method),
        "10 MB in gzip": partial(_bomb, 10 * MEGABYTE, method),
        "1 GB in gzip": partial(_bomb, GIGABYTE, method),
    }


def _to_the_service(run: Run) -> Found:
    with ServerProcess(str(run.folder / "games.db")) as server:
        return _oversize(run, server, {**_to(JUDGE), "a record of 1 GB in gzip": _record_bomb})


def _to_the_views(run: Run) -> Found:
    games = str(run.folder / "games.db")
    ServerProcess(games).stop()
    with ViewsProcess(games, run.folder / "views.db", log=run.folder / "log") as views:
        return _oversize(run, views, _to(STANDINGS))


def _oversize(run: Run, server: ServerProcess, sending: Sending) -> Found:
    wrong, told = [], []
    numbers: dict[str, float] = {}
    sending["4 MB"](server.address)
    for name, send in sending.items():
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


BAR = "RESOURCE_EXHAUSTED (8), memory less than +20 MB"
TRIALS = (
    Trial("T12", "messages too large, announced or unpacked", BAR, _to_the_service, 20, 1, "times each", NO_STORE),
    Trial("T12", "the same at the views", BAR, _to_the_views, 20, 1, "times each", NO_STORE),
)
