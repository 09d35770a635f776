"""Which paragraph of a book says of a keyword what it does here, where one says more than its definition.

Only books that define each keyword by itself have such paragraphs; elsewhere the answer is empty, and the rooms say
what decides. Sources: idc.keywords.*.
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.remembering import remembered
from adjudicator.swtcg.standing.abilities import inserting_card
from adjudicator.swtcg.standing.amounts import holds
from adjudicator.swtcg.standing.aside import meditating
from adjudicator.swtcg.standing.continuous import Continuous, lost_for_good
from adjudicator.swtcg.standing.summing import reaches
from adjudicator.swtcg.standing.traits import keywords_of, spells_out
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.table import Scene, Stack, Table, in_build_zone
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.keywords import REDUCED_COST, definition
from adjudicator.swtcg.words.keywords.copies import CUMULATIVE, SELECTIVE, way
from adjudicator.swtcg.words.language import Condition, Modify, Static, Triggered


def defined(table: Table, keyword: str) -> str:
    """The paragraph that defines a keyword under the edition; empty if its documents define none by itself."""
    return definition(keyword, table.edition.book.value)


def copies(table: Table, stack: Stack, keyword: str) -> int:
    """How many copies of a cumulative keyword a unit has; 0 of one that is not."""
    if way(keyword, table.edition.book.value) != CUMULATIVE:
        return 0
    return len(keywords_of(table, stack.id, keyword))


def set_off(table: Table, fact: Any, ability: Triggered, stack: Stack) -> str:
    """The rule by which an event sets a keyword off; empty where the book has none for it."""
    general = defined(table, ability.keyword)
    if not general:
        return ""
    if copies(table, stack, ability.keyword) > 1:
        return table.why.keywords_copies_add_up
    special = _SET_OFF.get(ability.keyword)
    return (special(table, fact, stack) if special is not None else "") or general


def _bounty(table: Table, fact: Any, stack: Stack) -> str:
    return table.why.keywords_bounty_in_build_zone if in_build_zone(stack) else ""


def _surge(table: Table, fact: Any, stack: Stack) -> str:
    plain = not isinstance(fact, f.DamageCountersPlaced) or fact.way == "attack"
    return "" if plain else table.why.keywords_surge_any_damage_from_a_unit


def _double_strike(table: Table, fact: Any, stack: Stack) -> str:
    """Its second attack of the turn has been made already: it has untapped."""
    return table.why.keywords_double_strike_again_after_untap if _attacks_of(table, stack) > 1 else ""


def _attacks_of(table: Table, stack: Stack) -> int:
    """How many attacks a unit has made in this turn."""
    return sum(1 for event, unit, _ in table.happened if event == "attacked" and unit == stack.id)


def _ambush(table: Table, fact: Any, stack: Stack) -> str:
    """It has struck in this turn already; or it has no cost, no battle is on, and it is set off all the same."""
    before = any(event == "did damage" and unit == stack.id for event, unit, _ in table.happened)
    if before:
        return table.why.keywords_ambush_once_per_entry
    own = (each.ability for each in table.index.by_stack.get(stack.id, ()))
    bare = any(isinstance(each, Triggered) and each.keyword == "ambush" and each.may for each in own)
    return table.why.reading_cost_and_moment_of_ambush if bare and table.turn.phase != "battle" else ""


def _parry(table: Table, fact: Any, stack: Stack) -> str:
    """The attack is one on itself; or several dice show a one, and one counts."""
    if isinstance(fact, f.HitsCounted) and fact.source == stack.id:
        return table.why.keywords_parry_own_damage
    return table.why.keywords_parry_one_die if isinstance(fact, f.HitsCounted) and fact.dice.count(1) > 1 else ""


def _riposte(table: Table, fact: Any, stack: Stack) -> str:
    """Several dice show a two, and one counts."""
    return table.why.keywords_riposte_one_die if isinstance(fact, f.HitsCounted) and fact.dice.count(2) > 1 else ""


_SET_OFF = {
    "bounty": _bounty, "surge": _surge, "double strike": _double_strike, "ambush": _ambush, "parry": _parry,
    "riposte": _riposte,
}  # fmt: skip


def lasting(table: Table, scene: Scene, said: Any, on: tuple[int, ...] | None) -> str:
    """The rule by which a keyword's effect changes a value for a while; empty where the book has none for it."""
    general = defined(table, scene.kind)
    if not general or not isinstance(said, Modify) or scene.kind == "stun":
        return ""
    if scene.kind == "focus":
        return table.why.keywords_focus_bonus_one_attack
    if scene.kind == "velocity" and isinstance(said.amount, int) and said.amount < 0:
        return table.why.keywords_velocity_minus_without_stealth
    if scene.kind == "surge" and on and _of_nobody_else(table, scene, on[0]):
        return table.why.keywords_surge_choose_any_unit_there
    return general


def _of_nobody_else(table: Table, scene: Scene, number: int) -> bool:
    """Whether a unit is that of the effect itself, or an opponent's."""
    stack = table.stacks.get(number)
    return number == scene.stack or (stack is not None and stack.controller != scene.controller)


def hides(table: Table, stack: Stack) -> bool:
    """Whether Stealth keeps a unit from being attacked now."""
    return not stack.tapped and not stack.damage and _has_stealth(table, stack)


def bared(table: Table, stack: Stack) -> bool:
    """Whether a unit has Stealth that damage counters keep from working."""
    return stack.damage > 0 and _has_stealth(table, stack)


def _has_stealth(table: Table, stack: Stack) -> bool:
    return bool(defined(table, "stealth")) and spells_out(table, stack.id, "stealth")


def meditates(table: Table, seat: str, card: int, keyword: str) -> bool:
    """Whether what is played is a card played by Meditate, whose rules the book states apart."""
    return bool(defined(table, "meditate")) and (
        keyword == "meditate" or (card > 0 and card in meditating(table, seat))
    )


@remembered
def reductions(face: Face) -> tuple[tuple[int, Condition | None], ...]:
    """The Reduced Costs of a card, each with its condition."""
    return tuple(
        (change.amount, each.condition)
        for each in face.abilities
        if isinstance(each, Static) and each.keyword == REDUCED_COST
        for change in each.changes
        if isinstance(change, Modify) and isinstance(change.amount, int)
    )


def reduced_force(table: Table, card: int, kind: str, seat: str, printed: int) -> int:
    """The Force that playing a Battle card costs: what is printed, or its Reduced Cost."""
    if kind != "battle":
        return printed
    face = table.faces.get(table.cards[card].face) if card in table.cards else None
    if face is None or not reductions(face):
        return printed
    scene = Scene(controller=seat, source=face.title, card=card)
    met = (cost for cost, condition in reductions(face) if condition is None or holds(table, condition, scene))
    return min(met, default=printed)


def cost_reduced(table: Table, card: int, kind: str, seat: str, printed: int) -> str:
    """The rule by which a Battle card costs another Force than is printed; empty if it does not."""
    rule = table.why.keywords_reduced_cost_which_cost
    return rule if rule and reduced_force(table, card, kind, seat, printed) != printed else ""


def reduction_missed(table: Table, stack: Stack) -> str:
    """The rule by which a card that lies face down does not have the Reduced Cost for which its counters would do."""
    face = table.top(stack)
    scene = Scene(controller=stack.controller, source=face.title, stack=stack.id)
    missed = any(
        cost <= stack.counters and condition is not None and not holds(table, condition, scene)
        for cost, condition in reductions(face)
    )
    return table.why.keywords_reduced_cost_condition if missed else ""


def inserted(table: Table, key: str, stack: Stack) -> str:
    """The rule by which INSERT gives a unit the ability of a key; empty if it does not."""
    card = inserting_card(key)
    if not card or not defined(table, "insert"):
        return ""
    beneath = card != stack.cards[0] and table.why.keywords_insert_anywhere_in_stack
    return beneath or defined(table, "insert")


def not_to_strike(table: Table, rule: str, seat: str, chosen: tuple[int, ...]) -> str:
    """The rule by which a player's own unit is not struck by Double Strike; empty of other questions and units."""
    own = any(stack.controller == seat for number in chosen if (stack := table.stacks.get(number)) is not None)
    asked = rule and rule == defined(table, "double strike")
    return table.why.keywords_double_strike_not_own_units if own and asked else ""


def unmet(table: Table, keyword: str, stack: Stack) -> str:
    """The rule by which a keyword's event comes to nothing where its condition is not met; empty of other abilities."""
    if keyword == "velocity":
        return table.why.keywords_velocity_must_be_there_at_start
    if keyword == "double strike" and _attacks_of(table, stack) > 1:
        return table.why.keywords_double_strike_tap_first_only
    return defined(table, keyword)


def used_already(table: Table, scene: Scene) -> str:
    """The rule by which another copy of a selective keyword is disregarded once one has been used; empty if none is."""
    if way(scene.kind, table.edition.book.value) != SELECTIVE:
        return ""
    used = any(each.scene.kind == scene.kind and each.scene.stack == scene.stack for each in table.modifiers.values())
    return table.why.keywords_one_copy_is_used if used else ""


def floored(table: Table, scene: Scene) -> str:
    """The rule by which a keyword's effect takes no more off a value than leaves it at its floor."""
    return table.why.keywords_velocity_not_below_zero if scene.kind == "velocity" else ""


def gains(table: Table, keyword: str, number: int) -> str:
    """The rule by which a unit can't gain a keyword now; empty if it can."""
    if keyword != "stealth":
        return ""
    sped = any(each.scene.kind == "velocity" and each.scene.stack == number for each in table.modifiers.values())
    return table.why.keywords_stealth_not_after_velocity if sped else ""


def value_part(table: Table, keyword: str, stack: Stack, change: Any) -> str:
    """The rule by which a keyword is part of a value; empty where the book has none for it."""
    general = defined(table, keyword)
    if general and any(_lost(table, each, keyword, stack) for each in table.index.silences):
        return table.why.abilities_isolated_regained
    if not general or keyword != "resilience":
        return general
    if copies(table, stack, keyword) > 1:
        return table.why.keywords_resilience_value_is_counters
    below = isinstance(change, Modify) and isinstance(change.amount, int) and change.amount < 0
    return table.why.keywords_resilience_sign if below else general


def _lost(table: Table, entry: Continuous, keyword: str, stack: Stack) -> bool:
    """Whether a unit has lost a keyword for good to a lasting effect, so that what it has of it was given later."""
    return entry.change.keyword == keyword and lost_for_good(table, entry) and reaches(table, entry, stack)
