"""Instructions on the steps of the turn."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.effects import language as w
from adjudicator.swtcg.effects.scenes import seat_of
from adjudicator.swtcg.frames import BattlePhaseFrame, BattleStepFrame, ResolveFrame, TurnFrame
from adjudicator.swtcg.table import ARENAS

_replace = msgspec.structs.replace


def _extra_step(run: Run, frame: ResolveFrame, said: w.ExtraStep) -> None:
    """The steps of the turn still to come stand in its frame; one more goes before them."""
    if said.step == "battle":
        _another_battle(run, frame.scene.arena if said.arena == "there" else said.arena)
        return
    name = f"{said.step} {seat_of(run.table, frame.scene, said.who)}"
    for position, below in enumerate(run.frames):
        if isinstance(below, TurnFrame):
            run.frames[position] = _replace(below, steps=(name, *below.steps))


def _another_battle(run: Run, arena: str) -> None:
    """Another battle step begins in an arena: it ends the one going on, once its chance is over, and comes next."""
    for position, below in enumerate(run.frames):
        if isinstance(below, BattlePhaseFrame) and arena in ARENAS:
            run.frames[position] = _replace(below, arenas=(arena, *below.arenas))
        if isinstance(below, BattleStepFrame) and arena in ARENAS:
            run.frames[position] = _replace(below, step="ends")


INSTRUCTIONS: dict[type, Any] = {w.ExtraStep: _extra_step}
STEPS: dict[str, Any] = {}
