"""The whole answer to a question for odds: from a table and some words to odds, decisions and ways of rerolling."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec

from adjudicator.swtcg.notation.names import alias_of
from adjudicator.swtcg.odds.attack import AttackOdds, UnitOdds, attack_odds, check
from adjudicator.swtcg.odds.deciding import Decision, Reroll, decisions, rerolls
from adjudicator.swtcg.odds.declaring import declared
from adjudicator.swtcg.odds.distribution import distribution, merged
from adjudicator.swtcg.odds.enumerating import ROLLS_MAX, End, enumerated
from adjudicator.swtcg.odds.planning import planned
from adjudicator.swtcg.odds.players import Players
from adjudicator.swtcg.odds.reading import situation
from adjudicator.swtcg.odds.rerolls import NONE
from adjudicator.swtcg.odds.situation import DISCARD, ROLLED, Plan, Situation
from adjudicator.swtcg.table import Table


class Question(msgspec.Struct, frozen=True):
    """What is asked: the attack in words (empty: the one in progress), what is taken as said before and after it, the
    plan in words (see `planning.planned`), and whether every outcome is to be played through instead of the formula.
    """

    attack: str = ""
    before: Sequence[str] = ()
    after: Sequence[str] = ()
    attacker: str = NONE
    defender: str = NONE
    aim: str = DISCARD
    overkill: str = ""
    prevent: Sequence[str] = ()
    enumerated: bool = False
    most: int = ROLLS_MAX


class Answer(msgspec.Struct, frozen=True):
    """The odds with what was taken as said, the decisions that are open, the ways of rerolling dice that lie there,
    and the alias of each unit.
    """

    odds: AttackOdds
    said: tuple[str, ...]
    decisions: tuple[Decision, ...]
    rerolls: tuple[Reroll, ...]
    names: dict[int, str]


def asked(game: Any, table: Table, question: Question) -> Answer:
    """Answer a question. Raises OddsError, NotUnderstoodError or AmbiguousError; the table is not touched."""
    at = declared(game, table, question.attack, before=question.before, after=question.after)
    found = situation(at.table)
    plan = planned(
        at.table,
        found,
        attacker=question.attacker,
        defender=question.defender,
        aim=question.aim,
        overkill=question.overkill,
        prevent=question.prevent,
    )
    check(found, plan)
    choices: tuple[Decision, ...] = ()
    if question.enumerated:
        odds = played_through(game, at.table, found, plan, question.most)
    else:
        odds, choices = attack_odds(found, plan), decisions(found, plan)
    return Answer(
        odds=odds,
        said=at.said,
        decisions=choices,
        rerolls=rerolls(found, plan) if found.stage == ROLLED and found.lucky[found.asked] else (),
        names={unit.stack: alias_of(at.table, unit.stack) for unit in odds.units},
    )


def played_through(game: Any, table: Table, found: Situation, plan: Plan, most: int = ROLLS_MAX) -> AttackOdds:
    """The odds by playing every outcome through with the judge; nothing in play is left out. Raises OddsError."""
    ends = enumerated(game, table, Players(game, found, plan).say, most=most)
    joint = merged((end.placed, chance) for end, chance in ends.items())
    stacks = [found.defender, *(stack for end in ends for stack in (*dict(end.placed), *end.discarded))]
    counted = all(end.hits >= 0 for end in ends)
    return AttackOdds(
        attacker=found.units[found.attacker].title,
        defender=found.units[found.defender].title,
        stage=found.stage,
        hits=distribution((end.hits, chance) for end, chance in ends.items()) if counted else None,
        six=Fraction(0),
        units=tuple(_unit(found, ends, stack) for stack in dict.fromkeys(stacks) if stack in found.units),
        terms=(),
        joint=tuple(sorted(joint.items())),
    )


def _unit(found: Situation, ends: dict[End, Fraction], stack: int) -> UnitOdds:
    return UnitOdds(
        stack=stack,
        title=found.units[stack].title,
        left=found.units[stack].left,
        damage=distribution((dict(end.placed).get(stack, 0), chance) for end, chance in ends.items()),
        discarded=sum((chance for end, chance in ends.items() if stack in end.discarded), Fraction(0)),
    )
