"""Instructions on the steps of the turn, and on what lies face down."""

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
    name = f"{said.step} {seat_of(frame.scene, said.who)}"
    for position, below in enumerate(run.frames):
        if isinstance(below, TurnFrame):
            run.frames[position] = _replace(below, steps=(name, *below.steps))


def _deploy_built(run: Run, frame: ResolveFrame, said: w.DeployBuilt) -> None:
    from adjudicator.swtcg.building import hidden_cost  # noqa: PLC0415 - its room builds on playing

    hidden_cost.deployed(run, frame.scene, said)


INSTRUCTIONS: dict[type, Any] = {w.ExtraStep: _extra_step, w.DeployBuilt: _deploy_built}
STEPS: dict[str, Any] = {}
