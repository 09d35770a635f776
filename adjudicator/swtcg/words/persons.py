"""Persons: the names that stand for one person (rots.unique.different-names-same-person)."""

from __future__ import annotations

from functools import lru_cache

from adjudicator.swtcg.words.card_names import normal

PEOPLE: tuple[tuple[str, ...], ...] = (
    ("anakin skywalker", "darth vader"),
    ("beru lars", "beru whitesun"),
    ("padme amidala", "queen amidala"),
    ("chancellor palpatine", "emperor palpatine", "darth sidious"),
)
"""Names that are one person for the unique rules (rots.unique.different-names-same-person)."""


@lru_cache(maxsize=4096)
def row_of(name: str) -> int:
    """The row of `PEOPLE` a name stands in, or -1."""
    folded = normal(name)
    return next((at for at, row in enumerate(PEOPLE) if folded in row), -1)


@lru_cache(maxsize=4096)
def person(name: str) -> str:
    """Who a name is, as far as the list of persons goes, under whichever edition."""
    row = row_of(name)
    return name if row < 0 else PEOPLE[row][0]


def names_together(first: str, second: str) -> bool:
    """Whether two different names stand for one person on the list."""
    return first != second and row_of(first) >= 0 and row_of(first) == row_of(second)
