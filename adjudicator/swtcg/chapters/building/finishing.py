"""Equipment that is finished: turned up in the build zone, or laid into a stack where an edition stacks Equipment.

Sources: rots.equipment.face-up-in-build-zone-until-attached, idc.stacking.create-stack-over-or-under.
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.forms import Form, OneOf
from adjudicator.kernel.judging import ALL, Judging, allowed
from adjudicator.kernel.run import Run
from adjudicator.swtcg.chapters.building.from_hand import check_kind
from adjudicator.swtcg.chapters.building.step import acted, enough_counters, face_down, in_own_step, too_few
from adjudicator.swtcg.doing.bringing import COMPLETION, bring
from adjudicator.swtcg.standing import stacking
from adjudicator.swtcg.standing.card_kinds import stays_on
from adjudicator.swtcg.standing.stack_prices import Price, stack_price
from adjudicator.swtcg.standing.values import cost
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.declarations import FinishEquipment
from adjudicator.swtcg.table.frames import BuildStepFrame
from adjudicator.swtcg.table.table import BUILDING, EQUIPMENT, Stack, Table


def check_finish(judging: Judging, frame: BuildStepFrame | None) -> None:
    """Clauses of finishing Equipment: when, Equipment, with enough counters."""
    said: FinishEquipment = judging.said
    table: Table = judging.table
    in_own_step(judging, frame, table.why.equipment_built_in_build_step)
    stack = face_down(judging, said.stack, table.why.equipment_face_up_in_build_zone_until_attached)
    if stack is None:
        return
    face = table.top(stack)
    if not check_kind(judging, face, "CARD_IS_EQUIPMENT", table.why.equipment_glossary, ok="equipment" in face.types):
        return
    if said.onto:
        _check_onto(judging, said, stack)
        return
    others = stacking.namesakes(table, said.seat, face) if judging.level == ALL else ()
    if others:
        judging.permit("ANOTHER_OF_ITS_NAME", table.why.unique_second_may_come)
    few = too_few(table, stack)
    enough_counters(judging, stack, cost(table, stack), table.why.equipment_face_up_in_build_zone_until_attached, few)


def _check_onto(judging: Judging, said: FinishEquipment, stack: Stack) -> None:
    """Clauses of laying Equipment into a stack: one's own Equipment of the same kind, and the counters for that."""
    table: Table = judging.table
    point = table.edition.unique_equipment
    judging.clause("EQUIPMENT_IS_STACKED", point.rule, point.value)
    target = check_equipment(judging, said.onto, point.rule)
    if target is None:
        return
    stacking.check_may_stack(judging, table.top(stack), target)
    price = _price(table, stack, target, said)
    enough_counters(judging, stack, price.counters, price.rule, price.few if stack.counters else price.rule)


def _price(table: Table, stack: Stack, target: Stack, said: FinishEquipment) -> Price:
    """What joining a stack of Equipment takes."""
    return stack_price(table, table.top(stack), target, on_top=not said.beneath, own_cost=cost(table, stack))


def perform_finish(run: Run) -> None:
    """Turn it up; it lies ready in the build zone, or joins its stack where that is."""
    acted(run)
    finish(run, run.said)


def finish(run: Run, said: FinishEquipment) -> None:
    """The facts of finishing Equipment as was said."""
    table: Table = run.table
    stack, target = table.stacks[said.stack], table.stacks.get(said.onto)
    card, rule = stack.cards[0], table.why.equipment_face_up_in_build_zone_until_attached
    if stays_on(table, table.top(stack)):
        rule = table.why.equipment_skill_trait_completed_face_up
    joined: tuple[f.CardStacked, ...] = ()
    if target is not None:
        rule, on_top = _price(table, stack, target, said).rule, not said.beneath
        joined = (
            f.CardStacked(
                stack=target.id,
                seat=said.seat,
                card=card,
                from_stack=stack.id,
                on_top=on_top,
                rule=rule,
                cause="finish",
            ),
        )
    up = f.CardTurnedUp(stack=stack.id, card=card, role=EQUIPMENT, rule=rule, cause="finish")
    bring(run, COMPLETION, stack, (up, *joined))


def check_equipment(judging: Judging, number: int, rule: str) -> Stack | None:
    """Clauses on the Equipment: it is finished, and the speaker's; None if it is not Equipment at all."""
    table: Table = judging.table
    equipment = table.stacks.get(number)
    if not judging.clause(
        "EQUIPMENT_IS_FINISHED",
        lambda: _not_finished(table, equipment),
        equipment is not None and equipment.role == EQUIPMENT,
        lambda: (("equipment", table.title(number)),),
    ):
        return None
    assert equipment is not None
    judging.clause(
        "EQUIPMENT_IS_YOURS",
        lambda: (
            table.why.equipment_controller_unchanged or rule if _host_of(table, equipment, judging.said.seat) else rule
        ),
        equipment.controller == judging.said.seat,
        lambda: (("equipment", table.title(number)), ("controller", equipment.controller)),
        about=number,
    )
    return equipment


def _not_finished(table: Table, equipment: Stack | None) -> str:
    """Why what is named is no finished Equipment: built enough it is still to be turned up, or it has to be built."""
    if equipment is None or equipment.role != BUILDING:
        return table.why.equipment_glossary
    enough = table.known(equipment) and equipment.counters >= cost(table, equipment)
    return table.why.equipment_face_up_in_build_zone_until_attached if enough else table.why.build_required_for_effect


def _host_of(table: Table, equipment: Stack, seat: str) -> bool:
    """Whether Equipment is on a unit of this player."""
    host = table.stacks.get(equipment.host)
    return host is not None and host.controller == seat and equipment.controller != seat


def offers(game: Any, table: Table, seat: str, stack: Stack) -> list[Form]:
    """Finishing one piece of Equipment: by itself, and into each stack of its namesakes."""
    found: list[Form] = []
    face = table.top(stack)
    if allowed(game, table, FinishEquipment(seat, stack.id)):
        found.append(Form("FinishEquipment", seat, (("stack", stack.id),), (), f"finish {face.title}"))
    for target in stacking.joinable(table, seat, face):
        said = (FinishEquipment(seat, stack.id, target.id, way) for way in (False, True))
        ways = tuple(each.beneath for each in said if allowed(game, table, each))
        if ways:
            given, choice = (("stack", stack.id), ("onto", target.id)), (("beneath", OneOf(ways)),)
            found.append(Form("FinishEquipment", seat, given, choice, f"finish {face.title} into a stack"))
    return found
