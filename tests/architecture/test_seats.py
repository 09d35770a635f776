"""Seats are values of a table: no room of the Star Wars TCG knows which there are, or that they are two."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.architecture.sources import python_files, text

SWTCG = "adjudicator/swtcg/"
ALLOWED = {
    "table": "reads what was stored when the seats were fields, and gives the sides' names to those who write boards",
    "editions": "an edition says which sides there are, and in which order",
    "notation": "a board names its seats, and people call a player by the side",
    "cards": "a card is printed for a side; nothing there is about who sits at a table",
}
"""By folder, why the sides may be named there."""
SIDES = {"dark", "light"}
SAID = re.compile(r"(?:.*[ :])?(?:dark|light)")
"""A text that ends with a side: a side, a step "build dark", a zone "hand:light"; not a rule's id, nor "dark jedi"."""


def named(source: str) -> Iterator[tuple[int, str]]:
    """The lines of a module that name a side or a seat called like it, as a name or as a value."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Name(id=word) | ast.arg(arg=word) | ast.Attribute(attr=word) | ast.keyword(arg=str(word)):
                found = word.casefold() in SIDES
            case ast.alias(name=word):
                found = word.casefold() in SIDES
            case ast.Constant(value=str(word)):
                found = SAID.fullmatch(word) is not None
            case _:
                continue
        if found:
            yield getattr(node, "lineno", 0), word


def by_room() -> Iterator[tuple[str, str]]:
    """The files of the Star Wars TCG, each with its folder."""
    for path in python_files():
        if path.startswith(SWTCG):
            yield path.removeprefix(SWTCG).partition("/")[0], path


def test_no_room_names_a_side() -> None:
    """Who plays, who is whose opponent and who acts first is asked of the table."""
    found = [
        f"{path}:{line}: {word}" for room, path in by_room() if room not in ALLOWED for line, word in named(text(path))
    ]
    assert [] == found


def test_every_allowance_is_used() -> None:
    """A folder that names no side any more needs no reason to."""
    assert set(ALLOWED) == {room for room, path in by_room() if room in ALLOWED and list(named(text(path)))}


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("seat == DARK", 1), ("dark, light = bids", 2), ("frame.light", 1), ("f(dark=1)", 1), ('"dark"', 1),
        ('f"hand:dark"', 1), ('"untap light"', 1), ("from table import LIGHT", 1),
        ('"rots.retreat.dark-retreat-step"', 0), ('"dark jedi"', 0), ("DARK_WINS = 1", 0), ("opponents(seat)", 0),
    ],
)  # fmt: skip
def test_the_search_sees_what_it_is_for(line: str, seen: int) -> None:
    """Names, attributes, arguments and texts that say a side are found, ids of rules and subtypes are not."""
    assert seen == len(list(named(line)))
