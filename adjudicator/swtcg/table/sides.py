"""Choosing sides as values: what each player has named, and the procedure in which they agree, bid or roll."""

from __future__ import annotations

import msgspec

from adjudicator.kernel.base import Frame

POINTS = 30
"""Build points with which each player begins setup, unless he or she has bid fewer for a side."""

DECKS_MAX = 3
"""How many decks a player may bring who has no side yet."""

THE_SIDE, THE_BID = "side", "bid"
"""What players roll for: who gets the side that several want, or who begins the bid for it."""

Brought = tuple[tuple[str, tuple[tuple[str, ...], ...]], ...]
"""By player the decks that were brought: for each the sides that it may be played for."""


def deck_zone(seat: str, number: int) -> str:
    """The id of the place where a deck lies until its player has a side; decks count from 1."""
    return f"deck {number}:{seat}"


def supply_zone(seat: str, number: int) -> str:
    """The id of the place where the supply of such a deck lies."""
    return f"supply {number}:{seat}"


BROUGHT = tuple(deck_zone("", number)[:-1] for number in range(1, DECKS_MAX + 1)) + tuple(
    supply_zone("", number)[:-1] for number in range(1, DECKS_MAX + 1)
)
"""The kinds of these places."""


class Wish(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The side that a player wants, and with which of the decks that were brought."""

    seat: str
    side: str
    deck: int


class SidesFrame(Frame, frozen=True, tag=True, kw_only=True):
    """Players choose their sides (room: choosing_sides).

    `wishes` are the sides that have been named, `settled` those that are given, `starts` the build points with which a
    bid has their players begin. `seats` are those who want one side, who speaks next first; `bid` is the last bid (-1:
    none), `bidder` whose it is, `tied` whether it equals the one before. `roll_for` is what somebody wants to roll for,
    `willing` who does, `rolled` what has been rolled so far.
    """

    decks: Brought
    wishes: tuple[Wish, ...] = ()
    settled: tuple[Wish, ...] = ()
    starts: tuple[tuple[str, int], ...] = ()
    seats: tuple[str, ...] = ()
    bid: int = -1
    bidder: str = ""
    tied: bool = False
    roll_for: str = ""
    willing: tuple[str, ...] = ()
    rolled: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()
