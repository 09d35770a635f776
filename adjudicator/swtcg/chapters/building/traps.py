"""Traps and Traits: a Trap is sprung, a Trait attached, as soon as its condition is met, if its player wants it.

    condition met -> its player says so -> a Trap: turned up, disrupt chance, effect, discard pile; a Trait: attached

Sources: idc.mission.trap-built-then-sprung, idc.mission.trap-requirements, idc.mission.trap-declined-waits,
idc.equipment.trait-no-equip-cost, idc.equipment.trait-declined-waits. When that may be said is in `standing.rights`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.forms import Form, OneOf
from adjudicator.kernel.judging import Judging, allowed
from adjudicator.kernel.run import Run
from adjudicator.kernel.verdict import TIMELY
from adjudicator.swtcg.chapters.building.step import enough_counters, face_down
from adjudicator.swtcg.chapters.playing import play
from adjudicator.swtcg.chapters.playing.playable import battle_playable
from adjudicator.swtcg.standing import moment
from adjudicator.swtcg.standing.card_kinds import TRAP, of_kind
from adjudicator.swtcg.standing.rights import admits, condition_of, is_trait, let_pass, open_for
from adjudicator.swtcg.standing.selectors import select
from adjudicator.swtcg.standing.values import cost
from adjudicator.swtcg.table.declarations import Equip, Spring
from adjudicator.swtcg.table.frames import (
    BattleStepFrame,
    BuildStepFrame,
    PopFrame,
    ResolveFrame,
    RetreatStepFrame,
)
from adjudicator.swtcg.table.table import Met, Stack, Table
from adjudicator.swtcg.words.language import AttachTo, Manual, Play

ADMITTING = (PopFrame, BattleStepFrame, BuildStepFrame, RetreatStepFrame)
"""The procedures in which a Trap may be sprung and a Trait attached."""
_replace = msgspec.structs.replace


# --- Traps ------------------------------------------------------------------------------------


def check(judging: Judging, frame: Any) -> None:
    """Clauses of springing a Trap: one's own, with enough counters, its condition met, and now."""
    said: Spring = judging.said
    table: Table = judging.table
    why = table.why
    stack = face_down(judging, said.stack, why.mission_trap_built_then_sprung)
    if stack is None:
        return
    face = table.top(stack)
    needed = why.mission_trap_requirements
    if not judging.clause("CARD_IS_TRAP", needed, of_kind(table, face, TRAP), lambda: (("card", face.title),)):
        return
    enough_counters(judging, stack, cost(table, stack), needed, needed, permits=TIMELY)
    if _check_met(judging, stack, frame, why.mission_trap_built_then_sprung, needed, why.mission_trap_declined_waits):
        judging.permit("ITS_PLAYER_CHOOSES", why.mission_trap_is_optional)


def _check_met(judging: Judging, stack: Stack, frame: Any, now: str, needed: str, declined: str) -> bool:
    """Clauses CONDITION_MET and RIGHT_MOMENT of what waits for its condition."""
    table: Table = judging.table
    name = lambda: (("card", table.title(stack.id)),)
    met = open_for(table, stack.id)
    rule = declined if not met and let_pass(table, stack.id) else needed
    in_words = any(isinstance(each, Manual) for each in table.top(stack).abilities)
    if not judging.clause("CONDITION_MET", rule, bool(met) or (None if in_words else False), name):
        return False
    ability = condition_of(table, table.top(stack))
    chance = ability.chance if ability is not None else ""
    rule = now if admits(frame, chance) else table.why.triggers_no_others_in_those_chances
    evidence = lambda: moment.describe(table)
    return judging.clause("RIGHT_MOMENT", rule, admits(frame, chance), evidence, permits=TIMELY)


def perform(run: Run) -> None:
    """Turn the Trap up and carry it out."""
    table: Table = run.table
    stack = table.stacks[run.said.stack]
    face, met = table.top(stack), open_for(table, stack.id)[0]
    ability = condition_of(table, face)
    assert ability is not None
    text = Play(do=ability.do)
    playable = battle_playable(table, stack.cards[0], text, stack.controller, enhance=False, mission=True)
    assert playable is not None
    _spoken(run)
    scene = _replace(met.scene, key=playable.key, numbers={**met.scene.numbers, "play": table.next_id})
    rule = table.why.mission_trap_built_then_sprung
    play.begin(run, playable._replace(rule=rule), scene, 0, stack.cards[0])


def _spoken(run: Run) -> None:
    """The table asks whom it asked before, once more: nothing was played in anybody's turn."""
    window, frame = run.window, run.frame
    run.closed()
    if isinstance(frame, PopFrame) and window is not None:
        run.goto("again", spoken=window.asked, passed=(*frame.passed, *window.passed))
    elif isinstance(frame, BuildStepFrame):
        run.goto("ask")


# --- Traits -----------------------------------------------------------------------------------


def check_attach(judging: Judging, frame: Any, trait: Stack) -> None:
    """Clauses of attaching a Trait: its condition met, and by this unit."""
    said: Equip = judging.said
    table: Table = judging.table
    why = table.why
    if trait.host:
        judging.clause("MAY_COME_OFF", why.equipment_skill_trait_cannot_detach, ok=False)
        return
    needed = why.equipment_trait_no_equip_cost
    if _check_met(judging, trait, frame, needed, needed, why.equipment_trait_declined_waits):
        evidence = lambda: (("unit", table.title(said.unit)),)
        fits = _for_unit(table, trait, said.unit) is not None
        if judging.clause("CONDITION_MET_BY_UNIT", needed, fits, evidence):
            judging.permit("ITS_PLAYER_CHOOSES", why.equipment_trait_attachment_optional)


def _for_unit(table: Table, trait: Stack, unit: int) -> Met | None:
    """The right by which a Trait may go to a unit."""
    ability = condition_of(table, table.top(trait))
    hosts = [each.host for each in ability.do if isinstance(each, AttachTo)] if ability is not None else []
    found = (met for met in open_for(table, trait.id) if any(unit in select(table, host, met.scene) for host in hosts))
    return next(found, None)


def perform_attach(run: Run, trait: Stack) -> None:
    """Attach the Trait, and do what else its text says."""
    table: Table = run.table
    met, ability = _for_unit(table, trait, run.said.unit), condition_of(table, table.top(trait))
    assert met is not None
    assert ability is not None
    _spoken(run)
    scene = _replace(met.scene, rule=table.why.equipment_trait_no_equip_cost)
    run.push(ResolveFrame(todo=ability.do, scene=scene))


# --- forms ------------------------------------------------------------------------------------


def forms(game: Any, table: Table, frame: Any, seat: str) -> list[Form]:
    """The Traps that a player may spring now, and the Traits that may be attached."""
    found: list[Form] = []
    for number in dict.fromkeys(met.stack for met in table.met.get(seat, ())):
        stack = table.stacks.get(number)
        if stack is None or not table.known(stack) or not open_for(table, number):
            continue
        name = table.top(stack).title
        if not is_trait(table, stack):
            if allowed(game, table, Spring(seat, number)):
                found.append(Form("Spring", seat, (("stack", number),), (), f"spring {name}"))
            continue
        units = tuple(each for each in table.stacks if allowed(game, table, Equip(seat, number, each)))
        if units:
            found.append(Form("Equip", seat, (("equipment", number),), (("unit", OneOf(units)),), f"attach {name}"))
    return found
