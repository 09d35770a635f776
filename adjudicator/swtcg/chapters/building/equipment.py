"""Equipment: attached to units for its equip cost, taken off, left behind (`finishing` turns it up).

Sources: rots.equipment.face-up-in-build-zone-until-attached, rots.equipment.equip-cost-attaches,
rots.equipment.move-repeatedly, rots.equipment.only-stated-unit-type, crf.equipment.equip-own-units-only,
rots.equipment.unit-discarded-returns-to-build-zone, crf.equipment.detach-free-build-step,
crf.equipment.effect-only-while-attached, ruling.equipping-a-unit-in-the-build-zone.
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.forms import Form, OneOf
from adjudicator.kernel.judging import Judging, allowed
from adjudicator.kernel.run import Run
from adjudicator.kernel.verdict import EXCEPTION
from adjudicator.swtcg.chapters.building import equipped_once, finishing, left_behind, traps
from adjudicator.swtcg.chapters.building.fitting import barred, equip_cost, scene_of, subtype_meant, way_to, ways
from adjudicator.swtcg.chapters.building.step import acted, in_own_step, open_units
from adjudicator.swtcg.standing.meant import subtype_rule
from adjudicator.swtcg.standing.paying import card_options, lacking, payment
from adjudicator.swtcg.standing.rights import is_trait
from adjudicator.swtcg.standing.stacking import is_equipment
from adjudicator.swtcg.standing.type_line import on_type_line
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.declarations import Detach, Equip
from adjudicator.swtcg.table.frames import BuildStepFrame, ChooseFrame, EquipFrame
from adjudicator.swtcg.table.table import (
    BUILDING,
    EQUIPMENT,
    PILOT,
    UNIT,
    Modifier,
    Scene,
    Stack,
    Table,
    build_zone,
    in_build_zone,
)
from adjudicator.swtcg.words.language import Cost, EquipTo, Grant, Those

_replace = msgspec.structs.replace


# --- equipping --------------------------------------------------------------------------------


def check_equip(judging: Judging, frame: Any) -> None:
    """Clauses of attaching Equipment: when, one's own built Equipment, one's own unit of its kind, the equip cost."""
    said: Equip = judging.said
    table: Table = judging.table
    why = table.why
    if is_trait(table, table.stacks.get(said.equipment)):
        _check_trait(judging, frame)
        return
    frame = frame if isinstance(frame, BuildStepFrame) else None
    in_own_step(judging, frame, why.equipment_equip_only_in_build_step)
    equipment = finishing.check_equipment(judging, said.equipment, why.equipment_equip_its_controller)
    unit = table.stacks.get(said.unit)
    if equipment is None:
        return
    _check_not_on_pilot(judging, equipment)
    _check_taken_back(judging, equipment, why.equipment_move_repeatedly)
    equipped_once.check_equip(judging, equipment)
    if judging.overriding and in_build_zone(equipment) and unit is not None and not in_build_zone(unit):
        judging.clause("MAY_GO_TO_ARENA", why.equipment_equip_only_in_build_step, ok=True, about=equipment.id)
    unit = _check_unit(judging, said)
    if unit is None:
        return
    if equipment.host == unit.id:
        judging.permit("ON_IT_ALREADY", lambda: why.equipment_no_stacking_by_re_equipping)
    _check_not_of_this_step(judging, equipment, frame)
    if in_build_zone(unit):
        judging.clause("RETREATED_UNITS_TOO", why.reading_equipping_a_unit_in_the_build_zone, ok=True, about=unit.id)
    _check_kind(judging, equipment, unit)
    equipped_once.check_copies(judging, equipment, unit)
    if judging.failed and judging.level and frame is not None and frame.seat == said.seat:
        others = open_units(judging.game, table, said.seat, Equip, equipment)
        judging.would_be_legal(*(f"on {table.title(other)}" for other in others))
    by = barred(table, equipment, unit)
    if by is not None:
        judging.clause("MAY_BE_EQUIPPED", by.rule, ok=False, evidence=lambda: (("by", by.source),))
    if judging.worth_telling("ANY_NUMBER_ON_ONE_UNIT"):
        worn = [table.top(each).title for each in table.attached(unit.id, EQUIPMENT) if each.id != equipment.id]
        copies = table.top(equipment).title in worn
        rule = why.equipment_no_limit_per_unit if copies else why.equipment_no_limit_for_others
        if worn:
            judging.permit("ANY_NUMBER_ON_ONE_UNIT", rule)


def _check_trait(judging: Judging, frame: Any) -> None:
    """Clauses of attaching a Trait, for which nothing is paid (`traps`): on one's own unit of its kind."""
    said: Equip = judging.said
    table: Table = judging.table
    trait = finishing.check_equipment(judging, said.equipment, table.why.equipment_trait_no_equip_cost)
    unit = _check_unit(judging, said) if trait is not None else None
    if trait is None or unit is None:
        return
    traps.check_attach(judging, frame, trait)
    kind = way_to(table, trait, unit, scene_of(table, trait)) is not None
    evidence = lambda: (("unit", table.title(unit.id)),)
    judging.clause(
        "UNIT_IS_OF_THE_STATED_KIND", table.why.equipment_only_stated_unit_type, kind, evidence, about=unit.id
    )
    equipped_once.check_copies(judging, trait, unit)


def _check_unit(judging: Judging, said: Equip) -> Stack | None:
    """Clauses on what is to carry it: a unit, no Pilot on one, and one's own; None if it is no unit."""
    table: Table = judging.table
    unit = table.stacks.get(said.unit)
    if unit is not None and unit.role == PILOT:
        rule = _aboard_rule(table, unit, table.why.equipment_no_equip_detach_on_piloting_pilot)
        judging.clause("NOT_ON_A_PILOT", rule, ok=False, evidence=lambda: (("pilot", table.title(said.unit)),))
        judging.leave_off()
        return None
    if not judging.clause(
        "EQUIPS_UNIT",
        table.why.cards_unit_definition,
        unit is not None and unit.role == UNIT and table.known(unit),
        lambda: (("unit", table.title(said.unit)),),
    ):
        return None
    assert unit is not None
    judging.clause(
        "UNIT_IS_YOURS",
        lambda: table.why.equipment_equip_own_units_only,
        unit.controller == said.seat,
        lambda: (("unit", table.title(unit.id)), ("controller", unit.controller)),
        about=unit.id,
    )
    return unit


def _check_kind(judging: Judging, equipment: Stack, unit: Stack) -> None:
    """Clauses of the unit's kind and of the equip cost that the Equipment states for it."""
    table: Table = judging.table
    scene = scene_of(table, equipment)
    way = way_to(table, equipment, unit, scene)
    if judging.clause(
        "UNIT_IS_OF_THE_STATED_KIND",
        table.why.equipment_only_stated_unit_type,
        way is not None,
        lambda: (
            ("unit", table.title(unit.id)),
            ("type", f"{' '.join(table.top(unit).types)} - {table.top(unit).subtypes}"),
        ),
        about=unit.id,
    ):
        assert way is not None
        subtype = subtype_meant(table, way, unit) if judging.worth_telling("HAS_THE_SUBTYPE") else ""
        if subtype:
            told = lambda: (("subtype", subtype),)
            how = 0 if on_type_line(table.top(unit), subtype) else EXCEPTION
            rule = subtype_rule(table, unit, subtype) if how or subtype == "Droid" else table.why.cards_subtypes
            judging.clause("HAS_THE_SUBTYPE", rule, ok=True, evidence=told, about=unit.id, permits=how)
        missing = lacking(table, judging.said.seat, equip_cost(table, way, unit), scene)
        judging.clause("EQUIP_COST_CAN_BE_PAID", _for_its_cost(table, equipment), not missing, lambda: missing)


def _for_its_cost(table: Table, equipment: Stack) -> str:
    """The rule by which Equipment is attached for its equip cost: of a stack that of its top card."""
    of_a_stack = len(equipment.cards) > 1 and table.edition.unique_equipment.value
    return table.why.stacking_equipment_equip_cost_of_top if of_a_stack else table.why.equipment_equip_cost


def _check_not_of_this_step(judging: Judging, equipment: Stack, frame: BuildStepFrame | None) -> None:
    """What came back because its unit was discarded in this build step waits for the next one."""
    if judging.table.edition.equipment_once.value:
        return  # it may be equipped again, unless it was in this turn (idc.equipment.equip-once-per-turn)
    fresh = frame is not None and equipment.id in frame.left
    if fresh or judging.suppressed == judging.table.why.equipment_unit_discarded_returns_to_build_zone:
        judging.clause(
            "LEFT_BEHIND_EARLIER",
            judging.table.why.equipment_unit_discarded_returns_to_build_zone,
            not fresh,
            lambda: (("its unit was discarded", "in this build step"),),
            about=equipment.id,
        )


def _aboard_rule(table: Table, pilot: Stack, usual: str) -> str:
    """Why the Equipment of a Pilot aboard stays as it is: that of one who is no Character by the letter."""
    return usual if "character" in table.top(pilot).types else table.why.pilots_no_equipment_changes


def _check_not_on_pilot(judging: Judging, equipment: Stack) -> None:
    host = judging.table.stacks.get(equipment.host)
    if host is not None and host.role == PILOT and judging.table.edition.equipment_comes_off.value:
        judging.clause(
            "NOT_ON_A_PILOT",
            _aboard_rule(
                judging.table, host, judging.table.why.equipment_no_equip_detach_on_piloting_pilot_consolidated
            ),
            ok=False,
            evidence=lambda: (("pilot", judging.table.title(equipment.host)),),
        )


def perform_equip(run: Run) -> None:
    """Pay the equip cost and attach it, from the build zone or from another unit; a card of the hand that is to pay is
    chosen first (rots.costs.definition).
    """
    said: Equip = run.said
    table: Table = run.table
    equipment, unit = table.stacks[said.equipment], table.stacks[said.unit]
    if is_trait(table, equipment):
        traps.perform_attach(run, equipment)
        return
    scene = scene_of(table, equipment)
    acted(run)
    options, count = card_options(table, said.seat, _way_and_cost(table, equipment, unit)[1], scene, "discard_cards")
    if not count:
        _attach(run, said.seat, equipment, unit, scene)
        return
    run.push(EquipFrame(step="pay", seat=said.seat, equipment=equipment.id, unit=unit.id))
    rule = table.why.costs_definition
    run.push(
        ChooseFrame(seat=said.seat, kind="cards", options=options, least=count, most=count, what="cost", rule=rule)
    )


def _pay_chosen(run: Run, frame: EquipFrame) -> None:
    """What pays has been chosen."""
    table: Table = run.table
    equipment, unit = table.stacks[frame.equipment], table.stacks[frame.unit]
    run.pop()
    scene = _replace(scene_of(table, equipment), bound={"cost cards": frame.chosen})
    _attach(run, frame.seat, equipment, unit, scene)


def _way_and_cost(table: Table, equipment: Stack, unit: Stack) -> tuple[EquipTo, Cost]:
    """By which of its texts Equipment goes to a unit, and for what."""
    every = ways(table.top(equipment))
    way = (way_to(table, equipment, unit, scene_of(table, equipment)) if len(every) > 1 else None) or every[0]
    return way, equip_cost(table, way, unit)


def _attach(run: Run, seat: str, equipment: Stack, unit: Stack, scene: Scene) -> None:
    """Pay the equip cost and attach it."""
    table: Table = run.table
    way, cost = _way_and_cost(table, equipment, unit)
    paid = payment(table, seat, cost, scene, rule=_for_its_cost(table, equipment))
    if equipment.host == unit.id:
        again = once_more(scene.source, unit.id), "it is on that unit already"
        run.happen(
            *paid,
            *_no_effect(run, way, scene, unit, table.why.equipment_no_stacking_by_re_equipping_consolidated, *again),
        )
        return
    rule = table.why.equipment_move_repeatedly if equipment.host else table.why.equipment_equip_cost_attaches
    attached = f.Attached(stack=equipment.id, host=unit.id, role=EQUIPMENT, rule=rule, cause=f"equip {scene.source}")
    attaching = [*paid, attached]
    if ("carried", unit.id, str(equipment.id)) in table.happened:
        before = once_more(scene.source, unit.id), "that unit has carried it before in this turn"
        attaching.extend(
            _no_effect(run, way, scene, unit, table.why.equipment_no_stacking_by_re_equipping_consolidated, *before)
        )
    left = table.stacks.get(equipment.host)
    if left is None:
        run.happen(*attaching)
        return
    kept = f"the effect of {scene.source} on {table.title(left.id)}", "it has moved on"
    run.happen(*attaching, *_no_effect(run, way, scene, left, table.why.equipment_effect_only_while_attached, *kept))


def once_more(equipment: str, unit: int) -> str:
    """What does not happen where Equipment is equipped to a unit that it is on, or has been on in this turn."""
    return f"the effect of {equipment} on #{unit} once more"


def _no_effect(run: Run, way: EquipTo, scene: Scene, unit: Stack, rule: str, what: str, why: str) -> tuple[Any, ...]:
    """What Equipment does not do to a unit; only an audit without the rule lets it have that effect for good."""
    if run.non_event(what, rule, why):
        return ()
    number, on = run.table.next_id, (unit.id,)
    grants = (Grant(to=Those(), ability=ability, until="permanent") for ability in way.gives)
    return tuple(
        f.ModifierBegan(
            modifier=Modifier(number + at, grant, scene, "permanent", on), rule=run.table.why.equipment_grants_bonuses
        )
        for at, grant in enumerate(grants)
    )


# --- taking it off ----------------------------------------------------------------------------


def check_detach(judging: Judging, frame: BuildStepFrame | None) -> None:
    """Clauses of taking Equipment off: when, one's own Equipment, and on what it is."""
    said: Detach = judging.said
    table: Table = judging.table
    free = table.why.equipment_detach_free_build_step
    in_own_step(judging, frame, table.why.equipment_detach_in_build_step)
    comes_off = table.edition.equipment_comes_off
    if not comes_off.value:
        judging.clause("COMES_OFF_FOR_NOTHING", comes_off.rule, ok=False)
    equipment = finishing.check_equipment(judging, said.equipment, table.why.equipment_detach_its_controller)
    if equipment is None:
        return
    host = table.stacks.get(equipment.host)
    on_one = table.why.equipment_detached_from_a_unit
    if not judging.clause(
        "EQUIPMENT_ON_A_UNIT", on_one, host is not None, lambda: (("equipment", table.title(equipment.id)),)
    ):
        return
    _check_not_on_pilot(judging, equipment)
    _check_taken_back(judging, equipment, free)
    equipped_once.check_comes_off(judging, equipment)
    equipped_once.check_detach(judging, equipment)


def _check_taken_back(judging: Judging, equipment: Stack, otherwise: str) -> None:
    """Clause MAY_TAKE_IT_BACK: one's own Equipment may come off a unit that the other player controls."""
    table: Table = judging.table
    host = table.stacks.get(equipment.host)
    if host is not None and host.controller != equipment.controller and equipment.controller == judging.said.seat:
        rule = table.why.equipment_controller_may_take_back or otherwise
        judging.permit("MAY_TAKE_IT_BACK", rule, lambda: (("on a unit of", host.controller),))


def perform_detach(run: Run) -> None:
    """It goes to its controller's build zone, for nothing."""
    said: Detach = run.said
    equipment = run.table.stacks[said.equipment]
    zone, rule = build_zone(equipment.controller), run.table.why.equipment_detach_free_build_step
    acted(run)
    off = f.Detached(stack=said.equipment, zone=zone, role=EQUIPMENT, rule=rule, cause="detach")
    run.happen(off, *left_behind.ended(run, equipment))


# --- forms ------------------------------------------------------------------------------------


def forms(game: Any, table: Table, frame: BuildStepFrame, seat: str) -> list[Form]:
    """Finishing, attaching and taking off Equipment."""
    found: list[Form] = []
    for stack in table.stacks.values():
        if stack.controller != seat or not table.known(stack):
            continue
        name = table.top(stack).title
        if stack.role == BUILDING and is_equipment(table.top(stack)):
            found.extend(finishing.offers(game, table, seat, stack))
        elif stack.role == EQUIPMENT:
            fits = () if is_trait(table, stack) else open_units(game, table, seat, Equip, stack)
            if fits:
                choice = (("unit", OneOf(fits)),)
                found.append(Form("Equip", seat, (("equipment", stack.id),), choice, f"attach {name}"))
            if allowed(game, table, Detach(seat, stack.id)):
                found.append(Form("Detach", seat, (("equipment", stack.id),), (), f"take {name} off"))
    return found


STEPS = {EquipFrame: {"pay": _pay_chosen}}
