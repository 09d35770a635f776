"""What players, chance and the judge can say. Imperative; every argument is a field.

Card handles of hidden zones are sealed for their owner. The order of the fields is the order of
the arguments in the API.
"""

from __future__ import annotations

from typing import Union

import msgspec

from adjudicator.kernel.base import Declaration, Sealed


class Pass(Declaration, frozen=True, gc=False, tag=True):
    """Do nothing now; in a build or retreat step: be done with it."""


class TakeSide(Declaration, frozen=True, gc=False, tag=True):
    """Before setup: play a side, with this one of the decks that were brought (0: the only one that fits)."""

    side: str
    deck: int = 0


class BidForSide(Declaration, frozen=True, gc=False, tag=True):
    """Before setup: begin it with so many build points to have the side that others want, too."""

    points: int


class RollForSide(Declaration, frozen=True, gc=False, tag=True):
    """Before setup: roll for who gets the side that several want, or (`what` is "bid") for who begins to bid."""

    what: str


class PlayEvent(Declaration, frozen=True, gc=False, tag=True):
    """Before setup: take an Event out of the supply and lay it beside the play area."""

    card: Sealed


class PullResource(Declaration, frozen=True, gc=False, tag=True):
    """Before setup: look for a Resource in the deck, show it and take it into the hand."""

    card: Sealed


class Mulligan(Declaration, frozen=True, gc=False, tag=True):
    """Exchange these cards of the starting hand; `back` says at once whether they are returned to the deck or
    discarded, where the edition leaves that to the player, who is asked after the draw if it is not said.
    """

    cards: Sealed
    back: bool | msgspec.UnsetType = msgspec.UNSET


class Place(Declaration, frozen=True, gc=False, tag=True):
    """Setup: put a unit card into battle (into `arena`, if it has several types), or into a stack (`onto`) if its
    namesake is there; or a Resource beside the play area.
    """

    card: Sealed
    onto: int = 0
    beneath: bool = False
    arena: str = ""


class PartBuild(Declaration, frozen=True, gc=False, tag=True):
    """Setup: show a last unit card and lay it face down with counters; all the points left if none are named."""

    card: Sealed
    counters: int | None = None


class Stop(Declaration, frozen=True, gc=False, tag=True):
    """Setup: put no more units into battle."""


class Build(Declaration, frozen=True, gc=False, tag=True):
    """Lay a card face down and put build counters on it; with none, it must be finished at once."""

    card: Sealed
    counters: int = 1


class AddCounters(Declaration, frozen=True, gc=False, tag=True):
    """Put more build counters on a card of the build zone."""

    stack: int
    counters: int = 1


class Deploy(Declaration, frozen=True, gc=False, tag=True):
    """Turn a built unit up: into its arena (`arena`, if its card has several types), or to stay retreated;
    or into a stack with its namesake.
    """

    stack: int
    stay: bool = False
    onto: int = 0
    beneath: bool = False
    arena: str = ""


class Complete(Declaration, frozen=True, gc=False, tag=True):
    """Complete a Mission, with the choices its text asks for when played; or a Resource."""

    stack: int
    x: int = 0
    mode: int = 0
    targets: tuple[tuple[int, ...], ...] = ()
    enhance: bool = False
    arena: str = ""


class PutLocation(Declaration, frozen=True, gc=False, tag=True):
    """Put a built Location into its arena (`arena`, if it has several), or complete it for no arena (`unplaced`)."""

    stack: int
    arena: str = ""
    unplaced: bool = False


class FinishEquipment(Declaration, frozen=True, gc=False, tag=True):
    """Turn built Equipment face up, or lay it into a stack with its namesake."""

    stack: int
    onto: int = 0
    beneath: bool = False


class Equip(Declaration, frozen=True, gc=False, tag=True):
    """Attach Equipment to one of your units for its equip cost."""

    equipment: int
    unit: int


class Detach(Declaration, frozen=True, gc=False, tag=True):
    """Take Equipment off and lay it into your build zone."""

    equipment: int


class Return(Declaration, frozen=True, gc=False, tag=True):
    """Move a retreated unit back into its arena (`arena`, if its card has several types)."""

    stack: int
    arena: str = ""


class Move(Declaration, frozen=True, gc=False, tag=True):
    """Move a unit of several types from its arena to that of another of them."""

    stack: int
    arena: str


class Board(Declaration, frozen=True, gc=False, tag=True):
    """Move a Pilot onto a unit."""

    pilot: int
    unit: int


class Disembark(Declaration, frozen=True, gc=False, tag=True):
    """Move a Pilot off its unit, to the Character arena or (`retreated`) to the build zone."""

    pilot: int
    retreated: bool = False


class Rearrange(Declaration, frozen=True, gc=False, tag=True):
    """Bring another card of a stack to the top; `to` moves a Pilot whose unit no longer fits
    (a unit's id, 0 to stay, -1 Character arena, -2 build zone).
    """

    stack: int
    top: int
    to: int = 0


class Retreat(Declaration, frozen=True, gc=False, tag=True):
    """Tap a unit (or a Pilot alone) and move it to the build zone."""

    stack: int


class AttackWith(Declaration, frozen=True, gc=False, tag=True):
    """Attack a unit with the unit whose turn to attack it is; `mode` is "bombard" or "ion cannon"."""

    attacker: int
    defender: int
    mode: str = ""


class Decline(Declaration, frozen=True, gc=False, tag=True):
    """Tap the unit whose turn to attack it is, without attacking."""

    attacker: int


class Activate(Declaration, frozen=True, gc=False, tag=True):
    """Play an activated ability, named by its key, with what its text asks to be chosen."""

    ability: str
    x: int = 0
    mode: int = 0
    targets: tuple[tuple[int, ...], ...] = ()
    packet: int = 0
    dice: tuple[int, ...] = ()
    arena: str = ""


class PlayCard(Declaration, frozen=True, gc=False, tag=True):
    """Play a Battle card from hand."""

    card: Sealed
    x: int = 0
    mode: int = 0
    targets: tuple[tuple[int, ...], ...] = ()
    packet: int = 0
    dice: tuple[int, ...] = ()
    enhance: bool = False
    arena: str = ""


class Spring(Declaration, frozen=True, gc=False, tag=True):
    """Complete a Trap whose condition has just been met; nobody is asked for it."""

    stack: int


class Propose(Declaration, frozen=True, gc=False, tag=True):
    """Offer a shortcut ("go", "ready for battle", "no attacks", "same"); it is taken once all opponents agree."""

    what: str


class TakeBack(Declaration, frozen=True, gc=False, tag=True):
    """Ask for the full sequence: a shortcut that was agreed on is over."""


class PayHiddenCost(Declaration, frozen=True, gc=False, tag=True):
    """Deploy a face-down unit with Hidden Cost by paying Force for the rest of its cost; into `arena`, if its card has
    several types.
    """

    stack: int
    stay: bool = False
    onto: int = 0
    beneath: bool = False
    arena: str = ""


class PayAlternativeCost(Declaration, frozen=True, gc=False, tag=True):
    """Complete a face-down card by paying its Alternative Cost: a unit as Deploy does, a Location, Equipment."""

    stack: int
    stay: bool = False
    onto: int = 0
    beneath: bool = False
    arena: str = ""


class Bid(Declaration, frozen=True, gc=False, tag=True):
    """Bid Force in a contest."""

    amount: int


class SecretBid(Declaration, frozen=True, gc=False, tag=True):
    """Bid Force in secret, for an effect; `bid` seals the amount."""

    bid: Sealed


class Divide(Declaration, frozen=True, gc=False, tag=True):
    """Overkill: assign some hits to a second unit."""

    unit: int
    hits: int


class ResolveNext(Declaration, frozen=True, gc=False, tag=True):
    """Choose which of your waiting triggers takes effect next.

    Of what does not wait `trigger` is the number of the unit it was said of with a minus sign, or 0 for the draw.
    """

    trigger: int


class Select(Declaration, frozen=True, gc=False, tag=True):
    """Answer a question that asks for things on the table (or cards, or numbered options)."""

    chosen: tuple[int, ...]


class SelectCards(Declaration, frozen=True, gc=False, tag=True):
    """Answer a question that asks for cards of a hidden zone."""

    cards: Sealed


class Answer(Declaration, frozen=True, gc=False, tag=True):
    """Answer yes or no."""

    yes: bool


class NameCard(Declaration, frozen=True, gc=False, tag=True):
    """Answer a question for the name of a card."""

    name: str


class Rolled(Declaration, frozen=True, gc=False, tag=True):
    """Chance (or whoever reports it): what the dice show."""

    dice: tuple[int, ...]


class Drew(Declaration, frozen=True, gc=False, tag=True):
    """Chance: which cards come off a deck whose order nobody knows."""

    cards: Sealed


class CarryOut(Declaration, frozen=True, gc=False, tag=True):
    """The judge: what a manual effect does, as facts of this game in their JSON form."""

    facts: str = "[]"


AnyDeclaration = Union[  # noqa: UP007 - msgspec resolves the alias at run time
    Pass, Mulligan, Place, PartBuild, Stop, Build, AddCounters, Deploy, Complete, PutLocation, FinishEquipment,
    Equip, Detach, Return, Move, Board, Disembark, Rearrange, Retreat, AttackWith, Decline, Activate, PlayCard,
    PayHiddenCost, PayAlternativeCost, Bid, SecretBid, Divide, ResolveNext, Select, SelectCards, Answer, NameCard,
    Rolled, Drew, CarryOut, PlayEvent, PullResource, Spring, Propose, TakeBack,
    TakeSide, BidForSide, RollForSide,
]  # fmt: skip
