"""From the positions of cases, and from those in the midst of them, random play goes on.

Few games from the deal come to such positions, or have such cards.

Every fifth file of a chapter is played on, and in `make test-all` every one, the examined disputes with them.
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
from adjudicator.play import PlayError, check_forms, spoken
from tests.chapters import CASES, chapters, chunked
from tests.examined import FILES
from tests.kit.star_wars import OUR_GAMES

DECLARATIONS = 60
FORMS_EVERY = 5
HOUSE = CaseSettings(dice="house", decks="house", manual="blank")

ENDLESS = {
    "swtcg-2005/effects/instead-of-what-would-happen.toml": "a unit that gets something instead of being tapped "
    "has its go for ever; a judge is told so (RUN_STEPS_MAX)",
    "swtcg-2005/abilities/endless.toml": "two abilities set each other off for ever, which the judge is asked about",
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


def _name(path: Path) -> str:
    return str(path.relative_to(CASES if path.is_relative_to(CASES) else FILES[0].parent))


BOARDS = [path for path in files([CASES]) if "\nboard = " in path.read_text(encoding="utf-8")]
EVERY = 5


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """The files that are played on, by chapter."""
    if "boards" not in metafunc.fixturenames:
        return
    endless = {CASES / name for name in ENDLESS}
    everything = metafunc.config.getoption("--all-ways")
    of_chapters = [[path for path in paths if path in set(BOARDS) - endless] for paths in chapters().values()]
    some = [path for paths in of_chapters for path in paths[:: 1 if everything else EVERY]]
    examined = [pytest.param([path], id=f"examined {path.stem}") for path in FILES] if everything else []
    metafunc.parametrize("boards", [*chunked(some), *examined])


def test_most_cases_have_a_board() -> None:
    """What goes on is nearly all of them; the rest are about decks, or give each step a board of its own."""
    assert len(BOARDS) > 0.9 * len(list(files([CASES])))
    assert set(ENDLESS) <= set(map(_name, BOARDS))


def test_play_goes_on(boards: list[Path]) -> None:
    """So many declarations, by house dice; what nobody carries out is passed over."""
    for path in boards:
        _play_on(path)


@pytest.mark.parametrize("name", ENDLESS)
def test_what_has_no_end_is_told(name: str) -> None:
    """It is bounded, and left undecided, whenever play comes to it."""
    with pytest.raises(PlayError, match="RUN_STEPS_MAX"):
        _play_on(CASES / name, times=20)


def _play_on(path: Path, times: int = 1) -> None:
    name, case = _name(path), load(path)
    for number in range(times):
        chance = random.Random(f"{name} {number}")
        game, opening = opening_of(OUR_GAMES, chance.choice(list(case.under)), case.board, case.cards, HOUSE)
        table = _within(case, game, begun(game, opening), chance)
        folded, said = game.fork(table), list[Any]()
        for count in range(DECLARATIONS):
            if game.over(table):
                break
            if count % FORMS_EVERY == 0:
                check_forms(game, table, name, said)
            verdict = spoken(game, table, name, chance, said)
            table = verdict.after
            for fact in verdict.facts:
                game.fold(folded, fact)
        assert game.encode(folded) == game.encode(table)
