"""Which paragraph lets a continuous change count: what kind of effect makes it, and by what word it reaches a thing."""

from __future__ import annotations

import msgspec

from adjudicator.swtcg.standing import keyword_rules, stunning
from adjudicator.swtcg.standing.abilities import lent_by, with_key
from adjudicator.swtcg.standing.amounts import holds
from adjudicator.swtcg.standing.continuous import Continuous
from adjudicator.swtcg.standing.meant import (
    PILOT_COUNTS,
    TYPE_LINE,
    beyond_the_type_line,
    has_a_pilot,
    own_name_rule,
    passes_a_pilot_by,
    subtype_rule,
    what_a_pilot_is,
)
from adjudicator.swtcg.standing.selectors import matches, select
from adjudicator.swtcg.standing.type_line import on_type_line
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.table import EQUIPMENT, PILOT, Stack, Table, in_build_zone
from adjudicator.swtcg.why.rulings import on_cards
from adjudicator.swtcg.words.kinds import is_price
from adjudicator.swtcg.words.language import Controls, Count, Modify, Stat, Static, There, Those, X

_replace = msgspec.structs.replace

ATTRIBUTES = ("speed", "power", "health")
"""The values that rest on a rule of their own whatever the text: that what changes them is static is said instead."""
LASTING = {
    "attack": "chances_for_this_attack",
    "turn": "chances_until_end_of_turn_duration",
    "battle": "battle_until_end_of_battle",
}
"""By how long an effect lasts, the ground by which it still counts."""


def deciding(table: Table, entry: Continuous, stack: Stack, own: str) -> str:
    """The rule by which a change counts for a stack: what Equipment or a Pilot gives has its own; `own` (that of the
    value) where nothing more special decides.
    """
    gift = given(table, entry)
    if not gift and entry.modifier is None:
        gift = keyword_rules.inserted(table, entry.scene.key, stack)
    gift = gift or keyword_rules.value_part(table, entry.keyword, stack, entry.change)
    if gift:
        return gift
    if entry.modifier is not None:
        return _of_an_effect(table, entry, stack, own)
    counted = entry.change.amount.of if isinstance(entry.change.amount, Count) else None
    if counted is not None and passes_a_pilot_by(table, counted, entry.scene):
        return what_a_pilot_is(table, counted)
    if said := _by_its_condition(table, entry):
        return said
    reached = _by_word(table, entry, stack) or _by_what_it_attacks(table, entry, stack)
    source = table.stacks.get(entry.scene.stack)
    if reached or source is None:
        return reached or own
    if counted is not None and (special := _by_what_it_counts(table, entry, counted)):
        return special
    return _of_its_own(table, entry, own) if source.id == stack.id else _of_another(table, entry, source, stack, own)


def _by_its_condition(table: Table, entry: Continuous) -> str:
    """The rule that says what a condition comes to: nothing, where it is that the unit is in its arena; of a list keyed
    to at least so many, that the lower numbers count along with a higher one.
    """
    if not isinstance(entry.condition, There):
        return ""
    asked = entry.condition.are
    if asked == Those(what="stack", bound="this", zones=("here",)):
        return table.why.abilities_in_its_arena
    lower = table.why.abilities_lower_numbers_add
    own = with_key(table, entry.scene.key) if lower else None
    changes = own.ability.changes if own is not None and isinstance(own.ability, Static) else ()
    conditions = (getattr(each, "condition", None) for each in changes)
    higher = (each for each in conditions if isinstance(each, There) and each.are == asked)
    more = (each for each in higher if each.least > entry.condition.least)
    return lower if any(holds(table, each, entry.scene) for each in more) else ""


def _of_an_effect(table: Table, entry: Continuous, stack: Stack, own: str) -> str:
    """Of a lasting effect: what it is measured by, what it is paid with, or how long it lasts."""
    if entry.scene.kind == "stun":
        return stunning.amount_rule(table, entry.scene.stack, stack.id)
    if entry.scene.numbers.get("enhance"):  # in place of what the card does otherwise
        return table.why.keywords_enhance_not_both
    if isinstance(entry.change.amount, X) and entry.scene.rule:
        return entry.scene.rule
    if any(is_price(each.when, each.do) and each.scene.key == entry.scene.key for each in table.delayed.values()):
        return table.why.triggers_attack_bonus_for_this_attack
    assert entry.modifier is not None
    later = entry.modifier.rule
    if later and later in (table.why.abilities_time_first, table.why.abilities_arena_chosen):
        return later
    if entry.scene.key in table.index.silenced:  # its unit has lost the ability since then
        return table.why.abilities_parts_are_no_abilities or own
    ground = LASTING.get(entry.modifier.until)
    return str(getattr(table.why, ground)) if ground else own


def given(table: Table, entry: Continuous) -> str:
    """The rule by which Equipment or a Pilot gives a unit the text that makes a change; empty if neither does."""
    source = lent_by(table, entry.scene.key)
    if source is not None and source.role == PILOT:
        unit = table.stacks.get(source.host)
        if unit is not None and unit.controller != source.controller and table.taken_from(unit):
            return table.why.pilots_control_unit_change_keeps_pilot_consolidated
        return table.why.pilots_give_bonuses
    return table.why.equipment_grants_bonuses if source is not None and source.role == EQUIPMENT else ""


def _by_word(table: Table, entry: Continuous, stack: Stack) -> str:
    """The rule of the name or subtype by which a static change reaches a thing; empty if it goes by neither, or plainly
    by the type line of another unit, which nobody doubts.
    """
    change: Modify = entry.change
    those = change.of
    if those.name:
        return own_name_rule(table, stack) if those.bound == "this" else table.why.cards_name_reference_exact
    if not those.subtype:
        return ""
    if beyond := beyond_the_type_line(table, stack, those.subtype):
        return beyond
    itself = entry.scene.stack == stack.id
    if itself and those.side == "yours":
        return table.why.cards_subtype_reference_type_line_only_consolidated
    plainly = not itself and entry.scene.stack in table.stacks and change.stat in ATTRIBUTES
    line = cite(table, *TYPE_LINE)
    return "" if plainly and not _ruled(table, entry, stack, line) else line


def _by_what_it_attacks(table: Table, entry: Continuous, stack: Stack) -> str:
    """The rule of the subtype that the attacked unit has to have, where a ruling on a card works that out."""
    whom = entry.change.of.attacking_whom
    defender = table.stacks.get(table.attack.defender) if table.attack is not None else None
    if whom is None or not whom.subtype or defender is None:
        return ""
    rule = subtype_rule(table, defender, whom.subtype)
    return rule if _ruled(table, entry, stack, rule) else ""


def _ruled(table: Table, entry: Continuous, stack: Stack, rule: str) -> bool:
    """Whether a ruling on a single card works the rule out for a change."""
    return bool(on_cards.ruling(table, rule, entry.change.stat, (entry.scene.source, stack.id)))


def _by_what_it_counts(table: Table, entry: Continuous, counted: Those) -> str:
    """The rule by which the size of a change counts a Pilot, or something whose type line lacks the subtype."""
    if has_a_pilot(table, counted, entry.scene):
        return cite(table, *PILOT_COUNTS)
    if not counted.subtype:
        return ""
    found = [table.stacks[number] for number in select(table, counted, entry.scene) if number in table.stacks]
    treated = (each for each in found if not on_type_line(table.top(each), counted.subtype))
    return next((subtype_rule(table, each, counted.subtype) for each in treated), "")


def counts_a_pilot(table: Table, entry: Continuous) -> bool:
    """Whether the size of a change counts things by a name or subtype that a Pilot among them has."""
    amount = entry.change.amount
    return isinstance(amount, Count) and has_a_pilot(table, amount.of, entry.scene)


def _of_its_own(table: Table, entry: Continuous, own: str) -> str:
    """Of a unit's text on itself: whether it counts by a condition or by a count, or reaches it as one of a kind."""
    change: Modify = entry.change
    if _takes_a_pilot_for_a_unit(table, entry):
        return table.why.pilots_not_a_unit_while_piloting
    if isinstance(entry.condition, Controls):
        return table.why.control_arena_control
    if of_a_stack := _by_its_stack(table, entry):
        return of_a_stack
    if change.stat in ATTRIBUTES and entry.condition is not None:
        return table.why.static_as_long_as
    if change.stat in ATTRIBUTES and not change.of.bound and isinstance(change.amount, int):
        return table.why.abilities_includes_itself
    fixed = isinstance(change.amount, int) and change.of.bound == "this" and not change.of.attacking_whom
    depends = entry.condition is not None or not fixed
    return table.why.static_definition if depends and change.stat in ATTRIBUTES else own


def _by_its_stack(table: Table, entry: Continuous) -> str:
    """Of a text that counts the cards of its unit's stack, or those face down under it, where an edition says more."""
    amount, stack = entry.change.amount, table.stacks.get(entry.scene.stack)
    if not isinstance(amount, Stat) or stack is None:
        return ""
    if amount.stat == "cards":
        return table.why.stacking_cards_counted_with_top
    face_down = amount.stat == "under" and len(stack.cards) > 1
    return table.why.stacking_face_down_for_new_top if face_down else ""


def _of_another(table: Table, entry: Continuous, source: Stack, stack: Stack, own: str) -> str:
    """Of a text on another thing: that it reaches the build zone too, works although its card is tapped, is static."""
    if in_build_zone(stack) and table.why.abilities_both_zones:
        return table.why.abilities_both_zones
    if source.tapped:
        return table.why.static_on_while_in_battle
    if entry.change.stat == "speed" and entry.change.of.side == "opponents":
        return table.why.static_example_speed_reduction
    return table.why.static_definition if entry.change.stat in ATTRIBUTES else own


def _takes_a_pilot_for_a_unit(table: Table, entry: Continuous) -> bool:
    """Whether a text asks that there be no other unit, and a Pilot on a unit would be one if he still were a unit."""
    asked = getattr(entry.condition, "of", None)
    if not isinstance(asked, There) or asked.are.what != "unit":
        return False
    anyone = _replace(asked.are, what="unit or pilot")
    return any(
        stack.role == PILOT and matches(table, anyone, stack, entry.scene, anywhere=True)
        for stack in table.stacks.values()
    )
