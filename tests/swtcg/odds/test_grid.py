"""Exact arithmetic, the formula and the engine side by side, over a grid of everything that counts in an attack.

The arithmetic is written down here from the rules alone, die by die, and shares nothing with the code it checks. The
engine plays every outcome of the dice through. All three have to give the same fraction to every pair of damages.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

import pytest

from adjudicator.kernel.odds import distribution, merged
from adjudicator.swtcg.odds.attack import attack_odds
from adjudicator.swtcg.odds.fight import in_progress
from adjudicator.swtcg.odds.numbers import situation
from adjudicator.swtcg.odds.players import Players
from adjudicator.swtcg.odds.situation import Plan
from adjudicator.swtcg.odds.walking import Walk
from adjudicator.swtcg.table.table import Table
from tests.kit.star_wars import SWTCG
from tests.swtcg.odds.duels import duel

FACES = range(1, 7)


class Case(NamedTuple):
    """One attack: the attacker's values, the defender's, and the health that the defender has left."""

    power: int
    accuracy: int
    critical: int
    lucky: int
    overkill: bool
    armor: bool
    shields: int
    health: int

    @property
    def table(self) -> Table:
        """The attack on a table, about to be rolled."""
        mine = {"Accuracy": self.accuracy, "Critical Hit": self.critical, "Lucky": self.lucky}
        attacker = [f"{name} {value}" for name, value in mine.items() if value] + ["Overkill"] * self.overkill
        defender = ["Armor"] * self.armor + [f"Shields {self.shields}"] * bool(self.shields)
        return duel(self.power, " | ".join(attacker), " | ".join(defender), health=self.health)


GRID = [
    Case(*values)
    for values in product(
        (1, 2, 3, 4),  # power
        (0, 1, 3),  # Accuracy
        (0, 2),  # Critical Hit
        (0, 1, 2),  # Lucky
        (False, True),  # Overkill
        (False, True),  # Armor
        (0, 1),  # Shields
        (1, 3),  # health
    )
]


@cache
def _final(count: int, wanted: int, lucky: int) -> dict[tuple[int, ...], Fraction]:
    """The dice that count, each result in order with its chance; a die hits if it shows what is wanted.

    Misses are rolled again, as many as Lucky allows.
    """
    found: dict[tuple[int, ...], Fraction] = {}
    for dice in product(FACES, repeat=count):
        again = [place for place in range(count) if dice[place] < wanted][:lucky]
        for new in product(FACES, repeat=len(again)):
            final = list(dice)
            for place, die in zip(again, new, strict=True):
                final[place] = die
            found[tuple(final)] = found.get(tuple(final), Fraction(0)) + Fraction(1, 6 ** (count + len(again)))
    return found


def by_arithmetic(case: Case) -> dict[tuple[int, int], Fraction]:
    """The chance of each pair: damage on the defender, and on the unit that Overkill's surplus goes to."""
    found: dict[tuple[int, int], Fraction] = {}
    wanted = (5 if case.armor else 4) - case.accuracy
    for dice, chance in _final(case.power - case.shields, wanted, case.lucky).items():
        hits = sum(die >= wanted for die in dice)
        spill = max(0, hits - case.health) if case.overkill else 0
        extra = case.critical if 6 in dice else 0
        pair = (hits - spill + extra, spill)
        found[pair] = found.get(pair, Fraction(0)) + chance
    return found


def by_engine(table: Table, plan: Plan) -> dict[tuple[int, int], Fraction]:
    """The same, by playing every outcome through with the judge."""
    players = Players(SWTCG, in_progress(table), plan, situation(table))
    ends = Walk(SWTCG, in_progress(table), players).ends(table, plan.plays)
    units = table.names["jedi"], table.names["guard"]
    return merged((_pair(end.placed, units), chance) for end, chance in ends.items())


def _pair(placed: tuple[tuple[int, int], ...], units: tuple[int, int]) -> tuple[int, int]:
    damage = dict(placed)
    return damage.get(units[0], 0), damage.get(units[1], 0)


@pytest.mark.parametrize("power", [1, 2, 3, 4])
def test_arithmetic_formula_and_engine_agree(power: int) -> None:
    """The attacks of the grid (of those with four dice every third): the joint distribution of damage is the same in
    all three ways.
    """
    cases = [case for case in GRID if case.power == power > case.shields][:: 3 if power == 4 else 1]
    for case in cases:
        table = case.table
        plan = Plan("plain", overkill_on=table.names["guard"] if case.overkill else 0)
        exact = by_arithmetic(case)
        assert exact == by_engine(table, plan), case
        odds = attack_odds(situation(table), plan)
        units = table.names["jedi"], table.names["guard"]
        assert exact == merged((_pair(placed, units), chance) for placed, chance in odds.joint), case
        assert distribution((pair[0], chance) for pair, chance in exact.items()) == odds.defending.damage, case
        lethal = sum((chance for pair, chance in exact.items() if pair[0] >= case.health), Fraction(0))
        assert lethal == odds.defending.discarded, case
    assert {1: 144, 2: 288, 3: 288, 4: 96}[power] == len(cases)


def test_shields_may_leave_no_dice() -> None:
    """An attack whose dice Shields take all away is over when it is declared, and does nothing."""
    assert None is Case(1, 0, 0, 0, False, False, 1, 3).table.attack
