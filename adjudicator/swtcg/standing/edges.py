"""The chances that an edition may have as the battle phase or a battle step starts, or a battle step ends.

They are for what is played just then: an ordinary card or ability waits for a general chance.
"""

from __future__ import annotations

from adjudicator.swtcg.table.edition import Edition
from adjudicator.swtcg.words.kinds import PHASE_START, STEP_START


def edge_rule(edition: Edition, kind: str) -> str:
    """The rule by which an edition has one of the chances for what is played just as the battle phase or a step of it
    starts, or ends; empty if it has none.
    """
    if kind == PHASE_START:
        return edition.turn.row("battle").alone
    first = next(iter(edition.arenas.values()))
    return first.starts if kind == STEP_START else first.ends
