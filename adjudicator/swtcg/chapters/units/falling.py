"""Pilots that fall off: the top of their stack, or their unit, has changed so that they suit it no more.

Sources: idc.pilots.fall-off-forced, idc.pilots.version-swap-to-stay-aboard, idc.pilots.fall-off-not-extra-move. Its
controller says where the Pilot goes. In a build step that is its one move, but it has to come off even if that is used;
what comes of an effect is no move (idc.pilots.fall-off-effect-exception).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.standing.boarding import may_board, suits
from adjudicator.swtcg.standing.stacking import may_lie_on_top
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames import BuildStepFrame, ChooseFrame, FallFrame, ResolveFrame
from adjudicator.swtcg.table.places import place
from adjudicator.swtcg.table.table import PILOT, UNIT, Stack, Table, build_zone

CAUSE = "cannot pilot its unit"


def fall_off(run: Run) -> bool:
    """Standing check: a Pilot that suits its unit no more has to leave it; True if there is one."""
    table: Table = run.table
    point = table.edition.pilots_fall_off
    if not point.value or not run.applies(point.rule):
        return False
    for stack in table.stacks.values():
        if stack.role == PILOT and _has_to_leave(table, stack) and not _known(run, stack):
            run.push(FallFrame(pilot=stack.id))
            return True
    return False


def falls(table: Table, hosted: Mapping[int, Iterable[int]]) -> bool:
    """Whether any Pilot has to leave its unit, given what is attached to what."""
    for those in hosted.values():
        for number in those:
            stack = table.stacks[number]
            if stack.role == PILOT and _has_to_leave(table, stack):
                return True
    return False


def _has_to_leave(table: Table, pilot: Stack) -> bool:
    host = table.stacks.get(pilot.host)
    return host is not None and table.known(pilot) and table.known(host) and not suits(table, table.top(pilot), host)


def _known(run: Run, pilot: Stack) -> bool:
    return any(isinstance(frame, FallFrame) and frame.pilot == pilot.id for frame in run.frames)


def _rule(run: Run) -> str:
    """Why it leaves: it has to, or an effect has had its stack or unit changed, which is then no move of its."""
    table: Table = run.table
    return table.why.pilots_falls_off_by_effect if _by_effect(run) else table.edition.pilots_fall_off.rule


def _by_effect(run: Run) -> bool:
    return any(isinstance(frame, ResolveFrame) for frame in run.frames)


def ways(table: Table, pilot: Stack, rule: str) -> list[tuple[str, Any]]:
    """What its controller may choose, in words, each with the fact that does it: another version on top that suits the
    unit, another unit, an arena of its type, the build zone.
    """
    host = table.stacks[pilot.host]
    found: list[tuple[str, Any]] = []
    for card in pilot.cards[1:]:
        face = table.face(card)
        if face is not None and suits(table, face, host) and may_lie_on_top(table, card, pilot):
            cards = (card, *(each for each in pilot.cards if each != card))
            swap = table.why.pilots_version_swap
            turned = f.StackRearranged(stack=pilot.id, cards=cards, rule=swap, cause=CAUSE)
            found.append((f"{face.title} on top", turned))
    for unit in table.stacks.values():
        if unit.role == UNIT and unit.controller == pilot.controller and may_board(table, pilot, unit):
            onto = f.Attached(stack=pilot.id, host=unit.id, role=PILOT, rule=rule, cause=CAUSE)
            found.append((f"onto {table.title(unit.id)}", onto))
    arenas = [(place(arena), arena) for arena in table.top(pilot).types if arena in table.arenas]
    for words, zone in (*arenas, ("the build zone", build_zone(pilot.controller))):
        found.append((words, f.Detached(stack=pilot.id, zone=zone, role=UNIT, rule=rule, cause=CAUSE)))
    return found


def _start(run: Run, frame: FallFrame) -> None:
    """Its controller says where it goes."""
    table: Table = run.table
    pilot = table.stacks.get(frame.pilot)
    if pilot is None or pilot.role != PILOT or not _has_to_leave(table, pilot):
        run.pop()
        return
    words = tuple(word for word, _ in ways(table, pilot, _rule(run)))
    what = f"where {table.title(pilot.id)} goes"
    run.push(ChooseFrame.of_words(pilot.controller, words, what, _rule(run)), then="off")


def _off(run: Run, frame: FallFrame) -> None:
    """It goes there; in its controller's build step that is its move, unless another version stays aboard."""
    table: Table = run.table
    pilot = table.stacks[frame.pilot]
    fact = ways(table, pilot, _rule(run))[frame.chosen[0]][1]
    run.pop()
    if not isinstance(fact, f.StackRearranged) and not _by_effect(run):
        note_move(run, pilot)
    run.happen(fact)


def note_move(run: Run, stack: Stack) -> None:
    """The build step of its controller that is going on remembers that a Pilot or unit has had its one move."""
    for at, frame in enumerate(run.frames):
        if isinstance(frame, BuildStepFrame) and frame.seat == stack.controller and stack.id not in frame.moved:
            run.frames[at] = msgspec.structs.replace(frame, moved=(*frame.moved, stack.id))


STEPS = {FallFrame: {"start": _start, "off": _off}}
