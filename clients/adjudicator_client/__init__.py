"""A typed client of the service, blocking and for asyncio.

    with AdjudicatorClient("127.0.0.1:50051") as client:
        game = client.open_game("swtcg-2005", [Seat("dark", "Ann", deck), Seat("light", "Ben", other)]).game.game
        print(client.submit(game, "dark: pass").verdict.ruling)

The client makes request ids, names the revision it has last seen, and keeps the last head of each game: it is
your witness of what was recorded. Errors are `RefusedError` with a machine-readable reason; a ruling is never one.
"""

from __future__ import annotations

from adjudicator_client.client import AdjudicatorClient, AioAdjudicatorClient
from adjudicator_client.credentials import Credentials
from adjudicator_client.desk import Decision, Speaker
from adjudicator_client.errors import RefusedError
from adjudicator_client.requests import Board, Card, Game, Seat, Structured, Witness, filled

__all__ = [
    "AdjudicatorClient", "AioAdjudicatorClient", "Board", "Card", "Credentials", "Decision", "Game", "RefusedError",
    "Seat", "Speaker", "Structured", "Witness", "filled",
]  # fmt: skip
