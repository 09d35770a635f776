"""Odds without a formula: every outcome of every roll and draw is played through by the judge itself.

This is exact, with every trigger, replacement, ability and Battle card that is in play, and it is what the formula is
proven against. What leads to equal tables is gone on from only once, and results of a roll that differ in the order of
the dice only are taken together, so a roll of n dice has C(n + 5, 5) of them. Who speaks how is the players' matter.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, permutations, product
from math import comb, factorial, perm
from typing import Any, NamedTuple, Protocol

import msgspec

from adjudicator.kernel.base import Declaration, Fact
from adjudicator.kernel.game.attack_odds import JUDGED_MAX
from adjudicator.kernel.judging import judge
from adjudicator.kernel.odds import ONE, ZERO, OddsError, Term, merged
from adjudicator.kernel.verdict import Ruling
from adjudicator.swtcg.chapters.battle.dice import roll_rules
from adjudicator.swtcg.odds.fight import Fight
from adjudicator.swtcg.odds.outcome import Damages
from adjudicator.swtcg.standing.hits import FACES
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames import AttackFrame, PopFrame, RollFrame
from adjudicator.swtcg.table.grounds import Grounds
from adjudicator.swtcg.table.table import CHANCE, JUDGE, Table

DEPTH_MAX = 100
"""So many declarations one after another an attack may have; each is a few calls inside each other."""
SPENT = ("damage", "end", "ending", "over")
"""The steps of an attack at which its dice have had their say."""

_replace = msgspec.structs.replace

Left = tuple[str, ...]
"""What the players still mean to say, by the plan, in words."""


class TooManyError(OddsError):
    """More would have to be judged than the question allows."""


class End(NamedTuple):
    """How an attack goes on from a table: the damage placed on each stack, the stacks discarded, and the hits of the
    attack (-1 if they are not counted any more).
    """

    placed: Damages = ()
    discarded: tuple[int, ...] = ()
    hits: int = -1

    def then(self, further: End) -> End:
        """This, and then what comes after it."""
        if not (self.placed or self.discarded or self.hits >= 0):
            return further
        placed = dict(self.placed)
        for stack, amount in further.placed:
            placed[stack] = placed.get(stack, 0) + amount
        hits = further.hits if further.hits >= 0 else self.hits
        return End(tuple(sorted(placed.items())), tuple(sorted((*self.discarded, *further.discarded))), hits)


Ends = dict[End, Fraction]


class Speaker(Protocol):
    """Who says what the players say."""

    def say(self, walk: Walk, table: Table, left: Left) -> tuple[Declaration, Left]:
        """What the seat that is asked says, and what is then left of the plan. Raises OddsError."""


class Budget:
    """How many declarations may still be judged for one question; several walks may share it."""

    def __init__(self, most: int = JUDGED_MAX) -> None:
        self.most = most
        self.left = most

    def spend(self, number: int = 1) -> None:
        """Take some off. Raises TooManyError."""
        self.left -= number
        if self.left < 0:
            raise TooManyError(f"there are too many outcomes to go through (more than {self.most} declarations)")


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


class Walk:
    """The walk through all that may happen in an attack. `rolls` are the kinds of roll met: (purpose, dice)."""

    def __init__(
        self, game: Any, fight: Fight, players: Speaker, *, budget: Budget | None = None, ordered: bool = False
    ) -> None:
        self.game = game
        self.fight = fight
        self.players = players
        self.budget = budget or Budget()
        self.ordered = ordered
        self.rolls: dict[tuple[str, int], None] = {}
        self._known: dict[tuple[bytes, Left], Ends] = {}
        self._depth = 0
        self._index: Any = None

    def ends(self, table: Table, left: Left = ()) -> Ends:
        """The chances of every way in which the attack goes on from a table to its end.

        Raises OddsError for what nobody can answer, and TooManyError.
        """
        if self._over(table):
            return {End(): ONE}
        key = (self._likeness(table), left)
        found = self._known.get(key)
        if found is None:
            if self._depth == DEPTH_MAX:
                raise OddsError(f"the attack goes on for more than {DEPTH_MAX} declarations")
            self._depth += 1
            try:
                found = self._known[key] = self._next(table, left)
            finally:
                self._depth -= 1
        return found

    def after(self, table: Table, said: Declaration, left: Left = ()) -> Ends:
        """The same once something has been said. Raises OddsError if that is not legal."""
        self.budget.spend()
        verdict = judge(self.game, table, said)
        if verdict.ruling is not Ruling.LEGAL:
            codes = ", ".join(clause.code for clause in verdict.failing) or ", ".join(verdict.missing)
            raise OddsError(f"{self.game.say(table, said)} is {verdict.ruling.value}: {codes}")
        here = what_happened(verdict.facts, self.fight)
        return merged((here.then(end), chance) for end, chance in self.ends(verdict.after, left).items())

    def _likeness(self, table: Table) -> bytes:
        """What only tables that are alike have in common; faces and names do not change in a walk."""
        draft = alike(table).fork()
        draft.faces, draft.names = {}, {}
        return hashlib.sha256(self.game.encode(draft)).digest()

    def _over(self, table: Table) -> bool:
        frames = table.agenda.frames
        there = any(isinstance(frame, AttackFrame) and frame.attack == self.fight.attack for frame in frames)
        return not there or self.game.over(table) is not None

    def _next(self, table: Table, left: Left) -> Ends:
        asked = table.agenda.window.asked
        if asked == (JUDGE,):
            raise OddsError("a text in words alone is carried out by hand")
        if asked != (CHANCE,):
            said, left = self.players.say(self, table, left)
            return self.after(table, said, left)
        found: Ends = {}
        for outcome, chance in self._outcomes(table):
            said = self.game.chance_said(table, outcome)
            for end, further in self.after(table, said, left).items():
                found[end] = found.get(end, ZERO) + chance * further
        return found

    def _outcomes(self, table: Table) -> Iterable[tuple[tuple[int, ...], Fraction]]:
        self._index = table.index  # built here once for all results, which share it
        due = self.game.chance_due(table)
        if due.kind == "dice":
            self.rolls[due.what, due.count] = None
            return outcomes(due.count, ordered=self.ordered)
        number = perm(len(due.pool), due.count)
        if number > self.budget.left:
            raise TooManyError(f"{due.what}: {number} ways to draw {due.count} of {len(due.pool)} cards are too many")
        return ((each, Fraction(1, number)) for each in permutations(due.pool, due.count))


def what_happened(facts: Iterable[Fact], fight: Fight) -> End:
    """What facts bring towards the end of an attack."""
    placed: dict[int, int] = {}
    discarded: list[int] = []
    hits = -1
    for fact in facts:
        if isinstance(fact, f.DamageCountersPlaced):
            placed[fact.stack] = placed.get(fact.stack, 0) + fact.amount
        elif isinstance(fact, f.StackDiscarded):
            discarded.append(fact.stack)
        elif isinstance(fact, f.HitsCounted) and fact.cause == "attack dice" and fact.source == fight.attacker:
            hits = fact.hits
    return End(tuple(sorted(placed.items())), tuple(sorted(discarded)), hits)


def counted_before(table: Table) -> End:
    """What a table shows of its attack's hits: at Overkill's question they are counted already, and not divided yet."""
    window = table.agenda.window
    if window is None or window.kind != "overkill":
        return End()
    return End(hits=next(each.hits for each in reversed(table.agenda.frames) if isinstance(each, AttackFrame)))


def alike(table: Table) -> Table:
    """A table that is the same for all that differ only in what cannot matter any more: the order of the dice of a
    roll, what they showed before a reroll, and the dice of an attack once its damage is known.
    """
    frames = table.agenda.frames
    found = tuple(_alike(frame, frames[place + 1 :]) for place, frame in enumerate(frames))
    if found == frames:
        return table
    draft = table.fork()
    draft.agenda = _replace(table.agenda, frames=found)
    return draft


def _alike(frame: Any, above: tuple[Any, ...]) -> Any:
    if isinstance(frame, RollFrame) and frame.dice and all(isinstance(each, PopFrame) for each in above):
        return _replace(frame, dice=tuple(sorted(frame.dice)), first=())
    if isinstance(frame, AttackFrame) and frame.step in SPENT:
        dice = frame.dice[:1] and (1,)  # that dice were rolled at all still counts
        if frame.step == "damage":
            return _replace(frame, dice=dice, first=())
        return _replace(frame, dice=dice, first=(), hits=0, spill=0, spill_on=0, extra=0)
    return frame


def roll_terms(walk: Walk, why: Grounds) -> tuple[Term, ...]:
    """The rolls that a walk has met, each with the number of its results."""
    rules = roll_rules(why)
    return tuple(
        Term(
            f"{purpose} dice",
            f"{count} dice: 6^{count} = {FACES**count} results, {comb(count + FACES - 1, FACES - 1)} different ones",
            Fraction(count),
            rules[purpose],
        )
        for purpose, count in walk.rolls
        if purpose in rules
    )
