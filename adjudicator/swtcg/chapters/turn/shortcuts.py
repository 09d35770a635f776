"""Shortcuts: one player offers to pass over something, every opponent agrees, and it is done step by step.

    offered -> agreed by all -> single passes that name it; refused -> the table asks on as before

Sources: idc.information.shortcuts-allowed, idc.information.shortcuts-agreed-beforehand,
idc.information.may-demand-full-sequence.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.kernel.base import Frame
from adjudicator.kernel.forms import Form
from adjudicator.kernel.judging import Judging, allowed
from adjudicator.kernel.run import Run
from adjudicator.swtcg.standing import moment, order
from adjudicator.swtcg.standing.moment import GENERAL
from adjudicator.swtcg.standing.values import speed
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.agreed import GO, NO_ATTACKS, SAME, TO_BATTLE
from adjudicator.swtcg.table.declarations import Propose, TakeBack
from adjudicator.swtcg.table.frames import (
    AnswerFrame,
    BattleStepFrame,
    BuildStepFrame,
    PopFrame,
    RetreatStepFrame,
    ShortcutFrame,
)
from adjudicator.swtcg.table.table import Stack, Table

ADMITTING = (PopFrame, BattleStepFrame, BuildStepFrame, RetreatStepFrame)
"""The procedures in which a shortcut may be offered."""


def _rule(table: Table, what: str) -> str:
    """The rule on a shortcut."""
    why = table.why
    return {
        GO: why.information_shortcut_go,
        TO_BATTLE: why.information_shortcut_ready_for_battle,
        NO_ATTACKS: why.information_shortcut_no_attacks,
        SAME: why.information_shortcut_same_turn,
    }.get(what, table.edition.shortcuts.rule)


def _arena(table: Table, frame: Any) -> str:
    """The arena whose battle step it is, where a unit is to attack or anybody may; empty elsewhere."""
    below = table.agenda.frames[-2] if len(table.agenda.frames) > 1 else None
    if isinstance(frame, PopFrame) and frame.kind == GENERAL and isinstance(below, BattleStepFrame):
        return below.arena
    return frame.arena if isinstance(frame, BattleStepFrame) else ""


WHERE: dict[str, Callable[[Table, Any], bool]] = {
    GO: lambda table, frame: isinstance(frame, PopFrame),
    TO_BATTLE: lambda table, frame: isinstance(frame, BuildStepFrame | RetreatStepFrame),
    NO_ATTACKS: lambda table, frame: bool(_arena(table, frame)),
    SAME: lambda table, frame: isinstance(frame, PopFrame),
}
"""By shortcut, where it may be offered."""

PLACES: dict[str, str] = {
    GO: "in a chance to play or pass",
    TO_BATTLE: "in a build or retreat step",
    NO_ATTACKS: "in a battle step",
    SAME: "in a chance to play or pass",
}
"""The same in words."""


def _standing(table: Table, seat: str, frame: Any) -> list[Stack]:
    """A player's untapped units where the battle is, the fastest first."""
    mine = [unit for unit in order.untapped(table, _arena(table, frame)) if unit.controller == seat]
    return sorted(mine, key=lambda unit: -speed(table, unit))


def check(judging: Judging, frame: Any) -> None:
    """Clauses of offering a shortcut: there is one of the kind, and it is for this moment."""
    said: Propose = judging.said
    table: Table = judging.table
    known = table.edition.shortcuts
    evidence = lambda: (("shortcut", said.what),)
    if not judging.clause("SHORTCUT_IS_ONE", known.rule, said.what in known.value, evidence):
        judging.would_be_legal(*(f"propose {what}" for what in known.value))
        return
    rule = _rule(table, said.what)
    fits = frame is not None and WHERE[said.what](table, frame) and not table.shortcut[0]
    if not judging.clause("RIGHT_MOMENT", rule, fits, lambda: moment.describe(table)):
        judging.would_be_legal(PLACES[said.what])
    elif said.what == NO_ATTACKS:
        judging.clause("HAS_UNITS_TO_TAP", rule, bool(_standing(table, said.seat, frame)))


def perform(run: Run) -> None:
    """Ask every opponent."""
    said: Propose = run.said
    window = run.window
    assert window is not None
    run.closed()
    agree = run.applies(run.table.why.information_shortcuts_agreed_beforehand)
    left = tuple(run.table.opponents(said.seat)) if agree else ()
    run.push(ShortcutFrame(seat=said.seat, what=said.what, window=window, left=left))


def _ask(run: Run, frame: ShortcutFrame) -> None:
    if not frame.left:
        _agree(run, frame)
        return
    run.goto("answered", left=frame.left[1:])
    rule = run.table.why.information_shortcuts_agreed_beforehand
    run.push(AnswerFrame(seat=frame.left[0], what=frame.what, rule=rule))


def _answered(run: Run, frame: ShortcutFrame) -> None:
    """Whoever wants the full sequence has it; else the next one is asked."""
    if not frame.yes:
        run.pop()
        run.ask(frame.window)
        rule = run.table.why.information_may_demand_full_sequence
        run.happen(f.ShortcutOver(seat=run.said.seat, what=frame.what, rule=rule))
    elif frame.left:
        run.goto("start", yes=False)
    else:
        _agree(run, frame)


def _agree(run: Run, frame: ShortcutFrame) -> None:
    run.goto("expand")
    run.happen(f.ShortcutAgreed(seat=frame.seat, what=frame.what, rule=_rule(run.table, frame.what)))


def _expand(run: Run, frame: ShortcutFrame) -> None:
    """Do what has been agreed on, step by step."""
    run.pop()
    EXPANDED[frame.what](run, frame)


def _go(run: Run, frame: ShortcutFrame) -> None:
    """All pass in this chance."""
    window, rule = frame.window, _rule(run.table, GO)
    for seat in window.order:
        if seat not in window.passed:
            run.commit((f.PassedInShortcut(seat=seat, what=GO, rule=rule),))
    moment.all_passed(run)


def _to_battle(run: Run, frame: ShortcutFrame) -> None:
    """The step is over, and the next ones are as they come."""
    run.goto("end")
    moment.pass_along(run, frame.seat)


def _same(run: Run, frame: ShortcutFrame) -> None:
    """All pass from here on."""
    moment.put(run, frame.window)


def _no_attacks(run: Run, frame: ShortcutFrame) -> None:
    """The player's units are tapped in their order; the others need no speed check any more."""
    table: Table = run.table
    rule = _rule(table, NO_ATTACKS)
    facts: list[Any] = []
    for unit in _standing(table, frame.seat, run.frame):
        facts += f.AttackDeclined(stack=unit.id, rule=rule), f.Tapped(stacks=(unit.id,), rule=rule, cause="no attack")
    if isinstance(run.frame, PopFrame):
        run.ask(frame.window)
    run.happen(*facts)


EXPANDED = {GO: _go, TO_BATTLE: _to_battle, SAME: _same, NO_ATTACKS: _no_attacks}


# --- the full sequence ------------------------------------------------------------------------


def check_over(judging: Judging, frame: Any) -> None:
    """Clauses of wanting the full sequence: a shortcut lasts, and its consent may be taken back."""
    table: Table = judging.table
    what, _ = table.shortcut
    if judging.clause("SHORTCUT_IN_FORCE", _over_rule(table, judging.said.seat), bool(what)):
        ready = table.why.information_shortcut_ready_for_battle
        judging.clause("MAY_BE_TAKEN_BACK", ready, what != TO_BATTLE, lambda: (("shortcut", what),))


def _over_rule(table: Table, seat: str) -> str:
    """Why a shortcut is over: the player who has offered it breaks it off, or another one wants the full sequence."""
    why = table.why
    mine = table.shortcut[1] == seat
    rule = why.information_may_break_off_shortcut if mine else why.information_may_demand_full_sequence
    return rule or table.edition.shortcuts.rule


def perform_over(run: Run) -> None:
    """The shortcut is over; the table asks on."""
    seat = run.said.seat
    run.happen(f.ShortcutOver(seat=seat, what=run.table.shortcut[0], rule=_over_rule(run.table, seat)))


def forms(game: Any, table: Table, frame: Any, seat: str | None) -> list[Form]:
    """The shortcuts that may be offered now, and the full sequence."""
    window = table.agenda.window
    found: list[Form] = []
    for speaker in table.seats:
        if seat not in (None, speaker):
            continue
        asked = window is not None and speaker in window.asked and isinstance(frame, ADMITTING)
        offered = table.edition.shortcuts.value if asked else ()
        open_ones = (what for what in offered if allowed(game, table, Propose(speaker, what)))
        found.extend(Form("Propose", speaker, (("what", what),), (), f"offer: {what}") for what in open_ones)
        if table.shortcut[0] and allowed(game, table, TakeBack(speaker)):
            found.append(Form("TakeBack", speaker, (), (), "go through the full sequence"))
    return found


STEPS: dict[type[Frame], dict[str, Any]] = {
    ShortcutFrame: {"start": _ask, "answered": _answered, "expand": _expand},
}
