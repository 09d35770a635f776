"""What single instructions do to the table: each proposes its facts through the door.

One module for each kind of instruction, or the room that alone gives it; this one puts them together for the
interpreter.
"""

from __future__ import annotations

from typing import Any

from adjudicator.swtcg.building import deploy, hidden_cost
from adjudicator.swtcg.effects import (
    bidding,
    doing_cards,
    doing_counters,
    doing_damage,
    doing_dice,
    doing_lasting,
    doing_players,
    doing_stacks,
    doing_steps,
    doing_supply,
    doing_table,
)
from adjudicator.swtcg.playing import disrupts

_ROOMS = (
    doing_damage, doing_counters, doing_dice, doing_lasting, doing_table, doing_stacks, doing_players, doing_steps,
    doing_cards, doing_supply, disrupts, hidden_cost, deploy,
)  # fmt: skip

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
