"""What damage sets off nothing of: what waits for no hits, where they were prevented; what waits for a unit's damage,
where no unit is its source.

Sources: idc.phrase.rolled-no-hits.prevented-does-not-count, idc.phrase.source.otherwise-none.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.doing.supposing import turn_down, would_set_off
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.table import Packet, Table
from adjudicator.swtcg.words.language import Triggered

_replace = msgspec.structs.replace


def _waiting(table: Table) -> list[Triggered]:
    """The triggered abilities in play."""
    return [each.ability for each in table.index.listeners if isinstance(each.ability, Triggered)]


def foreseen(table: Table) -> bool:
    """Whether anything in play has its effect as damage would be done."""
    return any(each.when.kind == "would be damaged" for each in _waiting(table))


def by_hits_prevented(run: Run, packet: Packet) -> None:
    """Note that what waits for no hits is not set off by hits whose damage has been prevented."""
    rule = run.table.why.dice_prevented_hits_were_rolled
    if not rule or packet.way != "attack":
        return
    none, one = (would_set_off(run, [_counted(packet, hits)]) for hits in (0, 1))
    whatever = [_replace(each.scene, numbers={}) for each in one if not each.duty]
    waited = [each for each in none if not each.duty and _replace(each.scene, numbers={}) not in whatever]
    turn_down(run, waited, rule, "hits were rolled, though prevented")


def _counted(packet: Packet, hits: int) -> f.HitsCounted:
    """That so many hits were counted of the attack whose damage it is."""
    return f.HitsCounted(source=packet.source, target=packet.target, hits=hits)


DAMAGED = ("damaged", "damages")
"""How abilities wait for damage that has been done."""


def by_no_unit(run: Run, counters: f.DamageCountersPlaced, due: Sequence[Packet]) -> None:
    """Note what waits for damage by a unit and is not set off by that of an effect which names none as its source."""
    table, rule = run.table, run.table.why.damage_no_source
    if not rule or counters.source or counters.way != "effect" or counters.stack not in table.stacks:
        return
    if not any(each.when.kind in DAMAGED and each.when.by is not None for each in _waiting(table)):
        return
    seats = [packet.by for packet in due if packet.id == counters.packet]
    units = [each.id for seat in seats for arena in table.arenas for each in table.units(arena, seat)]
    set_off = [each.scene.key for each in would_set_off(run, [counters])]
    for unit in units:
        found = would_set_off(run, [_replace(counters, source=unit)])
        if waited := [each for each in found if not each.duty and each.scene.key not in set_off]:
            turn_down(run, waited, rule, "no unit did the damage")
            return
