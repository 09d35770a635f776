"""What texts of no card mean: each of `meant.toml` and its neighbours becomes what stands with it, as exact data."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from adjudicator.swtcg.cards.compiling.reading.notation import read
from adjudicator.swtcg.cards.effect_reader import read_text
from adjudicator.swtcg.cards.paragraph_text import COMPILED
from tests.swtcg.cards.test_unseen import ON, compiler

TABLES = [tomllib.loads(each.read_text(encoding="utf-8")) for each in sorted(Path(__file__).parent.glob("meant*.toml"))]
ROWS = [(kind, text, means) for meant in TABLES for kind in ON for text, means in meant.get(kind, {}).items()]


@pytest.mark.parametrize(("kind", "text", "means"), ROWS)
def test_a_text_means_just_this(kind: str, text: str, means: list[str]) -> None:
    """Every word of the effect is the one that the text has."""
    types, name = ON[kind]
    found = read_text(text, key="T/1", types=types, name=name, compiler=compiler())
    assert {COMPILED} == {each.state for each in found}, [(each.broke, each.why) for each in found]
    assert [read(each) for each in means] == [ability for each in found for ability in each.abilities]
