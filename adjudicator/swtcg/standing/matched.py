"""How an event that an effect names fits a fact."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from adjudicator.swtcg.table.table import Scene


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
