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

from adjudicator.swtcg.effects.instructions import (
    AddCounters,
    Allow,
    AttackWith,
    Bind,
    ByHand,
    Choose,
    ChooseArena,
    Damage,
    DeployBuilt,
    Discard,
    DiscardCards,
    Disrupt,
    Draw,
    ExtraStep,
    GainForce,
    GainPoints,
    LoseForce,
    Modify,
    MoveTo,
    Oblige,
    PlaceDamage,
    Prevent,
    Redirect,
    RemoveDamage,
    Reroll,
    Retreat,
    RollDice,
    Silence,
    TakeControl,
    Tap,
    Tax,
    Untap,
)
from adjudicator.swtcg.effects.terms import (
    FREE,
    THIS,
    Amount,
    AnyOf,
    Both,
    Compare,
    Condition,
    Cost,
    Count,
    Event,
    Happened,
    InPhase,
    Not,
    Stat,
    There,
    Those,
    Word,
    X,
)

# --- instructions ---------------------------------------------------------------------------


class Grant(Word, frozen=True, kw_only=True):
    """Give those an ability for a duration."""

    to: Those
    ability: Ability
    until: str = "battle"


class OneOfThese(Word, frozen=True, kw_only=True):
    """Modal choice, made when playing: exactly one of the options is carried out."""

    options: tuple[tuple[Instruction, ...], ...]


class If(Word, frozen=True, kw_only=True):
    """Carry one or the other out."""

    condition: Condition
    then: tuple[Instruction, ...] = ()
    otherwise: tuple[Instruction, ...] = ()


class May(Word, frozen=True, kw_only=True):
    """A player may have it done, paying the cost if there is one; `otherwise` if not."""

    do: tuple[Instruction, ...]
    cost: Cost = FREE
    who: str = "you"
    otherwise: tuple[Instruction, ...] = ()


class ForEach(Word, frozen=True, kw_only=True):
    """Carry it out once for each of those, bound to a name."""

    of: Those
    do: tuple[Instruction, ...]
    into: str = "it"


class Later(Word, frozen=True, kw_only=True):
    """Delayed effect: when the event happens (once, or each time until it expires), do this.

    Bound names keep what they were bound to when the effect was created.
    """

    when: Event
    do: tuple[Instruction, ...]
    until: str = "turn"
    repeats: bool = False


class Instead(Word, frozen=True, kw_only=True):
    """Replacement: the next time (or each time) the event would happen, do this instead."""

    event: Event
    do: tuple[Instruction, ...] = ()
    until: str = "turn"
    repeats: bool = False
    may: bool = False


Instruction = Union[  # noqa: UP007 - msgspec resolves the alias at run time
    Damage, PlaceDamage, RemoveDamage, Prevent, Reroll, Modify, Grant, Silence, Allow, Oblige, Tax, Retreat, MoveTo,
    Discard, DiscardCards, Tap, Untap, Draw, GainForce, LoseForce, GainPoints, AddCounters, RollDice, TakeControl,
    Redirect, AttackWith, Disrupt, Choose, ChooseArena, OneOfThese, If, May, ForEach, Bind, Later, Instead, ExtraStep,
    DeployBuilt, ByHand,
]  # fmt: skip


# --- abilities ------------------------------------------------------------------------------


class Static(Word, frozen=True, kw_only=True):
    """On while its card is in an arena (and the condition is met): continuous changes."""

    changes: tuple[Modify | Grant | Allow | Oblige | Tax | Silence | Instead, ...]
    condition: Condition | None = None


class Triggered(Word, frozen=True, kw_only=True):
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


class Activated(Word, frozen=True, kw_only=True):
    """Cost -> effect. `only` restricts when it may be played: "build step", "would attack",
    "no attack", "attack", "attacked"; empty: by what it does. `keyword` names the keyword it is.
    """

    do: tuple[Instruction, ...]
    cost: Cost = FREE
    only: str = ""
    condition: Condition | None = None
    keyword: str = ""


class Play(Word, frozen=True, kw_only=True):
    """What a Battle card or Mission does: its cost (Battle) and effect, and its Enhance if it has one."""

    do: tuple[Instruction, ...]
    cost: Cost = FREE
    only: str = ""
    condition: Condition | None = None
    enhance: Play | None = None


class Keyword(Word, frozen=True, kw_only=True):
    """A keyword ability as printed: name in lower case, its X, its cost; expanded by `keywords`.

    For Bounty `do` holds what is gained; for Upkeep `costs` the alternatives.
    """

    name: str
    x: int = 0
    cost: Cost = FREE
    costs: tuple[Cost, ...] = ()
    do: tuple[Instruction, ...] = ()


class PilotOf(Word, frozen=True, kw_only=True):
    """The Pilot ability: which subtypes may be piloted and what the piloted unit gets."""

    subtypes: tuple[str, ...]
    gives: tuple[Ability, ...] = ()


class EquipTo(Word, frozen=True, kw_only=True):
    """Equipment: to which of your units it may be attached, for what cost, and what that unit gets."""

    to: Those
    cost: Cost = FREE
    gives: tuple[Ability, ...] = ()


class Reserves(Word, frozen=True, kw_only=True):
    """The ability works when, and only when, its unit is in the build zone."""

    ability: Ability


class TreatAs(Word, frozen=True, kw_only=True):
    """A stand-alone text that adds a subtype in every zone."""

    subtype: str


class Manual(Word, frozen=True, kw_only=True):
    """A paragraph that is not executed. `key` identifies it, `form` says what it seems to be,
    `touches` what it may change or read; `cost` is its Force cost if the text shows one.
    """

    key: str
    form: str = "static"
    touches: tuple[str, ...] = ()
    cost: Cost = FREE
    only: str = ""


Ability = Union[  # noqa: UP007 - msgspec resolves the alias at run time
    Static, Triggered, Activated, Play, Keyword, PilotOf, EquipTo, Reserves, TreatAs, Manual,
]  # fmt: skip

__all__ = [
    "FREE",
    "THIS",
    "Ability",
    "Activated",
    "AddCounters",
    "Allow",
    "Amount",
    "AnyOf",
    "AttackWith",
    "Bind",
    "Both",
    "ByHand",
    "Choose",
    "ChooseArena",
    "Compare",
    "Condition",
    "Cost",
    "Count",
    "Damage",
    "DeployBuilt",
    "Discard",
    "DiscardCards",
    "Disrupt",
    "Draw",
    "EquipTo",
    "Event",
    "ExtraStep",
    "ForEach",
    "GainForce",
    "GainPoints",
    "Grant",
    "Happened",
    "If",
    "InPhase",
    "Instead",
    "Instruction",
    "Keyword",
    "Later",
    "LoseForce",
    "Manual",
    "May",
    "Modify",
    "MoveTo",
    "Not",
    "Oblige",
    "OneOfThese",
    "PilotOf",
    "PlaceDamage",
    "Play",
    "Prevent",
    "Redirect",
    "RemoveDamage",
    "Reroll",
    "Reserves",
    "Retreat",
    "RollDice",
    "Silence",
    "Stat",
    "Static",
    "TakeControl",
    "Tap",
    "Tax",
    "There",
    "Those",
    "TreatAs",
    "Triggered",
    "Untap",
    "X",
]  # fmt: skip
