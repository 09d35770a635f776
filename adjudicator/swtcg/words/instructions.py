"""Instructions that stand alone: what an effect does to the table.

Those that leave a change behind are in `changes`, those that choose or bind in `choices`; those that hold other
instructions or abilities are in `language`, with the union of all.
"""

from __future__ import annotations

from adjudicator.swtcg.words.terms import THIS, Amount, Those, Word


class Damage(Word, frozen=True, kw_only=True):
    """Do damage to each of those; `dice` means that many dice of damage. `by` deals it.

    `not_by` names keywords that can't be used to prevent it ("your opponent can't use Evade to prevent that damage");
    `only_by`: nothing but such things can, and no card from a hand. How much of it was done is bound to `into`, if
    that is said.
    """

    to: Those
    amount: Amount
    dice: bool = False
    preventable: bool = True
    by: Those = THIS
    not_by: tuple[str, ...] = ()
    only_by: Those | None = None
    into: str = ""


class DamageDone(Word, frozen=True, kw_only=True):
    """How much damage a source has done since so many of this turn's events, bound to a name; what `Damage` leaves to
    be found out.
    """

    into: str
    source: int
    since: int


class PlaceDamage(Word, frozen=True, kw_only=True):
    """Put damage counters on those; that is not damage and cannot be prevented."""

    on: Those
    amount: Amount


class RemoveDamage(Word, frozen=True, kw_only=True):
    """Remove damage counters; None means all of them, `all_but` all but so many. How many went is bound to `into`."""

    of: Those
    amount: Amount | None = None
    all_but: int = 0
    into: str = "removed"


class MoveDamage(Word, frozen=True, kw_only=True):
    """Move damage counters from one thing to another; None means all of them."""

    of: Those
    to: Those
    amount: Amount | None = None


class Prevent(Word, frozen=True, kw_only=True):
    """Prevent up to an amount of damage about to be done to those; None means all of it.

    The amount prevented is bound to `into`; `all_but` leaves so much. In a trigger of "would be damaged" it is the
    damage that set it off. With `by` it is all that those are about to do, whatever to.
    """

    to: Those = THIS
    amount: Amount | None = None
    into: str = "prevented"
    all_but: int = 0
    by: Those | None = None


class Reroll(Word, frozen=True, kw_only=True):
    """Have up to `most` of the dice just rolled rolled again (None: any number of them), or `all` of them; `attack`:
    only dice rolled for an attack.
    """

    most: Amount | None = None
    all: bool = False
    attack: bool = False


class MoreDice(Word, frozen=True, kw_only=True):
    """So many more dice are rolled to those of the roll at work, by whoever rolls it."""

    amount: Amount


class Retreat(Word, frozen=True, kw_only=True):
    """Move those to their build zone; not tapped by it."""

    what: Those


class MoveTo(Word, frozen=True, kw_only=True):
    """Move those to another zone: an arena, "arena" (their own), "there" (the arena chosen), "build", "hand", "out",
    "deck top", "deck bottom", "deck" (shuffled in), "discard", "aside", "under" (face down under `onto`), "stack"
    (into the stack `onto`, `beneath` its top card), "supply" (a Subordinate, back to its owner's).

    "This" in an effect that triggers as its card is discarded is the card in the discard pile; `yours` says
    that the text means the controller's own discard pile. Cards that stand nowhere come into play by it without being
    deployed: in an arena as new units, `tapped` or not, with so much `damage`; in the build zone, `face_down` with
    build `counters`. `face_down` also turns what stands on the table down, its covered cards and Pilots discarded.
    Several go back to a deck in the order that `who` chooses. `control` is who then controls them if not the owner.
    The cards moved are bound to `into`, those that come into play by it as what they are there.
    """

    what: Those
    to: str
    yours: bool = False
    counters: Amount = 0
    tapped: bool = False
    damage: Amount = 0
    face_down: bool = False
    onto: Those = THIS
    beneath: bool = True
    who: str = ""
    control: str = ""
    into: str = ""


class AttachTo(Word, frozen=True, kw_only=True):
    """Move a Pilot or Equipment onto a unit, if it may be there."""

    what: Those
    host: Those


class Rearrange(Word, frozen=True, kw_only=True):
    """Choose the top card of a stack anew: a card under it is put on top; `until` it is put at the bottom again."""

    what: Those
    until: str = "permanent"


class ToBottom(Word, frozen=True, kw_only=True):
    """A card goes to the bottom of its stack again; what `Rearrange` leaves for later."""

    stack: int
    card: int


class AddMarks(Word, frozen=True, kw_only=True):
    """Put counters of a kind of the card's own on those ("mastery"); negative takes off, None takes off all."""

    on: Those
    mark: str
    amount: Amount | None = 1
    into: str = "removed"


class Discard(Word, frozen=True, kw_only=True):
    """Discard those: from the table, or cards chosen in a hand, deck or elsewhere."""

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
    """A player gains (or loses) build points this turn; `spend` has them spent at once, as in a build step."""

    amount: Amount
    who: str = "you"
    spend: bool = False


class AddCounters(Word, frozen=True, kw_only=True):
    """Put build counters on those (or take them off when negative, None: all); how many went is bound to `into`."""

    on: Those
    amount: Amount | None
    into: str = "removed"


class RollDice(Word, frozen=True, kw_only=True):
    """Roll dice; results of `at_least` or more are counted into `into`."""

    amount: Amount
    into: str = "rolled"
    at_least: int = 1
    who: str = "you"


class AdjustRoll(Word, frozen=True, kw_only=True):
    """Change the result of the roll at work by up to so much, up or down, within a die's faces (the build roll)."""

    by: int = 1


class Redirect(Word, frozen=True, kw_only=True):
    """The attack now goes to that unit instead, if the attacker can attack it."""

    to: Those = THIS


class AttackWith(Word, frozen=True, kw_only=True):
    """Have a unit attack another, as an attack of its own."""

    unit: Those
    on: Those


class EndAttack(Word, frozen=True, kw_only=True):
    """The attack going on is over, with nothing more of it to come."""


class EndBattle(Word, frozen=True, kw_only=True):
    """The battle phase is over, with the attack and the chance going on and every battle still to come."""


class Disrupt(Word, frozen=True, kw_only=True):
    """Negate what was just played, or an "attack" that is declared, the "deployment" of a unit, the "completion" of any
    card; `unless_force` is the Force for which its player may save it.

    `printed_at_most` is the highest printed Force cost it may have; `bars` says that it may not be played again
    this turn; `whose` limits it to the abilities of those. `away` is the zone of its owner ("hand", "out", "deck top",
    "deck bottom") that the card goes to instead of the discard pile.
    """

    of: tuple[str, ...] = ("battle", "activated", "mission")
    unless_force: int | None = None
    printed_at_most: int | None = None
    bars: bool = False
    whose: Those | None = None
    away: str = ""


class Win(Word, frozen=True, kw_only=True):
    """A player wins the game."""

    who: str = "you"


class ExtraStep(Word, frozen=True, kw_only=True):
    """A player gets one more step of this kind ("build") this turn, right after the one at work.

    "battle" is one more battle in `arena` ("there": the one chosen); without `in_vain` only where somebody could win
    it: where a unit can attack another.
    """

    step: str = "build"
    who: str = "you"
    arena: str = "there"
    in_vain: bool = True


class StepOrder(Word, frozen=True, kw_only=True):
    """The build and retreat steps of this turn that are still to come are these, in this order ("build opponent",
    "retreat you"); a build step that is going on stops.
    """

    steps: tuple[str, ...]


class SkipStep(Word, frozen=True, kw_only=True):
    """A player skips the next step of this kind that he or she would have ("build", "draw", "retreat", "untap")."""

    step: str
    who: str = "you"


class Deploy(Word, frozen=True, kw_only=True):
    """Turn up what lies partially built among those and deploy it to its arena, whatever it has of its cost."""

    what: Those


class DeployBuilt(Word, frozen=True, kw_only=True):
    """A face-down unit is deployed as was declared; what playing Hidden Cost does where it is activated."""

    stack: int
    stay: bool = False
    onto: int = 0
    beneath: bool = False
    arena: str = ""


class CompleteBuilt(Word, frozen=True, kw_only=True):
    """A face-down card is completed as was declared, once its Alternative Cost is paid."""

    stack: int
    stay: bool = False
    onto: int = 0
    beneath: bool = False
    arena: str = ""


class ByHand(Word, frozen=True, kw_only=True):
    """A manual instruction: the seat *judge* is asked to carry it out. `touches` names what it may change."""

    key: str
    touches: tuple[str, ...] = ()
