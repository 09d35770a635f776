"""The effect language: what card texts say, as frozen values.

A card's text is a tuple of abilities (one per paragraph). An ability has a form (static,
triggered, activated, Battle, Mission, ...) and, where it does something, a list of instructions.
Instructions name what they act on with selectors over the table or with a name bound earlier
in the same effect ("that unit"). Nothing here knows the rules; rooms give these values meaning.

Three states of a paragraph: understood (any ability below), by hand (the same, with a reason in
the catalogue) and `Manual` (not executed; names what it may touch).
"""

from __future__ import annotations

from typing import Union

import msgspec


class _Word(msgspec.Struct, frozen=True, tag=True, omit_defaults=True, kw_only=True):
    """Base of every word of the language."""


# --- what is meant --------------------------------------------------------------------------


class Those(_Word, frozen=True, kw_only=True):
    """A selector over the table.

    `what`: unit, pilot, equipment, location, stack (anything standing on the table).
    `side`: yours, opponents, any (seen from the effect's controller).
    `zones`: arenas and/or "build"; empty means the three arenas; ("here",) the arena of this card.
    `bound` takes the stacks bound to a name instead of looking at the table, and the other
    conditions then filter them; "this" is the card with the effect, "attacker" and "defender"
    the units of the current attack.
    """

    what: str = "unit"
    side: str = "any"
    zones: tuple[str, ...] = ()
    bound: str = ""
    other: bool = False
    types: tuple[str, ...] = ()
    subtype: str = ""
    name: str = ""
    unique: bool | None = None
    tapped: bool | None = None
    damaged: bool | None = None
    piloted: bool | None = None
    attacking: bool | None = None
    defending: bool | None = None
    keyword: str = ""
    cost_at_most: int | None = None
    cost_at_least: int | None = None
    power_at_most: int | None = None
    power_at_least: int | None = None
    attacking_this: bool | None = None


THIS = Those(what="stack", bound="this")


class X(_Word, frozen=True, kw_only=True):
    """The X that was chosen when the effect was played, or a number bound to a name."""

    name: str = "x"
    times: int = 1
    half: bool = False
    plus: int = 0


class Count(_Word, frozen=True, kw_only=True):
    """How many there are of something."""

    of: Those
    times: int = 1


class Stat(_Word, frozen=True, kw_only=True):
    """A value of one bound thing: power, speed, health, cost, total cost, damage, remaining health."""

    stat: str
    of: Those
    times: int = 1


Amount = Union[int, X, Count, Stat]  # noqa: UP007 - msgspec resolves the alias at run time


# --- conditions -----------------------------------------------------------------------------


class There(_Word, frozen=True, kw_only=True):
    """There are at least `least` (and at most `most`) of those."""

    are: Those
    least: int = 1
    most: int | None = None


class Compare(_Word, frozen=True, kw_only=True):
    """A number compared with another: how is one of >=, >, =, <, <=."""

    left: Amount
    how: str
    right: Amount


class InPhase(_Word, frozen=True, kw_only=True):
    """The turn stands in a phase or step, by its name; `yours` for steps of one player."""

    at: str
    yours: bool | None = None


class Happened(_Word, frozen=True, kw_only=True):
    """An event of this kind has happened this turn ("one of your Characters was discarded")."""

    event: str
    to: Those


class Both(_Word, frozen=True, kw_only=True):
    """All of the conditions."""

    of: tuple[Condition, ...]


class AnyOf(_Word, frozen=True, kw_only=True):
    """At least one of the conditions."""

    of: tuple[Condition, ...]


class Not(_Word, frozen=True, kw_only=True):
    """The contrary."""

    of: Condition


Condition = Union[There, Compare, InPhase, Happened, Both, AnyOf, Not]  # noqa: UP007


# --- costs ----------------------------------------------------------------------------------


class Cost(_Word, frozen=True, kw_only=True):
    """What has to be paid: Force, build points, tapping this, discarding or counters on things.

    `x` marks a Force cost of "any amount"/X on top of `force`.
    """

    force: int = 0
    points: int = 0
    tap: bool = False
    x: bool = False
    x_points: bool = False
    discard: Those | None = None
    discard_cards: int = 0
    tap_others: Those | None = None
    counters_on: Those | None = None


FREE = Cost()


# --- instructions ---------------------------------------------------------------------------


class Damage(_Word, frozen=True, kw_only=True):
    """Do damage to each of those; `dice` means that many dice of damage. `by` deals it."""

    to: Those
    amount: Amount
    dice: bool = False
    preventable: bool = True
    by: Those = THIS
    divided: bool = False


class PlaceDamage(_Word, frozen=True, kw_only=True):
    """Put damage counters on those; that is not damage and cannot be prevented."""

    on: Those
    amount: Amount


class RemoveDamage(_Word, frozen=True, kw_only=True):
    """Remove damage counters; None means all of them."""

    of: Those
    amount: Amount | None = None


class Prevent(_Word, frozen=True, kw_only=True):
    """Prevent up to an amount of damage about to be done to those; None means all of it.

    The amount prevented is bound to `into`.
    """

    to: Those = THIS
    amount: Amount | None = None
    into: str = "prevented"


class Reroll(_Word, frozen=True, kw_only=True):
    """Have up to `most` of the dice just rolled rolled again (None: any number of them)."""

    most: Amount | None = None
    whose: str = "any"
    natural: int | None = None


class Modify(_Word, frozen=True, kw_only=True):
    """Change a value of those for a duration.

    `stat`: speed, power, health, cost, accuracy, critical, lucky, overkill, armor, extra pilots,
    shields ... ; `set` replaces the value instead of adding to it.
    """

    of: Those
    stat: str
    amount: Amount
    until: str = "attack"
    set: bool = False


class Grant(_Word, frozen=True, kw_only=True):
    """Give those an ability for a duration."""

    to: Those
    ability: Ability
    until: str = "battle"


class Silence(_Word, frozen=True, kw_only=True):
    """The named keyword (or every ability, if empty) of those does not work for a duration."""

    of: Those
    keyword: str = ""
    until: str = "battle"


class Allow(_Word, frozen=True, kw_only=True):
    """Override a clause by its code for those: `permit` makes it hold, otherwise it fails.

    `whom` limits it to the other unit of an attack being one of these ("can't attack Jedi").
    """

    clause: str
    who: Those
    permit: bool = True
    until: str = "turn"
    whom: Those | None = None


class Oblige(_Word, frozen=True, kw_only=True):
    """Those must attack (or be attacked by) something they can attack."""

    who: Those
    must_attack: Those
    until: str = "turn"


class Tax(_Word, frozen=True, kw_only=True):
    """What the named kind of declaration costs more (or less) Force."""

    kind: str
    force: int
    side: str = "any"
    until: str = "turn"


class Retreat(_Word, frozen=True, kw_only=True):
    """Move those to their build zone; not tapped by it."""

    what: Those


class MoveTo(_Word, frozen=True, kw_only=True):
    """Move those to another zone: an arena, "build", "hand", "discard", "deck top", "deck bottom", "out".

    "This" in an effect that triggers as its card is discarded is the card in the discard pile; `yours` says
    that the text means the controller's own discard pile.
    """

    what: Those
    to: str
    yours: bool = False


class Discard(_Word, frozen=True, kw_only=True):
    """Discard those from the table."""

    what: Those


class DiscardCards(_Word, frozen=True, kw_only=True):
    """A player discards cards from hand, of his or her choice unless at random; `types` as on their type line, "unit"
    for every unit card.
    """

    who: str = "opponent"
    amount: Amount = 1
    at_random: bool = False
    whole_hand: bool = False
    types: tuple[str, ...] = ()


class Tap(_Word, frozen=True, kw_only=True):
    """Tap those."""

    what: Those


class Untap(_Word, frozen=True, kw_only=True):
    """Untap those."""

    what: Those


class Draw(_Word, frozen=True, kw_only=True):
    """A player draws cards."""

    amount: Amount = 1
    who: str = "you"


class GainForce(_Word, frozen=True, kw_only=True):
    """A player gains Force."""

    amount: Amount
    who: str = "you"


class LoseForce(_Word, frozen=True, kw_only=True):
    """A player loses Force, down to none at most."""

    amount: Amount
    who: str = "opponent"


class GainPoints(_Word, frozen=True, kw_only=True):
    """A player gains (or loses) build points this turn."""

    amount: Amount
    who: str = "you"


class AddCounters(_Word, frozen=True, kw_only=True):
    """Put build counters on those (or take them off when negative)."""

    on: Those
    amount: Amount


class RollDice(_Word, frozen=True, kw_only=True):
    """Roll dice; results of `at_least` or more are counted into `into`."""

    amount: Amount
    into: str = "rolled"
    at_least: int = 1
    who: str = "you"


class TakeControl(_Word, frozen=True, kw_only=True):
    """A player controls those for a duration ("permanent" for good)."""

    of: Those
    who: str = "you"
    until: str = "turn"


class Redirect(_Word, frozen=True, kw_only=True):
    """The attack now goes to that unit instead, if the attacker can attack it."""

    to: Those = THIS


class AttackWith(_Word, frozen=True, kw_only=True):
    """Have a unit attack another, as an attack of its own."""

    unit: Those
    on: Those


class Disrupt(_Word, frozen=True, kw_only=True):
    """Negate what was just played; `unless` lets its player pay Force to save it."""

    of: tuple[str, ...] = ("battle", "activated", "mission")
    unless_force: int | None = None


class Choose(_Word, frozen=True, kw_only=True):
    """Bind those chosen to a name. `when` is "playing" (an argument) or "resolving" (a question)."""

    into: str
    among: Those
    least: int = 1
    most: int = 1
    who: str = "you"
    when: str = "playing"


class ChooseArena(_Word, frozen=True, kw_only=True):
    """Bind an arena to a name."""

    into: str = "arena"
    when: str = "playing"


class OneOfThese(_Word, frozen=True, kw_only=True):
    """Modal choice, made when playing: exactly one of the options is carried out."""

    options: tuple[tuple[Instruction, ...], ...]


class If(_Word, frozen=True, kw_only=True):
    """Carry one or the other out."""

    condition: Condition
    then: tuple[Instruction, ...] = ()
    otherwise: tuple[Instruction, ...] = ()


class May(_Word, frozen=True, kw_only=True):
    """A player may have it done, paying the cost if there is one; `otherwise` if not."""

    do: tuple[Instruction, ...]
    cost: Cost = FREE
    who: str = "you"
    otherwise: tuple[Instruction, ...] = ()


class ForEach(_Word, frozen=True, kw_only=True):
    """Carry it out once for each of those, bound to a name."""

    of: Those
    do: tuple[Instruction, ...]
    into: str = "it"


class Bind(_Word, frozen=True, kw_only=True):
    """Bind stacks to a name; what `ForEach` unrolls into."""

    into: str
    stacks: tuple[int, ...]


class Later(_Word, frozen=True, kw_only=True):
    """Delayed effect: when the event happens (once, or each time until it expires), do this.

    Bound names keep what they were bound to when the effect was created.
    """

    when: Event
    do: tuple[Instruction, ...]
    until: str = "turn"
    repeats: bool = False


class Instead(_Word, frozen=True, kw_only=True):
    """Replacement: the next time (or each time) the event would happen, do this instead."""

    event: Event
    do: tuple[Instruction, ...] = ()
    until: str = "turn"
    repeats: bool = False
    may: bool = False


class ExtraStep(_Word, frozen=True, kw_only=True):
    """A player gets one more step of this kind ("build") this turn, right after the one at work."""

    step: str = "build"
    who: str = "you"


class DeployBuilt(_Word, frozen=True, kw_only=True):
    """A face-down unit is deployed as was declared; what playing Hidden Cost does where it is activated."""

    stack: int
    stay: bool = False
    onto: int = 0
    beneath: bool = False


class ByHand(_Word, frozen=True, kw_only=True):
    """A manual instruction: the seat *judge* is asked to carry it out. `touches` names what it may change."""

    key: str
    touches: tuple[str, ...] = ()


Instruction = Union[  # noqa: UP007
    Damage, PlaceDamage, RemoveDamage, Prevent, Reroll, Modify, Grant, Silence, Allow, Oblige, Tax, Retreat, MoveTo,
    Discard, DiscardCards, Tap, Untap, Draw, GainForce, LoseForce, GainPoints, AddCounters, RollDice, TakeControl,
    Redirect, AttackWith, Disrupt, Choose, ChooseArena, OneOfThese, If, May, ForEach, Bind, Later, Instead, ExtraStep,
    DeployBuilt, ByHand,
]  # fmt: skip


# --- events that effects wait for -----------------------------------------------------------


class Event(_Word, frozen=True, kw_only=True):
    """A kind of event, with who it happens to.

    `kind`: attacks, attacked, attack ends, damaged, damages, discarded, deployed, retreats,
    retreated, moved, rolled, prevented, played, phase starts, step starts, phase ends, step ends,
    build roll, turn ends, controlled, would be discarded, would be damaged ...
    `to` is the thing it happens to, `by` the thing that does it, `at` the phase or step meant
    ("battle", "space", "build", "your build", ...).
    """

    kind: str
    to: Those | None = None
    by: Those | None = None
    at: str = ""


# --- abilities ------------------------------------------------------------------------------


class Static(_Word, frozen=True, kw_only=True):
    """On while its card is in an arena (and the condition is met): continuous changes."""

    changes: tuple[Modify | Grant | Allow | Oblige | Tax | Silence | Instead, ...]
    condition: Condition | None = None


class Triggered(_Word, frozen=True, kw_only=True):
    """When the event happens and the condition is met, do this; `may` leaves it to the controller.

    `chance` is "reroll", "prevention" or "disrupt" for triggers that wait for such a chance,
    "build step" for those of the pool at the start of a build step, else empty.
    """

    when: Event
    do: tuple[Instruction, ...]
    condition: Condition | None = None
    may: bool = False
    chance: str = ""
    keyword: str = ""


class Activated(_Word, frozen=True, kw_only=True):
    """Cost -> effect. `only` restricts when it may be played: "build step", "would attack",
    "no attack", "attack", "attacked"; empty: by what it does. `keyword` names the keyword it is.
    """

    do: tuple[Instruction, ...]
    cost: Cost = FREE
    only: str = ""
    condition: Condition | None = None
    keyword: str = ""


class Play(_Word, frozen=True, kw_only=True):
    """What a Battle card or Mission does: its cost (Battle) and effect, and its Enhance if it has one."""

    do: tuple[Instruction, ...]
    cost: Cost = FREE
    only: str = ""
    condition: Condition | None = None
    enhance: Play | None = None


class Keyword(_Word, frozen=True, kw_only=True):
    """A keyword ability as printed: name in lower case, its X, its cost; expanded by `keywords`.

    For Bounty `do` holds what is gained; for Upkeep `costs` the alternatives.
    """

    name: str
    x: int = 0
    cost: Cost = FREE
    costs: tuple[Cost, ...] = ()
    do: tuple[Instruction, ...] = ()


class PilotOf(_Word, frozen=True, kw_only=True):
    """The Pilot ability: which subtypes may be piloted and what the piloted unit gets."""

    subtypes: tuple[str, ...]
    gives: tuple[Ability, ...] = ()


class EquipTo(_Word, frozen=True, kw_only=True):
    """Equipment: to which of your units it may be attached, for what cost, and what that unit gets."""

    to: Those
    cost: Cost = FREE
    gives: tuple[Ability, ...] = ()


class Reserves(_Word, frozen=True, kw_only=True):
    """The ability works when, and only when, its unit is in the build zone."""

    ability: Ability


class TreatAs(_Word, frozen=True, kw_only=True):
    """A stand-alone text that adds a subtype in every zone."""

    subtype: str


class Manual(_Word, frozen=True, kw_only=True):
    """A paragraph that is not executed. `key` identifies it, `form` says what it seems to be,
    `touches` what it may change or read; `cost` is its Force cost if the text shows one.
    """

    key: str
    form: str = "static"
    touches: tuple[str, ...] = ()
    cost: Cost = FREE
    only: str = ""


Ability = Union[  # noqa: UP007
    Static, Triggered, Activated, Play, Keyword, PilotOf, EquipTo, Reserves, TreatAs, Manual,
]  # fmt: skip
