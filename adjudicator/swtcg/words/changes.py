"""Instructions that leave a change behind, which a static ability may hold as well."""

from __future__ import annotations

from adjudicator.swtcg.words.terms import Amount, Condition, Those, Word

DURATIONS = (
    "attack", "battle", "turn", "permanent", "attack ends", "step", "next turn", "next untap", "stun",
    "tapped", "next build", "chance", "next card",
)  # fmt: skip
"""How long something lasts: for this attack, until end of battle, until end of turn, until the game ends, until the
attack it was made in has ended, until the step going on ends ("until the end of the Character battle step"), until the
next turn ends, until its controller's next untap step has passed, as Stun says, as long as the card that made it stays
tapped (once it has untapped, tapping it again brings nothing back), until its controller's next build step starts,
until the chance to play or pass that is going on ends, until its controller plays a Battle card (which it is for).
"""


class Modify(Word, frozen=True, kw_only=True):
    """Change a value of those for a duration.

    `stat`: speed, power, health, cost (build counters to deploy, finish or complete), accuracy, critical hit, lucky,
    overkill, armor, shields, extra pilots, stack room, damage per hit, attack dice, divides hits, extra uses (of its
    activated abilities), damage done (times: `set`), extra damage; `set` replaces the value instead of adding to it.
    Whatever the amount is when an effect makes the change stays; in a `Static` it is counted anew. `whom`: only as far
    as such another is concerned (the extra Pilot). `floor`: it makes the value less, but not less than that.
    `condition` is looked at all the time ("as long as"). `later`: the text begins with the time ("until end of turn,
    each of your units ..."), so that an edition may have it reach those too that come in that time.
    """

    of: Those
    stat: str
    amount: Amount
    until: str = "attack"
    set: bool = False
    whom: Those | None = None
    condition: Condition | None = None
    floor: int | None = None
    later: bool = False


class Silence(Word, frozen=True, kw_only=True):
    """The named keyword (or every ability, if empty) of those does not work for a duration.

    It is lost. If it is said to have no effect (`vain`), it may still be played and trigger where an edition has it so.
    """

    of: Those
    keyword: str = ""
    until: str = "battle"
    condition: Condition | None = None
    vain: bool = False


class Allow(Word, frozen=True, kw_only=True):
    """Override a clause by its code (`CLAUSES`) for those: `permit` makes it hold, otherwise it fails.

    `whom` limits it to the other thing concerned: the other unit of an attack ("can't attack Jedi"), the Pilot, what
    would prevent the damage, the card played. `keyword` limits what is said of abilities to those of a keyword.
    """

    clause: str
    who: Those
    permit: bool = True
    until: str = "turn"
    whom: Those | None = None
    keyword: str = ""
    condition: Condition | None = None


CLAUSES: dict[str, str] = {
    "UNIT_MAY_ATTACK": "who may attack whom",
    "ATTACKS_THOUGH_TAPPED": "who may attack although it is tapped",
    "UNIT_MAY_BE_ATTACKED": "who may be attacked by whom",
    "DEFENDER_IN_SAME_ARENA": "who may attack whom in another arena",
    "DEFENDER_NOT_RETREATED": "who may attack whom in a build zone",
    "DEFENDER_IS_OPPONENTS": "who may attack whom of the same player",
    "DEFENDER_IS_ANOTHER": "who may attack itself",
    "ATTACKER_HAS_MODE": "who may use a mode (keyword: bombard, ion cannon, barrage) to attack whom",
    "RETREAT_ALLOWED": "who may retreat at all",
    "RETREATS_IN_ITS_STEP": "who may retreat in a retreat step",
    "MAY_GO_TO_ARENA": "who may go from the build zone to an arena in a build step, deployed or returning",
    "ARENA_IS_THE_LOCATIONS": "which Location may be put into any arena",
    "CARD_MAY_BE_PLAYED": "whose Battle cards may be played (who.side), or some of them only (whom, a card)",
    "CHOSEN_BY_CARDS": "who may be chosen by (whose: whom.side) Battle cards",
    "CHOSEN_BY_ABILITIES": "who may be chosen by (whose: whom.side) activated abilities",
    "DECK_MAY_BE_SEARCHED": "who may search his or her own deck (who.side)",
    "MISSION_MAY_BE_COMPLETED": "whose Missions may be completed (who.side)",
    "UNIT_MAY_BE_DEPLOYED": "which units may be deployed (keyword: hidden cost)",
    "DEPLOYED_UNTAPPED": "which units are deployed untapped",
    "ABILITY_MAY_BE_PLAYED": "of whom activated abilities (of a keyword) may be played",
    "DAMAGE_PREVENTABLE": "of whom damage may be prevented (by a keyword)",
    "DAMAGE_TO_IT_PREVENTABLE": "to whom damage may be prevented, whatever does it (by a keyword)",
    "DAMAGE_PREVENTABLE_BY": "what may prevent the damage of whom",
    "DEFENDER_MAY_CHANGE": "in whose attack another unit may become the defending one",
    "PREVENTS_ALL_SAME": "who may prevent damage to itself that can't be prevented",
    "UNTAPS": "who untaps in the untap step",
    "MAY_UNTAP": "who may untap at all, in the untap step or by an effect",
    "MAY_STAY_TAPPED": "who may be left tapped in the untap step",
    "UPKEEP_DUE": "for whom Upkeep is due",
    "BOUNTY_EARNED": "who earns Bounty for whom",
    "MAY_BE_STUNNED": "who loses power by the Stun of whom",
    "VALUE_MAY_CHANGE": "who gains or loses of a value (keyword: power)",
    "COUNTS_FOR_CONTROL": "who counts toward controlling its arena",
    "HOLDS_ITS_ARENA": "for whose player the arena that it is in is controlled, whoever else is there",
    "MAY_BE_PILOTED": "who may be piloted by whom",
    "MAY_BE_EQUIPPED": "to whom which Equipment may be attached",
    "STACKS_MAY_GROW": "whose cards may be stacked (who.side)",
    "STACKS_MAY_BE_REARRANGED": "whose stacks may be rearranged (who.side)",
    "POINTS_MAY_BE_SPENT": "who may spend build points (who.side)",
    "MAY_WIN": "who may win the game (who.side)",
    "DARK_WINS_TIES": "whether Dark wins ties of speed (who.side: for whom it is said)",
    "BUILT_FACE_DOWN": "whose cards are built unseen (who.side)",
    "HAND_HIDDEN": "whose hand is hidden (who.side)",
}
"""The clauses and states that cards permit or forbid by name; any other code of a clause works too."""


class Oblige(Word, frozen=True, kw_only=True):
    """Those must attack (or be attacked by) something they can attack; with `if_they_attack` they need not attack, and
    only whom they attack is bound.
    """

    who: Those
    must_attack: Those
    if_they_attack: bool = False
    until: str = "turn"
    condition: Condition | None = None


class Tax(Word, frozen=True, kw_only=True):
    """What the named kind of declaration costs more (or less) Force or build points.

    `kind`: battle, activated, "force activated", a keyword, equip, attack. `of`: whose abilities, what is equipped,
    or what is attacked; `by`: what attacks. `printed` is what it costs at least in print; `floor` what it costs at
    least when made cheaper; `free` also taxes what costs no Force ("Battle cards with no Force cost now cost 1").
    With `nothing` it costs no Force, whatever it would, but for an X.
    """

    kind: str
    force: int
    side: str = "any"
    until: str = "turn"
    points: int = 0
    of: Those | None = None
    by: Those | None = None
    printed: int = 0
    floor: int = 0
    free: bool = False
    nothing: bool = False
    condition: Condition | None = None


class TakeControl(Word, frozen=True, kw_only=True):
    """A player controls those for a duration ("permanent" for good)."""

    of: Those
    who: str = "you"
    until: str = "turn"


class Copy(Word, frozen=True, kw_only=True):
    """Those get the abilities of others as well: `kind` is "activated", "pilot" or a keyword."""

    to: Those
    of: Those
    kind: str = "activated"
    until: str = "turn"
    condition: Condition | None = None


class BattleOrder(Word, frozen=True, kw_only=True):
    """The battles are fought in this order."""

    arenas: tuple[str, ...]
    until: str = "turn"
    condition: Condition | None = None


class FromAside(Word, frozen=True, kw_only=True):
    """A player may play Battle cards bound to a name as though from hand, at most so many (None: any number). With
    `then` what is still set aside as that ends goes to this zone of its owner.
    """

    what: Those
    most: int | None = None
    then: str = ""
    until: str = "turn"
    who: str = "you"
