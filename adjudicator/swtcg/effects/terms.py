"""The terms that effects are stated in: what is meant, how much, on which condition, at what cost.

They refer to no instruction and no ability; `language` builds on them. Nothing here knows the rules.
"""

from __future__ import annotations

from typing import Union

import msgspec


class Word(msgspec.Struct, frozen=True, tag=True, omit_defaults=True, kw_only=True):
    """Base of every word of the language."""


# --- what is meant --------------------------------------------------------------------------


class Those(Word, frozen=True, kw_only=True):
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


class Stat(Word, frozen=True, kw_only=True):
    """A value of one bound thing: power, speed, health, cost, total cost, damage, remaining health."""

    stat: str
    of: Those
    times: int = 1


Amount = Union[int, X, Count, Stat]  # noqa: UP007 - msgspec resolves the alias at run time


# --- conditions -----------------------------------------------------------------------------


class There(Word, frozen=True, kw_only=True):
    """There are at least `least` (and at most `most`) of those."""

    are: Those
    least: int = 1
    most: int | None = None


class Compare(Word, frozen=True, kw_only=True):
    """A number compared with another: how is one of >=, >, =, <, <=."""

    left: Amount
    how: str
    right: Amount


class InPhase(Word, frozen=True, kw_only=True):
    """The turn stands in a phase or step, by its name; `yours` for steps of one player."""

    at: str
    yours: bool | None = None


class Happened(Word, frozen=True, kw_only=True):
    """An event of this kind has happened this turn ("one of your Characters was discarded")."""

    event: str
    to: Those


class Both(Word, frozen=True, kw_only=True):
    """All of the conditions."""

    of: tuple[Condition, ...]


class AnyOf(Word, frozen=True, kw_only=True):
    """At least one of the conditions."""

    of: tuple[Condition, ...]


class Not(Word, frozen=True, kw_only=True):
    """The contrary."""

    of: Condition


Condition = Union[There, Compare, InPhase, Happened, Both, AnyOf, Not]  # noqa: UP007 - msgspec resolves the alias at run time


# --- costs ----------------------------------------------------------------------------------


class Cost(Word, frozen=True, kw_only=True):
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


# --- events that effects wait for ------------------------------------------------------------


class Event(Word, frozen=True, kw_only=True):
    """A kind of event, with who it happens to.

    `kind`: a word of `events.MATCHERS` (attacks, damaged, discarded, phase starts, would be damaged ...), or for a
    replacement one of `replacement.WOULD` (would be discarded, would draw ...).
    `to` is the thing it happens to, `by` the thing that does it, `at` the phase or step meant
    ("battle", "space", "build", "your build", ...).
    """

    kind: str
    to: Those | None = None
    by: Those | None = None
    at: str = ""
