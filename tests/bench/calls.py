"""The calls that the bench makes: requests are prepared as bytes, and only what the server spends counts."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Sequence
from typing import Any

import grpc
import uvloop

from adjudicator.api.v1 import game_service_pb2 as games
from adjudicator.api.v1 import ruling_service_pb2 as rulings
from tests.bench.boards import EDITION, FOLDER

JUDGE = "/adjudicator.api.v1.RulingService/JudgeDeclaration"
SUBMIT = "/adjudicator.api.v1.RulingService/SubmitDeclaration"
LIST = "/adjudicator.api.v1.GameService/ListEntries"
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


def open_games(port: int, board: str, count: int = 1) -> list[games.OpenGameResponse]:
    """Open games on a board."""

    async def opened() -> list[games.OpenGameResponse]:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            found = []
            for _ in range(count):
                request = games.OpenGameRequest(request_id=str(uuid.uuid4()), edition=EDITION, board=board)
                raw = await _call(channel, OPEN)(request.SerializeToString())
                found.append(games.OpenGameResponse.FromString(raw))
            return found

    return uvloop.run(opened())


def judging_an_attack(port: int) -> bytes:
    """Open a game on a crowded board; the prepared request that judges an attack there."""
    (game,) = open_games(port, (FOLDER / "crowded-character-attack.board").read_text(encoding="utf-8"))
    request = rulings.JudgeDeclarationRequest()
    request.position.game.game = game.game.game
    request.declaration.notation = "light: attack vader with luke"
    return request.SerializeToString()


def long_game(port: int, entries: int) -> str:
    """A game with so many entries."""
    (game,) = players = open_games(port, PURSE)
    submit_many(port, players, entries)
    return game.game.game


def judge_many(port: int, request: bytes, calls: int) -> None:
    """JudgeDeclaration, many times, whatever service is at the port."""
    call_many(port, JUDGE, request, calls)


def call_many(port: int, method: str, request: bytes, calls: int) -> None:
    """A call, many times."""

    async def ask() -> None:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            call = _call(channel, method)

            async def some() -> None:
                for _ in range(calls // AT_ONCE):
                    await call(request)

            await asyncio.gather(*(some() for _ in range(AT_ONCE)))

    uvloop.run(ask())


def submit_many(port: int, players: Sequence[games.OpenGameResponse], submits: int) -> None:
    """So many declarations on each game, one after another, the games side by side, a connection each."""

    async def play(game: games.OpenGameResponse) -> None:
        options = [("grpc.use_local_subchannel_pool", 1)]
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}", options) as channel:
            call = _call(channel, SUBMIT)
            for _ in range(submits):
                request = rulings.SubmitDeclarationRequest(
                    request_id=str(uuid.uuid4()), game=game.game.game, expected_revision=game.basis.revision
                )
                request.declaration.notation = "dark: add 1 to card"
                answer = rulings.SubmitDeclarationResponse.FromString(await call(request.SerializeToString()))
                assert answer.verdict.ruling == 1, answer.verdict
                game.basis.revision = answer.basis.revision

    async def all_of_them() -> None:
        await asyncio.gather(*map(play, players))

    uvloop.run(all_of_them())
