"""Players over the wire: each asks what he may say, and says one of it at random."""

from __future__ import annotations

import random
from typing import Any

from adjudicator.api.v1 import declaration_pb2 as said_pb2
from adjudicator_cli.demo import DECKS, WEIGHTS, chosen
from adjudicator_client import AioAdjudicatorClient, Seat, Structured, filled

EDITION = "swtcg-2005"
LIGHT, DARK = "light", "dark"
OTHER_WEIGHTS = 5


async def open_game(client: AioAdjudicatorClient, request_id: str = "") -> Any:
    """The answer to opening a game of the demo's decks, by house dice."""
    seats = [Seat(seat, f"{seat} at random", deck) for seat, deck in DECKS.items()]
    return await client.open_game(EDITION, seats, manual="blank", request_id=request_id)


def choice(forms: list[said_pb2.Form], chance: random.Random) -> Structured:
    """One of the forms, filled at random."""
    form = chance.choices(forms, [WEIGHTS.get(each.kind, OTHER_WEIGHTS) for each in forms])[0]
    return filled(form, {each.name: chosen(each.domain, chance) for each in form.choices})
