"""A table under another edition: its seats, zones, steps and frames by that edition's own tables.

What both editions have keeps its place. What the other one has in between, after the last thing done and before the
next thing to come, is still to come. What only the first one has and is still to come is left out. A table that stands
at such a thing right now has no counterpart: NotComparableError says what the other edition has not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from adjudicator.kernel.game.not_comparable import NotComparableError
from adjudicator.kernel.run import Agenda
from adjudicator.swtcg.standing import roll_stages
from adjudicator.swtcg.standing.edges import edge_rule
from adjudicator.swtcg.standing.moment import DISCARDED, ENDING, GENERAL, LETHAL, PENDING, REROLL
from adjudicator.swtcg.standing.order import begun
from adjudicator.swtcg.table import frames as fr
from adjudicator.swtcg.table.agreed import NO_SHORTCUT
from adjudicator.swtcg.table.edition import Edition
from adjudicator.swtcg.table.grounds import Grounds
from adjudicator.swtcg.table.seating import side_of
from adjudicator.swtcg.table.sides import SidesFrame
from adjudicator.swtcg.table.table import BESIDE, CAMPAIGN, EQUIPMENT, EVENT, RESOURCE, Table
from adjudicator.swtcg.words.kinds import AT_EDGES, PHASE_START, STEP_END, STEP_START

_replace = msgspec.structs.replace

HERE = ("next", "start")
"""The steps of a turn's frame between two steps of the turn."""


def put_under(table: Table, edition: Edition, why: Grounds) -> Table:
    """A draft of a table under an edition. Raises NotComparableError."""
    draft = table.fork()
    draft.edition, draft.why = edition, why
    draft.index_cache = draft.stood = None
    draft.parts = {}
    if edition.id == table.edition.id:
        return draft
    _seat(table, draft)
    _zones(draft)
    if edition.shortcuts.value != table.edition.shortcuts.value:
        draft.shortcut = NO_SHORTCUT
    _agenda(table, draft)
    return draft


def _has_not(draft: Table, what: str) -> NotComparableError:
    return NotComparableError(f"{draft.edition.id} has no {what}.")


def _seat(table: Table, draft: Table) -> None:
    """The players keep their seats and sides, which stand in the order of the edition."""
    sides = draft.edition.sides.value
    for seat in table.seats.values():
        side = seat.side or side_of(seat.name, table.sides)
        if side and side not in sides:
            raise _has_not(draft, f"side {side}")
        if not side and not draft.edition.setup.has("sides"):
            raise _has_not(draft, f"seat without a side, and {seat.name} has none yet")
        if side != seat.side:
            draft.seats[seat.name] = _replace(seat, side=side, team=seat.team or seat.name)
    draft.sit_again()


def _zones(draft: Table) -> None:
    """Cards lie where the edition has a place for them."""
    for zone, cards in draft.zones.items():
        kind = zone.partition(":")[0]
        if cards and kind not in draft.edition.zones:
            raise _has_not(draft, f"place for cards called {kind!r}")
    for stack in draft.stacks.values():
        if stack.role in BESIDE and stack.role not in draft.edition.beside.value:
            raise _has_not(draft, f"{stack.role.capitalize()} in play")
        if stack.role == CAMPAIGN and CAMPAIGN not in draft.edition.ruled_subtypes.value:
            raise _has_not(draft, "Campaign in play")


# --- the agenda -----------------------------------------------------------------------------


def _agenda(table: Table, draft: Table) -> None:
    """The procedures at work, from below, with what waits and who is asked."""
    agenda = _opening(table.agenda, draft)
    window = agenda.window
    if window is not None:
        _chance(draft, window.kind)
    for trigger in agenda.pool:
        _chance(draft, trigger.chance)
    frames = [
        CARRIED[type(frame)](table, draft, frame, agenda.frames[at + 1] if at + 1 < len(agenda.frames) else None)
        if type(frame) in CARRIED
        else frame
        for at, frame in enumerate(agenda.frames)
    ]
    draft.agenda = _replace(agenda, frames=tuple(frames))


def _opening(agenda: Agenda, draft: Table) -> Agenda:
    """The chance as the battle phase starts is a general one in some editions; each of them has it."""
    now = PHASE_START if edge_rule(draft.edition, PHASE_START) else GENERAL
    frames, window = list(agenda.frames), agenda.window
    for at, (below, chance) in enumerate(pairwise(frames), 1):
        if isinstance(below, fr.BattlePhaseFrame) and isinstance(chance, fr.PopFrame) and chance.kind != now:
            frames[at] = _replace(chance, kind=now)
            if window is not None and at == len(frames) - 1:
                window = _replace(window, kind=now)
    return _replace(agenda, frames=tuple(frames), window=window)


def _chance(draft: Table, kind: str) -> None:
    """A chance or question of a kind is one that the edition has."""
    edition = draft.edition
    there = {
        **{step: edition.attack.has(step) for step in (PENDING, LETHAL, DISCARDED, ENDING)},
        **{edge: bool(edge_rule(edition, edge)) for edge in AT_EDGES},
        **{step: edition.setup.has(step) for step in (EVENT, RESOURCE)},
    }
    if not there.get(kind, True):
        raise _has_not(draft, CALLED.get(kind, kind))


CALLED = {
    PENDING: "chance while damage is pending",
    LETHAL: "chance before a discard",
    DISCARDED: "chance after a discard",
    ENDING: "chance as an attack ends",
    STEP_START: "chance as a battle step starts",
    STEP_END: "chance as a battle step ends",
    EVENT: "step for Events",
    RESOURCE: "step for Resources",
}
"""By kind of a chance or question how it is called."""


def _next_of(ours: Sequence[str], theirs: Sequence[str], step: str) -> str:
    """Of the rows of the other edition the one that comes next where a row of the first one does."""
    common = next((name for name in ours[ours.index(step) :] if name in theirs), "")
    at = theirs.index(common) if common else len(theirs) - 1
    while at and theirs[at - 1] not in ours:
        at -= 1
    return theirs[at]


def _setup(table: Table, draft: Table, frame: fr.SetupFrame, above: Any) -> fr.SetupFrame:
    if frame.step not in ("start", "place") and not draft.edition.setup.has(frame.step):
        raise _has_not(draft, f"step {frame.step!r} of setup")
    return frame


def _turn(table: Table, draft: Table, frame: fr.TurnFrame, above: Any) -> fr.TurnFrame:
    """A turn goes on with the edition's own steps."""
    ours, theirs = table.edition.turn, draft.edition.turn
    asked = isinstance(above, fr.ChooseFrame) and above.what == "stay tapped"
    steps = _steps(ours.stored(table), theirs.stored(draft), frame.steps, asked=asked, draft=draft)
    step = frame.step
    if step not in HERE or not frame.steps:
        step = _part(table, draft, frame, above)
    return _replace(frame, step=step, steps=steps)


def _steps(
    ours: tuple[str, ...], theirs: tuple[str, ...], to_come: tuple[str, ...], *, asked: bool, draft: Table
) -> tuple[str, ...]:
    """The steps to come by the edition; `asked` says that the first of them is under way."""
    first = to_come[0] if to_come else ""
    now = ours[ours.index(first) - 1] if first in ours[1:] and not asked else ""
    if now and now not in theirs:
        raise _has_not(draft, f"step {now!r} of a turn")
    steps = [step for step in to_come if step in theirs or step not in ours]
    for at, step in enumerate(theirs):
        follows = next((each for each in theirs[at:] if each in ours), "")
        if step not in ours and follows in steps and not (asked and steps[0] == follows):
            steps.insert(steps.index(follows), step)
    return tuple(steps)


def _part(table: Table, draft: Table, frame: fr.TurnFrame, above: Any) -> str:
    """The part of a step that comes next."""
    for row in table.edition.turn.steps:
        ours = [part.name for part in row.parts]
        if frame.step not in ours:
            continue
        theirs = [part.name for part in draft.edition.turn.row(row.name).parts]
        done = ours[ours.index(frame.step) - 1] if ours.index(frame.step) else ""
        if done and done not in theirs and isinstance(above, fr.PopFrame):
            raise _has_not(draft, f"chance at the end of a turn ({done!r})")
        return _next_of(ours, theirs, frame.step)
    return frame.step


def _phase(table: Table, draft: Table, frame: fr.BattlePhaseFrame, above: Any) -> fr.BattlePhaseFrame:
    if frame.step == "ended" and draft.edition.turn.has("battle over"):
        raise _has_not(draft, "end of the battle phase before this turn's effects are over")
    return frame


def _battle(table: Table, draft: Table, frame: fr.BattleStepFrame, above: Any) -> fr.BattleStepFrame:
    """A battle step whose beginning has set something off has its first chance before it."""
    if not draft.arenas[frame.arena].starts and frame.step == "starting":
        return _replace(frame, step="chance")
    begins = frame.step == "chance" and isinstance(above, fr.TriggersFrame) and not begun(table, frame.arena)
    if begins and draft.arenas[frame.arena].starts and not table.arenas[frame.arena].starts:
        return _replace(frame, step="starting")
    return frame


def _attack(table: Table, draft: Table, frame: fr.AttackFrame, above: Any) -> fr.AttackFrame:
    if (frame.unseen or frame.promised) and not draft.why.keywords_cunning:
        raise _has_not(draft, "attack dice that stay unseen")
    ours, theirs = ([row.name for row in each.edition.attack.steps if row.name != "declare"] for each in (table, draft))
    return _replace(frame, step=_next_of(ours, theirs, frame.step)) if frame.step in ours else frame


DAMAGE = {"pending": "start", "prevention": "start", "placement": "place"}
"""By the part of the step "damage" the step of a procedure that knows one chance alone."""
BY_PARTS = {"start": "pending", "place": "placement"}


def _damage(table: Table, draft: Table, frame: fr.DamageFrame, above: Any) -> fr.DamageFrame:
    parts, theirs = table.edition.attack.row("damage").parts, draft.edition.attack.row("damage").parts
    if bool(parts) == bool(theirs):
        return frame
    return _replace(frame, step=(BY_PARTS if theirs else DAMAGE).get(frame.step, frame.step))


def _pop(table: Table, draft: Table, frame: fr.PopFrame, above: Any) -> fr.PopFrame:
    """A chance of a kind that the edition has; one to reroll goes by stages where the edition has them."""
    _chance(draft, frame.kind)
    staged = frame.kind == REROLL and draft.edition.roll_stages.value
    if staged == isinstance(frame, fr.StagedPopFrame):
        return frame
    given = {name: getattr(frame, name) for name in fr.PopFrame.__struct_fields__}
    if not staged:
        return fr.PopFrame(**given)
    found = fr.StagedPopFrame(**given)
    place = roll_stages.next_place(draft, found, table.agenda.pool)
    return _replace(found, stage=roll_stages.LAST if place is None else place)


def _unseen(table: Table, draft: Table, frame: Any, above: Any) -> Any:
    if frame.unseen and not draft.why.keywords_cunning:
        raise _has_not(draft, "attack dice that stay unseen")
    return frame


def _contest(table: Table, draft: Table, frame: Any, above: Any) -> Any:
    """Two of a unique kind: units under every edition, Equipment under some."""
    numbers = (*frame.units, *frame.chosen) if isinstance(frame, fr.ContestFrame) else (frame.kept, frame.other)
    stacks = [draft.stacks[number] for number in numbers if number in draft.stacks]
    if any(stack.role == EQUIPMENT for stack in stacks) and not draft.edition.unique_equipment.value:
        raise _has_not(draft, "unique Equipment")
    if isinstance(frame, fr.DuplicateFrame) and frame.events and not draft.edition.duplicate_waits.value:
        raise _has_not(draft, "unit that waits to come into play until its duplicate is gone")
    return frame


def _event(table: Table, draft: Table, frame: fr.EventFrame, above: Any) -> fr.EventFrame:
    if frame.step in ("offer", "offered") and not draft.edition.saves_as_prevention.value:
        raise _has_not(draft, "question before the prevention whether something is saved from damage")
    return frame


def _lacks(has: Callable[[Edition], Any], what: str) -> Callable[[Table, Table, Any, Any], Any]:
    """What carries a frame over that an edition has or has not."""

    def carried(table: Table, draft: Table, frame: Any, above: Any) -> Any:
        if not has(draft.edition):
            raise _has_not(draft, what)
        return frame

    return carried


def _shortcut(table: Table, draft: Table, frame: fr.ShortcutFrame, above: Any) -> fr.ShortcutFrame:
    if frame.what not in draft.edition.shortcuts.value:
        raise _has_not(draft, f"shortcut {frame.what!r}")
    return frame


CARRIED: dict[type, Callable[[Table, Table, Any, Any], Any]] = {
    SidesFrame: _lacks(lambda edition: edition.setup.has("sides"), "step in which sides are chosen"),
    fr.SetupFrame: _setup,
    fr.SetAsideFrame: _lacks(lambda edition: edition.mulligan_back.value, "mulligan back into the deck"),
    fr.TurnFrame: _turn,
    fr.BattlePhaseFrame: _phase,
    fr.BattleStepFrame: _battle,
    fr.DeclareFrame: _lacks(lambda edition: edition.attack.has("declare"), "chance to disrupt an attack"),
    fr.BringFrame: _lacks(
        lambda edition: edition.disrupts_bringing.value, "chance to disrupt a deployment or completion"
    ),
    fr.AttackFrame: _attack,
    fr.RollFrame: _unseen,
    fr.DamageFrame: _damage,
    fr.LethalFrame: _lacks(lambda edition: edition.attack.has(LETHAL), "step before a discard"),
    fr.PopFrame: _pop,
    fr.StagedPopFrame: _pop,
    fr.EventFrame: _event,
    fr.ContestFrame: _contest,
    fr.DuplicateFrame: _contest,
    fr.FallFrame: _lacks(lambda edition: edition.pilots_fall_off.value, "Pilot that falls off its unit"),
    fr.ShortcutFrame: _shortcut,
}
"""By procedure what carries its frame over; of all others the frame stays as it is."""
