"""Which abilities a thing on the table has now: printed, from a Pilot or Equipment, granted; and which are on.

Sources: abilities off in the build zone except Reserves, Upkeep, Hidden Cost and Pilot
(crf.zones.build-zone-active-abilities), only the Pilot text of a card on a unit
(rots.pilots.other-text-ignored), granted texts are instances of their own
(crf.abilities.granted-instance-per-source).
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from adjudicator.kernel.remembering import remembered, remembered_of_game
from adjudicator.swtcg.table.table import BUILDING, EQUIPMENT, LOCATION, PILOT, Stack, Table, in_build_zone
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
    Grant,
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
from adjudicator.swtcg.words.states import in_attack_only

ONLY_PILOTING = "crf.pilots.build-zone-only-piloting-active"
"""What a Pilot gives is off in the build zone, Reserves and Upkeep apart."""


class Instance(NamedTuple):
    """One instance of an ability: its key, whose it is, where it comes from.

    `stack` has it, `source` gives it (the same, or the Pilot, Equipment or granting card).
    """

    key: str
    ability: Ability
    stack: int
    source: int
    name: str


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


def _inserted(table: Table, stack: Stack) -> list[tuple[str, tuple[Ability, ...]]]:
    """What the cards of a stack give its top card, each card's with a beginning of its own for the keys
    (idc.keywords.insert-definition).
    """
    faces = [(card, table.faces.get(table.cards[card].face)) for card in stack.cards]
    return [
        (f"c{card}.", tuple(each.ability for each in printed(face) if isinstance(each, Insert)))
        for card, face in faces
        if face is not None
    ]


def printed_beneath(table: Table, stack: Stack) -> dict[str, Ability]:
    """What is printed beneath the top card and does not work, by what its key has behind the stack's number."""
    faces = [(card, table.faces.get(table.cards[card].face)) for card in stack.cards[1:]]
    return {
        f"u{card}.{place}": each for card, face in faces if face is not None for place, each in enumerate(printed(face))
    }


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


def own_abilities(table: Table, stack: Stack) -> list[Instance]:
    """The abilities of a stack that need no other static effect to be known: printed, piloted, equipped, granted
    by lasting effects. Only those that are on where it stands.
    """
    if not table.known(stack):
        return []
    if stack.role == BUILDING:
        own = working_face_down(table.top(stack))
        return [Instance(f"{stack.id}.{at}", each, stack.id, stack.id, "") for at, each in own]
    away = in_build_zone(stack)
    found: list[Instance] = []
    _collect(found, table, stack, stack, printed(table.top(stack)), "", away)
    if inserting(table.faces):
        for origin, abilities in _inserted(table, stack):
            _collect(found, table, stack, stack, abilities, origin, away)
    if stack.role not in (PILOT, EQUIPMENT, LOCATION):
        for other in table.attached(stack.id):
            if table.known(other):
                for ability in printed(table.top(other)):
                    if isinstance(ability, (PilotOf, EquipTo)):
                        off = away and not (isinstance(ability, PilotOf) and table.suppressed == ONLY_PILOTING)
                        _collect(found, table, stack, other, ability.gives, f"{other.id}.", off)
    for modifier in table.modifiers.values():
        change = modifier.change
        if not isinstance(change, Grant) or change.condition is not None or in_attack_only(change.to):
            continue  # what is not on all the time is looked at with what static abilities grant
        if modifier.on and stack.id in modifier.on:
            for number, ability in enumerate(spelled((change.ability,))):
                if away and not works_in_build_zone(ability):
                    continue
                if stack.role == PILOT and not works_given(table, ability):
                    continue
                key = f"{stack.id}.m{modifier.id}.{number}"
                found.append(Instance(key, ability, stack.id, stack.id, modifier.scene.source))
    return found


def lent_by(table: Table, key: str) -> Stack | None:
    """The Pilot or Equipment that gives its unit the ability of a key; None if neither does."""
    giver, inner, _ = key.partition(".")[2].partition(".")
    return table.stacks.get(int(giver)) if inner and giver.isdigit() else None


def lent_by_effect(key: str) -> bool:
    """Whether the ability of a key is one that a lasting effect gives its unit."""
    return key.partition(".")[2].startswith("m")


def _collect(
    found: list[Instance],
    table: Table,
    stack: Stack,
    source: Stack,
    abilities: tuple[Ability, ...],
    origin: str,
    away: bool,
) -> None:
    piloting = source.id == stack.id and stack.role == PILOT
    for number, ability in enumerate(abilities):
        if piloting and not _works_piloting(table, ability):
            continue
        if isinstance(ability, Elsewhere | Insert):
            continue  # it works while its card is in a hand or a discard pile; for the whole stack
        if isinstance(ability, Reserves):
            if not away:
                continue
            ability = ability.ability  # noqa: PLW2901 - what is in reserve is what works
        elif away and not works_in_build_zone(ability):
            continue
        found.append(Instance(f"{stack.id}.{origin}{number}", ability, stack.id, source.id, ""))


def _works_piloting(table: Table, ability: Ability) -> bool:
    """Whether what stands on a card is on while it is on a unit: its Pilot text, what it is treated as, Upkeep.

    By the edition also an activated ability that does nothing to the card itself, which is no unit now.
    """
    if isinstance(ability, (PilotOf, TreatAs)) or is_upkeep(ability) or of_its_host(ability):
        return True
    point = table.edition.pilot_uses_own_abilities
    return (
        point.value and point.rule != table.suppressed and isinstance(ability, Activated) and not about_itself(ability)
    )


GIVEN = "ruling.what-is-given-to-a-pilot"


def works_given(table: Table, ability: Ability) -> bool:
    """Whether what an effect gives to a card on a unit is on there: what his own abilities could do, and what changes
    his numbers, of which his health counts (ruling.what-is-given-to-a-pilot).
    """
    return table.suppressed == GIVEN or of_its_numbers(ability) or _works_piloting(table, ability)


@remembered
def of_its_numbers(ability: Ability) -> bool:
    """Whether an ability only changes the numbers of what has it."""
    return isinstance(ability, Static) and all(isinstance(each, Modify) and each.of == THIS for each in ability.changes)


@remembered
def of_its_host(ability: Ability) -> bool:
    """Whether an ability speaks of the unit that its card is on, so that it can mean nothing anywhere else
    (crf.card.r2-d2-d.extra-pilot).
    """
    if not isinstance(ability, Static):
        return False
    hosts = (getattr(each, "of", None) or getattr(each, "to", None) for each in ability.changes)
    return all(isinstance(each, Those) and each.piloted_by == THIS for each in hosts)


@remembered
def about_itself(ability: Ability) -> bool:
    """Whether an ability does something to, or looks at, the unit that has it."""
    return b'"bound":"this"' in msgspec.json.encode(ability)


def is_upkeep(ability: Ability) -> bool:
    """Whether an ability is Upkeep."""
    return isinstance(ability, Keyword) and ability.name == "upkeep"
