"""The build step: its start, building and adding counters, and its end.

    triggers of its start (`build_start`) -> the player acts as often as he or she likes -> pass

There is no chance to play or pass here (crf.chances.no-pop-build-step); what is done in the step, card by card,
is in `deploy`, `missions`, `locations`, `equipment`, `pilots` and `stacking`, and what all of it shares in `step`.
Sources: rots.build.definition, rots.build.procedure-facedown, rots.build.at-least-one-counter,
rots.build.add-counters-later.
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.forms import Form, Number, OneOf
from adjudicator.kernel.judging import Judging, holds
from adjudicator.kernel.run import Agenda, Run
from adjudicator.kernel.verdict import EXCEPTION
from adjudicator.kernel.windows import opened
from adjudicator.swtcg.chapters.beside import resources
from adjudicator.swtcg.chapters.building import alternative_cost, deploy_offers, equipment, locations, missions
from adjudicator.swtcg.chapters.building.build_start import begin, counted
from adjudicator.swtcg.chapters.building.laying_down import laid_down, with_card_built
from adjudicator.swtcg.chapters.building.step import acted, in_own_step, no_draw, to_build
from adjudicator.swtcg.chapters.units import unique
from adjudicator.swtcg.standing import moment, naming
from adjudicator.swtcg.standing.values import cost
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.agreed import TO_BATTLE
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.declarations import AddCounters, Build, Pass
from adjudicator.swtcg.table.frames import BuildStepFrame
from adjudicator.swtcg.table.table import BUILDING, RESOURCE, Table, build_zone
from adjudicator.swtcg.words.face import Face

AFTERWARDS = {True: "rots.turn.light-builds", False: "rots.retreat.dark-retreat-step"}
"""By whether a player's side goes first, what comes after his or her build step."""
BUILDABLE = ("space", "ground", "character", "mission", "location", "equipment")
BUILT_WHEN = {
    "mission": "rots.mission.built-in-build-step",
    "equipment": "rots.equipment.built-in-build-step",
    "location": "rots.location.built-then-put-face-up",
}
"""By card type, the rule that has it built in its player's own build step; units: that points are spent there."""


def _ask(run: Run, frame: BuildStepFrame) -> None:
    """The player whose step it is acts, or passes to be done with it."""
    if run.table.shortcut[0] == TO_BATTLE:
        run.goto("end")
        moment.pass_along(run, frame.seat)
        return
    moment.ask(run, "build", (frame.seat,), run.table.why.build_during_own_build_step)


def _end(run: Run, frame: BuildStepFrame) -> None:
    table: Table = run.table
    rule = AFTERWARDS[table.leads(frame.seat)]
    run.pop()
    run.happen(f.StepEnded(step="build", seat=frame.seat, rule=rule), *counted(table, frame.seat))


# --- build ------------------------------------------------------------------------------------


def check_build(judging: Judging, frame: BuildStepFrame | None) -> None:
    """Clauses of building: when, which card, with how many counters, and that they can be paid."""
    said: Build = judging.said
    table: Table = judging.table
    handle, key = naming.the_card(said.card)
    face = naming.face_said(table, handle, key)
    kind = next((kind for kind in BUILT_WHEN if face is not None and kind in face.types), "")
    resource = resources.is_resource(table, face)
    own = table.why.resource_when_built if resource else table.why.build_during_own_build_step
    when = table.why.location_built_in_build_step if kind == "location" else ""
    in_own_step(judging, frame, when or BUILT_WHEN.get(kind, own))
    in_hand = naming.check_in_hand(judging, handle, table.why.build_procedure_facedown)
    buildable = resource or (face is not None and any(kind in BUILDABLE for kind in face.types))
    right = naming.check_is(judging, "CARD_CAN_BE_BUILT", table.why.build_buildable_kinds, face, ok=buildable)
    if not right and RESOURCE in table.edition.beside.value:
        judging.would_be_legal("with a unit, Mission, Location, Equipment or Resource card")
    if in_hand and right and face is not None:
        _check_counters(judging, said, face)
    _check_points(judging, said.counters, face)
    if judging.worth_telling("ANY_NUMBER_OF_CARDS") and any(
        stack.role == BUILDING and stack.controller == said.seat for stack in table.stacks.values()
    ):
        many = "build.partial-any-number", "build.partially-build-any-number"
        rule = cite(table, f"crf.{many[0]}", f"gr.{many[1]}", "rots.build.partially-built-any-number-unseen")
        judging.clause("ANY_NUMBER_OF_CARDS", rule, ok=True)
    if face is not None:
        unique.check_built_anew(judging, face)


def _check_counters(judging: Judging, said: Build, face: Face) -> None:
    """At least one counter, unless the card is finished at once; more than its cost are allowed."""
    table: Table = judging.table
    rule, ok = table.why.build_at_least_one_counter, said.counters >= 1
    if ok and judging.brief and not judging.overriding:
        return  # with counters on it only an explanation of everything looks at what the card costs
    otherwise = bool(alternative_cost.costs_of(face))
    plain = face.cost and not otherwise and not (table.index.stats.get("cost") or judging.suppressed)
    draft, stack = (None, None) if plain else with_card_built(table, said)
    price = face.cost or 0 if draft is None or stack is None else cost(draft, stack)
    may_be_free = price == 0 or otherwise or table.edition.stack_reductions.value
    if said.counters == 0 and may_be_free and draft is not None and stack is not None:
        ok = finishable(judging.game, draft, said.seat, stack.id) and not table.edition.starting_costs_a_point.value
        rule = _free_rule(table, face, price, ok=ok) or rule
    evidence = lambda: (("counters", str(said.counters)), ("build cost", str(price)))
    judging.clause("COUNTERS_PUT_ON_IT", rule, ok, evidence, permits=0 if said.counters else EXCEPTION)
    if said.counters > price:
        judging.permit("MORE_THAN_ITS_COST", table.why.build_overbuild_bluff)


def _free_rule(table: Table, face: Face, price: int, *, ok: bool) -> str:
    """What decides whether a card needs no counter: that it costs nothing, an Alternative Cost, or that it joins a
    stack for nothing (`ok`); empty if nothing speaks for it.
    """
    if not price:
        no_cost = face.cost is None and "location" in face.types
        return (no_cost and table.why.location_no_printed_cost_is_zero) or table.edition.starting_costs_a_point.rule
    if alternative_cost.costs_of(face):
        return table.why.keywords_alternative_cost
    return table.edition.stack_reductions.rule if ok else ""


def finishable(game: Any, table: Table, seat: str, number: int) -> bool:
    """Whether a face-down card without counters can be finished at once, seen as if the build step asked now."""
    frame = BuildStepFrame(seat=seat, step="ask", finish=number)
    table = table.fork()
    table.agenda = Agenda((frame,), opened("build", (seat,)))
    offers = (
        deploy_offers.forms,
        missions.forms,
        locations.forms,
        equipment.forms,
        resources.forms,
        alternative_cost.forms,
    )
    return any(dict(form.given).get("stack") == number for offer in offers for form in offer(game, table, frame, seat))


def _check_points(judging: Judging, counters: int, face: Face | None = None) -> None:
    """There are that many build points, which are those of the turn's roll and bonus; enough for all that a card of the
    hand costs, no less and no more, complete it straight away.
    """
    why = judging.table.why
    complete = face is not None and bool(face.cost) and counters == face.cost
    left = (
        why.build_counters_of_points_left
        if isinstance(judging.said, Build)
        else why.build_counters_of_points_left_later
    )
    points = judging.table.seats[judging.said.seat].points
    if judging.overriding and counters:
        judging.clause("POINTS_MAY_BE_SPENT", judging.table.why.ready_build_roll_glossary, ok=True)
    if (
        not judging.clause(
            "BUILD_POINTS_SUFFICE",
            why.build_complete_from_hand if complete else left,
            0 <= counters <= points,
            lambda: (("build points", str(points)), ("to be spent", str(counters))),
        )
        and points
    ):
        judging.would_be_legal(f"up to {points}")


def perform_build(run: Run) -> None:
    """Lay the card down; without counters it has to be finished next."""
    said: Build = run.said
    number = run.table.next_id
    built = laid_down(run.table, said, number)
    acted(run)
    if said.counters == 0 and isinstance(run.frame, BuildStepFrame):
        run.goto("ask", finish=number)
    no_draw(run, "building a card")
    run.happen(*built)


# --- more counters ----------------------------------------------------------------------------


def check_add(judging: Judging, frame: BuildStepFrame | None) -> None:
    """Clauses of adding counters: when, on which card, at least one, and that they can be paid."""
    said: AddCounters = judging.said
    table: Table = judging.table
    in_own_step(judging, frame, table.why.build_during_own_build_step)
    stack = table.stacks.get(said.stack)
    mine = stack is not None and stack.role == BUILDING and stack.zone == build_zone(said.seat)
    bare = mine and stack is not None and stack.counters == 0
    rule = table.why.build_partially_built_glossary if bare else table.why.build_partially_built
    if stack is not None and stack.role == BUILDING and not mine:
        rule = cite(table, "crf.control.controls-all-aspects", rule)
    judging.clause(
        "CARD_IS_PARTIALLY_BUILT",
        rule,
        mine,
        lambda: (("card", table.title(said.stack)), ("counters", str(stack.counters) if stack is not None else "-")),
    )
    if bare:
        judging.clause("NEEDS_NO_COUNTER_FOR_IT", table.why.reading_partially_built_with_no_counters, ok=True)
    judging.clause("COUNTERS_PUT_ON_IT", table.why.build_definition, said.counters >= 1)
    _check_points(judging, said.counters)
    if mine and stack is not None and table.known(stack) and stack.counters + said.counters > cost(table, stack):
        judging.permit("MORE_THAN_ITS_COST", table.why.build_overbuild_bluff)


def perform_add(run: Run) -> None:
    """Spend the points on counters."""
    said: AddCounters = run.said
    acted(run)
    rule = run.table.why.build_add_counters_later
    run.happen(
        f.BuildPointsSpent(
            seat=said.seat, amount=said.counters, rule=run.table.why.build_counters_cost_points, cause="build"
        ),
        f.BuildCountersAdded(stack=said.stack, amount=said.counters, rule=rule, cause="build"),
    )


# --- done -------------------------------------------------------------------------------------

OPTIONAL = (
    ("mission", "rots.mission.completion-optional-glossary"),
    ("space", "rots.deploy.optional-glossary"),
    ("ground", "rots.deploy.optional-glossary"),
    ("character", "rots.deploy.optional-glossary"),
    ("location", "rots.build.completion-optional"),
    ("equipment", "rots.build.completion-optional"),
)


def check_pass(judging: Judging, frame: BuildStepFrame | None) -> None:
    """Clauses of being done: nothing has to be finished at once (unless it no longer can be); the rest may wait."""
    table: Table = judging.table
    if frame is not None and frame.finish and not finishable(judging.game, table, frame.seat, frame.finish):
        return
    if not in_own_step(judging, frame, table.why.turn_build_step_actions):
        return
    ready = {
        kind
        for stack, face in to_build(table, judging.said.seat)
        for kind in face.types
        if stack.counters and cost(table, stack) <= stack.counters
    }
    for rule in dict.fromkeys(rule for kind, rule in OPTIONAL if kind in ready):
        judging.permit("FINISHING_IS_OPTIONAL", rule)


def perform_pass(run: Run) -> None:
    """The step is over."""
    run.closed()
    run.goto("end")


# --- forms ------------------------------------------------------------------------------------


def forms(game: Any, table: Table, frame: BuildStepFrame, seat: str) -> list[Form]:
    """Building from hand, adding counters, and passing."""
    found: list[Form] = []
    points = table.seats[seat].points
    hand = table.zones.get(f"hand:{seat}", ())
    build = lambda card, least: holds(game, table, Build(seat, card, least), check_build, frame)
    for least, most in ((0, 0), (1, points)):
        if most < least:
            continue
        cards = naming.usable(table, seat, hand if least else _maybe_free(table, hand), build, least)
        if cards:
            found.append(
                Form("Build", seat, (), (("card", OneOf(cards)), ("counters", Number(least, most))), "build a card")
            )
    mine = tuple(
        stack.id
        for stack in table.stacks.values()
        if stack.role == BUILDING and holds(game, table, AddCounters(seat, stack.id, 1), check_add, frame)
    )
    if mine and points:
        found.append(
            Form("AddCounters", seat, (), (("stack", OneOf(mine)), ("counters", Number(1, points))), "add counters")
        )
    if holds(game, table, Pass(seat), check_pass, frame):
        found.append(Form(Pass.__name__, seat, says="end your build step"))
    return found


def _maybe_free(table: Table, hand: tuple[int, ...]) -> tuple[int, ...]:
    """The cards of a hand that may need no counters: all of them where an effect changes costs."""
    if table.index.stats.get("cost"):
        return hand
    known = ((card, face) for card in hand if (face := table.face(card)) is not None)
    return tuple(card for card, face in known if not face.cost or alternative_cost.costs_of(face))


STEPS = {
    BuildStepFrame: {
        "start": begin,
        "ask": _ask,
        "end": _end,
    }
}
