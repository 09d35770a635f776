"""The compiler on texts of cards that do not exist: it knows the game's language, not a list of sentences."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import pytest

from adjudicator.swtcg.cards.compiling.paragraph import Compiler
from adjudicator.swtcg.cards.compiling.reading.words import Vocabulary
from adjudicator.swtcg.cards.effect_reader import read_text
from adjudicator.swtcg.cards.paragraph_text import COMPILED

KINDS = (
    "Jedi", "Sith", "Droid", "Clone", "Speeder", "Starfighter", "Knight", "Guard", "Smuggler", "Scout", "Bounty",
    "Hunter", "Weapon", "Lightsaber", "Wookiee", "Officer", "Walker", "Transport", "Creature", "Senator", "Rebel",
    "Imperial", "Medic", "Master",
)  # fmt: skip
NAMES = ("Aunt Test", "Uncle Proof", "Test Guard", "Second Look", "Old Harbor")
ON = {
    "unit": (("character",), "Test Guard"),
    "battle": (("battle",), "Second Look"),
    "mission": (("mission",), "Second Look"),
    "location": (("character", "location"), "Old Harbor"),
    "equipment": (("equipment",), "Second Look"),
}
UNSEEN = tomllib.loads((Path(__file__).parent / "unseen.toml").read_text(encoding="utf-8"))
TEXTS = [(kind, text) for kind in ON for text in UNSEEN[kind]]


@cache
def compiler() -> Compiler:
    """The compiler with a few words and names."""
    lines = (("equipment", "Lightsaber Weapon"), ("character", "Jedi"))
    return Compiler(
        Vocabulary(KINDS, NAMES, ("Aunt Test", "Uncle Proof"), lines=[((types,), line) for types, line in lines])
    )


@pytest.mark.parametrize(("kind", "text"), TEXTS)
def test_a_text_of_no_known_card_is_understood(kind: str, text: str) -> None:
    """It is compiled whole."""
    types, name = ON[kind]
    read = read_text(text, key="T/1", types=types, name=name, compiler=compiler())
    assert read
    assert [] == [each.reason() for each in read if each.state != COMPILED]


@pytest.mark.parametrize("text", UNSEEN["left"])
def test_what_cannot_be_said_is_not_guessed(text: str) -> None:
    """It is left to the judge, with the words at which understanding ended."""
    (read,) = read_text(text, key="T/1", types=("character",), name="Test Guard", compiler=compiler())
    assert COMPILED != read.state
    assert read.broke
