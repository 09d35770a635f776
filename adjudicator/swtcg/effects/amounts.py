"""Amounts and conditions of the effect language, read off the table."""

from __future__ import annotations

import operator

from adjudicator.swtcg.effects.language import (
    Amount,
    AnyOf,
    Both,
    Compare,
    Condition,
    Count,
    Happened,
    InPhase,
    Not,
    Stat,
    There,
    X,
)
from adjudicator.swtcg.effects.selectors import select
from adjudicator.swtcg.table import Scene, Table, opponent, whose

_COMPARE = {">=": operator.ge, ">": operator.gt, "=": operator.eq, "<": operator.lt, "<=": operator.le}


def amount_of(table: Table, amount: Amount, scene: Scene) -> int:
    """The number an amount stands for now."""
    if isinstance(amount, int):
        return amount
    if isinstance(amount, X):
        number = scene.numbers.get(amount.name, 0)
        return (number // 2 if amount.half else number) * amount.times + amount.plus
    if isinstance(amount, Count):
        return len(select(table, amount.of, scene)) * amount.times
    if isinstance(amount, Stat):
        return _stat(table, amount, scene) * amount.times
    return _reckoned(table, amount, scene)


def _reckoned(table: Table, amount: Tally | Sum | Times | Half, scene: Scene) -> int:
    """Numbers of players, and what is reckoned from other amounts."""
    if isinstance(amount, Tally):
        seat = seat_of(table, scene, amount.of)
        return tally(table, seat, amount.of)
    if isinstance(amount, Sum):
        return sum(amount_of(table, part, scene) for part in amount.of)
    whole = amount_of(table, amount.of, scene)
    if isinstance(amount, Times):
        return whole * amount.times
    return (whole + 1) // 2 if amount.up else whole // 2


def _stat(table: Table, amount: Stat, scene: Scene) -> int:
    from adjudicator.swtcg import values  # noqa: PLC0415 - values read amounts

    found = select(table, amount.of, scene)
    if not found:
        return 0
    stack = table.stacks[found[0]]
    if amount.stat == "damage":
        return stack.damage
    return values.NAMED[amount.stat](table, stack)


def holds(table: Table, condition: Condition, scene: Scene) -> bool:
    """Whether a condition is met now."""
    if isinstance(condition, There):
        number = len(select(table, condition.are, scene))
        return number >= condition.least and (condition.most is None or number <= condition.most)
    if isinstance(condition, Compare):
        left = amount_of(table, condition.left, scene)
        return bool(_COMPARE[condition.how](left, amount_of(table, condition.right, scene)))
    if isinstance(condition, InPhase):
        return _in_phase(table, condition, scene)
    if isinstance(condition, Happened):
        return _happened(table, condition, scene)
    if isinstance(condition, Both):
        return all(holds(table, part, scene) for part in condition.of)
    if isinstance(condition, AnyOf):
        return any(holds(table, part, scene) for part in condition.of)
    assert isinstance(condition, Not)
    return not holds(table, condition.of, scene)


def _in_phase(table: Table, condition: InPhase, scene: Scene) -> bool:
    turn = table.turn
    if condition.at not in (turn.phase, turn.step, turn.arena):
        return False
    if condition.yours is None:
        return True
    return turn.seat == (scene.controller if condition.yours else opponent(scene.controller))


def _happened(table: Table, condition: Happened, scene: Scene) -> bool:
    """Looks at this turn's events; a discarded thing is known by what it was when it left."""
    for event, stack, detail in table.happened:
        if event != condition.event:
            continue
        if event == "discarded":
            zone, controller, *face = detail.split(" ", 2)
            shown = table.faces.get(face[0]) if face else None
            to = condition.to
            if to.zones and zone not in to.zones:
                continue
            if to.side != "any" and controller not in whose(to, scene.controller):
                continue
            if to.types and not (shown and any(kind in shown.types for kind in to.types)):
                continue
            return True
        if stack in select(table, condition.to, scene):
            return True
    return False
