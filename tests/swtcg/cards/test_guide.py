"""The page "wording that is read": every example on it reads as it says, and the page is current."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.swtcg.cards.compiling.reading.parsing import GRAMMARS
from adjudicator.swtcg.cards.effect_reader import read_text
from adjudicator.swtcg.cards.guide import KINDS, Example, examples, page
from adjudicator.swtcg.cards.inline import our_compiler
from adjudicator.swtcg.cards.paragraph_text import COMPILED, READ
from adjudicator.swtcg.cards.wording import word
from adjudicator.swtcg.words.language import Ability

PAGE = Path(__file__).resolve().parents[3] / "docs" / "wording.md"
EXAMPLES = tuple(examples())


def test_the_page_is_what_the_grammar_makes() -> None:
    """Whoever changes a reading or an example prints the page again."""
    assert PAGE.read_text(encoding="utf-8") == page()


def test_every_chapter_of_the_grammar_has_examples() -> None:
    """Keywords and each of its files have a part of the page; no title comes twice."""
    titles = [each.title for at, each in enumerate(EXAMPLES) if not at or EXAMPLES[at - 1].title != each.title]
    assert len(titles) == len(set(titles)) > len(GRAMMARS)


@pytest.mark.parametrize("example", EXAMPLES, ids=[each.text for each in EXAMPLES])
def test_an_example_reads_as_it_says(example: Example) -> None:
    """All of it is read, and our words for what is carried out are read back as the same."""
    read = example.read()
    assert {COMPILED, READ} >= {each.state for each in read}, [each.reason() for each in read]
    types, name = KINDS[example.kind]
    done: list[Ability] = [ability for each in read if each.state == COMPILED for ability in each.abilities]
    for ability in done:
        again = read_text(word(ability), key="T/1", types=types, name=name, compiler=our_compiler())
        assert [ability] == [each for paragraph in again for each in paragraph.abilities]
