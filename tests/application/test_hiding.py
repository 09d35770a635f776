"""Non-interference: what a seat may not know has no influence on anything that it can get."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from adjudicator.application import Adjudication, seen_by
from adjudicator.application.histories import envelope, stream_of
from adjudicator.kernel.base import Sealed
from adjudicator.kernel.entries import Opening
from tests.kit.harbour import HARBOUR, opening
from tests.kit.harbour import values as v
from tests.kit.recorded import application

WORLD = ("ship", "crate", "gale", "calm", "auction", "beacon")
OTHER = ("parrot", "pilot", "siren", "oracle", "ship", "echo")


def start(east: tuple[str, ...]) -> Opening:
    """An opening in which only east's deck differs."""
    usual = opening(("auction", "auction", "auction", "auction", "auction", "auction"))
    packs = tuple((seat, Sealed((seat,), east) if seat == "east" else pack) for seat, pack in usual.packs)
    return msgspec.structs.replace(usual, packs=packs)


def course(app: Adjudication, east: tuple[str, ...], bid: int) -> str:
    """A course of which nothing that is said openly depends on east's cards and bids."""
    game = app.open_game(start(east)).game_id
    for _ in range(40):
        table = app.get(game).table
        who = table.window.asked[0]
        if table.window.kind == "bid":
            coins = bid if who == "east" else 4 if who == "west" else 0
            said: Any = v.Bid(who, Sealed((who,), (coins,)))
        else:
            plays = [f for f in HARBOUR.forms(table, who) if f.kind == "Play"] if who != "east" else []
            said = v.Play(who, dict(plays[0].given)["card"], 0) if plays else v.Pass(who)
            if table.window.kind == "answer":
                said = v.Pass(who)
        if app.submit(game, said).verdict.ruling.value != "legal":  # type: ignore[union-attr]  # a submit has a verdict
            app.submit(game, v.Pass(who))
        if any(type(fact) is v.BidsOpened for e in app.entries(game)[-1:] for fact in getattr(e.content, "facts", ())):
            break
    return game


def got(app: Adjudication, game: str, seats: tuple[str, ...]) -> list[Any]:
    """Everything that holders of some seats can get of a game's log and table, apart from salted commitments."""
    rows = app._reader.rows(game)
    publics = [envelope(stream_of(game), row, number).public for number, row in enumerate(rows, 1)]
    counts = [len(envelope(stream_of(game), row, number).commitments) for number, row in enumerate(rows, 1)]
    shown = [seen_by(entry.content, seats) for entry in app.entries(game)]
    boards = [HARBOUR.board(app.get(game).table, seat) for seat in seats]
    return [game, publics[:-1], counts, shown[:-1], boards]


@pytest.mark.parametrize("seats", [("north",), ("south", "west"), ()])
def test_others_get_the_same_bytes_whatever_east_holds(seats: tuple[str, ...]) -> None:
    """Another deck and another bid of east: equal public bytes, entries, boards and numbers for everybody else."""
    with application() as one, application() as two:
        first, second = course(one, WORLD, 1), course(two, OTHER, 2)
        assert got(one, first, seats) == got(two, second, seats)
        assert one.get(first).last > 8
        assert got(one, first, ("east",)) != got(two, second, ("east",))
