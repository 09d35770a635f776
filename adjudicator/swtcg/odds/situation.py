"""The numbers of one attack on which its odds rest, and the plan by which the players are taken to play."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from adjudicator.swtcg.odds.dice import Dice, Die
from adjudicator.swtcg.odds.rerolls import NONE, Hand

DISCARD, DAMAGE = "discard", "damage"
AIMS = (DISCARD, DAMAGE)
"""What best play tries for: that the defending unit is discarded (then damage), or as much damage as may be."""

BEFORE, ROLLED, OVERKILL, PENDING = "before the roll", "rolled", "overkill", "damage pending"
UNDER_WAY, ENDED = "under way", "ended"
"""Where an attack may stand: at one of the moments that the formula knows, at any other one, or at its end."""
ATTACKING, DEFENDING = 0, 1


class Prevention(NamedTuple):
    """An Evade, Deflect or plain prevention ("prevent") that a unit has: how much it prevents, its cost in Force, and
    whether it asks for nothing else (`simple`), as the formula takes it.
    """

    stack: int
    seat: str
    keyword: str
    amount: int
    cost: int
    key: str
    name: str
    simple: bool = True

    @property
    def rule(self) -> str:
        """The rule it rests on."""
        plain = self.keyword == "prevent"
        return "rots.damage.prevent-definition" if plain else f"rots.keywords.{self.keyword}"


class Retaliation(NamedTuple):
    """A Retaliate that waits for the end of the attack: its dice, whom it strikes, one of its dice."""

    dice: int
    target: int
    one: Die
    rule: str
    name: str


class Stated(NamedTuple):
    """A prevention played against every damage to its unit, and where a Deflect sends its damage (0: nowhere)."""

    prevention: Prevention
    to: int = 0


class Plan(msgspec.Struct, frozen=True):
    """By which policies the players play: rerolls of the attacking and of the defending side (`rerolls.POLICIES`),
    what best play aims at, where Overkill puts surplus hits and how many at most (0: all), what is prevented, and what
    else is said, each once and as soon as it is legal (declarations in notation).
    """

    attacker: str = NONE
    defender: str = NONE
    aim: str = DISCARD
    overkill_on: int = 0
    overkill_most: int = 0
    prevent: tuple[Stated, ...] = ()
    plays: tuple[str, ...] = ()


class UnitSeen(NamedTuple):
    """A unit that may take damage: its title, the damage that discards it, what each hit does to it."""

    title: str
    seat: str
    left: int
    per_hit: int


class Situation(msgspec.Struct, frozen=True):
    """One attack as it stands. `rolled` are the dice that lie there, `asked` and `passes` where their chance is,
    `pending` the damage about to be done; `lucky` what each side may still reroll (attacker, defender).
    """

    attack: int
    attacker: int
    defender: int
    stage: str
    power: int
    shields: int
    accuracy: int
    armor: int
    critical: int
    one: Die
    lucky: tuple[int, int]
    exactly: bool
    units: dict[int, UnitSeen]
    force: dict[str, int]
    seats: tuple[str, str]
    overkill: bool = False
    surplus_over: int = 0
    seconds: tuple[int, ...] = ()
    preventions: tuple[Prevention, ...] = ()
    retaliations: tuple[Retaliation, ...] = ()
    rolled: Dice | None = None
    asked: int = 0
    passes: int = 0
    pending: tuple[tuple[int, int], ...] = ()

    def hands(self, plan: Plan) -> tuple[Hand, Hand]:
        """The rerolls of both sides under a plan."""
        return (
            Hand(self.lucky[ATTACKING], plan.attacker, self.exactly),
            Hand(self.lucky[DEFENDING], plan.defender, self.exactly),
        )
