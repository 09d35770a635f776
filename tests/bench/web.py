"""The door for browsers against gRPC: the same calls to the same service in the same run, in the server's time."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from functools import partial
from typing import Any

import uvloop

from tests.bench.measure import Cost, Measured, by_turns
from tests.bench.rpc import serving

AT_ONCE = 8
ENTRIES = 100
"""A page of the log, about 40 kB."""

JUDGES, PAGES = 400, 40
"""So many calls in a turn."""


def calling() -> list[Measured]:
    """JudgeDeclaration and a large page of ListEntries, in protobuf and in JSON."""
    from google.protobuf.json_format import MessageToJson  # noqa: PLC0415 - loads grpc, as all below

    from adjudicator.api.v1 import game_service_pb2 as games  # noqa: PLC0415
    from adjudicator.api.v1 import ruling_service_pb2 as rulings  # noqa: PLC0415
    from tests.bench.calls import JUDGE, LIST, call_many, judging_an_attack, long_game  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder, serving(f"sqlite:///{folder}/log.sqlite") as server:
        judged = judging_an_attack(server.port)
        listed = games.ListEntriesRequest(game=long_game(server.port, ENTRIES), page_size=ENTRIES).SerializeToString()

        def cost(calls: int, make: Callable[[], None]) -> float:
            begun = server.cpu()
            make()
            return (server.cpu() - begun) / calls

        def row(name: str, path: str, raw: bytes, kind: Any, calls: int) -> list[Measured]:
            asked = partial(call_many, server.port, path, raw, calls)
            in_json = MessageToJson(kind.FromString(raw), indent=None).encode()
            costs: dict[str, Cost] = {
                f"web.{name}": partial(cost, calls, partial(_post, server.web, path, "application/proto", raw, calls)),
                f"web.{name}-json": partial(
                    cost, calls, partial(_post, server.web, path, "application/json", in_json, calls)
                ),
            }
            return by_turns(partial(cost, calls, asked), costs, "a call, gRPC's")

        return [
            *row("judge", JUDGE, judged, rulings.JudgeDeclarationRequest, JUDGES),
            *row("entries", LIST, listed, games.ListEntriesRequest, PAGES),
        ]


def _post(port: int, path: str, kind: str, body: bytes, calls: int) -> None:
    """The call, many times, on some connections that are kept."""
    head = (
        f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncontent-type: {kind}\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    sent = head.encode() + body

    async def some() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
        for _ in range(calls // AT_ONCE):
            writer.write(sent)
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
            await reader.readuntil(b"\r\n0\r\n\r\n")
        writer.close()

    async def every() -> None:
        await asyncio.gather(*(some() for _ in range(AT_ONCE)))

    uvloop.run(every())
