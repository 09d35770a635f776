"""The attack, through its thirteen steps (rots.attack.step-1-tap-and-choose to step-13-ends).

 1 defender chosen, attacker tapped      battle.perform_attack
 2 "attacks" and "attacked" triggers      the pool, between steps
 3 chance (Intercept, Retaliate)          chance
 4 dice, 5 reroll chance                  roll  (room dice)
 6 hits, 7 Overkill                       hits, overkill
 8 damage pending, 9 prevention chance    damage (room damage)
10 counters, 11 discard, 12 triggers      room damage, standing checks, the pool
13 end, triggers and Retaliates           end, over
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.forms import Form, Number, OneOf
from adjudicator.kernel.judging import Judging
from adjudicator.kernel.run import Run
from adjudicator.swtcg import damage, dice, durations
from adjudicator.swtcg import facts as f
from adjudicator.swtcg.chances import open_chance
from adjudicator.swtcg.declarations import AttackWith, Divide
from adjudicator.swtcg.effects.language import Keyword, Oblige
from adjudicator.swtcg.effects.selectors import matches, select
from adjudicator.swtcg.frames import AttackFrame, BattleStepFrame, RollFrame
from adjudicator.swtcg.moment import ask
from adjudicator.swtcg.table import GROUND, PILOT, SPACE, UNIT, Attack, Stack, Table
from adjudicator.swtcg.values import edition, has_overkill, health, keyword_value, power, remaining_health, speed

MODES = {"bombard": (SPACE, GROUND), "ion cannon": (GROUND, SPACE)}
"""Ways to attack into another arena: from which, into which (rots.keywords.bombard, rots.keywords.ion-cannon)."""


def name_of(table: Table, number: int) -> str:
    """A stack's title for evidence."""
    stack = table.stacks.get(number)
    return table.top(stack).title if stack is not None and table.known(stack) else f"#{number}"


def modes(table: Table, unit: Stack) -> list[str]:
    """The ways other than the ordinary one in which a unit may attack from where it is."""
    return [
        mode
        for mode, (source, _) in MODES.items()
        if unit.zone == source
        and any(
            isinstance(i.ability, Keyword) and i.ability.name == mode for i in table.index.by_stack.get(unit.id, ())
        )
    ]


def candidates(table: Table, unit: Stack, mode: str = "") -> list[Stack]:
    """The opponent's units in the arena that this way of attacking reaches."""
    arena = MODES[mode][1] if mode else unit.zone
    return [s for s in table.units(arena) if s.controller != unit.controller]


def targets(table: Table, unit: Stack) -> list[Stack]:
    """All units that could be attacked in any way, bans by effects aside."""
    return [target for mode in ("", *modes(table, unit)) for target in candidates(table, unit, mode)]


# --- clauses --------------------------------------------------------------------------------


def check_attacker(judging: Judging, frame: BattleStepFrame | None) -> bool:
    """Clauses about the unit whose go it is said to be."""
    table: Table = judging.table
    unit = table.stacks.get(judging.said.attacker)
    number = judging.said.attacker
    piloting = unit is not None and unit.role == PILOT
    if not judging.clause(
        "ATTACKER_IS_UNIT",
        "rots.pilots.speed-and-power-irrelevant" if piloting else "rots.cards.unit-definition",
        unit is not None and unit.role == UNIT,
        lambda: (("stack", f"#{number}"),),
    ):
        return False
    assert unit is not None
    mine = judging.clause(
        "ATTACKER_IS_YOURS",
        "crf.control.controls-all-aspects",
        unit.controller == judging.said.seat,
        lambda: (("unit", name_of(table, unit.id)), ("controller", unit.controller)),
    )
    in_arena = judging.clause(
        "ATTACKER_IN_BATTLE",
        "rots.retreat.cannot-attack-or-be-attacked",
        not unit.zone.startswith("build:"),
        lambda: (("unit", name_of(table, unit.id)), ("zone", unit.zone)),
    )
    untapped = judging.clause(
        "ATTACKER_UNTAPPED",
        "rots.battle.speed-order",
        not unit.tapped,
        lambda: (("unit", name_of(table, unit.id)), ("tapped", "yes")),
    )
    if frame is None:
        judging.moot(
            ("ARENA_FIGHTS_NOW", "rots.battle.no-return-to-earlier-arena"),
            ("ATTACKER_IS_FASTEST", "rots.battle.speed-order"),
        )
        return mine and in_arena and untapped
    here = judging.clause(
        "ARENA_FIGHTS_NOW",
        "rots.battle.no-return-to-earlier-arena",
        unit.zone == frame.arena,
        lambda: (("unit in", unit.zone), ("battle in", frame.arena)),
    )
    if mine and in_arena and untapped and here:
        return _check_fastest(judging, frame, unit)
    return False


def _check_fastest(judging: Judging, frame: BattleStepFrame, unit: Stack) -> bool:
    from adjudicator.swtcg.battle import fastest  # noqa: PLC0415 - the battle room owns the order

    table: Table = judging.table
    _, first = fastest(table, frame.arena)
    return judging.clause(
        "ATTACKER_IS_FASTEST",
        "rots.battle.speed-order",
        any(s.id == unit.id for s in first),
        lambda: (
            ("unit", f"{name_of(table, unit.id)} speed {speed(table, unit)}"),
            ("first", ", ".join(f"{name_of(table, s.id)} speed {speed(table, s)}" for s in first)),
        ),
    )


def check(judging: Judging, frame: BattleStepFrame | None) -> None:
    """Clauses of an attack: the attacker, the defender, the way of attacking, bans and obligations."""
    said: AttackWith = judging.said
    table: Table = judging.table
    ready = check_attacker(judging, frame)
    unit, target = table.stacks.get(said.attacker), table.stacks.get(said.defender)
    if not judging.clause(
        "DEFENDER_IS_UNIT",
        "rots.pilots.cannot-be-attacked"
        if target is not None and target.role == PILOT
        else "rots.attack.defending-unit",
        target is not None and target.role == UNIT,
        lambda: (("defender", name_of(table, said.defender)),),
    ):
        return
    assert target is not None
    if unit is None:
        return
    judging.clause(
        "DEFENDER_IS_OPPONENTS",
        "crf.control.opponents-unit",
        target.controller != unit.controller,
        lambda: (("defender", name_of(table, target.id)), ("controller", target.controller)),
    )
    _check_reach(judging, unit, target)
    _check_bans(judging, unit, target)
    if ready:
        _check_obligation(judging, unit, target)


def _check_reach(judging: Judging, unit: Stack, target: Stack) -> None:
    said: AttackWith = judging.said
    table: Table = judging.table
    evidence = lambda: (("attacker in", unit.zone), ("defender in", target.zone))  # noqa: E731
    if not said.mode:
        rule = (
            "rots.zones.build-zone-units-not-attackable"
            if target.zone.startswith("build:")
            else "rots.attack.same-arena-only"
        )
        judging.clause("DEFENDER_IN_SAME_ARENA", rule, unit.zone == target.zone, evidence, about=unit.id)
        return
    rule = f"rots.keywords.{said.mode.replace(' ', '-')}"
    if judging.clause(
        "ATTACKER_HAS_MODE", rule, said.mode in modes(table, unit), lambda: (("mode", said.mode),), about=unit.id
    ):
        source, into = MODES[said.mode]
        judging.clause(
            "DEFENDER_IN_REACH",
            "rots.keywords.bombard-no-space-target" if source == SPACE else "rots.keywords.ion-cannon-no-ground-target",
            target.zone == into,
            evidence,
        )


def _check_bans(judging: Judging, unit: Stack, target: Stack) -> None:
    """ "Can't attack" and "can't be attacked" are effects on these two clauses (rots.attack.cant-attack-wording)."""
    judging.clause("UNIT_MAY_ATTACK", "rots.attack.cant-attack-wording", ok=True, about=unit.id)
    judging.clause("UNIT_MAY_BE_ATTACKED", "rots.attack.must-choose-legal-target", ok=True, about=target.id)


def _check_obligation(judging: Judging, unit: Stack, target: Stack) -> None:
    table: Table = judging.table
    must = obliged(table, unit)
    judging.clause(
        "OBLIGATION_MET",
        "rots.attack.must-attack",
        not must or target.id in must,
        lambda: (("must attack", ", ".join(name_of(table, n) for n in must)),),
        about=unit.id,
    )


def obliged(table: Table, unit: Stack) -> tuple[int, ...]:
    """The units that a unit must attack and can (rots.attack.must-attack, rots.attack.must-attack-several)."""
    found: list[int] = []
    for entry in table.index.overrides.get("oblige", ()):
        change = entry.change
        assert isinstance(change, Oblige)
        who = (
            (entry.on is None
            and matches(table, change.who, unit, entry.scene))
            or (entry.on is not None and unit.id in entry.on)
        )
        if who:
            reach = {s.id for s in candidates(table, unit) if can_attack(table, unit, s)}
            found.extend(n for n in select(table, change.must_attack, entry.scene) if n in reach and n not in found)
    return tuple(found)


def can_attack(table: Table, unit: Stack, target: Stack, mode: str = "") -> bool:
    """Whether a unit can attack another now, whoever's go it is: reach and bans
    (rots.attack.redirect-needs-legal-target, ruling.legality-check-when-the-defender-changes).
    """
    arena = MODES[mode][1] if mode else unit.zone
    if target.role != UNIT or target.zone != arena or target.controller == unit.controller:
        return False
    from adjudicator.swtcg.effects.overrides import verdict_on  # noqa: PLC0415 - only bans need it

    for code, stack in (("UNIT_MAY_ATTACK", unit), ("UNIT_MAY_BE_ATTACKED", target)):
        ruled = verdict_on(table, code, stack.id, other=target.id if stack is unit else unit.id)
        if ruled is not None and not ruled[0]:
            return False
    return True


# --- the steps ------------------------------------------------------------------------------


def current(run: Run, frame: AttackFrame) -> Attack:
    """The attack of a frame."""
    return next(a for a in run.table.attacks if a.id == frame.attack)


def _start(run: Run, frame: AttackFrame) -> None:
    """Step 3: both players get a chance, in which Intercept and Retaliate are played."""
    open_chance(run, "general", "rots.chances.after-attack-declared", then="roll")


def _roll(run: Run, frame: AttackFrame) -> None:
    """Step 4: as many dice as the attacker has power; none if a unit is gone or the power is 0."""
    table: Table = run.table
    attack = current(run, frame)
    attacker, defender = table.stacks.get(attack.attacker), table.stacks.get(attack.defender)
    dice_count = power(table, attacker) if attacker is not None else 0
    if not _both_in_battle(attacker, defender) or dice_count <= 0:
        why = "a unit has been removed" if not _both_in_battle(attacker, defender) else "power is 0 or less"
        if run.non_event("attack dice", "rots.dice.no-roll-if-removed-or-zero-power", why) or dice_count <= 0:
            run.goto("end")
            return
    run.goto("hits", dice=())
    assert attacker is not None
    run.push(
        RollFrame(
            seat=attacker.controller, purpose="attack", count=dice_count, source=attack.attacker, target=attack.defender
        )
    )


def _both_in_battle(attacker: Stack | None, defender: Stack | None) -> bool:
    return (
        attacker is not None
        and defender is not None
        and not attacker.zone.startswith("build:")
        and not defender.zone.startswith("build:")
    )


def _hits(run: Run, frame: AttackFrame) -> None:
    """Step 6: each die that reaches what the defender asks for is a hit."""
    attack = current(run, frame)
    hits, rule = dice.attack_hits(run.table, attack, frame.dice)
    six = 6 in frame.dice
    run.goto("overkill", hits=hits, natural_six=six)
    run.happen(f.HitsCounted(source=attack.attacker, target=attack.defender, hits=hits, rule=rule, cause="attack dice"))
    if not run.applies(rule):
        run.goto("overkill", hits=0)


def _overkill(run: Run, frame: AttackFrame) -> None:
    """Step 7: hits beyond the defender's (remaining) health may go to a second unit."""
    table: Table = run.table
    attack = current(run, frame)
    attacker = table.stacks.get(attack.attacker)
    run.goto("damage")
    if (
        attacker is None
        or not has_overkill(table, attacker)
        or surplus(table, frame) <= 0
        or not seconds(table, attack)
    ):
        return
    ask(run, "overkill", (attacker.controller,), "rots.attack.step-7-overkill")


def surplus(table: Table, frame: AttackFrame) -> int:
    """The hits that Overkill may divide: over remaining health, or over health, by the edition."""
    attack = next(a for a in table.attacks if a.id == frame.attack)
    defender = table.stacks.get(attack.defender)
    if defender is None:
        return 0
    left = remaining_health if edition(table).overkill_over.value == "remaining health" else health
    return frame.hits - left(table, defender)


def seconds(table: Table, attack: Attack) -> list[Stack]:
    """The units that spillover may go to: another of the opponent's in the defender's arena."""
    defender, attacker = table.stacks.get(attack.defender), table.stacks.get(attack.attacker)
    if defender is None or attacker is None:
        return []
    return [
        s
        for s in table.units(defender.zone)
        if s.id not in (defender.id, attacker.id) and s.controller != attacker.controller
    ]


def check_divide(judging: Judging, frame: AttackFrame | None) -> None:
    """Clauses of dividing hits by Overkill."""
    table: Table = judging.table
    said: Divide = judging.said
    if not judging.clause("RIGHT_MOMENT", "rots.keywords.overkill-timing", frame is not None):
        return
    assert frame is not None
    attack = next(a for a in table.attacks if a.id == frame.attack)
    judging.clause(
        "SECOND_UNIT_IN_ARENA", "rots.keywords.overkill", any(s.id == said.unit for s in seconds(table, attack))
    )
    over = surplus(table, frame)
    judging.clause(
        "HITS_IN_EXCESS",
        edition(table).overkill_over.rule,
        1 <= said.hits <= over,
        lambda: (("hits", str(frame.hits)), ("surplus", str(over)), ("said", str(said.hits))),
    )


def perform_divide(run: Run) -> None:
    """Assign spillover to a second unit."""
    said: Divide = run.said
    frame: AttackFrame = run.frame
    run.closed()
    run.goto("damage", hits=frame.hits - said.hits, spill=said.hits, spill_on=said.unit)
    run.happen(
        f.HitsDivided(
            attack=frame.attack, unit=said.unit, hits=said.hits, rule="rots.keywords.overkill", cause="Overkill"
        )
    )


def pass_overkill(run: Run) -> None:
    """All hits stay on the defender."""
    run.closed()
    run.goto("damage")


def forms_divide(game: Any, table: Table, frame: AttackFrame, seat: str) -> list[Form]:
    """Overkill: which unit and how many hits, or pass."""
    attack = next(a for a in table.attacks if a.id == frame.attack)
    units = tuple(s.id for s in seconds(table, attack))
    choices = (("unit", OneOf(units)), ("hits", Number(1, surplus(table, frame))))
    return [Form("Divide", seat, (), choices, "overkill"), Form("Pass", seat, says="no overkill")]


def _damage(run: Run, frame: AttackFrame) -> None:
    """Step 8: one damage a hit, Critical Hit once on a natural six; then the prevention chance."""
    table: Table = run.table
    attack = current(run, frame)
    attacker = table.stacks.get(attack.attacker)
    amount = frame.hits
    if attacker is not None and frame.natural_six:
        critical = keyword_value(table, attacker, "critical hit")
        if critical and run.applies("rots.keywords.critical-hit"):
            amount += critical
    run.goto("end")
    packets = [(attack.defender, amount)] if amount > 0 else []
    if frame.spill:
        packets.append((frame.spill_on, frame.spill))
    if not packets:
        run.non_event("damage", "rots.damage.one-per-hit", "no hits")
        return
    by = attacker.controller if attacker is not None else ""
    damage.impend(
        run, packets, source=attack.attacker, by=by, attack=attack.id, rule="rots.attack.step-8-pending-damage"
    )


def _end(run: Run, frame: AttackFrame) -> None:
    """Step 13: the attack is over, and so is everything "for this attack"."""
    over = durations.lasting(run.table, "attack", frame.attack)
    ended = f.AttackEnded(attack=frame.attack, rule="rots.attack.step-13-ends")
    run.goto("over")
    if over:
        run.happen(ended, f.ModifiersEnded(ids=over, rule="rots.chances.for-this-attack", cause="attack ended"))
    else:
        run.happen(ended)


def _over(run: Run, frame: AttackFrame) -> None:
    """What was due when the attack ended has happened; delayed effects of this attack are gone."""
    run.pop()
    durations.end(run, "attack ends", "rots.attack.step-13-ends", frame.attack)


STEPS = {
    AttackFrame: {
        "start": _start,
        "roll": _roll,
        "hits": _hits,
        "overkill": _overkill,
        "damage": _damage,
        "end": _end,
        "over": _over,
    }
}
