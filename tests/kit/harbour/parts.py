"""The parts of Harbour that are asked for by name: its cards, and what a random player needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from adjudicator.kernel.forms import Form, OneOf
from adjudicator.kernel.game.cards import Cards, CardTold, Coverage, DeckRuled, Event, OwnDeck, Row, Untold
from adjudicator.kernel.game.play import Chance, Packs, Play
from adjudicator.kernel.notation import NotUnderstoodError
from adjudicator.kernel.verdict import Clause, Finding, Ruling, Verdict
from tests.kit.harbour import values as v

DECK = ("ship", "ship", "ship", "crate", "crate", "pilot", "parrot", "gale", "calm", "beacon", "auction", "oracle")
FLEET = "fleet"
"""The name of the deck that comes with the game."""
KINDS = tuple(kind for kind in v.PRICES if kind != "?")


class HarbourCards(Cards):
    """A card of Harbour is its kind, a deck the names of its cards with blanks between."""

    digest = "harbour-cards:1"
    sides = ("neutral",)
    sets = ("HARBOUR",)

    def the_one(self, name: str) -> str:
        """The kind itself."""
        if name not in KINDS:
            raise NotUnderstoodError(name, name, KINDS)
        return name

    def search(self, words: str = "", code: str = "", side: str = "") -> Sequence[str]:
        """The kinds that have all words in their name."""
        return [kind for kind in KINDS if all(word in kind for word in words.split())]

    def titled(self, name: str) -> str:
        """The kind itself."""
        return self.the_one(name)

    def told(self, card: str) -> CardTold:
        """A kind with its price."""
        return CardTold(card, card, "HARBOUR", str(KINDS.index(card) + 1), "neutral", ("kind",), "",
                        (("price", v.PRICES[card]),), ())  # fmt: skip

    def untold(self, cards: Iterable[str]) -> Iterable[Untold]:
        """None: no card has a text."""
        return ()

    def coverage(self, code: str) -> Coverage:
        """All of the one set, which has no texts."""
        if code not in self.sets:
            raise KeyError(code)
        return Coverage(code, "Harbour", len(KINDS), 0, 0, 0, 0, 0, 0, 0)

    def written(self, rows: Sequence[Row]) -> Sequence[str]:
        """Cards that are there already."""
        return [self.the_one(str(row.get("Name", ""))) for row in rows]

    def faces(self, rows: Sequence[Row], *, whole: bool = False) -> tuple[Any, ...]:
        """None: a board says what its cards are."""
        return ()

    def decks(self) -> Sequence[OwnDeck]:
        """The one deck."""
        return [OwnDeck(FLEET, "A fleet", "neutral")]

    def pack(self, edition: str, deck: str, rows: Sequence[Row] = (), *, whole: bool = False) -> tuple[str, ...]:
        """The names of its cards. Raises ValueError."""
        found = DECK if deck == FLEET else tuple(deck.split())
        if "kraken" in found:
            raise ValueError("no deck may hold a kraken")
        return found

    def check_deck(
        self,
        edition: str,
        deck: str | bytes,
        rows: Sequence[Row] = (),
        event: Event = Event(),  # noqa: B008 - a value
        suppressed: str = "",
    ) -> DeckRuled:
        """Twelve cards, no more and no less."""
        found = self.pack(edition, deck.decode() if isinstance(deck, bytes) else deck)
        fits = (len(found) == len(DECK)) != (suppressed == "harbour.1.1")
        clause = Clause("TWELVE_CARDS", "harbour.1.1", Finding.HOLDS if fits else Finding.FAILS)
        ruling = Ruling.LEGAL if fits else Ruling.ILLEGAL
        return DeckRuled(Verdict(ruling, (clause,)), "a deck", "neutral", len(found))


class HarbourPlay(Play):
    """Everybody plays the same deck, or one of twelve cards drawn."""

    weights: Mapping[str, int] = MappingProxyType({"Pass": 1})

    def leaning(self, table: v.Table, form: Form, argument: str, domain: OneOf) -> Sequence[int] | None:
        """To no option more than to another."""
        return None

    def turn(self, table: v.Table) -> int:
        """The round."""
        return table.round

    def packs(self, edition: str, decks: Sequence[str | bytes] = ()) -> Packs:
        """A deck a seat; one deck for all, if there are not so many."""
        texts = [each.decode() if isinstance(each, bytes) else each for each in decks] or [FLEET]
        given = texts if len(texts) == len(v.SEATS) else texts[:1] * len(v.SEATS)
        return [(seat, HarbourCards().pack(edition, deck)) for seat, deck in zip(v.SEATS, given, strict=True)]

    def drawn(self, edition: str, sets: Sequence[str] = ()) -> Callable[[str, Callable[[str], Chance]], Packs]:
        """Twelve of the cards of the deck, in another order for each seat."""
        return lambda seed, chance: [
            (seat, tuple(chance(f"{seat} {seed}").sample(DECK, len(DECK)))) for seat in v.SEATS
        ]
