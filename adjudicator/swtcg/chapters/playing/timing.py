"""When something may be played: the kind of chance, and the text's own restriction.

Sources: rots.chances.play-only-condition and the texts it introduces, rots.damage.prevent-in-prevention-chance,
rots.chances.reroll-timing, ruling.untimed-abilities-in-the-build-step, ruling.battle-cards-outside-chances. How
often is the room `limits`, which rule admits it `timing_reasons`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.kernel.judging import Judging
from adjudicator.kernel.verdict import TIMELY
from adjudicator.swtcg.chapters.battle import keyword_times
from adjudicator.swtcg.chapters.playing.asked import chosen_in, scene_for
from adjudicator.swtcg.chapters.playing.borrowed_times import AS_THOSE, has_come
from adjudicator.swtcg.chapters.playing.limits import WOULD, check_limit, gives_points
from adjudicator.swtcg.chapters.playing.playable import Playable
from adjudicator.swtcg.chapters.playing.preventing import doomed
from adjudicator.swtcg.chapters.playing.roll_times import check_stage
from adjudicator.swtcg.chapters.playing.timing_reasons import admitting
from adjudicator.swtcg.chapters.playing.would_attack import check_would_attack, where
from adjudicator.swtcg.chapters.turn import overtime
from adjudicator.swtcg.standing import battle_cards
from adjudicator.swtcg.standing.amounts import holds
from adjudicator.swtcg.standing.hits import roll_at_work
from adjudicator.swtcg.standing.keyword_rules import meditates
from adjudicator.swtcg.standing.moment import DISRUPT, PREVENTION, REROLL
from adjudicator.swtcg.standing.order import begun
from adjudicator.swtcg.standing.rights import at_any_time
from adjudicator.swtcg.table.frames import (
    AttackFrame,
    BattleStepFrame,
    BuildStepFrame,
    PopFrame,
    RetreatStepFrame,
    StagedPopFrame,
)
from adjudicator.swtcg.table.grounds import Grounds
from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.words.kinds import ANY_TIME, BUILD_ROLL, DOOMED, RESERVED, RETREAT_STEP
from adjudicator.swtcg.words.language import AnyOf, Both, ByHand, Draw, Modify


def check_timing(judging: Judging, playable: Playable, frame: Any) -> None:
    """The clauses of time: the right kind of chance, the text's own restriction, the limit of uses."""
    why: Grounds = judging.table.why
    if playable.unread and playable.only == "unread":
        judging.clause("ITS_TIME_IS_RIGHT", why.chances_play_only_condition, None, lambda: where(judging.table))
    elif playable.only == "build step" or (
        gives_points(playable)
        and playable.only not in RESERVED
        and judging.table.edition.build_points_in_build_step.value
    ):
        _check_build_step(judging, playable, frame)
    elif playable.only == "build step or would attack":
        check = _check_build_step if isinstance(frame, BuildStepFrame) else check_would_attack
        check(judging, playable, frame)
    elif playable.only == "would attack":
        check_would_attack(judging, playable, frame)
    elif playable.only == RETREAT_STEP:
        _check_retreat_step(judging, frame)
    elif playable.only == ANY_TIME:
        _check_any_time(judging, frame)
    elif playable.only == AS_THOSE:
        chosen = [number for some in chosen_in(playable, judging.said).values() for number in some]
        ok = has_come(judging.table, judging.said.seat, chosen, frame)
        judging.clause("ITS_TIME_HAS_COME", why.chances_play_only_condition, ok, lambda: where(judging.table))
    else:
        _check_chance(judging, playable, frame)
        _check_attack_text(judging, playable)
    check_condition(judging, playable)
    check_limit(judging, playable)


def _check_any_time(judging: Judging, frame: Any) -> None:
    """Whenever its player may say something; where the edition has it so, not in a chance with a purpose of its own."""
    why: Grounds = judging.table.why
    barred = why.chances_anytime_barred
    reserved = bool(barred) and isinstance(frame, PopFrame) and frame.kind in WORDS
    outside = isinstance(frame, RetreatStepFrame) and at_any_time(judging.table, judging.said.seat)
    judging.clause(
        "MAY_BE_SAID_NOW",
        barred if reserved else why.chances_anytime,
        not reserved and (isinstance(frame, (BuildStepFrame, PopFrame, BattleStepFrame)) or outside),
        lambda: where(judging.table),
        permits=TIMELY,
    )
    if reserved:
        judging.would_be_legal("in another chance, or in a build or retreat step")


def _check_build_step(judging: Judging, playable: Playable, frame: Any) -> None:
    ok = isinstance(frame, BuildStepFrame) and not frame.finish and frame.seat == judging.said.seat
    ok = ok and not frame.only_build
    why: Grounds = judging.table.why
    rule = (_outside_battle(why, playable) if ok else _as_it_starts(judging.table)) or (
        why.chances_play_only_during_build_step
    )
    if playable.only != "build step":
        rule = judging.table.edition.build_points_in_build_step.rule
    elif ok and playable.cost.tap and any(isinstance(each, Draw) for each in playable.do):
        rule = judging.table.why.activated_example_tap_to_draw
    elif meditates(judging.table, judging.said.seat, playable.card, playable.keyword):
        rule = judging.table.why.keywords_meditate_other_cards_build_step
    if not judging.clause("IN_YOUR_BUILD_STEP", rule, ok, lambda: where(judging.table), permits=TIMELY):
        judging.would_be_legal(f"in {judging.said.seat}'s build step")
    elif gives_points(playable):
        overtime.check_ability(judging)


def _check_retreat_step(judging: Judging, frame: Any) -> None:
    ok = isinstance(frame, RetreatStepFrame) and frame.seat == judging.said.seat
    rule = judging.table.why.retreat_step_effects
    if not judging.clause("IN_YOUR_RETREAT_STEP", rule, ok, lambda: where(judging.table), permits=TIMELY):
        judging.would_be_legal(f"in {judging.said.seat}'s retreat step")


def _as_it_starts(table: Table) -> str:
    """The rule that bars what is for the build step while it starts; empty at any other time."""
    window, why = table.agenda.window, table.why
    starts = window is not None and window.rule == why.build_start_triggers_any_order
    return why.build_start_bars_step_effects if starts else ""


def _outside_battle(why: Grounds, playable: Playable) -> str:
    """What lets something be played in the build step: its own words, of a card or as the condition of an ability."""
    return why.activated_outside_battle if playable.kind == "activated" else why.chances_play_only_overrides


# --- the kind of chance -----------------------------------------------------------------------


def _check_chance(judging: Judging, playable: Playable, frame: Any) -> None:
    table: Table = judging.table
    kind = frame.kind if isinstance(frame, PopFrame) else ""
    ok: bool | None = kind == playable.chance
    if not ok and kind and playable.unread and _may_be_for(playable, kind):
        ok = None  # what it does is in words alone, and so is what it is for
    if not judging.clause(
        "CHANCE_ADMITS_IT",
        lambda: admitting(table, playable, frame, judging.said.seat, ok=ok),
        ok,
        lambda: (("chance", kind or "none"), ("it is for", playable.chance), *where(table)),
        permits=TIMELY,
    ):
        judging.would_be_legal(f"in a {playable.chance} chance{_of_battle(table, playable)}")
    elif isinstance(frame, StagedPopFrame):
        check_stage(judging, playable, frame)
    if playable.kind == "battle":
        _check_phase(judging, playable, in_chance=ok is not False)
    elif kind == REROLL == playable.chance and table.turn.step == "build roll" and playable.only != BUILD_ROLL:
        judging.permit("ANY_DICE_BY_ABILITIES", table.why.reading_rerolling_the_build_roll)


def _of_battle(table: Table, playable: Playable) -> str:
    """Where a Battle card is for the chances of the battle phase alone, as words that follow on."""
    barred = playable.kind == "battle" and battle_cards.out_of_phase(table)
    return " of the battle phase" if barred and playable.only not in battle_cards.NAMED else ""


def _check_phase(judging: Judging, playable: Playable, *, in_chance: bool) -> None:
    """Clauses IN_THE_BATTLE_PHASE and ABILITIES_ALONE_AT_END_OF_TURN: in a chance that admits what it does, a Battle
    card may still be out of time.
    """
    table: Table = judging.table
    if in_chance and battle_cards.out_of_phase(table):
        named = battle_cards.named_by(table, playable.only, playable.do, table.agenda.frames)
        grounds = (table.edition.battle_cards_in_battle.rule, named)
        if not judging.clause("IN_THE_BATTLE_PHASE", grounds, bool(named), lambda: where(table)):
            judging.would_be_legal("in the battle phase")
    if battle_cards.abilities_alone(table):
        judging.clause("ABILITIES_ALONE_AT_END_OF_TURN", table.edition.turn.part("closing").chance, ok=False)


WORDS = {PREVENTION: {"prevention"}, REROLL: {"reroll", "dice"}, DISRUPT: {"disrupt"}}
"""By reserved chance, what a text in words alone has to touch to be for it (rots.damage.prevent-definition)."""


def _may_be_for(playable: Playable, kind: str) -> bool:
    """Whether a text in words alone may be for a chance: what a reserved one is for shows in the words it uses."""
    touches = {each for do in playable.do if isinstance(do, ByHand) for each in do.touches}
    return kind not in WORDS or bool(touches & (WORDS[kind] | {"anything"}))


# --- the text's own restriction ---------------------------------------------------------------


def _check_attack_text(judging: Judging, playable: Playable) -> None:
    """Texts about an attack: for this attack, no units attacking, and those of `keyword_times`."""
    table: Table = judging.table
    why = table.why
    attack = table.attack
    if playable.only == DOOMED:
        chosen = next(iter(chosen_in(playable, judging.said).values()), ())
        ok = bool(chosen) and all(doomed(table, number) for number in chosen)
        evidence = lambda: (("chosen", ", ".join(map(table.title, chosen))),)
        if not judging.clause("WOULD_BE_DISCARDED", why.chances_play_only_condition, ok, evidence, permits=TIMELY):
            judging.would_be_legal("when damage is about to discard the unit that it is played on")
    elif playable.only == "no attack":
        if not judging.clause("NO_UNIT_ATTACKS", why.chances_play_only_if_no_attackers, attack is None, permits=TIMELY):
            judging.would_be_legal("before or after the attack")
    elif playable.only in TIMES:
        ok = TIMES[playable.only](judging.table)
        rule = why.chances_during_battle if playable.only == "battle" else why.chances_play_only_condition
        judging.clause("ITS_TIME_HAS_COME", rule, ok, lambda: where(judging.table), permits=TIMELY)
    elif playable.only == "attack" or playable.lasts == "attack":
        rule = why.chances_for_this_attack if playable.lasts == "attack" else why.attack_definition
        if any(isinstance(each, Modify) and each.stat == "divides hits" for each in playable.do):
            rule = why.damage_divided_when_played or rule
        if not judging.clause("A_UNIT_ATTACKS", rule, attack is not None, permits=TIMELY):
            judging.would_be_legal("while a unit is attacking")
    else:
        keyword_times.check_going_on(judging, playable)


def _before_dice(table: Table) -> bool:
    """Whether a unit attacks whose attack dice have not been rolled yet."""
    attack = next((each for each in reversed(table.agenda.frames) if isinstance(each, AttackFrame)), None)
    return attack is not None and attack.power < 0


def _after_attack(table: Table) -> bool:
    """Whether an attack of this battle is over and the next has not begun."""
    return table.attack is None and bool(table.turn.arena) and begun(table, table.turn.arena)


def _build_roll(table: Table) -> bool:
    """Whether the dice that may be rolled again are those of the build roll."""
    roll = roll_at_work(table)
    return roll is not None and roll.purpose == "build"


TIMES: dict[str, Callable[[Table], bool]] = {
    "battle": lambda table: table.turn.phase == "battle",
    "after attack": _after_attack,
    "before dice": _before_dice,
    BUILD_ROLL: _build_roll,
}
"""By a text's restriction to a time in battle, or to the build roll, whether it is that time."""


def check_condition(judging: Judging, playable: Playable) -> None:
    """The clause of a text's own condition ("play only if ...")."""
    if playable.condition is not None:
        judging.clause(
            "ITS_CONDITION_IS_MET",
            lambda: _condition_rule(judging.table, playable),
            holds(judging.table, playable.condition, scene_for(playable, judging.said)),
            lambda: where(judging.table),
            permits=0 if whose_dice(playable) else TIMELY,
        )


def _condition_rule(table: Table, playable: Playable) -> str:
    """What a text's own condition rests on; that nobody has attacked also where a unit has done something instead."""
    if playable.card and playable.kind == "activated":
        return playable.rule
    if getattr(playable.condition, "at", "") == "battle start":
        return table.why.chances_when_battle_starts
    if isinstance(playable.condition, (Both, AnyOf)) and table.why.abilities_conditions_all_true:
        return table.why.abilities_conditions_all_true
    before = getattr(playable.condition, "of", None)
    if getattr(before, "event", "") == "attacked" and any(key.endswith(WOULD) for key in table.used):
        return table.why.activated_instead_of_attack_is_no_attack
    return table.why.chances_play_only_condition


def whose_dice(playable: Playable) -> bool:
    """Whether the condition of a text only says whose attack dice it rerolls; its time is then that of any reroll."""
    return playable.chance == REROLL and getattr(getattr(playable.condition, "are", None), "bound", "") == "attacker"
