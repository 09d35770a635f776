"""Durations: lasting changes and delayed effects come to their end, and control goes back.

Sources: rots.chances.until-end-of-turn-duration, rots.chances.for-this-attack,
crf.battle.until-end-of-battle, crf.pilots.temporary-control-return-while-piloting.
"""

from __future__ import annotations

from adjudicator.kernel.run import Run
from adjudicator.swtcg import facts as f
from adjudicator.swtcg.fold import control_of
from adjudicator.swtcg.table import Table


def lasting(table: Table, until: str, attack: int = 0) -> tuple[int, ...]:
    """The ids of what lasts until then, changes first, each in order of creation."""
    changes = [m.id for m in table.modifiers.values() if m.until == until and attack in (0, m.scene.attack)]
    delayed = [d.id for d in table.delayed.values() if d.until == until and attack in (0, d.scene.attack)]
    return (*changes, *delayed)


def end(run: Run, until: str, rule: str, attack: int = 0) -> None:
    """Everything that lasts until then ends, as one event."""
    over = lasting(run.table, until, attack)
    if over:
        run.happen(f.ModifiersEnded(ids=over, rule=rule, cause=f"until end of {until}"))


def return_control(run: Run) -> bool:
    """Control follows the changes in force; True if something changed hands."""
    table: Table = run.table
    changed = tuple(
        f.ControlChanged(
            stack=stack.id,
            seat=seat,
            rule="crf.pilots.temporary-control-return-while-piloting" if stack.host else "crf.control.may-change",
        )
        for stack in table.stacks.values()
        if (seat := control_of(table, stack)) != stack.controller
    )
    if not changed:
        return False
    run.happen(*changed)
    return True
