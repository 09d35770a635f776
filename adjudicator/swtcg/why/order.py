"""In which order paragraphs are named where several decide: three principles, and nothing else.

1. What departs from the ordinary course, or forbids, comes before what is ordinary (`kernel.verdict.Verdict.deciding`).
2. A ruling on the card comes before a rule on its kind, and that before a general rule.
3. The higher document comes before the lower; our reading of an unclear point stands above what it reads.

What is left comes in the rulebook's own order. What is ordinary is typed where it happens: a fact is, unless its kind
never is (`Fact.departs`) or its procedure carries out an effect (`Frame.departs`); a clause that permits is, unless one
of its grounds departs. No rule is named here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from adjudicator.citations import Entry, library
from adjudicator.swtcg.table.citing import DOCUMENTS

POINT, TEXT, KIND, GENERAL = -2, -1, 0, 1
"""How special a paragraph is: a ruling on a point of a card, its whole text, a rule on a kind of card or ability."""
KINDS = frozenset({"equipment", "keywords", "location", "mission", "pilots", "resource", "unique"})
"""The topics of the index that speak of a kind of card or of ability."""


class Rank(NamedTuple):
    """How early a paragraph is named: the least first. `document` counts from the highest, `place` in its text."""

    special: int
    document: int
    place: int


@lru_cache(maxsize=4096)
def rank(rule: str, documents: tuple[str, ...]) -> Rank:
    """The rank of a rule where these documents hold, the highest first; what is in none of them comes last."""
    document = DOCUMENTS.get(rule.partition(".")[0], "")
    place, entry = _entries(document).get(rule, (0, None)) if document else (0, None)
    if not document:  # a reading of ours belongs to no document
        return Rank(GENERAL, -1, 0)
    return Rank(_special(rule, entry), documents.index(document) if document in documents else len(documents), place)


def _special(rule: str, entry: Entry | None) -> int:
    if ".card." in rule or (entry is not None and entry.card is not None):
        return TEXT if rule.endswith(".text") else POINT
    return KIND if entry is not None and entry.topic in KINDS else GENERAL


@cache
def _entries(document: str) -> Mapping[str, tuple[int, Entry]]:
    """The entries of a document by rule, with their places."""
    return {entry.id: (place, entry) for place, entry in enumerate(library.load().entries(document))}
