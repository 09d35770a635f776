"""The whole answer to a question for odds: from a table and some words to odds, decisions and ways of rerolling.

The formula answers where it knows all that is in play and all that the plan says; else every outcome is played
through by the judge. What neither can reckon is named in the answer, with the reason.
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.game.attack_odds import Answer, AttackOdds, Decision, Option, Question
from adjudicator.kernel.odds import OddsError
from adjudicator.swtcg.notation.names import alias_of
from adjudicator.swtcg.odds.attack import attack_odds, check_plan
from adjudicator.swtcg.odds.deciding import decisions, rerolls
from adjudicator.swtcg.odds.declaring import Declared, declared
from adjudicator.swtcg.odds.numbers import left_out, preventions, situation, unknown
from adjudicator.swtcg.odds.planning import planned
from adjudicator.swtcg.odds.playing_through import Playing
from adjudicator.swtcg.odds.rerolls import ANYTHING
from adjudicator.swtcg.odds.situation import BEFORE, DEFENDING, ENDED, ROLLED, UNDER_WAY, Plan, Situation
from adjudicator.swtcg.odds.walking import Budget
from adjudicator.swtcg.odds.weighing import open_options, other_decisions
from adjudicator.swtcg.table.table import Table

_replace = msgspec.structs.replace


def asked(game: Any, table: Table, question: Question) -> Answer:
    """Answer a question. Raises OddsError, NotUnderstoodError or AmbiguousError; the table is not touched."""
    at = declared(game, table, question.attack, before=question.before, after=question.after)
    found = _found(at.table)
    plan = planned(
        at.table,
        preventions(at.table),
        at.fight.seats[DEFENDING],
        attacker=question.attacker,
        defender=question.defender,
        aim=question.aim,
        overkill=question.overkill,
        prevent=question.prevent,
        plays=question.plays,
    )
    check_plan(plan, found)
    more = _beyond_the_formula(at, found, plan)
    playing = Playing(game, at, plan, found, formula=not more, budget=Budget(question.most))
    if question.enumerated or more:
        answer = _played_through(playing, more)
    else:
        assert found is not None
        answer = _by_formula(playing, found)
    notes = (*answer.odds.notes, *unknown(at.table))
    names = {stack: alias_of(at.before, stack) for stack in playing.units()}
    return _replace(answer, odds=_replace(answer.odds, notes=tuple(dict.fromkeys(notes))), said=at.said, names=names)


def _found(table: Table) -> Situation | None:
    """What the formula knows of the attack; None if one of its units is gone, or if it is over."""
    try:
        return situation(table)
    except OddsError:
        return None


def _beyond_the_formula(at: Declared, found: Situation | None, plan: Plan) -> tuple[str, ...]:
    """Why the formula does not do for a question; nothing if it does."""
    reasons = list(left_out(at.table))
    if found is None or found.stage == UNDER_WAY:
        reasons.append("this moment of the attack")
    if at.happened.placed or at.happened.discarded:
        reasons.append("what the attack has already done")
    if any(not stated.prevention.simple for stated in plan.prevent):
        reasons.append("a prevention that costs something else than Force")
    if plan.plays or ANYTHING in (plan.attacker, plan.defender):
        reasons.append("other plays than rerolls, Overkill and preventions")
    return tuple(reasons)


def _by_formula(playing: Playing, found: Situation) -> Answer:
    """The answer of the formula; what it has no terms for is weighed by playing it through."""
    plan = playing.plan
    odds = attack_odds(found, plan)
    covered = {prevention.key for prevention in found.preventions if prevention.simple}
    covered |= {f"{unit}.lucky" for unit in (found.attacker, found.defender)}
    covered |= {f"overkill on {unit}" for unit in found.seconds}
    more, notes = other_decisions(playing, covered)
    again = rerolls(found, plan) if found.stage == ROLLED and found.lucky[found.asked] else ()
    options, told = ((), ()) if again or found.stage == BEFORE else open_options(playing)
    return _answer(_replace(odds, notes=(*notes, *told)), (*decisions(found, plan), *more), options, again)


def _played_through(playing: Playing, more: tuple[str, ...]) -> Answer:
    """The answer by playing every outcome through; if that cannot be done, the formula's, with what it leaves out.

    Raises OddsError if the formula cannot tell either.
    """
    found = playing.found
    try:
        odds = playing.odds()
    except OddsError as error:
        if found is None:
            raise
        try:
            odds = attack_odds(found, playing.plan)
        except OddsError:
            raise error from None
        notes = [f"{each}: not reckoned, because {error}" for each in more]
        return _answer(_replace(odds, notes=tuple(notes)), decisions(found, playing.plan), (), ())
    choices, notes_ = other_decisions(playing, set())
    options, told = ((), ()) if playing.stage in (BEFORE, ENDED) else open_options(playing)
    return _answer(_replace(odds, notes=(*odds.notes, *notes_, *told)), choices, options, ())


def _answer(
    odds: AttackOdds, choices: tuple[Decision, ...], options: tuple[Option, ...], again: tuple[Any, ...]
) -> Answer:
    return Answer(odds=odds, said=(), decisions=choices, rerolls=again, names={}, options=options)
