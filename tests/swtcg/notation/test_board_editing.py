"""Boards that are clicked together: each change is made in the board's own words."""

from __future__ import annotations

import pytest

from adjudicator.kernel.editing import Control, Count, Edit, EditError, Line, Link, Mark, Move, Put, Remove
from adjudicator.kernel.notation import NotUnderstoodError
from tests.kit.star_wars import SWTCG, read_board

EDITION = "swtcg-2005"
BOARD = """# the third game
turn 4, Character battle; luke to attack
dark: force 6, hand 2 [Yoda's Intervention], deck 40
  character: Darth Vader (J), tapped
light: force 5, deck 41
  space: X-Wing Red One
  character: luke = Luke Skywalker (F); Obi-Wan Kenobi (G), damage 1
  build zone: TIE Fighter DS-29-4 face down, 2 counters
locations: character = Dark Cave (dark)
lasting: luke power +2 until end of turn
"""


def edited(*edits: Edit, board: str = BOARD) -> str:
    """The board after changes."""
    return SWTCG.edit_board(board, EDITION, edits).text


def changed(*edits: Edit, board: str = BOARD) -> list[str]:
    """The lines that a change has made, without blanks at their ends."""
    before = edited(board=board).splitlines()
    return [line.strip() for line in edited(*edits, board=board).splitlines() if line not in before]


def test_a_board_that_nobody_changes_is_the_same_table() -> None:
    """Its comments, its first line and what lasts stay as they were typed."""
    same = edited()
    assert same == edited(board=same)
    assert SWTCG.encode(read_board(same, EDITION)) == SWTCG.encode(read_board(BOARD, EDITION))
    assert same.startswith("# the third game\nturn 4, Character battle; luke to attack\n")


def test_nothing_that_is_written_is_lost() -> None:
    """Counters of kinds of their own, and several lines of what lasts, stay through a change."""
    more = "lasting: luke speed +10 until end of turn\n"
    full = BOARD.replace("Skywalker (F)", "Skywalker (F), 1 mastery counter, 2 training counters") + more
    after = edited(Count("dark", "force", 9), board=full)
    assert "luke = Luke Skywalker (F), 1 mastery counter, 2 training counters" in after
    assert after.endswith("lasting: luke power +2 until end of turn\n" + more)
    assert "force 9" in after


@pytest.mark.parametrize(
    ("edit", "lines"),
    [
        (Mark("luke", "tapped"), ["character: luke = Luke Skywalker (F), tapped; Obi-Wan Kenobi (G), damage 1"]),
        (Mark("darth", "tapped", on=False), ["character: Darth Vader (J)"]),
        (Count("obi-wan", "damage", 0), ["character: luke = Luke Skywalker (F); Obi-Wan Kenobi (G)"]),
        (Count("dark", "build points", 3), ["dark: force 6, hand 2 [Yoda's Intervention], deck 40, build points 3"]),
        (Count("dark", "hand", 4), ["dark: force 6, hand 4 [Yoda's Intervention], deck 40"]),
        (Count("", "turn", 7), ["turn 7, Character battle; luke to attack"]),
        (Put("", "dark", "hand"), ["dark: force 6, hand 3 [Yoda's Intervention], deck 40"]),
        (Remove("", "dark", "hand", "Yoda's Intervention"), ["dark: force 6, hand 1, deck 40"]),
        (Remove("", "dark", "hand"), ["dark: force 6, hand [Yoda's Intervention], deck 40"]),
        (Put("Han Solo (A)", "light", "ground"), ["ground: Han Solo (A)"]),
        (Put("Han Solo (A)", "dark", "build zone"), ["build zone: Han Solo (A) face down"]),
        (
            Put("Luke Skywalker (A)", on="luke", how="top"),
            ["character: luke = Luke Skywalker (A) over Luke Skywalker (F); Obi-Wan Kenobi (G), damage 1"],
        ),
        (Put("Luke Skywalker (A)", on="x-wing", how="pilot"), ["space: X-Wing Red One with Luke Skywalker (A)"]),
        (
            Move("luke", on="x-wing", how="pilot"),
            ["space: X-Wing Red One with luke = Luke Skywalker (F)", "character: Obi-Wan Kenobi (G), damage 1"],
        ),
        (
            Control("obi-wan", "dark"),
            ["character: luke = Luke Skywalker (F); Obi-Wan Kenobi (G), damage 1, controlled by dark"],
        ),
        (Line("lasting", ""), []),
        (Link("attack", "luke", "darth", "", "rolled", (6, 1)), ["attack: luke on darth, rolled 6 1"]),
        (
            Link("attack", "luke", "darth", "bombard", "before the roll"),
            ["attack: luke on darth by bombard, before the roll"],
        ),
        (Link("attack", "luke", "darth", "", "damage pending", (3,)), ["attack: luke on darth, damage pending 3"]),
        (Link("attack"), []),
        (Line("", "turn 4, battle phase; dark to play or pass"), ["turn 4, battle phase; dark to play or pass"]),
    ],
)
def test_a_change(edit: Edit, lines: list[str]) -> None:
    """It touches the line that it is about, and is made by the names of the table as data."""
    assert changed(edit) == lines
    assert ("lasting" in edited(edit)) == (edit != Line("lasting", ""))


def test_names_stay_when_others_come() -> None:
    """What a name stood for goes on being called so, and is written with it where a reader would not know."""
    lone = "turn 4, light build step\ndark:\n  character: Darth Vader (J), damage 1\nlight:\n"
    board = edited(Put("Darth Maul (A)", "dark", "character"), board=lone)
    assert "darth = Darth Vader (J), damage 1; Darth Maul (A)" in board
    table = read_board(board, EDITION)
    stack = table.stacks[table.names["darth"]]
    assert 1 == stack.damage


def test_a_card_in_several_pieces() -> None:
    """What stands on something is found by its own name, and goes with it."""
    board = edited(Move("luke", on="x-wing", how="pilot"), Put("Jedi Lightsaber", on="luke", how="equipment"))
    assert "X-Wing Red One with (luke = Luke Skywalker (F) carrying Jedi Lightsaber)" in board
    assert "X-Wing" not in edited(Remove("x-wing"), board=board)
    onto = edited(Move("x-wing", zone="discard"), board=board)
    assert "discard [X-Wing Red One, Luke Skywalker (F), Jedi Lightsaber]" in onto


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (Mark("leia", "tapped"), "nothing on the board is called 'leia'"),
        (Mark("luke", "purple"), "'purple' is no mark"),
        (Count("luke", "power", 9), "follows from the cards"),
        (Count("luke", "damage", -1), "-1 is no number"),
        (Count("dark", "deck", 501), "501 is no number for a board; this one may be 0 to 500"),
        (Put("Han Solo (A)", "light", "kitchen"), "'kitchen' is no zone"),
        (Put("Han Solo (A)", "nobody", "ground"), "'nobody' is no seat"),
        (Put("Han Solo (A)", on="luke", how="sideways"), "'sideways' is no way"),
        (Move("luke", on="luke", how="top"), "cannot be put onto itself"),
        (Remove("", "dark", "hand", "Han Solo (A)"), "no Han Solo"),
        (Line("weather", "rain"), "no line 'weather'"),
        (Link("war"), "'war'"),
        (Link("attack", "luke", "leia"), "'leia'"),
        (Link("attack", "luke", "darth", "", "over"), "'over'"),
        (Link("attack", "luke", "darth", "by post", "rolled", (1,)), "by post"),
        (Link("attack", "luke", "darth", "", "rolled", (7,)), "from 1 to 6"),
        (Link("attack", "luke", "darth", "", "damage pending", (1, 2)), "from 1 to 99"),
    ],
)
def test_a_change_that_no_board_takes(edit: Edit, said: str) -> None:
    """A sentence says why, and which change it was."""
    with pytest.raises(EditError, match=said) as caught:
        edited(Count("dark", "force", 1), edit)
    assert 1 == caught.value.at


def test_a_card_that_there_is_not() -> None:
    """The names that are near are told, as for a board that is typed."""
    with pytest.raises(NotUnderstoodError) as caught:
        edited(Put("Luke Skywalkr (A)", "light", "ground"))
    assert all(each.startswith("Luke Skywalker (") for each in caught.value.fits)
    assert caught.value.fits


def test_a_name_that_has_to_stand_in_quotation_marks_may_stand_without() -> None:
    """A board that is read can be changed too."""
    board = edited(Count("dark", "force", 3), board="turn 1, dark build step\ndark: force 2, hand [3,720 to 1]\n")
    assert 'dark: force 3, hand ["3,720 to 1"]' in board


def test_an_empty_board() -> None:
    """It has the seats of the edition, and the first lines that it could have are all read."""
    empty = SWTCG.edit_board("", EDITION, ())
    assert "turn 1, dark build step\ndark:\nlight:\n" == empty.text
    full = SWTCG.edit_board("", EDITION, (Put("Luke Skywalker (F)", "light", "character"),))
    assert "turn 1, Character battle; luke to attack" in full.moments
    for moment in full.moments:
        read_board(edited(Line("", moment), board=full.text), EDITION)


def test_every_stage_of_an_attack_is_one_that_a_board_can_begin_with() -> None:
    """What is offered is read, and shown as it was set."""
    board = edited(Line("", "turn 4, Character battle; dark to play or pass"), Line("lasting", ""))
    (kind,) = SWTCG.edit_board(board, EDITION, ()).link_kinds
    for stage in kind.stages:
        link = Link("attack", "luke", "darth", "", stage.name, (stage.most,) if stage.most else ())
        table = read_board(edited(link, board=board), EDITION)
        (shown,) = SWTCG.show(table).links
        assert (link.source, link.target, link.stage, link.numbers) == (
            shown.source,
            shown.target,
            shown.stage,
            shown.numbers,
        )
