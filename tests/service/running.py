"""A service with the miniature game, on a free port of this machine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import msgspec

from adjudicator.application import Adjudication
from adjudicator.citations import load
from adjudicator.service.assembly import assemble
from adjudicator.service.config import Configuration
from adjudicator.service.server import Server
from adjudicator_client import AioAdjudicatorClient, Seat
from tests.kit.harbour import HARBOUR
from tests.kit.harbour.parts import DECK

SEATS = [Seat(seat, person, " ".join(DECK)) for seat, person in zip(
    ("north", "east", "south", "west"), ("ann", "bob", "ann", "cid"), strict=True
)]  # fmt: skip

QUIET = Configuration(listen="127.0.0.1:0", store="sqlite:///:memory:", grace_seconds=2.0, watch_poll_seconds=0.1)
SMALL = 20_000
"""The largest message that the fixture `door` takes."""

SOON = 60
"""What happens at once or soon may take so many seconds on a machine that is busy."""


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something is so. Raises TimeoutError."""
    async with asyncio.timeout(SOON):
        while not holds():  # noqa: ASYNC110 - what is waited for here sets no event
            await asyncio.sleep(0.02)


class Held:
    """Commits that wait: `reached` is set once there is one, and they go on when `go_on` is set."""

    def __init__(self) -> None:
        self.reached, self.go_on = asyncio.Event(), asyncio.Event()

    async def stand(self) -> None:
        """Wait until it may go on."""
        self.reached.set()
        await self.go_on.wait()


@dataclass
class Running:
    """A running service: the server, its log, and a client of it."""

    server: Server
    application: Adjudication
    client: AioAdjudicatorClient

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"127.0.0.1:{self.server.port}"

    @property
    def web(self) -> str:
        """Where it listens for browsers."""
        (door,) = self.server.doors
        return f"127.0.0.1:{door.port}"

    def hold_the_store(self) -> Held:
        """Let every commit wait until it may go on."""
        writer, loop, held = self.application._writer, asyncio.get_running_loop(), Held()
        real = writer._save

        def save(events: Sequence[Any]) -> object:
            asyncio.run_coroutine_threadsafe(held.stand(), loop).result(SOON)
            return real(events)

        writer._save = save
        return held

    async def opened(self) -> str:
        """A game from the beginning; returns its id."""
        return (await self.client.open_game("harbour-1", SEATS)).game.game

    async def entries(self, game: str) -> int:
        """How many entries a game has."""
        return (await self.client.game(game)).game.entry


@asynccontextmanager
async def running(**options: Any) -> AsyncIterator[Running]:
    """A service that runs within the block."""
    configuration = msgspec.structs.replace(QUIET, **options)
    server, application = assemble(configuration, [HARBOUR], load())
    with application:
        port = await server.start()
        try:
            async with AioAdjudicatorClient(f"127.0.0.1:{port}") as client:
                yield Running(server, application, client)
        finally:
            await server.stop()
