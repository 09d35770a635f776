"""Instructions on the steps of the turn."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.effects import language as w
from adjudicator.swtcg.effects.scenes import seat_of
from adjudicator.swtcg.frames import ResolveFrame, TurnFrame

_replace = msgspec.structs.replace


def _extra_step(run: Run, frame: ResolveFrame, said: w.ExtraStep) -> None:
    """The steps of the turn still to come stand in its frame; one more goes before them."""
    name = f"{said.step} {seat_of(run.table, frame.scene, said.who)}"
    for position, below in enumerate(run.frames):
        if isinstance(below, TurnFrame):
            run.frames[position] = _replace(below, steps=(name, *below.steps))


INSTRUCTIONS: dict[type, Any] = {w.ExtraStep: _extra_step}
STEPS: dict[str, Any] = {}
