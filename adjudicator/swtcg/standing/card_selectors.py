"""Selectors over cards that stand nowhere: in hands, decks and piles, under a unit, set aside.

They are known by what is printed on them; no effect reaches them there (rots.zones.removed-cards-no-effect).
"""

from __future__ import annotations

import msgspec

from adjudicator.swtcg.standing.binding import bound, names_of, seats_meant, zones_of
from adjudicator.swtcg.standing.measures import card_measure, sizes_right, under
from adjudicator.swtcg.standing.traits import prints_keyword, type_right
from adjudicator.swtcg.standing.type_line import printed_subtype, subtype_words
from adjudicator.swtcg.table.table import Scene, Table
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.language import Those
from adjudicator.swtcg.words.states import looks_closer

_replace = msgspec.structs.replace


def select_cards(table: Table, those: Those, scene: Scene, *, unknown: bool = False) -> tuple[int, ...]:
    """The cards meant in hands, decks, piles or under a unit; with `unknown` also those that nobody knows."""
    handles = named(table, those, scene) if those.bound else _cards_in(table, those, scene)
    return tuple(card for card in handles if _card_right(table, those, card, scene, unknown=unknown))


def named(table: Table, those: Those, scene: Scene) -> tuple[int, ...]:
    """The cards that a name stands for, wherever they lie by now."""
    if those.bound == "this":
        return (scene.card,) if scene.card else ()
    return bound(table, those.bound, scene)


def _cards_in(table: Table, those: Those, scene: Scene) -> tuple[int, ...]:
    found: list[int] = []
    for zone in those.zones:
        if zone == "under":
            found.extend(table.zones.get(under(scene.stack), ()))
            continue
        for seat in seats_meant(table, those, scene):
            ends = ("deck top", "deck", "deck bottom") if zone == "deck" else (zone,)
            for end in ends:
                found.extend(table.zones.get(f"{end}:{seat}", ()))
    return tuple(found)


def _card_right(table: Table, those: Those, card: int, scene: Scene, *, unknown: bool) -> bool:
    if card not in table.cards or (those.bound and those.zones and card not in _cards_in(table, those, scene)):
        return False
    face = table.face(card)
    if face is None:
        return _may_be_among(table, those, card, scene) and (unknown or not looks_closer(those))
    return card_is(table, those, face, card, scene)


def _may_be_among(table: Table, those: Those, card: int, scene: Scene) -> bool:
    """Whether a card that nobody knows may be meant by parts that are bound already: those name cards, not faces."""
    if those.any_of and all(part.bound for part in those.any_of):
        return any(card in bound(table, part.bound, scene) for part in those.any_of)
    but = those.but
    return but is None or not but.bound or looks_closer(but) or card not in bound(table, but.bound, scene)


def card_is(table: Table, those: Those, face: Face, card: int, scene: Scene) -> bool:
    """Whether a card is as described, by what is printed on it."""
    if those.types == ("there",):
        those = _replace(those, types=(scene.arena,))
    if those.alongside and not set(face.types) & set(zones_of(table, those.alongside, scene)):
        return False
    if those.types and not type_right(those, face, face.types, subtype_words(face)):
        return False
    if those.subtype and not printed_subtype(face, those.subtype):
        return False
    if (those.name and face.name != those.name) or (those.card_side and face.side != those.card_side):
        return False
    if those.unique is not None and those.unique != face.unique:
        return False
    if those.keyword and not prints_keyword(face, those.keyword):
        return False
    if those.cost_at_most is not None and (face.cost or 0) > those.cost_at_most:
        return False
    if those.any_of and not any(_is_part(table, part, face, card, scene) for part in those.any_of):
        return False
    if those.but is not None and _is_part(table, those.but, face, card, scene):
        return False
    if those.name_of and face.name not in (*names_of(table, those.name_of, scene), *_bound_names(table, those, scene)):
        return False
    if those.line_of and (face.types, face.subtypes) not in lines_of(table, those.line_of, scene):
        return False
    if not those.where:
        return True
    scene = _replace(scene, bound={**scene.bound, ITSELF: (card,)})
    return sizes_right(table, those, lambda stat: card_measure(table, card, face, stat), scene)


ITSELF = "itself"
"""What a card that is looked at is bound to where its numbers are compared with others of its own."""


def lines_of(table: Table, name: str, scene: Scene) -> list[tuple[tuple[str, ...], str]]:
    """The complete type lines of what is bound to a name on the table."""
    stacks = (table.stacks.get(number) for number in bound(table, name, scene))
    tops = (table.top(stack) for stack in stacks if stack is not None and table.known(stack))
    return [(face.types, face.subtypes) for face in tops]


def _is_part(table: Table, part: Those, face: Face, card: int, scene: Scene) -> bool:
    """Whether a card is what a part of a selector describes."""
    if part.bound and card not in bound(table, part.bound, scene):
        return False
    return card_is(table, part, face, card, scene)


def _bound_names(table: Table, those: Those, scene: Scene) -> list[str]:
    """What cards bound to a name are called, where the name is of cards."""
    faces = (table.face(card) for card in bound(table, those.name_of, scene) if card in table.cards)
    return [face.name for face in faces if face is not None] if those.name_of.startswith("card") else []
