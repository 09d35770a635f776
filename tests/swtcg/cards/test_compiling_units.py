"""What texts of units mean that no card has: each is said again in our own words, which compile to the same."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from adjudicator.swtcg.cards.effect_reader import read_text
from adjudicator.swtcg.cards.paragraph_text import COMPILED
from adjudicator.swtcg.cards.wording import word
from adjudicator.swtcg.words.language import Ability
from tests.swtcg.cards.test_unseen import compiler

MEANT = tomllib.loads((Path(__file__).parent / "unit_texts.toml").read_text(encoding="utf-8"))


def abilities(text: str) -> tuple[Ability, ...]:
    """The abilities of a unit whose whole text this is, all of it compiled."""
    read = read_text(text, key="T/1", types=("character",), name="Test Guard", compiler=compiler())
    assert {COMPILED} == {each.state for each in read}
    return tuple(ability for each in read for ability in each.abilities)


@pytest.mark.parametrize(("text", "words"), [(each["text"], each["words"]) for each in MEANT["meant"]])
def test_a_text_means_what_our_words_say(text: str, words: str) -> None:
    """It is compiled to what our words say, and they are compiled to the same."""
    said = abilities(text)
    assert words == " | ".join(word(each) for each in said)
    assert said == abilities(words)


@pytest.mark.parametrize("text", MEANT["left"])
def test_what_would_be_guessed_is_left_to_the_judge(text: str) -> None:
    """It is not compiled to something near to what it says."""
    read = read_text(text, key="T/1", types=("character",), name="Test Guard", compiler=compiler())
    assert any(each.state != COMPILED for each in read)


@pytest.mark.parametrize(
    "text",
    [
        "Discard this unit -> Your opponent discards 1 of those cards.",
        "Tap -> Discard a Location in the Ground arena or one of your opponent's Equipment.",
        "Lucky 1 against Droids",
    ],
)
def test_what_could_be_meant_otherwise_is_left(text: str) -> None:
    """Cards nobody has spoken of, things on the table among cards of a hand, and a keyword of neither side."""
    read = read_text(text, key="T/1", types=("character",), name="Test Guard", compiler=compiler())
    assert COMPILED not in {each.state for each in read}
