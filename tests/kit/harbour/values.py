"""Harbour's values: table, declarations, facts and frames."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from adjudicator.kernel.base import Declaration, Fact, Frame, Sealed
from adjudicator.kernel.run import Agenda
from adjudicator.kernel.windows import Window

SEATS = ("north", "east", "south", "west")
CREWS = {"north": "blue", "south": "blue", "east": "red", "west": "red"}
PRICES = {
    "ship": 1, "crate": 0, "pilot": 1, "parrot": 1, "gale": 1, "calm": 1, "beacon": 1, "oracle": 1, "auction": 1,
    "siren": 1, "charter": 1, "embargo": 1, "echo": 1, "whirlpool": 1, "?": 0,
}  # fmt: skip
STANDING = ("ship", "siren", "charter", "embargo", "echo")
CARGO = ("crate", "pilot", "parrot")
CARRIERS = ("ship", "crate")
ROOM = 2
STRENGTH = 2
POINTS_TO_WIN = 6


# --- declarations ---------------------------------------------------------------------------
class Pass(Declaration, frozen=True):
    """Say nothing, or end the turn."""


class Play(Declaration, frozen=True):
    """Play a card of the own hand, at a place or onto a carrier (0: nowhere)."""

    card: int
    at: int = 0


class Sail(Declaration, frozen=True):
    """Sail a ship home."""

    ship: int


class Bid(Declaration, frozen=True):
    """Bid coins in secret."""

    coins: Sealed


class Spare(Declaration, frozen=True):
    """Whether the pilot goes overboard instead of the damage."""

    instead: bool


class Decide(Declaration, frozen=True):
    """The judge's answer for an oracle."""

    to: str
    coins: int


class Roll(Declaration, frozen=True):
    """Chance: a die."""

    dice: tuple[int, ...]


class Draw(Declaration, frozen=True):
    """Chance: the card on top of a hidden pile, known to its seat alone."""

    cards: Sealed


class Order(Declaration, frozen=True):
    """Chance: which crew begins."""

    crews: tuple[int, ...]


Said = Pass | Play | Sail | Bid | Spare | Decide | Roll | Draw | Order


# --- what is on the table -------------------------------------------------------------------
class Place(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Where ships lie. `beacon` says who made it; "" for the harbour itself."""

    id: int
    name: str
    beacon: str = ""


class Thing(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A card during one stay in play, at a place or aboard another thing."""

    id: int
    card: int
    kind: str
    owner: str
    at: int
    damage: int = 0


class Trigger(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A trigger waiting in the pool: of which thing, for which seat."""

    kind: str
    source: int
    seat: str


# --- facts ----------------------------------------------------------------------------------
class TurnsOrdered(Fact, frozen=True):
    """In which order the seats take turns."""

    seats: tuple[str, ...]


class TurnBegan(Fact, frozen=True):
    """A seat's turn began."""

    seat: str


class CoinReturned(Fact, frozen=True):
    """The oldest spent coin went under the purse."""

    seat: str
    coin: int


class CoinSpent(Fact, frozen=True):
    """A coin went from the purse onto the spent pile."""

    seat: str
    coin: int


class CoinGiven(Fact, frozen=True):
    """A new coin went under a purse."""

    seat: str
    coin: int


class CardDrawn(Fact, frozen=True):
    """The top card of a pile went to the hand; its face is for its seat."""

    seat: str
    handle: int
    face: Sealed


class PileShuffled(Fact, frozen=True):
    """The discards became a pile with new handles."""

    seat: str
    handles: tuple[int, ...]


class CardPlayed(Fact, frozen=True):
    """A card left the hand, face up."""

    seat: str
    handle: int
    card: int


class PlayCancelled(Fact, frozen=True):
    """A card on its way was cancelled."""

    seat: str
    card: int


class CardDiscarded(Fact, frozen=True):
    """A card on its way went to its owner's discards."""

    card: int


class ThingArrived(Fact, frozen=True):
    """A card came into play."""

    thing: int
    card: int
    owner: str
    at: int


class ThingLeft(Fact, frozen=True):
    """A thing left play for its owner's discards."""

    looks_back: ClassVar[bool] = True
    thing: int


class DamagePlaced(Fact, frozen=True):
    """A ship took damage."""

    thing: int
    amount: int


class PlaceFounded(Fact, frozen=True):
    """A place was made."""

    place: int
    name: str
    seat: str


class DieRolled(Fact, frozen=True):
    """A die came up."""

    dice: tuple[int, ...]


class BidMade(Fact, frozen=True):
    """A seat bid, in secret."""

    seat: str
    coins: Sealed


class BidsOpened(Fact, frozen=True):
    """All bids were shown."""

    bids: tuple[tuple[str, int], ...]


class Scored(Fact, frozen=True):
    """A crew scored."""

    crew: str
    points: int


class EchoSounded(Fact, frozen=True):
    """An echo sounded."""

    thing: int


class WaterTurned(Fact, frozen=True):
    """The whirlpool went round once."""


class GameWon(Fact, frozen=True):
    """A crew won."""

    crew: str


class Awaited(Fact, frozen=True):
    """What the table waits for from now on."""

    frames: tuple[Doing, ...]
    window: Window | None
    pool: tuple[Trigger, ...]


Happened = (
    TurnsOrdered | TurnBegan | CoinReturned | CoinSpent | CoinGiven | CardDrawn | PileShuffled | CardPlayed
    | PlayCancelled | CardDiscarded | ThingArrived | ThingLeft | DamagePlaced | PlaceFounded | DieRolled | BidMade
    | BidsOpened | Scored | EchoSounded | WaterTurned | GameWon
)  # fmt: skip


# --- frames ---------------------------------------------------------------------------------
class Start(Frame, frozen=True):
    """Before the first turn."""


class Turn(Frame, frozen=True):
    """One seat's turn; `used` counts plays and sails."""

    deals_triggers: ClassVar[bool] = True
    seat: str
    used: int = 0


class Drawing(Frame, frozen=True):
    """A seat draws."""

    seat: str


class Playing(Frame, frozen=True):
    """A card on its way from hand to effect."""

    seat: str
    card: int
    at: int
    cancelled: bool = False


class Blowing(Frame, frozen=True):
    """A gale at a place."""

    place: int


class Holding(Frame, frozen=True):
    """An event held up, part by part, while captains choose what happens instead."""

    left: tuple[Happened, ...]
    settled: tuple[Happened, ...] = ()


class Auction(Frame, frozen=True):
    """A secret bidding."""


class Sounding(Frame, frozen=True):
    """A trigger at work."""

    kind: str
    source: int
    seat: str


class Whirling(Frame, frozen=True):
    """Round and round."""


DECIDED = frozenset({"ONE_PLAY", "PLACE_OPEN"})
"""The clauses that charters and embargoes decide."""


Doing = Start | Turn | Drawing | Playing | Blowing | Holding | Auction | Sounding | Whirling
Happening = Happened | Awaited


class Table(msgspec.Struct):
    """The whole state of one game of Harbour. Only `fold` on a fork changes it."""

    cards: dict[int, str]
    owners: dict[int, str]
    pool: dict[str, tuple[int, ...]]
    pile: dict[str, tuple[int, ...]]
    hand: dict[str, tuple[int, ...]]
    discard: dict[str, tuple[int, ...]]
    purse: dict[str, tuple[int, ...]]
    spent: dict[str, tuple[int, ...]]
    faces: dict[int, int]
    places: dict[int, Place]
    things: dict[int, Thing]
    score: dict[str, int]
    bids: dict[str, int]
    order: tuple[str, ...] = SEATS
    dice: tuple[int, ...] = ()
    round: int = 0
    next_id: int = 1
    next_coin: int = 1
    won: str = ""
    blank: bool = False
    frames: tuple[Doing, ...] = ()
    window: Window | None = None
    triggers: tuple[Trigger, ...] = ()
    suppressed: str | None = None
    deciding: bool = msgspec.field(default=False, name="overriding")
    """Whether a thing may decide a clause; old logs' tables have it under that name."""
    replacing: bool = False
    listening: bool = False

    @property
    def strict(self) -> bool:
        """The house passes for nobody in Harbour."""
        return True

    @property
    def overriding(self) -> frozenset[str]:
        """The clauses that a thing may decide."""
        return DECIDED if self.deciding else frozenset()

    @property
    def agenda(self) -> Agenda:
        """What is still to be done, in the kernel's words."""
        return Agenda(self.frames, self.window, self.triggers)

    def kind(self, handle: int) -> str:
        """What a card in hand is, as far as the table knows; "?" if it does not."""
        return self.cards.get(self.faces.get(handle, 0), "?")

    def aboard(self, carrier: int) -> list[Thing]:
        """What lies at a place or aboard a thing, in the order in which it came."""
        return [thing for thing in self.things.values() if thing.at == carrier]

    def below(self, carrier: int) -> list[Thing]:
        """Everything aboard, what is nested included, carriers first."""
        found = []
        for thing in self.aboard(carrier):
            found += [thing, *self.below(thing.id)]
        return found
