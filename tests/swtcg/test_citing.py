"""Which of several paragraphs is cited: the one of the highest authority that the edition has."""

from __future__ import annotations

import pytest

from adjudicator.citations.library import joined, load
from adjudicator.swtcg.editions import EDITIONS
from adjudicator.swtcg.table.citing import highest, restated

BOOKS = load()
BOTH = ("crf.triggers.held-definition", "rots.triggers.wait-for-reroll-and-prevent-chances")


@pytest.mark.parametrize(
    ("edition", "rules", "cited"),
    [
        ("swtcg-2005", BOTH, BOTH[0]),
        ("swtcg-2005-rulebook", BOTH, BOTH[1]),
        ("swtcg-web", BOTH, "gr.triggers.others-barred-in-special-chances"),
        ("swtcg-2005-rulebook", ("crf.a.b", "ruling.c"), "ruling.c"),
    ],
)
def test_highest_authority_is_cited(edition: str, rules: tuple[str, ...], cited: str) -> None:
    """A document that the edition lacks is never cited where another candidate is at hand."""
    assert cited == highest(EDITIONS[edition].documents, rules)


@pytest.mark.parametrize("edition", EDITIONS)
def test_of_what_says_the_same_one_is_cited(edition: str) -> None:
    """All rules of a group are cited as one, of the highest document that the edition hears and that says it."""
    order = EDITIONS[edition].documents
    for group in joined():
        cited = {restated(order).get(rule, rule) for rule in group}
        documents = {BOOKS.entry(rule).document for rule in group}
        highest_heard = next((each for each in order if each in documents), None)
        if highest_heard is not None:
            assert [highest_heard] == [BOOKS.entry(rule).document for rule in cited], group


@pytest.mark.parametrize(
    ("rule", "cited"),
    [
        ("rots.pilots.starfighter-example", "rots.pilots.matching-subtype-only"),
        ("rots.mission.complete-definition", "rots.mission.complete-and-discard"),
        ("rots.location.one-per-arena-restated", "rots.location.one-per-arena"),
        ("rots.location.one-per-arena", "rots.location.one-per-arena"),
    ],
)
def test_within_a_document_what_rules_comes_before_what_explains(rule: str, cited: str) -> None:
    """An example and a definition stand behind the rule, a repetition behind what stands first in the text."""
    assert cited == highest(EDITIONS["swtcg-2005-rulebook"].documents, (rule,))
