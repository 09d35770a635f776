"""Decisions: the odds with and without each thing that a player may do, and each way of rerolling dice that lie there.

Sources: rots.keywords.lucky, rots.keywords.evade, rots.keywords.deflect, rots.keywords.overkill.
"""

from __future__ import annotations

import msgspec

from adjudicator.kernel.game.attack_odds import AttackOdds, Decision, Reroll, UnitWorth, Worth
from adjudicator.kernel.odds import OddsError
from adjudicator.swtcg.odds.attack import attack_odds, check, moment, rerolling
from adjudicator.swtcg.odds.numbers import kept
from adjudicator.swtcg.odds.rerolls import BEST, NONE, PASS
from adjudicator.swtcg.odds.situation import (
    ATTACKING,
    DEFENDING,
    DISCARD,
    PENDING,
    ROLLED,
    Plan,
    Situation,
    Stated,
)

_replace = msgspec.structs.replace


def decisions(situation: Situation, plan: Plan) -> tuple[Decision, ...]:
    """The odds with and without each reroll, Overkill and prevention that is open."""
    check(situation, plan)
    found = []
    for what, seat, rule, without, having in _options(situation, plan):
        found.append(Decision(what, seat, rule, _worth(situation, without), _worth(situation, having)))
    return tuple(found)


def _worth(situation: Situation, plan: Plan) -> Worth:
    return worth_of(attack_odds(situation, plan))


def worth_of(odds: AttackOdds) -> Worth:
    """What odds are worth, for the defending unit and every other that may take damage."""
    others = tuple(UnitWorth(unit.stack, unit.discarded, unit.damage.expected) for unit in odds.units[1:])
    return Worth(odds.defending.discarded, odds.defending.damage.expected, others)


def _options(situation: Situation, plan: Plan) -> list[tuple[str, str, str, Plan, Plan]]:
    """Every option: what, whose, by which rule, the plan without it and the plan with it."""
    found: list[tuple[str, str, str, Plan, Plan]] = []
    lucky, units = "rots.keywords.lucky", situation.units
    if situation.stage != PENDING:
        for side, unit, field in (
            (ATTACKING, situation.attacker, "attacker"),
            (DEFENDING, situation.defender, "defender"),
        ):
            if situation.lucky[side]:
                policy = getattr(plan, field)
                having = _replace(plan, **{field: BEST if policy == NONE else policy})
                what = f"{units[unit].title} Lucky {situation.lucky[side]}"
                found.append((what, situation.seats[side], lucky, _replace(plan, **{field: NONE}), having))
        for second in situation.seconds if situation.overkill else ():
            what = f"Overkill on {units[second].title}"
            none, all_ = _replace(plan, overkill_on=0), _replace(plan, overkill_on=second, overkill_most=0)
            found.append((what, situation.seats[ATTACKING], "rots.keywords.overkill", none, all_))
    for each in situation.preventions:
        if each.simple and each.stack == situation.defender and each.cost <= situation.force[each.seat]:
            others = tuple(stated for stated in plan.prevent if stated.prevention != each)
            mine = next((stated for stated in plan.prevent if stated.prevention == each), Stated(each))
            without, having = _replace(plan, prevent=others), _replace(plan, prevent=(*others, mine))
            found.append((each.name, each.seat, each.rule, without, having))
    return found


def rerolls(situation: Situation, plan: Plan) -> tuple[Reroll, ...]:
    """Every way of rerolling the dice on the table that is open to the one who is asked, none at all first; the other
    side plays by the plan. Raises OddsError if no dice lie there.
    """
    check(situation, plan)
    if situation.stage != ROLLED or situation.rolled is None:
        raise OddsError("no dice lie on the table")
    side = situation.asked
    play = _replace(plan, **{("attacker", "defender")[side]: BEST})
    chance = rerolling(situation, play)
    here = moment(situation, situation.rolled)
    chosen = chance.chosen(here)
    found = []
    for dice, (first, second) in chance.options(here):
        worth = Worth(first, second) if plan.aim == DISCARD else Worth(second, first)
        found.append(Reroll("none" if dice == PASS else kept(dice), worth, dice == chosen))
    return tuple(found)
