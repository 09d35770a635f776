"""The chances that an edition may have as the battle phase or a battle step starts, or a battle step ends.

They are for what is played just then: an ordinary card or ability waits for a general chance.
"""

from __future__ import annotations

from adjudicator.swtcg.table.edition import Edition
from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.words.kinds import PHASE_START, STEP_END, STEP_START

AT_EDGES = (PHASE_START, STEP_START, STEP_END)


def edge_rule(edition: Edition, kind: str) -> str:
    """The rule by which an edition has one of the chances for what is played just as the battle phase or a step of it
    starts, or ends; empty if it has none.
    """
    if kind == PHASE_START:
        return edition.turn.row("battle").alone
    first = next(iter(edition.arenas.values()))
    return first.starts if kind == STEP_START else first.ends


def of_hidden_cost(table: Table) -> tuple[str, ...]:
    """The kinds of chance in which a unit is deployed by Hidden Cost (crf.keywords.hidden-cost-when); where that may
    be any time, also those at the edges of a phase or step.
    """
    return ("general", *AT_EDGES) if table.edition.hidden_cost_anytime.value else ("general",)
