"""What an edition chooses: for each point of difference a value, with the rule that decides it.

A room asks `table.edition.stun_until` and never which edition it is.
"""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from adjudicator.swtcg.table.seating import Chair, chairs_of
from adjudicator.swtcg.table.timetable import Timetable
from adjudicator.swtcg.words.persons import People

T = TypeVar("T")


class Choice(msgspec.Struct, Generic[T], frozen=True):
    """The value an edition takes on one point of difference, and the rule id that decides it."""

    value: T
    rule: str


class Arena(msgspec.Struct, frozen=True, kw_only=True):
    """An arena, called like the type of the units that fight there, with the rules on which its battle step rests."""

    placed: str
    """Why its battle comes when it does."""
    last_chance: str
    """By which rule there is a chance once no untapped unit is left there."""
    over: str
    """Why its battle is over after that chance."""
    starts: str = ""
    """By which rule there is a chance for what is played as its battle step starts; none: there is no such chance."""
    ends: str = ""
    """The same as it ends, once there has been the last chance of all others."""


class Zone(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of place for cards that do not stand on the table, of which each seat has one."""

    hidden: bool = False
    """Whether not everybody sees the cards there."""


class Edition(msgspec.Struct, frozen=True, kw_only=True):
    """One edition: its documents in order of authority, then its choices by point.

    Each field is a point on which the documents differ; the comment says what the values are.
    """

    id: str
    title: str
    documents: tuple[str, ...]
    sides: Choice[tuple[str, ...]]  # in their order of precedence: who acts first when all do, and wins ties
    seats: tuple[Chair, ...] = ()  # the name, side and team of each seat; none: one seat a side, called like it
    arenas: dict[str, Arena]  # by id, in the order in which they are fought
    zones: dict[str, Zone]  # kinds of places for cards out of play, by id
    arenas_to_win: Choice[int]  # how many a team must control at end of turn
    setup: Timetable  # from the shuffle to the first turn
    attack: Timetable  # from the chance after it is declared to what is over when it ends
    turn: Timetable  # phases and steps, the chances of the turn itself, and what is over when

    dice_kept: Choice[bool]  # of a roll of too few dice, or with an unclear one, only what is missing is rolled anew
    draw_in_pool: Choice[bool]  # the turn's draw is one of the events at the start of the build step
    mulligan_types: Choice[tuple[str, ...]]  # card types that a mulligan may exchange
    mulligan_back: Choice[bool]  # what a mulligan exchanges may go back into the deck instead of the discard pile
    beside: Choice[tuple[str, ...]]  # card types that lie beside the play area until the game ends
    on_in_setup: Choice[tuple[str, ...]]  # those of them whose effects work in setup, where abilities are off
    setup_units_only: Choice[bool]  # nothing but unit cards may be used from hand in setup
    setup_partial_units_only: Choice[bool]  # no Mission, Location or Equipment may be partially built in setup
    setup_draw: Choice[int]  # cards drawn for each unit put into battle in setup
    setup_continues: Choice[bool]  # when one player stops below 30, the other goes on
    setup_abilities_off: Choice[bool]  # units' abilities do not work in setup
    setup_built_may_stay: Choice[bool]  # a last unit with counters enough stays face down
    setup_stack_any_arena: Choice[bool]  # a version of a unit joins its stack in whichever arena that stands
    setup_points_let_go: Choice[bool]  # the last unit may get fewer counters than there are points left
    start_triggers_once: Choice[bool]  # abilities of a build step's start trigger once a turn, whatever the steps
    starting_costs_a_point: Choice[bool]  # starting a card costs a build point even if the card costs 0
    equipment_comes_off: Choice[bool]  # Equipment may be taken off a unit for nothing
    covered_upkeep: Choice[bool]  # Upkeep of a card beneath the top of a stack is due
    book: Choice[str]  # whose definitions of the keywords hold: the "publisher"'s or the "committee"'s
    stun_until: Choice[str]  # "turn" or "battle"
    armor_against_dice: Choice[bool]  # Armor counts against dice of damage
    overkill_over: Choice[str]  # surplus over "remaining health" or "health"
    lucky_exactly: Choice[bool]  # Lucky rerolls exactly its value, not up to it
    lucky_cap: Choice[str]  # "dice" rolled or the attacker's "power"
    hidden_cost_activated: Choice[bool]  # Hidden Cost counts as an activated ability
    hidden_cost_anytime: Choice[bool]  # as what says "any time": in any build or retreat step too
    hidden_cost_at_most_cost: Choice[bool]  # counters equal to the build cost of the moment suffice, if it is below X
    pilots_in_character: Choice[bool]  # units in the Character arena may be piloted
    board_in_build_zone: Choice[bool]  # a Pilot may board a retreated unit from anywhere
    pilot_is_character: Choice[bool]  # a Pilot on a unit still counts as a Character
    pilots_as_cards: Choice[bool]  # "Character card" reaches a Pilot on a unit
    pilot_retreats_alone: Choice[bool]
    pilot_uses_own_abilities: Choice[bool]  # on a unit, those abilities that do not need the Pilot to be one
    locations_deployed: Choice[bool]  # putting a Location into an arena is deploying it
    prevention_chosen: Choice[bool]  # how much a keyword prevents is chosen as it is played, up to its value
    accuracy_at_roll: Choice[bool]  # what changes Accuracy once the attack dice are rolled is too late
    deflect_joins: Choice[bool]  # deflected damage joins the damage being prevented, and is placed together with it
    retaliate_after_dice: Choice[bool]  # it may be chosen once the attack dice are known
    owner_may_stack: Choice[bool]  # onto one's own unit that the opponent controls
    others_pilots_leave: Choice[bool]  # a unit that goes to its build zone loses the Pilots of other players
    pilots_fall_off: Choice[bool]  # a Pilot that suits its unit no more has to leave it, which is its move
    extra_pilots_leave: Choice[bool]  # extra Pilots leave a unit that goes to the build zone
    unique_rules_for_pilots: Choice[bool]  # piloting cards are contested and bar a second copy
    pilot_upkeep: Choice[bool]  # Upkeep of a piloting card is due
    contest_loser_retreats: Choice[bool]
    shortcuts: Choice[tuple[str, ...]]  # what players may agree on to pass over: go, ready for battle, no attacks, same
    ruled_subtypes: Choice[tuple[str, ...]]  # those with rules of their own: trap, campaign, skill, trait
    tapped_equipment_off: Choice[bool]  # Equipment that is tapped gives its unit nothing
    types_by_arena: Choice[bool]  # in an arena a card of several unit types has that of the arena alone
    forced_top_moves: Choice[bool]  # an effect that brings up a top card of another type moves the unit to its arena
    treated_types_add: Choice[bool]  # the type as which a text treats a unit comes on top of its own
    equipment_needs_type: Choice[bool]  # it gives its unit nothing while that has no type that its subtypes name
    arena_moves: Choice[bool]  # a unit of several types may change arenas in its player's build step
    same_person: Choice[bool]  # different names of one person count as one for the unique rules
    duplicate_waits: Choice[bool]  # a second one of a unique kind is not in play until its player has parted with one
    unique_equipment: Choice[bool]  # Equipment is stacked and contested too, and there is one of a unique kind
    persons: Choice[People]  # which names are of one person
    pairs: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()  # the names that paragraphs print as one person's
    name_covers_alternates: Choice[bool]  # a name in one's text means one's own unit of that person's other name too
    equipment_once: Choice[bool]  # Equipment is equipped once and detached once in a turn, and detached to be moved
    modes_anywhere: Choice[bool]  # Bombard and Ion Cannon are used from any other arena, not one alone
    least_value: Choice[tuple[str, ...]]  # the values that are 0 where a sum falls below it
    modes_keep_stack: Choice[bool]  # the stack's bonus adds to their X
    location_price: Choice[str]  # to replace a dearer Location: its "whole" cost less counters, or the "difference"
    deployed_to_build_zone: Choice[bool]  # a unit left in the build zone sets off what waits for any deployment
    locations_unplaced: Choice[bool]  # a completed Location may go to no arena, and is discarded
    pilots_by_subtype: Choice[bool]  # a unit's subtypes say how many Pilots it carries
    last_chance_attack: Choice[bool]  # a unit untapped in the last chance of its battle still attacks
    attack_after_ability: Choice[bool]  # after a would-attack ability an untapped unit comes up again
    roll_stages: Choice[bool]  # in a chance to reroll dice are added, then rerolled, then altered; static effects first
    reveal_first: Choice[bool]  # triggers that reveal a drawn card resolve at once, before all others
    tap_ability_again: Choice[bool]  # a unit that untaps may use its tap ability again in the same turn
    untimed_limit: Choice[str]  # an ability tied to no attack, damage or roll: once a "turn", or an "attack"
    each_occasion: Choice[bool]  # an ability whose text names a time in attacks: once each time, not once a turn
    battle_cards_in_battle: Choice[bool]  # outside the battle phase only those whose own words name the time
    build_points_in_build_step: Choice[bool]  # abilities that give build points are for the build step
    own_disrupt: Choice[tuple[str, ...]]  # what of one's own may be disrupted: battle, activated, mission
    disrupts_bringing: Choice[bool]  # the deployment of a unit and the completion of any card can be disrupted
    earlier_triggers_first: Choice[bool]  # triggers of one event before those of a later one, for both players
    first_triggers_all_first: Choice[bool]  # all triggers of the side that goes first before others', not by turns
    triggered_disrupts_held: Choice[bool]  # a triggered disrupt waits, in vain, until what it answers is done
    bounty_same_turn: Choice[bool]  # earned before its player's build step, a bounty is paid in that very step
    namesakes_share_limit: Choice[bool]  # deck: two cards of one name and no version share four copies
    units_in_all: Choice[int]  # deck: so many units besides those of each type, one of several types counted once; or 0
    third_side: Choice[bool]  # deck: cards of a third side have a rule of their own on whom they go with
    supply: Choice[bool]  # deck: a supply comes with it, which is ruled on; what belongs there counts for no deck
    treat_as_in_setup: Choice[bool]  # a "treat as" text is on in setup, where abilities are off
    treat_as_counts: Choice[bool]  # a "treat as" text satisfies text naming a subtype
    granted_treat_as_retreated: Choice[bool]  # a "treat as" text that something else gives works in the build zone
    overtime: Choice[bool]  # once time is called turns bring no Force, draw, build roll or bonus point
    bonus_tested_anew: Choice[bool]  # one for an attack, whose text depends on the defending unit, by a new one
    keyword_bans: Choice[tuple[str, ...]]  # clauses of keywords' definitions that no card's permission overrules
    stack_reductions: Choice[bool]  # what lowers a build cost lowers what joining a stack takes, down to 0
    saves_as_prevention: Choice[bool]  # "would be damaged and discarded" acts in the chance to prevent, not at its end
    attack_triggers_again: Choice[bool]  # "attacks a ..." triggers anew when the attack goes to another unit
    no_effect_in_vain: Choice[bool]  # an ability that "has no effect" may be played and triggers; one that is lost not
    star_may_be_unknown: Choice[bool]  # a printed star is unknown, not 0, until its text, on anywhere, says a number
    happens_first: bool = False  # of the ordinary course, what happens is cited before what does not: no ruling differs

    @property
    def chairs(self) -> tuple[Chair, ...]:
        """The name, side and team of each seat of a table under this edition."""
        return self.seats or chairs_of(self.sides.value)

    def hides(self, zone: str) -> bool:
        """Whether not everybody sees the cards in a zone."""
        kind = self.zones.get(zone.partition(":")[0])
        return kind is not None and kind.hidden
