"""Facts of the table: everything that can happen except that the table waits (see `facts`).

They are in the past tense, the smallest units of the game's history, and carry in `rule` the
deciding citation and in `cause` the card or step that brought them about. `looks_back` marks
events whose triggers look at the table as it was before,
`still` those that change nothing a standing check looks at.
"""

from __future__ import annotations

from typing import ClassVar, Union

from adjudicator.kernel.values import Fact, Sealed
from adjudicator.swtcg.face import Face
from adjudicator.swtcg.table import Delayed, Modifier, Packet, Trigger

# --- cards between zones --------------------------------------------------------------------


class DeckShuffled(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A deck's order is unknown from now on."""

    seat: str


class CardsDrawn(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Cards went from a deck to its player's hand."""

    seat: str
    count: int
    cards: Sealed


class CardsMoved(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Cards went from one zone to another, for everyone to see (`source` and `target` are zone ids)."""

    source: str
    target: str
    cards: tuple[int, ...]


class CardsMovedUnseen(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Cards went between hidden zones; only the audience knows which."""

    source: str
    target: str
    count: int
    cards: Sealed


class CardShown(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A card's face became known (reported decks, or a card shown by a rule).

    `printed` is the face by value where the table has not met it before.
    """

    card: int
    face: str
    printed: Face | None = None


class CardBound(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Reported decks: a player has said what unknown cards of his or her own are.

    Each item is (handle, face), or (handle, face, the face as plain data) where the table has not met it before.
    """

    seat: str
    cards: Sealed


class MulliganTaken(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A player exchanged this many cards of the starting hand, or kept it (0)."""

    seat: str
    count: int


# --- stacks ---------------------------------------------------------------------------------


class UnitPlaced(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Setup: a unit card went from hand into its arena as a new unit."""

    stack: int
    seat: str
    card: int
    zone: str
    cost: int


class CardStacked(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A card went into a stack, on top or beneath; it came from hand or from a face-down stack (`from_stack`)."""

    stack: int
    seat: str
    card: int
    on_top: bool
    from_stack: int = 0
    cost: int = 0


class CardBuilt(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A card went face down into the build zone with build counters."""

    stack: int
    seat: str
    counters: int
    card: Sealed
    shown: bool = False


class BuildCountersAdded(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Build counters were put on a card of the build zone (negative: taken off)."""

    stack: int
    amount: int


class CardTurnedUp(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A face-down card was turned up, its build counters removed; it now has this role."""

    stack: int
    card: int
    role: str


class UnitDeployed(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A unit was deployed into a zone: its arena, or the build zone to stay retreated."""

    stack: int
    zone: str


class StackMoved(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A stack went to another zone, with all that is attached to it. `how` is a word of the rules:
    return, retreat, contest, effect, rearranged, control.
    """

    stack: int
    zone: str
    how: str


class LocationPut(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A Location went into its arena."""

    stack: int
    arena: str


class Attached(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A Pilot or Equipment went onto a unit (`role` says as what)."""

    stack: int
    host: int
    role: str


class Detached(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A Pilot or Equipment left its unit for a zone; a Pilot becomes a unit again."""

    stack: int
    zone: str
    role: str


class StackRearranged(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """The cards of a stack are in a new order, the top one first."""

    stack: int
    cards: tuple[int, ...]


class StackDiscarded(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A stack left the table; its cards went to their owners' discard piles."""

    looks_back: ClassVar[bool] = True
    stack: int


class StackLeft(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A stack left the table for its owners' "hand", "out", "deck top" or "deck bottom"."""

    looks_back: ClassVar[bool] = True
    stack: int
    to: str


class Tapped(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Stacks were tapped."""

    stacks: tuple[int, ...]


class Untapped(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Stacks were untapped."""

    stacks: tuple[int, ...]


class DamageCountersPlaced(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Damage counters were put on a stack; `packet` is the damage they come from (0: none),
    `source` who did it (0: none), `attack` the attack it belongs to, `way` how it was done (table.Packet).
    """

    stack: int
    amount: int
    source: int = 0
    packet: int = 0
    attack: int = 0
    way: str = ""


class DamageCountersRemoved(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Damage counters were taken off a stack."""

    stack: int
    amount: int


class ControlChanged(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A stack has another controller, by the modifiers in force."""

    stack: int
    seat: str


# --- players --------------------------------------------------------------------------------


class ForceGained(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A player gained Force."""

    seat: str
    amount: int


class ForceLost(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A player lost Force."""

    seat: str
    amount: int


class ForcePaid(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A player paid Force."""

    seat: str
    amount: int


class BuildPointsGained(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A player got build points (negative: lost some)."""

    seat: str
    amount: int


class BuildPointsSpent(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A player spent build points."""

    seat: str
    amount: int


class BuildPointsLapsed(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A player's unspent build points are gone."""

    seat: str


class SetupFinished(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A player puts no more units down in setup."""

    seat: str


# --- turn and battle ------------------------------------------------------------------------


class TurnBegan(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A new turn began."""

    number: int


class PhaseBegan(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A phase began: ready, command, battle, end."""

    phase: str


class PhaseEnded(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A phase ended."""

    phase: str


class StepBegan(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A step began; `seat` for steps of one player, `arena` for battle steps."""

    step: str
    seat: str = ""
    arena: str = ""


class StepEnded(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A step ended."""

    step: str
    seat: str = ""
    arena: str = ""


class TurnEnded(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """The turn ended; limits of one use a turn start anew."""

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
    """The attack goes to another unit."""

    attack: int
    defender: int


class AttackEnded(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """An attack ended."""

    attack: int


class DiceRolled(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Dice were rolled: for what, by whom, for which unit, and what they show."""

    still: ClassVar[bool] = True
    seat: str
    purpose: str
    dice: tuple[int, ...]
    source: int = 0
    target: int = 0
    roll: int = 0


class DiceRerolled(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Some dice (by position from 0) were rolled again; `dice` is the whole roll now."""

    still: ClassVar[bool] = True
    seat: str
    positions: tuple[int, ...]
    dice: tuple[int, ...]


class HitsCounted(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """So many of the dice hit."""

    still: ClassVar[bool] = True
    source: int
    target: int
    hits: int


class HitsAssigned(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """The hits of an attack were assigned to its defending unit."""

    still: ClassVar[bool] = True
    attack: int
    unit: int
    hits: int


class HitsDivided(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Overkill: hits assigned to a second unit."""

    still: ClassVar[bool] = True
    attack: int
    unit: int
    hits: int


class CriticalHitScored(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """An attack does so much more damage to its defending unit because of a natural six."""

    still: ClassVar[bool] = True
    attack: int
    unit: int
    amount: int


class DamagePending(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Damage is about to be done."""

    still: ClassVar[bool] = True
    packet: Packet


class DamagePrevented(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """So much of a damage was prevented."""

    still: ClassVar[bool] = True
    packet: int
    target: int
    amount: int


class CardPlayed(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A Battle card was played from hand."""

    seat: str
    card: int
    play: int


class MissionPlayed(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A Mission was turned up to be completed."""

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

    still: ClassVar[bool] = True
    play: int


class EffectResolved(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """What was played has had its effect (or none, if it was disrupted) and is over."""

    still: ClassVar[bool] = True
    play: int


class UseCounted(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A limited use was made: `key` of what, `scope` until when it counts ("turn", "attack:3", ...)."""

    key: str
    scope: str


class ModifierBegan(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A lasting change began."""

    modifier: Modifier


class ModifiersEnded(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Lasting changes and delayed effects ended, by their ids."""

    ids: tuple[int, ...]


class DelayedBegan(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A delayed effect began to wait."""

    delayed: Delayed


class Triggered(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A trigger left the pool and takes effect."""

    still: ClassVar[bool] = True
    trigger: Trigger


class BidMade(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A player bid Force in a contest."""

    still: ClassVar[bool] = True
    seat: str
    amount: int


class ContestWon(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A contest was won, by these totals (Dark's, Light's)."""

    seat: str
    winner: int
    loser: int
    totals: tuple[int, int]


class ManualCarriedOut(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """The judge carried a manual effect out (or it was blank)."""

    still: ClassVar[bool] = True
    key: str


class GameWon(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A player won the game (empty: nobody, it was stopped); `arenas` are those controlled."""

    seat: str
    arenas: tuple[str, ...]


AnyEvent = Union[  # noqa: UP007 - msgspec resolves the alias at run time
    DeckShuffled, CardsDrawn, CardsMoved, CardsMovedUnseen, CardShown, CardBound, MulliganTaken, UnitPlaced,
    CardStacked, CardBuilt, BuildCountersAdded, CardTurnedUp, UnitDeployed, StackMoved, LocationPut, Attached,
    Detached, StackRearranged, StackDiscarded, StackLeft, Tapped, Untapped, DamageCountersPlaced,
    DamageCountersRemoved, ControlChanged, ForceGained, ForceLost, ForcePaid, BuildPointsGained,
    BuildPointsSpent, BuildPointsLapsed, SetupFinished, TurnBegan, PhaseBegan, PhaseEnded, StepBegan, StepEnded,
    TurnEnded, AttackDeclared, AttackDeclined, DefenderChanged, AttackEnded, DiceRolled, DiceRerolled,
    HitsCounted, HitsAssigned, HitsDivided, CriticalHitScored, DamagePending, DamagePrevented, CardPlayed, MissionPlayed,
    AbilityPlayed,
    Disrupted, EffectResolved, UseCounted, ModifierBegan, ModifiersEnded, DelayedBegan, Triggered, BidMade,
    ContestWon, ManualCarriedOut, GameWon,
]  # fmt: skip
