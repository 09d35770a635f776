"""How an event that an effect names fits a fact."""

from __future__ import annotations

from typing import NamedTuple


class Match(NamedTuple):
    """How an event fits: names bound by it, numbers, and the attack it belongs to."""

    bound: dict[str, tuple[int, ...]]
    numbers: dict[str, int]
    attack: int = 0
