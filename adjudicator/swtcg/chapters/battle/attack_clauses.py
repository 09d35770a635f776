"""The clauses of attacking: about the unit whose go it is, the one to be attacked, the way, bans and obligations."""

from __future__ import annotations

from adjudicator.kernel.judging import Judging
from adjudicator.kernel.verdict import EXCEPTION, TIMELY
from adjudicator.swtcg.chapters.building import hidden_cost
from adjudicator.swtcg.chapters.playing.limits import WOULD
from adjudicator.swtcg.standing import keyword_rules, order
from adjudicator.swtcg.standing.overrides import forbidden, verdict_on
from adjudicator.swtcg.standing.reach import (
    MAY_ATTACK,
    MAY_BE_ATTACKED,
    MODES,
    OWN_UNITS,
    SAME_ARENA,
    attack_tax,
    banned_if_not_retreated,
    banned_in_name_only,
    has_target,
    meant,
    modes,
    obliged,
    permitted,
    targets,
    under_obligation,
)
from adjudicator.swtcg.standing.values import speed
from adjudicator.swtcg.table.declarations import AttackWith, Decline
from adjudicator.swtcg.table.fold_things import UNTAPPED
from adjudicator.swtcg.table.frames import BattleStepFrame, ContestFrame, PopFrame
from adjudicator.swtcg.table.places import place
from adjudicator.swtcg.table.table import PILOT, UNIT, Stack, Table, in_build_zone

NEW = "NEW_UNIT_MAY_ATTACK"


def check_attacker(judging: Judging, frame: BattleStepFrame | None) -> bool:
    """Clauses about the unit whose go it is said to be; True if it is there to be asked more about."""
    table: Table = judging.table
    why = table.why
    number = judging.said.attacker
    unit = table.stacks.get(number)
    is_unit = judging.clause(
        "ATTACKER_IS_UNIT",
        why.pilots_not_a_unit_while_piloting if unit is not None and unit.role == PILOT else why.cards_unit_definition,
        unit is not None and unit.role == UNIT,
        lambda: (("stack", table.title(number)),),
    )
    if unit is None or not is_unit:
        return False
    judging.clause(
        "ATTACKER_IS_YOURS",
        lambda: why.control_controls_all_aspects if table.taken_from(unit) else why.control_uses_as_their_own,
        unit.controller == judging.said.seat,
        lambda: (("unit", table.title(unit.id)), ("controller", unit.controller)),
        permits=EXCEPTION if table.taken_from(unit) else 0,
    )
    away = in_build_zone(unit)
    judging.clause(
        "ATTACKER_IN_BATTLE",
        why.retreat_cannot_attack_or_be_attacked,
        not away,
        lambda: (("unit", table.title(unit.id)), ("zone", place(unit.zone))),
    )
    battle = frame or _battle(table)
    if battle is not None and not away:
        _check_arena(judging, battle, unit)
    _check_untapped(judging, unit)
    if frame is None or away:
        judging.moot(("ARENA_FIGHTS_NOW", why.battle_three_steps), ("ATTACKER_IS_FASTEST", why.battle_speed_order))
        return not away
    if unit.controller == judging.said.seat and unit.zone == frame.arena and order.may_go(table, unit):
        _check_fastest(judging, frame, unit)
    return True


def _battle(table: Table) -> BattleStepFrame | None:
    """The battle that is fought, though a chance is open or a unit attacks; None outside the battle steps."""
    return next((each for each in table.agenda.frames if isinstance(each, BattleStepFrame)), None)


def _check_untapped(judging: Judging, unit: Stack) -> None:
    """Only untapped units have a go; one that has attacked and is untapped again has another."""
    table: Table = judging.table
    judging.clause(
        "ATTACKER_UNTAPPED",
        lambda: (table.why.battle_speed_order, of_tapping(table, unit)),
        order.may_go(table, unit),
        lambda: (("unit", table.title(unit.id)), ("tapped", "yes" if unit.tapped else "no")),
    )


def of_tapping(table: Table, unit: Stack) -> str:
    """What decides whether a unit that is tapped, or untapped again, has a go; empty where nothing but that does."""
    why = table.why
    if unit.tapped and order.may_go(table, unit):
        return why.reading_attacking_although_tapped
    if ("attacked", unit.id, unit.zone) in table.happened:
        return why.attack_tap_shows_attacked if unit.tapped else why.attack_untapped_again_attacks_again
    if any(key.startswith(f"{unit.id}.") and key.endswith(WOULD) for key in table.used):
        return why.activated_would_attack_choice_final if unit.tapped else _again(table)
    if (UNTAPPED, unit.id, unit.zone) in table.happened and not unit.tapped:
        return why.attack_untapped_again_attacks_again  # what tapped it in the first place stands on no board
    if unit.tapped and ("declined", unit.id, "") in table.happened:
        return why.attack_decline_by_tapping if has_target(table, unit) else why.attack_no_legal_target_no_attack
    return ""


def _again(table: Table) -> str:
    """The rule by which a unit that used an ability instead of attacking, and is untapped, may attack later."""
    chosen = table.edition.attack_after_ability
    return chosen.rule if chosen.value else ""


def _check_arena(judging: Judging, frame: BattleStepFrame, unit: Stack) -> None:
    arenas = tuple(judging.table.arenas)
    over = arenas.index(unit.zone) < arenas.index(frame.arena)
    wrong = judging.table.why.battle_no_return_to_earlier_arena if over else judging.table.why.battle_three_steps
    otherwise = unit.zone == frame.arena and order.arenas_in_order(judging.table) != arenas
    judging.clause(
        "ARENA_FIGHTS_NOW",
        judging.table.arenas[unit.zone].placed if otherwise else wrong,
        unit.zone == frame.arena,
        lambda: (("unit in", place(unit.zone)), ("battle in", place(frame.arena))),
        permits=EXCEPTION if otherwise else 0,
    )


def _check_fastest(judging: Judging, frame: BattleStepFrame, unit: Stack) -> None:
    table: Table = judging.table
    chosen = table.edition.attack_after_ability
    gone = f"went:{unit.id}" in table.used
    if gone and not judging.clause("ATTACKER_HAS_ITS_GO", chosen.rule, ok=False):
        return
    _, first = order.fastest(table, frame.arena)
    mine = any(s.id == unit.id for s in first)
    judging.clause(
        "ATTACKER_IS_FASTEST",
        lambda: order.grounds(table, frame.arena, unit, first),
        mine,
        lambda: (
            ("unit", f"{table.title(unit.id)} speed {speed(table, unit)}"),
            ("first", ", ".join(f"{table.title(s.id)} speed {speed(table, s)}" for s in first)),
        ),
        permits=TIMELY if judging.worth_telling("ATTACKER_IS_FASTEST") and _doubted(table, frame, unit) else 0,
    )


def _doubted(table: Table, frame: BattleStepFrame, unit: Stack) -> bool:
    """Whether it can be doubted that a unit is the fastest: others have gone before, or its speed is a changed one."""
    return order.begun(table, frame.arena) or order.turned(table, frame.arena, unit)


def check(judging: Judging, frame: BattleStepFrame | None) -> None:
    """Clauses of an attack: the attacker, the defender, the way of attacking, bans and obligations."""
    said: AttackWith = judging.said
    table: Table = judging.table
    why = table.why
    target = table.stacks.get(said.defender)
    there = check_attacker(judging, frame)
    unit = table.stacks.get(said.attacker)
    is_unit = judging.clause(
        "DEFENDER_IS_UNIT",
        why.pilots_cannot_be_attacked if target is not None and target.role == PILOT else why.attack_defending_unit,
        target is not None and target.role == UNIT,
        lambda: (("defender", table.title(said.defender)),),
    )
    if unit is None or target is None or not is_unit:
        return
    judging.clause(
        "DEFENDER_IS_OPPONENTS",
        lambda: (why.attack_same_arena_only, why.control_opponents_unit if _has_changed_sides(table, target) else ""),
        target.controller in table.opponents(unit.controller),
        lambda: (("defender", table.title(target.id)), ("controller", target.controller)),
        about=unit.id,
    )
    if there:
        _check_tax(judging, unit, target)
        _check_reach(judging, unit, target)
        _check_bans(judging, unit, target)
        _check_obligation(judging, unit, target)
    if judging.worth_telling(NEW) and hidden_cost.deployed_by_it(table, unit):
        judging.permit(NEW, lambda: why.keywords_hidden_cost_new_unit_may_attack)
    if judging.worth_telling("STEALTH_IS_LOST") and keyword_rules.bared(table, target):
        judging.permit("STEALTH_IS_LOST", why.keywords_stealth_lost_with_counters)
    if target.tapped:  # said before whose go it is and what else is ordinary, but behind whatever else lets it attack
        legal = why.attack_tapped_defender_legal
        judging.clause("DEFENDER_MAY_BE_TAPPED", legal, ok=True, about=target.id, permits=TIMELY)


def _check_tax(judging: Judging, unit: Stack, target: Stack) -> None:
    """Clause ATTACK_CAN_BE_PAID: what a card asks for the attack can be paid (rots.cards.card-beats-rule)."""
    due = attack_tax(judging.table, unit, target)
    if due:
        force = judging.table.seats[unit.controller].force
        evidence = lambda: (("force", str(force)), ("cost", str(due)))
        judging.clause("ATTACK_CAN_BE_PAID", judging.table.why.costs_must_be_able_to_pay, force >= due, evidence)


def _has_changed_sides(table: Table, target: Stack) -> bool:
    """Whether a unit is controlled by somebody else than its owner."""
    return table.cards[target.cards[0]].owner != target.controller


def _check_reach(judging: Judging, unit: Stack, target: Stack) -> None:
    said: AttackWith = judging.said
    table: Table = judging.table
    why = table.why
    evidence = lambda: (("attacker in", place(unit.zone)), ("defender in", place(target.zone)))
    ways = modes(table, unit)
    if not said.mode:
        if in_build_zone(target):
            rule = _retreated_rule(table, unit, target)
            judging.clause("DEFENDER_NOT_RETREATED", rule, ok=False, evidence=evidence, about=unit.id)
        else:
            judging.clause(SAME_ARENA, why.attack_same_arena_only, unit.zone == target.zone, evidence, about=unit.id)
        for mode in ways:
            judging.clause("WAY_IS_FREE", why.of_keyword(mode, "choose_each_attack"), ok=True, permits=TIMELY)
        return
    judging.clause(
        "ATTACKER_HAS_MODE",
        why.of_keyword(said.mode) if said.mode in MODES else why.attack_same_arena_only,
        said.mode in ways,
        lambda: (("mode", said.mode),),
        about=unit.id,
        permits=EXCEPTION,
    )
    if said.mode in ways:
        usual, into = MODES[said.mode]
        own = why.of_keyword(said.mode, f"no_{usual[0]}_target")
        rule = own if target.zone in (*usual, into) else why.of_keyword(said.mode)
        if in_build_zone(target):
            rule = why.retreat_retreated_inactive
        judging.clause("DEFENDER_IN_REACH", rule, target.zone == into, evidence)
        if judging.worth_telling("EMPTY_ARENA_IS_FOUGHT") and not table.units(unit.zone, target.controller):
            judging.permit("EMPTY_ARENA_IS_FOUGHT", why.battle_empty_arena_in_another_way or own)


def _retreated_rule(table: Table, unit: Stack, target: Stack) -> str:
    """A retreated unit is in no arena; a card that lets a unit attack into other arenas sets only that rule aside."""
    widened = verdict_on(table, SAME_ARENA, unit.id, target.id)
    only = widened is not None and widened[0]
    return table.why.cards_card_overrides_only_that_rule if only else table.why.zones_build_zone_units_not_attackable


def _check_bans(judging: Judging, unit: Stack, target: Stack) -> None:
    """Effects that ban ("can't attack", "can't be attacked") forbid these two (rots.attack.cant-attack-wording)."""
    table: Table = judging.table
    if judging.worth_telling("TEXT_IS_OFF") and banned_if_not_retreated(table, unit, target):
        judging.permit("TEXT_IS_OFF", table.why.static_only_in_arena)
    if table.overriding:
        judging.clause(MAY_ATTACK, lambda: _ban_rule(table, MAY_ATTACK, unit, target), ok=True, about=unit.id)
        judging.clause(MAY_BE_ATTACKED, lambda: _ban_rule(table, MAY_BE_ATTACKED, unit), ok=True, about=target.id)
        if judging.worth_telling("WORD_IS_NO_SUBTYPE") and banned_in_name_only(table, unit, target):
            judging.permit("WORD_IS_NO_SUBTYPE", table.why.cards_name_word_no_subtype)


def _ban_rule(table: Table, code: str, unit: Stack, target: Stack | None = None) -> str:
    """A unit that is banned from attacking at all; one with other targets has to take those; one without has none."""
    why = table.why
    if code == MAY_ATTACK and forbidden(table, code, unit.id) is not None:
        if target is not None and any(permitted(table, each, unit, target) for each in (SAME_ARENA, OWN_UNITS)):
            return why.attack_may_attack_not_if_cannot
        return why.attack_cant_attack_wording
    return why.attack_must_choose_legal_target if has_target(table, unit) else why.attack_no_legal_target_no_attack


def _check_obligation(judging: Judging, unit: Stack, target: Stack) -> None:
    table: Table = judging.table
    must = obliged(table, unit)
    if must:
        judging.clause(
            "OBLIGATION_MET",
            lambda: _obliging(table, unit, target, must),
            target.id in must,
            lambda: (("must attack", ", ".join(table.title(n) for n in must)),),
            about=unit.id,
            permits=EXCEPTION if len(must) > 1 else 0,
        )
    elif under_obligation(table, unit):  # what it must attack is out of its reach
        judging.permit("OBLIGATION_MET", _free_of_it(table, unit), about=unit.id)


def _obliging(table: Table, unit: Stack, target: Stack, must: tuple[int, ...]) -> str:
    """The rule by which a unit must attack one of several, or one alone; an own unit only where a card lets it."""
    why = table.why
    if len(must) > 1:
        return why.attack_must_attack_several
    if any(table.stacks[number].controller == unit.controller for number in must):
        return why.attack_must_attack_ones_own
    return why.attack_must_attack if target.id in must else why.attack_must_attack_only_named


def _free_of_it(table: Table, unit: Stack) -> str:
    """Why a unit need not do what an effect obliges it to: those it must attack can't be attacked, or are not there."""
    there = any(table.stacks[number].zone == unit.zone for number in meant(table, unit) if number in table.stacks)
    return table.why.attack_must_attack_unattackable if there else table.why.attack_must_attack_nobody_there


def check_decline(judging: Judging, frame: BattleStepFrame | None) -> None:
    """The clauses of tapping a unit without attacking."""
    if check_attacker(judging, frame):
        table: Table = judging.table
        unit = table.stacks[judging.said.attacker]
        must = obliged(table, unit, at_all=True)
        judging.clause(
            "NOT_OBLIGED_TO_ATTACK",
            table.why.attack_must_attack,
            not must,
            lambda: (("must attack", ", ".join(table.title(n) for n in must)),),
            about=unit.id,
        )
        if not must and under_obligation(table, unit):  # what it must attack is out of its reach, or only if it attacks
            rule = table.why.attack_decline_by_tapping if obliged(table, unit) else _free_of_it(table, unit)
            judging.permit("OBLIGATION_MET", rule, about=unit.id)
    check_moment(judging, frame)


# --- the moment, and what would be legal instead ------------------------------------------------


def check_moment(judging: Judging, frame: BattleStepFrame | None) -> None:
    """Clause RIGHT_MOMENT, and what would be legal instead."""
    table: Table = judging.table
    chance = _chance_before(table)
    tapping = TIMELY if isinstance(judging.said, Decline) else 0
    judging.clause("RIGHT_MOMENT", _moment_rule(table, judging.said, chance), frame is not None, permits=tapping)
    if judging.failed and judging.level:
        _options(judging, frame)


def _chance_before(table: Table) -> PopFrame | None:
    """The chance of the battle phase that is open while no unit attacks; None if there is none."""
    frames = table.agenda.frames
    last = frames[-1] if frames else None
    ours = isinstance(last, PopFrame) and last.kind == "general" and table.attack is None
    return last if ours and table.turn.phase == "battle" and isinstance(last, PopFrame) else None


def _moment_rule(table: Table, said: AttackWith | Decline, chance: PopFrame | None) -> str:
    """Why it is no time to attack: another phase, a chance, an attack that is under way."""
    unit = table.stacks.get(said.attacker)
    if isinstance(said, Decline):
        return table.why.attack_decline_by_tapping
    if chance is not None:
        return chance.rule or table.why.chances_before_each_attack
    if table.attack is not None:
        return table.why.attack_next_highest_speed
    if any(isinstance(each, ContestFrame) for each in table.agenda.frames):
        return table.why.contest_when_contested
    if table.turn.phase == "battle" or unit is None:
        return table.why.battle_speed_order
    return table.arenas[unit.zone].placed if unit.zone in table.arenas else table.why.battle_speed_order


def _options(judging: Judging, frame: BattleStepFrame | None) -> None:
    """What may be said instead: whom this unit may attack, else which units may attack now."""
    if frame is None:
        return
    seat, words = what_attacks(judging.table, frame.arena, judging.said.attacker)
    if seat == judging.said.seat:
        judging.would_be_legal(*words)


def what_attacks(table: Table, arena: str, asked_of: int = 0) -> tuple[str, list[str]]:
    """Whose go it is in an arena, and what may be said, of the unit asked of if it has its go, else of all that do."""
    seat, first = order.fastest(table, arena)
    words: list[str] = []
    for unit in [unit for unit in first if unit.id == asked_of] or first:
        must = obliged(table, unit)
        names = " or ".join(table.title(number) for number in must or (each.id for each in targets(table, unit)))
        if names:
            words.append(f"attack {names} with {table.title(unit.id)}")
        if not obliged(table, unit, at_all=True):
            words.append(f"tap {table.title(unit.id)} without attacking")
    return seat, words
