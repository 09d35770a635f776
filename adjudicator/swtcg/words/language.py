"""The effect language: what card texts say, as frozen values.

A card's text is a tuple of abilities (one per paragraph). An ability has a form (static,
triggered, activated, Battle, Mission, ...) and, where it does something, a list of instructions.
Instructions name what they act on with selectors over the table or with a name bound earlier
in the same effect ("that unit"). Nothing here knows the rules; rooms give these values meaning.

Four states of a paragraph: understood (any ability below), by hand (the same, with a reason in
the catalogue), read (the same beside a `Manual`, for a part of it is not carried out yet: `ahead`)
and `Manual` (not executed; names what it may touch).
"""

from __future__ import annotations

from typing import Union

from adjudicator.swtcg.words.changes import (
    CLAUSES,
    DURATIONS,
    Allow,
    BattleOrder,
    Copy,
    FromAside,
    Modify,
    Oblige,
    Silence,
    TakeControl,
    Tax,
)
from adjudicator.swtcg.words.choices import (
    AtArena,
    Bid,
    Bind,
    Choose,
    ChooseArena,
    ChooseNumber,
    ChoosePlayer,
    Let,
    LookAt,
    Mean,
    NameCard,
    Show,
    Shuffle,
    Top,
)
from adjudicator.swtcg.words.instructions import (
    AddCounters,
    AddMarks,
    AdjustRoll,
    AttachTo,
    AttackWith,
    ByHand,
    CompleteBuilt,
    Damage,
    DamageDone,
    Deploy,
    DeployBuilt,
    Discard,
    DiscardCards,
    Disrupt,
    Draw,
    EndAttack,
    EndBattle,
    ExtraStep,
    GainForce,
    GainPoints,
    LoseForce,
    MoreDice,
    MoveDamage,
    MoveTo,
    PlaceDamage,
    Prevent,
    Rearrange,
    Redirect,
    RemoveDamage,
    Reroll,
    Retreat,
    RollDice,
    SkipStep,
    StepOrder,
    Tap,
    ToBottom,
    Untap,
    Win,
)
from adjudicator.swtcg.words.terms import (
    CARD_IN_PLAY,
    FREE,
    PILOT_TEXT,
    STATS,
    THIS,
    TIMES,
    UNIT_OR_PILOT,
    UNITS,
    ZERO_FORCE,
    Amount,
    AnyOf,
    Both,
    Capped,
    Compare,
    Condition,
    Controls,
    Cost,
    Count,
    Event,
    Half,
    Happened,
    InPhase,
    Not,
    Often,
    Stat,
    Sum,
    Tally,
    There,
    Those,
    Times,
    Where,
    Word,
    X,
)

# --- instructions ---------------------------------------------------------------------------


class Grant(Word, frozen=True, kw_only=True):
    """Give those an ability for a duration; `later` as in `Modify`."""

    to: Those
    ability: Ability
    until: str = "battle"
    condition: Condition | None = None
    later: bool = False


class OneOfThese(Word, frozen=True, kw_only=True):
    """Modal choice, made when playing: exactly one of the options is carried out. `who` chooses in what triggers."""

    options: tuple[tuple[Instruction, ...], ...]
    who: str = "you"


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


class Generate(Word, frozen=True, kw_only=True):
    """Subordinates come out of the supply into an arena, not deployed: so many of this name and these numbers.

    `side` is what is printed (empty: their player's), `gives` what they can do. `to` is an arena or "there" (the one
    chosen); with `beside` the arena of what is bound to that name. The new units are bound to `into`.
    """

    name: str
    speed: int
    power: int
    health: int
    to: str
    amount: Amount = 1
    subtypes: str = ""
    side: str = ""
    gives: tuple[Ability, ...] = ()
    beside: str = ""
    into: str = "generated"


class ForEach(Word, frozen=True, kw_only=True):
    """Carry it out once for each of those, bound to a name."""

    of: Those
    do: tuple[Instruction, ...]
    into: str = "it"


class Repeat(Word, frozen=True, kw_only=True):
    """Carry it out so many times."""

    times: Amount
    do: tuple[Instruction, ...]


class ForEachPlayer(Word, frozen=True, kw_only=True):
    """Carry it out for Dark, then for Light, who are "they" in it (side "theirs")."""

    do: tuple[Instruction, ...]


class ForEachArena(Word, frozen=True, kw_only=True):
    """Carry it out for each of these arenas, which is "there" in it."""

    do: tuple[Instruction, ...]
    arenas: tuple[str, ...] = ("space", "ground", "character")


class Divide(Word, frozen=True, kw_only=True):
    """A player divides an amount among those as he or she likes: for each the part is `share` and it is `into`.

    `up_to`: not all of it has to be used.
    """

    amount: Amount
    among: Those
    do: tuple[Instruction, ...]
    into: str = "it"
    share: str = "share"
    up_to: bool = False
    who: str = "you"


class Later(Word, frozen=True, kw_only=True):
    """Delayed effect: when the event happens (once, or each time until it expires), do this.

    Bound names keep what they were bound to when the effect was created. `chance` and `may` as in `Triggered`,
    `condition` is looked at when the event happens.
    """

    when: Event
    do: tuple[Instruction, ...]
    until: str = "turn"
    repeats: bool = False
    chance: str = ""
    may: bool = False
    condition: Condition | None = None


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
    DeployBuilt, ByHand, MoveDamage, AttachTo, Rearrange, AddMarks, AdjustRoll, EndAttack, ChooseNumber, ChoosePlayer,
    Bid, Let, Mean, Top, LookAt, Show, Shuffle, Win, Copy, BattleOrder, FromAside, Repeat, ForEachPlayer, ForEachArena,
    Divide, ToBottom, AtArena, StepOrder, MoreDice, Generate, Deploy, NameCard, CompleteBuilt,
    EndBattle, SkipStep, DamageDone,
]  # fmt: skip


# --- abilities ------------------------------------------------------------------------------


class Static(Word, frozen=True, kw_only=True):
    """On while its card is in an arena (and the condition is met): continuous changes. `keyword` names the keyword
    it is.
    """

    changes: tuple[Modify | Grant | Allow | Oblige | Tax | Silence | Instead | Copy | BattleOrder, ...]
    condition: Condition | None = None
    keyword: str = ""


class Triggered(Word, frozen=True, kw_only=True):
    """When the event happens and the condition is met, do this; `may` leaves it to the controller.

    `chance` is "reroll", "prevention" or "disrupt" for triggers that wait for such a chance, else empty. `limit`
    "turn": only the first time each turn; "use": until what it offers (`May`) has been taken once this turn.
    """

    when: Event
    do: tuple[Instruction, ...]
    condition: Condition | None = None
    may: bool = False
    chance: str = ""
    keyword: str = ""
    limit: str = ""


class Activated(Word, frozen=True, kw_only=True):
    """Cost -> effect. `only` restricts when it may be played (`TIMES`); empty: by what it does. `keyword` names the
    keyword it is. `limit`: "turn" once a turn, "2" (or another number) so many times a turn, "game" once a
    game, "any" any number of times, empty: by the rules.
    """

    do: tuple[Instruction, ...]
    cost: Cost = FREE
    only: str = ""
    condition: Condition | None = None
    keyword: str = ""
    limit: str = ""


class Play(Word, frozen=True, kw_only=True):
    """What a Battle card or Mission does: its cost (a Mission's beside its build cost), its effect, its Enhance.

    `meditate` is what the card costs from the discard pile, from which it may be played once more.
    """

    do: tuple[Instruction, ...]
    cost: Cost = FREE
    only: str = ""
    condition: Condition | None = None
    enhance: Play | None = None
    meditate: Cost | None = None


class Keyword(Word, frozen=True, kw_only=True):
    """A keyword ability as printed: name in lower case, its X, its cost; expanded by `keywords`.

    For Bounty `do` holds what is gained; for Upkeep `costs` the alternatives; for Stun `until` how long it lasts by the
    card's own reminder, where that differs from the edition's definition (rots.cards.card-beats-rule).
    """

    name: str
    x: int = 0
    cost: Cost = FREE
    costs: tuple[Cost, ...] = ()
    do: tuple[Instruction, ...] = ()
    until: str = ""


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


class Insert(Word, frozen=True, kw_only=True):
    """The top card of the stack has the ability, wherever in the stack the card with this lies."""

    ability: Ability


class Elsewhere(Word, frozen=True, kw_only=True):
    """The ability works while its card is in your "discard" pile or "hand", where "this" card is `Those(what="card",
    bound="this")`, or lies face down to be built ("built"). An activated one is played as a card is. What lies in a
    hand answers by declaration: nothing there is triggered, but played once it has happened.
    """

    zone: str
    ability: Ability


class Beneath(Word, frozen=True, kw_only=True):
    """The card may be stacked under those, whatever they are called, and never lies on top there; their stack may then
    have `room` more cards, and under them the card's own name does not count.
    """

    under: Those
    room: int = 0


class TreatAs(Word, frozen=True, kw_only=True):
    """A text that adds a subtype in every zone, takes one away (`lost`), or has a unit count as another type (`kind`)
    or name.
    """

    subtype: str = ""
    kind: str = ""
    lost: str = ""


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
    Static, Triggered, Activated, Play, Keyword, PilotOf, EquipTo, Reserves, Insert, Elsewhere, Beneath, TreatAs,
    Manual,
]  # fmt: skip

__all__ = [
    "CARD_IN_PLAY", "CLAUSES", "DURATIONS", "FREE", "PILOT_TEXT", "STATS", "THIS", "TIMES", "UNITS", "UNIT_OR_PILOT",
    "ZERO_FORCE", "Ability",
    "Activated", "AddCounters", "AddMarks", "AdjustRoll", "Allow", "Amount", "AnyOf", "AtArena", "AttachTo",
    "AttackWith", "BattleOrder", "Beneath", "Bid", "Bind", "Both", "ByHand", "Capped", "Choose", "ChooseArena",
    "ChooseNumber", "ChoosePlayer", "Compare", "CompleteBuilt", "Condition", "Controls", "Copy", "Cost", "Count",
    "Damage", "DamageDone", "Deploy", "DeployBuilt", "Discard", "DiscardCards", "Disrupt", "Divide", "Draw",
    "Elsewhere", "EndAttack", "EndBattle", "EquipTo", "Event", "ExtraStep", "ForEach", "ForEachArena", "ForEachPlayer",
    "FromAside", "GainForce",
    "GainPoints", "Generate", "Grant", "Half", "Happened", "If", "InPhase", "Insert", "Instead", "Instruction",
    "Keyword", "Later",
    "Let", "LookAt", "LoseForce", "Manual", "May", "Mean", "Modify", "MoreDice", "MoveDamage", "MoveTo", "NameCard",
    "Not", "Oblige", "Often", "OneOfThese", "PilotOf", "PlaceDamage", "Play", "Prevent", "Rearrange", "Redirect",
    "RemoveDamage", "Repeat", "Reroll", "Reserves", "Retreat", "RollDice", "Show", "Shuffle", "Silence", "SkipStep",
    "Stat", "Static", "StepOrder", "Sum", "TakeControl", "Tally", "Tap", "Tax", "There", "Those", "Times", "ToBottom",
    "Top", "TreatAs", "Triggered", "Untap", "Where", "Win", "X",
]  # fmt: skip
