"""Time called by a judge: it is in the game's log, on the board, and stays called in the turns to come."""

from __future__ import annotations

import pytest

from adjudicator.application import Adjudication, GiveRuling
from adjudicator.kernel.entries import Opening
from adjudicator.swtcg.chapters.turn.overtime import in_overtime
from adjudicator.swtcg.notation.board_writer import board
from adjudicator.swtcg.sentences import tell
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.fold import fold
from tests.kit.recorded import clock, counting
from tests.kit.star_wars import SWTCG, read_board

BOARD = """
turn 3, Character battle; dark to play or pass
dark: force 1, hand 0, deck 3
  character: vader = Darth Vader (S), tapped
light: force 2, hand 0, deck 3
  character: yoda = Yoda (C), tapped
"""
POINTS = [
    "dark build step; dark to build",
    "light retreat step; light to retreat",
    "battle phase; dark to play or pass",
    "Space battle; dark to play or pass",
    "Character battle; light to play or pass, dark has passed",
    "over; dark has won",
]


@pytest.mark.parametrize("point", POINTS)
def test_a_board_in_overtime_reads_back_as_written(point: str) -> None:
    """The first line says it at every point, and says nothing without it."""
    line = "turn 3, Character battle; dark to play or pass"
    for turn, overtime in (("turn 3 in overtime", True), ("turn 3", False)):
        table = read_board(BOARD.replace(line, f"{turn}, {point}"), "swtcg-2005")
        assert overtime is table.turn.overtime
        written = board(table)
        assert f"{turn}, {point}" == written.splitlines()[0]
        assert table.turn == read_board(written, "swtcg-2005").turn


@pytest.mark.parametrize(
    ("edition", "force"), [("swtcg-2005", (1, 2)), ("swtcg-2005-rulebook", (5, 6)), ("swtcg-web", (5, 6))]
)
def test_a_judge_calls_time(edition: str, force: tuple[int, int]) -> None:
    """From then on the game is in overtime, in its next turn too; where there is none, that turn brings its Force."""
    app = Adjudication([SWTCG], entropy=counting(), clock=clock())
    encoded = SWTCG.encode(SWTCG.read_board(BOARD, edition))
    opened = Opening(SWTCG.id, edition, seats=(("dark", "Ann"), ("light", "Ben")), board=encoded)
    game = app.open_game(opened).game_id
    facts = (f.TimeCalled(cause="ruling"),)
    app.ruling_given(GiveRuling(game, "Ann the judge", "Time.", facts=facts))
    assert "turn 3 in overtime, Character battle" in board(app.get(game).table)
    for words in ("dark: pass", "light: pass"):
        app.submit(game, SWTCG.read(app.get(game).table, words))
    table = app.get(game).table
    assert (4, True) == (table.turn.number, table.turn.overtime)
    assert (edition == "swtcg-2005") is in_overtime(table)
    assert force == (table.seats["dark"].force, table.seats["light"].force)


def test_it_is_told() -> None:
    """Both facts have a sentence, and time stays called from step to step."""
    table = read_board(BOARD, "swtcg-2005")
    fold(table, f.TimeCalled())
    fold(table, f.StepBegan(step="build", seat="light"))
    assert (True, "light") == (table.turn.overtime, table.turn.seat)
    assert "overtime" in tell(table, f.TimeCalled())
    assert "build roll" in tell(table, f.BuildRollSkipped())
