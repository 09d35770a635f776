"""Explained sums: a number with everything that made it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from adjudicator.kernel.verdict import RULED


class Contribution(msgspec.Struct, frozen=True, gc=False):
    """One part of a value: how it acts ("add", "set", "floor"), how much, from where, by which rule."""

    how: str
    amount: int
    source: str
    rule: str


BELOW_ZERO = "below 0"
"""How a part is added to a sum that stands below 0."""
BOUNDS = ("floor", "no more than", BELOW_ZERO)
"""How a part works that keeps the sum within a bound, or is counted beyond it."""
COUNTED = "units"
"""How a part works of what is no sum: the value is a yes or no (1 or 0) that rests on counts."""
KEPT_OFF = "kept off"
"""How a part works of which something more special says that it does not count."""


class Explained(msgspec.Struct, frozen=True):
    """A value of something with its contributions in the order in which they count.

    `adds_up` is the rule by which several changes of it count together, where one of the parts rests on it; `leads` the
    one that decides where that is seen from all parts together only.
    """

    what: str
    of: str
    total: int
    parts: tuple[Contribution, ...]
    adds_up: str = ""
    leads: str = ""

    @property
    def deciding(self) -> str:
        """The rule that is asked about before all others: of the first part that changes what the value begins with.

        One that rests on another rule than that beginning comes before one that does not, even one that might only have
        changed it; one that is kept off comes before all that count. Without any, the rule of what it begins with.
        A bound that the sum meets comes before what it cuts, and that several changes add up before each of them.
        """
        if self.leads:
            return self.leads
        if any(part.how in BOUNDS and part.amount for part in self.parts):
            return next(part.rule for part in self.parts if part.how in BOUNDS and part.amount)
        if self.adds_up and any(part.rule == self.adds_up and part.amount for part in self.parts):
            return self.adds_up
        others = [part for part in self.parts[1:] if part.rule != self.parts[0].rule]
        changing = (
            [part for part in self.parts if part.how == KEPT_OFF]
            or [part for part in others if part.amount]
            or others
            or self.parts
        )
        return changing[0].rule if changing else ""

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


def led(value: Explained, weight: Callable[[str], int]) -> Explained:
    """The value with what is ruled on a point of a part as what decides, behind bounds and what is kept off."""
    if value.leads or any(part.how == KEPT_OFF or (part.how in BOUNDS and part.amount) for part in value.parts):
        return value
    ruled = [part.rule for part in value.parts if weight(part.rule) >= RULED]
    return msgspec.structs.replace(value, leads=max(ruled, key=weight)) if ruled else value


def restated(value: Explained, authority: Mapping[str, str]) -> Explained:
    """The value with each rule as `authority` states it, by rule; where that says nothing it stays as it is."""
    rules = (value.leads, value.adds_up, *(part.rule for part in value.parts))
    if not any(rule in authority for rule in rules):
        return value
    parts = (msgspec.structs.replace(part, rule=authority.get(part.rule, part.rule)) for part in value.parts)
    leads, adds_up = (authority.get(rule, rule) for rule in (value.leads, value.adds_up))
    return msgspec.structs.replace(value, parts=tuple(parts), leads=leads, adds_up=adds_up)
