"""The values of keywords: those that are a number of their unit, Lucky and Overkill.

What several abilities give of one keyword adds up, or counts once, as the documents say of each.
"""

from __future__ import annotations

from adjudicator.kernel.explained import AT_MOST
from adjudicator.swtcg.standing.continuous import Continuous, lost_for_good
from adjudicator.swtcg.standing.summing import ADD, OFF, Parts, changes, note, reaches
from adjudicator.swtcg.standing.traits import keywords_of
from adjudicator.swtcg.table.table import Stack, Table
from adjudicator.swtcg.words.keywords.copies import ISOLATED, way

NUMBERS = (
    "accuracy", "critical hit", "armor", "shields", "extra pilots", "stack room", "attack dice", "divides hits",
    "extra uses",
)  # fmt: skip
"""The keywords, and what cards give like one, that are a number of their unit."""
LUCKY, OVERKILL, ONCE = "Lucky", "Overkill", "once"
"""What parts are called."""


def keyword_value(table: Table, stack: Stack, keyword: str, parts: Parts = None) -> int:
    """The value of a keyword that is a number of its unit (`NUMBERS`). Raises KeyError for another word."""
    if keyword not in NUMBERS:
        raise KeyError(keyword)
    silence = silenced(table, stack, keyword) if table.index.silences else None
    if silence is not None:
        return note(parts, keyword, OFF, 0, silence.name, silence)
    total = changes(table, stack, keyword, 0, parts)
    return total if total <= 1 else _once(table, keyword, total, parts)


def _once(table: Table, keyword: str, total: int, parts: Parts) -> int:
    """A number of copies, which is 1 of a keyword that there is but once."""
    if total <= 1 or way(keyword, table.edition.book.value) != ISOLATED:
        return total
    return total + note(parts, keyword, AT_MOST, 1 - total, ONCE)


def silenced(table: Table, stack: Stack, keyword: str) -> Continuous | None:
    """What keeps a keyword of a unit from working; None if nothing does."""
    silences: list[Continuous] = table.index.silences
    there = (each for each in silences if each.change.keyword in ("", keyword) and reaches(table, each, stack))
    return next((each for each in there if not each.change.keyword or not lost_for_good(table, each)), None)


def lucky(table: Table, stack: Stack, parts: Parts = None) -> int:
    """All Lucky values of a unit, from wherever it has them, added together (rots.keywords.lucky-values-add)."""
    own = [note(parts, "lucky", ADD, each.x, LUCKY) for each, _ in keywords_of(table, stack.id, "lucky")]
    return changes(table, stack, "lucky", sum(own), parts)


def overkill(table: Table, stack: Stack, parts: Parts = None) -> int:
    """To how many further units a unit's surplus hits may go: one if it has Overkill, however often."""
    total = sum(note(parts, "overkill", ADD, 1, OVERKILL) for _ in keywords_of(table, stack.id, "overkill"))
    return _once(table, "overkill", total, parts)
