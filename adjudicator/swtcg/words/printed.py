"""What is printed on a card, its keywords spelled out, and what of it works where the card does not stand face up."""

from __future__ import annotations

from functools import partial

import msgspec

from adjudicator.kernel.remembering import GAMES_MAX, remembered, remembered_by_word, remembered_of_game
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.keywords import expand, together


@remembered_by_word
def printed(face: Face, book: str) -> tuple[w.Ability, ...]:
    """A face's abilities with keywords spelled out as a book defines them; computed once for each face.

    Where no keyword is looked for, `face.abilities` says the same.
    """
    return spelled(face.abilities, book)


def spelled(abilities: tuple[w.Ability, ...], book: str) -> tuple[w.Ability, ...]:
    """Abilities with every keyword in them spelled out as a book defines it, those inside others included; of what
    copies are made one on a unit, that is done first, so that it stays.
    """
    found: list[w.Ability] = []
    for ability in abilities:
        if isinstance(ability, w.Keyword) and ability.name not in together(book):
            found.extend(expand(ability, book))
        elif isinstance(ability, w.Elsewhere):
            found.append(w.Elsewhere(zone=ability.zone, ability=spelled((ability.ability,), book)[0]))
        elif isinstance(ability, w.Reserves):
            found.extend(w.Reserves(ability=inner) for inner in spelled((ability.ability,), book))
        elif isinstance(ability, w.Insert):
            found.extend(w.Insert(ability=inner) for inner in spelled((ability.ability,), book))
        elif isinstance(ability, w.PilotOf):
            found.append(w.PilotOf(subtypes=ability.subtypes, gives=spelled(ability.gives, book)))
        elif isinstance(ability, w.EquipTo):
            found.append(w.EquipTo(to=ability.to, cost=ability.cost, gives=spelled(ability.gives, book)))
        else:
            found.append(ability)
    return tuple(found)


@remembered_of_game
def inserting(faces: dict[str, Face]) -> bool:
    """Whether any card of a game gives something to the top card of its stack."""
    return any(isinstance(each, w.Insert) for face in faces.values() for each in face.abilities)


@remembered_of_game
def with_subordinates(faces: dict[str, Face]) -> bool:
    """Whether any card of a game is a Subordinate."""
    return any(face.costless for face in faces.values())


@partial(remembered_by_word, most=GAMES_MAX)
def elsewhere(faces: dict[str, Face], book: str) -> tuple[tuple[str, str, w.Triggered], ...]:
    """The triggered abilities that work in a discard pile, of all the faces of a game, with face key and title."""
    return tuple(
        (key, face.title, inner)
        for key, face in faces.items()
        for each in printed(face, book)
        if isinstance(each, w.Elsewhere) and each.zone != HAND and isinstance(inner := each.ability, w.Triggered)
    )


@remembered_by_word
def lying(face: Face, book: str) -> dict[str, w.Activated]:
    """What a card does that its owner plays from where it lies: by the zone, "hand" or "discard".

    Nothing in a hand is triggered, as nobody else knows that it is there: what would be is played in a chance, once it
    has happened and until the next attack (ruling.triggers-from-the-hand).
    """
    found: dict[str, w.Activated] = {}
    for each in printed(face, book):
        if isinstance(each, w.Elsewhere) and isinstance(each.ability, w.Activated):
            found[each.zone] = each.ability
        elif isinstance(each, w.Elsewhere) and each.zone == HAND and isinstance(each.ability, w.Triggered):
            found[HAND] = _answering(each.ability)
    return found


HAND, BUILT = "hand", "built"


def _answering(trigger: w.Triggered) -> w.Activated:
    """A trigger of a card in a hand as what its player plays when it has happened; what it costs is its cost."""
    may = trigger.do[0] if len(trigger.do) == 1 else None
    do, cost = (may.do, may.cost) if isinstance(may, w.May) else (trigger.do, w.FREE)
    when = w.Happened(event=trigger.when.kind, to=trigger.when.to or w.Those(), since="attack")
    condition = when if trigger.condition is None else w.Both(of=(when, trigger.condition))
    return w.Activated(do=do, cost=cost, condition=condition)


def works_in_build_zone(ability: w.Ability) -> bool:
    """Reserves, Upkeep, Hidden Cost, Pilot and stand-alone Treat as work there; nothing else does."""
    if isinstance(ability, w.Keyword):
        return ability.name in ("upkeep", "hidden cost")
    return isinstance(ability, (w.Reserves, w.PilotOf, w.TreatAs))


@remembered
def own_cost_part(ability: w.Ability) -> w.Ability | None:
    """What of an ability says what its card costs: that counts while the card lies there to be built
    (idc.keywords.reduced-cost-definition).
    """
    if not isinstance(ability, w.Static):
        return None
    of_cost = tuple(x for x in ability.changes if isinstance(x, w.Modify) and x.stat == "cost" and x.of == w.THIS)
    return msgspec.structs.replace(ability, changes=of_cost) if of_cost else None


@remembered_by_word
def working_face_down(face: Face, book: str) -> tuple[tuple[int, w.Ability], ...]:
    """What works of a card while it lies face down to be built, by its places among what is printed."""
    found: list[tuple[int, w.Ability]] = []
    for at, each in enumerate(printed(face, book)):
        if isinstance(each, w.Elsewhere) and each.zone == BUILT:
            found.append((at, each.ability))
        elif not isinstance(each, w.Elsewhere) and (its_cost := own_cost_part(each)) is not None:
            found.append((at, its_cost))
    return tuple(found)
