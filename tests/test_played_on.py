"""From the position of every case, and from those in the midst of it, random play goes on.

Few games from the deal come to such positions, or have such cards.

What is listed has to be legal, the invariants to hold, and folding what happened to give the same table again.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from adjudicator.cases.case import Case, CaseSettings, files, load
from adjudicator.cases.judge_desk import begun, opening_of
from adjudicator.kernel.judging import ANSWER, judge
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.kernel.verdict import Ruling
from adjudicator.play import check_forms, spoken

CASES = Path(__file__).parent / "cases"
DECLARATIONS = 60
FORMS_EVERY = 5
HOUSE = CaseSettings(dice="house", decks="house", manual="blank")

ENDLESS = {
    "swtcg-2005/effects/instead-of-what-would-happen.toml": "a unit that gets something instead of being tapped "
    "has its go for ever; a judge is told so (RUN_STEPS_MAX)",
}


def _within(case: Case, game: Any, table: Any, chance: random.Random) -> Any:
    """The table somewhere in the midst of a case."""
    steps = [step.say for step in case.steps]
    for words in steps[: chance.randint(0, len(steps))]:
        if words is None:
            break  # a case may go on from another board
        try:
            verdict = judge(game, table, game.read(table, words), ANSWER)
        except (NotUnderstoodError, AmbiguousError):
            break  # what is not understood on purpose
        if verdict.ruling is Ruling.LEGAL:
            table = verdict.after
    return table


@pytest.mark.parametrize("path", list(files([CASES])), ids=lambda path: str(path.relative_to(CASES)))
def test_play_goes_on(path: Path) -> None:
    """So many declarations, by house dice; what nobody carries out is passed over."""
    name = str(path.relative_to(CASES))
    case = load(path)
    if not case.board or name in ENDLESS:
        return
    chance = random.Random(name)
    game, opening = opening_of(chance.choice(list(case.under)), case.board, case.cards, HOUSE)
    table = _within(case, game, begun(game, opening), chance)
    folded, said = game.fork(table), list[Any]()
    for number in range(DECLARATIONS):
        if game.over(table):
            break
        if number % FORMS_EVERY == 0:
            check_forms(game, table, name, said)
        verdict = spoken(game, table, name, chance, said)
        table = verdict.after
        for fact in verdict.facts:
            game.fold(folded, fact)
    assert game.encode(folded) == game.encode(table)
