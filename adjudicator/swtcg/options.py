"""What would be legal instead, for every refusal whose own room names nothing nearer.

A room knows best what would do ("up to 2", "on Darth Vader (C)"). Where it names nothing, a refusal says when such a
thing may be said and what else would have to be so, and after that what the one who is asked may say now. All of it
is open to everybody: nothing here looks at cards that somebody holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from adjudicator.kernel.judging import Judging
from adjudicator.kernel.verdict import Finding
from adjudicator.kernel.windows import Window
from adjudicator.swtcg.chapters.battle.attack_clauses import what_attacks
from adjudicator.swtcg.standing.moment import shortcut_offered
from adjudicator.swtcg.table import declarations as d
from adjudicator.swtcg.table.frames import BattleStepFrame
from adjudicator.swtcg.table.table import Table

NOW: Mapping[str, str] = MappingProxyType({
    "general": "play something for a general chance, or pass",
    "prevention": "prevent damage, or pass",
    "reroll": "reroll dice, or pass",
    "disrupt": "disrupt what is being played, or pass",
    "pending": "change the damage that is about to be done, or pass",
    "lethal": "do something about a discard by damage, or pass",
    "discarded": "play what is played upon a discard, or pass",
    "ending": "play what is played as an attack ends, or pass",
    "phase start": "play what is played as the battle phase starts, or pass",
    "step start": "play what is played as a battle step starts, or pass",
    "step end": "play what is played as a battle step ends, or pass",
    "build": "build, deploy, return, equip, move Pilots, rearrange, play something for the build step, or pass",
    "retreat": "retreat an untapped unit, or pass",
    "attack": "attack with a unit of the highest speed, or tap it without attacking",
    "sides": "take a side",
    "side bid": "bid fewer build points, or let go",
    "event": "play an Event, or pass",
    "resource": "pull a Resource, or pass",
    "mulligan": "exchange cards once, or pass",
    "setup": "put a unit into battle, build one partially, or stop",
    "bid": "bid more, or pass",
    "secret bid": "bid in secret",
    "triggers": "resolve one of the abilities that wait",
    "overkill": "divide the hits that are left over",
    "choose": "choose what is asked for",
    "answer": "say yes or no to what an effect offers",
    "name": "name a card",
    "chance": "say what was rolled or drawn",
    "manual": "carry out the text left to the judge",
})  # fmt: skip
"""By kind of window, what is said there."""

BATTLE_CARD, ABILITY = "in a chance that its text is for", "when its text says, or in a chance"

TIME: Mapping[type, str] = MappingProxyType({
    d.TakeSide: "before setup, by a player who has no side yet",
    **dict.fromkeys((d.BidForSide, d.RollForSide), "before setup, if several players want one side"),
    d.PlayEvent: "before setup begins",
    d.PullResource: "before the deck is shuffled for setup",
    d.Mulligan: "before any unit is put into battle",
    d.Place: "in setup",
    d.PartBuild: "in setup",
    d.Stop: "in setup",
    **dict.fromkeys(
        (d.Build, d.AddCounters, d.Deploy, d.Complete, d.PutLocation, d.FinishEquipment, d.Equip, d.Detach, d.Return,
         d.PayAlternativeCost, d.Move, d.Board, d.Disembark, d.Rearrange),
        "in {seat}'s build step",
    ),
    d.Propose: "where it passes over something",
    d.TakeBack: "as long as a shortcut lasts",
    d.Spring: "as soon as its condition is met",
    d.Retreat: "in {seat}'s retreat step",
    d.AttackWith: "in the battle step of its arena, once no untapped unit there is faster",
    d.Decline: "when it is that unit's turn to attack",
    d.PlayCard: BATTLE_CARD,
    d.Activate: ABILITY,
    d.PayHiddenCost: "in a general chance",
    d.Bid: "in a contest of unique units",
    d.Divide: "after an attack with hits left over",
    d.Rolled: "when dice are to be rolled",
    d.Drew: "when cards are to be drawn",
})  # fmt: skip
"""By what is said, when it may be."""

TIMES = frozenset({"RIGHT_MOMENT", "CHANCE_ADMITS_IT"})
"""The clauses that ask for the time of what is said."""

MOMENT = TIMES | {"SEAT_ASKED"}
"""The clauses after whose failure one wants to know what is asked now."""

REMEDIES: Mapping[str, str] = MappingProxyType({
    "CARD_IS_UNIT": "with a unit card",
    "CARD_IS_BATTLE_CARD": "with a Battle card",
    "CARD_IS_MISSION": "with a Mission card",
    "CARD_IS_LOCATION": "with a Location card",
    "CARD_IS_EQUIPMENT": "with an Equipment card",
    "CARD_IS_EVENT": "with an Event card",
    "CARD_IS_RESOURCE": "with a Resource card",
    "CARD_IN_SUPPLY": "with a card of the speaker's own supply",
    "CARD_IN_DECK": "with a card of the speaker's own deck",
    "NO_RESOURCE_YET": "in a game in which no other Resource lies there",
    "NO_EVENT_YET": "in a game in which no other Event lies there",
    "CARD_CAN_BE_BUILT": "with a unit, Mission, Location or Equipment card",
    "CARD_IN_HAND": "with a card of the speaker's own hand",
    "CARD_IN_YOUR_BUILD_ZONE": "with a card in the speaker's own build zone",
    "UNIT_IN_YOUR_BUILD_ZONE": "with a unit in the speaker's own build zone",
    "CARD_IS_PARTIALLY_BUILT": "with a card that is partially built",
    "COUNTERS_PUT_ON_IT": "with one counter or more",
    "COUNTERS_REACH_HIDDEN_COST": "once its counters reach its Hidden Cost",
    "HAS_HIDDEN_COST": "with a card that has a Hidden Cost",
    "NO_UNITS_EXCHANGED": "without the unit cards",
    "NOTHING_PARTIALLY_BUILT": "one partially built unit in setup, and no more",
    "PILOT_STARTS_AS_A_UNIT": "in the Character arena",
    "CARD_HAS_VERSION": "beside it, as a unit of its own",
    "STACKS_SAME_NAME": "on a unique unit of the same name",
    "STACK_IS_YOURS": "on a stack of the speaker's own",
    "STACK_HAS_ROOM": "on a stack with fewer cards",
    "VERSION_NOT_IN_STACK": "with another version of the unit",
    "ARENA_IS_THE_LOCATIONS": "in the arena that the Location is for",
    "ARENA_IS_THE_UNITS": "in an arena that the unit is for",
    "NOT_ON_A_PILOT": "once the Pilot is off the unit",
    "HAS_PILOT_ABILITY": "with a unit that has the Pilot ability",
    "PILOT_IS_YOURS": "with a Pilot that the speaker controls",
    "PILOT_ON_UNIT": "with a Pilot that is on a unit",
    "PILOT_NOT_YET_MOVED": "in a later build step",
    "UNIT_NOT_YET_MOVED": "in a later build step",
    "CARD_IS_TRAP": "with a Trap",
    "CONDITION_MET": "as soon as its condition is met",
    "CONDITION_MET_BY_UNIT": "on the unit that met its condition",
    "SHORTCUT_IN_FORCE": "as long as a shortcut lasts",
    "NOT_YET_EQUIPPED": "in a later turn",
    "NOT_YET_DETACHED": "in a later turn",
    "DETACHED_FIRST": "once it is detached",
    "EQUIPMENT_IS_YOURS": "with Equipment that the speaker controls",
    "EQUIPMENT_IS_FINISHED": "once the Equipment is fully built",
    "EQUIPMENT_ON_A_UNIT": "with Equipment that is on a unit",
    "ABILITY_IS_YOURS": "for the one who controls that card",
    "CARD_HAS_ENHANCE": "without Enhance",
    "NO_X_WITHOUT_X_COST": "without an X",
    "EACH_DIE_ONCE": "with dice that have not been rerolled",
    "HITS_IN_EXCESS": "with no more hits than are left over",
    "SECOND_UNIT_IN_ARENA": "for another unit in the same arena",
    "DAMAGE_IS_PENDING": "when damage is about to be done",
    "ATTACKER_UNTAPPED": "once it is untapped",
    "DEFENDER_NOT_RETREATED": "against a unit that is in the arena",
    "DEFENDER_IS_OPPONENTS": "against an opponent's unit",
    "ARENA_FIGHTS_NOW": "in the battle step of its arena",
    "FIRST_BID_MADE": "bid 0 or more",
    "BID_NOT_NEGATIVE": "bid 0 or more",
    "BID_WITHIN_THIRTY": "bid 30 or less",
    "BEFORE_ANY_BID": "bid less, or let go",
    "ROLLED_FOR": "roll for the side, or for who begins the bid",
    "ROLLED_FOR_THE_SAME": "roll for what the other player wants to roll for, bid, or let go",
    "RIGHT_NUMBER_OF_DICE": "with as many dice as are rolled",
    "STACKS_UNIQUE": "on a unique unit of the same name",
})  # fmt: skip
"""By clause, what would have to be so; none for one whose rule can fail for more reasons than one."""


def whose_word(table: Table, window: Window) -> str:
    """Who is asked, and for what; in battle with the units whose go it is."""
    frame = table.agenda.frames[-1] if table.agenda.frames else None
    if window.kind == "attack" and isinstance(frame, BattleStepFrame):
        seat, words = what_attacks(table, frame.arena)
        if words:
            return f"{seat} to {', or '.join(words)}"
    asked = " and ".join(window.asked)
    if window.kind == "answer" and shortcut_offered(table):
        return f"{asked} to say yes or no to the shortcut"
    return f"{asked} to {NOW[window.kind]}"


def name(judging: Judging) -> None:
    """Name what would be legal instead of what was refused."""
    table: Table = judging.table
    failing = [clause.code for clause in judging.clauses if clause.finding is Finding.FAILS]
    if "GAME_RUNNING" in failing:
        return
    if not judging.options:
        judging.would_be_legal(*dict.fromkeys(words for code in failing if (words := _remedy(judging, code))))
    window = table.agenda.window
    if window is not None and (not judging.options or not MOMENT.isdisjoint(failing)):
        judging.would_be_legal(whose_word(table, window))


def _remedy(judging: Judging, code: str) -> str:
    if code in TIMES:
        return TIME.get(type(judging.said), "").format(seat=judging.said.seat)
    return REMEDIES.get(code, "")
