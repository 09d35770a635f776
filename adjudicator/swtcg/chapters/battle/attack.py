"""The attack, through its thirteen steps (rots.attack.step-1-tap-and-choose to step-13-ends).

 1 defender chosen, attacker tapped      battle.perform_attack
 2 "attacks" and "attacked" triggers      the pool, between steps
 3 chance (Intercept, Retaliate)          start
 4 dice, 5 reroll chance                  roll  (room dice)
 6 hits, 7 Overkill                       hits, assign, overkill (room overkill)
 8 damage pending, 9 prevention chance    critical, damage (rooms critical and damage)
10 counters, 11 discard, 12 triggers      room damage, standing checks, the pool
13 end, triggers and Retaliates           end, over

So the documents of 2005 have it. An edition gives its own (`Edition.attack`); what happens in each step is here.
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.chapters.battle import critical, natural, overkill, unseen
from adjudicator.swtcg.chapters.battle.overkill import attack_of
from adjudicator.swtcg.chapters.playing.chances import hold_chance_of
from adjudicator.swtcg.doing.attacking import begin
from adjudicator.swtcg.doing.impending import impend
from adjudicator.swtcg.standing import durations
from adjudicator.swtcg.standing.hits import attack_hits
from adjudicator.swtcg.standing.keyword_values import keyword_value
from adjudicator.swtcg.standing.moment import DISRUPT, ENDING
from adjudicator.swtcg.standing.overrides import forbidden
from adjudicator.swtcg.standing.reach import goes_on, in_reach_there, not_called_off
from adjudicator.swtcg.standing.values import attack_dice, damage_done, damage_per_hit
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames import AttackFrame, RollFrame
from adjudicator.swtcg.table.frames_battle import DeclareFrame
from adjudicator.swtcg.table.table import Attack, Stack, Table, in_build_zone
from adjudicator.swtcg.words.language import Triggered

ENDS = "end"
"""The step with which an attack ends, also one that comes to nothing before."""


def _on(run: Run, frame: AttackFrame, **changes: Any) -> None:
    """On to the step that the edition has after this one."""
    run.goto(run.table.edition.attack.after(frame.step), **changes)


def _declare(run: Run, frame: DeclareFrame) -> None:
    """Where the edition has one, the chance to disrupt an attack before it takes place."""
    row = run.table.edition.attack.row(frame.step)
    hold_chance_of(run, row, then="declared", kind=DISRUPT)


def _start(run: Run, frame: AttackFrame) -> None:
    """Step 3: both players get a chance, in which Intercept and Retaliate are played."""
    if attack_of(run.table, frame) is None:
        run.pop()
        return
    attack = run.table.edition.attack
    hold_chance_of(run, attack.row(frame.step), then=attack.after(frame.step))


def _predict(run: Run, frame: AttackFrame) -> None:
    """Where the edition has it so: the hits are predicted, the defending unit being settled."""
    table: Table = run.table
    attack = attack_of(table, frame)
    _on(run, frame)
    asked = any(
        isinstance(each.ability, Triggered) and each.ability.when.kind == "rolls" for each in table.index.listeners
    )
    if attack is not None and asked:
        another = any(number != attack.defender for number in attack.former)
        rule = table.why.reading_when_hits_are_predicted if another else table.edition.attack.row(frame.step).rule
        run.happen(f.RollComes(attack=attack.id, attacker=attack.attacker, defender=attack.defender, rule=rule))


def _roll(run: Run, frame: AttackFrame) -> None:
    """Step 4: as many dice as the attacker has power; none if a unit is gone or the power is 0.

    What counts as it is when the dice are rolled is bound here: power, Shields, Critical Hit.
    """
    table: Table = run.table
    attack = attack_of(table, frame)
    assert attack is not None
    attacker, defender = table.stacks.get(attack.attacker), table.stacks.get(attack.defender)
    count = attack_dice(table, attacker) if attacker is not None else 0
    there = _both_in_battle(table, attacker, defender)
    if not there or count <= 0:
        why = "power is 0 or less" if there else "a unit has been removed"
        if run.non_event("attack dice", _no_dice(table, attacker, defender), why) or attacker is None or count <= 0:
            _no_hits(run, attack, there=there)
            return
    assert attacker is not None
    if there and not (goes_on(run, attacker, defender) and not_called_off(run, attacker, attack.id)):
        run.goto(ENDS)
        return
    against = keyword_value(table, defender, "shields") if defender is not None else 0
    fixed: dict[str, Any] = {"power": count, "shields": against, "critical": critical.values(table, attacker)}
    if table.edition.accuracy_at_roll.value:
        fixed["accuracy"] = keyword_value(table, attacker, "accuracy")
        fixed["since"] = table.next_id
    roll = _roll_of(table, attack, attacker, count)
    if unseen.puts_off(table, attacker) and not frame.unseen and run.applies(table.why.keywords_cunning):
        unseen.put_off(run, frame, roll, **fixed)
        return
    _on(run, frame, dice=(), **fixed)
    run.push(roll)


def _no_hits(run: Run, attack: Attack, *, there: bool) -> None:
    """The attack ends; by some documents its unit has rolled no hits then (idc.dice.no-roll-is-zero-hits). `there`:
    both units are in the battle, so that it is for want of power.
    """
    why = run.table.why
    rule = why.attack_no_dice_of_no_power if there else why.attack_no_dice_of_one_gone
    run.goto(ENDS)
    if rule:
        run.happen(
            f.HitsCounted(source=attack.attacker, target=attack.defender, hits=0, rule=rule, cause="attack dice")
        )


def _no_dice(table: Table, attacker: Stack | None, defender: Stack | None) -> str:
    """Why no attack dice are rolled: a unit is gone, or has been retreated; else the power is 0."""
    if attacker is None or defender is None:
        return table.why.attack_unit_gone
    if in_build_zone(attacker) or (in_build_zone(defender) and not in_reach_there(table, attacker, defender)):
        return table.why.attack_unit_retreated
    return table.why.dice_no_roll_if_removed_or_zero_power


def _roll_of(table: Table, attack: Attack, attacker: Stack, count: int) -> RollFrame:
    """The roll of so many attack dice."""
    return RollFrame(
        seat=attacker.controller,
        purpose="attack",
        count=count,
        source=attack.attacker,
        target=attack.defender,
        rule=_dice_rule(table, attack, attacker),
    )


def _reveal(run: Run, frame: AttackFrame) -> None:
    """Dice that were put off are thrown, as many as they were then (idc.keywords.cunning-fallback-order)."""
    table: Table = run.table
    attack = attack_of(table, frame)
    attacker = table.stacks.get(attack.attacker) if attack is not None else None
    defender = table.stacks.get(attack.defender) if attack is not None else None
    if attack is None or attacker is None or not _both_in_battle(table, attacker, defender):
        run.goto(ENDS)
        return
    run.goto(table.edition.attack.after("roll"))
    rule = table.why.keywords_cunning_thrown_late
    run.push(msgspec.structs.replace(_roll_of(table, attack, attacker, frame.power), unseen=True, rule=rule))


def _dice_rule(table: Table, attack: Attack, attacker: Stack) -> str:
    """What has an attack rolled with another number of dice than the printed power; empty if nothing does."""
    if table.index.stats.get("attack dice"):
        parts = table.reckoning.explained(table, attacker, "attack dice").parts
        return next((part.rule for part in parts if part.rule != table.why.cards_card_beats_rule), "")
    return table.why.of_keyword(attack.mode, "replaces_power") if attack.mode in REPLACING else ""


REPLACING = ("bombard", "ion cannon")
"""The ways of attacking with a number of their own instead of the power."""


def _both_in_battle(table: Table, attacker: Stack | None, defender: Stack | None) -> bool:
    if attacker is None or defender is None or in_build_zone(attacker):
        return False
    return not in_build_zone(defender) or in_reach_there(table, attacker, defender)


def _hits(run: Run, frame: AttackFrame) -> None:
    """Step 6: each die that reaches what the defender asks for is a hit."""
    attack = attack_of(run.table, frame)
    assert attack is not None
    attacker = run.table.stacks.get(attack.attacker)
    if attacker is not None and not goes_on(run, attacker, run.table.stacks.get(attack.defender)):
        run.goto(ENDS)
        return
    rolled = _as_rolled(run, frame, attack)
    hits, rule = attack_hits(run.table, attack, rolled, fixed=_accuracy(run, frame, attacker))
    _on(run, frame, hits=hits if run.applies(rule) else 0)
    rolled = (*rolled, *natural.seeming(run, frame, attack, rolled))
    run.happen(
        f.HitsCounted(
            source=attack.attacker, target=attack.defender, hits=hits, dice=rolled, rule=rule, cause="attack dice"
        )
    )


def _accuracy(run: Run, frame: AttackFrame, attacker: Stack | None) -> int | None:
    """The Accuracy that was fixed as the dice were rolled, where it has changed since; else None."""
    if frame.accuracy is None or attacker is None or keyword_value(run.table, attacker, "accuracy") == frame.accuracy:
        return None
    why = "it changed after the dice were rolled"
    point = run.table.edition.accuracy_at_roll
    return frame.accuracy if run.non_event("another Accuracy", point.rule, why) else None


def _as_rolled(run: Run, frame: AttackFrame, attack: Attack) -> tuple[int, ...]:
    """The dice that count: those rolled, whatever has become of the attacker's power since."""
    table: Table = run.table
    attacker, defender = table.stacks.get(attack.attacker), table.stacks.get(attack.defender)
    if attacker is None or frame.power < 0:
        return frame.dice
    now = attack_dice(table, attacker)
    if now == frame.power:
        return frame.dice
    against = keyword_value(table, defender, "shields") if defender is not None else 0
    shielded = against != frame.shields
    rule = table.why.keywords_shields_only_before_roll if shielded else table.why.attack_power_change_after_roll
    why = f"power was {frame.power} when the dice were rolled and is {now}"
    if run.non_event("a change of the roll", rule, why):
        return frame.dice
    return frame.dice[: max(0, now)]


def _assign(run: Run, frame: AttackFrame) -> None:
    """The hits are the defending unit's, before Overkill."""
    why = run.table.why
    attack = attack_of(run.table, frame)
    assert attack is not None
    _on(run, frame, hits=frame.hits if run.applies(why.attack_step_6_assign_hits) else 0)
    if frame.hits:
        run.happen(
            f.HitsAssigned(attack=attack.id, unit=attack.defender, hits=frame.hits, rule=why.attack_step_6_assign_hits)
        )


def _critical(run: Run, frame: AttackFrame) -> None:
    """A natural six adds the Critical Hit to what the defending unit takes."""
    attack = attack_of(run.table, frame)
    assert attack is not None
    more, rule = critical.scored(run, frame, attack)
    _on(run, frame, extra=more if more and run.applies(rule) else 0)
    if more:
        run.happen(f.CriticalHitScored(attack=attack.id, unit=attack.defender, amount=more, rule=rule, cause="6"))


def _damage(run: Run, frame: AttackFrame) -> None:
    """Step 8: one damage a hit where it was assigned, and the Critical Hit; then the prevention chance."""
    table: Table = run.table
    why = table.why
    attack = attack_of(table, frame)
    assert attack is not None
    attacker = table.stacks.get(attack.attacker)
    _on(run, frame)
    shares = [(attack.defender, frame.hits, frame.extra), (frame.spill_on, frame.spill, 0)]
    packets = []
    multiplied = attacker is not None and damage_done(table, attacker) > 1
    for unit, hits, more in shares:
        stack = table.stacks.get(unit)
        each = damage_per_hit(table, stack) if stack is not None else 1
        multiplied = multiplied or each > 1
        if hits * each + more > 0:
            packets.append((unit, hits * each + more))
    if attack.defender in table.stacks:
        run.non_event(
            "damage by the defending unit", why.attack_defender_does_no_damage, "it does none in return", aside=True
        )
    if not packets:
        run.non_event("damage", why.damage_one_per_hit, "no hits", aside=True)
        if frame.promised:
            run.goto("no damage")
        return
    impend(
        run,
        packets,
        source=attack.attacker,
        by=attacker.controller if attacker is not None else "",
        attack=attack.id,
        way="attack",
        step="promised pending" if frame.unseen else "",
        rule=_damage_rule(table, frame, attack, multiplied=multiplied),
    )


def _damage_rule(table: Table, frame: AttackFrame, attack: Attack, *, multiplied: bool) -> str:
    """What decides how much damage the hits do: they are multiplied, even where that can't be prevented, or divided."""
    why = table.why
    if not multiplied:
        return (frame.spill and why.keywords_overkill_in_tandem) or why.attack_step_8_pending_damage
    rule = why.keywords_overkill_hits_before_multipliers
    if forbidden(table, "DAMAGE_PREVENTABLE", attack.attacker, attack.defender) is not None:
        return why.damage_unpreventable_may_change or rule
    return rule


def _end(run: Run, frame: AttackFrame) -> None:
    """Step 13: the attack is over, and so is everything "for this attack"."""
    row = run.table.edition.attack.row(frame.step)
    over = durations.lasting(run.table, row.ends, frame.attack)
    ended = f.AttackEnded(attack=frame.attack, rule=row.rule)
    _on(run, frame)
    if over:
        rule = durations.attack_rule(run.table, over)
        run.happen(ended, f.ModifiersEnded(ids=over, rule=rule, cause="attack ended"))
    else:
        run.happen(ended)


def _ending(run: Run, frame: AttackFrame) -> None:
    """Where the edition has one, a chance for what is played as an attack ends, after all that triggers then."""
    attack = run.table.edition.attack
    hold_chance_of(run, attack.row(frame.step), then=attack.after(frame.step), kind=ENDING)


def _over(run: Run, frame: AttackFrame) -> None:
    """What was due when the attack ended has happened; delayed effects of this attack are gone."""
    row = run.table.edition.attack.row(frame.step)
    run.pop()
    durations.end(run, row.ends, row.rule, frame.attack)


STEPS: dict[type, dict[str, Any]] = {
    DeclareFrame: {"declare": _declare, "declared": begin},
    AttackFrame: {
        "start": _start,
        "predict": _predict,
        "roll": _roll,
        "hits": _hits,
        "assign": _assign,
        "overkill": overkill.offer,
        "critical": _critical,
        "damage": _damage,
        "end": _end,
        "ending": _ending,
        "over": _over,
        "reveal": _reveal,
    },
}
