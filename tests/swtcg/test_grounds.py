"""Grounds: each has a paragraph, a reading or "none" under every edition; what is kept of them is current."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.citations.library import load
from adjudicator.swtcg.editions import EDITIONS
from adjudicator.swtcg.table import grounds as low
from adjudicator.swtcg.table.citing import DOCUMENTS
from adjudicator.swtcg.why import grounds as why
from tests.architecture.sources import ROOT

BOOKS = load()
UNUSED_MAX = 41
"""How many grounds no room asks for yet; lower it with every room that does."""
NAMED = re.compile(r"(?<!swtcg\.)\bwhy\.([a-z0-9]+_\w+)")
"""A ground in a room's words: `table.why.battle_speed_order`."""


def asked_for() -> set[str]:
    """The grounds that the modules of the game name."""
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "adjudicator").rglob("*.py")]
    return {name for source in sources for name in NAMED.findall(source)} - {"of_keyword"}


def test_what_is_kept_is_current() -> None:
    """After a change of the rows somebody has to run `python -m adjudicator.swtcg.why.build`."""
    assert why.kept() == (ROOT / "adjudicator/swtcg/why" / why.KEPT).read_bytes()
    assert why.stub() == Path(low.__file__).with_suffix(".pyi").read_text(encoding="utf-8")


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_kept_is_what_is_chosen(edition: str) -> None:
    """No edition has to choose when a game begins."""
    documents = EDITIONS[edition].documents
    assert {name: why.chosen(documents, each) for name, each in why.rows().items()} == vars(why.grounds(documents))


def test_every_candidate_is_in_the_books() -> None:
    """Nothing but "none" stands last that is neither a rule nor a reading, and a reading of a document names it."""
    for name, candidates in why.rows().items():
        for each in candidates:
            document, _, rule = each.rpartition(":")
            last = each == candidates[-1] and len(candidates) > 1
            assert rule in BOOKS or (rule == why.NONE and last != bool(document)), (name, each)
            assert not document or (document in DOCUMENTS and rule.startswith(("ruling.", why.NONE))), (name, each)
            assert not document or not last, (name, each)


def test_what_is_cited_is_in_a_document_that_the_edition_hears() -> None:
    """Or it is a reading of ours, which belongs to every edition."""
    for edition in EDITIONS:
        documents = (*EDITIONS[edition].documents, None)
        chosen = vars(why.grounds(EDITIONS[edition].documents)).items()
        assert [] == [name for name, rule in chosen if DOCUMENTS.get(rule.partition(".")[0]) not in documents], edition


def test_rooms_ask_for_grounds_that_there_are() -> None:
    """Where a table is not typed, mypy does not see a slip; and a ground that nobody asks for leaves the rows."""
    assert not asked_for() - set(why.rows())
    assert UNUSED_MAX >= len(set(why.rows()) - asked_for())
