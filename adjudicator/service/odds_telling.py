"""Odds as messages of the API: exact numbers with their nearest decimals, rules with their places."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.api.v1 import whatif_service_pb2 as pb
from adjudicator.service.house import Place
from adjudicator.swtcg.odds.asking import Answer
from adjudicator.swtcg.odds.attack import UnitOdds
from adjudicator.swtcg.odds.deciding import Worth
from adjudicator.swtcg.odds.distribution import Distribution


def exact(number: Fraction) -> pb.ExactNumber:
    """A fraction with its nearest decimal."""
    return pb.ExactNumber(fraction=str(number), decimal=float(number))


def chances(found: Distribution | None) -> list[pb.NumberChance]:
    """A distribution; none at all for None."""
    return [pb.NumberChance(number=n, chance=exact(chance)) for n, chance in (found.chances if found else ())]


def _worth(worth: Worth) -> pb.CourseWorth:
    return pb.CourseWorth(discarded=exact(worth.discarded), damage=exact(worth.damage))


def _unit(unit: UnitOdds, alias: str) -> pb.UnitOdds:
    return pb.UnitOdds(
        unit=alias,
        title=unit.title,
        left=unit.left,
        damage=chances(unit.damage),
        expected=exact(unit.damage.expected),
        discarded=exact(unit.discarded),
    )


def answer_message(found: Answer, place: Place) -> pb.GetAttackOddsResponse:
    """The odds of an attack with everything that carries them."""
    odds, edition = found.odds, place.teller.edition
    quote = place.teller.quote
    return pb.GetAttackOddsResponse(
        attacker=odds.attacker,
        defender=odds.defender,
        stage=odds.stage,
        assumed=found.said,
        hits=chances(odds.hits),
        expected_hits=exact(odds.hits.expected) if odds.hits else None,
        six=exact(odds.six) if odds.terms else None,
        units=[_unit(unit, found.names[unit.stack]) for unit in odds.units],
        terms=[
            pb.OddsTerm(name=t.name, formula=t.formula, value=exact(t.value), citation=quote(t.rule, edition))
            for t in odds.terms
        ],
        decisions=[
            pb.OddsDecision(
                what=each.what,
                seat=each.seat,
                citation=quote(each.rule, edition),
                without=_worth(each.without),
                having=_worth(each.having),
            )
            for each in found.decisions
        ],
        rerolls=[pb.RerollOption(dice=each.dice, worth=_worth(each.worth), best=each.best) for each in found.rerolls],
        notes=odds.notes,
        basis=place.basis,
    )
