"""The interpreter: an effect taking effect, one instruction after another.

Instructions are carried out in the order in which they stand (crf.abilities.parts-in-order); what
rolls dice or does damage opens its chances right there (crf.chances.mid-effect-reroll-prevent), and
triggers wait until the whole effect is done (crf.triggers.wait-until-effect-finishes). Each
instruction has one function in `INSTRUCTIONS`; it takes itself off the list before it acts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.effects import choosing, doing
from adjudicator.swtcg.effects import language as w
from adjudicator.swtcg.effects.amounts import holds
from adjudicator.swtcg.effects.doing_lasting import delay
from adjudicator.swtcg.effects.paying import lacking, pay
from adjudicator.swtcg.effects.scenes import seat_of
from adjudicator.swtcg.effects.selectors import select
from adjudicator.swtcg.frames import AnswerFrame, ManualFrame, ResolveFrame
from adjudicator.swtcg.table import Table

_replace = msgspec.structs.replace


def _start(run: Run, frame: ResolveFrame) -> None:
    """The next instruction, or the end of the effect."""
    if not frame.todo:
        run.pop()
        return
    instruction = frame.todo[0]
    run.frames[-1] = _replace(frame, todo=frame.todo[1:])
    INSTRUCTIONS[type(instruction)](run, run.frames[-1], instruction)


def _may(run: Run, frame: ResolveFrame) -> None:
    """An optional trigger: its controller decides whether it takes effect."""
    seat = frame.scene.controller
    run.push(AnswerFrame(seat=seat, what=frame.scene.source, rule=frame.scene.rule), then="decided")


def _decided(run: Run, frame: ResolveFrame) -> None:
    if frame.yes:
        run.goto("start")
    else:
        run.pop()


def bind(run: Run, name: str, stacks: tuple[int, ...]) -> None:
    """Bind stacks to a name in the effect at work."""
    frame: ResolveFrame = run.frame
    scene = _replace(frame.scene, bound={**frame.scene.bound, name: stacks})
    run.frames[-1] = _replace(frame, scene=scene)


def instead_of_rest(run: Run, first: tuple[Any, ...]) -> None:
    """Put instructions before what is still to be done."""
    frame: ResolveFrame = run.frame
    run.frames[-1] = _replace(frame, todo=(*first, *frame.todo))


# --- control --------------------------------------------------------------------------------


def _if(run: Run, frame: ResolveFrame, said: w.If) -> None:
    met = holds(run.table, said.condition, frame.scene)
    instead_of_rest(run, said.then if met else said.otherwise)


def _may_do(run: Run, frame: ResolveFrame, said: w.May) -> None:
    """Ask, if what it costs can be paid."""
    table: Table = run.table
    seat = seat_of(frame.scene, said.who)
    if lacking(table, seat, said.cost, frame.scene):
        instead_of_rest(run, said.otherwise)
        return
    run.frames[-1] = _replace(frame, step="may chosen", todo=(said, *frame.todo))
    run.push(AnswerFrame(seat=seat, what=frame.scene.source, rule=frame.scene.rule))


def _may_chosen(run: Run, frame: ResolveFrame) -> None:
    said = frame.todo[0]
    assert isinstance(said, w.May)
    todo = (*(said.do if frame.yes else said.otherwise), *frame.todo[1:])
    paid = frame.yes and said.cost != w.FREE
    scene = _replace(frame.scene, numbers={**frame.scene.numbers, "paid": 1}) if paid else frame.scene
    run.frames[-1] = _replace(frame, step="start", todo=todo, scene=scene)
    if paid:
        pay(run, seat_of(frame.scene, said.who), said.cost, frame.scene)


def _for_each(run: Run, frame: ResolveFrame, said: w.ForEach) -> None:
    todo: list[Any] = []
    for number in select(run.table, said.of, frame.scene):
        todo.append(w.Bind(into=said.into, stacks=(number,)))
        todo.extend(said.do)
    instead_of_rest(run, tuple(todo))


def _bound(run: Run, frame: ResolveFrame, said: w.Bind) -> None:
    bind(run, said.into, said.stacks)


def _later(run: Run, frame: ResolveFrame, said: w.Later) -> None:
    delay(run, frame.scene, said)


def _manual(run: Run, frame: ResolveFrame, said: w.ByHand) -> None:
    """A manual effect: blank if the game was opened so, else the judge is asked."""
    run.push(ManualFrame(scene=frame.scene, key=said.key))


Doing = Callable[[Run, ResolveFrame, Any], None]

INSTRUCTIONS: dict[type, Doing] = {
    w.If: _if,
    w.May: _may_do,
    w.ForEach: _for_each,
    w.Bind: _bound,
    **choosing.INSTRUCTIONS,
    w.Later: _later,
    w.ByHand: _manual,
    **doing.INSTRUCTIONS,
}

STEPS = {
    ResolveFrame: {
        "start": _start,
        "may": _may,
        "decided": _decided,
        "may chosen": _may_chosen,
        **choosing.STEPS,
        **doing.STEPS,
    }
}
