"""Exact chances: distributions of whole numbers, and the terms that they are reckoned by.

What is asked and answered about an attack stands in `kernel.game.attack_odds`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import TypeVar

import msgspec

A = TypeVar("A", bound=Hashable)

ZERO, ONE = Fraction(0), Fraction(1)


class OddsError(ValueError):
    """The odds that were asked for cannot be told; the message says why."""

    told_to_people = True


class Distribution(msgspec.Struct, frozen=True):
    """The chance of each whole number that can come about, in rising order; the chances add up to 1."""

    chances: tuple[tuple[int, Fraction], ...]

    @property
    def expected(self) -> Fraction:
        """The mean."""
        return sum((number * chance for number, chance in self.chances), ZERO)

    def of(self, number: int) -> Fraction:
        """The chance of exactly this number."""
        return next((chance for each, chance in self.chances if each == number), ZERO)

    def at_least(self, number: int) -> Fraction:
        """The chance of this number or more."""
        return sum((chance for each, chance in self.chances if each >= number), ZERO)


def distribution(pairs: Iterable[tuple[int, Fraction]]) -> Distribution:
    """The distribution of numbers with chances; a number may come several times. Raises ValueError if it is none."""
    found = merged(pairs)
    if sum(found.values(), ZERO) != ONE:
        raise ValueError(f"chances add up to {sum(found.values(), ZERO)}")
    return Distribution(tuple(sorted((number, chance) for number, chance in found.items() if chance)))


def merged(pairs: Iterable[tuple[A, Fraction]]) -> dict[A, Fraction]:
    """The chance of each different thing, in the order in which they first come."""
    found: dict[A, Fraction] = {}
    for thing, chance in pairs:
        found[thing] = found.get(thing, ZERO) + chance
    return found


class Term(msgspec.Struct, frozen=True):
    """One term: its name, how it was reckoned, its value, and the rule it rests on."""

    name: str
    formula: str
    value: Fraction
    rule: str
