"""Numbers that are no stack's: a player's, an arena's, a roll's, the price of what is said."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.star_wars import SWTCG

BOARD = """turn 3, Character battle; dark to play or pass
dark: force 5, hand 4
  character: vader = Darth Vader (E)
light: force 1, hand [Yoda's Intervention]
  space: xwing = TIE Fighter DS-29-4
  character: luke = Luke Skywalker (F)
"""


def table(board: str = BOARD) -> Any:
    """A board as a table."""
    return SWTCG.read_board(board, "swtcg-2005")


def parts(of: str, name: str, here: Any) -> list[tuple[str, int]]:
    """How and how much, of each part."""
    return [(part.source, part.amount) for part in SWTCG.value(here, of, name).parts]


@pytest.mark.parametrize(
    ("of", "name", "total"),
    [("dark", "force", 5), ("light", "force", 1), ("dark", "build points", 0), ("dark", "cards in hand", 4),
     ("light", "arenas controlled", 1), ("light", "arenas", 1), ("dark", "arenas", 0), ("dark", "hand size", 4),
     ("space", "control", 1), ("character", "control", 0), ("ground", "control", 0)],
)  # fmt: skip
def test_counts(of: str, name: str, total: int) -> None:
    """What players hold and who controls an arena is told as it stands on the board."""
    assert total == SWTCG.value(table(), of, name).total


@pytest.mark.parametrize("of", ["luke", "dark"])
def test_who_asks_for_no_value_is_told_which_there_are(of: str) -> None:
    """An unknown name is answered with the names of a unit, a player, an arena, a roll and a declaration."""
    with pytest.raises(KeyError, match=r"'beauty'; a unit has speed, .*; a player force, .*control.*hits.*price"):
        SWTCG.value(table(), of, "beauty")


def test_what_lies_on_a_stack_and_how_many_dice_it_would_roll() -> None:
    """Counters and attack dice are told as such, with the rule that speaks of them."""
    here = table()
    assert 0 == SWTCG.value(here, "luke", "damage").total
    assert "rots.counters.unprevented-damage" == SWTCG.value(here, "luke", "damage counters").headline
    assert 0 == SWTCG.value(here, "luke", "build counters").total
    assert SWTCG.value(here, "luke", "power").total == SWTCG.value(here, "luke", "attack dice").total


def test_who_controls_nothing_is_told_why() -> None:
    """A player without an arena is told by which rule he would control one."""
    assert "rots.control.arena-control" == SWTCG.value(table(), "dark", "arenas controlled").headline


def test_what_lies_on_a_card_that_nobody_knows() -> None:
    """Its build counters are for all to see; of the card itself one is told that it is not known."""
    here = table("turn 3, dark build step\ndark: force 1\n  build zone: ? face down, 9 counters\nlight: force 1\n")
    found = SWTCG.value(here, "card", "build counters")
    assert (9, "a face-down card") == (found.total, found.of)
    for name in ("power", "attack dice", "subtype sith"):
        with pytest.raises(KeyError, match="nobody here knows"):
            SWTCG.value(here, "card", name)


def test_values_are_named_in_any_case() -> None:
    """Players, arenas, units and values are known whatever the case."""
    here = table()
    assert SWTCG.value(here, "DARK", "Build Points") == SWTCG.value(here, "dark", "build points")
    assert SWTCG.value(here, "Space", "Control") == SWTCG.value(here, "space", "control")
    assert SWTCG.value(here, "LUKE", "POWER") == SWTCG.value(here, "luke", "power")


def test_control_names_who() -> None:
    """The control of an arena says whose it is and which units make it so."""
    found = SWTCG.value(table(), "space", "control")
    assert "space: light" == found.of
    assert [("dark: none", 0), ("light: TIE Fighter DS-29-4", 1)] == [
        (part.source, part.amount) for part in found.parts
    ]


def test_hits_die_by_die() -> None:
    """Every die on the table is told with whether it hits."""
    here = table(BOARD + "attack: vader on luke, rolled 6 4 2\n")
    assert [("die 6", 1), ("die 4", 1), ("die 2", 0)] == parts("roll", "hits", here)[:3]
    assert 2 == SWTCG.value(here, "roll", "hits").total


def test_no_hits_without_a_roll() -> None:
    """Without dice on the table there are no hits to explain."""
    with pytest.raises(KeyError):
        SWTCG.value(table(), "roll", "hits")


def test_price_is_told_to_the_poor() -> None:
    """What something costs is told also to a player who does not have it."""
    board = "turn 3, light build step\nlight: build points 0, hand [Luke Skywalker (F)]\n"
    found = SWTCG.value(table(board), "light: build Luke Skywalker (F) 3", "price")
    assert [("build points", 3)] == [(part.how, part.amount) for part in found.parts]
    assert all(part.rule for part in found.parts)


def test_no_price_for_what_is_forbidden() -> None:
    """What is illegal for another reason than its cost has no price."""
    with pytest.raises(KeyError):
        SWTCG.value(table(), "light: retreat luke", "price")
