"""How a value is summed: what stands on the card, then what sets it, then what is added, in order of creation.

Every value of `values` and `keyword_values` is such a sum (ruling of docs/rulings "order of continuous effects"). A
list of parts takes down what made the number up, for whoever explains it (adjudicator.swtcg.why.values).
"""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.kernel.explained import SET
from adjudicator.swtcg.standing.amounts import amount_of, holds
from adjudicator.swtcg.standing.continuous import Continuous
from adjudicator.swtcg.standing.selectors import attacks_so, matches
from adjudicator.swtcg.table.table import Stack, Table
from adjudicator.swtcg.words.language import Those
from adjudicator.swtcg.words.states import in_attack_only

STAYS = "VALUE_MAY_CHANGE"
"""The state of what gains and loses nothing of a value (its `keyword`)."""
PRINTED, ADD, OFF = "printed", "add", "off"
"""How a part acts, besides what kernel.explained names."""


class Part(NamedTuple):
    """One part of a sum: of which value, how it acts, how much, and what it is called.

    `entry` is the change in play that it is; None if the rules themselves bring it.
    """

    of: str
    how: str
    amount: int
    source: str
    entry: Continuous | None = None


Parts = list[Part] | None


def note(parts: Parts, of: str, how: str, amount: int, source: str, entry: Continuous | None = None) -> int:
    """The amount of a part, which is taken down where somebody wants to know."""
    if parts is not None:
        parts.append(Part(of, how, amount, source, entry))
    return amount


def changes(table: Table, stack: Stack, stat: str, total: int, parts: Parts = None) -> int:
    """The total after everything in play that changes this value of this stack: sets, then additions."""
    index = table.index
    entries = index.stats.get(stat)
    if not entries:
        return total
    reaching = [entry for entry in entries if _concerns(table, entry, entry.change.of, stack)]
    if not reaching:
        return total
    for entry in reaching:
        if entry.change.set:
            size, star = size_of(table, entry), is_star(table, entry, stack, stat)
            note(parts, stat, ADD if star else SET, size, entry.name, entry)
            total = total + size if star else size
    if STAYS in index.overrides and keeps(table, stack, stat):
        return total
    for entry in reaching:
        if not entry.change.set:
            size, floor = size_of(table, entry), entry.change.floor
            if floor is not None and size < 0:
                size = min(0, max(size, floor - total))
            total += note(parts, stat, ADD, size, entry.name, entry)
    return total


def keeps(table: Table, stack: Stack, stat: str) -> bool:
    """Whether a card says that a unit can't gain or lose of a value: what sets it to a number counts all the same."""
    entries = table.index.overrides.get(STAYS, ())
    return any(
        each.change.keyword == stat and not each.change.permit and _concerns(table, each, each.change.who, stack)
        for each in entries
    )


def is_star(table: Table, entry: Continuous, stack: Stack, stat: str) -> bool:
    """Whether what sets a value is the card's own text, which stands for the number that it does not print: the cards
    beneath it add to that as to any printed one (ruling.value-of-a-printed-star).
    """
    own = entry.modifier is None and entry.scene.stack == stack.id and stat in ("speed", "power", "health")
    return own and getattr(table.top(stack), stat) is None


def size_of(table: Table, entry: Continuous) -> int:
    """How much a change in play changes now."""
    if entry.modifier is not None:
        return entry.modifier.amount
    return amount_of(table, entry.change.amount, entry.scene)


def reaches(table: Table, entry: Continuous, stack: Stack) -> bool:
    """Whether a change in play is one of this stack, now."""
    return _concerns(table, entry, entry.change.of, stack)


def _concerns(table: Table, entry: Continuous, those: Those, stack: Stack) -> bool:
    if entry.condition is not None and not holds(table, entry.condition, entry.scene):
        return False
    if entry.on is not None:
        return stack.id in entry.on and (not in_attack_only(those) or attacks_so(table, those, stack, entry.scene))
    return matches(table, those, stack, entry.scene, anywhere=True)
