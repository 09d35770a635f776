"""What is remembered of a thing that left the table this turn: where it stood, whose it was and what it showed."""

from __future__ import annotations

import msgspec

from adjudicator.swtcg.standing.binding import bound, departed, seats_meant, zones_of
from adjudicator.swtcg.standing.card_selectors import card_is
from adjudicator.swtcg.table.table import Scene, Table
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.language import UNITS, Those


def was_one(table: Table, to: Those, detail: str, scene: Scene) -> bool:
    """Whether what is remembered of a thing that has left is what is meant."""
    zone, controller, *face = detail.split(" ", 2)
    shown = table.faces.get(face[0]) if face else None
    if (to.zones and zone not in to.zones) or (not to.zones and to.what in UNITS and zone not in table.arenas):
        return False
    if to.alongside and zone not in zones_of(table, to.alongside, scene):
        return False
    if to.side != "any" and controller not in seats_meant(table, to, scene):
        return False
    return shown is not None and card_is(table, to, _as_there(table, shown, zone), 0, scene)


def _as_there(table: Table, face: Face, zone: str) -> Face:
    """A card with those of its types that counted where it stood."""
    types = table.types_there(face, zone)
    return face if types == face.types else msgspec.structs.replace(face, types=types)


def gone_is(table: Table, to: Those, number: int, scene: Scene) -> bool:
    """Whether something that stands no longer is meant: by the name that it is bound to, or by what it was."""
    if to.bound:
        return number in bound(table, to.bound, scene)
    return any(was_one(table, to, gone, scene) for gone in departed(table, number))
