"""Citing: which of several paragraphs that say the same decides under the edition at the table.

Where documents agree, or one merely repeats another, a room names all of its candidates, and the one
of the highest authority that the edition has is cited. What documents rule differently is a point
of the edition instead (table.edition).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from adjudicator.citations import library
from adjudicator.swtcg.table.table import Table

DOCUMENTS = {
    "rots": "swtcg-rots-2005",
    "crf": "swtcg-crf-2005-05-11",
    "gr": "swtcg-general-rulings",
    "idc": "swtcg-idc-2022",
}
"""By the first word of a rule id, its document; our own readings ("ruling") belong to every edition."""


@cache
def joined() -> Mapping[str, tuple[str, ...]]:
    """By rule, the rules that state the same (`library.joined`)."""
    return {rule: group for group in library.joined() for rule in group}


@cache
def restated(documents: tuple[str, ...]) -> Mapping[str, str]:
    """By rule that the books join with others, the one cited for all of them where these documents hold.

    It is the one in the document of the highest authority, and there the first of the group (`library.joined`).
    Rules that are cited themselves are left out.
    """
    found: dict[str, str] = {}
    for document in documents:
        for rule, group in joined().items():
            here = (each for each in group if DOCUMENTS.get(each.partition(".")[0]) == document)
            if rule not in found and (first := next(here, "")):
                found[rule] = first
    return {rule: cited for rule, cited in found.items() if rule != cited}


@lru_cache(maxsize=1024)
def highest(documents: tuple[str, ...], rules: tuple[str, ...]) -> str:
    """Of some rules and those that state the same, the one of the highest of the `documents`, which are in their order.

    The last one if it is in none of the documents. Where a reading is named, the documents are unclear, and
    nothing but what is named is cited.
    """
    best, rank = rules[-1], len(documents)
    read = any(rule.startswith("ruling.") for rule in rules)
    for rule in rules if read else (same for each in rules for same in joined().get(each, (each,))):
        document = DOCUMENTS.get(rule.partition(".")[0])
        if document in documents and documents.index(document) < rank:
            best, rank = rule, documents.index(document)
    return restated(documents).get(best, best)


def cite(table: Table, *rules: str) -> str:
    """The paragraph to cite at this table among some that decide the same."""
    return highest(table.edition.documents, rules)
