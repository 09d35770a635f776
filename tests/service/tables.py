"""A Star Wars service that asks for tokens, with games in several states and a client for each kind of caller."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

import msgspec

from adjudicator.application.access import Role, TokenRoll
from adjudicator.service.start import of_all_games
from adjudicator_client import AioAdjudicatorClient, Credentials, Seat
from tests.service.running import QUIET

HOUR = 3_600_000
EDITION = "swtcg-2005"
BOARD = """turn 3, dark build step
dark: force 3, build points 4, hand [Yoda's Intervention, Darth Vader (E)], deck 9
  character: vader = Darth Vader (A)
  build zone: Luke Skywalker (F) face down, 1 counters
light: force 3, hand [Han Solo (A)], deck 9
  character: Wedge Antilles (A)
"""
SEATS = [Seat("dark", "Ann", ""), Seat("light", "Ben", "")]
HOLDERS = ("none", "spectator", "dark", "light", "scorekeeper", "floor-judge", "head-judge", "administrator")


@dataclass
class Table:
    """The service's address and roll, its games by state, and of each holder a client and his token."""

    address: str
    roll: TokenRoll
    games: dict[str, str]
    clients: dict[str, AioAdjudicatorClient]
    secrets: dict[str, str]

    async def entries(self, state: str = "open") -> int:
        """How many entries a game has."""
        return (await self.clients["head-judge"].game(self.games[state])).game.entry


@asynccontextmanager
async def guarded(**options: Any) -> AsyncIterator[Table]:
    """Runs within the block. The players' tokens know two of the three games."""
    configuration = msgspec.structs.replace(QUIET, access="tokens", calls_per_second=0.0, **options)
    server, application = of_all_games(configuration)
    async with AsyncExitStack() as stack:
        stack.enter_context(application)
        address = f"127.0.0.1:{await server.start()}"
        stack.push_async_callback(server.stop)
        table = Table(address, TokenRoll(application), {}, {}, {"none": ""})

        async def arrive(name: str, secret: str) -> None:
            table.secrets[name] = secret
            client = AioAdjudicatorClient(address, credentials=Credentials(secret))
            table.clients[name] = await stack.enter_async_context(client)

        await arrive("none", "")
        for role in Role:
            if role is not Role.PLAYER:
                await arrive(str(role), table.roll.issue(role, str(role), HOUR)[1])
        for state in ("open", "closed", "other"):
            opened = await table.clients["scorekeeper"].open_game(EDITION, SEATS, board=BOARD)
            table.games[state] = opened.game.game
        await table.clients["scorekeeper"].close_game(table.games["closed"])
        own = [table.games["open"], table.games["closed"]]
        for seat in ("dark", "light"):
            told = await table.clients["administrator"].issue_token(
                "player", seat, lifetime_seconds=600, seat=seat, games=own
            )
            await arrive(seat, told.secret)
        yield table
