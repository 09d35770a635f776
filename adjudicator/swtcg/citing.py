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


GENERAL_RULINGS = {
    "rots.cards.unit-cards": "gr.cards.unit-card-types",
    "rots.contest.several-pairs-dark-chooses": "gr.contest.order-of-pairs",
    "rots.pilots.cannot-be-attacked": "gr.pilots.cannot-be-attacked",
    "rots.pilots.granted-text-off-in-character-arena": "gr.pilots.off-in-character-arena",
    "rots.pilots.keeps-subtypes": "gr.pilots.keeps-subtypes",
    "rots.pilots.setup-in-character-arena": "gr.pilots.setup",
    "rots.contest.bid-limit": "gr.contest.bid-limit",
    "rots.contest.when-contested": "gr.contest.when",
    "rots.deploy.may-stay-retreated": "gr.deploy.completed-unit-may-stay",
    "rots.pilots.example-luke-speeder": "gr.pilots.stack-example",
    "rots.pilots.matching-subtype-only": "gr.pilots.must-match-type",
    "rots.pilots.move-between-units": "gr.pilots.move-between-units",
    "rots.pilots.move-off-unit": "gr.pilots.move-off-unit",
    "rots.pilots.move-onto-unit": "gr.pilots.move-onto-unit",
    "rots.pilots.not-a-unit-while-piloting": "gr.pilots.not-a-unit",
    "rots.pilots.not-on-droid-units": "gr.pilots.not-on-droids",
    "rots.pilots.one-move-per-build-step": "gr.pilots.move-once-per-build-step",
    "rots.pilots.one-per-unit": "gr.pilots.one-per-unit",
    "rots.pilots.rearranging-may-move-pilot": "gr.pilots.stack-rearranging",
    "rots.pilots.retreat-both-untapped": "gr.pilots.retreat-both-untapped",
    "rots.pilots.unit-moved-pilot-follows": "gr.pilots.follows-unit",
    "rots.pilots.untap-normally": "gr.pilots.untap",
    "rots.retreat.tapped-units-cannot": "gr.retreat.step-untapped-only",
}
"""By a paragraph of the rulebook, the one of the general rulings that says the same, cited where that stands higher."""


@lru_cache(maxsize=1024)
def highest(under: str, rules: tuple[str, ...]) -> str:
    """The rule of the highest authority under an edition; the last one if it has none of their documents."""
    documents = EDITIONS[under].documents
    best, rank = rules[-1], len(documents)
    repeated = (GENERAL_RULINGS[rule] for rule in rules if rule in GENERAL_RULINGS)
    for rule in (*rules, *repeated):
        document = DOCUMENTS.get(rule.partition(".")[0])
        if document in documents and documents.index(document) < rank:
            best, rank = rule, documents.index(document)
    return best


def cite(table: Table, *rules: str) -> str:
    """The paragraph to cite at this table among some that decide the same."""
    return highest(table.edition, rules)
