"""The odds of an attack: hits, damage, who is discarded, put together from dice, rerolls and outcomes."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.kernel.game.attack_odds import AttackOdds, UnitOdds
from adjudicator.kernel.odds import ONE, OddsError, distribution, merged
from adjudicator.swtcg.odds.dice import Dice, hits_of, roll
from adjudicator.swtcg.odds.outcome import Damages, damages, discarded, shares, worth
from adjudicator.swtcg.odds.rerolls import ANYTHING, NONE, POLICIES, Moment, Rerolling
from adjudicator.swtcg.odds.situation import (
    AIMS,
    ATTACKING,
    DEFENDING,
    PENDING,
    UNDER_WAY,
    Plan,
    Situation,
)
from adjudicator.swtcg.odds.terms import terms

POWER_MAX = 60
"""Attacks of more dice than this are not reckoned."""
REROLLED_POWER_MAX = 16
"""Best play of rerolls is reckoned for so many dice at most."""


def attack_odds(situation: Situation, plan: Plan | None = None) -> AttackOdds:
    """The exact odds of an attack under a plan. Raises OddsError for a plan that cannot be followed."""
    plan = plan or Plan()
    check(situation, plan)
    dice = None if situation.stage == PENDING else final_dice(situation, plan)
    joint = _joint(situation, plan, dice)
    names = [situation.defender, *(stack for ends in joint for stack, _ in ends)]
    units = tuple(_unit(situation, joint, stack) for stack in dict.fromkeys(names))
    hits = None if dice is None else distribution((hits_of(d, situation.one), chance) for d, chance in dice.items())
    return AttackOdds(
        attacker=situation.units[situation.attacker].title,
        defender=situation.units[situation.defender].title,
        stage=situation.stage,
        hits=hits,
        six=sum((chance for d, chance in (dice or {}).items() if d.sixes), Fraction(0)),
        units=units,
        terms=terms(situation, plan),
        joint=tuple(sorted(joint.items())),
    )


def check(situation: Situation, plan: Plan) -> None:
    """Refuse plans that the table does not allow, and what the formula cannot reckon. Raises OddsError."""
    check_plan(plan, situation)
    if situation.stage == UNDER_WAY:
        raise OddsError("the formula does not know this moment of an attack")
    other = any(not stated.prevention.simple for stated in plan.prevent)
    if ANYTHING in (plan.attacker, plan.defender) or plan.plays or other:
        raise OddsError("the formula knows no other plays than rerolls, Overkill and preventions for Force")
    if situation.power > POWER_MAX:
        raise OddsError(f"{situation.power} dice are more than {POWER_MAX}")
    rerolls = any(hand.most and hand.policy != NONE for hand in situation.hands(plan))
    if rerolls and situation.power > REROLLED_POWER_MAX:
        raise OddsError(f"rerolls of {situation.power} dice are more than are reckoned ({REROLLED_POWER_MAX})")


def check_plan(plan: Plan, situation: Situation | None) -> None:
    """Refuse plans that the table does not allow, as far as is known of the attack. Raises OddsError."""
    if plan.attacker not in POLICIES or plan.defender not in POLICIES or plan.aim not in AIMS:
        raise OddsError(f"policies are {', '.join(POLICIES)}, and the aim {' or '.join(AIMS)}")
    if situation is None:
        return
    if plan.overkill_on and (not situation.overkill or plan.overkill_on not in situation.seconds):
        raise OddsError("Overkill cannot put hits on that unit")
    if any(stated.prevention not in situation.preventions for stated in plan.prevent):
        raise OddsError("there is no such prevention at this table")
    if any(stated.to and stated.to not in situation.units for stated in plan.prevent):
        raise OddsError("there is no such unit to deflect the damage to")


def rerolling(situation: Situation, plan: Plan) -> Rerolling:
    """The chance to reroll of an attack under a plan."""
    known: dict[Dice, tuple[Fraction, Fraction]] = {}

    def value(dice: Dice) -> tuple[Fraction, Fraction]:
        if dice not in known:
            known[dice] = worth(situation, plan, dice)
        return known[dice]

    return Rerolling(situation.one, situation.hands(plan), value)


def moment(situation: Situation, dice: Dice) -> Moment:
    """Where the chance to reroll stands, with these dice on the table."""
    left = (situation.lucky[ATTACKING] > 0, situation.lucky[DEFENDING] > 0)
    return Moment(dice, situation.asked, situation.passes, left)


def final_dice(situation: Situation, plan: Plan) -> dict[Dice, Fraction]:
    """The chances of the dice that count, after all rerolls."""
    start = {situation.rolled: ONE} if situation.rolled is not None else roll(situation.power, situation.one)
    if not any(hand.most and hand.policy != NONE for hand in situation.hands(plan)):
        return start
    chance = rerolling(situation, plan)
    return merged(
        (end, before * after)
        for dice, before in start.items()
        for end, after in chance.ends(moment(situation, dice)).items()
    )


def _joint(situation: Situation, plan: Plan, dice: dict[Dice, Fraction] | None) -> dict[Damages, Fraction]:
    """The chances of everything that is placed together."""
    if dice is None:
        return damages(situation, plan, dict(situation.pending))
    return merged(
        (ends, before * after)
        for each, before in dice.items()
        for ends, after in damages(situation, plan, shares(situation, plan, each)).items()
    )


def _unit(situation: Situation, joint: dict[Damages, Fraction], stack: int) -> UnitOdds:
    unit = situation.units[stack]
    return UnitOdds(
        stack=stack,
        title=unit.title,
        left=unit.left,
        damage=distribution((dict(ends).get(stack, 0), chance) for ends, chance in joint.items()),
        discarded=sum((chance for ends, chance in joint.items() if discarded(situation, ends, stack)), Fraction(0)),
    )
