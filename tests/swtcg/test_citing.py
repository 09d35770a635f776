"""Which of several paragraphs is cited: the one of the highest authority that the edition has."""

from __future__ import annotations

import pytest

from adjudicator.swtcg.citing import highest

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
