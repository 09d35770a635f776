"""Dice as the formula sees them: misses, hits below six, and natural sixes.

Sources: rots.dice.hit-on-four, rots.keywords.accuracy, rots.keywords.armor-accuracy-interaction (what hits),
rots.dice.natural-six, rots.keywords.accuracy-no-critical-hit (a six by Accuracy is none).
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

from adjudicator.kernel.odds import ONE, ZERO
from adjudicator.swtcg.standing.hits import FACES, count

SIX = FACES


class Die(NamedTuple):
    """The chances of one die: a miss, a hit below six, a natural six; whether a six is a hit at all."""

    miss: Fraction
    hit: Fraction
    six: Fraction
    six_hits: bool

    @property
    def hits(self) -> Fraction:
        """The chance that one die hits."""
        return self.hit + (self.six if self.six_hits else ZERO)


class Dice(NamedTuple):
    """Rolled dice by what they are worth; their order is of no account."""

    misses: int
    hits: int
    sixes: int

    @property
    def number(self) -> int:
        """How many dice there are."""
        return self.misses + self.hits + self.sixes


Rolled = dict[Dice, Fraction]
"""The chance of each kind of roll."""


def die(accuracy: int, armor: int) -> Die:
    """One die of an attack with Accuracy against Armor; what hits is counted as the dice room counts it."""
    hitting = [face for face in range(1, FACES + 1) if count((face,), accuracy, armor)]
    below = sum(1 for face in hitting if face != SIX)
    return Die(Fraction(FACES - 1 - below, FACES), Fraction(below, FACES), Fraction(1, FACES), SIX in hitting)


def sorted_out(dice: tuple[int, ...], accuracy: int, armor: int) -> Dice:
    """Dice that lie on the table, by what they are worth."""
    sixes = dice.count(SIX)
    below = sum(1 for each in dice if each != SIX and count((each,), accuracy, armor))
    return Dice(len(dice) - sixes - below, below, sixes)


@lru_cache(maxsize=4096)
def _roll(number: int, one: Die) -> tuple[tuple[Dice, Fraction], ...]:
    found = []
    for sixes in range(number + 1):
        for hits in range(number - sixes + 1):
            misses = number - sixes - hits
            ways = comb(number, sixes) * comb(number - sixes, hits)
            chance = ways * one.six**sixes * one.hit**hits * one.miss**misses
            if chance:
                found.append((Dice(misses, hits, sixes), chance))
    return tuple(found)


def roll(number: int, one: Die) -> Rolled:
    """The chances of a roll of so many dice: the multinomial n!/(m! h! s!) · miss^m · hit^h · six^s."""
    return dict(_roll(number, one)) if number > 0 else {Dice(0, 0, 0): ONE}


def hits_of(dice: Dice, one: Die) -> int:
    """How many of the dice are hits."""
    return dice.hits + (dice.sixes if one.six_hits else 0)


def binomial(number: int, chance: Fraction) -> tuple[tuple[int, Fraction], ...]:
    """The chance of each number of successes: C(n, k) · p^k · (1 - p)^(n - k)."""
    return tuple((k, comb(number, k) * chance**k * (ONE - chance) ** (number - k)) for k in range(number + 1))


def six_among(hits: int, one: Die) -> Fraction:
    """The chance of a natural six among so many hits: 1 - (chance of a hit below six / chance of a hit)^hits."""
    if not one.six_hits or not one.hits:
        return ZERO
    return ONE - (one.hit / one.hits) ** hits
