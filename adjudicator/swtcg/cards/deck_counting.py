"""A deck counted: its cards and its supply with their faces, and the clauses that rest on these numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from adjudicator.kernel.verdict import Clause, Evidence, Finding
from adjudicator.swtcg.cards.decks import Deck
from adjudicator.swtcg.words.face import UNIT_TYPES, Face

SUPPLY = "supply"
"""The zone of a list that is the supply."""
EVENT, SUBORDINATE = "event", "subordinate"
"""The types of the cards of a supply (idc.deck.supply-contents)."""

Faces = tuple[tuple[int, Face], ...]


class Count(msgspec.Struct, frozen=True):
    """The deck with its faces looked up; `unknown` is how many cards have no face. `supply` has the faces beside it."""

    deck: Deck
    faces: Faces
    unknown: int
    supply: Faces = ()

    @property
    def unknown_supply(self) -> int:
        """How many cards of the supply have no face."""
        return sum(count for zone, count, _ in self.deck.unknown_beside if zone == SUPPLY)

    @property
    def has_supply(self) -> bool:
        """Whether a supply was brought."""
        return bool(self.supply or self.unknown_supply)

    def units(self, kind: str) -> int:
        """How many cards are units of a type; one of two types counts for both."""
        return sum(count for count, face in self.faces if kind in face.types)

    @property
    def units_in_all(self) -> int:
        """How many cards are units; one of two types counts once."""
        return sum(count for count, face in self.faces if face.is_unit)

    @property
    def several_types(self) -> int:
        """How many units have more than one type."""
        return sum(count for count, face in self.faces if len(set(face.types) & set(UNIT_TYPES)) > 1)


def look_up(deck: Deck, face: Callable[[str], Face]) -> Count:
    """The deck, with the face of each card."""
    faces = tuple((count, face(key)) for count, key in deck.cards)
    supply = tuple((count, face(key)) for zone, count, key in deck.beside if zone == SUPPLY)
    return Count(deck, faces, sum(count for count, _ in deck.unknown), supply)


def clause(
    code: str, rule: str, evidence: Evidence, *, ok: bool | None, permits: int = 0, others: tuple[str, ...] = ()
) -> Clause:
    """A condition of a deck that holds, fails, or is unknown (None)."""
    finding = Finding.UNKNOWN if ok is None else Finding.HOLDS if ok else Finding.FAILS
    return Clause(code, rule, finding, evidence, permits=permits, others=others)


def numbers(counted: Mapping[str, int], unknown: int) -> Evidence:
    """What was counted, and how many cards nobody knows."""
    listed = tuple((name, str(number)) for name, number in counted.items())
    return (*listed, ("unknown cards", str(unknown))) if unknown else listed


def by_side(faces: Iterable[tuple[int, Face]]) -> dict[str, int]:
    """How many cards of each side, in the order of the list."""
    sides: dict[str, int] = {}
    for count, face in faces:
        sides[face.side] = sides.get(face.side, 0) + count
    return sides


def by_title(faces: Iterable[tuple[int, Face]]) -> dict[str, int]:
    """How many copies of each card, its printings taken together, in the order of the list."""
    copies: dict[str, int] = {}
    for count, face in faces:
        copies[face.title] = copies.get(face.title, 0) + count
    return copies
