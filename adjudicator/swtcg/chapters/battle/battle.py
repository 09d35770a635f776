"""The battle phase: its opening, then in each arena chance, speed check and attack by turns.

    start -> chance -> [ speed check -> attack or ability or decline -> chance ]* -> last chance -> next arena

Sources: rots.battle.speed-order, rots.battle.speed-tie-dark, rots.battle.same-speed-own-choice,
rots.chances.before-each-attack, rots.chances.end-of-arena-battle, crf.battle.empty-arena-still-go-through.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from adjudicator.kernel.forms import Form, OneOf
from adjudicator.kernel.judging import Judging, holds
from adjudicator.kernel.run import Run
from adjudicator.swtcg.chapters.battle import attack_clauses
from adjudicator.swtcg.chapters.playing.chances import hold_chance_of, open_chance
from adjudicator.swtcg.chapters.units import contest
from adjudicator.swtcg.doing.attacking import declare
from adjudicator.swtcg.doing.supposing import turn_down, would_set_off
from adjudicator.swtcg.standing import durations, order, reach
from adjudicator.swtcg.standing.moment import GENERAL, ask
from adjudicator.swtcg.standing.selectors import matches
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.declarations import AttackWith, Decline
from adjudicator.swtcg.table.frames import BattlePhaseFrame, BattleStepFrame, ResolveFrame
from adjudicator.swtcg.table.grounds import Grounds
from adjudicator.swtcg.table.table import Stack, Table
from adjudicator.swtcg.words.kinds import PHASE_START, STEP_END, STEP_START
from adjudicator.swtcg.words.language import Activated, Triggered


def _phase_start(run: Run, frame: BattlePhaseFrame) -> None:
    """A chance before the Space battle begins (rots.chances.start-of-battle-phase); in some editions only for what is
    played just then.
    """
    contest.note_other_names(run)
    row = run.table.edition.turn.row("battle")
    hold_chance_of(run, row, then="arena", kind=PHASE_START if row.alone else GENERAL)


def _phase_arena(run: Run, frame: BattlePhaseFrame) -> None:
    """The next arena, or the end of the phase."""
    if frame.arenas:
        run.goto("arena", arenas=frame.arenas[1:])
        run.push(BattleStepFrame(arena=frame.arenas[0]))
        return
    if run.table.edition.turn.has("battle over"):  # the phase ends in a step of the turn
        run.pop()
        return
    run.goto("ended")
    *_, last = run.table.arenas.values()
    run.happen(f.PhaseEnded(phase="battle", rule=last.over))


def _phase_ended(run: Run, frame: BattlePhaseFrame) -> None:
    """What lasts until end of battle is over, in all three arenas at once (crf.battle.until-end-of-battle)."""
    run.pop()
    durations.end(run, run.table.edition.turn.row("battle").ends, durations.until_battle(run.table))


def _step_start(run: Run, frame: BattleStepFrame) -> None:
    """Only a card has another battle fought in an arena where units have attacked already."""
    rule = (
        run.table.why.cards_card_beats_rule
        if order.begun(run.table, frame.arena)
        else run.table.arenas[frame.arena].placed
    )
    then = "starting" if run.table.arenas[frame.arena].starts else "chance"
    run.happen(f.StepBegan(step="battle", arena=frame.arena, rule=rule), then=then)


def _starting(run: Run, frame: BattleStepFrame) -> None:
    """Where the edition has one, the chance for what is played as the battle step starts, after all that triggers."""
    open_chance(run, STEP_START, run.table.arenas[frame.arena].starts, then="chance")


def _chance(run: Run, frame: BattleStepFrame) -> None:
    """The chance before each attack, or the last one when no untapped unit is left."""
    why: Grounds = run.table.why
    last = not order.untapped(run.table, frame.arena)
    run.goto("speed", last_chance=last)
    before = why.chances_after_attack if order.begun(run.table, frame.arena) else why.chances_before_each_attack
    rule = run.table.arenas[frame.arena].last_chance if last else before
    open_chance(run, "general", rule, then="speed")


def _speed(run: Run, frame: BattleStepFrame) -> None:
    """The speed check: the fastest untapped unit is to attack next; none left ends the battle here."""
    table: Table = run.table
    seat, units = order.fastest(table, frame.arena)
    chosen = table.edition.last_chance_attack
    if units and frame.last_chance and not (chosen.value and run.applies(chosen.rule)):
        run.non_event("another attack", chosen.rule, "the last chance of this battle is over")
        units = []
    if not units:
        _step_ends(run, frame)
        return
    if not table.strict and len(units) == 1 and plainly_idle(table, units[0]):
        _pass_over(run, frame, units[0])
        return
    if len(units) == 1 and _have_it_attack(run, units[0]):
        return
    run.goto("chance")
    ask(run, "attack", (seat,), _go_rule(table, frame, units))


def _go_rule(table: Table, frame: BattleStepFrame, units: list[Stack]) -> str:
    """Why units have their go: by speed; after the last chance, since they were untapped, or are new there."""
    if not frame.last_chance:
        return order.rule(table, frame.arena, units)
    unit = units[0]
    if again := attack_clauses.of_tapping(table, unit):
        return again
    if ("deployed", unit.cards[0], unit.zone) in table.happened:
        return table.edition.last_chance_attack.rule
    return table.why.attack_untapped_again_attacks_again


def _step_ends(run: Run, frame: BattleStepFrame) -> None:
    """No unit is left to attack; where the edition has one, there is a chance for what is played as the step ends."""
    if rule := run.table.arenas[frame.arena].ends:
        open_chance(run, STEP_END, rule, then="ended")
    else:
        _ended(run, frame)


def _ended(run: Run, frame: BattleStepFrame) -> None:
    run.goto("over")
    run.happen(f.StepEnded(step="battle", arena=frame.arena, rule=run.table.arenas[frame.arena].over))


def _pass_over(run: Run, frame: BattleStepFrame, unit: Stack) -> None:
    """A unit that can attack nothing is tapped in its turn (ruling.tapping-a-unit-that-cannot-attack)."""
    table: Table = run.table
    rule = table.why.attack_no_legal_target_no_attack
    if not any(table.units(frame.arena, each) for each in table.opponents(unit.controller)):
        rule = table.why.battle_empty_arena
    else:
        _sets_nothing_off(run, unit)
    if run.applies(rule):
        stand_down(run, unit.id, rule, table.why.reading_tapping_a_unit_that_cannot_attack)
    else:
        _step_ends(run, frame)


def _sets_nothing_off(run: Run, unit: Stack) -> None:
    """Note that what waits for the unit to attack is not set off, as there is no attack."""
    table: Table = run.table
    rule = table.why.attack_no_attack_no_effects
    if not rule or not any(isinstance(each.ability, Triggered) for each in table.index.by_stack.get(unit.id, ())):
        return
    other = next(each for seat in table.opponents(unit.controller) for each in table.units(unit.zone, seat))
    attack = f.AttackDeclared(attack=0, attacker=unit.id, defender=other.id, arena=unit.zone)
    own = [each for each in would_set_off(run, [attack]) if each.scene.stack == unit.id and not each.duty]
    turn_down(run, own, rule, "it can attack none of the units")


def _have_it_attack(run: Run, unit: Stack) -> bool:
    """An effect that waits for this unit to be about to attack: what its player may use is offered to him."""
    table: Table = run.table
    for delayed in table.delayed.values():
        those = delayed.when.to
        if delayed.when.kind == "would attack" and those is not None and matches(table, those, unit, delayed.scene):
            scene = replace(delayed.scene, bound={**delayed.scene.bound, "it": (unit.id,)})
            run.goto("offered", attacker=unit.id)
            run.push(ResolveFrame(step="may" if delayed.may else "start", todo=delayed.do, scene=scene))
            run.happen(
                f.ModifiersEnded(ids=(delayed.id,), rule=table.why.attack_have_it_attack, cause=delayed.scene.source)
            )
            return True
    return False


def _offered(run: Run, frame: BattleStepFrame) -> None:
    """If the effect was not used the unit attacks normally, by the choices of its own player."""
    unit = run.table.stacks.get(frame.attacker)
    run.goto("chance", attacker=0)
    if unit is None or not order.may_go(run.table, unit) or unit.zone != frame.arena:
        return
    run.non_event("attack by an effect", run.table.why.attack_have_it_attack, "it was not used, or could not be")
    ask(run, "attack", (unit.controller,), run.table.why.attack_have_it_attack_unused_controller_chooses)


def _over(run: Run, frame: BattleStepFrame) -> None:
    """What lasts until the end of this battle step is over."""
    run.pop()
    durations.end(run, "step", run.table.why.cards_card_beats_rule)


def plainly_idle(table: Table, unit: Stack) -> bool:
    """Whether a unit whose go it is can plainly neither attack nor use an ability instead."""
    if any(
        isinstance(instance.ability, Activated) and "would attack" in instance.ability.only
        for instance in table.index.by_stack.get(unit.id, ())
    ):
        return False
    return not table.index.grants and not reach.has_target(table, unit)


def stand_down(run: Run, unit: int, rule: str, taps: str = "") -> None:
    """Tap a unit instead of attacking with it; `taps` is the rule by which it is tapped, if another one."""
    run.goto("chance")
    tapped = () if run.table.stacks[unit].tapped else (f.Tapped(stacks=(unit,), rule=taps or rule, cause="no attack"),)
    run.happen(f.AttackDeclined(stack=unit, rule=rule, cause="no attack"), *tapped)


# --- declarations ---------------------------------------------------------------------------


def check_attack(judging: Judging, frame: BattleStepFrame | None) -> None:
    """The clauses of declaring an attack; what bars the attack itself comes before a chance that is still open."""
    attack_clauses.check(judging, frame)
    attack_clauses.check_moment(judging, frame)


def perform_attack(run: Run) -> None:
    """Choose the defender, then tap the attacker (ruling.tap-first-or-choose-first)."""
    said: AttackWith = run.said
    table: Table = run.table
    run.closed()
    if _have_it_attack(run, table.stacks[said.attacker]):
        return  # one of several of the same speed: only now is it known that it would attack
    arena = run.frame.arena
    run.goto("chance")
    taps = f.Tapped(stacks=(said.attacker,), rule=table.why.attack_attacker_is_tapped, cause="attack")
    declare(
        run,
        f.AttackDeclared(
            attack=table.next_id,
            attacker=said.attacker,
            defender=said.defender,
            arena=arena,
            mode=said.mode,
            rule=table.why.of_keyword(said.mode) if said.mode else table.why.attack_choose_and_tap,
        ),
        paid=_tax(table, said),
        taps=() if table.stacks[said.attacker].tapped else (taps,),
    )


def _tax(table: Table, said: AttackWith) -> list[f.ForcePaid]:
    """What a card asks for the attack is paid with it."""
    unit = table.stacks[said.attacker]
    due = reach.attack_tax(table, unit, table.stacks[said.defender])
    if not due:
        return []
    return [f.ForcePaid(seat=unit.controller, amount=due, rule=table.why.cards_card_beats_rule, cause="attack")]


def perform_decline(run: Run) -> None:
    """Tap it instead of attacking."""
    run.closed()
    stand_down(run, run.said.attacker, run.table.why.attack_decline_by_tapping)


def forms(game: Any, table: Table, frame: BattleStepFrame, seat: str) -> list[Form]:
    """For each unit whose go it may be: attacks by mode, and declining."""
    found: list[Form] = []
    _, units = order.fastest(table, frame.arena)
    for unit in units:
        for mode in ("", *reach.modes(table, unit)):
            legal = tuple(
                target.id
                for target in reach.candidates(table, unit, mode)
                if holds(game, table, AttackWith(seat, unit.id, target.id, mode), check_attack, frame)
            )
            if legal:
                given = (("attacker", unit.id), ("mode", mode))
                found.append(Form("AttackWith", seat, given, (("defender", OneOf(legal)),), "attack"))
        if holds(game, table, Decline(seat, unit.id), attack_clauses.check_decline, frame):
            found.append(Form("Decline", seat, (("attacker", unit.id),), (), "tap instead of attacking"))
    return found


STEPS = {
    BattlePhaseFrame: {"start": _phase_start, "arena": _phase_arena, "ended": _phase_ended},
    BattleStepFrame: {
        "start": _step_start,
        "starting": _starting,
        "chance": _chance,
        "speed": _speed,
        "offered": _offered,
        "ends": _step_ends,
        "ended": _ended,
        "over": _over,
    },
}
