"""Rulings on single cards that say what a card does not do: non-events where a near miss happens.

The engine does nothing there, since the card's effect and the general rules give nothing. A row of `*.toml` (list
`turned_down`) says of a ruling which card it is on, at which kinds of facts the question arises (`of`), what was
considered and why nothing comes of it (`what`, `because`), and narrows that by a condition in words of the effect
language (`when`, in which "this" is the card's stack and "it" what the fact is about), to facts whose fields say
something (`fields`), or to cards with an ability that waits for an event of a kind (`waits_for`). Where the card's
abilities do react, nothing is turned down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from adjudicator.kernel.remembering import remembered_of_game
from adjudicator.swtcg.standing.abilities import awaited
from adjudicator.swtcg.standing.amounts import holds
from adjudicator.swtcg.table.table import BUILDING, Scene, Stack, Table, Trigger
from adjudicator.swtcg.why.rulings.concerns import numbers
from adjudicator.swtcg.why.rulings.on_cards import here
from adjudicator.swtcg.why.rulings.rows import TurnedDown, turned_down
from adjudicator.swtcg.words.face import Face


class Considered(NamedTuple):
    """A near miss: the stack of the card, and the row that says what does not come of it."""

    stack: int
    row: TurnedDown


def considered(table: Table, fact: Any) -> Iterator[Considered]:
    """The near misses at a fact, as the table is now."""
    rows = here(table).watched.get(type(fact).__name__, ())
    if not rows:
        return
    titled = _keys_of(table.faces)
    for row in rows:
        keys = titled.get(row.card, ())
        for stack in table.stacks.values():
            if table.cards[stack.cards[0]].face in keys and stack.role != BUILDING and _arises(table, row, stack, fact):
                yield Considered(stack.id, row)


def left(found: Iterable[Considered], fresh: Iterable[Trigger]) -> Iterator[TurnedDown]:
    """Of the near misses those to whose cards the facts have not set off anything."""
    reacting = {trigger.scene.stack for trigger in fresh if trigger.id}  # not the notes that nothing is set off
    return (each.row for each in found if each.stack not in reacting)


@remembered_of_game
def _keys_of(faces: Mapping[str, Face]) -> Mapping[str, tuple[str, ...]]:
    """By title, the keys of a game's faces, of the cards that some ruling is on."""
    found: dict[str, tuple[str, ...]] = {}
    for key, face in faces.items():
        if face.title in _ruled_on():
            found[face.title] = (*found.get(face.title, ()), key)
    return found


@cache
def _ruled_on() -> frozenset[str]:
    """The titles of all cards that turn something down, under whatever edition."""
    return frozenset(row.card for row in turned_down())


def _arises(table: Table, row: TurnedDown, stack: Stack, fact: Any) -> bool:
    if any(getattr(fact, name) != value for name, value in row.fields.items()):
        return False
    there = table.index.by_stack.get(stack.id, ())
    if row.waits_for and not any(event.kind == row.waits_for for event in awaited(there)):
        return False
    it = tuple(dict.fromkeys(numbers((fact,))))
    scene = Scene(controller=stack.controller, source=row.card, stack=stack.id, bound={"it": it})
    return row.when is None or holds(table, row.when, scene)
