"""How an event that an effect names fits a fact."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from adjudicator.swtcg.standing.binding import seats_meant
from adjudicator.swtcg.standing.selectors import matches
from adjudicator.swtcg.table.table import Scene, Table
from adjudicator.swtcg.words.language import Those


class Match(NamedTuple):
    """How an event fits: names bound by it, numbers, and the attack it belongs to."""

    bound: dict[str, tuple[int, ...]]
    numbers: dict[str, int]
    attack: int = 0


def bound_by(scene: Scene, match: Match) -> Scene:
    """A scene with what an event has bound."""
    return msgspec.structs.replace(
        scene,
        bound={**scene.bound, **match.bound},
        numbers={**scene.numbers, **match.numbers},
        attack=match.attack or scene.attack,
    )


def is_one(table: Table, those: Those | None, number: int, scene: Scene) -> bool:
    """Whether something is what an event has happen to it; anything is if nothing is asked for."""
    if those is None:
        return True
    if those.bound == "this":
        return number == scene.stack
    stack = table.stacks.get(number)
    return stack is not None and matches(table, those, stack, scene, anywhere=True)


def seats_of(table: Table, those: Those | None, scene: Scene) -> tuple[str, ...]:
    """The players that an event means by some words; its controller if none are named."""
    return seats_meant(table, those, scene) if those is not None else (scene.controller,)
