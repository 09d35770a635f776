"""Which paragraph lets a triggered ability take effect now: what set it off, what it waited for, why it still works.

Sources: rots.triggers.*, crf.triggers.*. `of_event` says what set it off when it joins the pool; `held_by` what it
has to wait for; `at_resolution` puts together what decides when it takes effect.
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.run import Run
from adjudicator.swtcg.standing import keyword_rules, moment, stunning
from adjudicator.swtcg.standing.traits import spells_out
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.frames import PopFrame, ResolveFrame, TriggersFrame
from adjudicator.swtcg.table.table import Delayed, Stack, Table, Trigger, in_build_zone
from adjudicator.swtcg.words.kinds import is_price, walk
from adjudicator.swtcg.words.language import THIS, Compare, If, Instruction, Later, Modify, Triggered, Win, X

NAMED = "rots.triggers.when-whenever-at"
BOUNTY = "rots.keywords.bounty"
DARK_BOUNTY_FIRST = (
    "crf.keywords.bounty-resolves-at-next-turns-build-step",
    "gr.keywords.bounty-dark-first",
    BOUNTY,
)
"""Of two bounties of one turn Dark's comes first."""
TURN_ENDS = "turn ends"
"""The event that the end of the turn begins."""
FREE = "-"
"""Noted for a trigger that had nothing to wait for."""


# --- what set it off --------------------------------------------------------------------------


def event_rule(table: Table, fact: Any, ability: Triggered, stack: Stack) -> str:
    """The rule by which an event sets an ability off."""
    why, kind = table.why, ability.when.kind
    if ability.keyword == "stun":
        return stunning.rule_of(table, fact)
    if own := _of_its_moment(table, fact, ability):
        return own
    if ability.keyword:
        return _of_keyword(table, fact, ability, stack)
    if isinstance(fact, f.BuildRollSkipped):
        compared = _compares_the_roll(ability)
        left_out = why.organised_play_overtime_build_roll_triggers_work
        return why.reading_build_roll_comparison_in_overtime if compared else left_out
    if own := _as_editions_differ(table, fact, ability):
        return own
    if kind == "attacked":
        changed = isinstance(fact, f.DefenderChanged)
        return why.reading_interceptors_own_attacked_trigger if changed else why.attack_step_2_attack_triggers
    if isinstance(fact, f.StackDiscarded) and _defender_of_another(table, fact, stack):
        return why.attack_step_12_discard_triggers
    if ability.may and _is_bonus(ability.do):
        again = sum(1 for event, number, _ in table.happened if event == "attacked" and number == stack.id) > 1
        return why.triggers_attack_bonus_repeat if again else why.triggers_attack_bonus
    if kind == TURN_ENDS:
        return why.turn_end_of_turn_abilities
    if ability.condition is not None:
        return _of_what_it_did(table, ability)
    if kind in ("damaged", "did damage"):
        return _of_damage(table, ability, fact)
    return _of_fact(table, fact, ability, stack)


def _of_keyword(table: Table, fact: Any, ability: Triggered, stack: Stack) -> str:
    """What a keyword's own rules say of what sets it off, else what every trigger goes by."""
    own = keyword_rules.set_off(table, fact, ability, stack)
    if ability.keyword == "bounty" and own in ("", keyword_rules.defined(table, ability.keyword)):
        return BOUNTY
    return own or table.why.triggers_when_whenever_at


def _as_editions_differ(table: Table, fact: Any, ability: Triggered) -> str:
    """An edition's choice: of an attack that goes to another unit, of cards shown as they are drawn, of disrupts."""
    chosen = table.edition
    if isinstance(fact, f.DefenderChanged) and ability.when.kind == "attacks":
        return chosen.attack_triggers_again.rule
    if ability.chance == "reveal" and not chosen.reveal_first.value:
        return chosen.reveal_first.rule
    held = chosen.triggered_disrupts_held
    return held.rule if ability.chance == "disrupt" and held.value else ""


def _of_fact(table: Table, fact: Any, ability: Triggered, stack: Stack) -> str:
    """What has happened: a thing leaves play, a step begins or ends, cards are drawn or deployed, a roll is made."""
    why, when = table.why, ability.when
    match fact:
        case f.StackDiscarded() | f.StackLeft():
            return _of_leaving(table, ability, stack)
        case f.PhaseBegan() | f.StepBegan():
            return _of_beginning(table, ability)
        case f.PhaseEnded(phase="battle"):
            return why.turn_battle_phase_ends_at_end_of_turn
        case f.StepEnded(step="retreat"):
            return why.retreat_end_of_step_effects
        case f.CardsDrawn() if when.at == "draw step":
            return why.triggers_draw_card_triggers_on_draw
        case f.CardsDrawn() if when.kind == "drawn":
            return why.triggers_every_card_drawn or why.triggers_when_whenever_at
        case f.LocationPut():
            return table.edition.locations_deployed.rule
        case f.CardStacked(on_top=False):
            return cite(table, "idc.stacking.deployed-beneath-still-deployed", NAMED)
        case f.CardStacked():
            return why.triggers_deploy_trigger_only_on_top_of_stack_consolidated
        case f.DiceRolled(purpose="build"):
            return why.triggers_on_the_build_roll
    return _of_attack(table, fact, ability) if when.kind == "attacks" else _of_any(table, fact, ability)


def _of_any(table: Table, fact: Any, ability: Triggered) -> str:
    """Anything else that a text waits for; a unit that damages a unit may be that unit."""
    why = table.why
    itself = ability.when.kind == "damages" and ability.when.by == THIS and _to_itself(fact)
    ends = ability.when.kind == "attack ends" and why.triggers_as_an_attack_ends
    return (itself and why.triggers_damages_itself) or ends or why.triggers_when_whenever_at


def _of_its_moment(table: Table, fact: Any, ability: Triggered) -> str:
    """Of damage that is about to be done; of attack dice that were thrown once everybody had said what to do about it;
    of a win by a text; else empty.
    """
    if isinstance(fact, f.DamagePending) and not (ability.chance or ability.keyword):
        return table.why.triggers_before_damage
    if isinstance(fact, f.DiceRolled) and fact.purpose == "attack" and spells_out(table, fact.source, "cunning"):
        return table.why.triggers_dice_once_thrown
    return table.why.winning_win_is_triggered if any(isinstance(each, Win) for each in ability.do) else ""


def _of_attack(table: Table, fact: Any, ability: Triggered) -> str:
    """A unit that attacks, for the first time or with another attack."""
    why = table.why
    if not isinstance(fact, f.AttackDeclared) or ability.when.to != THIS:
        return why.attack_step_2_attack_triggers
    return (fact.cause and why.triggers_double_strike) or why.triggers_attacks_once or why.attack_step_2_attack_triggers


def _of_damage(table: Table, ability: Triggered, fact: Any) -> str:
    """Damage that has been done: by the unit itself, to whatever it is; by an opponent; to the unit itself."""
    why = table.why
    if ability.when.by is not None and ability.when.by.side == "opponents":
        return why.triggers_damaged_by_the_opponent
    if ability.when.by not in (None, THIS) and fact.way == "attack" and why.damage_attacker_is_source:
        return why.damage_attacker_is_source
    if ability.when.by != THIS:
        return why.triggers_is_damaged if ability.when.to == THIS else why.triggers_damage_done
    return (_to_itself(fact) and why.triggers_damages_itself) or why.triggers_this_unit_damages


def _to_itself(fact: Any) -> bool:
    return getattr(fact, "source", 0) == getattr(fact, "stack", -1)


def _compares_the_roll(ability: Triggered) -> bool:
    """Whether what is done goes by a comparison with the roll that set it off, which a roll left out cannot meet."""
    asked = (each.condition for each in walk(ability.do) if isinstance(each, If))
    return any(isinstance(each, Compare) and X(name="rolled") in (each.left, each.right) for each in asked)


def _of_what_it_did(table: Table, ability: Triggered) -> str:
    """Why a condition lets an ability trigger: no hits were rolled in the attack, or it did no damage; any other."""
    condition = ability.condition
    if isinstance(condition, Compare) and (condition.how, condition.right) == ("=", 0):
        if condition.left == X(name="hits"):
            return table.why.triggers_rolled_no_hits
        if condition.left == X(name="damage") and ability.when.kind == "attack ends":
            off = table.why.triggers_does_no_damage_called_off
            hits = next((detail for event, _, detail in reversed(table.happened) if event == "hits"), "0")
            if off and _called_off(table):
                return off
            in_spite = table.why.triggers_does_no_damage_for_all_hits if hits != "0" else ""
            return in_spite or table.why.triggers_does_no_damage
    return table.why.triggers_all_conditions_true


def _called_off(table: Table) -> bool:
    """Whether a unit of the attack that is over has been retreated in it."""
    over = next((detail for event, _, detail in reversed(table.happened) if event == "attack over"), "")
    units = [table.stacks.get(int(each)) for each in over.split()]
    return any(unit is not None and in_build_zone(unit) for unit in units)


def _defender_of_another(table: Table, fact: f.StackDiscarded, stack: Stack) -> bool:
    """Whether an attack's defending unit has been discarded and something else reacts to it."""
    attack = table.attack
    return attack is not None and attack.defender == fact.stack and stack.id != fact.stack


def _of_leaving(table: Table, ability: Triggered, stack: Stack) -> str:
    """A thing that has left play: its controller's effect, after the event, wherever the event is meant to be."""
    if stack.controller != table.cards[stack.cards[0]].owner:
        return table.why.control_you_in_leave_play_trigger
    if ability.when.to == THIS and not ability.when.at:
        return table.why.triggers_this_unit_is_discarded
    return table.why.triggers_glossary_definition if ability.when.at else table.why.triggers_after_triggering_event


def _of_beginning(table: Table, ability: Triggered) -> str:
    why, kind, at = table.why, ability.when.kind, ability.when.at
    if kind == "draw step starts":
        return why.triggers_draw_step_start_triggers_build_step
    if kind == "step starts" and at in table.arenas:
        return why.chances_triggers_first_in_a_battle
    if kind == "phase starts" and at == "battle":
        return why.chances_triggers_first_of_battle
    return why.chances_triggers_first if kind in ("phase starts", "step starts") else why.triggers_when_whenever_at


def _is_bonus(do: tuple[Instruction, ...]) -> bool:
    """A bonus for the attack, paid for with damage when it ends."""
    return any(isinstance(i, Modify) for i in do) and any(_is_price(i) for i in do)


def _is_price(instruction: Instruction) -> bool:
    return isinstance(instruction, Later) and is_price(instruction.when, instruction.do)


def delayed_rule(table: Table, delayed: Delayed) -> str:
    """The rule by which a delayed effect comes due."""
    if is_price(delayed.when, delayed.do) and delayed.scene.kind != "retaliate":
        return cite(table, "crf.triggers.attack-bonus-damage-at-end", delayed.rule)
    if delayed.scene.kind == "bounty" and delayed.when.kind != "kills":
        if delayed.scene.stack not in table.stacks:
            return table.why.keywords_bounty_source_may_have_left_play
        return cite(table, *DARK_BOUNTY_FIRST) if _before_lights(table, delayed) else table.why.keywords_bounty
    if delayed.scene.kind == "retaliate" and delayed.scene.stack not in table.stacks:
        return table.why.keywords_retaliate_even_if_destroyed
    if delayed.scene.kind in ("foresight", "forewarning") and delayed.when.kind == "hits counted":
        return table.why.keywords_predictions_resolve or delayed.rule
    part = "" if delayed.scene.kind else table.why.abilities_delayed_part
    return _at_the_end(table, delayed) or part or delayed.rule


def _at_the_end(table: Table, delayed: Delayed) -> str:
    """The rule of what an effect has left for the end of the turn, or of the battle phase; empty at other times."""
    if delayed.scene.kind:
        return ""
    if delayed.when.kind == TURN_ENDS:
        return table.why.turn_end_of_turn_abilities
    battle = delayed.when.kind == "phase ends" and delayed.when.at == "battle"
    return table.why.turn_battle_phase_ends_at_end_of_turn if battle else ""


def _before_lights(table: Table, bounty: Delayed) -> bool:
    """Whether it is Dark's bounty, and Light has earned one too and waits for it."""
    others = (each.scene for each in table.delayed.values() if each.when.kind == bounty.when.kind)
    own = bounty.scene.controller
    return table.leads(own) and any(s.kind == "bounty" and s.controller in table.opponents(own) for s in others)


def is_held(trigger: Trigger) -> bool:
    """Whether something is noted that a trigger waits for, or by which it need not."""
    return trigger.held not in ("", FREE)


# --- what it waits for ------------------------------------------------------------------------


def held_by(run: Run, trigger: Trigger) -> str:
    """What a trigger that has just joined the pool has to wait for; FREE if nothing."""
    if trigger.duty or trigger.chance:
        return _not_held(run, trigger)
    table: Table = run.table
    others = any(t.held and t.id != trigger.id and not t.chance for t in run.pool)
    for position in range(len(run.frames) - 1, -1, -1):
        frame = run.frames[position]
        if isinstance(frame, PopFrame) and frame.kind in ("reroll", "prevention"):
            return _held_in_chance(table, frame.kind, others=others)
        if isinstance(frame, ResolveFrame):
            below = run.frames[position - 1] if position else None
            if _in_special_chance(run, position):
                continue
            if not isinstance(below, TriggersFrame):
                return table.why.triggers_wait_until_effect_finishes
            return table.why.triggers_chained_trigger_waits if others else table.why.triggers_held_during_effect
    return FREE


def _not_held(run: Run, trigger: Trigger) -> str:
    """Prevention that is set off in a chance to prevent, or rerolls in one to reroll, take effect in it."""
    if any(isinstance(frame, PopFrame) and frame.kind == trigger.chance for frame in run.frames):
        why = run.table.why
        rules = {"reroll": why.triggers_held_exception_reroll, "prevention": why.triggers_held_exception_prevention}
        return rules.get(trigger.chance) or cite(run.table, f"crf.triggers.held-exception-{trigger.chance}", FREE)
    return FREE


def _in_special_chance(run: Run, position: int) -> bool:
    """Whether an effect at work was played in a reroll or prevention chance."""
    return any(isinstance(b, PopFrame) and b.kind in ("reroll", "prevention") for b in run.frames[:position])


def _held_in_chance(table: Table, kind: str, *, others: bool) -> str:
    why = table.why
    if others:
        return why.triggers_new_join_held
    return why.triggers_held_in_reroll_chance if kind == "reroll" else why.triggers_wait_for_reroll_and_prevent_chances


# --- why it takes effect now ------------------------------------------------------------------


def resolution_rule(run: Run, trigger: Trigger) -> str:
    """The rule that decides that a trigger takes effect now."""
    table: Table = run.table
    if (
        trigger.duty
        or keyword_rules.defined(table, trigger.scene.kind)
        or trigger.scene.kind in ("stun", "bounty", "retaliate")
    ):
        return trigger.rule
    if trigger.chance == "reveal":
        return cite(table, "crf.triggers.reveal-drawn-card-first", trigger.rule)
    if trigger.chance:
        return _in_its_chance(run, trigger)
    if trigger.scene.stack not in table.stacks and not _of_its_own_leaving(trigger):
        return table.why.triggers_pool_certain or trigger.rule
    if _moved_on(table, trigger) and table.why.triggers_discarded_and_moved:
        return table.why.triggers_discarded_and_moved
    chosen = table.edition
    special = (chosen.attack_triggers_again, chosen.reveal_first, chosen.triggered_disrupts_held)
    why = table.why
    own = (why.triggers_every_card_drawn, why.triggers_damages_itself, why.triggers_double_strike)
    if trigger.rule and trigger.rule in (*own, why.winning_win_is_triggered):
        return trigger.rule
    if trigger.rule in (table.why.reading_interceptors_own_attacked_trigger, *(choice.rule for choice in special)):
        return trigger.rule
    return trigger.held if is_held(trigger) else trigger.rule


def _moved_on(table: Table, trigger: Trigger) -> bool:
    """Whether the card whose discard set something off lies in no discard pile any more."""
    cards = trigger.scene.bound.get("card it", ())
    piles = [pile for zone, pile in table.zones.items() if zone.startswith("discard:")]
    return bool(cards) and not any(card in pile for pile in piles for card in cards)


def _of_its_own_leaving(trigger: Trigger) -> bool:
    return trigger.scene.bound.get("it") == (trigger.scene.stack,) or not trigger.scene.stack


def _in_its_chance(run: Run, trigger: Trigger) -> str:
    """Rerolls, prevention and disrupts: in the next chance of their kind, before anybody plays in it."""
    table: Table = run.table
    if is_held(trigger):
        return trigger.held
    if trigger.chance == moment.PENDING:
        return trigger.rule
    next_chance = table.why.triggers_reroll_prevent_in_next_chance
    if trigger.chance == "disrupt":
        held = table.edition.triggered_disrupts_held
        return table.why.disrupt_played_card_pop if held.value else held.rule
    if any(isinstance(frame, ResolveFrame) for frame in run.frames):
        return cite(table, "crf.triggers.reroll-prevent-wait-next-chance", next_chance)
    attack = table.attack
    if trigger.chance == "reroll" and attack is not None and attack.defender == trigger.scene.stack:
        return table.why.triggers_example_reroll_chance
    if any(moment.could_speak(table, seat, trigger.chance) for seat in table.order):
        if trigger.chance == "reroll":
            return table.why.triggers_reroll_resolves_before_pop or next_chance
        if trigger.chance == "prevention":
            return table.why.triggers_prevention_resolves_before_pop
        return next_chance
    if trigger.chance == "reroll":
        return table.why.triggers_reroll_only_reroll_chances
    return table.why.triggers_prevention_only_prevention_chances if trigger.chance == "prevention" else next_chance
