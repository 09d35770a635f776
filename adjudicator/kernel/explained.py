"""Explained sums: a number with everything that made it."""

from __future__ import annotations

import msgspec


class Contribution(msgspec.Struct, frozen=True, gc=False):
    """One part of a value: how it acts ("add", "set", "floor"), how much, from where, by which rule."""

    how: str
    amount: int
    source: str
    rule: str


class Explained(msgspec.Struct, frozen=True):
    """A value of something with its contributions in the order in which they count."""

    what: str
    of: str
    total: int
    parts: tuple[Contribution, ...]

    def __str__(self) -> str:
        """The sum in words, as in `power 9 = printed 6 + stack 2 + Clone Officer 1`."""
        words = [f"{p.source} {p.amount}" for p in self.parts]
        return f"{self.what} {self.total} = " + (" + ".join(words) if words else "0")
