"""Disputes about a game of Harbour: who speaks, and a declaration that is disputed."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.application import Adjudication
from adjudicator.application.disputes import Decision, Docket, OpenDispute, Person, Question, Role
from tests.kit.harbour import values as v
from tests.kit.recorded import opened, play_on, say

ANN = Person("Ann", Role.PLAYER)
FLO = Person("Flo", Role.FLOOR_JUDGE)
HEAD = Person("Hera", Role.HEAD_JUDGE)
NOTHING = Decision("Play on.", "illegal", ("harbour.1.3",))
COIN = msgspec.json.encode([v.CoinGiven("north", 99, rule="harbour.5.5", cause="ruling")]).decode()


def wrong(app: Adjudication, game: str) -> int:
    """The entry of a declaration by a seat that is not asked."""
    window = app.get(game).table.window
    other = next(seat for seat in v.SEATS if seat not in window.asked)
    return say(app, game, f"{other}: pass").entry


def disputed(app: Adjudication, docket: Docket, **question: Any) -> tuple[str, str]:
    """A game with an illegal declaration in it, and a dispute about that."""
    game = opened(app)
    play_on(app, game, 12)
    about = wrong(app, game)
    done = docket.do(OpenDispute(game, Question("May she pass here?", about=about, **question), ANN))
    return game, done.dispute.id
