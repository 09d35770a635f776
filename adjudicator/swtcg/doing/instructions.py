"""What single instructions do to the table: each proposes its facts through the door.

One module for each kind of instruction; this one puts them together for the interpreter.
"""

from __future__ import annotations

from typing import Any

from adjudicator.swtcg.doing import (
    bidding,
    cards,
    counters,
    damage,
    dice,
    lasting,
    players,
    stacks,
    steps,
    supply,
    table,
)

_ROOMS = (damage, counters, dice, lasting, table, stacks, players, steps, cards, supply)

INSTRUCTIONS: dict[type, Any] = {
    **{kind: do for room in _ROOMS for kind, do in room.INSTRUCTIONS.items()},
    **bidding.INSTRUCTIONS,
}
"""By instruction, what carries it out."""

STEPS: dict[str, Any] = {
    **{name: step for room in _ROOMS for name, step in room.STEPS.items()},
    **bidding.RESOLVING,
}
"""The further steps of a resolving effect, by name (part of the stored schema)."""
