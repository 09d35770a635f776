"""Odds as messages of the API: exact numbers with their nearest decimals, rules with their places."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from adjudicator.api.v1 import whatif_service_pb2 as pb
from adjudicator.kernel.game.attack_odds import Answer, UnitOdds, Worth
from adjudicator.kernel.odds import Distribution
from adjudicator.service.house import Place


def exact(number: Fraction) -> pb.ExactNumber:
    """A fraction with its nearest decimal."""
    return pb.ExactNumber(fraction=str(number), decimal=float(number))


def chances(found: Distribution | None) -> list[pb.NumberChance]:
    """A distribution; none at all for None."""
    return [pb.NumberChance(number=n, chance=exact(chance)) for n, chance in (found.chances if found else ())]


def _worth(worth: Worth, names: dict[int, str]) -> pb.CourseWorth:
    return pb.CourseWorth(
        discarded=exact(worth.discarded),
        damage=exact(worth.damage),
        others=[
            pb.UnitWorth(unit=names[each.stack], discarded=exact(each.discarded), damage=exact(each.damage))
            for each in worth.others
        ],
    )


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
    odds, names, edition = found.odds, found.names, place.teller.edition
    quote = place.teller.quote
    return pb.GetAttackOddsResponse(
        attacker=odds.attacker,
        defender=odds.defender,
        stage=odds.stage,
        assumed=found.said,
        hits=chances(odds.hits),
        expected_hits=exact(odds.hits.expected) if odds.hits else None,
        six=None if odds.played else exact(odds.six),
        units=[_unit(unit, names[unit.stack]) for unit in odds.units],
        terms=[
            pb.OddsTerm(name=t.name, formula=t.formula, value=exact(t.value), citation=quote(t.rule, edition))
            for t in odds.terms
        ],
        **_choices(found, place),
        notes=odds.notes,
        basis=place.basis,
        played=odds.played,
    )


def _choices(found: Answer, place: Place) -> dict[str, Any]:
    """What the players may decide, with what it is worth."""
    names = found.names
    return {
        "decisions": [
            pb.OddsDecision(
                what=each.what,
                seat=each.seat,
                citation=place.teller.quote(each.rule, place.teller.edition),
                without=_worth(each.without, names),
                having=_worth(each.having, names),
            )
            for each in found.decisions
        ],
        "rerolls": [
            pb.RerollOption(dice=each.dice, worth=_worth(each.worth, names), best=each.best) for each in found.rerolls
        ],
        "options": [
            pb.OddsOption(said=each.said, worth=_worth(each.worth, names), best=each.best) for each in found.options
        ],
    }
