"""Seating: who sits at a table, on which side and in which team, and in which order they act.

A *seat* holds cards: a hand, a deck, a discard pile, a build zone, Force and build points are a seat's own, and
whatever stands on the table is controlled by one seat. A *side* (Dark, Light) is what precedence is an order of; the
edition gives it. A *team* wins together: seats of one team are partners, all others are opponents. Seats of one side
share its place in that order and its steps of the turn, and act one after the other in the order in which they sit.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from adjudicator.swtcg.words.face import UNIT_TYPES

Chair = tuple[str, str, str]
"""A seat's name, its side and its team."""

SIDES = ("dark", "yuuzhan vong", "light")
"""The sides that card texts speak of, whether or not an edition has them all."""


SEAT_WORD = r"[^\W\d_][\w-]*"
"""The pattern of a word by which a seat may be called."""

NO_SEAT = frozenset({
    *UNIT_TYPES, "event", "resource", "locations", "attack", "waiting", "lasting", "besides", "gone", "chance", "judge",
})  # fmt: skip
"""Words that call no seat: other lines of a board begin with them, or somebody else speaks or looks by them."""


class Seating(msgspec.Struct, frozen=True, gc=False):
    """What follows from who sits where; `order` are all seats in order of precedence, `sides` the sides in theirs."""

    order: tuple[str, ...]
    sides: tuple[str, ...]
    opponents: dict[str, tuple[str, ...]]
    partners: dict[str, tuple[str, ...]]
    on_side: dict[str, tuple[str, ...]]
    leading: frozenset[str]
    """The seats of the side that has precedence over all others."""
    unplayed: frozenset[str]
    """The sides that nobody plays, of those that the edition does not have too."""


class Seat(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A player's place: Force, build points of this turn, build cost put down in setup, flags, side and team.

    Stored before seats had sides, a seat has neither; it is then called like its side and plays alone.
    """

    name: str
    force: int = 0
    points: int = 0
    setup_cost: int = 0
    setup_done: bool = False
    mulliganed: bool = False
    side: str = ""
    team: str = ""


class Seated:
    """What a table is asked about those who sit at it."""

    __slots__ = ("seating", "seats")

    seating: Seating
    seats: dict[str, Seat]

    @property
    def order(self) -> tuple[str, ...]:
        """All seats in order of precedence: the side that acts first before the others, then as they sit."""
        return self.seating.order

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides in order of precedence, those included that nobody plays."""
        return self.seating.sides

    def opponents(self, seat: str) -> tuple[str, ...]:
        """The seats of other teams, the one opposite first; none of who holds no seat."""
        return self.seating.opponents.get(seat, ())

    def facing(self, seat: str) -> str:
        """The opponent whom a text means that speaks of one, and so the one opposite; "" if there is none."""
        theirs = self.opponents(seat)
        return theirs[0] if theirs else ""

    def round_from(self, seat: str) -> tuple[str, ...]:
        """All seats in the order in which they take turns, beginning with one of them."""
        order = self.order
        at = order.index(seat)
        return (*order[at:], *order[:at])

    def next_to(self, seat: str) -> str:
        """The seat whose turn comes after a seat's."""
        order = self.order
        return order[(order.index(seat) + 1) % len(order)]

    def partners(self, seat: str) -> tuple[str, ...]:
        """The other seats of a seat's team, in order."""
        return self.seating.partners.get(seat, ())

    def on_side(self, side: str) -> tuple[str, ...]:
        """The seats of a side, in order; none if nobody plays it."""
        return self.seating.on_side.get(side, ())

    def meant(self, side: str, controller: str) -> tuple[str, ...]:
        """The seats whose things a text means by a side ("yours", "opponents", or all), seen from its controller.

        What is a partner's is neither yours nor an opponent's.
        """
        if side == "yours":
            return (controller,)
        return self.opponents(controller) if side == "opponents" else self.order

    def leads(self, seat: str) -> bool:
        """Whether a seat is of the side that has precedence over all others (Dark)."""
        return seat in self.seating.leading


def called_after(side: str) -> str:
    """What a seat is called that is called after its side: by its last word."""
    return side.rpartition(" ")[2]


def chairs_of(sides: Sequence[str]) -> tuple[Chair, ...]:
    """One seat for each side, called after it and a team of its own."""
    return tuple((called_after(side), side, called_after(side)) for side in sides)


def side_of(seat: str, sides: Sequence[str]) -> str:
    """The side after which a seat is called; "" if it is called by any other word."""
    return next((side for side in sides if seat in (side, called_after(side))), "")


def chairs_given(
    given: Sequence[tuple[str, str]], plain: Sequence[Chair], sides: Sequence[str], *, open_sides: bool = False
) -> tuple[Chair, ...]:
    """The chairs of players by name and side ("": the one after which the seat is called), a team each; the plain ones
    where nobody else is named. With `open_sides` it may be open which side a seat plays. Raises ValueError.
    """
    names = [name for name, _ in given]
    usual = {name: side for name, side, _ in plain}
    if all(name in usual and side in ("", usual[name]) for name, side in given):
        return tuple(plain)
    found = tuple((name, side or side_of(name, sides), name) for name, side in given)
    there_are = f"the seats of this game are {' and '.join(name for name, _, _ in plain)}"
    if len(sides) > len(plain):
        there_are += f", or two of {', '.join(map(called_after, sides))}"
    if len(names) != len(plain):
        raise ValueError(f"{there_are}, not {', '.join(names)}")
    taken = [side for _, side, _ in found]
    if any(side not in sides for side in taken if side) or not (all(taken) or (open_sides and not any(taken))):
        raise ValueError(f"{there_are}, not {', '.join(names)}")
    if twice := next((side for side in taken if side and taken.count(side) > 1), ""):
        there_are = ", ".join(map(called_after, sides))
        raise ValueError(
            f"two seats play the side {called_after(twice)}; the sides are {there_are}, each for one player"
        )
    if unfit := [name for name in names if not re.fullmatch(SEAT_WORD, name) or name.casefold() in NO_SEAT]:
        raise ValueError(f"no seat can be called {unfit[0]!r}: it takes one word that names nothing else at a table")
    if len({name.casefold() for name in names}) < len(names):
        raise ValueError(f"two seats are called alike: {' and '.join(names)}; capital letters tell no names apart")
    return found


@lru_cache(maxsize=64)
def seat_them(chairs: tuple[Chair, ...], sides: tuple[str, ...]) -> Seating:
    """The seating of some chairs, with the sides in order of precedence. Raises ValueError.

    Seats that have no side yet come after all others, as they sit; none of them leads.
    Opponents stand in the order in which they act, beginning with the one who sits opposite: the first of a team
    faces the first of the other, the second the second.
    """
    if unknown := [side for _, side, _ in chairs if side and side not in sides]:
        raise ValueError(f"there is no side {unknown[0]!r}; the sides are {', '.join(sides)}")
    if len({name for name, _, _ in chairs}) != len(chairs):
        raise ValueError(f"two seats have one name: {', '.join(name for name, _, _ in chairs)}")
    on_side = {side: tuple(name for name, its, _ in chairs if its == side) for side in sides}
    order = (
        *(name for side in sides for name in on_side[side]),
        *(name for name, its, _ in chairs if not its),
    )
    team = {name: its for name, _, its in chairs}
    partners = {name: tuple(each for each in order if team[each] == team[name] and each != name) for name in order}
    return Seating(
        order,
        sides,
        {name: _facing(order, team, name) for name in order},
        partners,
        on_side,
        frozenset(next((seats for side in sides if (seats := on_side[side])), ())),
        frozenset(side for side in SIDES if not on_side.get(side)),
    )


@lru_cache(maxsize=64)
def zones_of(kind: str, seats: tuple[str, ...]) -> tuple[str, ...]:
    """The ids of the zones of a kind, one of each seat."""
    return tuple(f"{kind}:{seat}" for seat in seats)


def _facing(order: tuple[str, ...], team: dict[str, str], seat: str) -> tuple[str, ...]:
    own = [each for each in order if team[each] == team[seat]]
    others = [each for each in order if team[each] != team[seat]]
    at = own.index(seat) % len(others) if others else 0
    return (*others[at:], *others[:at])
