"""Odds without a formula: every outcome of every roll is played through by the judge, the players following a plan.

This is exact as well, with every trigger and replacement that is in play, and it is what the formula is proven
against. It takes long where there are many dice: outcomes that differ in the order of the dice only are taken
together, so a roll of n dice has C(n + 5, 5) of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, factorial
from typing import Any, NamedTuple

from adjudicator.kernel.judging import judge
from adjudicator.kernel.values import Declaration
from adjudicator.kernel.verdict import Ruling
from adjudicator.swtcg import facts as f
from adjudicator.swtcg.battle.dice import FACES
from adjudicator.swtcg.frames import AttackFrame
from adjudicator.swtcg.odds.distribution import ONE
from adjudicator.swtcg.odds.outcome import Damages
from adjudicator.swtcg.odds.situation import OddsError
from adjudicator.swtcg.table import CHANCE, Table

ROLLS_MAX = 50_000
"""So many outcomes of rolls are gone through at most."""


class End(NamedTuple):
    """How an attack ended: the damage placed on each unit, the stacks discarded, and the hits of the attack."""

    placed: Damages
    discarded: tuple[int, ...]
    hits: int = -1


def outcomes(count: int, *, ordered: bool = False) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """All results of a roll with their chances; in order each for itself, or those with the same faces together."""
    faces = range(1, FACES + 1)
    if ordered:
        for dice in product(faces, repeat=count):
            yield dice, Fraction(1, FACES**count)
        return
    for dice in combinations_with_replacement(faces, count):
        ways = factorial(count)
        for face in faces:
            ways //= factorial(dice.count(face))
        yield dice, Fraction(ways, FACES**count)


def enumerated(
    game: Any, table: Table, say: Callable[[Table], Declaration], *, ordered: bool = False, most: int = ROLLS_MAX
) -> dict[End, Fraction]:
    """The chances of every end of the attack in progress, everybody speaking as `say` says.

    Raises OddsError for what nobody can answer, and where more outcomes than `most` would have to be gone through.
    """
    if table.attack is None:
        raise OddsError("no attack is in progress")
    return _Walk(game, table.attack.id, say, ordered=ordered, most=most).ends(table)


class _Walk:
    """One walk through all that may happen in an attack, with the outcomes still to be gone through."""

    def __init__(
        self, game: Any, attack: int, say: Callable[[Table], Declaration], *, ordered: bool, most: int
    ) -> None:
        self.game = game
        self.attack = attack
        self.say = say
        self.ordered = ordered
        self.left = most
        self.found: dict[End, Fraction] = {}

    def ends(self, table: Table) -> dict[End, Fraction]:
        self._go(table, {}, (), -1, ONE)
        return dict(sorted(self.found.items()))

    def _go(
        self, table: Table, placed: dict[int, int], discarded: tuple[int, ...], hits: int, chance: Fraction
    ) -> None:
        """On from a question, until the attack is over."""
        if not any(isinstance(frame, AttackFrame) and frame.attack == self.attack for frame in table.agenda.frames):
            end = End(tuple(sorted(placed.items())), tuple(sorted(discarded)), hits)
            self.found[end] = self.found.get(end, Fraction(0)) + chance
            return
        window = table.agenda.window
        if window is None:
            raise OddsError("the table waits for nobody")
        if window.asked != (CHANCE,):
            self._after(table, self.say(table), placed, discarded, hits, chance)
            return
        due = self.game.chance_due(table)
        if due.kind != "dice":
            raise OddsError(f"a {due.kind} decides: {due.what}")
        self.left -= FACES**due.count if self.ordered else comb(due.count + FACES - 1, FACES - 1)
        if self.left < 0:
            raise OddsError("there are too many outcomes to go through")
        for dice, each in outcomes(due.count, ordered=self.ordered):
            self._after(table, self.game.chance_said(table, dice), placed, discarded, hits, chance * each)

    def _after(
        self,
        table: Table,
        said: Declaration,
        placed: dict[int, int],
        discarded: tuple[int, ...],
        hits: int,
        chance: Fraction,
    ) -> None:
        verdict = judge(self.game, table, said)
        if verdict.ruling is not Ruling.LEGAL:
            codes = ", ".join(clause.code for clause in verdict.failing) or ", ".join(verdict.missing)
            raise OddsError(f"{self.game.say(table, said)} is {verdict.ruling.value}: {codes}")
        now = dict(placed)
        for fact in verdict.facts:
            if isinstance(fact, f.DamageCountersPlaced):
                now[fact.stack] = now.get(fact.stack, 0) + fact.amount
            elif isinstance(fact, f.StackDiscarded):
                discarded = (*discarded, fact.stack)
            elif isinstance(fact, f.HitsCounted) and fact.cause == "attack dice":
                hits = fact.hits
        self._go(verdict.after, now, discarded, hits, chance)
