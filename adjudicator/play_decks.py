"""Random legal decks from a catalogue, for random games: one side and neutral cards, any as likely as another."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from adjudicator.kernel.verdict import Ruling
from adjudicator.swtcg.cards.catalogue import Catalogue
from adjudicator.swtcg.cards.deck_check import COPIES_MAX, SIZE_MIN, UNITS_MIN, check_deck
from adjudicator.swtcg.cards.decks import Deck
from adjudicator.swtcg.editions import EDITIONS
from adjudicator.swtcg.words.face import UNIT_TYPES, Face

UNITS = UNITS_MIN + 4
"""How many cards of each unit type a random deck has; the rest are others."""
TRIES_MAX = 50
"""A deck that is not legal is drawn anew, so often at most."""


class NoDeckError(Exception):
    """No legal deck was found in so many tries: the catalogue lacks cards."""

    told_to_people = True


def random_deck(side: str, pool: Sequence[Face], catalogue: Catalogue, edition: str, seed: str) -> tuple[Face, ...]:
    """A legal deck of 60 cards for a side. Raises NoDeckError."""
    chance = random.Random(seed)  # noqa: S311 - a deck decided by a seed, nothing secret
    for _ in range(TRIES_MAX):
        faces = _drawn(side, pool, chance)
        deck = Deck(title="random", side=side, cards=tuple((1, face.key) for face in faces))
        if len(faces) == SIZE_MIN and check_deck(deck, catalogue, EDITIONS[edition]).ruling is Ruling.LEGAL:
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


def _drawn(side: str, pool: Sequence[Face], chance: random.Random) -> tuple[Face, ...]:
    mine = [face for face in pool if face.side in (side, "neutral") and not face.costless]
    faces: list[Face] = []
    for kind in UNIT_TYPES:
        faces.extend(_some([face for face in mine if face.unit_type == kind], UNITS, chance))
    others = [face for face in mine if not face.is_unit and not {"resource", "event", "reminder"} & {*face.types}]
    faces.extend(_some(others, SIZE_MIN - len(faces), chance))
    return tuple(faces)


def _some(faces: Sequence[Face], count: int, chance: random.Random) -> Iterator[Face]:
    """So many cards, up to four of each."""
    left = count
    for face in chance.sample(faces, len(faces)):
        if left <= 0:
            return
        copies = min(left, chance.randint(1, COPIES_MAX))
        left -= copies
        yield from [face] * copies
