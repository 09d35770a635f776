"""What may mean two things is not compiled: a wrong effect is worse than none."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from adjudicator.swtcg.cards.effect_reader import read_text
from adjudicator.swtcg.cards.paragraph_text import COMPILED
from tests.swtcg.cards.test_unseen import ON, compiler

TWO_WAYS = tomllib.loads((Path(__file__).parent / "two_ways.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind in ON for text in TWO_WAYS[kind]])
def test_a_text_of_two_meanings_has_none(kind: str, text: str) -> None:
    """The words are left to a person."""
    types, name = ON[kind]
    found = read_text(text, key="T/1", types=types, name=name, compiler=compiler())
    assert COMPILED not in {each.state for each in found}, [each.abilities for each in found]
