"""When the standing checks need not be made: nothing stands on the table that they could be about.

`quiet` looks at everything once and is true only if each of the checks in `settling.SETTLING` but those in
`settling.ALWAYS` would find nothing, in whichever phase; where it is not sure, the checks are made. What it has found
holds until a fact changes which stacks there are, where they are, whose they are and what is on them. The index of
effects is dropped by every fact that does (`fold`), so it carries the mark; then only those stacks are looked at
which are not the very same as when the table was looked at before (`effects.standing`).
"""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.swtcg.chapters.units.face_down import left_lying
from adjudicator.swtcg.chapters.units.falling import falls
from adjudicator.swtcg.chapters.units.subordinates import away
from adjudicator.swtcg.standing.conditions_met import Standing, standing
from adjudicator.swtcg.standing.stack_lists import listing
from adjudicator.swtcg.table.seating import zones_of
from adjudicator.swtcg.table.table import EQUIPMENT, PILOT, UNIT, Stack, Table
from adjudicator.swtcg.words.language import TakeControl
from adjudicator.swtcg.words.persons import person
from adjudicator.swtcg.words.printed import with_subordinates

UNITS = (UNIT, PILOT)
UNIQUE = (*UNITS, EQUIPMENT)
"""What is looked at as one of a unique kind, without Equipment and with it, where an edition has it contested too."""


def at_rest(table: Table) -> bool:
    """Whether the standing checks on what stands where would find nothing."""
    if _something_out(table):
        return False
    index = table.index_cache
    if index is None:
        return _undisturbed(table, standing(table))
    if not index.at_rest:
        there = table.stood if index.by_stack else None
        index.at_rest = _undisturbed(table, there or standing(table))
    return bool(index.at_rest)


def quiet(table: Table) -> bool:
    """Whether nobody controls another's card, nothing lacks what it is on or lies under, no Pilot is away from battle
    with its unit, and no unique kind is there twice.
    """
    return not _something_out(table) and _undisturbed(table, standing(table))


def _something_out(table: Table) -> bool:
    """Whether a card has left the game, which is noted where it bars no other unit, or a Subordinate has left play."""
    for zone in zones_of("out", table.seating.order):
        if table.zones.get(zone):
            return True
    return with_subordinates(table.faces) and bool(away(table))


def _undisturbed(table: Table, there: Standing) -> bool:
    """Whether no standing check is about what stands on the table, lies under it or lastingly changes it."""
    for modifier in table.modifiers.values():
        gone = modifier.on and not any(number in table.stacks for number in modifier.on)
        if gone or isinstance(modifier.change, TakeControl):
            return False
    if left_lying(table) or not _in_order(table, there):
        return False
    return not (table.edition.pilots_fall_off.value and falls(table, there.hosted))


def _in_order(table: Table, there: Standing) -> bool:
    """Whether none of the stacks is one that a standing check is about; found out once for what stands there."""
    if not there.asked:
        before, looked_at = there.since or (None, ())
        if before is not None and not before.asked:
            before.people, before.asked = _people(table, before, {}, before.stacks), True
        if before is None or before.people is None:
            there.people = _people(table, there, {}, there.stacks)
        else:
            there.people = _people(table, there, before.people, looked_at)
        there.asked, there.since = True, None
    return there.people is not None


def _people(table: Table, there: Standing, known: dict[int, str], looked_at: Collection[int]) -> dict[int, str] | None:
    """Who is in play by the stack, given who was in play in those that are not looked at; None if one of these lacks
    what it is on, is another's, is a Pilot away from battle, has a star for its health, or is of a unique kind twice.
    """
    stacks = there.stacks
    people = known.copy()
    kinds = UNIQUE if table.edition.unique_equipment.value else UNITS
    there_still: list[Stack] = []
    left: list[int] = []
    for number in looked_at:
        people.pop(number, None)
        stack = stacks.get(number)
        if stack is None:
            left.append(number)
        else:
            there_still.append(stack)
    if left and any(stack.host in left for stack in stacks.values()):
        return None
    for stack in there_still:
        if len(stack.cards) > 1 and listing(table.faces):
            return None
        if stack.base != stack.controller or (stack.host and stack.host not in stacks):
            return None
        role = stack.role
        if role == PILOT and (not stack.host or stack.zone.startswith("build:")):
            return None
        if role in kinds:
            face = table.faces.get(there.cards[stack.cards[0]].face)
            if face is not None and face.health is None and role != EQUIPMENT and _may_be_unknown(table):
                return None
            if face is not None and face.version:
                one_of = person(face.name)
                if one_of in people.values():
                    return None
                people[stack.id] = one_of
    return people


def _may_be_unknown(table: Table) -> bool:
    """Whether what a star stands for may be known at one time and not at another."""
    return table.edition.star_may_be_unknown.value
