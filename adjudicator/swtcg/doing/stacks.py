"""Instructions to stacks as such: put on another unit, turned down, rearranged; the end of an attack."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.doing.leaving import leaving
from adjudicator.swtcg.standing.boarding import may_board, suits
from adjudicator.swtcg.standing.card_kinds import has_its_copy
from adjudicator.swtcg.standing.overrides import forbidden
from adjudicator.swtcg.standing.scenes import rule_of
from adjudicator.swtcg.standing.selectors import select
from adjudicator.swtcg.standing.stacking import arena_after, may_lie_on_top
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames import AttackFrame, ChooseFrame, ResolveFrame
from adjudicator.swtcg.table.table import BUILDING, EQUIPMENT, PILOT, UNIT, Delayed, Scene, Stack, Table
from adjudicator.swtcg.words import language as w

_replace = msgspec.structs.replace


def turned_down(table: Table, scene: Scene, stack: Stack, counters: int) -> list[Any]:
    """The facts by which a stack is turned face down: what is on it is discarded, and the cards below its top."""
    if stack.role == BUILDING:
        return []
    rule = rule_of(table, scene)
    carried = [f.StackDiscarded(stack=o.id, rule=rule, cause=scene.source) for o in table.attached(stack.id)]
    return [*carried, f.StackTurnedDown(stack=stack.id, counters=counters, rule=rule, cause=scene.source)]


def into_deck(table: Table, scene: Scene, number: int) -> list[Any]:
    """The facts by which a stack is shuffled into its owners' decks, with what is on it."""
    rule = rule_of(table, scene)
    gone = leaving(table, number, "deck bottom", rule, scene.source)
    owners = dict.fromkeys(table.cards[card].owner for fact in gone for card in table.stacks[fact.stack].cards)
    return [*gone, *(f.DeckShuffled(seat=owner, rule=rule, cause=scene.source) for owner in owners)]


def _attach(run: Run, frame: ResolveFrame, said: w.AttachTo) -> None:
    """A Pilot or Equipment goes onto a unit that it suits."""
    table, scene = run.table, frame.scene
    hosts = [n for n in select(table, said.host, scene) if table.stacks[n].role == UNIT]
    if not hosts:
        return
    host = table.stacks[hosts[0]]
    facts = []
    for number in select(table, said.what, scene):
        stack = table.stacks[number]
        role = EQUIPMENT if stack.role == EQUIPMENT else PILOT
        if role == EQUIPMENT:
            fits = forbidden(table, "MAY_BE_EQUIPPED", host.id, number) is None and not _has_its_copy(run, stack, host)
        else:
            fits = may_board(table, stack, host)
        if host.id not in (number, stack.host) and fits:
            rule = rule_of(table, scene)
            facts.append(f.Attached(stack=number, host=host.id, role=role, rule=rule, cause=scene.source))
    run.happen(*facts)


def _has_its_copy(run: Run, equipment: Stack, unit: Stack) -> bool:
    """Whether a unit has a copy of a Skill or Trait already, so that it gets no second one."""
    rule = run.table.why.equipment_skill_trait_one_copy_per_unit
    return has_its_copy(run.table, equipment, unit) and run.non_event(
        f"{run.table.title(equipment.id)} on a unit", rule, "the unit has a copy"
    )


def _rearrange(run: Run, frame: ResolveFrame, said: w.Rearrange) -> None:
    """A card under the top one is chosen to go on top."""
    table: Table = run.table
    found = [n for n in select(table, said.what, frame.scene) if len(table.stacks[n].cards) > 1]
    if not found:
        return
    stack = table.stacks[found[0]]
    below = tuple(c for c in stack.cards[1:] if may_lie_on_top(table, c, stack) and _stays_aboard(table, c, stack))
    if not below:
        return
    run.frames[-1] = _replace(frame, step="top chosen", todo=(said, *frame.todo), chosen=())
    seat, rule = frame.scene.controller, rule_of(table, frame.scene)
    run.push(ChooseFrame(seat=seat, kind="cards", options=below, least=1, most=1, what="top", rule=rule))


def _stays_aboard(table: Table, card: int, stack: Stack) -> bool:
    """Whether a card of a Pilot's stack may be on top there: one that could pilot the unit he is on, which no effect of
    ours has him leave (rots.pilots.rearranging-may-move-pilot).
    """
    host, face = table.stacks.get(stack.host), table.face(card)
    if table.edition.pilots_fall_off.value:
        return True  # what permits it lets the Pilot fall off (idc.pilots.fall-off-effect-exception)
    return stack.role != PILOT or host is None or face is None or suits(table, face, host)


def _top_chosen(run: Run, frame: ResolveFrame) -> None:
    said = frame.todo[0]
    assert isinstance(said, w.Rearrange)
    table, scene = run.table, frame.scene
    run.frames[-1] = _replace(frame, step="start", todo=frame.todo[1:])
    stack = next((table.stacks[n] for n in select(table, said.what, scene)), None)
    if stack is None or not frame.chosen:
        return
    top, rest = frame.chosen[0], tuple(card for card in stack.cards if card != frame.chosen[0])
    rule = rule_of(table, scene)
    facts: list[Any] = [f.StackRearranged(stack=stack.id, cards=(top, *rest), rule=rule, cause=scene.source)]
    if said.until != "permanent":
        back = (w.ToBottom(stack=stack.id, card=top),)
        when = w.Event(kind="turn ends")
        later = Delayed(table.next_id, when, back, scene, "permanent", rule=rule)
        facts.append(f.DelayedBegan(delayed=later, rule=rule, cause=scene.source))
    run.happen(*facts, *with_new_top(table, stack, top, scene.source))


def with_new_top(table: Table, stack: Stack, card: int, cause: str) -> list[f.StackMoved]:
    """The fact by which a unit goes to the arena of the card that an effect has put on top of it, even if it has moved
    in its player's build step; none by an edition that has no such rule.
    """
    point, face = table.edition.forced_top_moves, table.face(card)
    arena = arena_after(table, stack, face) if point.value and face is not None else ""
    return [f.StackMoved(stack=stack.id, zone=arena, how="rearranged", rule=point.rule, cause=cause)] if arena else []


def _to_bottom(run: Run, frame: ResolveFrame, said: w.ToBottom) -> None:
    """A card that was put on top of its stack goes to its bottom again."""
    table: Table = run.table
    stack = table.stacks.get(said.stack)
    if stack is None or said.card not in stack.cards or len(stack.cards) == 1:
        return
    cards = (*(card for card in stack.cards if card != said.card), said.card)
    rule, cause = rule_of(table, frame.scene), frame.scene.source
    back = f.StackRearranged(stack=stack.id, cards=cards, rule=rule, cause=cause)
    run.happen(back, *with_new_top(table, stack, cards[0], cause))


def _end_attack(run: Run, frame: ResolveFrame, said: w.EndAttack) -> None:
    """The innermost attack goes straight to its end; no damage of it is still to be done."""
    for position in range(len(run.frames) - 1, -1, -1):
        below = run.frames[position]
        if isinstance(below, AttackFrame):
            run.frames[position] = _replace(below, step="end")
            return


INSTRUCTIONS: dict[type, Any] = {
    w.AttachTo: _attach,
    w.Rearrange: _rearrange,
    w.ToBottom: _to_bottom,
    w.EndAttack: _end_attack,
}

STEPS: dict[str, Any] = {"top chosen": _top_chosen}
