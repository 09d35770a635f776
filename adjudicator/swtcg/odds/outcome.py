"""From dice to damage: Critical Hit, Overkill, preventions, Deflects, and Retaliate at the end.

Sources: rots.attack.step-6-assign-hits, rots.keywords.critical-hit, rots.keywords.overkill, rots.keywords.evade,
rots.keywords.deflect-damage-equals-prevented, rots.damage.new-damage-waits (deflected damage comes after that of the
attack), rots.keywords.retaliate (dice of damage to an attacker that is still in its arena).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from adjudicator.kernel.odds import ONE, OddsError, merged
from adjudicator.swtcg.odds.dice import Dice, binomial, hits_of
from adjudicator.swtcg.odds.situation import DISCARD, Plan, Situation

DAMAGES_MAX = 100
"""So many damages one after another are followed; Deflects that answer each other for ever are not."""

Damages = tuple[tuple[int, int], ...]
"""The damage placed on each unit by one course of the attack: (stack, amount) in order of stacks, none with 0."""


class Course(NamedTuple):
    """How things stand in one course of the attack: damage placed so far, Force left, damages followed."""

    placed: dict[int, int]
    force: dict[str, int]
    followed: int = 0


def shares(situation: Situation, plan: Plan, dice: Dice) -> dict[int, int]:
    """The damage that the attack's dice put before each unit, before prevention."""
    hits, spill = hits_of(dice, situation.one), 0
    second = plan.overkill_on
    if situation.overkill and second in situation.seconds:
        surplus = max(0, hits - situation.surplus_over)
        spill = min(surplus, plan.overkill_most or surplus)
    units = situation.units
    extra = situation.critical if dice.sixes else 0
    found = {situation.defender: (hits - spill) * units[situation.defender].per_hit + extra}
    if spill:
        found[second] = spill * units[second].per_hit
    return {unit: damage for unit, damage in found.items() if damage > 0}


def damages(situation: Situation, plan: Plan, dealt: Mapping[int, int]) -> dict[Damages, Fraction]:
    """The chances of what is placed in the end, for damage that the attack is about to deal."""
    course = _placed(situation, plan, dealt, Course({}, dict(situation.force)))
    return merged(_ended(situation, plan, course, 0))


def _placed(situation: Situation, plan: Plan, dealt: Mapping[int, int], course: Course) -> Course:
    """One chance to prevent damage, its placing, and then in turn all that was deflected in it."""
    placed, force = dict(course.placed), dict(course.force)
    queue = [dict(dealt)]
    followed = course.followed
    while queue:
        due = queue.pop(0)
        followed += 1
        if followed > DAMAGES_MAX:
            raise OddsError("the preventions answer each other without end")
        due = {unit: damage for unit, damage in due.items() if not _gone(situation, placed, unit)}
        queue += _prevented(plan, due, force)
        for unit, damage in due.items():
            if damage:
                placed[unit] = placed.get(unit, 0) + damage
    return Course(placed, force, followed)


def _prevented(plan: Plan, due: dict[int, int], force: dict[str, int]) -> list[dict[int, int]]:
    """Take off what is prevented, pay for it, and give the damages that Deflects do."""
    deflected = []
    for stated in plan.prevent:
        prevention = stated.prevention
        pending = due.get(prevention.stack, 0)
        if pending <= 0 or force[prevention.seat] < prevention.cost:
            continue
        force[prevention.seat] -= prevention.cost
        less = min(prevention.amount, pending)
        due[prevention.stack] = pending - less
        if stated.to and less:
            deflected.append({stated.to: less})
    return deflected


def _gone(situation: Situation, placed: Mapping[int, int], unit: int) -> bool:
    return placed.get(unit, 0) >= max(1, situation.units[unit].left)


def _ended(situation: Situation, plan: Plan, course: Course, number: int) -> list[tuple[Damages, Fraction]]:
    """The end of the attack: each Retaliate in turn, if its target is still there."""
    if number == len(situation.retaliations):
        return [(tuple(sorted((unit, damage) for unit, damage in course.placed.items() if damage)), ONE)]
    strike = situation.retaliations[number]
    if _gone(situation, course.placed, strike.target):
        return _ended(situation, plan, course, number + 1)
    found = []
    for hits, chance in binomial(strike.dice, strike.one.hits):
        after = _placed(situation, plan, {strike.target: hits}, course) if hits else course
        found += [(end, chance * further) for end, further in _ended(situation, plan, after, number + 1)]
    return found


def discarded(situation: Situation, ends: Damages, unit: int) -> bool:
    """Whether a unit has lethal damage at the end (rots.discard.damage-at-least-health)."""
    return _gone(situation, dict(ends), unit)


def worth(situation: Situation, plan: Plan, dice: Dice) -> tuple[Fraction, Fraction]:
    """What final dice are worth to the attacker: the chance to discard the defender and the damage to it, in the
    order of the plan's aim.
    """
    discard, damage = Fraction(0), Fraction(0)
    unit = situation.defender
    for ends, chance in damages(situation, plan, shares(situation, plan, dice)).items():
        damage += chance * dict(ends).get(unit, 0)
        discard += chance * discarded(situation, ends, unit)
    return (discard, damage) if plan.aim == DISCARD else (damage, discard)
