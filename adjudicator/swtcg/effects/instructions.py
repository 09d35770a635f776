"""Instructions that stand alone: what an effect does to the table, and the choices it asks for.

Those that hold other instructions or abilities are in `language`, with the union of all.
"""

from __future__ import annotations

from adjudicator.swtcg.effects.terms import THIS, Amount, Those, Word


class Damage(Word, frozen=True, kw_only=True):
    """Do damage to each of those; `dice` means that many dice of damage. `by` deals it."""

    to: Those
    amount: Amount
    dice: bool = False
    preventable: bool = True
    by: Those = THIS


class PlaceDamage(Word, frozen=True, kw_only=True):
    """Put damage counters on those; that is not damage and cannot be prevented."""

    on: Those
    amount: Amount


class RemoveDamage(Word, frozen=True, kw_only=True):
    """Remove damage counters; None means all of them."""

    of: Those
    amount: Amount | None = None


class Prevent(Word, frozen=True, kw_only=True):
    """Prevent up to an amount of damage about to be done to those; None means all of it.

    The amount prevented is bound to `into`.
    """

    to: Those = THIS
    amount: Amount | None = None
    into: str = "prevented"


class Reroll(Word, frozen=True, kw_only=True):
    """Have up to `most` of the dice just rolled rolled again (None: any number of them)."""

    most: Amount | None = None


class Modify(Word, frozen=True, kw_only=True):
    """Change a value of those for a duration.

    `stat`: speed, power, health, cost, accuracy, critical, lucky, overkill, armor, extra pilots,
    shields ... ; `set` replaces the value instead of adding to it.
    """

    of: Those
    stat: str
    amount: Amount
    until: str = "attack"
    set: bool = False


class Silence(Word, frozen=True, kw_only=True):
    """The named keyword (or every ability, if empty) of those does not work for a duration."""

    of: Those
    keyword: str = ""
    until: str = "battle"


class Allow(Word, frozen=True, kw_only=True):
    """Override a clause by its code for those: `permit` makes it hold, otherwise it fails.

    `whom` limits it to the other unit of an attack being one of these ("can't attack Jedi").
    """

    clause: str
    who: Those
    permit: bool = True
    until: str = "turn"
    whom: Those | None = None


class Oblige(Word, frozen=True, kw_only=True):
    """Those must attack (or be attacked by) something they can attack."""

    who: Those
    must_attack: Those
    until: str = "turn"


class Tax(Word, frozen=True, kw_only=True):
    """What the named kind of declaration costs more (or less) Force."""

    kind: str
    force: int
    side: str = "any"
    until: str = "turn"


class Retreat(Word, frozen=True, kw_only=True):
    """Move those to their build zone; not tapped by it."""

    what: Those


class MoveTo(Word, frozen=True, kw_only=True):
    """Move those to another zone: an arena, "build", "hand", "deck top", "deck bottom", "out".

    "This" in an effect that triggers as its card is discarded is the card in the discard pile; `yours` says
    that the text means the controller's own discard pile.
    """

    what: Those
    to: str
    yours: bool = False


class Discard(Word, frozen=True, kw_only=True):
    """Discard those from the table."""

    what: Those


class DiscardCards(Word, frozen=True, kw_only=True):
    """A player discards cards from hand, of his or her choice unless at random; `types` as on their type line, "unit"
    for every unit card.
    """

    who: str = "opponent"
    amount: Amount = 1
    at_random: bool = False
    whole_hand: bool = False
    types: tuple[str, ...] = ()


class Tap(Word, frozen=True, kw_only=True):
    """Tap those."""

    what: Those


class Untap(Word, frozen=True, kw_only=True):
    """Untap those."""

    what: Those


class Draw(Word, frozen=True, kw_only=True):
    """A player draws cards."""

    amount: Amount = 1
    who: str = "you"


class GainForce(Word, frozen=True, kw_only=True):
    """A player gains Force."""

    amount: Amount
    who: str = "you"


class LoseForce(Word, frozen=True, kw_only=True):
    """A player loses Force, down to none at most."""

    amount: Amount
    who: str = "opponent"


class GainPoints(Word, frozen=True, kw_only=True):
    """A player gains (or loses) build points this turn."""

    amount: Amount
    who: str = "you"


class AddCounters(Word, frozen=True, kw_only=True):
    """Put build counters on those (or take them off when negative)."""

    on: Those
    amount: Amount


class RollDice(Word, frozen=True, kw_only=True):
    """Roll dice; results of `at_least` or more are counted into `into`."""

    amount: Amount
    into: str = "rolled"
    at_least: int = 1
    who: str = "you"


class TakeControl(Word, frozen=True, kw_only=True):
    """A player controls those for a duration ("permanent" for good)."""

    of: Those
    who: str = "you"
    until: str = "turn"


class Redirect(Word, frozen=True, kw_only=True):
    """The attack now goes to that unit instead, if the attacker can attack it."""

    to: Those = THIS


class AttackWith(Word, frozen=True, kw_only=True):
    """Have a unit attack another, as an attack of its own."""

    unit: Those
    on: Those


class Disrupt(Word, frozen=True, kw_only=True):
    """Negate what was just played; `unless_force` is the Force for which its player may save it."""

    of: tuple[str, ...] = ("battle", "activated", "mission")
    unless_force: int | None = None


class Choose(Word, frozen=True, kw_only=True):
    """Bind those chosen to a name. `when` is "playing" (an argument) or "resolving" (a question)."""

    into: str
    among: Those
    least: int = 1
    most: int = 1
    who: str = "you"
    when: str = "playing"


class ChooseArena(Word, frozen=True, kw_only=True):
    """Bind an arena to a name."""

    into: str = "arena"
    when: str = "playing"


class Bind(Word, frozen=True, kw_only=True):
    """Bind stacks to a name; what `ForEach` unrolls into."""

    into: str
    stacks: tuple[int, ...]


class ExtraStep(Word, frozen=True, kw_only=True):
    """A player gets one more step of this kind ("build") this turn, right after the one at work."""

    step: str = "build"
    who: str = "you"


class DeployBuilt(Word, frozen=True, kw_only=True):
    """A face-down unit is deployed as was declared; what playing Hidden Cost does where it is activated."""

    stack: int
    stay: bool = False
    onto: int = 0
    beneath: bool = False


class ByHand(Word, frozen=True, kw_only=True):
    """A manual instruction: the seat *judge* is asked to carry it out. `touches` names what it may change."""

    key: str
    touches: tuple[str, ...] = ()
