"""Rulings on single cards: where a document says of one card how a general rule works out for it.

A room that knows of such a question asks `ruled`, with the card's title and what is asked about it. In an edition
that does not hear the document the general rule stands. Whether a ruling changes something or confirms the general
rule for its card is said where it is asked for.
"""

from __future__ import annotations

from adjudicator.swtcg.citing import DOCUMENTS, edition
from adjudicator.swtcg.table import Table

CONTEST_LOSER, EXTRA_PILOT, OWN_NAME, TWO_OF_A_KIND, TIE = (
    "contest loser", "extra pilot", "own name", "two of a kind", "tie"
)  # fmt: skip
STACK_COST, ATTACK_AFTER, EACH_STEP, BONUS_KEPT, FREE_RETALIATE, DYING_STRIKE = (
    "stack cost", "attack after", "each step", "bonus kept", "free retaliate", "dying strike"
)  # fmt: skip
"""What may be asked about a card."""

RULINGS: dict[tuple[str, str], str] = {
    ("Cloud City Dining Hall", CONTEST_LOSER): "crf.card.cloud-city-dining-hall.contest-loser-still-moves",
    ("Millennium Falcon (B)", EXTRA_PILOT): "crf.card.millennium-falcon-b.two-pilots",
    ("Emperor Palpatine (D)", OWN_NAME): "crf.card.emperor-palpatine-d.trigger-only-itself",
    ("In Disguise", TWO_OF_A_KIND): "crf.card.in-disguise.second-unique-resolved-after-counters",
    ("Podrace", TIE): "crf.card.podrace.tie-no-winner",
    ("Dark Sacrifice", STACK_COST): "crf.card.dark-sacrifice.stack-adds-to-build-cost",
    ("Darth Vader (S)", ATTACK_AFTER): "crf.card.darth-vader-s.ability-then-attack",
    ("Imperial II Star Destroyer", EACH_STEP): "crf.card.imperial-ii-star-destroyer.once-per-build-step",
    ("Penetrate the Shields", BONUS_KEPT): "crf.card.penetrate-the-shields.checked-when-played",
    ("A Bigger Fish", BONUS_KEPT): "crf.card.a-bigger-fish.bonus-kept-after-intercept",
    ("Close Quarters", BONUS_KEPT): "crf.card.close-quarters.checked-only-when-played",
    ("Luke Skywalker (F)", DYING_STRIKE): "crf.keywords.retaliate-example-luke-f",
    ("Chewbacca (H)", FREE_RETALIATE): "crf.card.chewbacca-h.erratum-zero-force-cost",
    ("Chewbacca (I)", FREE_RETALIATE): "crf.card.chewbacca-i.erratum-zero-force-cost",
}
"""By card and question, the ruling."""

OTHER_NAMES: dict[tuple[str, str], tuple[str, str]] = {
    ("Anakin's Spirit (A)", "Leia Organa"): ("Princess Leia", "crf.card.anakins-spirit-a.princess-leia-counts"),
}
"""By card and a name in its text: another name that it means too, and the ruling
(for no other card: ruling.reach-of-the-princess-leia-ruling).
"""


def ruled(table: Table, title: str, about: str, otherwise: str = "") -> str:
    """The ruling on a card in a question, `otherwise` where there is none at this table."""
    rule = RULINGS.get((title, about), "")
    return rule if rule and _heard(table, rule) else otherwise


def other_name(table: Table, title: str, name: str) -> tuple[str, str]:
    """Another name that a name in a card's text means too, and the ruling; two empty words if there is none."""
    found = OTHER_NAMES.get((title, name))
    return found if found is not None and _heard(table, found[1]) else ("", "")


def _heard(table: Table, rule: str) -> bool:
    return DOCUMENTS[rule.partition(".")[0]] in edition(table).documents
