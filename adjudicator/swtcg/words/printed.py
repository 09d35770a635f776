"""What is printed on a card, its keywords spelled out, and what of it works where the card does not stand face up."""

from __future__ import annotations

import msgspec

from adjudicator.kernel.remembering import remembered, remembered_of_game
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.keywords import expand
from adjudicator.swtcg.words.language import (
    FREE,
    THIS,
    Ability,
    Activated,
    Both,
    Elsewhere,
    EquipTo,
    Happened,
    Insert,
    Keyword,
    May,
    Modify,
    PilotOf,
    Reserves,
    Static,
    Those,
    TreatAs,
    Triggered,
)


@remembered
def printed(face: Face) -> tuple[Ability, ...]:
    """A face's abilities with keywords spelled out; computed once for each face."""
    return spelled(face.abilities)


def spelled(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """Abilities with every keyword in them spelled out, those inside others included."""
    found: list[Ability] = []
    for ability in abilities:
        if isinstance(ability, Keyword):
            found.extend(expand(ability))
        elif isinstance(ability, Elsewhere):
            found.append(Elsewhere(zone=ability.zone, ability=spelled((ability.ability,))[0]))
        elif isinstance(ability, Reserves):
            found.extend(Reserves(ability=inner) for inner in spelled((ability.ability,)))
        elif isinstance(ability, Insert):
            found.extend(Insert(ability=inner) for inner in spelled((ability.ability,)))
        elif isinstance(ability, PilotOf):
            found.append(PilotOf(subtypes=ability.subtypes, gives=spelled(ability.gives)))
        elif isinstance(ability, EquipTo):
            found.append(EquipTo(to=ability.to, cost=ability.cost, gives=spelled(ability.gives)))
        else:
            found.append(ability)
    return tuple(found)


@remembered_of_game
def inserting(faces: dict[str, Face]) -> bool:
    """Whether any card of a game gives something to the top card of its stack."""
    return any(isinstance(each, Insert) for face in faces.values() for each in face.abilities)


@remembered_of_game
def elsewhere(faces: dict[str, Face]) -> tuple[tuple[str, str, Triggered], ...]:
    """The triggered abilities that work in a discard pile, of all the faces of a game, with face key and title."""
    return tuple(
        (key, face.title, inner)
        for key, face in faces.items()
        for each in printed(face)
        if isinstance(each, Elsewhere) and each.zone != HAND and isinstance(inner := each.ability, Triggered)
    )


@remembered
def lying(face: Face) -> dict[str, Activated]:
    """What a card does that its owner plays from where it lies: by the zone, "hand" or "discard".

    Nothing in a hand is triggered, as nobody else knows that it is there: what would be is played in a chance, once it
    has happened and until the next attack (ruling.triggers-from-the-hand).
    """
    found: dict[str, Activated] = {}
    for each in printed(face):
        if isinstance(each, Elsewhere) and isinstance(each.ability, Activated):
            found[each.zone] = each.ability
        elif isinstance(each, Elsewhere) and each.zone == HAND and isinstance(each.ability, Triggered):
            found[HAND] = _answering(each.ability)
    return found


HAND, BUILT = "hand", "built"


def _answering(trigger: Triggered) -> Activated:
    """A trigger of a card in a hand as what its player plays when it has happened; what it costs is its cost."""
    may = trigger.do[0] if len(trigger.do) == 1 else None
    do, cost = (may.do, may.cost) if isinstance(may, May) else (trigger.do, FREE)
    when = Happened(event=trigger.when.kind, to=trigger.when.to or Those(), since="attack")
    condition = when if trigger.condition is None else Both(of=(when, trigger.condition))
    return Activated(do=do, cost=cost, condition=condition)


def works_in_build_zone(ability: Ability) -> bool:
    """Reserves, Upkeep, Hidden Cost, Pilot and stand-alone Treat as work there; nothing else does."""
    if isinstance(ability, Keyword):
        return ability.name in ("upkeep", "hidden cost")
    return isinstance(ability, (Reserves, PilotOf, TreatAs))


@remembered
def of_its_cost(ability: Ability) -> Ability | None:
    """What of an ability says what its card costs: that counts while the card lies there to be built
    (idc.keywords.reduced-cost-definition).
    """
    if not isinstance(ability, Static):
        return None
    of_cost = tuple(x for x in ability.changes if isinstance(x, Modify) and x.stat == "cost" and x.of == THIS)
    return msgspec.structs.replace(ability, changes=of_cost) if of_cost else None


@remembered
def working_face_down(face: Face) -> tuple[tuple[int, Ability], ...]:
    """What works of a card while it lies face down to be built, by its places among what is printed."""
    found: list[tuple[int, Ability]] = []
    for at, each in enumerate(printed(face)):
        if isinstance(each, Elsewhere) and each.zone == BUILT:
            found.append((at, each.ability))
        elif not isinstance(each, Elsewhere) and (its_cost := of_its_cost(each)) is not None:
            found.append((at, its_cost))
    return tuple(found)
