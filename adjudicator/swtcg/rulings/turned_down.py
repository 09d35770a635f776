"""Rulings on single cards that say what a card does not do: non-events where a near miss happens.

The engine does nothing there, since the card's effect and the general rules give nothing. A row of `*.toml` (list
`turned_down`) says of a ruling which card it is on, at which kinds of facts the question arises (`of`), what was
considered and why nothing comes of it (`what`, `because`), and narrows that by a condition in words of the effect
language (`when`, in which "this" is the card's stack and "it" what the fact is about), to facts whose fields say
something (`fields`), or to cards with an ability that waits for an event of a kind (`waits_for`). Where the card's
abilities do react, nothing is turned down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from adjudicator.swtcg.effects.amounts import holds
from adjudicator.swtcg.effects.language import Triggered
from adjudicator.swtcg.rulings.on_cards import TurnedDown, here, numbers
from adjudicator.swtcg.table import BUILDING, Scene, Stack, Table, Trigger


class Considered(NamedTuple):
    """A near miss: the stack of the card, and the row that says what does not come of it."""

    stack: int
    row: TurnedDown


def considered(table: Table, fact: Any) -> Iterator[Considered]:
    """The near misses at a fact, as the table is now."""
    for row in here(table).watched.get(type(fact).__name__, ()):
        for stack in table.stacks.values():
            if _titled(table, stack, row.card) and _arises(table, row, stack, fact):
                yield Considered(stack.id, row)


def left(found: Iterable[Considered], fresh: Iterable[Trigger]) -> Iterator[TurnedDown]:
    """Of the near misses those to whose cards the facts have not set off anything."""
    reacting = {trigger.scene.stack for trigger in fresh}
    return (each.row for each in found if each.stack not in reacting)


def _titled(table: Table, stack: Stack, title: str) -> bool:
    return stack.role != BUILDING and table.known(stack) and table.top(stack).title == title


def _arises(table: Table, row: TurnedDown, stack: Stack, fact: Any) -> bool:
    if any(getattr(fact, name) != value for name, value in row.fields.items()):
        return False
    waiting = (each.ability for each in table.index.by_stack.get(stack.id, ()))
    if row.waits_for and not any(isinstance(a, Triggered) and a.when.kind == row.waits_for for a in waiting):
        return False
    it = tuple(dict.fromkeys(numbers(table, (fact,))))
    scene = Scene(controller=stack.controller, source=row.card, stack=stack.id, bound={"it": it})
    return row.when is None or holds(table, row.when, scene)
