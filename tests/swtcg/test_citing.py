"""Which of several paragraphs is cited: the one of the highest authority that the edition has."""

from __future__ import annotations

import pytest

from adjudicator.citations.library import load
from adjudicator.swtcg.citing import GENERAL_RULINGS, highest

BOOKS = load()
BOTH = ("crf.triggers.held-definition", "rots.triggers.wait-for-reroll-and-prevent-chances")


@pytest.mark.parametrize(
    ("edition", "rules", "cited"),
    [
        ("swtcg-2005", BOTH, BOTH[0]),
        ("swtcg-2005-rulebook", BOTH, BOTH[1]),
        ("swtcg-web", BOTH, BOTH[1]),
        ("swtcg-2005-rulebook", ("crf.a.b", "ruling.c"), "ruling.c"),
    ],
)
def test_highest_authority_is_cited(edition: str, rules: tuple[str, ...], cited: str) -> None:
    """A document that the edition lacks is never cited where another candidate is at hand."""
    assert cited == highest(edition, rules)


@pytest.mark.parametrize("rule", GENERAL_RULINGS)
def test_what_the_general_rulings_repeat_is_joined(rule: str) -> None:
    """A paragraph of the general rulings stands for one of the rulebook only if the two are joined as the same."""
    assert GENERAL_RULINGS[rule] in BOOKS.entry(rule).same_as
    assert GENERAL_RULINGS[rule] == highest("swtcg-web", (rule,))
    assert rule == highest("swtcg-2005", (rule,))
