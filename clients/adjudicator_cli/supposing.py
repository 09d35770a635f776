"""What-if and odds without a service, as plain values in the same shape as those of a service."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from adjudicator_cli.case_files import case_of
from adjudicator_cli.judging import Citing, verdict
from adjudicator_cli.own_games import own_games
from adjudicator_cli.terminal import UnusableError

if TYPE_CHECKING:
    from fractions import Fraction

    from adjudicator.kernel.game.attack_odds import Answer, UnitOdds, Worth
    from adjudicator.kernel.odds import Distribution


def table_of(path: str, edition: str = "") -> tuple[Any, Any, str]:
    """Game, table and edition of a file: a board, a board with what was said at it, or a case. Raises UnusableError."""
    from adjudicator.cases.judge_desk import begun, opening_of
    from adjudicator.kernel.supposing import suppose

    case = case_of(path)
    under = edition or case.under[0]
    try:
        game, opening = opening_of(own_games(), under, case.board, case.cards, case.settings, case.decks)
        table = begun(game, opening)
    except ValueError as error:
        raise UnusableError(str(error)) from error
    line = suppose(game, table, [step.say for step in case.steps if step.say is not None])
    if not line.whole:
        last = line.steps[-1]
        raise UnusableError(f"{path}: {game.say(last.table, last.said)} is {last.verdict.ruling.value}")
    return game, line.after, under


def lines(path: str, wanted: Sequence[tuple[str, Sequence[str]]], edition: str) -> dict[str, Any]:
    """Where lines (title, declarations) lead from the table of a file."""
    from adjudicator.kernel.supposing import suppose

    game, table, under = table_of(path, edition)
    cite = Citing(under)
    ends, outcomes = [], []
    for title, words in wanted:
        line = suppose(game, table, words)
        ends.append(line.after)
        window = line.after.agenda.window
        outcomes.append(
            {
                "title": title,
                "verdicts": [verdict(game, s.table, s.said, s.verdict, cite) for s in line.steps],
                "whole": line.whole,
                "board": game.board(line.after),
                "question": {
                    "kind": window.kind if window is not None else "",
                    "asked": list(window.asked) if window is not None else [],
                    "over": game.over(line.after) or "",
                },
                "changes": [_plain(each) for each in game.differences(table, line.after)],
            }
        )
    comparisons = [
        {"first": 0, "second": place, "differences": [_plain(each) for each in game.differences(ends[0], ends[place])]}
        for place in range(1, len(ends))
    ]
    return {"outcomes": outcomes, "comparisons": comparisons}


def _plain(struct: Any) -> dict[str, str]:
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


def exact(number: Fraction) -> dict[str, Any]:
    """A fraction with its nearest decimal."""
    return {"fraction": str(number), "decimal": float(number)}


def _chances(found: Distribution | None) -> list[dict[str, Any]]:
    return [{"number": n, "chance": exact(chance)} for n, chance in found.chances] if found is not None else []


def _worth(worth: Worth, names: dict[int, str]) -> dict[str, Any]:
    others = [
        {"unit": names[each.stack], "discarded": exact(each.discarded), "damage": exact(each.damage)}
        for each in worth.others
    ]
    return {"discarded": exact(worth.discarded), "damage": exact(worth.damage), "others": others}


def odds(path: str, question: dict[str, Any], edition: str) -> dict[str, Any]:
    """The odds of an attack on the table of a file; `question` are the fields of kernel.game.attack_odds.Question.

    Raises OddsError for what cannot be told.
    """
    from adjudicator.kernel.game.attack_odds import Question

    game, table, under = table_of(path, edition)
    found = game.odds(table, Question(**question))
    cite = Citing(under)
    return {**_chances_of(found, cite), **_choices(found, cite), "notes": list(found.odds.notes)}


def _chances_of(found: Answer, cite: Citing) -> dict[str, Any]:
    """The outcomes of the attack, and how they were reckoned."""
    told = found.odds
    return {
        "attacker": told.attacker,
        "defender": told.defender,
        "stage": told.stage,
        "assumed": list(found.said),
        "hits": _chances(told.hits),
        **({"expected_hits": exact(told.hits.expected)} if told.hits is not None else {}),
        **({} if told.played else {"six": exact(told.six)}),
        "units": [_unit(unit, found.names[unit.stack]) for unit in told.units],
        "terms": [
            {"name": t.name, "formula": t.formula, "value": exact(t.value), "citation": cite(t.rule)}
            for t in told.terms
        ],
        "played": told.played,
    }


def _unit(unit: UnitOdds, alias: str) -> dict[str, Any]:
    return {
        "unit": alias,
        "title": unit.title,
        "left": unit.left,
        "damage": _chances(unit.damage),
        "expected": exact(unit.damage.expected),
        "discarded": exact(unit.discarded),
    }


def _choices(found: Answer, cite: Citing) -> dict[str, Any]:
    """The decisions of the players, with their worth."""
    names = found.names
    return {
        "decisions": [
            {
                "what": each.what,
                "seat": each.seat,
                "citation": cite(each.rule),
                "without": _worth(each.without, names),
                "having": _worth(each.having, names),
            }
            for each in found.decisions
        ],
        "rerolls": [{"dice": e.dice, "worth": _worth(e.worth, names), "best": e.best} for e in found.rerolls],
        "options": [{"said": e.said, "worth": _worth(e.worth, names), "best": e.best} for e in found.options],
    }
