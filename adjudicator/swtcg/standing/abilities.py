"""Which abilities a thing on the table has now: printed, from a Pilot or Equipment, granted; and which are on.

Sources: abilities off in the build zone except Reserves, Upkeep, Hidden Cost and Pilot
(crf.zones.build-zone-active-abilities), only the Pilot text of a card on a unit
(rots.pilots.other-text-ignored), granted texts are instances of their own
(crf.abilities.granted-instance-per-source).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from adjudicator.kernel.remembering import remembered
from adjudicator.swtcg.standing.card_kinds import TRAIT, of_kind
from adjudicator.swtcg.standing.type_line import fits_by_type
from adjudicator.swtcg.table.table import BUILDING, CAMPAIGN, EQUIPMENT, LOCATION, PILOT, Stack, Table, in_build_zone
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.printed import inserting, printed, spelled, working_face_down, works_in_build_zone
from adjudicator.swtcg.words.states import in_attack_only


class Instance(NamedTuple):
    """One instance of an ability: its key, whose it is, where it comes from.

    `stack` has it, `source` gives it (the same, or the Pilot, Equipment or granting card).
    """

    key: str
    ability: w.Ability
    stack: int
    source: int
    name: str


def inserted(table: Table, stack: Stack) -> list[tuple[str, tuple[w.Ability, ...]]]:
    """What the cards of a stack give its top card, each card's with a beginning of its own for the keys
    (idc.keywords.insert-definition).
    """
    faces = [(card, table.faces.get(table.cards[card].face)) for card in stack.cards]
    return [
        (
            f"c{card}.",
            tuple(each.ability for each in printed(face, table.edition.book.value) if isinstance(each, w.Insert)),
        )
        for card, face in faces
        if face is not None
    ]


def printed_beneath(table: Table, stack: Stack) -> dict[str, w.Ability]:
    """What is printed beneath the top card and does not work, by what its key has behind the stack's number."""
    faces = [(card, table.faces.get(table.cards[card].face)) for card in stack.cards[1:]]
    return {
        f"u{card}.{place}": each
        for card, face in faces
        if face is not None
        for place, each in enumerate(printed(face, table.edition.book.value))
    }


def own_abilities(table: Table, stack: Stack) -> list[Instance]:
    """The abilities of a stack that need no other static effect to be known: printed, piloted, equipped, granted
    by lasting effects. Only those that are on where it stands.
    """
    if not table.known(stack):
        return []
    if stack.role == BUILDING:
        own = working_face_down(table.top(stack), table.edition.book.value)
        return [Instance(f"{stack.id}.{at}", each, stack.id, stack.id, "") for at, each in own]
    away = in_build_zone(stack) and stack.role != CAMPAIGN
    found: list[Instance] = []
    _collect(found, table, stack, stack, printed(table.top(stack), table.edition.book.value), "", away)
    if inserting(table.faces):
        for origin, abilities in inserted(table, stack):
            _collect(found, table, stack, stack, abilities, origin, away)
    if stack.role not in (PILOT, EQUIPMENT, LOCATION):
        for other in table.attached(stack.id):
            if table.known(other) and not kept_back(table, other, stack)[0]:
                for ability in printed(table.top(other), table.edition.book.value):
                    if isinstance(ability, (w.PilotOf, w.EquipTo)):
                        off = away and not (
                            isinstance(ability, w.PilotOf)
                            and table.suppressed == table.why.pilots_build_zone_only_piloting_active
                        )
                        _collect(found, table, stack, other, ability.gives, f"{other.id}.", off)
    for modifier in table.modifiers.values():
        change = modifier.change
        if not isinstance(change, w.Grant) or change.condition is not None or in_attack_only(change.to):
            continue  # what is not on all the time is looked at with what static abilities grant
        if modifier.on and stack.id in modifier.on:
            for number, ability in enumerate(spelled((change.ability,), table.edition.book.value)):
                if away and not given_away(table, ability):
                    continue
                if stack.role == PILOT and not works_given(table, ability):
                    continue
                key = f"{stack.id}.m{modifier.id}.{number}"
                found.append(Instance(key, ability, stack.id, stack.id, modifier.scene.source))
    return found


def given_away(table: Table, ability: w.Ability) -> bool:
    """Whether what something else gives a unit works in the build zone: as what is printed, but for "treat as" texts
    where the edition has it so.
    """
    if not works_in_build_zone(ability):
        return False
    point = table.edition.granted_treat_as_retreated
    return point.value or not isinstance(ability, w.TreatAs) or point.rule == table.suppressed


def kept_back(table: Table, attached: Stack, unit: Stack) -> tuple[str, str]:
    """Why Equipment on a unit gives it nothing, and the rule, where the edition has it so: it is tapped, or its
    subtypes match no type of the unit any more; empty where it gives what it has.
    """
    if attached.role != EQUIPMENT:
        return "", ""
    tapped, mistyped = table.edition.tapped_equipment_off, table.edition.equipment_needs_type
    if attached.tapped and tapped.value and tapped.rule != table.suppressed:
        return "tapped", tapped.rule
    of_a_stack = table.why.stacking_equipment_top_mismatch if len(attached.cards) > 1 else ""
    rule = of_a_stack or mistyped.rule
    if mistyped.value and rule != table.suppressed and not fits_by_type(table, attached, unit):
        return "for units of other types", rule
    return "", ""


CARD, STATIC, LASTING = "c", "g", "m"
"""Before a number in the key of an ability: the card of the stack, or the effect, that gives it."""
EFFECTS = (STATIC, LASTING)


def given_by(key: str) -> tuple[str, int]:
    """What gives its unit the ability of a key, and its number; nothing and 0 if it is its own or a Pilot's."""
    origin = key.partition(".")[2].partition(".")[0]
    there = origin[:1] in (CARD, *EFFECTS) and origin[1:].isdecimal()
    return (origin[0], int(origin[1:])) if there else ("", 0)


def inserting_card(key: str) -> int:
    """The card of a stack that gives its top card the ability of a key; 0 if none does."""
    giver, number = given_by(key)
    return number if giver == CARD else 0


def lent_by(table: Table, key: str) -> Stack | None:
    """The Pilot or Equipment that gives its unit the ability of a key; None if neither does."""
    giver, inner, _ = key.partition(".")[2].partition(".")
    return table.stacks.get(int(giver)) if inner and giver.isdigit() else None


def lasting_number(key: str) -> int:
    """The number of the lasting effect that gives its unit the ability of a key; 0 if none does."""
    giver, number = given_by(key)
    return number if giver == LASTING else 0


def _collect(
    found: list[Instance],
    table: Table,
    stack: Stack,
    source: Stack,
    abilities: tuple[w.Ability, ...],
    origin: str,
    away: bool,
) -> None:
    piloting = source.id == stack.id and stack.role == PILOT
    for number, ability in enumerate(abilities):
        off = (piloting and not _works_piloting(table, ability)) or (
            away
            and not isinstance(ability, w.Reserves)
            and not (works_in_build_zone(ability) if source.id == stack.id else given_away(table, ability))
        )
        if off and not _tells_a_star(table, source, ability):
            continue
        if isinstance(ability, w.Elsewhere | w.Insert) or _is_condition(table, source, ability):
            continue  # it works while its card is in a hand or a discard pile; for the whole stack
        if isinstance(ability, w.Reserves):
            if not away:
                continue
            ability = ability.ability  # noqa: PLW2901 - what is in reserve is what works
        found.append(Instance(f"{stack.id}.{origin}{number}", ability, stack.id, source.id, ""))


def _is_condition(table: Table, source: Stack, ability: w.Ability) -> bool:
    """Whether an ability only says when a Trait is attached, which its player does (`standing.rights`)."""
    return isinstance(ability, w.Triggered) and source.role == EQUIPMENT and of_kind(table, table.top(source), TRAIT)


def _tells_a_star(table: Table, stack: Stack, ability: w.Ability) -> bool:
    """Whether an ability says what a star printed on its card stands for, where that is on wherever the card is."""
    if not table.edition.star_may_be_unknown.value or not isinstance(ability, w.Static):
        return False
    face = table.top(stack)
    sets = [each for each in ability.changes if isinstance(each, w.Modify) and each.set and each.of.bound == "this"]
    return any(getattr(face, each.stat, 0) is None for each in sets)


def _works_piloting(table: Table, ability: w.Ability) -> bool:
    """Whether what stands on a card is on while it is on a unit: its Pilot text, what it is treated as, Upkeep.

    By the edition also an activated ability that does nothing to the card itself, which is no unit now.
    """
    if isinstance(ability, (w.PilotOf, w.TreatAs)) or is_upkeep(ability) or speaks_of_host(ability):
        return True
    point = table.edition.pilot_uses_own_abilities
    return (
        point.value
        and point.rule != table.suppressed
        and isinstance(ability, w.Activated)
        and not about_itself(ability)
    )


def works_given(table: Table, ability: w.Ability) -> bool:
    """Whether what an effect gives to a card on a unit is on there: what his own abilities could do, and what changes
    his numbers, of which his health counts (ruling.what-is-given-to-a-pilot).
    """
    return (
        table.suppressed == table.why.reading_what_is_given_to_a_pilot
        or changes_own_numbers(ability)
        or _works_piloting(table, ability)
    )


@remembered
def changes_own_numbers(ability: w.Ability) -> bool:
    """Whether an ability only changes the numbers of what has it."""
    return isinstance(ability, w.Static) and all(
        isinstance(each, w.Modify) and each.of == w.THIS for each in ability.changes
    )


@remembered
def speaks_of_host(ability: w.Ability) -> bool:
    """Whether an ability speaks of the unit that its card is on, so that it can mean nothing anywhere else
    (crf.card.r2-d2-d.extra-pilot).
    """
    if not isinstance(ability, w.Static):
        return False
    hosts = (getattr(each, "of", None) or getattr(each, "to", None) for each in ability.changes)
    return all(isinstance(each, w.Those) and each.piloted_by == w.THIS for each in hosts)


@remembered
def about_itself(ability: w.Ability) -> bool:
    """Whether an ability does something to, or looks at, the unit that has it."""
    return b'"bound":"this"' in msgspec.json.encode(ability)


def is_upkeep(ability: w.Ability) -> bool:
    """Whether an ability is Upkeep."""
    return isinstance(ability, w.Keyword) and ability.name == "upkeep"


def with_key(table: Table, key: str) -> Instance | None:
    """The ability that has this key and is there, even if in vain; None if there is none."""
    stack = table.stack_of(key)
    here: Iterable[Instance] = table.index.by_stack.get(stack.id, ()) if stack is not None else ()
    for instance in here:
        if instance.key == key:
            return instance
    return None


def awaited(abilities: Iterable[Instance]) -> Iterator[w.Event]:
    """The events that some abilities wait for."""
    return (each.ability.when for each in abilities if isinstance(each.ability, w.Triggered))
