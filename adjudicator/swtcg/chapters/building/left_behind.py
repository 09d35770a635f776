"""What becomes of Equipment whose unit has gone, and of what it has set off once it is detached.

Sources: rots.equipment.unit-discarded-returns-to-build-zone, rots.equipment.survives-unit-discard,
idc.equipment.skill-trait-share-units-fate, idc.term.detach.running-effects-continue.
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.standing.card_kinds import stays_on
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames import BuildStepFrame
from adjudicator.swtcg.table.table import EQUIPMENT, SUPPLY, Stack, Table, build_zone


def left_behind(run: Run) -> bool:
    """Standing check: Equipment whose unit was discarded goes back to its controller's build zone, a Skill or Trait is
    discarded with it; True if any did.
    """
    table: Table = run.table
    loose = [s for s in table.stacks.values() if s.role == EQUIPMENT and s.host and s.host not in table.stacks]
    if not loose:
        return False
    facts: list[Any] = []
    cause = "its unit was discarded"
    for stack in loose:
        shares = table.why.equipment_skill_trait_share_units_fate
        if stays_on(table, table.top(stack)) and run.applies(shares):
            facts.append(f.StackDiscarded(stack=stack.id, rule=shares, cause=cause))
            continue
        if to_supply := _left_to_itself(run, stack):
            facts.append(to_supply)
            continue
        stays = run.non_event(
            f"discard of {table.top(stack).title}",
            table.why.equipment_survives_unit_discard,
            "only its unit was discarded",
        )
        zone = build_zone(stack.controller)
        if stays and run.applies(table.why.equipment_unit_discarded_returns_to_build_zone):
            facts.append(
                f.Detached(
                    stack=stack.id,
                    zone=zone,
                    role=EQUIPMENT,
                    rule=table.why.equipment_unit_discarded_returns_to_build_zone,
                    cause=cause,
                )
            )
        else:
            facts.append(f.StackDiscarded(stack=stack.id, rule=table.why.discard_definition, cause=cause))
    _note_left(run, loose)
    run.happen(*facts)
    return True


def _left_to_itself(run: Run, stack: Stack) -> f.Detached | None:
    """What comes of Equipment whose Subordinate has gone into its supply and was not discarded, where the edition has
    it so: nothing else than its controller's build zone.
    """
    rule = run.table.why.subordinate_equipment_stays
    if not rule or not any(
        isinstance(fact, f.StackLeft) and (fact.stack, fact.to) == (stack.host, SUPPLY) for fact in run.facts
    ):
        return None
    zone, cause = build_zone(stack.controller), "its unit has left play"
    return f.Detached(stack=stack.id, zone=zone, role=EQUIPMENT, rule=rule, cause=cause)


def _note_left(run: Run, loose: list[Stack]) -> None:
    """The build step that is going on remembers what came back in it to the player whose step it is."""
    for at, frame in enumerate(run.frames):
        if isinstance(frame, BuildStepFrame):
            mine = tuple(stack.id for stack in loose if stack.controller == frame.seat)
            run.frames[at] = msgspec.structs.replace(frame, left=(*frame.left, *mine))


def ended(run: Run, equipment: Stack) -> list[f.ModifiersEnded]:
    """What ends as Equipment is detached of the effects that it gave: none (an audit may ask for all of them)."""
    table: Table = run.table
    rule = table.why.equipment_running_effects_continue
    if not rule or not table.modifiers:
        return []
    lent, name = f"{equipment.host}.{equipment.id}.", table.title(equipment.id)
    going_on = tuple(each.id for each in table.modifiers.values() if each.scene.key.startswith(lent))
    if not going_on or run.non_event(f"the end of what {name} has set off", rule, "it lasts as it says"):
        return []
    return [f.ModifiersEnded(ids=going_on, rule=table.why.equipment_detach_free_build_step)]
