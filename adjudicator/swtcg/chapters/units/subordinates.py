"""Subordinates that leave play go back to their owners' supplies, once what removed them from play is complete.

Sources: idc.subordinate.returns-to-supply, idc.subordinate.action-completes-before-return; what is attached to them
stays behind (idc.subordinate.equipment-stays-out-of-supply). Under the documents of 2005 that is a reading.
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.run import Run
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames import DuplicateFrame
from adjudicator.swtcg.table.seating import zones_of
from adjudicator.swtcg.table.table import EQUIPMENT, SUPPLY, Table
from adjudicator.swtcg.words.printed import with_subordinates


def away(table: Table) -> list[Any]:
    """The facts by which Subordinates that are in play no more go back; none while there is no Subordinate."""
    if not with_subordinates(table.faces):
        return []
    supplies = zones_of(SUPPLY, table.order)
    found: list[Any] = [
        f.StackLeft(stack=stack.id, to=SUPPLY, rule=table.why.subordinate_completed_first, cause=table.title(stack.id))
        for stack in table.stacks.values()
        if stack.zone not in table.arenas and _costless(table, stack.cards[0])
    ]
    for zone, cards in table.zones.items():
        for card in cards if zone not in supplies else ():
            if _costless(table, card):
                home = f"{SUPPLY}:{table.cards[card].owner}"
                found.append(
                    f.CardsMoved(
                        source=zone, target=home, cards=(card,), rule=table.why.subordinate_returns, cause=SUPPLY
                    )
                )
    return found


def return_to_supply(run: Run) -> bool:
    """Standing check: what is in play no more goes back, but for one that waits to come; True if any did."""
    before = len(run.facts)
    waiting = [frame.other for frame in run.frames if isinstance(frame, DuplicateFrame)]
    facts = [fact for fact in away(run.table) if getattr(fact, "stack", 0) not in waiting]
    along = [equipment for fact in facts if isinstance(fact, f.StackLeft) for equipment in _equipped(run, fact)]
    run.happen(*along, *facts)
    return len(run.facts) > before


def _equipped(run: Run, left: f.StackLeft) -> list[f.StackLeft]:
    """What is attached to a Subordinate does not go into the supply; only an audit without the rule lets it."""
    table: Table = run.table
    rule = table.why.subordinate_equipment_stays
    return [
        f.StackLeft(stack=each.id, to=SUPPLY, rule=left.rule, cause=left.cause)
        for each in table.attached(left.stack, EQUIPMENT)
        if rule and not run.non_event(f"{table.title(each.id)} into the supply", rule, "Equipment goes its own way")
    ]


def _costless(table: Table, card: int) -> bool:
    face = table.face(card)
    return face is not None and face.costless
