"""A whole game in notation: written, read and played again."""

from __future__ import annotations

from random import Random

import pytest

from adjudicator.cases import CaseError, CaseSettings, JudgeDesk, run_case
from adjudicator.cases.record import read_record, written_record
from adjudicator.swtcg.notation import board, say
from adjudicator.swtcg.table import stored
from tests.kit.star_wars import OUR_GAMES, read_board
from tests.swtcg.notation.random_play import played
from tests.swtcg.notation.test_declarations import BOARD

EDITION = "swtcg-2005"


@pytest.mark.parametrize("seed", range(5))
def test_a_game_played_at_random_can_be_written_and_played_again(seed: int) -> None:
    """Every declaration is understood and legal again, and the last table is the same."""
    start = read_board(BOARD.format(point="Space battle; dark to play or pass"), EDITION)
    said, last = [], start
    for table, declaration in played(start, Random(seed), 40):
        said.append(say(table, declaration))
        last = table
    text = written_record(EDITION, CaseSettings(decks="house"), said[:-1], board=board(start))
    case = read_record(text)
    assert said[:-1] == [step.say for step in case.steps]
    desk = JudgeDesk(OUR_GAMES)
    result = run_case(case, EDITION, desk)
    assert () == result.problems
    assert {"legal"} >= {step.answer.ruling for step in result.steps if step.answer is not None}
    assert stored.encode(last) == stored.encode(desk.table)


def test_a_game_with_decks_can_be_written() -> None:
    """Decks by name stand instead of a board."""
    decks = {"dark": "imperial-hunt", "light": "rebel-alliance"}
    text = written_record("swtcg-web", CaseSettings(strict=True), ["dark: keep"], decks=decks)
    case = read_record(text)
    assert (decks, ("swtcg-web",), True, "dark: keep") == (
        case.decks, case.under, case.settings.strict, case.steps[0].say,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("> dark: pass", "a game begins at a board"),
        ("deck dark: a\nturn 1, dark build step\n> dark: pass", "a game begins at a board"),
        ("turn 1, dark build step\n> dark: pass\ndark: pass", "line 3: after the board"),
        ("settings: dice wooden\nturn 1, dark build step", "no setting 'dice wooden'"),
    ],
)
def test_a_record_that_is_none_is_refused(text: str, words: str) -> None:
    """The line and what is wrong with it are named."""
    with pytest.raises(CaseError, match=words):
        read_record(text)
