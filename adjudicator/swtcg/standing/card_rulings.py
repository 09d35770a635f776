"""Rulings on single cards by which a room does otherwise than by the general rule.

What a ruling merely says of its card is cited by the rows of `rulings`; these change what happens. A room asks `ruled`,
with the card's title and what is asked about it; in an edition that does not hear the document, and in an audit of the
ruling, the general rule stands.
"""

from __future__ import annotations

from adjudicator.swtcg.table.citing import DOCUMENTS
from adjudicator.swtcg.table.table import Table

TWO_OF_A_KIND, TIE, EACH_STEP, FREE_RETALIATE = "two of a kind", "tie", "each step", "free retaliate"
BACK_AT_ONCE, LATER_TOO = "back at once", "later units too"
"""What may be asked about a card."""

RULINGS: dict[tuple[str, str], str] = {
    ("In Disguise", TWO_OF_A_KIND): "crf.card.in-disguise.second-unique-resolved-after-counters",
    ("Podrace", TIE): "crf.card.podrace.tie-no-winner",
    ("Imperial II Star Destroyer", EACH_STEP): "crf.card.imperial-ii-star-destroyer.once-per-build-step",
    ("Jedi Trap", BACK_AT_ONCE): "crf.card.jedi-trap.un-retreat-still-allowed",
    ("Strategy Session", LATER_TOO): "ruling.whom-a-bonus-for-a-turn-reaches",
    ("Chewbacca (H)", FREE_RETALIATE): "crf.card.chewbacca-h.erratum-zero-force-cost",
    ("Chewbacca (I)", FREE_RETALIATE): "crf.card.chewbacca-i.erratum-zero-force-cost",
}
"""By card and question, the ruling."""


def ruled(table: Table, title: str, about: str) -> str:
    """The ruling on a card in a question, empty where there is none at this table."""
    rule = RULINGS.get((title, about), "")
    document = DOCUMENTS.get(rule.partition(".")[0])  # a reading of ours is of none, and belongs to every edition
    heard = document is None or document in table.edition.documents
    return rule if heard else ""
