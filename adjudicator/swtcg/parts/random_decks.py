"""Random legal decks, each with its supply where an edition knows one, and who of a random game brings which."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from adjudicator.kernel.game.play import Chance, Packs
from adjudicator.kernel.verdict import Ruling
from adjudicator.swtcg.cards.catalogue import Catalogue
from adjudicator.swtcg.cards.deck_check import COPIES_MAX, SIZE_MIN, UNITS_MIN, check_deck
from adjudicator.swtcg.cards.decks import Deck
from adjudicator.swtcg.opening import pack
from adjudicator.swtcg.table.edition import Edition
from adjudicator.swtcg.table.seating import called_after
from adjudicator.swtcg.words.face import SUBORDINATE, UNIT_TYPES, Face

UNITS = UNITS_MIN + 4
"""How many cards of each unit type a random deck has; the rest are others."""
TRIES_MAX = 50
"""A deck that is not legal is drawn anew, so often at most."""
BESIDE = frozenset({"resource", "event", "reminder"})
"""Cards that no deck of 2005 has."""
SUPPLY_OF_EACH_MAX = 4
"""How many copies of a Subordinate a random supply has at most."""
BID_IN_TEN = 3
"""So many of ten games, where sides are chosen at the table, are of players with a deck for each side."""
PLAYERS = ("ann", "ben")


class NoDeckError(ValueError):
    """No legal deck was found in so many tries: the catalogue lacks cards."""

    told_to_people = True


class Pool:
    """The cards that random decks are drawn from, under an edition."""

    def __init__(self, catalogue: Catalogue, edition: Edition) -> None:
        self.catalogue = catalogue
        self.edition = edition
        self.faces = card_pool(catalogue)

    def packs(self, seed: str, chance: Callable[[str], Chance]) -> Packs:
        """The packs of a game: a deck for each seat, or one of each side for each player, who then choose sides."""
        chairs = self.edition.chairs
        if not self.edition.third_side.value:
            return tuple((seat, self._pack(side, chance(f"{seat} {seed}"))) for seat, side, _ in chairs)
        lot = chance(f"sides {seed}")
        drawn = set(lot.sample(self._sides(), len(chairs)))
        sides = tuple(side for side in self.edition.sides.value if side in drawn)
        if self.edition.setup.row("sides").rule and lot.randint(1, 10) <= BID_IN_TEN:
            return tuple((one, self._pack(side, chance(f"{one} {side} {seed}"))) for one in PLAYERS for side in sides)
        return tuple((called_after(side), self._pack(side, chance(f"{side} {seed}"))) for side in sides)

    def _sides(self) -> tuple[str, ...]:
        """The sides for which there are cards enough."""
        return tuple(side for side in self.edition.sides.value if self._suffices(side))

    def _suffices(self, side: str) -> bool:
        mine = [face for face in _of_side(self.faces, side) if not face.costless]
        return all(sum(face.unit_type == kind for face in mine) * COPIES_MAX >= UNITS for kind in UNIT_TYPES)

    def _pack(self, side: str, chance: Chance) -> tuple[object, ...]:
        deck = random_deck(side, self.faces, self.catalogue, self.edition, chance)
        supply = self._supply(side, chance) if self.edition.supply.value else ()
        return pack(deck, supply=supply)

    def _supply(self, side: str, chance: Chance) -> tuple[Face, ...]:
        """Some copies of each Subordinate, and one of each Event."""
        mine = _of_side(self.faces, side)
        taken = [
            face for face in mine if SUBORDINATE in face.types for _ in range(chance.randint(0, SUPPLY_OF_EACH_MAX))
        ]
        return (*taken, *(face for face in mine if "event" in face.types))


def random_deck(
    side: str, pool: Sequence[Face], catalogue: Catalogue, edition: Edition, chance: Chance
) -> tuple[Face, ...]:
    """A legal deck of 60 cards for a side, any card as likely as another. Raises NoDeckError."""
    for _ in range(TRIES_MAX):
        faces = _drawn(side, pool, edition, chance)
        deck = Deck(title="random", side=side, cards=tuple((1, face.key) for face in faces))
        if len(faces) == SIZE_MIN and check_deck(deck, catalogue, edition).ruling is Ruling.LEGAL:
            return faces
    raise NoDeckError(f"no legal {side} deck in {TRIES_MAX} tries")


def card_pool(catalogue: Catalogue) -> tuple[Face, ...]:
    """The different cards of a catalogue, one printing of each, in its order."""
    kept: dict[tuple[object, ...], Face] = {}
    for entry in catalogue.entries():
        face = entry.face
        facts = (face.name, face.version) if face.version else (face.name, face.types, face.subtypes, face.cost)
        kept.setdefault(facts, face)
    return tuple(kept.values())


def _of_side(faces: Sequence[Face], side: str) -> list[Face]:
    """The cards that a deck of a side may have."""
    return [face for face in faces if face.side in (side, "neutral")]


def _drawn(side: str, pool: Sequence[Face], edition: Edition, chance: Chance) -> tuple[Face, ...]:
    mine = [face for face in _of_side(pool, side) if not face.costless]
    faces: list[Face] = []
    for kind in UNIT_TYPES:
        faces.extend(_some([face for face in mine if face.unit_type == kind], UNITS, chance))
    left_out = BESIDE - {kind for kind in edition.beside.value if kind != "event"}
    others = [face for face in mine if not face.is_unit and not left_out & {*face.types}]
    faces.extend(_some(others, SIZE_MIN - len(faces), chance))
    return tuple(faces)


def _some(faces: Sequence[Face], count: int, chance: Chance) -> Iterator[Face]:
    """So many cards, up to four of each."""
    left = count
    for face in chance.sample(faces, len(faces)):
        if left <= 0:
            return
        copies = min(left, chance.randint(1, COPIES_MAX))
        left -= copies
        yield from [face] * copies
