"""Control of an arena: who has units in it that count, while the other has none (rots.control.arena-control).

A unit whose text says that it does not count is counted by neither player
(crf.card.big-asteroid.no-control-count, crf.card.obi-wans-spirit-a.no-control-count). One whose text says that it
controls its arena does so whoever else is there (idc.phrase.control-the-arena.overrides-normal).
"""

from __future__ import annotations

from adjudicator.kernel.verdict import Override
from adjudicator.swtcg.standing.overrides import verdict_on
from adjudicator.swtcg.table.table import PILOT, Stack, Table

CONTROL = "rots.control.arena-control"
COUNTS = "COUNTS_FOR_CONTROL"
"""The state that effects take from units which do not count."""
HOLDS = "HOLDS_ITS_ARENA"
"""The state that effects give to units which control their arena by themselves."""


NO_UNIT = ("crf.pilots.pilot-not-character-or-unit", "rots.pilots.not-a-unit-while-piloting")
"""That a Pilot on a unit is no unit, and so in no arena of his own."""


def pilots_of(table: Table, arena: str, seat: str) -> list[Stack]:
    """The Pilots on units of a player who would be units in an arena if they were not piloting."""
    pilots = (stack for stack in table.stacks.values() if stack.role == PILOT and stack.controller == seat)
    return [pilot for pilot in pilots if table.known(pilot) and arena in table.top(pilot).types]


def units_counted(table: Table, arena: str, seat: str) -> list[Stack]:
    """The units of a player in an arena that count toward controlling it."""
    held = held_by_text(table, arena)
    if held is not None and seat in table.opponents(held[0]):
        return []
    units = table.units(arena, seat)
    if COUNTS not in table.index.overrides:
        return units
    ruled = ((unit, verdict_on(table, COUNTS, unit.id)) for unit in units)
    return [unit for unit, said in ruled if said is None or said[0]]


def held_by_text(table: Table, arena: str) -> tuple[str, Override] | None:
    """The player for whom a unit's text holds an arena, and which; None if no text does, or those of opponents do."""
    holders = _holders(table, arena)
    if not holders or (_of_opponents(table, holders) and table.suppressed != table.why.reading_an_arena_that_both_hold):
        return None
    return holders[0]


BOTH_HOLD = "ruling.an-arena-that-both-hold"


def held_by_both(table: Table, arena: str) -> bool:
    """Whether texts of opponents' units say that they hold an arena (ruling.an-arena-that-both-hold)."""
    return _of_opponents(table, _holders(table, arena))


def _of_opponents(table: Table, holders: list[tuple[str, Override]]) -> bool:
    return bool(holders) and any(seat in table.opponents(holders[0][0]) for seat, _ in holders)


def _holders(table: Table, arena: str) -> list[tuple[str, Override]]:
    """The players for whom a unit's text holds an arena, each with the card that says so."""
    if HOLDS not in table.index.overrides:
        return []
    ruled = ((unit.controller, verdict_on(table, HOLDS, unit.id)) for unit in table.units(arena))
    return [(seat, said[1]) for seat, said in ruled if said is not None and said[0]]


def units_left_out(table: Table, arena: str) -> list[tuple[Stack, Override]]:
    """The units in an arena that do not count, each with the card that says so."""
    found: list[tuple[Stack, Override]] = []
    why = table.why
    if (held := held_by_text(table, arena)) is not None:
        by = Override(held[1].source, why.control_text_holds_an_arena or held[1].rule)
        found.extend((unit, by) for seat in table.opponents(held[0]) for unit in table.units(arena, seat))
    if COUNTS not in table.index.overrides:
        return found
    for seat in table.order:
        ruled = ((unit, verdict_on(table, COUNTS, unit.id)) for unit in table.units(arena, seat))
        barred = ((unit, said[1]) for unit, said in ruled if said is not None and not said[0])
        found.extend((unit, Override(by.source, why.control_text_does_not_count or by.rule)) for unit, by in barred)
    return found


def arenas_controlled(table: Table, seat: str) -> tuple[str, ...]:
    """The arenas a player controls: a unit there, and none of an opponent's; partners may hold one together."""
    shared = table.why.control_arena_control == table.suppressed
    return tuple(
        arena
        for arena in table.arenas
        if units_counted(table, arena, seat)
        and (shared or not any(units_counted(table, arena, other) for other in table.opponents(seat)))
    )
