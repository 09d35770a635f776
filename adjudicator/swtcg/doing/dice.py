"""Instructions of dice: roll some again (rots.dice.reroll-definition), or roll some for an effect."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.standing.amounts import amount_of
from adjudicator.swtcg.standing.hits import FACES, place_of_roll
from adjudicator.swtcg.standing.measures import shown
from adjudicator.swtcg.standing.scenes import rule_of, seat_of
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames import ChooseFrame, ResolveFrame, RollFrame
from adjudicator.swtcg.words import language as w

_replace = msgspec.structs.replace

HOW_MANY = "dice promised"
"""The number of dice that a reroll was said to roll again before they were thrown, in the numbers of its scene."""
WHICH_DICE = "dice to reroll"
"""What is asked for where dice are chosen that are rolled again; the options are their places, from 0."""


def _reroll(run: Run, frame: ResolveFrame, said: w.Reroll) -> None:
    """Roll the chosen dice again; the positions were named when it was played, or are asked for now."""
    position = place_of_roll(run.frames)
    if position < 0:
        return
    roll: RollFrame = run.frames[position]
    if said.attack and roll.purpose != "attack":
        run.non_event("a reroll of attack dice", run.table.why.dice_attack_dice, "these are not an attack's")
        return
    chosen = frame.scene.bound.get("dice")
    if chosen is None:
        most = (
            len(roll.dice) if said.most is None else min(len(roll.dice), amount_of(run.table, said.most, frame.scene))
        )
        run.frames[-1] = _replace(frame, step="reroll chosen", todo=(said, *frame.todo))
        options = tuple(range(len(roll.dice)))
        if said.all:
            run.frames[-1] = _replace(run.frames[-1], chosen=options)
            return
        number = frame.scene.numbers.get(HOW_MANY)
        least, most = (0, most) if number is None else (min(number, len(roll.dice)),) * 2
        run.push(
            ChooseFrame(
                seat=frame.scene.controller, kind="options", options=options, least=least, most=most, what=WHICH_DICE
            )
        )
        return
    if not chosen:
        return
    run.frames[-1] = _replace(frame, step="rerolled", dice=())
    run.push(RollFrame(seat=roll.seat, purpose="reroll", count=len(chosen), source=roll.source, target=roll.target))


def _reroll_chosen(run: Run, frame: ResolveFrame) -> None:
    scene = _replace(frame.scene, bound={**frame.scene.bound, "dice": frame.chosen})
    run.frames[-1] = _replace(frame, step="start", scene=scene)


def _rerolled(run: Run, frame: ResolveFrame) -> None:
    """The new results replace the old ones entirely (rots.dice.reroll-definition)."""
    position = place_of_roll(run.frames)
    roll: RollFrame = run.frames[position]
    chosen = frame.scene.bound["dice"]
    results = list(roll.dice)
    for place, die in zip(chosen, frame.dice, strict=True):
        results[place] = die
    scene = _replace(frame.scene, bound={k: v for k, v in frame.scene.bound.items() if k != "dice"})
    run.frames[-1] = _replace(frame, step="start", scene=scene)
    rule = frame.scene.rule or run.table.why.dice_reroll_definition
    if run.applies(rule):
        run.frames[position] = _replace(roll, dice=tuple(results))
        _look_again(run, roll.id, tuple(results))
    run.happen(
        f.DiceRerolled(
            seat=frame.scene.controller, positions=chosen, dice=tuple(results), rule=rule, cause=frame.scene.source
        )
    )


def _look_again(run: Run, roll: int, results: tuple[int, ...]) -> None:
    """What waits because of the roll looks at its last results alone
    (crf.card.cloud-city-landing-platform.only-final-build-roll-counts).
    """
    for place, trigger in enumerate(run.pool):
        if roll and trigger.scene.numbers.get("roll") == roll:
            what = f"the first result for {trigger.scene.source}"
            if run.non_event(what, run.table.why.dice_first_roll_ignored, "the new results have replaced it"):
                scene = _replace(trigger.scene, numbers={**trigger.scene.numbers, **shown(results)})
                run.pool[place] = _replace(trigger, scene=scene)


def _more_dice(run: Run, frame: ResolveFrame, said: w.MoreDice) -> None:
    """Roll further dice for the roll at work; they are dice of that roll like the others."""
    position = place_of_roll(run.frames)
    count = amount_of(run.table, said.amount, frame.scene)
    if position < 0 or count <= 0:
        return
    roll: RollFrame = run.frames[position]
    run.frames[-1] = _replace(frame, step="more dice", dice=())
    run.push(RollFrame(seat=roll.seat, purpose="reroll", count=count, source=roll.source, target=roll.target))


def _more_rolled(run: Run, frame: ResolveFrame) -> None:
    position = place_of_roll(run.frames)
    roll: RollFrame = run.frames[position]
    run.frames[-1] = _replace(frame, step="start", dice=())
    results = (*roll.dice, *frame.dice)
    run.frames[position] = _replace(roll, dice=results, first=(*roll.first, *frame.dice), count=len(results))
    new = tuple(range(len(roll.dice), len(results)))
    rule = rule_of(run.table, frame.scene)
    seat, cause = frame.scene.controller, frame.scene.source
    run.happen(f.DiceRerolled(seat=seat, positions=new, dice=results, rule=rule, cause=cause))


def _adjust(run: Run, frame: ResolveFrame, said: w.AdjustRoll) -> None:
    """Ask which die is changed, if there are several, and what it shows then: never less than 1 or more than 6."""
    position = place_of_roll(run.frames)
    if position < 0 or not run.frames[position].dice:
        return
    count, seat = len(run.frames[position].dice), frame.scene.controller
    run.frames[-1] = _replace(frame, step="die chosen", todo=(said, *frame.todo), chosen=(0,))
    if count > 1:
        places = tuple(range(count))
        run.push(ChooseFrame(seat=seat, kind="options", options=places, least=1, most=1, what=WHICH_DICE))


def _die_chosen(run: Run, frame: ResolveFrame) -> None:
    """Ask what the die shows from now on."""
    said = frame.todo[0]
    assert isinstance(said, w.AdjustRoll)
    shown = run.frames[place_of_roll(run.frames)].dice[frame.chosen[0]]
    results = tuple(n for n in range(shown - said.by, shown + said.by + 1) if 1 <= n <= FACES)
    scene = _replace(frame.scene, bound={**frame.scene.bound, "die": frame.chosen})
    run.frames[-1] = _replace(frame, step="adjusted", chosen=(), scene=scene)
    run.push(
        ChooseFrame(seat=frame.scene.controller, kind="options", options=results, least=1, most=1, what="the roll")
    )


def _adjusted(run: Run, frame: ResolveFrame) -> None:
    position = place_of_roll(run.frames)
    roll: RollFrame = run.frames[position]
    (place,) = frame.scene.bound.get("die", (0,))
    run.frames[-1] = _replace(frame, step="start", todo=frame.todo[1:])
    if not frame.chosen or frame.chosen[0] == roll.dice[place]:
        return
    results = (*roll.dice[:place], frame.chosen[0], *roll.dice[place + 1 :])
    run.frames[position] = _replace(roll, dice=results)
    _look_again(run, roll.id, results)
    rule = rule_of(run.table, frame.scene)
    seat, cause = frame.scene.controller, frame.scene.source
    run.happen(f.DiceRerolled(seat=seat, positions=(place,), dice=results, rule=rule, cause=cause))


def _roll_dice(run: Run, frame: ResolveFrame, said: w.RollDice) -> None:
    run.frames[-1] = _replace(frame, step="dice rolled", todo=(said, *frame.todo), dice=())
    count = amount_of(run.table, said.amount, frame.scene)
    run.push(
        RollFrame(
            seat=seat_of(run.table, frame.scene, said.who), purpose="effect", count=count, source=frame.scene.stack
        )
    )


def _dice_rolled(run: Run, frame: ResolveFrame) -> None:
    said = frame.todo[0]
    assert isinstance(said, w.RollDice)
    number = sum(1 for die in frame.dice if die >= said.at_least) if said.at_least > 1 else sum(frame.dice)
    scene = _replace(frame.scene, numbers={**frame.scene.numbers, said.into: number})
    run.frames[-1] = _replace(frame, step="start", todo=frame.todo[1:], scene=scene, dice=())


INSTRUCTIONS: dict[type, Any] = {
    w.Reroll: _reroll,
    w.RollDice: _roll_dice,
    w.AdjustRoll: _adjust,
    w.MoreDice: _more_dice,
}

STEPS: dict[str, Any] = {
    "adjusted": _adjusted, "die chosen": _die_chosen, "reroll chosen": _reroll_chosen, "rerolled": _rerolled,
    "dice rolled": _dice_rolled, "more dice": _more_rolled,
}  # fmt: skip
