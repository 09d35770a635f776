"""The values of keywords, explained: those that are a number of their unit, Lucky and Overkill.

What several abilities give of one keyword adds up, or counts once, as the documents say of each.
"""

from __future__ import annotations

from adjudicator.kernel.explained import Contribution
from adjudicator.swtcg.standing.summing import Grounds, Parts, add, changes, reaches
from adjudicator.swtcg.standing.traits import keywords_of
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.table import Stack, Table
from adjudicator.swtcg.why.rulings import on_cards
from adjudicator.swtcg.words.language import Silence

KEYWORD_RULES: dict[str, tuple[str, ...]] = {
    "accuracy": ("rots.keywords.accuracy", "crf.keywords.accuracy-values-add-up", "rots.keywords.accuracy"),
    "critical hit": ("rots.keywords.critical-hit", "rots.keywords.critical-hit-stacks"),
    "armor": ("rots.keywords.armor",),
    "shields": ("rots.keywords.shields", "crf.keywords.shields-values-add-up", "rots.keywords.shields"),
    "extra pilots": ("crf.pilots.extra-pilot-static-off-build-zone",),
    "stack room": ("rots.cards.card-beats-rule",),
    "attack dice": ("rots.cards.card-beats-rule",),
    "divides hits": ("rots.cards.card-beats-rule",),
    "extra uses": ("rots.cards.card-beats-rule",),
}
"""By keyword: the rule of its value, then those by which a further value of it is added."""

SHIELDS = "rots.keywords.shields"
ONE_ARMOR = "crf.keywords.armor-does-not-stack", "gr.keywords.armor-does-not-stack", "rots.keywords.armor"
"""Armor twice is Armor once."""

THOUGH_DESTROYED = "crf.keywords.retaliate-even-if-destroyed", "gr.keywords.retaliate-though-destroyed"
"""Retaliate of a unit that is gone by then."""
AT_ACTIVATION = "crf.keywords.retaliate-values-at-activation", "ruling.retaliate-values"
"""Retaliate with the values that it was activated with."""
SILENCED = "rots.cards.card-beats-rule"
"""The rule by which a card takes a keyword from a unit."""


def keyword_value(table: Table, stack: Stack, keyword: str, parts: Parts = None) -> int:
    """The value of a keyword that is a number of its unit: accuracy, critical hit, armor, shields, extra pilots."""
    for entry in table.index.silences:
        if isinstance(entry.change, Silence) and entry.change.keyword in ("", keyword) and reaches(table, entry, stack):
            rule = on_cards.cited(table, table.agenda, SILENCED, keyword, (entry.name, stack.id))
            if rule != table.suppressed:
                if parts is not None:
                    parts.append(Contribution("off", 0, entry.name, rule))
                return 0
    rules = KEYWORD_RULES[keyword]
    grounds = Grounds(rules[0], cite(table, *rules[1:]) if rules[1:] else "", whoever=True)
    total = changes(table, stack, keyword, 0, parts, grounds)
    if keyword == "armor" and total > 1:
        total += add(table, parts, "no more than", 1 - total, "once", cite(table, *ONE_ARMOR))
    return total


def shields_rule(table: Table, defender: Stack) -> str:
    """What the Shields of a unit that is attacked rest on: one value, or several that add up."""
    parts: list[Contribution] = []
    keyword_value(table, defender, "shields", parts)
    adding = [part.rule for part in parts if part.amount]
    return adding[-1] if len(adding) > 1 else SHIELDS


def lucky(table: Table, stack: Stack, parts: Parts = None) -> int:
    """All Lucky values of a unit, from wherever it has them, added together (rots.keywords.lucky-values-add)."""
    total = 0
    rule = "rots.keywords.lucky"
    for each, source in keywords_of(table, stack.id, "lucky"):
        if total and source != stack.id:
            rule = cite(table, "crf.keywords.lucky-stack-total", "rots.keywords.lucky-values-add")
        total += add(table, parts, "add", each.x, "Lucky", rule, ("lucky", stack))
        rule = "rots.keywords.lucky-values-add"
    return changes(table, stack, "lucky", total, parts, Grounds(rule, "rots.keywords.lucky-values-add"))


def overkill(table: Table, stack: Stack, parts: Parts = None) -> int:
    """To how many further units a unit's surplus hits may go: one if it has Overkill, however often."""
    found = [
        add(table, parts, "add", 1, "Overkill", "rots.keywords.overkill")
        for _ in keywords_of(table, stack.id, "overkill")
    ]
    total = sum(found)
    if total > 1:
        rule = cite(table, "crf.keywords.overkill-no-stack", "rots.keywords.overkill")
        total += add(table, parts, "no more than", 1 - total, "once", rule)
    return total


def rule_of(name: str) -> str:
    """The rule of a value that nothing gives to a unit."""
    given = {"lucky": "rots.keywords.lucky", "overkill": "rots.keywords.overkill"}
    return given.get(name) or KEYWORD_RULES.get(name, ("rots.cards.card-beats-rule",))[0]
