"""Critical Hit: more damage on a natural six, by the values that the attacker had when the dice were rolled.

Sources: rots.keywords.critical-hit and what follows it there, rots.dice.natural-six, rots.dice.natural-definition,
rots.keywords.accuracy-no-critical-hit, ruling.critical-hit-when-hits-are-divided.
"""

from __future__ import annotations

from adjudicator.kernel.run import Run
from adjudicator.swtcg.standing.keyword_values import keyword_value
from adjudicator.swtcg.standing.summing import Part
from adjudicator.swtcg.table.frames import AttackFrame
from adjudicator.swtcg.table.table import Attack, Stack, Table

SIX = 6
NAME = "critical hit"
CRITICAL_DAMAGE = "Critical Hit damage"
"""What is turned down where no natural six was rolled."""


def values(table: Table, unit: Stack) -> tuple[int, ...]:
    """The values of each Critical Hit that a unit has now."""
    parts: list[Part] = []
    keyword_value(table, unit, NAME, parts)
    return tuple(part.amount for part in parts)


def scored(run: Run, frame: AttackFrame, attack: Attack) -> tuple[int, str]:
    """How much damage a natural six adds, and the rule that decides it; 0 if it adds none."""
    table: Table = run.table
    attacker = table.stacks.get(attack.attacker)
    now = values(table, attacker) if attacker is not None else ()
    fixed = now if frame.critical is None else frame.critical
    sixes = frame.dice.count(SIX)
    if sixes and sum(now) > sum(fixed):
        why = "it was gained after the dice were rolled"
        if not run.non_event("more Critical Hit damage", table.why.keywords_critical_hit_gained_too_late, why):
            fixed = now
    if not fixed:
        return 0, ""
    if not sixes and not _as_if_six(run, frame, attacker):
        return 0, ""
    return sum(fixed), _rule(table, frame, attack, fixed, sixes)


def _as_if_six(run: Run, frame: AttackFrame, attacker: Stack | None) -> bool:
    """No die shows a six: say why it might be thought that one did. True only if an audit suppresses the reason."""
    accuracy = keyword_value(run.table, attacker, "accuracy") if attacker is not None else 0
    if any(die + accuracy >= SIX for die in frame.dice):
        rule, why = run.table.why.keywords_critical_hit_not_by_accuracy, "a six by Accuracy is not natural"
    elif SIX in frame.first:
        rule, why = run.table.why.keywords_critical_hit_rerolls, "the six was rolled again"
    else:
        rule, why = run.table.why.dice_natural_six, "no die shows a six"
    return not run.non_event(CRITICAL_DAMAGE, rule, why)


def _rule(table: Table, frame: AttackFrame, attack: Attack, fixed: tuple[int, ...], sixes: int) -> str:
    """What is most particular about a Critical Hit that counts."""
    defender = table.stacks.get(attack.defender)
    if frame.spill:
        return table.why.reading_critical_hit_when_hits_are_divided
    if attack.mode:
        return table.why.of_keyword(attack.mode, "is_an_attack")
    if len(fixed) > 1:
        return table.why.keywords_critical_hit_stacks
    if sixes > 1:
        return table.why.keywords_critical_hit_not_per_six
    if frame.first and SIX not in frame.first:
        return table.why.dice_natural_after_reroll
    if defender is not None and keyword_value(table, defender, "armor"):
        return table.why.keywords_armor_redefines_hit
    return table.why.keywords_critical_hit
