"""The project carries its own words: no sentence of a rulebook and no text of a card stands in a kept file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT, text
from tests.architecture.test_repository import text_files

#: So many words in the same order are a sentence; the game's fixed phrases and the titles of sections are shorter.
RUN = 16

WORD = re.compile(r"[a-z0-9']+")


def runs(words: list[str]) -> Iterator[tuple[str, ...]]:
    """Every run of that many words."""
    return zip(*(words[start:] for start in range(RUN)), strict=False)


def words_of(written: str) -> list[str]:
    """The words, without what sets them apart."""
    return WORD.findall(written.lower().replace("’", "'"))


def taken_over(written: str, printed: set[tuple[str, ...]]) -> list[str]:
    """The runs of a text that are printed somewhere."""
    return [" ".join(run) for run in runs(words_of(written)) if run in printed]


@pytest.fixture(scope="module")
def printed() -> set[tuple[str, ...]]:
    """All runs of words of the rulebooks, and of the texts of the cards."""
    shared = Path(os.environ.get("ADJUDICATOR_SHARED", ROOT.parent / "shared"))
    books = sorted((shared / "rulebooks").glob("*.txt"))
    sets = sorted((shared / "cards" / "lackey" / "sets").glob("*"))
    if not books or not sets:
        pytest.skip("needs the texts themselves: set ADJUDICATOR_SHARED to the folder that holds rulebooks/ and cards/")
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in books]
    cells = [cell for path in sets for cell in re.split(r"[\t\n]", path.read_text(encoding="utf-8", errors="replace"))]
    return set(chain.from_iterable(runs(words_of(each)) for each in chain(texts, cells)))


def test_a_sentence_taken_over_is_found() -> None:
    """The search sees through other signs, capitals and line ends."""
    sentence = "Who reads this far has read a sentence of our own that was written for this test, and no other."
    broken = sentence.upper().replace(" HAS ", "\n    HAS ").replace(",", " -")
    assert [] != taken_over(f"# {broken}", set(runs(words_of(sentence))))
    assert [] == taken_over("Who reads this far has read something else.", set(runs(words_of(sentence))))


def test_no_kept_file_says_what_is_printed(printed: set[tuple[str, ...]]) -> None:
    """Neither code nor tests nor documents nor data hold a run of words of a rulebook or a card."""
    assert set() != printed
    found = [f"{path}: {each}" for path in text_files() for each in taken_over(text(path), printed)]
    assert [] == found
