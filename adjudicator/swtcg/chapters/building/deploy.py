"""Deploying built units, and putting retreated ones back into battle.

Sources: rots.deploy.definition, rots.deploy.any-own-build-step, rots.deploy.may-stay-retreated,
rots.deploy.put-into-battle, crf.deploy.tapped-units-may-move. What joining
a stack takes is `stacking`'s; a second unit of a unique kind may be deployed, and the unique rules follow.
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.judging import ALL, Judging, allowed
from adjudicator.kernel.run import Run
from adjudicator.kernel.verdict import EXCEPTION, TIMELY, Override
from adjudicator.swtcg.chapters.building.from_hand import check_kind
from adjudicator.swtcg.chapters.building.step import acted, enough_counters, face_down, in_own_step, in_step, no_draw
from adjudicator.swtcg.chapters.units import rearranging
from adjudicator.swtcg.chapters.units.falling import note_move
from adjudicator.swtcg.doing.bringing import DEPLOYMENT, bring
from adjudicator.swtcg.standing import card_rulings, stacking
from adjudicator.swtcg.standing.overrides import against_effect, forbidden
from adjudicator.swtcg.standing.selectors import select
from adjudicator.swtcg.standing.stack_prices import stack_price
from adjudicator.swtcg.standing.type_line import arena_of, arenas_of
from adjudicator.swtcg.standing.values import cost
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.declarations import Deploy, PayAlternativeCost, PayHiddenCost, Return
from adjudicator.swtcg.table.frames import BuildStepFrame, ResolveFrame
from adjudicator.swtcg.table.grounds import Grounds
from adjudicator.swtcg.table.places import place
from adjudicator.swtcg.table.table import BUILDING, PILOT, UNIT, Stack, Table, build_zone
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.language import Triggered
from adjudicator.swtcg.words.printed import printed

_replace = msgspec.structs.replace
EFFECTS_OF = "effects of "
"""What is turned down of a card that comes beneath a stack, with its title."""
Deploying = Deploy | PayHiddenCost | PayAlternativeCost
"""What deploys a unit that lies face down."""
FIGHTS_IN = {
    "space": "rots.cards.space-units",
    "ground": "rots.cards.ground-units",
    "character": "rots.cards.character-units",
}
"""By arena, the rule that has units of that type fight there."""


def fights_in(table: Table, face: Face) -> str:
    """The rule on where a unit fights: of its type if it has but one, else that it is that of one of its types."""
    arenas = arenas_of(face)
    return FIGHTS_IN[arenas[0]] if len(arenas) == 1 else table.why.deploy_multi_arena_choice_of_arena


# --- deploying --------------------------------------------------------------------------------


def check_deploy(judging: Judging, frame: BuildStepFrame | None) -> None:
    """Clauses of deploying: when, a built unit, where to, with enough counters for that."""
    why: Grounds = judging.table.why
    said: Deploy = judging.said
    in_own_step(
        judging,
        frame,
        why.stacking_definition if said.onto else why.deploy_any_own_build_step,
    )
    stack = check_place(judging, said)
    if stack is None:
        return
    face = judging.table.top(stack)
    check_arena(judging, face)
    _check_company(judging, said, face)
    if not said.onto and not said.stay:
        _permit_opposite(judging, stack, why.contest_when_contested)
    if not said.onto and judging.level == ALL and (others := stacking.namesakes(judging.table, said.seat, face)):
        pilots = all(each.role == PILOT for each in others)
        judging.permit(
            "ANOTHER_OF_ITS_NAME",
            judging.table.edition.unique_rules_for_pilots.rule if pilots else why.unique_second_may_come,
        )
    need, enough, few = due(judging.table, stack, said)
    dearer = (
        said.beneath and enough == why.stacking_dearer_beneath_one_counter and need <= stack.counters < (face.cost or 0)
    )
    timely = TIMELY if enough == why.build_met_cost_completes else 0
    enough_counters(judging, stack, need, enough, few, permits=EXCEPTION if dearer else timely)
    target = judging.table.stacks.get(said.onto)
    once = why.reading_extra_build_cost_per_stacked_card
    if once and target is not None and 0 < need <= stack.counters < need + len(target.cards):
        judging.clause("BONUS_IS_NOT_PAID_FOR", once, ok=True, about=stack.id, permits=TIMELY)


def _back_at_once(table: Table) -> str:
    """The ruling on a Mission completed this turn that lets what it has retreated go back at once; else empty."""
    completed = [card for event, card, how in table.happened if (event, how) == ("played", "mission")]
    faces = [face for face in map(table.face, completed) if face is not None]
    rules = (card_rulings.ruled(table, face.title, card_rulings.BACK_AT_ONCE) for face in faces)
    return next((rule for rule in rules if rule and rule != table.suppressed), "")


def _permit_opposite(judging: Judging, stack: Stack, rule: str) -> None:
    """NAMESAKE_OPPOSITE_ALLOWED: the other player has the same unique unit in battle; they will be contested there."""
    if judging.level == ALL:
        table: Table = judging.table
        seats = table.opponents(judging.said.seat)
        theirs = (each for seat in seats for each in stacking.namesakes(table, seat, table.top(stack)))
        if any(each.role == UNIT and each.zone in table.arenas for each in theirs):
            judging.permit("NAMESAKE_OPPOSITE_ALLOWED", cite(table, rule))


def check_arena(judging: Judging, face: Face) -> None:
    """Clause ARENA_IS_THE_UNITS: the arena that is named, if one is, is that of a type of the unit."""
    arena = judging.said.arena
    judging.clause(
        "ARENA_IS_THE_UNITS",
        fights_in(judging.table, face),
        not arena or (arena in face.types and arena in judging.table.arenas),
        lambda: (("arena", arena), ("unit", face.title)),
    )


def check_into_arena(judging: Judging, stack: Stack, arena: str) -> None:
    """Clauses MAY_GO_TO_ARENA, MAY_GO_TO_SPACE and the like, MAY_BE_DEPLOYED_TO_ARENA: nothing keeps a unit from being
    put into an arena, into this one, or being deployed into one, in a build step.
    """
    why: Grounds = judging.table.why
    if not judging.overriding:
        return
    judging.clause("MAY_GO_TO_ARENA", why.retreat_return_in_build_step, ok=True, about=stack.id)
    judging.clause(f"MAY_GO_TO_{arena.upper()}", why.retreat_return_in_build_step, ok=True, about=stack.id)
    if stack.role == BUILDING:
        judging.clause("MAY_BE_DEPLOYED_TO_ARENA", why.deploy_any_own_build_step, ok=True, about=stack.id)


def _check_company(judging: Judging, said: Deploy, face: Face) -> None:
    """Clauses ANY_NUMBER_IN_AN_ARENA, where there are units already, and NAMESAKE_OF_NO_UNIQUE: there may be more."""
    arena = arena_of(judging.table, face, said.arena)
    if said.stay or said.onto or not judging.worth_telling("ANY_NUMBER_IN_AN_ARENA"):
        return
    there = judging.table.units(arena, said.seat)
    if there:
        judging.clause("ANY_NUMBER_IN_AN_ARENA", judging.table.why.zones_no_unit_limit_per_arena, ok=True)
    if not face.unique and any(judging.table.top(unit).name == face.name for unit in there):
        judging.clause("NAMESAKE_OF_NO_UNIQUE", judging.table.why.unique_version_letter, ok=True, permits=TIMELY)


def check_place(judging: Judging, said: Deploying) -> Stack | None:
    """Clauses on the unit to be deployed and on the stack it joins; None if there is no such unit."""
    table: Table = judging.table
    why = table.why
    stack = face_down(judging, said.stack, why.deploy_definition)
    if stack is None:
        return None
    face = table.top(stack)
    if not check_kind(judging, face, "CARD_IS_UNIT", lambda: why.deploy_of_units_alone, ok=face.is_unit):
        return None
    if judging.overriding:
        judging.clause("UNIT_MAY_BE_DEPLOYED", why.deploy_any_own_build_step, ok=True, about=stack.id)
    if not said.onto:
        judging.clause("BENEATH_A_STACK", why.stacking_definition, not said.beneath)
        if not said.stay:
            check_into_arena(judging, stack, arena_of(table, face, said.arena))
        return stack
    return stack if _check_joins(judging, said, stack) else None


def _check_joins(judging: Judging, said: Deploying, stack: Stack) -> bool:
    """Clauses on the stack that a unit is deployed into, and on what becomes of it; False if it is not one's own."""
    table: Table = judging.table
    why, face = table.why, table.top(stack)
    target = table.stacks.get(said.onto)
    stands = target is not None and target.role != BUILDING
    owner = table.edition.owner_may_stack
    taken = stands and target is not None and table.taken_from(target) == said.seat
    held = why.control_may_add_own_versions if target is not None and table.taken_from(target) else ""
    if not judging.clause(
        "STACK_IS_YOURS",
        owner.rule if taken else held or why.stacking_making_applies_to_battle_or_retreated,
        stands and target is not None and (target.controller == said.seat or (taken and owner.value)),
        lambda: (("stack", table.title(said.onto)), ("controller", target.controller if target else "none")),
        permits=EXCEPTION if taken or held else 0,
    ):
        return False
    assert target is not None
    if target.zone in table.arenas:
        check_into_arena(judging, stack, target.zone)
    leaves = falls_off(table, said, target)
    judging.clause("STACK_STAYS_WHERE_IT_IS", why.stacking_single_unit, not said.stay or leaves)
    stacking.check_may_stack(judging, face, target)
    if not said.beneath:
        rearranging.check_arena(judging, target, face, in_step(table))
    if leaves:
        rearranging.check_falls_off(judging, target, face)
    elif target.role == PILOT and not said.beneath and not rearranging.check_suits_host(judging, target, face):
        _name_falling_off(judging, said, face, target)
    return True


def _name_falling_off(judging: Judging, said: Deploying, face: Face, target: Stack) -> None:
    """What would be legal for a card that does not suit the Pilot's unit: the Pilot falls off as it comes."""
    if not (judging.level and isinstance(said, Deploy)):
        return
    onto = f"onto {judging.table.title(target.id)}"
    ways = [(each, f"deploy {face.title} {onto} in {each.arena}") for each in _into_arenas(said, face)]
    ways.append((_replace(said, stay=True), f"deploy {face.title}, stay {onto}"))
    judging.would_be_legal(*(words for way, words in ways if allowed(judging.game, judging.table, way)))


def _into_arenas(said: Deploy, face: Face) -> list[Deploy]:
    return [_replace(said, arena=arena) for arena in arenas_of(face)]


def _moves(table: Table, said: Deploying, target: Stack) -> bool:
    """Whether a card that comes on top of a stack moves the unit to another arena, where units do so once."""
    face = table.top(table.stacks[said.stack])
    return not said.beneath and table.edition.arena_moves.value and bool(stacking.arena_after(table, target, face))


def falls_off(table: Table, said: Deploying, target: Stack | None) -> bool:
    """Whether a Pilot on whose stack a card comes falls off its unit, to an arena that is named or the build zone."""
    named = said.stay or (isinstance(said, Deploy) and bool(said.arena))
    on_top = target is not None and target.role == PILOT and not said.beneath
    return on_top and named and table.edition.pilots_fall_off.value


def due(table: Table, stack: Stack, said: Deploying) -> tuple[int, str, str]:
    """How many counters deploying takes, and the rules by which there are enough or too few."""
    target = table.stacks.get(said.onto) if said.onto else None
    if target is not None and target.role != BUILDING:
        price = stack_price(table, table.top(stack), target, on_top=not said.beneath, own_cost=cost(table, stack))
        return price.counters, price.rule, price.few if stack.counters else price.rule
    few = table.why.build_too_few_counters_waits if stack.counters else table.why.build_units_must_be_built
    return cost(table, stack), table.why.build_enough_counters_options, few


HIDDEN = "hidden cost"
"""The cause of a deployment by Hidden Cost."""


def perform_deploy(run: Run) -> None:
    """Turn the unit up, take the counters off, and put it where it goes."""
    said: Deploy = run.said
    deployed = deploying(run.table, said, said.arena)
    acted(run)
    note_its_move(run, said)
    no_draw(run, "deploying a unit")
    if said.beneath:
        rule = _beneath(run.table, run.table.stacks[said.stack])
        run.non_event(EFFECTS_OF + run.table.title(said.stack), rule, "it is not on top of the stack")
    bring(run, DEPLOYMENT, run.table.stacks[said.stack], deployed)


def note_its_move(run: Run, said: Deploying) -> None:
    """A unit that a card on top of its stack moves, or a Pilot that falls off for it, has had its one move."""
    target = run.table.stacks.get(said.onto)
    if target is not None and (falls_off(run.table, said, target) or _moves(run.table, said, target)):
        note_move(run, target)


def _beneath(table: Table, stack: Stack) -> str:
    """Why a card put beneath others does nothing: it would have triggered on being deployed, or just because."""
    triggers = (each for each in printed(table.top(stack), table.edition.book.value) if isinstance(each, Triggered))
    if any(each.when.kind == "deployed" for each in triggers):
        return table.why.triggers_deploy_trigger_only_on_top_of_stack
    return table.why.stacking_added_beneath_ignore_effects


def deploying(table: Table, said: Deploying, arena: str = "") -> tuple[Any, ...]:
    """The facts of deploying: turned up, then into its arena, left retreated, or into a stack."""
    why = table.why
    stack = table.stacks[said.stack]
    card, face = stack.cards[0], table.top(stack)
    target = table.stacks.get(said.onto) if said.onto else None
    if target is not None:
        joined = _into_stack(table, said, card, face, stack, target)
        return f.CardTurnedUp(stack=stack.id, card=card, role=UNIT, rule=joined[0].rule, cause="deploy"), *joined
    rule = why.deploy_need_not_move_to_arena if said.stay else why.deploy_definition
    if isinstance(said, PayHiddenCost):
        rule = why.keywords_hidden_cost
    up = f.CardTurnedUp(stack=stack.id, card=card, role=UNIT, rule=rule, cause="deploy")
    zone = build_zone(said.seat) if said.stay else arena_of(table, face, arena) or build_zone(said.seat)
    rule = why.deploy_need_not_move_to_arena if said.stay else FIGHTS_IN.get(zone, why.cards_unit_definition)
    how, extra = HIDDEN if isinstance(said, PayHiddenCost) else "deploy", max(0, stack.counters - cost(table, stack))
    deployed = f.UnitDeployed(stack=stack.id, zone=zone, extra=extra, rule=rule, cause=how)
    tapped = forbidden(table, "DEPLOYED_UNTAPPED", stack.id)
    return (up, deployed) if tapped is None else (up, deployed, _tapped(stack, tapped))


def _tapped(stack: Stack, by: Override) -> f.Tapped:
    """A card has it deployed tapped (rots.cards.card-beats-rule)."""
    return f.Tapped(stacks=(stack.id,), rule=by.rule, cause=by.source)


def _by_effect(run: Run, frame: ResolveFrame, said: w.Deploy) -> None:
    """What lies face down is deployed by an effect, to the arena of its type."""
    table: Table = run.table
    for number in select(table, said.what, frame.scene):
        stack = table.stacks[number]
        if stack.role != BUILDING or not table.known(stack) or not table.top(stack).is_unit:
            continue
        barred = forbidden(table, "UNIT_MAY_BE_DEPLOYED", number)
        what = f"{table.title(number)} is deployed"
        if barred is None or not run.non_event(what, against_effect(table, barred), "it can't be"):
            bring(run, DEPLOYMENT, stack, deploying(table, Deploy(stack.controller, number)))


INSTRUCTIONS: dict[type, Any] = {w.Deploy: _by_effect}


def _into_stack(table: Table, said: Deploying, card: int, face: Face, stack: Stack, target: Stack) -> tuple[Any, ...]:
    """The card joins the stack; on top it may move the unit to the arena of its type."""
    price = stack_price(table, face, target, on_top=not said.beneath, own_cost=cost(table, stack))
    joined = f.CardStacked(
        stack=target.id,
        seat=said.seat,
        card=card,
        on_top=not said.beneath,
        from_stack=stack.id,
        rule=price.rule,
        cause="deploy",
    )
    if falls_off(table, said, target):
        zone = build_zone(target.controller) if said.stay else getattr(said, "arena", "")
        off = table.why.pilots_falls_off
        return joined, f.Detached(stack=target.id, zone=zone, role=UNIT, rule=off, cause="deploy")
    arena = "" if said.beneath else stacking.arena_after(table, target, face, getattr(said, "arena", ""))
    if not arena:
        return (joined,)
    rule = table.why.reading_top_card_of_another_type
    return joined, f.StackMoved(stack=target.id, zone=arena, how="rearranged", rule=rule, cause="deploy")


# --- back into battle -------------------------------------------------------------------------


def check_return(judging: Judging, frame: BuildStepFrame | None) -> None:
    """Clauses of returning a unit: when, which one, and that it did not retreat this very turn."""
    said: Return = judging.said
    table: Table = judging.table
    late = table.turn.phase == "command" and frame is None
    elsewhen = table.why.retreat_return_in_its_step_only if late else ""
    in_own_step(judging, frame, elsewhen or table.why.retreat_return_in_build_step)
    stack = table.stacks.get(said.stack)
    mine = stack is not None and stack.role == UNIT and stack.zone == build_zone(said.seat)
    if not judging.clause(
        "UNIT_IN_YOUR_BUILD_ZONE",
        table.why.deploy_put_into_battle,
        mine,
        lambda: (("zone", place(stack.zone) if stack is not None else "none"),),
    ):
        return
    assert stack is not None
    lately = any(event == "retreat" and number == stack.id for event, number, _ in table.happened)
    at_once = _back_at_once(table) if lately else ""
    judging.clause(
        "RETREATED_IN_AN_EARLIER_TURN",
        at_once or table.why.deploy_put_into_battle,
        not lately or bool(at_once),
        lambda: (("retreated", "this turn" if lately else "before this turn"),),
        about=stack.id,
        permits=EXCEPTION if at_once else 0,
    )
    check_arena(judging, table.top(stack))
    check_into_arena(judging, stack, arena_of(table, table.top(stack), judging.said.arena))
    _permit_opposite(judging, stack, table.why.contest_when_contested)
    if stack.tapped:
        judging.permit("TAPPED_UNITS_MAY_MOVE", table.why.deploy_tapped_unit_from_build_zone, about=stack.id)


def perform_return(run: Run) -> None:
    """The unit goes into its arena."""
    said: Return = run.said
    table: Table = run.table
    zone = arena_of(table, table.top(table.stacks[said.stack]), said.arena)
    acted(run)
    run.happen(
        f.StackMoved(
            stack=said.stack, zone=zone, how="return", rule=table.why.retreat_return_in_build_step, cause="build step"
        )
    )
