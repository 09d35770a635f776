"""Values: computing one is a short way, and nothing on it chooses paragraphs."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from adjudicator.swtcg.standing import values
from tests.kit.star_wars import SWTCG, read_board, read_cards

FILES_MAX = 10
"""So many files a unit passes that is asked for its power."""
PLAIN = """turn 3, Character battle; dark to play or pass
dark: force 5
  character: vader = Darth Vader (E)
light: force 1
  character: luke = Luke Skywalker (F)
"""
BUSY = """turn 3, Space battle; dark to play or pass
dark: force 6
  space: ship = Rock Ship (A) over Rock Ship (B) with ace = Rock Ace carrying Rock Club
light: force 3
  space: wing = Rock Ship (A)
locations: space = Star Port (dark)
lasting: ship power +2 until end of turn
"""
THIS, SHIPS = {"type": "Those", "bound": "this"}, {"type": "Those", "side": "yours", "types": ["space"]}


def adding(amount: int, of: dict[str, Any]) -> dict[str, Any]:
    """A static text that adds to power."""
    return {"type": "Static", "changes": [{"type": "Modify", "of": of, "stat": "power", "amount": amount}]}


CARDS: tuple[dict[str, Any], ...] = (
    *({"Name": f"Rock Ship ({version})", "Side": "N", "Type": "Space", "Subtype": "Starfighter", "Cost": 3, "Speed": 40,
       "Power": 3, "Health": 4} for version in "AB"),
    {"Name": "Rock Ace", "Side": "N", "Type": "Character", "Subtype": "Pilot", "Cost": 3, "Speed": 40, "Power": 2,
     "Health": 2, "Effects": [{"type": "PilotOf", "subtypes": ["Starfighter"],
                               "gives": [adding(4, THIS)]}]},
    {"Name": "Rock Club", "Side": "N", "Type": "Equipment", "Subtype": "Space", "Cost": 1,
     "Effects": [{"type": "EquipTo", "to": {"type": "Those", "types": ["space"]}, "cost": {"type": "Cost", "points": 1},
                  "gives": [adding(8, THIS)]}]},
    {"Name": "Star Port", "Side": "N", "Type": "Location", "Subtype": "Space", "Cost": 1,
     "Effects": [adding(16, SHIPS)]},
)  # fmt: skip


def passed(table: Any, unit: int) -> tuple[int, set[str]]:
    """The power of a unit, and the files of ours that it takes to tell it."""
    files: set[str] = set()
    stack = table.stacks[unit]
    assert table.index  # the effects in play are sorted once after every change, whatever is asked
    values.power(table, stack)  # what stands on the card's type line is read once in the process (type_line.py)

    def seen(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and "adjudicator" in frame.f_code.co_filename:
            files.add(Path(frame.f_code.co_filename).name)

    sys.setprofile(seen)
    try:
        power = values.power(table, stack)
    finally:
        sys.setprofile(None)
    return power, files


@pytest.mark.parametrize(("board", "unit", "power"), [(PLAIN, "vader", 6), (BUSY, "ship", 34)])
def test_power_is_a_short_way(board: str, unit: str, power: int) -> None:
    """A unit asked for its power passes few files, on a plain table and with all kinds of things that change it."""
    table = read_board(board, "swtcg-2005", read_cards(CARDS))
    found, files = passed(table, SWTCG.stack_named(table, unit))
    assert power == found
    assert len(files) <= FILES_MAX, sorted(files)
    assert not {"citing.py", "on_cards.py", "reasons.py", "kept_off.py"} & files
