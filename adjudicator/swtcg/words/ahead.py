"""What the effect language can say already and no room carries out yet: reading goes ahead of building.

A text that says such a thing is *read*: it is known what it says, and it is judged like one that is left to the judge.
"""

from __future__ import annotations

from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.terms import within

KEYWORDS = frozenset({
    "adapt", "both", "consume", "deploy", "last stand", "overload", "tenacity",
})  # fmt: skip
"""Keywords of the sets of the 2020s."""

HOLDERS = frozenset({"campaign"})
"""Cards beside the units that counters lie on, and on which nobody puts any yet."""
RESOURCE = ("resource",)
"""A player has one at most, so that it need not be chosen."""

PLAIN, ANY, OTHER_THAN_DAMAGE = "plain", "any", "non-damage"
MARKS = frozenset({PLAIN, ANY, OTHER_THAN_DAMAGE})
"""Counters of no name (of a Resource), of any kind, of any but damage."""

CLAUSES = frozenset({
    "MAY_BE_IN_PLAY_TWICE", "MAY_BE_IN_DECK", "EQUIPPED_UP_TO",
})  # fmt: skip
"""What may be, and is asked by no clause yet."""

DURATIONS = frozenset({"next attack"})
"""How long something lasts."""

EVENTS = frozenset({"gets marks", "you stack", "you tap"})
"""What may happen, and sets nothing off yet."""


def is_ahead(value: object) -> bool:
    """Whether something said in the language has a part that is not carried out yet."""
    return any(_is_ahead(each) for each in within(value))


def _is_ahead(word: object) -> bool:
    if getattr(word, "until", "") in DURATIONS:
        return True
    match word:
        case w.Keyword():
            return word.name in KEYWORDS
        case w.Those():
            placed = word.zones == PLACED and word.types != RESOURCE
            return placed or not HOLDERS.isdisjoint(word.types) or word.zones == SUPPLY
        case w.AddMarks():
            if word.mark == PLAIN and word.on.types == RESOURCE:
                return False
            return any(kind in MARKS for kind in word.mark.split(" or ")) or " or " in word.mark
        case w.Generate():
            return word.to == "here"
        case w.Disrupt():
            return not DISRUPTED.isdisjoint(word.of)
        case w.Cost():
            return word.marks_of is not None and word.marks_of.types != RESOURCE
        case w.Allow():
            return word.clause in CLAUSES
        case w.Event():
            return word.kind in EVENTS
    return False


DISRUPTED = frozenset({"free activated", "prevention"})
"""What can be disrupted only, and is told apart by no chance yet."""

SUPPLY = ("supply",)
"""Where Subordinates lie that are in no arena."""

PLACED = ("in play",)
"""Where a card of any kind lies that counters may be put on."""
