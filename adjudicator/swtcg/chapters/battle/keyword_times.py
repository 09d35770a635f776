"""When the keywords that are played may be: Evade, Deflect, Retaliate, Intercept and Lucky.

They are activated abilities (Lucky is static and used like one); what the rulebook and the rulings say of
each of them in particular decides before what they say of such abilities in general (rooms timing and limits).
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.judging import Judging
from adjudicator.kernel.verdict import TIMELY
from adjudicator.swtcg.chapters.playing.playable import Playable
from adjudicator.swtcg.standing import keyword_rules
from adjudicator.swtcg.standing.amounts import holds
from adjudicator.swtcg.standing.continuous import scene_of
from adjudicator.swtcg.standing.hits import attack_roll, roll_at_work
from adjudicator.swtcg.standing.reach import can_attack
from adjudicator.swtcg.standing.traits import spells_out
from adjudicator.swtcg.table.fold_things import COUNTERS_PUT
from adjudicator.swtcg.table.frames import AttackFrame, PopFrame, RollFrame
from adjudicator.swtcg.table.places import place
from adjudicator.swtcg.table.table import Attack, Stack, Table
from adjudicator.swtcg.words.language import THIS, Prevent, Triggered


def departing(table: Table, playable: Playable, kind: str, seat: str) -> str:
    """The rule by which a keyword is played at a time that is more than its own: Deflect at damage that was deflected,
    Lucky after its player has passed; empty elsewhere. `kind` is the chance that is open.
    """
    chance = table.agenda.frames[-1] if table.agenda.frames else None
    if playable.keyword == "lucky" and kind == "reroll" and isinstance(chance, PopFrame) and seat in chance.passed:
        return table.why.keywords_lucky_pass_first_tactic
    if playable.keyword not in ("evade", "deflect") or kind != "prevention":
        return ""
    mine = any(packet.target == playable.stack and packet.way == "deflect" for packet in table.agenda.pending)
    return table.why.keywords_deflect_new_chance if mine and not _counters_put_last(table, playable.stack) else ""


def chance_rule(table: Table, playable: Playable, kind: str) -> str:
    """The keyword's own rule on the chance that it is for; empty if it has none. `kind` is the chance that is open."""
    keyword = playable.keyword
    if keyword in ("protect", "redirect") and kind and (own := keyword_rules.defined(table, keyword)):
        return own
    if keyword in ("evade", "deflect"):
        if _counters_put_last(table, playable.stack):
            stout = spells_out(table, playable.stack, "fortitude") and table.why.keywords_fortitude_not_against_counters
            return stout or table.why.damage_counters_not_prevented
        if kind == "prevention" and table.turn.phase != "battle":
            return table.why.chances_damage_pop  # damage opens its chance wherever it is done
        return table.why.of_keyword(keyword, "only_in_prevention")
    if keyword == "retaliate":
        late = kind != "general" and _rolled(table)
        return table.edition.retaliate_after_dice.rule if late else table.why.attack_step_3_pop
    return _lucky_rule(table, kind) if keyword == "lucky" else ""


def _counters_put_last(table: Table, stack: int) -> bool:
    """Whether the last damage counters of this turn on a unit were put there, and not by damage."""
    for event, number, detail in reversed(table.happened):
        if event == COUNTERS_PUT and number == stack:
            return True
        if event == "did damage" and detail.split()[2] == str(stack):
            return False
    return False


def _rolled(table: Table) -> bool:
    """Whether the dice of the attack in progress have been rolled, or its damage is even about to be done."""
    attack = table.attack
    if attack is not None and any(packet.attack == attack.id for packet in table.agenda.pending):
        return True
    return any(
        (isinstance(frame, RollFrame) and frame.purpose == "attack" and frame.dice)
        or (isinstance(frame, AttackFrame) and frame.dice)
        for frame in table.agenda.frames
    )


def _lucky_rule(table: Table, kind: str) -> str:
    """Lucky is used in the reroll chance of the attack, in one's turn there, and lost when it is over."""
    if kind != "reroll":
        if attack_roll(table) is not None:  # the chance is still to come, or what is at work interrupts it
            return table.why.keywords_lucky_when_used if kind else table.why.keywords_lucky_interrupted
        return table.why.keywords_lucky_lost if _rolled(table) else table.why.keywords_lucky_outside_its_chance
    chance = table.agenda.frames[-1]
    if isinstance(chance, PopFrame) and chance.spoken:
        return table.why.keywords_lucky_any_order_with_other_rerolls
    roll = attack_roll(table)
    rerolled = roll is not None and roll.dice != roll.first
    return table.why.keywords_lucky_after_triggers if rerolled else table.why.keywords_lucky_when_used


ANY_ORDER = ("crf.keywords.lucky-any-order-with-other-rerolls", "gr.keywords.lucky-among-other-rerolls")
"""That Lucky may be used before or after what else rerolls."""


def lucky_used(table: Table) -> bool:
    """Whether Lucky has been used in the attack in progress."""
    return table.attack is not None and any(use.endswith(f".lucky@{table.attack.id}") for use in table.used)


# --- what has to be going on ------------------------------------------------------------------


def check_going_on(judging: Judging, playable: Playable) -> bool:
    """The clauses of Retaliate, Intercept, Lucky and other texts of an attacked or attacking unit; False for others."""
    if playable.only == "intercept":
        _check_intercept(judging, playable)
    elif playable.only == "lucky":
        _check_lucky(judging, playable)
    elif playable.only == "attacked" and playable.keyword == "retaliate":
        _check_retaliate(judging, playable)
    elif playable.only in ("attacked", "attacking"):
        _check_status(judging, playable)
        if playable.keyword == "redirect":
            _check_redirect(judging)
    else:
        return False
    return True


def _check_status(judging: Judging, playable: Playable) -> None:
    """A unit is the attacking or defending one until its attack ends (rots.attack.attacker-defender-status)."""
    attack = judging.table.attack
    unit = (attack.defender if playable.only == "attacked" else attack.attacker) if attack is not None else 0
    going_on = judging.clause(
        "UNIT_IS_ATTACKED" if playable.only == "attacked" else "UNIT_IS_ATTACKING",
        judging.table.why.attack_attacker_defender_status,
        unit == playable.stack,
        lambda: _attack(judging.table, attack),
        permits=TIMELY,
    )
    if not going_on:
        judging.would_be_legal(f"while this unit is {'being attacked' if playable.only == 'attacked' else 'attacking'}")


def _check_redirect(judging: Judging) -> None:
    """The unit that the attack goes to can be attacked, and damaged (idc.keywords.redirect-eligible-units)."""
    table: Table = judging.table
    rule = table.why.keywords_redirect_eligible_units
    chosen = [number for choice in judging.said.targets for number in choice] if rule else []
    for unit in filter(None, map(table.stacks.get, chosen)):
        named = lambda unit=unit: (("chosen", table.title(unit.id)),)
        for clause, fits, what in ELIGIBLE:
            if not judging.clause(clause, rule, fits(table, unit), named, about=unit.id):
                judging.would_be_legal(f"choose a unit that {what}")


def eligible(table: Table, units: tuple[int, ...]) -> tuple[int, ...]:
    """Of some units those to which Redirect may send the attack."""
    rule = table.why.keywords_redirect_eligible_units
    if not rule or rule == table.suppressed:
        return units
    return tuple(unit for unit in units if all(fits(table, table.stacks[unit]) for _, fits, _ in ELIGIBLE))


def _attackable(table: Table, unit: Stack) -> bool:
    """Whether the attacking unit can attack a unit."""
    attack = table.attack
    attacker = table.stacks.get(attack.attacker) if attack is not None else None
    return attack is not None and attacker is not None and can_attack(table, attacker, unit, attack.mode)


def _damageable(table: Table, unit: Stack) -> bool:
    """Whether a unit has no ability that prevents all damage to it, without anybody's choice."""
    for entry in table.index.working(unit.id):
        ability = entry.ability
        if not isinstance(ability, Triggered) or ability.may or ability.when.kind != "would be damaged":
            continue
        whole = ability.when.by is None and ability.when.to == THIS and ability.do[:1] == (Prevent(),)
        if whole and (ability.condition is None or holds(table, ability.condition, scene_of(table, unit, entry))):
            return False
    return True


ELIGIBLE = (
    ("CHOSEN_CAN_BE_ATTACKED", _attackable, "the attacking unit can attack"),
    ("CHOSEN_CAN_BE_DAMAGED", _damageable, "has nothing which prevents all damage to it"),
)
"""What has to be so of the unit that Redirect sends the attack to: the clause, whether it holds, and such a unit."""


def _check_retaliate(judging: Judging, playable: Playable) -> None:
    """The unit is, or was before an Intercept, the one attacked, by a unit of its arena."""
    table: Table = judging.table
    attack = table.attack
    unit = table.stacks[playable.stack]
    attacker = table.stacks.get(attack.attacker) if attack is not None else None
    former = attack is not None and unit.id in attack.former and unit.id != attack.defender
    attacked = judging.clause(
        "UNIT_IS_ATTACKED",
        lambda: _from_elsewhere(table, attacker, unit) or _retaliate_rule(table, unit, former=former),
        attack is not None
        and (attack.defender == unit.id or former)
        and attacker is not None
        and attacker.zone == unit.zone,
        lambda: _attack(table, attack),
        permits=TIMELY,
    )
    if former:
        judging.permit("WAS_ATTACKED_BEFORE", table.why.reading_retaliate_by_a_unit_no_longer_attacked)
    if not attacked:
        judging.would_be_legal("while this unit is attacked by one in its arena, before the dice are rolled")


def _from_elsewhere(table: Table, attacker: Stack | None, unit: Stack) -> str:
    """The rule on attacks from another arena, and on one by the very unit; empty for others."""
    if attacker is None:
        return ""
    if attacker.id == unit.id:
        return table.why.keywords_retaliate_against_itself
    return table.why.keywords_retaliate_not_other_arena if attacker.zone != unit.zone else ""


def _retaliate_rule(table: Table, unit: Stack, *, former: bool) -> str:
    """Why a unit may use Retaliate or not: it is too late once the attack on it is over; each that was attacked may."""
    why = table.why
    if table.attack is None and _attacked_last(table, unit):
        return table.edition.retaliate_after_dice.rule
    others = any(each.scene.kind == "retaliate" and each.scene.stack != unit.id for each in table.delayed.values())
    return why.keywords_retaliate_several_defenders if former or others else why.keywords_retaliate_definition


def _attacked_last(table: Table, unit: Stack) -> bool:
    """Whether the last attack that is over was one on this unit."""
    over = (detail for event, _, detail in reversed(table.happened) if event == "attack over")
    return next(over, "").endswith(f" {unit.id}")


def _check_intercept(judging: Judging, playable: Playable) -> None:
    """Another of your units in this unit's arena is attacked (rots.keywords.intercept-timing)."""
    table: Table = judging.table
    attack = table.attack
    unit = table.stacks[playable.stack]
    defender = table.stacks.get(attack.defender) if attack is not None else None
    elsewhere = defender is not None and defender.zone != unit.zone
    if attack is not None and attack.attacker == unit.id and table.why.keywords_intercept_own_attack:
        judging.clause("ATTACKER_IS_ANOTHER", table.why.keywords_intercept_own_attack, ok=False)
    mate = judging.clause(
        "ANOTHER_OF_YOURS_IS_ATTACKED",
        table.why.keywords_intercept_timing if elsewhere else table.why.keywords_intercept_when,
        defender is not None and _is_mate(unit, defender),
        lambda: (
            ("interceptor in", place(unit.zone)),
            ("defender in", place(defender.zone) if defender is not None else "no attack"),
        ),
        permits=TIMELY,
    )
    if not mate:
        judging.would_be_legal(f"while another of your units in the {unit.zone} arena is attacked")
    elif judging.worth_telling("MAY_BE_IN_VAIN"):
        attacker = table.stacks.get(attack.attacker) if attack is not None else None
        if attack is not None and attacker is not None and not can_attack(table, attacker, unit, attack.mode):
            judging.permit("MAY_BE_IN_VAIN", table.why.keywords_intercept_illegal_interceptor)


def _is_mate(unit: Stack, other: Stack) -> bool:
    return other.id != unit.id and other.controller == unit.controller and other.zone == unit.zone


def _check_lucky(judging: Judging, playable: Playable) -> None:
    """The dice are those of an attack by or on this unit (rots.keywords.lucky); each side may use its own."""
    table: Table = judging.table
    attack = table.attack
    chance = table.agenda.frames[-1] if table.agenda.frames else None
    if not isinstance(chance, PopFrame) or chance.kind != "reroll":
        judging.moot(("ITS_ATTACK_DICE", table.why.keywords_lucky))
        return
    roll = roll_at_work(table)
    both = attack is not None and _other_was_lucky(table, attack, playable.stack)
    judging.clause(
        "ITS_ATTACK_DICE",
        table.why.keywords_lucky_both_sides if both else table.why.keywords_lucky,
        attack is not None
        and roll is not None
        and roll.purpose == "attack"
        and playable.stack in (attack.attacker, attack.defender),
        lambda: _attack(table, attack),
        permits=TIMELY if both and judging.said.seat not in chance.passed else 0,
    )
    if attack is not None and playable.stack == attack.defender:
        judging.clause("DICE_ARE_CHOSEN_BY_ITS_PLAYER", table.why.reading_who_picks_the_dice_for_lucky, ok=True)


def _other_was_lucky(table: Table, attack: Attack, unit: int) -> bool:
    """Whether the other unit of the attack than this one has used Lucky; False for units that are in no attack."""
    if unit not in (attack.attacker, attack.defender):
        return False
    other = attack.defender if unit == attack.attacker else attack.attacker
    return f"{other}.lucky@{attack.id}" in table.used


def _attack(table: Table, attack: Attack | None) -> tuple[tuple[str, str], ...]:
    if attack is None:
        return (("attack", "none"),)
    return (("attacker", table.title(attack.attacker)), ("defender", table.title(attack.defender)))


# --- how often --------------------------------------------------------------------------------


def limit_rule(table: Table, playable: Playable, key: str, general: str) -> str:
    """The keyword's own rule on how often it may be played, else the general one. `key` is this use's.

    Of prevention the consolidated rulings say how often for all of it, and prevail over what the keywords have.
    """
    keyword = playable.keyword
    if keyword in ("evade", "deflect"):
        before = any(used.startswith(playable.key + "@damage") and used != key for used in table.used)
        again = keyword == "evade" and before and key not in table.used
        return table.why.keywords_evade_again if again else table.why.of_keyword(keyword, "once_per_source")
    if keyword == "protect":
        return table.why.keywords_protect_once_per_damage or general
    if keyword in ("intercept", "retaliate") and _instances(table, playable) > 1:
        return table.why.of_keyword(keyword, "instance_once_per_attack") or general
    return general


def _instances(table: Table, playable: Playable) -> int:
    here: list[Any] = table.index.by_stack.get(playable.stack, [])
    return sum(getattr(instance.ability, "keyword", "") == playable.keyword for instance in here)
