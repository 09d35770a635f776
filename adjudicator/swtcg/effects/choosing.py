"""Choices inside an effect: made when it was played, or asked for when its part is reached.

A choice of playing is an argument of the declaration and bound already (rots.chances.choose-one-binding); a triggered
ability is not declared, so that its controller is asked for all of its choices as it takes effect
(crf.abilities.parts-in-order).
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.effects import language as w
from adjudicator.swtcg.effects.scenes import seat_of
from adjudicator.swtcg.effects.selectors import select
from adjudicator.swtcg.frames import ChooseFrame, ResolveFrame
from adjudicator.swtcg.table import ARENAS

_replace = msgspec.structs.replace


def _one_of(run: Run, frame: ResolveFrame, said: w.OneOfThese) -> None:
    """The option that was chosen on playing; a triggered ability has its controller choose now."""
    mode = frame.scene.numbers.get("mode")
    if mode is not None:
        run.frames[-1] = _replace(frame, todo=(*said.options[mode], *frame.todo))
        return
    _ask_numbers(run, frame, said, "option chosen", tuple(range(len(said.options))), ())


def _option_chosen(run: Run, frame: ResolveFrame) -> None:
    said = frame.todo[0]
    assert isinstance(said, w.OneOfThese)
    chosen = frame.chosen[0] if frame.chosen else 0
    todo = (*said.options[chosen], *frame.todo[1:])
    run.frames[-1] = _replace(frame, step="start", todo=todo)


def _choose(run: Run, frame: ResolveFrame, said: w.Choose) -> None:
    """Choices made when playing are bound already; others are asked for now."""
    if said.when == "playing" and said.into in frame.scene.bound:
        return
    options = select(run.table, said.among, frame.scene)
    least = min(said.least, len(options))
    run.frames[-1] = _replace(frame, step="chosen", todo=(said, *frame.todo))
    run.push(
        ChooseFrame(
            seat=seat_of(frame.scene, said.who),
            kind="stacks",
            options=options,
            least=least,
            most=min(said.most, len(options)),
            what=said.into,
            rule=frame.scene.rule,
        )
    )


def _chosen(run: Run, frame: ResolveFrame) -> None:
    said = frame.todo[0]
    assert isinstance(said, w.Choose)
    scene = _replace(frame.scene, bound={**frame.scene.bound, said.into: frame.chosen})
    run.frames[-1] = _replace(frame, step="start", todo=frame.todo[1:], scene=scene)


def _choose_arena(run: Run, frame: ResolveFrame, said: w.ChooseArena) -> None:
    """The arena that was named on playing; if none was, its controller names it now."""
    if not frame.scene.arena:
        _ask_numbers(run, frame, said, "arena chosen", tuple(range(len(ARENAS))), ARENAS)


def _arena_chosen(run: Run, frame: ResolveFrame) -> None:
    arena = ARENAS[frame.chosen[0]] if frame.chosen else ""
    scene = _replace(frame.scene, arena=arena)
    run.frames[-1] = _replace(frame, step="start", todo=frame.todo[1:], scene=scene)


def _ask_numbers(
    run: Run, frame: ResolveFrame, said: Any, step: str, options: tuple[int, ...], words: tuple[str, ...]
) -> None:
    """Ask the effect's controller for one of some numbered options."""
    run.frames[-1] = _replace(frame, step=step, todo=(said, *frame.todo), chosen=())
    seat, rule = frame.scene.controller, frame.scene.rule
    asked = ChooseFrame(seat=seat, kind="options", options=options, least=1, most=1, what=step, rule=rule, words=words)
    run.push(asked)


INSTRUCTIONS: dict[type, Any] = {w.OneOfThese: _one_of, w.Choose: _choose, w.ChooseArena: _choose_arena}

STEPS: dict[str, Any] = {"option chosen": _option_chosen, "chosen": _chosen, "arena chosen": _arena_chosen}
