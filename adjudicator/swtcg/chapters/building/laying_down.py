"""Laying a card of the hand face down into the build zone: the facts of it, and what the card would cost there.

Sources: rots.build.procedure-facedown, idc.build.start-building-a-card.
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.base import Sealed
from adjudicator.swtcg.standing import naming
from adjudicator.swtcg.standing.overrides import forbidden
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.declarations import Build
from adjudicator.swtcg.table.fold import fold
from adjudicator.swtcg.table.table import Stack, Table


def with_card_built(table: Table, said: Build) -> tuple[Table, Stack]:
    """A draft on which the card lies face down, to look at what it costs there."""
    draft = table.fork()
    for fact in laid_down(draft, said, draft.next_id):
        fold(draft, fact)
    return draft, draft.stacks[table.next_id]


def laid_down(table: Table, said: Build, number: int) -> tuple[Any, ...]:
    """The facts of building a card as a stack of this number."""
    handle, _ = naming.the_card(said.card)
    seat = said.seat
    bound = naming.bound(table, seat, said.card, table.why.build_procedure_facedown)
    face = naming.face_said(table, *naming.the_card(said.card))
    rule = table.why.build_procedure_facedown
    if said.counters == 0:
        unit = face is not None and face.is_unit
        zone = table.why.deploy_free_units_pass_build_zone if unit else table.why.build_all_cards_through_build_zone
        rule = zone or rule
    spent = f.BuildPointsSpent(
        seat=seat, amount=said.counters, rule=table.why.build_counters_cost_points, cause="build"
    )
    face_up = forbidden(table, "BUILT_FACE_DOWN", None, seat=seat) is not None
    built = f.CardBuilt(
        stack=number,
        seat=seat,
        counters=said.counters,
        card=Sealed((seat, *table.opponents(seat), *table.partners(seat)) if face_up else (seat,), (handle,)),
        shown=face_up,
        rule=rule,
        cause="build",
    )
    return (*bound, *((spent,) if said.counters else ()), built)
