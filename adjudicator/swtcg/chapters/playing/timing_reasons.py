"""Which rule decides whether a chance admits what is played in it (room: timing)."""

from __future__ import annotations

from typing import Any

from adjudicator.swtcg.chapters.battle import keyword_times
from adjudicator.swtcg.chapters.building import hidden_cost
from adjudicator.swtcg.chapters.playing.limits import gives_points
from adjudicator.swtcg.chapters.playing.playable import Playable
from adjudicator.swtcg.chapters.playing.preventing import packets_open
from adjudicator.swtcg.standing.edges import edge_rule
from adjudicator.swtcg.standing.keyword_rules import meditates
from adjudicator.swtcg.standing.moment import DISRUPT, GENERAL, OWN, PREVENTION, REROLL
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.fold_things import UNPAID
from adjudicator.swtcg.table.frames import BuildStepFrame, PopFrame, TriggersFrame
from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.words.kinds import AT_EDGES, STEP_END, STEP_START

APART_FROM_ATTACKS = {
    "rots.chances.start-of-battle-phase": "rots.chances.start-of-battle-phase",
    "rots.chances.end-of-arena-battle": "rots.chances.end-of-arena-battle",
    "rots.battle.ground-follows-space": "rots.chances.end-of-arena-battle",
    "rots.battle.character-last": "rots.chances.end-of-arena-battle",
}
"""By the rule that has opened a chance with no attack to come of it, the one by which there is such a chance at all."""


AROUND_ATTACKS = ("rots.chances.before-each-attack", "rots.chances.after-attack-declared", "rots.chances.after-attack")
"""The general chances that attacks bring: more special than that Battle cards are for chances only."""


def admitting(table: Table, playable: Playable, frame: Any, seat: str, *, ok: bool | None) -> tuple[str, str]:
    """The rule by which a procedure admits what a player plays, or does not, and another beside it or nothing."""
    kind = frame.kind if isinstance(frame, PopFrame) else ""
    rule = (
        (not ok and _of_meditate(table, seat, playable))
        or (ok and _own_rule(table, frame, playable))
        or keyword_times.chance_rule(table, playable, kind)
        or _chance_rule(table, playable, kind, in_build=isinstance(frame, BuildStepFrame))
    )
    return rule, keyword_times.departing(table, playable, kind, seat) or _between(table, playable, kind)


def _of_a_price(table: Table) -> bool:
    """Whether all damage that is about to be done is what units do to themselves, as the price of an attack bonus."""
    open_now = packets_open(table)
    return bool(open_now) and all(packet.source == packet.target for packet in open_now)


def _between(table: Table, playable: Playable, kind: str) -> str:
    """Why what is for general chances waits until a battle step has started, or is too late as it ends; else empty."""
    general = playable.chance == GENERAL and kind in (STEP_START, STEP_END)
    return table.why.reading_general_plays_at_the_ends_of_battle_steps if general else ""


def _own_rule(table: Table, frame: Any, playable: Playable) -> str:
    """The rule of the general chance that is open, where what is played has no more special one; that the price of an
    attack bonus may be prevented; else empty.
    """
    if isinstance(frame, PopFrame) and frame.kind == PREVENTION and _of_a_price(table):
        return table.why.triggers_attack_bonus_damage_preventable
    if not isinstance(frame, PopFrame) or frame.kind != GENERAL:
        return ""
    plain = playable.kind == "battle" and not playable.options and frame.rule in AROUND_ATTACKS
    return APART_FROM_ATTACKS.get(frame.rule, frame.rule if plain else "")


def _chance_rule(table: Table, playable: Playable, kind: str, *, in_build: bool) -> str:
    """The rule by which a chance of a kind (empty: none is open) admits or does not admit what is played."""
    wanted, ability = playable.chance, playable.kind == "activated"
    if playable.options:
        return table.why.chances_choose_one_timing
    if kind in OWN and table.agenda.frames:
        return str(table.agenda.frames[-1].rule)
    if wanted in AT_EDGES:
        return edge_rule(table.edition, wanted)
    if kind == wanted == GENERAL:
        return table.why.chances_ability_at_any_general if ability else table.why.chances_battle_cards_only_in_pop
    if not kind:
        if in_build and _untimed(playable):
            return table.why.chances_no_pop_build_step
        return _without_chance(table, wanted, ability=ability, in_build=in_build)
    if kind == GENERAL and wanted == DISRUPT:
        return _nothing_to_disrupt(table)
    if kind in (GENERAL, wanted):
        rule = (kind != wanted and _only_then(table, wanted)) or _for_its_chance(
            wanted, ability=ability, now=kind == wanted
        )
        if kind == PREVENTION and not ability and not any(packet.attack for packet in packets_open(table)):
            return table.why.chances_damage_pop
        after_lucky = kind == REROLL and keyword_times.lucky_used(table)
        return cite(table, *keyword_times.ANY_ORDER, rule) if after_lucky else rule
    restricted = bool(playable.only) or playable.lasts == "attack"
    return _in_reserved(table, kind, wanted, ability=ability, restricted=restricted)


def _untimed(playable: Playable) -> bool:
    """Whether it is an ability whose text gives it no time, and that gives no build points either."""
    if playable.kind != "activated" or playable.chance != GENERAL:
        return False
    return not playable.only and playable.lasts != "attack" and not gives_points(playable)


ROWS = {"gain force": "force"}
"""By the name under which a step of the ready phase begins, that of its row in the timetable, if it is another."""


def _alone(table: Table) -> str:
    """The rule by which a step of the ready phase admits its own effects alone; empty elsewhere."""
    turn = table.turn
    return table.edition.turn.row(ROWS.get(turn.step, turn.step)).alone if turn.phase == "ready" else ""


def _without_chance(table: Table, wanted: str, *, ability: bool, in_build: bool) -> str:
    if wanted == DISRUPT:
        return _nothing_to_disrupt(table)
    if wanted == REROLL and any(isinstance(frame, TriggersFrame) for frame in table.agenda.frames):
        rots = table.why.triggers_new_chance_before_waiting
        return cite(table, "crf.triggers.reroll-resolves-before-pop", rots)
    if table.turn.phase == "setup":
        return table.edition.setup_units_only.rule
    if alone := _alone(table):
        return alone
    if table.turn.phase == "battle" and any(isinstance(frame, TriggersFrame) for frame in table.agenda.frames):
        return table.why.chances_triggers_first
    if (ability or table.turn.phase == "battle") and (only := _only_then(table, wanted)):
        return only
    if in_build:
        times = table.why.activated_only_at_certain_times if ability else table.why.chances_battle_cards_only_in_pop
        return cite(table, "crf.chances.no-pop-build-step", times)
    if wanted != GENERAL and ability and table.turn.phase == "battle":
        return _for_its_chance(wanted, ability=True, now=False)
    if ability:
        in_battle = table.turn.phase == "battle" and table.why.chances_abilities_in_the_battle_phase
        return in_battle or table.why.activated_only_at_certain_times
    return table.why.chances_battle_cards_only_in_pop if table.turn.phase == "battle" else table.why.cards_battle_card


def _only_then(table: Table, wanted: str) -> str:
    """The rule, where an edition has one, by which what prevents or rerolls is for its own chance and no other time."""
    if wanted == PREVENTION:
        return table.why.chances_prevention_only_then
    return table.why.chances_reroll_only_then if wanted == REROLL else ""


def _nothing_to_disrupt(table: Table) -> str:
    """Why there is no chance to disrupt: what has just been done is no play, or was not paid; or it is too late."""
    if table.happened and table.happened[-1][0] == UNPAID:
        return table.why.disrupt_none_if_cost_unfulfilled
    return hidden_cost.not_disrupted(table) or table.why.disrupt_played_immediately


def _for_its_chance(wanted: str, *, ability: bool, now: bool) -> str:
    """What rerolls, prevents or disrupts is for its own chances."""
    if wanted == DISRUPT:
        return "rots.disrupt.played-immediately"
    if not ability and wanted == REROLL and not now:
        return "rots.chances.battle-card-special-times"
    if wanted == REROLL:
        return "rots.chances.reroll-timing" if now else "rots.dice.reroll-only-in-chance"
    return "rots.damage.prevent-played-only-then" if now else "rots.damage.prevent-in-prevention-chance"


def _in_reserved(table: Table, kind: str, wanted: str, *, ability: bool, restricted: bool) -> str:
    """In a chance of a special kind nothing else may be played; `restricted` if a text or keyword gives its time."""
    if kind == DISRUPT:
        return table.why.disrupt_played_card_pop if ability else table.why.disrupt_only_disrupt_interrupts
    if wanted == DISRUPT:
        return _nothing_to_disrupt(table)
    if kind == REROLL and table.turn.step == "build roll" and (alone := _alone(table)):
        return alone
    rule = table.why.chances_dice_roll_pop if kind == REROLL else table.why.chances_damage_pop
    if kind == REROLL and ability and wanted == GENERAL and not restricted:
        return cite(table, "crf.chances.unrestricted-ability-general-chances", rule)
    return rule


def _of_meditate(table: Table, seat: str, playable: Playable) -> str:
    """The rule by which a Battle card is played by Meditate only when it could be played from the hand."""
    of_it = playable.kind == "battle" and meditates(table, seat, playable.card, playable.keyword)
    return table.why.keywords_meditate_battle_card_timing if of_it else ""
