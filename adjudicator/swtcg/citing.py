"""Citing: the edition at the table, and which of several paragraphs that say the same decides under it.

Where documents agree, or one merely repeats another, a room names all of its candidates, and the one
of the highest authority that the edition has is cited. What documents rule differently is a point
of the edition instead (editions.edition).
"""

from __future__ import annotations

from functools import lru_cache

from adjudicator.swtcg.editions import EDITIONS
from adjudicator.swtcg.editions.edition import Edition
from adjudicator.swtcg.table import Table

DOCUMENTS = {"rots": "swtcg-rots-2005", "crf": "swtcg-crf-2005-05-11", "gr": "swtcg-general-rulings"}
"""By the first word of a rule id, its document; our own readings ("ruling") belong to every edition."""


def edition(table: Table) -> Edition:
    """The edition the table is played under."""
    return EDITIONS[table.edition]


@lru_cache(maxsize=1024)
def highest(under: str, rules: tuple[str, ...]) -> str:
    """The rule of the highest authority under an edition; the last one if it has none of their documents."""
    documents = EDITIONS[under].documents
    best, rank = rules[-1], len(documents)
    for rule in rules:
        document = DOCUMENTS.get(rule.partition(".")[0])
        if document in documents and documents.index(document) < rank:
            best, rank = rule, documents.index(document)
    return best


def cite(table: Table, *rules: str) -> str:
    """The paragraph to cite at this table among some that decide the same."""
    return highest(table.edition, rules)
