"""Games in progress: two clients each, with connections of their own, who list, ask, and declare; and what it took."""

from __future__ import annotations

import random
from array import array
from collections import defaultdict
from collections.abc import Awaitable
from contextlib import AsyncExitStack
from time import perf_counter
from typing import Any, Self, TypeVar

import grpc

from adjudicator.api.v1 import ruling_service_pb2 as rulings
from adjudicator_client import AioAdjudicatorClient, RefusedError
from tests.bench.calls import JUDGE
from tests.bench.measure import percentile
from tests.bench.rpc import Server
from tests.kit.players import DARK, LIGHT, choice, open_game

Answer = TypeVar("Answer")
SHARES = (0.5, 0.9, 0.99, 0.999)
NOOP, LIST, JUDGED, SUBMITTED, OPENED = (
    "no-op", "ListLegalDeclarations", "JudgeDeclaration", "SubmitDeclaration", "OpenGame",
)  # fmt: skip
_OWN = (("grpc.use_local_subchannel_pool", 1),)
"""A channel is a connection of its own, as another client's would be."""
_NOTHING = rulings.JudgeDeclarationRequest().SerializeToString()


class Timings:
    """Seconds of every call, by what was called; all are kept, so percentiles are exact. And what went wrong."""

    def __init__(self) -> None:
        self.seconds: dict[str, array[float]] = defaultdict(lambda: array("d"))
        self.errors: list[str] = []
        self.games = self.declarations = 0

    async def of(self, what: str, call: Awaitable[Answer]) -> Answer:
        """Wait for a call. Raises RefusedError."""
        begun = perf_counter()
        answer = await call
        self.seconds[what].append(perf_counter() - begun)
        return answer

    def p(self, what: str, share: float) -> float:
        """A percentile in milliseconds."""
        return percentile(self.seconds[what], share) * 1000 if self.seconds[what] else 0.0


class Connections:
    """The clients of all tables at some servers; use it as a context."""

    def __init__(self, servers: list[Server]) -> None:
        self.servers = servers
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        self.idle = [await self._channel(server.idle_port) for server in self.servers]
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._stack.aclose()

    async def client(self, at: int) -> AioAdjudicatorClient:
        """A client with a connection of its own to one of the servers."""
        channel = await self._channel(self.servers[at].port)
        return AioAdjudicatorClient(channel=channel, timeout=30.0)

    async def _channel(self, port: int) -> grpc.aio.Channel:
        channel = grpc.aio.insecure_channel(f"127.0.0.1:{port}", options=_OWN)
        return await self._stack.enter_async_context(channel)


class Table:
    """One game after the other between two clients of one server; the game's id would route them there."""

    def __init__(self, connections: Connections, number: int, timings: Timings) -> None:
        self.connections = connections
        self.at = number % len(connections.servers)
        self.timings = timings
        self.chance = random.Random(number)
        self.game = ""

    async def sit_down(self) -> None:
        """Connect both clients, and open the first game."""
        self.clients = {seat: await self.connections.client(self.at) for seat in (DARK, LIGHT)}
        self._idle: Any = self.connections.idle[self.at].unary_unary(JUDGE)
        await self._open()

    async def _open(self) -> None:
        opened = await self.timings.of(OPENED, open_game(self.clients[DARK]))
        self.game, self.asked = opened.game.game, opened.question.asked[0]

    async def step(self) -> bool:
        """Whoever is asked looks what he may say, asks about it, says it; beside it a call that does nothing.

        Whether the game goes on; if not, the next one is opened by the next step. Errors are counted.
        """
        try:
            if not self.game:
                await self._open()
            return await self._say()
        except (RefusedError, grpc.aio.AioRpcError) as error:
            self.timings.errors.append(str(error))
            self.game = ""
            return True

    async def _say(self) -> bool:
        client, timings = self.clients[self.asked], self.timings
        forms = await timings.of(LIST, client.legal(self.game, seat=self.asked, viewer=self.asked))
        said = choice(list(forms.forms), self.chance)
        nothing_first = self.chance.random() < 0.5  # what follows an answer finds the server awake
        if nothing_first:
            await timings.of(NOOP, self._idle(_NOTHING, timeout=30))
        await timings.of(JUDGED, client.judge(self.game, said, viewer=self.asked))
        if not nothing_first:
            await timings.of(NOOP, self._idle(_NOTHING, timeout=30))
        told = await timings.of(
            SUBMITTED, client.submit(self.game, said, expected_revision=forms.basis.revision, viewer=self.asked)
        )  # fmt: skip
        timings.declarations += 1
        if told.question.over or not told.question.asked:
            timings.games += 1
            self.game = ""
            return False
        self.asked = told.question.asked[0]
        return True
