"""What single instructions do to the table: each proposes its facts through the door.

One module for each kind of instruction, or the room that alone gives it; this one puts them together for the
interpreter.
"""

from __future__ import annotations

from typing import Any

from adjudicator.swtcg.chapters.building import deploy, hidden_cost
from adjudicator.swtcg.chapters.playing import disrupts
from adjudicator.swtcg.doing import (
    bidding,
)
from adjudicator.swtcg.doing import (
    cards as doing_cards,
)
from adjudicator.swtcg.doing import (
    counters as doing_counters,
)
from adjudicator.swtcg.doing import (
    damage as doing_damage,
)
from adjudicator.swtcg.doing import (
    dice as doing_dice,
)
from adjudicator.swtcg.doing import (
    lasting as doing_lasting,
)
from adjudicator.swtcg.doing import (
    players as doing_players,
)
from adjudicator.swtcg.doing import (
    stacks as doing_stacks,
)
from adjudicator.swtcg.doing import (
    steps as doing_steps,
)
from adjudicator.swtcg.doing import (
    supply as doing_supply,
)
from adjudicator.swtcg.doing import (
    table as doing_table,
)

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
