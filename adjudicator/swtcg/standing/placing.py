"""Where a card's types count: the types that it has in a place, and the arena that it goes to.

A unit card may have several types. Which of them count where it is, is asked here and nowhere else.
"""

from __future__ import annotations

from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.words.face import UNIT_TYPES, Face


def types_there(table: Table, face: Face, zone: str) -> tuple[str, ...]:
    """The types of a card that count in a zone: all, or in an arena, where the edition has it so, only the arena's."""
    if zone not in table.arenas or not table.edition.types_by_arena.value:
        return face.types
    return tuple(kind for kind in face.types if kind == zone or kind not in UNIT_TYPES)


def arena_of(table: Table, face: Face, named: str = "") -> str:
    """The arena that a unit card goes to: the one that is named, else that of its first type; "" if it is no unit."""
    return named or next((kind for kind in face.types if kind in table.arenas), "")
