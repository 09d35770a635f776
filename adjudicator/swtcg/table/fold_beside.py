"""Folding facts of what lies beside the play area (see `fold`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.beside import beside_zone
from adjudicator.swtcg.table.fold_things import enter, take
from adjudicator.swtcg.table.table import EVENT, RESOURCE, SUPPLY, Stack, Table

_replace = msgspec.structs.replace


def _event_played(table: Table, fact: f.EventPlayed) -> None:
    take(table, f"{SUPPLY}:{fact.seat}", (fact.card,))
    enter(table, Stack(fact.stack, (fact.card,), fact.seat, fact.seat, beside_zone(EVENT, fact.seat), EVENT))


def _resource_completed(table: Table, fact: f.ResourceCompleted) -> None:
    if fact.stack not in table.stacks:
        take(table, "hand:" + fact.seat, (fact.card,))
        seat = table.seats[fact.seat]
        table.seats[fact.seat] = _replace(seat, setup_cost=seat.setup_cost + fact.cost)
    zone = beside_zone(RESOURCE, fact.seat)
    enter(table, Stack(fact.stack, (fact.card,), fact.seat, fact.seat, zone, RESOURCE))


FOLDS: dict[type, Callable[[Table, Any], None]] = {
    f.EventPlayed: _event_played,
    f.ResourceCompleted: _resource_completed,
}
