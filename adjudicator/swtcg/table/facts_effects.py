"""Facts that only effects bring about: cards looked at, shown and put about, counters of other kinds (`facts_base`)."""

from __future__ import annotations

from typing import ClassVar, Union

from adjudicator.kernel.base import Fact, Sealed
from adjudicator.swtcg.words.face import Face


class CardsRevealed(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Cards of a hidden zone were shown to everybody and stay where they are."""

    still: ClassVar[bool] = True
    cards: tuple[int, ...]


class CardsLookedAt(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A player looked at so many hidden cards; only the audience knows which."""

    still: ClassVar[bool] = True
    seat: str
    count: int
    cards: Sealed


class DeckTopFound(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """What the next cards of a deck are has been settled: they lie on top of it, the uppermost first."""

    seat: str
    count: int
    cards: Sealed


class DeckBottomFound(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """What the last cards of a deck are has been settled: they lie at its bottom, the uppermost first."""

    seat: str
    count: int
    cards: Sealed


class CardPutIntoPlay(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A card went from a zone into an arena or a build zone without being deployed, in a role of `table`."""

    stack: int
    seat: str
    card: int
    source: str
    zone: str
    role: str
    tapped: bool = False
    damage: int = 0


class CardWaits(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A card that would go into play, with those beneath it, lies open beside until its player has parted with it or
    with another one of its kind. One out of a supply is a card of the game from now on (`printed`). The numbers below
    `upto` are taken by what waits.
    """

    stack: int
    seat: str
    cards: tuple[int, ...]
    source: str
    printed: Face | None = None
    upto: int = 0


class SubordinateGenerated(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A Subordinate came out of a player's supply into an arena, not deployed; `card` is its number from now on."""

    stack: int
    seat: str
    card: int
    zone: str
    printed: Face


class CardPutFaceDown(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A card went from a zone face down into its player's build zone, with build counters."""

    stack: int
    seat: str
    source: str
    counters: int
    card: Sealed
    shown: bool = False


class CardPutIntoStack(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A card went from a zone into a stack, on top or at its bottom, without being deployed."""

    stack: int
    card: int
    source: str
    on_top: bool = False


class StackTurnedDown(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A card on the table was turned face down in its controller's build zone, with build counters; the cards
    below it went to their owners' discard piles.
    """

    stack: int
    counters: int


class MarksChanged(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Counters of a kind of a card's own were put on a stack (negative: taken off)."""

    stack: int
    mark: str
    amount: int


class SecretBidMade(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A player has made a secret bid; only the audience knows it until both have."""

    still: ClassVar[bool] = True
    seat: str
    amount: Sealed


class SecretBidWon(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A secret bid was opened: who won it, with what all have bid, in the order in which they act."""

    still: ClassVar[bool] = True
    seat: str
    bids: tuple[int, ...]


class CampaignPut(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A Campaign that has been completed stays in play, face up in its player's build zone."""

    stack: int
    seat: str
    card: int


class ConditionsMet(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Which conditions of a player's Traps and Traits are met now; it is noted whether any is or not."""

    still: ClassVar[bool] = True
    aside: ClassVar[bool] = True
    untold: ClassVar[bool] = True
    seat: str
    met: Sealed


EffectFact = Union[  # noqa: UP007 - msgspec resolves the alias at run time
    CardsRevealed, CardsLookedAt, DeckTopFound, CardPutIntoPlay, CardPutFaceDown, CardPutIntoStack, StackTurnedDown,
    MarksChanged, SecretBidMade, SecretBidWon, SubordinateGenerated, DeckBottomFound, CampaignPut,
    ConditionsMet, CardWaits,
]  # fmt: skip
"""Every fact that only effects bring about."""
