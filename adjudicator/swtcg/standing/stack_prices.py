"""What it takes to join a stack: 1 build counter beneath, or for a card no dearer than the top one, else the difference
plus 1 (rots.stacking.cheaper-or-equal-one-counter, rots.stacking.dearer-on-top-difference-plus-one).
"""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.swtcg.standing.values import cost
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.table import Stack, Table
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.language import Keyword


class Price(NamedTuple):
    """Build counters that a card needs to join a stack, the rule that says so, and the one for some but too few."""

    counters: int
    rule: str
    few: str


def stack_price(table: Table, face: Face, stack: Stack, *, on_top: bool, own_cost: int | None = None) -> Price:
    """What joining a stack takes: 1 beneath, or for a card no dearer than the top one, else the difference plus 1.

    `own_cost` is the card's build cost as changed by effects, if it is. For a card with Hidden Cost the rulings on it
    say the same, however it is deployed (crf.keywords.hidden-cost-stack-top-cost).
    """
    price = _price(table, face, stack, on_top=on_top, own_cost=own_cost)
    if any(isinstance(each, Keyword) and each.name == "hidden cost" for each in face.abilities):
        rule = f"crf.keywords.hidden-cost-stack-{'top-cost' if on_top else 'bottom-costs-one'}"
        return Price(price.counters, cite(table, rule, price.rule), cite(table, rule, price.few))
    return price


def _price(table: Table, face: Face, stack: Stack, *, on_top: bool, own_cost: int | None) -> Price:
    """What joining a stack takes by the general rules."""
    why = table.why
    if own_cost is not None and (less := (face.cost or 0) - own_cost) > 0 and _reductions_count(table):
        return _reduced(table, face, stack, on_top=on_top, less=less)
    new = (face.cost or 0) if own_cost is None else own_cost
    old = cost(table, stack)
    if new <= old:
        return Price(1, why.stacking_cheaper_or_equal_one_counter, why.stacking_cheaper_or_equal_one_counter)
    if not on_top:
        return Price(1, why.stacking_dearer_beneath_one_counter, why.stacking_dearer_beneath_one_counter)
    dearer = why.stacking_dearer_on_top_difference_plus_one
    exemplary = face.title == "Anakin Skywalker (A)" and table.top(stack).title == "Anakin Skywalker (C)"
    return Price(new - old + 1, why.stacking_example_anakin_a if exemplary else dearer, dearer)


def _reductions_count(table: Table) -> bool:
    chosen = table.edition.stack_reductions
    return chosen.value and chosen.rule != table.suppressed


def _reduced(table: Table, face: Face, stack: Stack, *, on_top: bool, less: int) -> Price:
    """What joining takes by printed costs, less what effects take off, which may be all of it."""
    more = max(0, (face.cost or 0) - (table.top(stack).cost or 0)) if on_top else 0
    few = (
        table.why.stacking_dearer_on_top_difference_plus_one
        if more
        else table.why.stacking_cheaper_or_equal_one_counter
    )
    return Price(max(0, 1 + more - less), table.edition.stack_reductions.rule, few)
