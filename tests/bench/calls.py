"""The calls that the bench makes: prepared once as bytes, so that little is measured of the client."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

import grpc
import uvloop

from adjudicator.api.v1 import game_service_pb2 as games
from adjudicator.api.v1 import ruling_service_pb2 as rulings
from tests.bench.boards import EDITION, FOLDER
from tests.bench.wire import Client, connected

JUDGE = "/adjudicator.api.v1.RulingService/JudgeDeclaration"
SUBMIT = "/adjudicator.api.v1.RulingService/SubmitDeclaration"
OPEN = "/adjudicator.api.v1.GameService/OpenGame"
AT_ONCE = 8
PURSE = """
turn 4, dark build step
dark: force 6, build points 100000, deck 40
  build zone: card = TIE Fighter Squad face down, 1 counter
light: force 5, deck 41
"""


def _call(channel: grpc.aio.Channel, method: str) -> Any:
    return channel.unary_unary(method, request_serializer=None, response_deserializer=None)


async def _open(channel: grpc.aio.Channel, board: str) -> games.OpenGameResponse:
    request = games.OpenGameRequest(request_id=str(uuid.uuid4()), edition=EDITION, board=board)
    raw = await _call(channel, OPEN)(request.SerializeToString())
    return games.OpenGameResponse.FromString(raw)


def open_on_board(port: int) -> bytes:
    """Open a game on the crowded board; the prepared request that judges an attack there."""

    async def opened() -> bytes:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            game = await _open(channel, (FOLDER / "crowded-character-attack.board").read_text(encoding="utf-8"))
            request = rulings.JudgeDeclarationRequest()
            request.position.game.game = game.game.game
            request.declaration.notation = "light: attack vader with luke"
            return request.SerializeToString()

    return uvloop.run(opened())


async def _many(port: int, method: str, request: bytes, calls: int) -> None:
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        call = _call(channel, method)

        async def some() -> None:
            for _ in range(calls // AT_ONCE):
                await call(request)

        await asyncio.gather(*(some() for _ in range(AT_ONCE)))


async def judge_many(port: int, request: bytes, calls: int) -> None:
    """JudgeDeclaration, many times."""
    await _many(port, JUDGE, request, calls)


async def noop_many(port: int, request: bytes, calls: int) -> None:
    """The same request to the service that does nothing."""
    await _many(port, JUDGE, request, calls)


async def submit_by_turns(
    ports: Sequence[int], clients: int, submits: int, rounds: int, other: Callable[[], float]
) -> list[tuple[float, float]]:
    """Declarations recorded per second and another rate, by turns, after a round that does not count.

    So many clients, each on a game and a connection of its own, record so many declarations one after another in a
    round. Where several servers share a store, each client keeps to one of them.
    """

    async def begin(port: int) -> tuple[Client, games.OpenGameResponse]:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            return await connected(port, SUBMIT), await _open(channel, PURSE)

    async def play(client: Client, game: games.OpenGameResponse) -> None:
        for _ in range(submits):
            request = rulings.SubmitDeclarationRequest(
                request_id=str(uuid.uuid4()), game=game.game.game, expected_revision=game.basis.revision
            )
            request.declaration.notation = "dark: add 1 to card"
            answer = rulings.SubmitDeclarationResponse.FromString(await client.call(request.SerializeToString()))
            assert answer.verdict.ruling == 1, answer.verdict
            game.basis.revision = answer.basis.revision

    async def submitted() -> float:
        begun = perf_counter()
        await asyncio.gather(*(play(client, game) for client, game in players))
        return clients * submits / (perf_counter() - begun)

    players = [await begin(ports[number % len(ports)]) for number in range(clients)]
    try:
        await submitted()
        other()
        return [(await submitted(), other()) for _ in range(rounds)]
    finally:
        for client, _ in players:
            client.close()
