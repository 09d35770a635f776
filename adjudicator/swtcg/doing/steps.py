"""Instructions on the steps of the turn."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.standing.abilities import awaited
from adjudicator.swtcg.standing.reach import has_target
from adjudicator.swtcg.standing.scenes import rule_of, seat_of
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames import (
    AttackFrame,
    BattlePhaseFrame,
    BattleStepFrame,
    BuildStepFrame,
    DamageFrame,
    PopFrame,
    ResolveFrame,
    RollFrame,
    TurnFrame,
)
from adjudicator.swtcg.table.frames_battle import DeclareFrame
from adjudicator.swtcg.table.table import Modifier, Table
from adjudicator.swtcg.words import language as w

_replace = msgspec.structs.replace


def _extra_step(run: Run, frame: ResolveFrame, said: w.ExtraStep) -> None:
    """The steps of the turn still to come stand in its frame; one more goes before them."""
    if said.step == "battle":
        arena = frame.scene.arena if said.arena == "there" else said.arena
        if said.in_vain or not _in_vain(run, frame, arena):
            _another_battle(run, arena)
        return
    name = f"{said.step} {seat_of(run.table, frame.scene, said.who)}"
    for position, below in enumerate(run.frames):
        if isinstance(below, TurnFrame):
            run.frames[position] = _replace(below, steps=(name, *below.steps))
    if said.step == "build":
        _without_roll(run)


def _without_roll(run: Run) -> None:
    """One more build step has no roll for build points, so that nothing triggers on one."""
    rule = run.table.why.triggers_no_build_roll
    events = awaited(run.table.index.listeners) if rule else ()
    if any((each.kind, each.at) == ("rolled", "build") for each in events) and not run.non_event(
        "what triggers on the build roll", rule, "no roll for build points is made"
    ):
        run.happen(f.BuildRollSkipped(rule=rule, cause="one more build step"))


def _in_vain(run: Run, frame: ResolveFrame, arena: str) -> bool:
    """An arena without units, or where none can attack anything, is not fought over again: nobody could win it
    (crf.card.duel-of-the-fates.skip-empty-by-agreement, crf.card.duel-of-the-fates.skip-when-nobody-can-win).
    """
    table: Table = run.table
    units, what = table.units(arena), f"another battle in the {arena} arena"
    if not units:
        return run.non_event(what, rule_of(table, frame.scene), "no unit is there")
    if any(has_target(table, unit) for unit in units):
        return False
    return run.non_event(what, table.why.attack_no_legal_target_no_attack, "no unit there can attack anything")


def _another_battle(run: Run, arena: str) -> None:
    """Another battle step begins in an arena: it ends the one going on, once its chance is over, and comes next."""
    if arena not in run.table.arenas:
        return
    for position, below in enumerate(run.frames):
        if isinstance(below, BattlePhaseFrame):
            run.frames[position] = _replace(below, arenas=(arena, *below.arenas))
        if isinstance(below, BattleStepFrame) and below.step != "over":  # over has ended already
            run.frames[position] = _replace(below, step="ends")


def _order(run: Run, frame: ResolveFrame, said: w.StepOrder) -> None:
    """The build and retreat steps to come, as the effect says; the build step going on is over after it."""
    named = [each.partition(" ") for each in said.steps]
    table: Table = run.table
    sides = table.seating.on_side
    seats = {who: sides[who] if who in sides else (seat_of(table, frame.scene, who),) for _, _, who in named}
    steps = tuple(f"{step} {seat}" for step, _, who in named for seat in seats[who])
    for position, below in enumerate(run.frames):
        if isinstance(below, TurnFrame):
            others = tuple(each for each in below.steps if each.partition(" ")[0] not in ("build", "retreat"))
            run.frames[position] = _replace(below, steps=(*steps, *others))
        if isinstance(below, BuildStepFrame):
            run.frames[position] = _replace(below, step="end")


def _end_battle(run: Run, frame: ResolveFrame, said: w.EndBattle) -> None:
    """What goes on within the battle phase is cut short, and only what ends it is still to come; what has been played
    or triggered is carried out all the same.
    """
    phase = next((at for at, below in enumerate(run.frames) if isinstance(below, BattlePhaseFrame)), -1)
    if phase < 0:
        return
    kept: list[Any] = [_replace(run.frames[phase], arenas=())]
    for below in run.frames[phase + 1 :]:
        if isinstance(below, BattleStepFrame):
            kept.append(below if below.step == "over" else _replace(below, step="ends"))
        elif isinstance(below, AttackFrame):
            kept.append(_replace(below, step="end"))
        elif isinstance(below, DamageFrame):
            run.pending[:] = [packet for packet in run.pending if packet.id not in below.packets]
        elif not isinstance(below, (DeclareFrame, PopFrame, RollFrame)):
            kept.append(below)
    run.frames[phase:] = kept


def _skip(run: Run, frame: ResolveFrame, said: w.SkipStep) -> None:
    """It is remembered until that step would begin."""
    rule = rule_of(run.table, frame.scene)
    skip = Modifier(run.table.next_id, said, frame.scene, UNTIL_THEN, None, 0, rule)
    run.happen(f.ModifierBegan(modifier=skip, rule=rule, cause=frame.scene.source))


UNTIL_THEN = "step skipped"
"""How long a step to be skipped is remembered."""


def skipped(run: Run, step: str, seat: str) -> bool:
    """Whether a player skips a step that would begin now (rots.cards.card-beats-rule); of several skips one is used."""
    table: Table = run.table
    for each in table.modifiers.values():
        said = each.change
        if isinstance(said, w.SkipStep) and said.step == step and seat_of(table, each.scene, said.who) == seat:
            rule, cause = each.rule, each.scene.source
            run.non_event(f"the {step} step of {seat}", rule, f"{cause} has it skipped")
            run.happen(f.ModifiersEnded(ids=(each.id,), rule=rule, cause=cause))
            return True
    return False


INSTRUCTIONS: dict[type, Any] = {
    w.ExtraStep: _extra_step,
    w.StepOrder: _order,
    w.EndBattle: _end_battle,
    w.SkipStep: _skip,
}
STEPS: dict[str, Any] = {}
