"""Boards with one attack about to be rolled, made of units in a few words of keywords."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.judging import require
from adjudicator.swtcg.odds.declaring import declared
from adjudicator.swtcg.table.table import Table
from tests.kit.star_wars import SWTCG, read_cards


def unit(name: str, side: str, power: int, health: int, text: str = "", speed: int = 30) -> dict[str, Any]:
    """The columns of a unit."""
    columns: dict[str, Any] = {
        "Name": name, "Side": side, "Type": "Character", "Subtype": "Rogue", "Cost": 2, "Speed": speed,
        "Power": power, "Health": health,
    }  # fmt: skip
    return {**columns, "Text": text} if text else columns


def duel(
    power: int,
    attacker: str = "",
    defender: str = "",
    *,
    health: int = 4,
    guard: str = "",
    guard_health: int = 2,
    own_health: int = 3,
    damage: int = 0,
    force: tuple[int, int] = (6, 6),
    edition: str = "swtcg-2005",
    side: str = "dark",
    said: tuple[str, ...] = (),
) -> Table:
    """A chief of one side attacks a jedi of the other, who stands beside a guard; then what else is said."""
    other = "light" if side == "dark" else "dark"
    letters = {"dark": "D", "light": "L"}
    cards = (
        unit("Raider Chief", letters[side], power, own_health, attacker, speed=60),
        unit("Quick Jedi", letters[other], 2, health, defender),
        unit("Plain Guard", letters[other], 2, guard_health, guard),
    )
    there = {
        side: "  character: chief = Raider Chief",
        other: f"  character: jedi = Quick Jedi{f', damage {damage}' if damage else ''}; guard = Plain Guard",
    }
    board = "\n".join(
        [
            "turn 3, Character battle; chief to attack",
            *(line for seat, n in zip(("dark", "light"), force, strict=True)
              for line in (f"{seat}: force {n}", there[seat])),
        ]
    )  # fmt: skip
    table: Table = SWTCG.read_board(board, edition, read_cards(cards))
    for words in (f"{side}: attack jedi with chief", *said):
        table = require(SWTCG, table, SWTCG.read(table, words)).after
    return table


def alone(power: int, jedi: dict[str, Any]) -> Table:
    """A chief attacks a jedi, each alone on his side."""
    cards = (unit("Raider Chief", "D", power, 3, speed=60), jedi)
    text = "turn 3, Character battle; chief to attack\ndark: force 1\n  character: chief = Raider Chief\n"
    text += "light: force 1\n  character: jedi = Quick Jedi"
    table = SWTCG.read_board(text, "swtcg-2005", read_cards(cards))
    at: Table = declared(SWTCG, table, "chief attacks jedi").table
    return at
