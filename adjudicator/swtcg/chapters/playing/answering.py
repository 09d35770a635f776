"""Conditions of Traps and Traits: noticed as they are met, kept for their player alone, and let go.

What is kept is noted as a declaration has been carried out, for every player who has such a card or a card that lies
face down: everybody sees that, and so nobody learns from the note whether a condition was met.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from adjudicator.kernel.base import Sealed
from adjudicator.kernel.run import Run
from adjudicator.swtcg.standing.amounts import holds
from adjudicator.swtcg.standing.card_kinds import TRAIT, TRAP, of_kind
from adjudicator.swtcg.standing.events import MATCHERS, matching
from adjudicator.swtcg.standing.matched import bound_by
from adjudicator.swtcg.standing.rights import (
    admits,
    condition_of,
    is_open,
    is_trait,
    speaks_up,
    step_now,
    waits,
    with_traits,
)
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.table import BUILDING, Met, Scene, Stack, Table
from adjudicator.swtcg.words.language import Triggered


def notice(table: Table, facts: tuple[Any, ...], before: bool) -> None:
    """Keep the conditions that an event meets; those of what looks back are asked about before it is folded."""
    kinds = table.index.awaited
    told = [fact for fact in facts if fact.looks_back == before and _may_meet(fact, kinds)]
    for stack, ability in _waiting(table) if told else ():
        for fact in told:
            if (type(fact), ability.when.kind) in MATCHERS:
                table.just_met += tuple(_met(table, stack, ability, fact))


def _may_meet(fact: Any, kinds: frozenset[str]) -> bool:
    """Whether a fact is one of those by which an event of these kinds happens."""
    return any((type(fact), kind) in MATCHERS for kind in kinds)


def _waiting(table: Table) -> list[tuple[Stack, Triggered]]:
    """The Traps and Traits that wait for their condition."""
    found: list[tuple[Stack, Triggered]] = []
    for stack in table.stacks.values():
        if not waits(stack) or not table.known(stack):
            continue
        face = table.top(stack)
        if of_kind(table, face, TRAP if stack.role == BUILDING else TRAIT):
            ability = condition_of(table, face)
            if ability is not None:
                found.append((stack, ability))
    return found


def _met(table: Table, stack: Stack, ability: Triggered, fact: Any) -> list[Met]:
    scene = Scene(controller=stack.controller, source=table.top(stack).title, stack=stack.id, card=stack.cards[0])
    found = (bound_by(scene, match) for match in matching(table, fact, ability.when, scene))
    return [
        Met(stack.id, each, "") for each in found if ability.condition is None or holds(table, ability.condition, each)
    ]


def let_go(run: Run) -> None:
    """What its player lets pass by saying something else."""
    table: Table = run.table
    mine = table.met.get(run.said.seat, ())
    if mine and not speaks_up(table, run.said):
        frame = run.frames[-1] if run.frames else None
        table.let_pass = tuple(met for met in mine if admits(frame, _chance(table, met)))


def _chance(table: Table, met: Met) -> str:
    """The chance for which what a condition sets off has to wait, empty if for none."""
    stack = table.stacks.get(met.stack)
    ability = condition_of(table, table.top(stack)) if stack is not None and table.known(stack) else None
    return ability.chance if ability is not None else ""


def noted(run: Run) -> Sequence[f.ConditionsMet]:
    """For each player of whom it may be so what is open now; nothing where the edition has no such cards."""
    table: Table = run.table
    if not table.edition.ruled_subtypes.value:
        return ()
    asked = _have_any(table)
    if asked and not run.facts and run.said is not None:
        asked = (run.said.seat,) if run.said.seat in asked else ()
    if not (table.met or table.just_met):
        return _none_met(asked)
    found = [_note(table, seat) for seat in asked]
    table.just_met = table.let_pass = ()
    return found


def _note(table: Table, seat: str) -> f.ConditionsMet:
    """What is open now for a player."""
    here = step_now(table)
    mine = (msgspec.structs.replace(met, step=here) for met in table.just_met if met.scene.controller == seat)
    items = (msgspec.json.encode(met).decode() for met in (*_kept(table, seat), *mine))
    return f.ConditionsMet(seat=seat, met=Sealed((seat,), tuple(items)))


@lru_cache(maxsize=64)  # nearly every note says this, and players are few
def _none_met(seats: tuple[str, ...]) -> tuple[f.ConditionsMet, ...]:
    """That nothing is open for any of these players."""
    return tuple(f.ConditionsMet(seat=seat, met=Sealed((seat,))) for seat in seats)


def _kept(table: Table, seat: str) -> list[Met]:
    """What a player keeps of the conditions met before: what is open, and the last of each card that is over."""
    before = [
        met for met in table.met.get(seat, ()) if (stack := table.stacks.get(met.stack)) is not None and waits(stack)
    ]
    still = [met for met in before if is_open(table, met) and met not in table.let_pass]
    over = {met.stack: msgspec.structs.replace(met, step="") for met in before if met not in still}
    return [*over.values(), *still]


def _have_any(table: Table) -> tuple[str, ...]:
    """The players who have a card that lies face down, or a Trait that waits: everybody sees that. While the index
    lasts, nothing that is there is turned up or equipped.
    """
    index = table.index_cache
    if index is None:
        return _lying(table)
    there = list(table.stacks)
    if index.lying is None or index.lying[0] != there:
        index.lying = there, _lying(table)
    lying: tuple[str, ...] = index.lying[1]
    return lying


def _lying(table: Table) -> tuple[str, ...]:
    """The same, looked for among the stacks."""
    found = {stack.controller for stack in table.stacks.values() if stack.role == BUILDING}
    if with_traits(table.faces):
        found.update(stack.controller for stack in table.stacks.values() if waits(stack) and is_trait(table, stack))
    return tuple([seat for seat in table.seats if seat in found]) if found else ()
