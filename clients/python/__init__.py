"""A typed client of the service, blocking and for asyncio.

    with AdjudicatorClient("127.0.0.1:50051") as client:
        game = client.open_game("swtcg-2005", [Seat("dark", "Ann", deck), Seat("light", "Ben", other)]).game.game
        print(client.submit(game, "dark: pass").verdict.ruling)

The client makes request ids, names the revision it has last seen, and keeps the last head of each game: it is
your witness of what was recorded. Errors are `RefusedError` with a machine-readable reason; a ruling is never one.
"""

from __future__ import annotations

from clients.python.client import AdjudicatorClient, AioAdjudicatorClient
from clients.python.credentials import Credentials
from clients.python.desk import Decision, Speaker
from clients.python.errors import RefusedError
from clients.python.requests import Board, Card, Game, Seat, Structured, Witness, filled

__all__ = [
    "AdjudicatorClient", "AioAdjudicatorClient", "Board", "Card", "Credentials", "Decision", "Game", "RefusedError",
    "Seat", "Speaker", "Structured", "Witness", "filled",
]  # fmt: skip
