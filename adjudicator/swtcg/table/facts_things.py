"""Facts of things: cards between zones, stacks on the table, what players gain and lose (see `facts_base`)."""

from __future__ import annotations

from typing import ClassVar, Union

from adjudicator.kernel.base import Fact, Sealed
from adjudicator.swtcg.words.face import Face

# --- cards between zones --------------------------------------------------------------------


class DeckShuffled(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A deck's order is unknown from now on."""

    seat: str


class CardsDrawn(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Cards went from a deck to its player's hand."""

    seat: str
    count: int
    cards: Sealed


class CardsMoved(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Cards went from one zone to another, for everyone to see (`source` and `target` are zone ids). `by` is the seat
    whose effect moved them, or asked for them as a cost (empty: no effect did).
    """

    source: str
    target: str
    cards: tuple[int, ...]
    by: str = ""


class CardsMovedUnseen(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Cards went between hidden zones; only the audience knows which."""

    source: str
    target: str
    count: int
    cards: Sealed


class CardShown(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A card's face became known (reported decks, or a card shown by a rule).

    `printed` is the face by value where the table has not met it before.
    """

    aside: ClassVar[bool] = True
    card: int
    face: str
    printed: Face | None = None


class CardBound(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Reported decks: a player has said what unknown cards of his or her own are.

    Each item is (handle, face), or (handle, face, the face as plain data) where the table has not met it before.
    """

    aside: ClassVar[bool] = True
    seat: str
    cards: Sealed


class MulliganTaken(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A player exchanged this many cards of the starting hand, or kept it (0)."""

    aside: ClassVar[bool] = True
    seat: str
    count: int


# --- stacks ---------------------------------------------------------------------------------


class UnitPlaced(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Setup: a unit card went from hand into its arena as a new unit."""

    stack: int
    seat: str
    card: int
    zone: str
    cost: int


class CardStacked(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A card went into a stack, on top or beneath; it came from hand or from a face-down stack (`from_stack`)."""

    stack: int
    seat: str
    card: int
    on_top: bool
    from_stack: int = 0
    cost: int = 0


class CardBuilt(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A card went face down into the build zone with build counters."""

    stack: int
    seat: str
    counters: int
    card: Sealed
    shown: bool = False


class BuildCountersAdded(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Build counters were put on a card of the build zone (negative: taken off)."""

    stack: int
    amount: int


class CardTurnedUp(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A face-down card was turned up, its build counters removed; it now has this role."""

    stack: int
    card: int
    role: str


class UnitDeployed(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A unit was deployed into a zone: its arena, or the build zone to stay retreated. `extra` build counters more
    than it cost were on it.
    """

    stack: int
    zone: str
    extra: int = 0


class StackMoved(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A stack went to another zone, with all that is attached to it. `how` is a word of the rules:
    return, retreat, contest, effect, rearranged, control, move.
    """

    stack: int
    zone: str
    how: str


class LocationPut(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A Location went into its arena."""

    stack: int
    arena: str


class Attached(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A Pilot or Equipment went onto a unit (`role` says as what)."""

    stack: int
    host: int
    role: str


class Detached(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A Pilot or Equipment left its unit for a zone; a Pilot becomes a unit again."""

    stack: int
    zone: str
    role: str


class StackRearranged(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """The cards of a stack are in a new order, the top one first."""

    stack: int
    cards: tuple[int, ...]


class StackDiscarded(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A stack left the table; its cards went to their owners' discard piles. `by` is the stack whose damage
    it died of (0: it did not, or nobody's); if it died of damage, `damage` and `health` are what it had.
    """

    departs: ClassVar[bool] = True
    looks_back: ClassVar[bool] = True
    stack: int
    by: int = 0
    damage: int = 0
    health: int = 0


class StackLeft(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A stack left the table for its owners' "hand", "out", "deck top" or "deck bottom", or face down under another
    stack ("under:" and its number).
    """

    departs: ClassVar[bool] = True
    looks_back: ClassVar[bool] = True
    stack: int
    to: str


class CardsLeftStack(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Cards left a stack that stays, for their owners' discard piles."""

    departs: ClassVar[bool] = True
    stack: int
    cards: tuple[int, ...]


class Tapped(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Stacks were tapped."""

    stacks: tuple[int, ...]


class Untapped(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Stacks were untapped."""

    stacks: tuple[int, ...]


class DamageCountersPlaced(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Damage counters were put on a stack; `packet` is the damage they come from (0: none),
    `source` who did it (0: none), `attack` the attack it belongs to, `way` how it was done (table.Packet).
    """

    stack: int
    amount: int
    source: int = 0
    packet: int = 0
    attack: int = 0
    way: str = ""


class DamageCountersRemoved(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Damage counters were taken off a stack."""

    stack: int
    amount: int


class ControlChanged(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A stack has another controller, by the modifiers in force."""

    departs: ClassVar[bool] = True
    stack: int
    seat: str


# --- players --------------------------------------------------------------------------------


class ForceGained(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A player gained Force."""

    seat: str
    amount: int


class ForceLost(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A player lost Force."""

    departs: ClassVar[bool] = True
    seat: str
    amount: int


class ForcePaid(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A player paid Force."""

    aside: ClassVar[bool] = True
    seat: str
    amount: int


class BuildPointsGained(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A player got build points (negative: lost some)."""

    seat: str
    amount: int


class BuildPointsSpent(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A player spent build points."""

    aside: ClassVar[bool] = True
    seat: str
    amount: int


class BuildPointsLapsed(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A player's unspent build points are gone."""

    seat: str


class SetupFinished(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A player puts no more units down in setup."""

    seat: str


ThingFact = Union[  # noqa: UP007 - msgspec resolves the alias at run time
    DeckShuffled, CardsDrawn, CardsMoved, CardsMovedUnseen, CardShown, CardBound, MulliganTaken, UnitPlaced,
    CardStacked, CardBuilt, BuildCountersAdded, CardTurnedUp, UnitDeployed, StackMoved, LocationPut, Attached,
    Detached, StackRearranged, StackDiscarded, StackLeft, Tapped, Untapped, DamageCountersPlaced,
    DamageCountersRemoved, ControlChanged, ForceGained, ForceLost, ForcePaid, BuildPointsGained, BuildPointsSpent,
    BuildPointsLapsed, SetupFinished, CardsLeftStack,
]  # fmt: skip
"""Every fact of things."""
