"""The battle phase: its opening, then in each arena chance, speed check and attack by turns.

    start -> chance -> [ speed check -> attack or ability or decline -> chance ]* -> last chance -> next arena

Sources: rots.battle.speed-order, rots.battle.speed-tie-dark, rots.battle.same-speed-own-choice,
rots.chances.before-each-attack, rots.chances.end-of-arena-battle, crf.battle.empty-arena-still-go-through.
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.forms import Form, OneOf
from adjudicator.kernel.judging import Judging, allowed
from adjudicator.kernel.run import Run
from adjudicator.swtcg import attack, durations
from adjudicator.swtcg import facts as f
from adjudicator.swtcg.chances import open_chance
from adjudicator.swtcg.declarations import AttackWith, Decline
from adjudicator.swtcg.effects.language import Activated
from adjudicator.swtcg.frames import AttackFrame, BattlePhaseFrame, BattleStepFrame
from adjudicator.swtcg.moment import BOTH, ask
from adjudicator.swtcg.table import CHARACTER, GROUND, SPACE, Stack, Table
from adjudicator.swtcg.values import edition, speed

STEP_RULES = {
    SPACE: "rots.battle.space-step-first",
    GROUND: "rots.battle.ground-step-second",
    CHARACTER: "rots.battle.character-step-third",
}
LAST_CHANCE_RULES = {
    SPACE: "rots.chances.end-of-arena-battle",
    GROUND: "rots.battle.ground-follows-space",
    CHARACTER: "rots.battle.character-last",
}


def _phase_start(run: Run, frame: BattlePhaseFrame) -> None:
    """A chance before the Space battle begins (rots.chances.start-of-battle-phase)."""
    chosen = edition(run.table).battle_start_chance
    if chosen.value:
        open_chance(run, "general", chosen.rule, then="arena")
    else:
        run.goto("arena")


def _phase_arena(run: Run, frame: BattlePhaseFrame) -> None:
    """The next arena, or the end of the phase."""
    if frame.arenas:
        run.goto("arena", arenas=frame.arenas[1:])
        run.push(BattleStepFrame(arena=frame.arenas[0]))
        return
    run.goto("ended")
    run.happen(f.PhaseEnded(phase="battle", rule="crf.turn.battle-phase-ends-at-end-of-turn"))


def _phase_ended(run: Run, frame: BattlePhaseFrame) -> None:
    """ "Until end of battle" is over, in all three arenas at once (crf.battle.until-end-of-battle)."""
    run.pop()
    durations.end(run, "battle", "crf.battle.until-end-of-battle")


def _step_start(run: Run, frame: BattleStepFrame) -> None:
    run.happen(f.StepBegan(step="battle", arena=frame.arena, rule=STEP_RULES[frame.arena]), then="chance")


def _chance(run: Run, frame: BattleStepFrame) -> None:
    """The chance before each attack, or the last one when no untapped unit is left."""
    last = not untapped(run.table, frame.arena)
    run.goto("speed", last_chance=last)
    rule = LAST_CHANCE_RULES[frame.arena] if last else "rots.chances.before-each-attack"
    open_chance(run, "general", rule, then="speed")


def _speed(run: Run, frame: BattleStepFrame) -> None:
    """The speed check: the fastest untapped unit is to attack next; none left ends the battle here."""
    table: Table = run.table
    seat, units = fastest(table, frame.arena)
    chosen = edition(table).last_chance_attack
    if units and frame.last_chance and not chosen.value:
        run.non_event("another attack", chosen.rule, "the last chance of this battle is over")
        units = []
    if not units:
        run.goto("over")
        run.happen(f.StepEnded(step="battle", arena=frame.arena, rule="rots.battle.next-battle-or-turn"))
        return
    if not table.strict and len(units) == 1 and plainly_idle(table, units[0]):
        stand_down(run, units[0].id, "ruling.tapping-a-unit-that-cannot-attack")
        return
    run.goto("chance")
    ask(run, "attack", (seat,), _order_rule(table, frame.arena, units))


def _order_rule(table: Table, arena: str, units: list[Stack]) -> str:
    """What decided that it is this player's go."""
    if len(units) > 1:
        return "rots.battle.same-speed-own-choice"
    fast = speed(table, units[0])
    tied = any(
        speed(table, other) == fast for other in untapped(table, arena) if other.controller != units[0].controller
    )
    return "rots.battle.speed-tie-dark" if tied else "rots.battle.speed-order"


def _over(run: Run, frame: BattleStepFrame) -> None:
    run.pop()


def untapped(table: Table, arena: str) -> list[Stack]:
    """The units in an arena that may still have a go in this battle."""
    return [s for s in table.units(arena) if not s.tapped and f"went:{s.id}" not in table.used]


def fastest(table: Table, arena: str) -> tuple[str, list[Stack]]:
    """Whose go it is and with which units: highest speed, Dark before Light, several of one player to choose."""
    ready = untapped(table, arena)
    if not ready:
        return "", []
    speeds = {stack.id: speed(table, stack) for stack in ready}
    top = max(speeds.values())
    for seat in BOTH:
        mine = [s for s in ready if speeds[s.id] == top and s.controller == seat]
        if mine:
            return seat, mine
    return "", []


def plainly_idle(table: Table, unit: Stack) -> bool:
    """Whether a unit whose go it is can plainly neither attack nor use an ability instead."""
    if any(
        isinstance(instance.ability, Activated) and instance.ability.only == "would attack"
        for instance in table.index.by_stack.get(unit.id, ())
    ):
        return False
    return not table.index.grants and not attack.targets(table, unit) and not _may_hold_would_attack(table)


def _may_hold_would_attack(table: Table) -> bool:
    return bool(table.index.overrides)


def stand_down(run: Run, unit: int, rule: str) -> None:
    """Tap a unit instead of attacking with it."""
    run.goto("chance")
    run.happen(
        f.AttackDeclined(stack=unit, rule=rule, cause="no attack"),
        f.Tapped(stacks=(unit,), rule=rule, cause="no attack"),
    )


# --- declarations ---------------------------------------------------------------------------


def check_attack(judging: Judging, frame: BattleStepFrame | None) -> None:
    """The clauses of declaring an attack."""
    judging.clause("RIGHT_MOMENT", "rots.battle.speed-order", frame is not None)
    attack.check(judging, frame)


def perform_attack(run: Run) -> None:
    """Choose the defender, then tap the attacker (ruling.tap-first-or-choose-first)."""
    said: AttackWith = run.said
    table: Table = run.table
    run.closed()
    number = table.next_id
    arena = run.frame.arena
    run.goto("chance")
    run.push(AttackFrame(attack=number))
    run.happen(
        f.AttackDeclared(
            attack=number,
            attacker=said.attacker,
            defender=said.defender,
            arena=arena,
            mode=said.mode,
            rule=f"rots.keywords.{said.mode.replace(' ', '-')}" if said.mode else "rots.attack.choose-and-tap",
        ),
        f.Tapped(stacks=(said.attacker,), rule="rots.attack.tap-shows-attacked", cause="attack"),
    )


def check_decline(judging: Judging, frame: BattleStepFrame | None) -> None:
    """The clauses of tapping a unit without attacking."""
    judging.clause("RIGHT_MOMENT", "rots.attack.decline-by-tapping", frame is not None)
    if not attack.check_attacker(judging, frame):
        return
    unit = judging.table.stacks[judging.said.attacker]
    obliged = attack.obliged(judging.table, unit)
    judging.clause(
        "NOT_OBLIGED_TO_ATTACK",
        "rots.attack.must-attack",
        not obliged,
        lambda: (("must attack", ", ".join(attack.name_of(judging.table, n) for n in obliged)),),
        about=unit.id,
    )


def perform_decline(run: Run) -> None:
    """Tap it instead of attacking."""
    run.closed()
    stand_down(run, run.said.attacker, "rots.attack.decline-by-tapping")


def forms(game: Any, table: Table, frame: BattleStepFrame, seat: str) -> list[Form]:
    """For each unit whose go it may be: attacks by mode, and declining."""
    found: list[Form] = []
    _, units = fastest(table, frame.arena)
    for unit in units:
        for mode in ("", *attack.modes(table, unit)):
            legal = tuple(
                target.id
                for target in attack.candidates(table, unit, mode)
                if allowed(game, table, AttackWith(seat, unit.id, target.id, mode))
            )
            if legal:
                given = (("attacker", unit.id), ("mode", mode))
                found.append(Form("AttackWith", seat, given, (("defender", OneOf(legal)),), "attack"))
        if allowed(game, table, Decline(seat, unit.id)):
            found.append(Form("Decline", seat, (("attacker", unit.id),), (), "tap instead of attacking"))
    return found


STEPS = {
    BattlePhaseFrame: {"start": _phase_start, "arena": _phase_arena, "ended": _phase_ended},
    BattleStepFrame: {"start": _step_start, "chance": _chance, "speed": _speed, "over": _over},
}
