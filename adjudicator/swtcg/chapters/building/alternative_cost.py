"""Alternative Cost: a card that lies face down is completed for another cost than its build counters.

The parts of the cost are paid in the order in which they are listed, all of them, and nothing that makes the build cost
lower makes it lower. It is no activated ability: nobody may disrupt the payment, but what it completes may be disrupted
as always. Sources: idc.keywords.alternative-cost-*.
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.forms import Domain, Form, OneOf
from adjudicator.kernel.judging import Judging, allowed
from adjudicator.kernel.remembering import remembered
from adjudicator.kernel.run import Run
from adjudicator.swtcg.chapters.building import deploy, deploy_offers, finishing, locations
from adjudicator.swtcg.chapters.building.step import acted, face_down, in_own_step, no_draw, to_build
from adjudicator.swtcg.chapters.playing.playable import Playable
from adjudicator.swtcg.chapters.playing.prices import check_cost
from adjudicator.swtcg.doing.bringing import DEPLOYMENT, bring
from adjudicator.swtcg.standing.type_line import arenas_named
from adjudicator.swtcg.standing.values import cost
from adjudicator.swtcg.table.declarations import Deploy, FinishEquipment, PayAlternativeCost, PutLocation
from adjudicator.swtcg.table.frames import BuildStepFrame, PlayFrame, ResolveFrame
from adjudicator.swtcg.table.table import BUILDING, Scene, Stack, Table
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.keywords import ALTERNATIVE_COST


@remembered
def costs_of(face: Face) -> tuple[w.Cost, ...]:
    """The parts of a card's Alternative Cost in their order; none if it has none."""
    words = (each for each in face.abilities if isinstance(each, w.Keyword) and each.name == ALTERNATIVE_COST)
    return next((each.costs for each in words), ())


def check(judging: Judging, frame: BuildStepFrame | None) -> None:
    """Clauses of an Alternative Cost: when, a card face down that has one, its place, and all of the payment."""
    said: PayAlternativeCost = judging.said
    why = judging.table.why
    in_own_step(judging, frame, why.deploy_any_own_build_step)
    stack = _check_card(judging, said)
    if stack is None:
        return
    costs = costs_of(judging.table.top(stack))
    title = lambda: (("card", judging.table.top(stack).title),)
    if not judging.clause("HAS_ALTERNATIVE_COST", why.keywords_alternative_cost, bool(costs), title, about=stack.id):
        return
    for each in costs:
        check_cost(judging, _as_play(judging.table, stack, each), 0)


def _check_card(judging: Judging, said: PayAlternativeCost) -> Stack | None:
    """The clauses of the card itself and where it goes; None if there is no such card."""
    table: Table = judging.table
    stack = table.stacks.get(said.stack)
    face = table.top(stack) if stack is not None and table.known(stack) else None
    if face is None or face.is_unit:
        return deploy.check_place(judging, said)
    stack = face_down(judging, said.stack, table.why.keywords_alternative_cost)
    if stack is not None and "location" in face.types:
        locations.check_arena(judging, stack, locations.arena_meant(table, face, said.arena))
    elif stack is not None and "mission" in face.types:  # what it does has to be said, which nobody can do so far
        judging.clause("MISSION_BY_ALTERNATIVE_COST", table.why.keywords_alternative_cost, None)
    return stack


def _as_play(table: Table, stack: Stack, cost_: w.Cost) -> Playable:
    """A part of the cost as something to be paid for, which is played by nobody."""
    return Playable(
        "static", f"{stack.id}.{ALTERNATIVE_COST}", table.top(stack).title, stack.id, 0, stack.id, cost_, (), "",
        None, ALTERNATIVE_COST, "general", table.why.keywords_alternative_cost, "",
    )  # fmt: skip


def perform(run: Run) -> None:
    """Pay the parts one after another, and complete the card."""
    said: PayAlternativeCost = run.said
    table: Table = run.table
    stack = table.stacks[said.stack]
    costs = costs_of(table.top(stack))
    acted(run)
    if table.top(stack).is_unit:
        deploy.note_its_move(run, said)
        no_draw(run, "deploying a unit")
    why, less = table.why, (table.top(stack).cost or 0) - cost(table, stack)
    if less > 0:
        what = f"{less} less of the Alternative Cost"
        run.non_event(what, why.keywords_alternative_cost_not_reduced, "it is no build cost")
    if len(costs) > 1:
        rule = why.keywords_alternative_cost_in_order
        run.non_event("all of the Alternative Cost at once", rule, "they come in their order")
    done = w.CompleteBuilt(stack=stack.id, stay=said.stay, onto=said.onto, beneath=said.beneath, arena=said.arena)
    number = said.stack  # no fact names the payment, so it takes no number of its own, which a log would not know
    for at, each in reversed(tuple(enumerate(costs, 1))):
        made = _as_play(table, stack, each)
        scene = Scene(
            controller=said.seat,
            source=made.name,
            stack=stack.id,
            key=made.key,
            kind=ALTERNATIVE_COST,
            numbers={"play": number},
            rule=made.rule,
        )
        do = (done,) if at == len(costs) else ()
        run.push(
            PlayFrame(
                step="pay" if each.plain else "start", id=number, kind="static", scene=scene, do=do, cost=each,
                force_rule=made.rule,
            )
        )  # fmt: skip


def _completed(run: Run, frame: ResolveFrame, said: w.CompleteBuilt) -> None:
    """The card is completed as was said, once all of the cost is paid."""
    table: Table = run.table
    stack = table.stacks.get(said.stack)
    if stack is None or stack.role != BUILDING:
        return
    seat, face = frame.scene.controller, table.top(stack)
    if face.is_unit:
        as_said = Deploy(seat, said.stack, said.stay, said.onto, said.beneath)
        bring(run, DEPLOYMENT, stack, deploy.deploying(table, as_said, said.arena))
    elif "location" in face.types:
        locations.put(run, PutLocation(seat, said.stack, said.arena))
    else:
        finishing.finish(run, FinishEquipment(seat, said.stack))


def forms(game: Any, table: Table, frame: BuildStepFrame, seat: str) -> list[Form]:
    """Completing each card by its Alternative Cost that can be."""
    found: list[Form] = []
    for stack, face in to_build(table, seat):
        if not costs_of(face):
            continue
        if face.is_unit:
            found.extend(deploy_offers.offers(game, table, seat, stack, PayAlternativeCost))
            continue
        meant = arenas_named(table, face) if "location" in face.types else ()
        arenas = tuple(a for a in ("", *meant) if allowed(game, table, PayAlternativeCost(seat, stack.id, arena=a)))
        if arenas:
            choices: tuple[tuple[str, Domain], ...] = (("stay", OneOf((False,))),)
            if len(arenas) > 1:
                choices = (*choices, ("arena", OneOf(arenas)))
            says = f"complete {face.title} by its Alternative Cost"
            found.append(Form("PayAlternativeCost", seat, (("stack", stack.id),), choices, says))
    return found


INSTRUCTIONS: dict[type, Any] = {w.CompleteBuilt: _completed}
