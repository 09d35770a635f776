"""Explained sums: a number with everything that made it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from adjudicator.kernel.verdict import Rank


class Contribution(msgspec.Struct, frozen=True, gc=False):
    """One part of a value: how it acts ("add", "set", "floor"), how much, from where, by which rule.

    `would` is the amount that a part of 0 keeps off.
    """

    how: str
    amount: int
    source: str
    rule: str
    would: int = 0


SET, FLOOR, AT_MOST, BELOW_ZERO = "set", "floor", "no more than", "below 0"
"""How a part works that is no plain addition; the last is added to a sum that stands below 0."""
BOUNDS = (FLOOR, AT_MOST, BELOW_ZERO)
"""How a part works that keeps the sum within a bound, or is counted beyond it."""
COUNTED = "units"
"""How a part works of what is no sum: the value is a yes or no (1 or 0) that rests on counts."""
KEPT_OFF, LEFT_OUT = "kept off", "left out"
"""How a part works that does not count: something more special says so, or it simply does not."""
DECIDING_MAX = 4
"""So many rules are named as those that decide a value."""


class Explained(msgspec.Struct, frozen=True):
    """A value of something with its contributions in the order in which they count.

    `leads` is the rule that decides where that is seen from all parts together only.
    """

    what: str
    of: str
    total: int
    parts: tuple[Contribution, ...]
    leads: str = ""

    @property
    def deciding(self) -> tuple[str, ...]:
        """The rules that decide, at most four, the one first that is asked about before all others.

        What departs comes before what is ordinary: a bound that the sum meets, then what is kept off, then what changes
        the value, then what might have changed it, and last what it begins with.
        """
        own = self.parts[0].rule if self.parts else ""
        bounds = [part.rule for part in self.parts if part.how in BOUNDS and part.amount]
        kept = [part.rule for part in self.parts if part.how == KEPT_OFF]
        changing = [part.rule for part in self.parts if part.amount and part.rule != own]
        rules = dict.fromkeys(
            (self.leads, *bounds, *kept, *changing, *(part.rule for part in self.parts if part.rule != own), own)
        )
        return tuple(rule for rule in rules if rule)[:DECIDING_MAX]

    @property
    def headline(self) -> str:
        """The first of the rules that decide; empty if there is none."""
        return next(iter(self.deciding), "")

    def without(self, rule: str) -> int:
        """The total if a rule did not hold: set, add and bound once more and what it keeps off let in."""
        real = total = 0
        for part in self.parts:
            bound = real + part.amount
            real = part.amount if part.how == SET else bound
            if part.rule == rule:
                total = max(0, total) + part.amount if part.how == BELOW_ZERO else total + part.would
            elif part.how == SET:
                total = part.amount
            elif part.how == FLOOR:
                total = max(total, real)
            elif part.how == AT_MOST:
                total = min(total, real)
            else:
                total += part.amount
        return total

    @property
    def summed(self) -> bool:
        """Whether the value is the sum of its parts."""
        return all(part.how != COUNTED for part in self.parts)

    def __str__(self) -> str:
        """The sum in words, as in `power 9 = printed 6 + stack 2 + Clone Officer 1`; of what is none, its parts."""
        words = [f"{p.source} {p.amount}" for p in self.parts]
        if not self.summed:
            return f"{self.what} {self.total} ({'; '.join(words)})"
        return f"{self.what} {self.total} = " + (" + ".join(words) if words else "0")


def led(value: Explained, rank: Rank) -> Explained:
    """The value with what is ruled on just what is at hand as what decides, behind bounds and what is kept off."""
    if value.leads or any(part.how == KEPT_OFF or (part.how in BOUNDS and part.amount) for part in value.parts):
        return value
    ruled = [part.rule for part in value.parts if rank(part.rule)[0] < 0]
    return msgspec.structs.replace(value, leads=min(ruled, key=rank)) if ruled else value


def restated(value: Explained, authority: Mapping[str, str]) -> Explained:
    """The value with each rule as `authority` states it, by rule; where that says nothing it stays as it is."""
    if not any(rule in authority for rule in (value.leads, *(part.rule for part in value.parts))):
        return value
    parts = (msgspec.structs.replace(part, rule=authority.get(part.rule, part.rule)) for part in value.parts)
    return msgspec.structs.replace(value, parts=tuple(parts), leads=authority.get(value.leads, value.leads))
