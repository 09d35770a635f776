"""Stars in place of a printed health: known, unknown again, and what becomes of such units as the turn ends.

Sources: idc.term.variable.*, ruling.unknown-health-at-end-of-turn.
"""

from __future__ import annotations

from adjudicator.kernel.run import Run
from adjudicator.swtcg.standing.values import unknown
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.fold_things import STAR_UNKNOWN
from adjudicator.swtcg.table.table import PILOT, UNIT, Stack, Table

HEALTH = "health"


def note_unknown(run: Run) -> bool:
    """Standing check: a health that a star stands for was known before, and is so no more."""
    table, before = run.table, run.before
    if not table.edition.star_may_be_unknown.value:
        return False
    if not any(entry.change.set for entry in before.index.stats.get(HEALTH, ())):
        return False
    there = (stack for stack in _starred(table) if unknown(table, stack, HEALTH) and not _lost(table, stack))
    lost = [stack.id for stack in there if stack.id in before.stacks and _was_known(before, before.stacks[stack.id])]
    rule = table.why.abilities_star_unknown_again
    run.happen(*(f.StarUnknown(stack=number, stat=HEALTH, rule=rule) for number in lost))
    return bool(lost) and run.applies(rule)


def discarded(run: Run, rule: str) -> list[f.StackDiscarded]:
    """The end of units whose health is unknown as the turn ends and was known before: it is 0 from then on."""
    table: Table = run.table
    gone = []
    for stack in _starred(table):
        if not unknown(table, stack, HEALTH):
            continue
        never, because = table.why.reading_unknown_health_at_end_of_turn, "its health has never been known"
        if _lost(table, stack) or not run.non_event(f"discard of {table.title(stack.id)}", never, because):
            gone.append(f.StackDiscarded(stack=stack.id, rule=rule, cause="end of turn", damage=stack.damage))
    return gone


def _starred(table: Table) -> list[Stack]:
    """The units and Pilots with a star for their health."""
    faces = (stack for stack in table.stacks.values() if stack.role in (UNIT, PILOT) and table.known(stack))
    return [stack for stack in faces if table.top(stack).health is None]


def _was_known(before: Table, stack: Stack) -> bool:
    return stack.role in (UNIT, PILOT) and before.known(stack) and not unknown(before, stack, HEALTH)


def _lost(table: Table, stack: Stack) -> bool:
    """Whether it was known in this turn and became unknown."""
    return any(event == STAR_UNKNOWN and number == stack.id for event, number, _ in table.happened)
