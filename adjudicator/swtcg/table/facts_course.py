"""Facts of the course of the game: turn, battle, dice, damage, what is played and what lasts (see `facts_base`)."""

from __future__ import annotations

from typing import ClassVar, Union

from adjudicator.kernel.base import Fact
from adjudicator.swtcg.table.table import Delayed, Modifier, Packet, Trigger

# --- turn and battle ------------------------------------------------------------------------


class TurnBegan(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A new turn began."""

    number: int


class PhaseBegan(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A phase began: ready, command, battle, end."""

    closes: ClassVar[str] = "step"
    phase: str


class PhaseEnded(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A phase ended."""

    phase: str


class StepBegan(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A step began; `seat` for steps of one player, `arena` for battle steps."""

    closes: ClassVar[str] = "step"
    step: str
    seat: str = ""
    arena: str = ""


class StepEnded(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A step ended."""

    closes: ClassVar[str] = "step"
    step: str
    seat: str = ""
    arena: str = ""


class TurnEnded(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """The turn ended; limits of one use a turn start anew."""

    closes: ClassVar[str] = "turn"
    number: int


class AttackDeclared(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A unit attacks another: they are the attacking and the defending unit from now on."""

    attack: int
    attacker: int
    defender: int
    arena: str
    mode: str = ""


class AttackDeclined(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A unit was tapped instead of attacking."""

    stack: int


class DefenderChanged(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """The attack goes to another unit; `way` is the keyword by which it does."""

    departs: ClassVar[bool] = True
    attack: int
    defender: int
    way: str = ""


class AttackEnded(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """An attack ended."""

    attack: int


class DiceRolled(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Dice were rolled: for what, by whom, for which unit, and what they show."""

    aside: ClassVar[bool] = True
    still: ClassVar[bool] = True
    seat: str
    purpose: str
    dice: tuple[int, ...]
    source: int = 0
    target: int = 0
    roll: int = 0


class DicePutOff(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """The attack dice are rolled once everybody has said what to do about them: so many, for which attack; damage of an
    amount that nobody knows yet is about to be done to its defender, and what is promised is bound to that.
    """

    departs: ClassVar[bool] = True
    still: ClassVar[bool] = True
    attack: int
    dice: int
    roll: int


class Promised(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Something that was played about dice that nobody has seen takes effect in its order, once they are shown: for
    which chance it is; of surplus hits, how many are to go to which unit; of a reroll, how many dice.
    """

    departs: ClassVar[bool] = True
    still: ClassVar[bool] = True
    seat: str
    chance: str
    unit: int = 0
    amount: int = 0


class DiceKept(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Of a roll of too few dice, or with some that show nothing clear, those that lie there were kept: `dice` so far.
    So many as `missing` are rolled in addition.
    """

    departs: ClassVar[bool] = True
    still: ClassVar[bool] = True
    seat: str
    dice: tuple[int, ...]
    missing: int


class DiceRerolled(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Some dice (by position from 0) were rolled again; `dice` is the whole roll now."""

    still: ClassVar[bool] = True
    seat: str
    positions: tuple[int, ...]
    dice: tuple[int, ...]


class HitsCounted(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """So many of the dice hit; `dice` are those of an attack as they lie in the end."""

    still: ClassVar[bool] = True
    source: int
    target: int
    hits: int
    dice: tuple[int, ...] = ()


class HitsAssigned(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """The hits of an attack were assigned to its defending unit."""

    still: ClassVar[bool] = True
    attack: int
    unit: int
    hits: int


class HitsDivided(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Overkill: hits assigned to a second unit."""

    departs: ClassVar[bool] = True
    still: ClassVar[bool] = True
    attack: int
    unit: int
    hits: int


class CriticalHitScored(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """An attack does so much more damage to its defending unit because of a natural six."""

    departs: ClassVar[bool] = True
    still: ClassVar[bool] = True
    attack: int
    unit: int
    amount: int


class DamagePending(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Damage is about to be done."""

    still: ClassVar[bool] = True
    packet: Packet


class DamagePrevented(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """So much of a damage was prevented, by something of the player `by`."""

    departs: ClassVar[bool] = True
    still: ClassVar[bool] = True
    packet: int
    target: int
    amount: int
    by: str = ""


class CardPlayed(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A Battle card was played from hand."""

    seat: str
    card: int
    play: int


class MissionPlayed(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A Mission was turned up to be completed, or played from the discard pile (`stack` 0)."""

    seat: str
    stack: int
    card: int
    play: int


class AbilityPlayed(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """An activated ability was played."""

    still: ClassVar[bool] = True
    seat: str
    ability: str
    play: int


class Disrupted(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """What was played has been negated; its cost stays paid."""

    departs: ClassVar[bool] = True
    still: ClassVar[bool] = True
    play: int


class EffectResolved(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """What was played has had its effect (or none, if it was disrupted) and is over."""

    aside: ClassVar[bool] = True
    still: ClassVar[bool] = True
    play: int


class UseCounted(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A limited use was made: `key` of what, `scope` until when it counts ("turn", "attack:3", ...)."""

    aside: ClassVar[bool] = True
    still: ClassVar[bool] = True
    key: str
    scope: str


class ModifierBegan(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A lasting change began."""

    modifier: Modifier


class StarUnknown(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A value that a printed star stands for was known and is so no more."""

    still: ClassVar[bool] = True
    aside: ClassVar[bool] = True
    stack: int
    stat: str


class ModifiersEnded(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Lasting changes and delayed effects ended, by their ids."""

    ids: tuple[int, ...]


class DelayedBegan(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A delayed effect began to wait."""

    aside: ClassVar[bool] = True
    delayed: Delayed


class Triggered(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A trigger left the pool and takes effect."""

    departs: ClassVar[bool] = True
    still: ClassVar[bool] = True
    trigger: Trigger


class BidMade(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A player bid Force in a contest."""

    still: ClassVar[bool] = True
    seat: str
    amount: int


class ContestWon(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A contest was won, by these totals, in the order in which the two players act."""

    departs: ClassVar[bool] = True
    seat: str
    winner: int
    loser: int
    totals: tuple[int, ...]


class ManualCarriedOut(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """The judge carried a manual effect out (or it was blank)."""

    still: ClassVar[bool] = True
    key: str


class GameWon(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A player won the game (empty: nobody, it was stopped); `arenas` are those controlled."""

    departs: ClassVar[bool] = True
    closes: ClassVar[str] = "game"
    seat: str
    arenas: tuple[str, ...]


class TimeCalled(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Time was called in a tournament: from now on the game is in overtime. Only a judge says so."""

    departs: ClassVar[bool] = True
    still: ClassVar[bool] = True


class BuildRollSkipped(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """No build roll is made in overtime; what triggers on it triggers all the same."""

    departs: ClassVar[bool] = True
    still: ClassVar[bool] = True


class ShortcutAgreed(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """All opponents have agreed to a player's shortcut."""

    still: ClassVar[bool] = True
    seat: str
    what: str


class ShortcutOver(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A player wants the full sequence: a shortcut is refused, or over."""

    still: ClassVar[bool] = True
    seat: str
    what: str


class PassedInShortcut(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A player passes, as agreed on in a shortcut."""

    still: ClassVar[bool] = True
    seat: str
    what: str


class RollComes(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """The dice of an attack are about to be rolled, its defending unit being settled: the hits may be predicted."""

    departs: ClassVar[bool] = True
    still: ClassVar[bool] = True
    attack: int
    attacker: int
    defender: int


CourseFact = Union[  # noqa: UP007 - msgspec resolves the alias at run time
    TurnBegan, PhaseBegan, PhaseEnded, StepBegan, StepEnded, TurnEnded, AttackDeclared, AttackDeclined,
    DefenderChanged, AttackEnded, DiceRolled, DicePutOff, Promised, DiceKept, DiceRerolled, HitsCounted, HitsAssigned,
    HitsDivided,
    CriticalHitScored, DamagePending, DamagePrevented, CardPlayed, MissionPlayed, AbilityPlayed, Disrupted,
    EffectResolved, UseCounted, ModifierBegan, StarUnknown, ModifiersEnded, DelayedBegan, Triggered, BidMade,
    ContestWon, ManualCarriedOut, GameWon, TimeCalled, BuildRollSkipped, ShortcutAgreed, ShortcutOver,
    PassedInShortcut, RollComes,
]  # fmt: skip
"""Every fact of the course of the game."""
