"""The terms of the formula: what was multiplied and added, each with the rule that puts it there."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from adjudicator.kernel.odds import Distribution, Term
from adjudicator.swtcg.odds.dice import SIX, binomial, six_among
from adjudicator.swtcg.odds.rerolls import NONE
from adjudicator.swtcg.odds.situation import PENDING, Plan, Situation
from adjudicator.swtcg.standing.hits import HIT_ON


def terms(situation: Situation, plan: Plan) -> tuple[Term, ...]:
    """The terms of an attack's odds, in the order in which they count."""
    if situation.stage == PENDING:
        first = [
            Term(f"damage pending on {situation.units[unit].title}", f"{amount}", Fraction(amount), PENDING_RULE)
            for unit, amount in situation.pending
        ]
        return (*first, *_after(situation, plan))
    found = [*_dice(situation)]
    if situation.rolled is None:
        found += _hits(situation)
    found += _rerolls(situation, plan)
    found += _more(situation, plan)
    return (*found, *_after(situation, plan))


def roll_and_hits(situation: Situation, found: Distribution | None) -> tuple[Term, ...]:
    """The terms of the dice and the hits, if what was found by other means is what they make; else none at all."""
    chances = tuple((k, chance) for k, chance in binomial(situation.power, situation.one.hits) if chance)
    return (*_dice(situation), *_hits(situation)) if found is not None and found.chances == chances else ()


def ended_terms(hits: Distribution | None) -> tuple[Term, ...]:
    """The one term of an attack that was over as soon as it was declared, without dice."""
    words = "no dice are rolled: power is 0 or less, or a unit is gone"
    return () if hits is not None else (Term("dice", words, Fraction(0), NO_ROLL),)


NO_ROLL = "rots.dice.no-roll-if-removed-or-zero-power"
PENDING_RULE = "rots.attack.step-8-pending-damage"
SIX_RULE = "rots.dice.natural-six"


def _dice(situation: Situation) -> list[Term]:
    shields = f" (Shields {situation.shields} taken off)" if situation.shields else ""
    one = situation.one
    faces = one.hits * SIX
    parts = [
        Term("dice", f"power {situation.power}{shields}", Fraction(situation.power), "rots.attack.step-4-roll"),
        Term(
            "a die hits",
            f"{faces} of {SIX} faces: {_wanted(situation)}",
            one.hits,
            _hit_rule(situation),
        ),
    ]
    if situation.critical:
        parts.append(Term("a die is a natural six", f"1 of {SIX} faces, whatever Accuracy adds", one.six, SIX_RULE))
    return parts


def _wanted(situation: Situation) -> str:
    """What a die has to show, as `4 + Armor 1 - Accuracy 2 = 3 or more`."""
    parts = [str(HIT_ON)]
    parts += [f"+ Armor {situation.armor}"] if situation.armor else []
    parts += [f"- Accuracy {situation.accuracy}"] if situation.accuracy else []
    parts += [f"= {HIT_ON + situation.armor - situation.accuracy}"] if len(parts) > 1 else []
    return " ".join(parts) + " or more"


def _hit_rule(situation: Situation) -> str:
    if situation.accuracy and situation.armor:
        return "rots.keywords.armor-accuracy-interaction"
    if situation.accuracy:
        return "rots.keywords.accuracy"
    return "rots.keywords.armor" if situation.armor else "rots.dice.hit-on-four"


def _hits(situation: Situation) -> list[Term]:
    """The binomial terms, and the chance of a natural six given so many hits."""
    n, p = situation.power, situation.one.hits
    found = []
    for k, chance in binomial(n, p):
        formula = f"C({n}, {k}) · ({p})^{k} · ({1 - p})^{n - k} = {comb(n, k)} · {p**k} · {(1 - p) ** (n - k)}"
        found.append(Term(f"{k} hits of {n}", formula, chance, _hit_rule(situation)))
        if situation.critical and k:
            ratio = situation.one.hit / p if p else Fraction(0)
            six = six_among(k, situation.one)
            found.append(Term(f"a natural six among {k} hits", f"1 - ({ratio})^{k}", six, SIX_RULE))
    return found


def _rerolls(situation: Situation, plan: Plan) -> list[Term]:
    sides = ((situation.attacker, plan.attacker, 0), (situation.defender, plan.defender, 1))
    return [
        Term(
            f"{situation.units[unit].title} Lucky",
            f"{'exactly' if situation.exactly else 'up to'} {situation.lucky[side]} dice again, policy {policy}"
            + (f" for {plan.aim}" if policy == "best" else ""),
            Fraction(situation.lucky[side]),
            "rots.keywords.lucky",
        )
        for unit, policy, side in sides
        if policy != NONE and situation.lucky[side]
    ]


def _more(situation: Situation, plan: Plan) -> list[Term]:
    found = []
    if situation.critical:
        words = "more damage if any final die is a natural six, once"
        found.append(Term("Critical Hit", words, Fraction(situation.critical), "rots.keywords.critical-hit"))
    each = situation.units[situation.defender].per_hit
    if each != 1:
        found.append(Term("damage per hit", "by an effect in play", Fraction(each), "rots.cards.card-beats-rule"))
    if plan.overkill_on:
        most = f", at most {plan.overkill_most}" if plan.overkill_most else ""
        words = f"hits over {situation.surplus_over} go to {situation.units[plan.overkill_on].title}{most}"
        found.append(Term("Overkill", words, Fraction(situation.surplus_over), "rots.keywords.overkill"))
    return found


def _after(situation: Situation, plan: Plan) -> list[Term]:
    found = []
    for stated in plan.prevent:
        prevention = stated.prevention
        to = f", as much to {situation.units[stated.to].title}" if stated.to else ""
        words = f"the lesser of {prevention.amount} and what is pending, for {prevention.cost} Force{to}"
        rule = prevention.rule
        found.append(Term(f"{prevention.name} prevents", words, Fraction(prevention.amount), rule))
    for strike in situation.retaliations:
        for k, chance in binomial(strike.dice, strike.one.hits):
            p = strike.one.hits
            words = f"C({strike.dice}, {k}) · ({p})^{k} · ({1 - p})^{strike.dice - k}"
            found.append(Term(f"{strike.name} Retaliate: {k} hits of {strike.dice}", words, chance, strike.rule))
    unit = situation.units[situation.defender]
    rule = "rots.discard.damage-at-least-health"
    found.append(Term(f"{unit.title} is discarded", f"by {unit.left} damage or more", Fraction(unit.left), rule))
    return found
