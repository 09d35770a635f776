"""The interpreter: an effect taking effect, one instruction after another.

Instructions are carried out in the order in which they stand (crf.abilities.parts-in-order); what
rolls dice or does damage opens its chances right there (crf.chances.mid-effect-reroll-prevent), and
triggers wait until the whole effect is done (crf.triggers.wait-until-effect-finishes). Each
instruction has one function, which takes itself off the list before it acts: in `INSTRUCTIONS`, or in a
chapter that alone gives it (`rules.INSTRUCTIONS` puts them together).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.doing import choosing, own_arena
from adjudicator.swtcg.doing import instructions as doing
from adjudicator.swtcg.doing.damage import impend_on
from adjudicator.swtcg.doing.lasting import delay
from adjudicator.swtcg.standing.amounts import amount_of, holds, tie_at, wins_tie
from adjudicator.swtcg.standing.paying import lacking, paid_with, pay
from adjudicator.swtcg.standing.scenes import AT_WILL, IN_VAIN, ONCE, REPLACING, TRIGGERED, rule_of, seat_of
from adjudicator.swtcg.standing.selectors import select
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames import AnswerFrame, ChooseFrame, ManualFrame, ResolveFrame
from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.terms import within

_replace = msgspec.structs.replace


def _start(run: Run, frame: ResolveFrame) -> None:
    """The next instruction, or the end of the effect."""
    if not frame.todo:
        run.pop()
        if REPLACING in frame.scene.numbers:
            run.dirty = True  # what it has saved is looked at now (`damage.discard_dead`)
        return
    if frame.scene.numbers and IN_VAIN in frame.scene.numbers:
        run.pop()
        rule = run.table.edition.no_effect_in_vain.rule
        run.non_event(f"the effect of {frame.scene.source}", rule, "it has no effect")
        return
    instruction = frame.todo[0]
    run.frames[-1] = _replace(frame, todo=frame.todo[1:])
    if _in_vain(run, frame, instruction):
        return
    run.game.instructions[type(instruction)](run, run.frames[-1], instruction)


PLAYERS = ("who", "whose", "seen")
"""The fields in which an instruction names a player, by a side too."""


def _in_vain(run: Run, frame: ResolveFrame, instruction: Any) -> bool:
    """Whether an instruction speaks of the player of a side that nobody plays."""
    unplayed = run.table.seating.unplayed
    named = (getattr(instruction, field, "") for field in PLAYERS)
    side = next((word for word in named if isinstance(word, str) and word in unplayed), "")
    if not side:
        return False
    rule = run.table.why.reading_a_side_that_nobody_plays
    return run.non_event(f"a part of {frame.scene.source}", rule, f"nobody plays the side {side}")


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
    if tie_at(run.table, said.condition, frame.scene):
        rule = wins_tie(run.table, frame.scene)[1]
        if met:
            run.frames[-1] = frame = _replace(frame, scene=_replace(frame.scene, rule=rule))
        else:
            run.non_event("winning it", rule, "it is a tie")
    elif not met and not said.otherwise:
        run.non_event(f"a part of {frame.scene.source}", rule_of(run.table, frame.scene), "its condition is not met")
    instead_of_rest(run, said.then if met else said.otherwise)


def _may_do(run: Run, frame: ResolveFrame, said: w.May) -> None:
    """Ask, if what it costs can be paid."""
    table: Table = run.table
    why = table.why
    seat = seat_of(run.table, frame.scene, said.who)
    if frame.scene.numbers.get(ONCE) and frame.scene.key + TRIGGERED in table.used:
        run.non_event(f"what {frame.scene.source} offers", why.cards_card_beats_rule, "it was taken once this turn")
        _not_taken(run, said)
        return
    if lacking(table, seat, said.cost, frame.scene):
        run.non_event(f"what {frame.scene.source} offers", why.costs_must_be_able_to_pay, "its cost can't be paid")
        _not_taken(run, said)
        return
    if choosing.in_part_alone(table, said.do, frame.scene):
        run.non_event(
            f"what {frame.scene.source} offers", why.reading_what_is_done_in_part, "there are not so many cards"
        )
        _not_taken(run, said)
        return
    if said.do and choosing.in_vain(table, said.do[0], frame.scene):
        run.non_event(f"what {frame.scene.source} offers", rule_of(table, frame.scene), "there is nothing to choose")
        _not_taken(run, said)
        return
    alternative = why.discard_one_instead if _averts_a_discard(said) else ""
    if alternative and not run.applies(alternative):
        _not_taken(run, said)
        return
    run.frames[-1] = _replace(frame, step="may chosen", todo=(said, *frame.todo))
    run.push(AnswerFrame(seat=seat, what=frame.scene.source, rule=alternative or frame.scene.rule))


def _averts_a_discard(said: w.May) -> bool:
    """Whether what is offered is to discard a card of some kind in the place of two or more ("unless")."""
    more = (each.amount for each in said.otherwise if isinstance(each, w.DiscardCards) and each.who == said.who)
    return any(isinstance(amount, int) and amount > 1 for amount in more) and any(
        isinstance(each, w.Discard) for each in said.do
    )


def _not_taken(run: Run, said: w.May) -> None:
    """What an offer would have chosen is nothing, not what its name stood for before."""
    for each in within(said.do):
        if isinstance(each, w.Choose) and each.when == "resolving":
            bind(run, each.into, ())
    instead_of_rest(run, said.otherwise)


def _may_chosen(run: Run, frame: ResolveFrame) -> None:
    said = frame.todo[0]
    assert isinstance(said, w.May)
    if not frame.yes:
        scene = frame.scene
        if run.table.why.discard_more_at_will and _averts_a_discard(said):
            scene = _replace(scene, numbers={**scene.numbers, AT_WILL: 1})
        run.frames[-1] = _replace(frame, step="start", todo=frame.todo[1:], scene=scene)
        _not_taken(run, said)
        return
    todo = (*said.do, *frame.todo[1:])
    paid = said.cost != w.FREE
    scene = frame.scene
    if scene.numbers.get(ONCE):
        scene = _replace(scene, numbers={**scene.numbers, ONCE: 0})
        run.commit((f.UseCounted(key=scene.key + TRIGGERED, scope="turn", rule=run.table.why.cards_card_beats_rule),))
    if paid:
        scene = paid_with(run.table, said.cost, scene)
        scene = _replace(scene, numbers={**scene.numbers, "paid": 1})
    run.frames[-1] = _replace(frame, step="start", todo=todo, scene=scene)
    if paid:
        pay(run, seat_of(run.table, frame.scene, said.who), said.cost, frame.scene)


def _for_each(run: Run, frame: ResolveFrame, said: w.ForEach) -> None:
    todo: list[Any] = []
    for number in select(run.table, said.of, frame.scene):
        todo.append(w.Bind(into=said.into, stacks=(number,)))
        todo.extend(said.do)
    instead_of_rest(run, tuple(todo))


def _repeat(run: Run, frame: ResolveFrame, said: w.Repeat) -> None:
    """So many times, at most `REPEATS_MAX`."""
    times = min(max(0, amount_of(run.table, said.times, frame.scene)), REPEATS_MAX)
    instead_of_rest(run, said.do * times)


REPEATS_MAX = 100
"""So often an instruction repeats others at most."""


def _each_player(run: Run, frame: ResolveFrame, said: w.ForEachPlayer) -> None:
    """In the order of the table (rots.turn.both-act-dark-first)."""
    todo: list[Any] = []
    for number in range(len(run.table.order)):
        todo.extend((w.Let(into="they", be=number), *said.do))
    instead_of_rest(run, tuple(todo))


def _each_arena(run: Run, frame: ResolveFrame, said: w.ForEachArena) -> None:
    todo: list[Any] = []
    for arena in said.arenas:
        todo.extend((w.AtArena(arena=arena), *said.do))
    instead_of_rest(run, tuple(todo))


def _there(run: Run, frame: ResolveFrame, said: w.AtArena) -> None:
    run.frames[-1] = _replace(frame, scene=_replace(frame.scene, arena=said.arena))


def _divide(run: Run, frame: ResolveFrame, said: w.Divide) -> None:
    """For one after the other the player says how much of what is left is its part; the last gets the rest."""
    amount, among = amount_of(run.table, said.amount, frame.scene), select(run.table, said.among, frame.scene)
    if amount <= 0 or not among:
        return
    run.frames[-1] = _replace(frame, step="part named", todo=(said, *frame.todo), chosen=())
    scene = _replace(frame.scene, bound={**frame.scene.bound, "divided among": among})
    scene = _replace(scene, numbers={**scene.numbers, "left to divide": amount})
    run.frames[-1] = _replace(run.frames[-1], scene=scene)
    _ask_part(run, said)


def _ask_part(run: Run, said: w.Divide) -> None:
    frame: ResolveFrame = run.frames[-1]
    left, among = frame.scene.numbers["left to divide"], frame.scene.bound["divided among"]
    last = len(among) == 1 and not said.up_to
    options = (left,) if last else tuple(range(left + 1))
    seat = seat_of(run.table, frame.scene, said.who)
    what = f"part of {run.table.title(among[0])}"
    run.push(ChooseFrame(seat=seat, kind="options", options=options, least=1, most=1, what=what, rule=frame.scene.rule))


def _part_named(run: Run, frame: ResolveFrame) -> None:
    """A part has been named; when all have, what is done is done to each with its part."""
    said = frame.todo[0]
    assert isinstance(said, w.Divide)
    part = frame.chosen[0] if frame.chosen else 0
    among = frame.scene.bound["divided among"]
    numbers = {**frame.scene.numbers, f"part of {among[0]}": part}
    numbers["left to divide"] -= part
    scene = _replace(frame.scene, numbers=numbers, bound={**frame.scene.bound, "divided among": among[1:]})
    if among[1:] and numbers["left to divide"]:
        run.frames[-1] = _replace(frame, scene=scene, chosen=())
        _ask_part(run, said)
        return
    parts = {k: n for k, n in numbers.items() if k.startswith("part of ")}
    scene = _replace(scene, numbers={k: n for k, n in numbers.items() if k not in parts and k != "left to divide"})
    shares = [(int(name.removeprefix("part of ")), number) for name, number in parts.items() if number]
    damage = said.do[0] if len(said.do) == 1 else None
    if isinstance(damage, w.Damage) and not damage.dice and not damage.into:
        # all of it at once (ruling.damage-to-several-units-at-once)
        run.frames[-1] = _replace(frame, step="start", todo=frame.todo[1:], scene=scene, chosen=())
        impend_on(run, damage, scene, shares)
        return
    todo: list[Any] = []
    for stack, number in shares:
        todo.extend((w.Bind(into=said.into, stacks=(stack,)), w.Let(into=said.share, be=number), *said.do))
    run.frames[-1] = _replace(frame, step="start", todo=(*todo, *frame.todo[1:]), scene=scene, chosen=())


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
    w.Repeat: _repeat,
    w.ForEachPlayer: _each_player,
    w.ForEachArena: _each_arena,
    w.AtArena: _there,
    w.Divide: _divide,
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
        "part named": _part_named,
        **choosing.STEPS,
        **own_arena.STEPS,
        **doing.STEPS,
    }
}
