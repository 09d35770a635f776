"""When the standing checks need not be made: nothing stands on the table that they could be about.

`quiet` looks at everything once and is true only if each of the checks in `game.SETTLING` but those in
`game.ALWAYS` would find nothing, in whichever phase; where it is not sure, the checks are made. What it has found
holds until a fact changes which stacks there are, where they are, whose they are and what is on them. The index of
effects is dropped by every fact that does (`fold`), so it carries the mark.
"""

from __future__ import annotations

from adjudicator.swtcg.effects.language import TakeControl
from adjudicator.swtcg.table import PILOT, UNIT, Table
from adjudicator.swtcg.units.face_down import left_lying
from adjudicator.swtcg.units.stacking import person
from adjudicator.swtcg.units.subordinates import away


def at_rest(table: Table) -> bool:
    """Whether the standing checks on what stands where would find nothing."""
    index = table.index_cache
    if index is None:
        return quiet(table)
    if not index.at_rest and quiet(table):
        index.at_rest = True
    return bool(index.at_rest)


def quiet(table: Table) -> bool:
    """Whether nobody controls another's card, nothing lacks what it is on or lies under, no Pilot is away from battle
    with its unit, and no unique kind is there twice.
    """
    stacks, cards, faces = table.stacks, table.cards, table.faces
    if table.zones.get("out:dark") or table.zones.get("out:light"):
        return False  # what is out of the game is noted where it bars no other unit
    if left_lying(table) or away(table):
        return False
    for modifier in table.modifiers.values():
        gone = modifier.on and not any(number in stacks for number in modifier.on)
        if gone or isinstance(modifier.change, TakeControl):
            return False
    people: set[str] = set()
    for stack in stacks.values():
        if stack.base != stack.controller or (stack.host and stack.host not in stacks):
            return False
        role = stack.role
        if role == PILOT and (not stack.host or stack.zone.startswith("build:")):
            return False
        if role in (UNIT, PILOT):
            face = faces.get(cards[stack.cards[0]].face)
            if face is not None and face.version:
                one_of = person(face.name)
                if one_of in people:
                    return False
                people.add(one_of)
    return True
