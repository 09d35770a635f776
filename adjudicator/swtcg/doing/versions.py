"""A unique Subordinate that comes out of the supply may join a stack of other versions, on top or at the bottom.

That costs what generating it costs, which has been paid: no build point for the stack
(idc.subordinate.unique-stack-cost). Its player says where it goes; by itself it contests with the other version.
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.doing.stacks import with_new_top
from adjudicator.swtcg.standing.stacking import may_stack, namesakes
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.beside import supply
from adjudicator.swtcg.table.frames import ChooseFrame, ResolveFrame
from adjudicator.swtcg.table.table import Scene, Table

_replace = msgspec.structs.replace

TAKEN = "taken from the supply"
"""Under which name an effect keeps the cards that it has found, until each has its place."""
BY_ITSELF = "by itself"
Way = tuple[str, tuple[Any, ...]]


def ways(table: Table, scene: Scene, card: int) -> list[Way]:
    """How a card of the supply may join stacks of its player's, in words, with the facts; empty if it can't."""
    face, rule = table.face(card), table.why.subordinate_unique_stack_cost
    if not rule or rule == table.suppressed or face is None or not face.unique:
        return []
    found: list[Way] = []
    for stack in namesakes(table, scene.controller, face):
        there = stack.zone in table.arenas and all(each.ok for each in may_stack(table, face, stack))
        for on_top in (True, False) if there else ():
            if on_top and stack.zone not in face.types:
                continue
            put = f.CardPutIntoStack(
                stack=stack.id,
                card=card,
                source=f"supply:{table.cards[card].owner}",
                on_top=on_top,
                rule=rule,
                cause=scene.source,
            )
            new_top = with_new_top(table, stack, card, scene.source) if on_top else ()
            found.append((f"{'on top of' if on_top else 'beneath'} {table.title(stack.id)}", (put, *new_top)))
    return found


def _asked(card: int) -> str:
    return f"place of #{card}"


def place(run: Run, frame: ResolveFrame) -> bool:
    """Ask for the place of the first card that may join a stack; False if every card has its place."""
    table, scene = run.table, frame.scene
    for card in scene.bound[TAKEN]:
        if card not in supply(table, scene.controller) or _asked(card) in scene.numbers:
            continue
        words = (*(word for word, _ in ways(table, scene, card)), BY_ITSELF)
        if len(words) > 1:
            asked = {**scene.numbers, _asked(card): 1}
            run.frames[-1] = _replace(frame, step="version placed", chosen=(), scene=_replace(scene, numbers=asked))
            what = f"where {table.faces[table.cards[card].face].title} goes"
            run.push(ChooseFrame.of_words(scene.controller, words, what, table.why.subordinate_unique_stack_cost))
            return True
    return False


def _placed(run: Run, frame: ResolveFrame) -> None:
    """The card goes where its player has said; the next one is looked at."""
    table, scene = run.table, frame.scene
    card = next(card for card in reversed(scene.bound[TAKEN]) if _asked(card) in scene.numbers)
    said = ways(table, scene, card)
    at = frame.chosen[0] if frame.chosen else len(said)
    run.frames[-1] = _replace(frame, step="subordinates", chosen=scene.bound[TAKEN])
    if at < len(said):
        run.happen(*said[at][1])


STEPS: dict[str, Any] = {"version placed": _placed}
