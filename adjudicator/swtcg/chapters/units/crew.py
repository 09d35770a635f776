"""Pilots of a unit that goes: they follow it, or come off where it has room for fewer.

Sources: rots.pilots.unit-moved-pilot-follows, crf.pilots.extra-pilot-controller-chooses,
ruling.where-removed-pilots-go.
"""

from __future__ import annotations

from adjudicator.kernel.run import Run
from adjudicator.swtcg.standing.boarding import PILOTS_PER_UNIT, aboard, seats_by_subtype, seats_for_pilots
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames import ChooseFrame, ShedFrame
from adjudicator.swtcg.table.table import PILOT, UNIT, Stack, Table, build_zone, in_build_zone


def follow_unit(run: Run) -> bool:
    """Standing check: the Pilots of a unit that was discarded are discarded with it; True if there were any.

    Each is an event of its own, so that a card may move that Pilot elsewhere instead.
    """
    table: Table = run.table
    left = [s for s in table.stacks.values() if s.role == PILOT and s.host not in table.stacks]
    if not left:
        return False
    follows = table.why.pilots_unit_moved_pilot_follows
    if not run.applies(follows):
        run.happen(*(leave(table, pilot, table.why.pilots_move_off_unit_rulebook) for pilot in left))
        return True
    run.happen(*(f.StackDiscarded(stack=pilot.id, rule=follows, cause="its unit was discarded") for pilot in left))
    return True


def leave(table: Table, pilot: Stack, rule: str) -> f.Detached:
    """The fact by which a Pilot leaves for its controller's build zone (ruling.where-removed-pilots-go)."""
    return f.Detached(stack=pilot.id, zone=build_zone(pilot.controller), role=UNIT, rule=rule, cause="has to leave")


def others_leave(run: Run) -> bool:
    """Standing check: a unit in its controller's build zone loses the Pilots of other players, who get them back."""
    table: Table = run.table
    point = table.edition.others_pilots_leave
    if not point.value or not run.applies(point.rule):
        return False
    aliens = [s for s in table.stacks.values() if s.role == PILOT and in_build_zone(s) and _is_anothers(table, s)]
    if aliens:
        run.happen(*(leave(table, pilot, point.rule) for pilot in aliens))
    return bool(aliens)


def _is_anothers(table: Table, pilot: Stack) -> bool:
    host = table.stacks.get(pilot.host)
    return host is not None and host.controller != pilot.controller


def shed(run: Run) -> bool:
    """Standing check: a unit in the build zone with too many Pilots loses some, by its controller's choice."""
    table: Table = run.table
    point = table.edition.extra_pilots_leave
    if not point.value or not run.applies(point.rule):
        return False
    hosts = [stack.host for stack in table.stacks.values() if stack.role == PILOT and in_build_zone(stack)]
    for number in dict.fromkeys(host for host in hosts if hosts.count(host) > PILOTS_PER_UNIT):
        over = hosts.count(number) - seats_for_pilots(table, table.stacks[number])
        if over > 0 and not any(isinstance(frame, ShedFrame) for frame in run.frames):
            kept = _kept_by_subtype(table, table.stacks[number])
            if not run.applies(kept):
                continue
            off = kept or table.why.pilots_extra_pilot_static_off_build_zone_consolidated
            run.non_event(f"an extra Pilot on {table.title(number)}", off, "it is in the build zone")
            run.push(ShedFrame(unit=number, count=over))
            return True
    return False


def _kept_by_subtype(table: Table, unit: Stack) -> str:
    """Why only one Pilot stays on a unit that has room for more by its subtypes; empty for others."""
    several = next(seats_by_subtype(table, unit), 0)
    return table.why.reading_several_pilots_kept_in_the_build_zone if several else ""


def _shed_start(run: Run, frame: ShedFrame) -> None:
    """The unit's controller says which Pilots come off, whoever controls these."""
    table: Table = run.table
    unit = table.stacks.get(frame.unit)
    if unit is None:
        run.pop()
        return
    options = tuple(pilot.id for pilot in aboard(table, unit))
    run.push(
        ChooseFrame(
            seat=unit.controller,
            kind="stacks",
            options=options,
            least=frame.count,
            most=frame.count,
            what="Pilots that come off",
            rule=_kept_by_subtype(table, unit) or table.edition.extra_pilots_leave.rule,
        ),
        then="off",
    )


def _shed_off(run: Run, frame: ShedFrame) -> None:
    table: Table = run.table
    unit, chooses = table.stacks[frame.unit], table.edition.extra_pilots_leave.rule
    pilots = [table.stacks[number] for number in frame.chosen if number in table.stacks]
    anothers = any(pilot.controller != unit.controller for pilot in pilots)
    leaving = [
        leave(table, pilot, chooses if anothers else table.why.reading_where_removed_pilots_go) for pilot in pilots
    ]
    run.pop()
    run.happen(*leaving)


STEPS = {ShedFrame: {"start": _shed_start, "off": _shed_off}}
