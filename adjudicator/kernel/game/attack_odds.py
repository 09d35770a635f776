"""The odds of an attack as values: what is asked about it, and the exact chances that a game answers with.

A game with attacks takes a `Question` and gives an `Answer` (`Values.odds`); one that cannot tell raises
kernel.odds.OddsError. Things on the table are called by their numbers, and by their aliases in `Answer.names`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from adjudicator.kernel.odds import Distribution, Term

JUDGED_MAX = 200_000
"""So many declarations are judged at most for one question, where its outcomes are played through."""


class UnitOdds(msgspec.Struct, frozen=True):
    """What may become of one unit: the damage placed on it, and the chance that it is discarded by it.

    `left` is the damage by which it is discarded.
    """

    stack: int
    title: str
    left: int
    damage: Distribution
    discarded: Fraction


class AttackOdds(msgspec.Struct, frozen=True):
    """The odds of one attack under one plan. `hits` and `six` are those of the final dice (None, 0 if that is past);
    `units` begins with the defending unit; `played` tells whether the outcomes were played through by the judge, and
    `notes` what is in play and not reckoned, with the reason.
    """

    attacker: str
    defender: str
    stage: str
    hits: Distribution | None
    six: Fraction
    units: tuple[UnitOdds, ...]
    terms: tuple[Term, ...]
    notes: tuple[str, ...] = ()
    joint: tuple[tuple[tuple[tuple[int, int], ...], Fraction], ...] = ()
    played: bool = False

    @property
    def defending(self) -> UnitOdds:
        """What may become of the defending unit."""
        return self.units[0]


class UnitWorth(msgspec.Struct, frozen=True):
    """What a course means for one more unit: the chance that it is discarded, and the damage expected on it."""

    stack: int
    discarded: Fraction
    damage: Fraction


class Worth(msgspec.Struct, frozen=True):
    """What a course is worth: the chance that the defending unit is discarded, and the damage expected on it; then
    the same of every other unit that may take damage.
    """

    discarded: Fraction
    damage: Fraction
    others: tuple[UnitWorth, ...] = ()


class Decision(msgspec.Struct, frozen=True):
    """One thing that a seat may do or leave: what both are worth, everything else by the plan."""

    what: str
    seat: str
    rule: str
    without: Worth
    having: Worth


class Reroll(msgspec.Struct, frozen=True):
    """One way of rerolling the dice that lie there: which (in words), what it is worth, whether it is the best."""

    dice: str
    worth: Worth
    best: bool


class Option(msgspec.Struct, frozen=True):
    """One declaration that the seat which is asked now may make, in notation; its worth; whether it is the best."""

    said: str
    worth: Worth
    best: bool


class Question(msgspec.Struct, frozen=True):
    """What is asked: the attack in words (empty: the one in progress), what is taken as said before and after it, the
    plan in the game's words (policies, aim, what is prevented, what is played), and whether every outcome is to be
    played through even where a formula would do. `most` bounds the declarations judged.
    """

    attack: str = ""
    before: Sequence[str] = ()
    after: Sequence[str] = ()
    attacker: str = ""
    defender: str = ""
    aim: str = ""
    overkill: str = ""
    prevent: Sequence[str] = ()
    plays: Sequence[str] = ()
    enumerated: bool = False
    most: int = JUDGED_MAX


class Answer(msgspec.Struct, frozen=True):
    """The odds with what was taken as said, the decisions that are open, the ways of rerolling dice that lie there,
    what the seat which is asked may say, and the alias of each unit.
    """

    odds: AttackOdds
    said: tuple[str, ...]
    decisions: tuple[Decision, ...]
    rerolls: tuple[Reroll, ...]
    names: dict[int, str]
    options: tuple[Option, ...] = ()
