"""The terms that effects are stated in: what is meant, how much, on which condition, at what cost.

They refer to no instruction and no ability; `language` builds on them. Nothing here knows the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Union

import msgspec


class Word(msgspec.Struct, frozen=True, tag=True, omit_defaults=True, kw_only=True):
    """Base of every word of the language."""


def within(value: object) -> Iterator[Word]:
    """All words in what is said in the language, itself included; outer before inner, in order."""
    if isinstance(value, Word):
        yield value
        value = tuple(getattr(value, name) for name in value.__struct_fields__)
    if isinstance(value, tuple):
        for each in value:
            yield from within(each)


def with_parts(value: Any, made: Callable[[Any], Any]) -> Any:
    """The same with each of its parts as `made` makes it; itself where that changes none."""
    if isinstance(value, tuple):
        return tuple(made(each) for each in value)
    if not isinstance(value, msgspec.Struct):
        return value
    said = {name: old for name in value.__struct_fields__ if (old := getattr(value, name)) is not None}
    changed = {name: new for name, old in said.items() if (new := made(old)) != old}
    return msgspec.structs.replace(value, **changed) if changed else value


# --- what is meant --------------------------------------------------------------------------


class Those(Word, frozen=True, kw_only=True):
    """A selector: every noun phrase of a text is one of these.

    `what`: unit, pilot, unit or pilot (called by name, subtype or type alone), equipment, location, stack (anything
    standing on the table; what is bound may be a card face down as well), built (face down in a build zone, "partially
    built"), card in play (a unit or Pilot where the word card is said of it: "a Jedi Character card in any arena"),
    card (a card that stands nowhere: in a
    hand, a deck, a discard pile, under a unit).
    `side`: yours, opponents, any (seen from the effect's controller), theirs (of the player of `ForEachPlayer`),
    players (of the player chosen by `ChoosePlayer`).
    `zones`: arenas and/or "build"; empty means the three arenas; "here" the arena of this card, "there" the
    arena chosen. For cards: hand, deck, deck top, discard, out, aside, under (face down under this card).
    `bound` takes what is bound to a name instead of looking at the table, and the other conditions then filter it;
    "this" is the card with the effect (its own name in `name` filters nothing), "attacker" and "defender" the units
    of the current attack.
    `types`: of one of these; "there" is the type that is called as the arena chosen.
    `bound` "drawn" are the cards of a draw, for a trigger that shows them (its chance is "reveal").
    `any_of`: one of these as well; `but`: none of those ("non-Jedi", "other than that unit").
    `where`: what numbers it has to have; of a card that stands nowhere "itself" is that card. `lowest` and `highest`
    leave those with the least or most of a value.
    `attacking_whom`, `attacked_by`, `mode` ("bombard", "ion cannon", "barrage"): in the attack going on. In a lasting
    change these, `attacking` and `defending` are looked at anew at every moment ("as long as it is attacking"), the
    rest once.
    `in_reach_of` and `alongside` name a bound unit that could attack it, or stands in the same arena (a card: is of
    that arena's type).
    `name_of`: of the same name as the bound one, or of the name that was said, `line_of`: a card of the same complete
    type line. `was_attacked_by`: attacked by one of those this turn. `aboard`: a Pilot or Equipment on what is bound to
    that name.
    `card_side`: light, dark or neutral as printed. `keyword`: with that keyword; "pilot" is a card with a Pilot text.
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
    any_of: tuple[Those, ...] = ()
    but: Those | None = None
    card_side: str = ""
    where: tuple[Where, ...] = ()
    lowest: str = ""
    highest: str = ""
    attacking_whom: Those | None = None
    attacked_by: Those | None = None
    was_attacked_by: Those | None = None
    has_attacked: bool | None = None
    mode: str = ""
    stacked: bool | None = None
    piloted_by: Those | None = None
    equipped_by: Those | None = None
    name_of: str = ""
    line_of: str = ""
    alongside: str = ""
    in_reach_of: str = ""
    aboard: str = ""


class Where(Word, frozen=True, kw_only=True):
    """A number that something has to have: its `stat` (`STATS`) compared by one of >=, >, =, <, <= with an amount."""

    stat: str
    how: str
    than: Amount


THIS = Those(what="stack", bound="this")

UNIT_OR_PILOT = "unit or pilot"
"""What is meant (`Those.what`) where the word unit is not said (rots.pilots.pilot-or-subtype-effects-apply)."""

CARD_IN_PLAY = "card in play"
"""What is meant where what stands in an arena is called a card: what it counts as there is not asked."""

UNITS = ("unit", UNIT_OR_PILOT)
"""What is meant where it is units, whether or not Pilots on units are meant with them."""

PILOT_TEXT = "pilot"
"""How `Those.keyword` calls the Pilot ability, which is a keyword too (rots.pilots.keyword-definition)."""


class X(Word, frozen=True, kw_only=True):
    """The X that was chosen when the effect was played, or a number bound to a name."""

    name: str = "x"
    times: int = 1
    half: bool = False
    plus: int = 0


class Count(Word, frozen=True, kw_only=True):
    """How many there are of something."""

    of: Those
    times: int = 1


STATS = (
    "power", "speed", "health", "remaining health", "cost", "total cost", "damage", "counters", "cards", "under",
    "printed power", "printed speed", "printed health", "printed cost", "force cost", "lucky", "shields", "accuracy",
    "marks:<kind>", "tens of speed", "hits of its last attack", "pilots", "equipment", "extra counters",
    "damage when discarded", "health when discarded",
)  # fmt: skip
"""The values that things have: "counters" are build counters, "cards" those of a stack, "under" those face down under
it, "extra counters" build counters beyond its cost, "pilots" and "equipment" how many are on it, "marks:<kind>" the
counters of a kind of its own ("marks:mastery"), "force cost" what a Battle card costs to play as printed. A card that
stands nowhere has printed ones, and if it died of damage this turn what it had "when discarded". "tens of speed" counts
1 for each full 10.
"""


class Stat(Word, frozen=True, kw_only=True):
    """A value (`STATS`) of one bound thing; of several the first, or by `over` the total, highest or lowest."""

    stat: str
    of: Those
    times: int = 1
    over: str = ""


class Tally(Word, frozen=True, kw_only=True):
    """A number of a player: force, points, hand, deck, discard, arenas (that he or she controls)."""

    of: str
    who: str = "you"


class Often(Word, frozen=True, kw_only=True):
    """How often cards of a kind have been "played" or "deployed" this turn, as `Happened` asks of them."""

    event: str
    to: Those
    times: int = 1


class Sum(Word, frozen=True, kw_only=True):
    """Amounts added together."""

    of: tuple[Amount, ...]


class Times(Word, frozen=True, kw_only=True):
    """An amount so many times (-1: the contrary, for a difference in a `Sum`)."""

    of: Amount
    times: int


class Half(Word, frozen=True, kw_only=True):
    """Half of an amount, rounded down unless `up`."""

    of: Amount
    up: bool = False


class Capped(Word, frozen=True, kw_only=True):
    """An amount, but at most so much."""

    of: Amount
    most: Amount


Amount = Union[int, X, Count, Stat, Tally, Often, Sum, Times, Half, Capped]  # noqa: UP007 - msgspec resolves the alias at run time


# --- conditions -----------------------------------------------------------------------------


class There(Word, frozen=True, kw_only=True):
    """There are at least `least` (and at most `most`) of those."""

    are: Those
    least: int = 1
    most: int | None = None


class Compare(Word, frozen=True, kw_only=True):
    """A number compared with another: how is one of >=, >, =, <, <=, or "beats": yours is greater, or wins the tie."""

    left: Amount
    how: str
    right: Amount


class InPhase(Word, frozen=True, kw_only=True):
    """The turn stands in a phase or step, by its name; `yours` for steps of one player. "battle start" is the start of
    the battle phase, before the first battle (ruling 0025).
    """

    at: str
    yours: bool | None = None


class Happened(Word, frozen=True, kw_only=True):
    """An event of this kind has happened this turn ("one of your Characters was discarded", "attacked", "was attacked",
    "did damage", "was damaged"), also to what has left since; `since` "attack": and no unit has attacked since. Of
    "played" and "deployed" `to` is a card as printed, of whoever played or deployed it. `least`: so many times.
    """

    event: str
    to: Those
    since: str = ""
    least: int = 1


class Controls(Word, frozen=True, kw_only=True):
    """A player controls an arena ("there": the one chosen); who "nobody": neither does."""

    arena: str
    who: str = "you"


class Both(Word, frozen=True, kw_only=True):
    """All of the conditions."""

    of: tuple[Condition, ...]


class AnyOf(Word, frozen=True, kw_only=True):
    """At least one of the conditions."""

    of: tuple[Condition, ...]


class Not(Word, frozen=True, kw_only=True):
    """The contrary."""

    of: Condition


Condition = Union[There, Compare, InPhase, Happened, Controls, Both, AnyOf, Not]  # noqa: UP007 - msgspec resolves the alias at run time


# --- costs ----------------------------------------------------------------------------------


class Cost(Word, frozen=True, kw_only=True):
    """What has to be paid: Force, build points, tapping this, discarding or counters on things.

    `x` marks a Force cost of "any amount"/X on top of `force`, `x_points` the same of build points, `x_counters`
    that X damage counters are put on `counters_on`. `discard_count`, `tap_count` and `counters` say how many, a
    `tap_count` of 0 as many as the player likes;
    `whole_hand` discards all of it. `retreat` retreats, `out` removes cards of a discard pile from the game
    (`out_count`), `show` has a card shown, `show_built` one that lies face down to be built, `mill` discards so
    many cards of the top of the deck, `mill_theirs` of the opponent's. `discard_kind` is what the `discard_cards`
    have to be; `marks` the kind of counters of its own, of which `marks_count` are taken off this card,
    or `marks_amount` (negative: put) of whatever `marks_of` says, which is carried out of a Resource. `amount` is
    Force on top of `force` by what is so when it is paid. What pays is bound to "discarded", "tapped", "damaged",
    "retreated", "shown" and "out".
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
    discard_count: int = 1
    tap_count: int = 1
    counters: int = 1
    x_counters: bool = False
    whole_hand: bool = False
    retreat: Those | None = None
    out: Those | None = None
    out_count: int = 1
    show: Those | None = None
    show_built: Those | None = None
    mill: int = 0
    mill_theirs: int = 0
    amount: Amount | None = None
    discard_kind: Those | None = None
    marks: str = ""
    marks_count: int = 1
    marks_of: Those | None = None
    marks_amount: Amount | None = None

    @property
    def of_x(self) -> bool:
        """Whether its player says how much is paid: X Force, X build points, or X counters of either kind."""
        return self.x or self.x_points or self.x_counters or self.of_x_marks

    @property
    def of_x_marks(self) -> bool:
        """Whether X counters of a kind of their own are taken off, or put on."""
        return self.marks_of is not None and any(isinstance(each, X) for each in within(self.marks_amount))

    @property
    def plain(self) -> bool:
        """Whether it is Force, build points and the tapping of its own unit, and nothing that has to be looked for."""
        return (
            (self.amount is None or self.amount == 0)
            and self.discard is None
            and self.tap_others is None
            and self.counters_on is None
            and self.retreat is None
            and self.out is None
            and self.show is None
            and self.show_built is None
            and not (self.discard_cards or self.whole_hand or self.mill or self.mill_theirs)
        )


FREE = Cost()

ZERO_FORCE = Cost(amount=0)
"""0 Force, which is a Force cost, where FREE would be none at all: of a Retaliate, which may be printed bare."""


# --- events that effects wait for ------------------------------------------------------------


class Event(Word, frozen=True, kw_only=True):
    """A kind of event, with who it happens to.

    `kind`: a word of `events.MATCHERS` (attacks, damaged, discarded, phase starts, would be damaged ...), or for a
    replacement one of `replacement.WOULD` (would be discarded, would draw ...).
    `to` is the thing it happens to, `by` the thing that does it (of "gets counters": with `other` no card of this
    name), `at` the phase or step meant ("battle", "space", "build", "your build", "here": of this card's arena), for
    "discarded" the zone it leaves.
    Of "comes about" nothing is named: the condition of the ability has just become true. `fatal`: only damage that
    would get it discarded. "discarded" also binds "card it", the card that was on top, and
    "its cards", those of its Pilots included.
    """

    kind: str
    to: Those | None = None
    by: Those | None = None
    at: str = ""
    fatal: bool = False


# --- when something may be played ---------------------------------------------------------------

TIMES = (
    "build step", "would attack", "build step or would attack", "no attack", "attack", "attacked", "battle",
    "after attack", "before dice", "any time", "would be discarded", "as those chosen", "step end", "ending",
    "retreat step", "prevention", "build roll",
)  # fmt: skip
"""The restrictions of what is played: in your build step, when its unit would attack, in either, while no unit is
attacking, while one is (this one, or one of yours), while this unit is attacked, in the battle phase, after an attack
and before the next, before the attack dice are rolled, whenever you may say something, when damage is about to be done
by which what is chosen would be discarded (in the chance to prevent it, or in its own), whenever it is the time for an
activated ability of what is chosen, as a battle step ends, as an attack ends, in your retreat step
once you retreat no more units; in a chance to prevent damage, in that to reroll the build roll, whatever is done in it.
"""
