"""The build step: its start, building and adding counters, and its end.

    triggers of its start (`build_start`) -> the player acts as often as he or she likes -> pass

There is no chance to play or pass here (crf.chances.no-pop-build-step); what is done in the step, card by card,
is in `deploy`, `missions`, `locations`, `equipment`, `pilots` and `stacking`. Sources: rots.build.definition,
rots.build.procedure-facedown, rots.build.at-least-one-counter, rots.build.add-counters-later.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.kernel.forms import Form, Number, OneOf
from adjudicator.kernel.judging import Judging, allowed, holds
from adjudicator.kernel.run import Agenda, Run
from adjudicator.kernel.values import Declaration, Sealed
from adjudicator.kernel.verdict import AS_TOLD, EXCEPTION
from adjudicator.kernel.windows import opened
from adjudicator.swtcg import facts as f
from adjudicator.swtcg import moment, naming
from adjudicator.swtcg.building.build_start import begin, counted
from adjudicator.swtcg.citing import cite, edition
from adjudicator.swtcg.declarations import AddCounters, Build, Pass
from adjudicator.swtcg.effects.overrides import forbidden
from adjudicator.swtcg.face import Face
from adjudicator.swtcg.fold import fold
from adjudicator.swtcg.frames import BuildStepFrame, DrawFrame, PopFrame
from adjudicator.swtcg.table import BUILDING, DARK, LIGHT, UNIT, Stack, Table, build_zone, opponent
from adjudicator.swtcg.units import unique
from adjudicator.swtcg.values import cost, explained

STEP_ACTIONS = "rots.turn.build-step-actions"
AFTERWARDS = {DARK: "rots.turn.light-builds", LIGHT: "rots.retreat.dark-retreat-step"}
"""By player, what comes after his or her build step."""
IN_OWN_STEP = "rots.build.during-own-build-step"
AT_LEAST_ONE = "rots.build.at-least-one-counter"
NO_DRAW = "crf.build.no-draw-for-building"
BUILDABLE = ("space", "ground", "character", "mission", "location", "equipment")
BUILT_WHEN = {
    "mission": "rots.mission.built-in-build-step",
    "equipment": "rots.equipment.built-in-build-step",
    "location": "rots.location.built-then-put-face-up",
}
"""By card type, the rule that has it built in its player's own build step; units: that points are spent there."""


def _ask(run: Run, frame: BuildStepFrame) -> None:
    """The player whose step it is acts, or passes to be done with it."""
    moment.ask(run, "build", (frame.seat,), IN_OWN_STEP)


def _end(run: Run, frame: BuildStepFrame) -> None:
    run.pop()
    run.happen(f.StepEnded(step="build", seat=frame.seat, rule=AFTERWARDS[frame.seat]), *counted(run.table, frame.seat))


# --- what every action of the step shares -----------------------------------------------------


def in_own_step(judging: Judging, frame: BuildStepFrame | None, rule: str) -> bool:
    """Clauses of an action of the build step: the step is on, and no other card has to be finished first."""
    window = judging.table.agenda.window
    if frame is None and window is not None and window.rule and _in_its_midst(judging):
        rule = window.rule
        judging.would_be_legal(*(("resolve first what waits",) if window.kind == "triggers" else ()))
    judging.clause("RIGHT_MOMENT", rule, frame is not None, lambda: moment.describe(judging.table))
    if frame is None:
        if not judging.options:
            judging.would_be_legal(f"in {judging.said.seat}'s build step")
        judging.moot(("NOTHING_ELSE_TO_FINISH", AT_LEAST_ONE))
        return False
    about = getattr(judging.said, "stack", 0)
    judging.clause(
        "NOTHING_ELSE_TO_FINISH",
        AT_LEAST_ONE,
        frame.finish in (0, about) or frame.finish not in judging.table.stacks,
        lambda: (("to be finished now", judging.table.title(frame.finish)),),
    )
    return True


def _in_its_midst(judging: Judging) -> bool:
    """Whether it is the speaker's own build step, in which something else is asked just now."""
    table: Table = judging.table
    return (table.turn.phase, table.turn.step, table.turn.seat) == ("command", "build", judging.said.seat)


def acted(run: Run) -> None:
    """The speaker has done something in the open step (or chance): the table asks again after it."""
    frame = run.frame
    if isinstance(frame, PopFrame):
        moment.said_something(run)
        return
    run.closed()
    if isinstance(frame, BuildStepFrame):
        run.goto("ask", finish=0)


def no_draw(run: Run, what: str) -> None:
    """Building, deploying and completing draw nothing (crf.build.no-draw-for-building)."""
    rule = cite(run.table, NO_DRAW, "gr.build.no-draw-for-building", "rots.turn.draw-at-start-of-own-build-step")
    if not run.non_event("a draw", rule, f"{what} draws nothing"):
        run.push(DrawFrame(seat=run.said.seat, count=1))


def face_down(judging: Judging, number: int, rule: str) -> Stack | None:
    """Clauses on a card to be finished: face down in the speaker's build zone, and known; None if it is not.

    `rule` says how such a card is finished, which what is face up has behind it.
    """
    table: Table = judging.table
    stack = table.stacks.get(number)
    mine = stack is not None and stack.role == BUILDING and stack.zone == build_zone(judging.said.seat)
    others = stack is not None and stack.role == BUILDING and not mine
    held = "hand" if number in table.zones.get(f"hand:{judging.said.seat}", ()) else ""
    if not judging.clause(
        "CARD_IN_YOUR_BUILD_ZONE",
        lambda: (
            cite(table, "crf.control.controls-all-aspects", rule)
            if others
            else (_not_built(judging, number) if held else "") or rule
        ),
        mine,
        lambda: (
            ("card", table.title(number)),
            ("zone", stack.zone if stack is not None else held or "none"),
        ),
    ):
        return None
    assert stack is not None
    known = judging.clause("CARD_IS_KNOWN", "rots.information.own-facedown-cards", table.known(stack) or None)
    return stack if known else None


def _not_built(judging: Judging, number: int) -> str:
    """Why a card of the speaker's hand cannot be finished: it has to be built first; empty for anything else."""
    table: Table = judging.table
    face = table.face(number)
    if face is None:
        return ""
    judging.would_be_legal("build it first")
    rule = "rots.build.units-must-be-built" if face.is_unit else "rots.build.required-for-effect"
    return rule if face.cost else cite(table, "crf.build.all-cards-through-build-zone", rule)


def too_few(stack: Stack) -> str:
    """Why a face-down card cannot be finished yet: it waits for more counters, or has not been built at all."""
    return "rots.build.too-few-counters-waits" if stack.counters else "rots.build.required-for-effect"


def enough_counters(judging: Judging, stack: Stack, need: int, enough: str, few: str, *, permits: int = 0) -> bool:
    """Clause COUNTERS_SUFFICE: as many build counters as needed; `enough` and `few` are the rules that decide.

    With `permits` (as of `Judging.clause`) it is what `enough` says that lets the card be finished. Where its own cost
    is asked, what has changed that decides if it makes the difference.
    """
    ok = stack.counters >= need
    usual = enough if ok else few
    held = judging.clause(
        "COUNTERS_SUFFICE",
        lambda: _changed_cost(judging.table, stack, need) or usual,
        ok,
        lambda: (("counters", str(stack.counters)), ("needed", str(need))),
        about=stack.id,
        permits=lambda _: AS_TOLD if _changed_cost(judging.table, stack, need) else permits,
    )
    if not held:
        judging.would_be_legal(f"with {need} build counters on it")
    return held


def _changed_cost(table: Table, stack: Stack, need: int) -> str:
    """The rule of what has changed a cost so that the counters suffice or do not, or does not change it: else empty."""
    value = explained(table, stack, "cost")
    if value.total != need or len(value.parts) == 1:
        return ""
    ok = stack.counters >= need
    turned = ok != (stack.counters >= (table.top(stack).cost or 0))
    spared = not ok and all(not part.amount for part in value.parts[1:])
    return value.deciding if turned or spared else ""


# --- build ------------------------------------------------------------------------------------


def check_build(judging: Judging, frame: BuildStepFrame | None) -> None:
    """Clauses of building: when, which card, with how many counters, and that they can be paid."""
    said: Build = judging.said
    table: Table = judging.table
    handle, key = naming.the_card(said.card)
    face = naming.face_said(table, handle, key)
    kind = next((kind for kind in BUILT_WHEN if face is not None and kind in face.types), "")
    in_own_step(judging, frame, BUILT_WHEN.get(kind, IN_OWN_STEP))
    in_hand = naming.check_in_hand(judging, handle, "rots.build.procedure-facedown")
    buildable = face is not None and any(kind in BUILDABLE for kind in face.types)
    right = naming.check_is(judging, "CARD_CAN_BE_BUILT", "rots.build.definition", face, ok=buildable)
    if in_hand and right and face is not None:
        _check_counters(judging, said, face)
    _check_points(judging, said.counters)
    if judging.worth_telling("ANY_NUMBER_OF_CARDS") and any(
        stack.role == BUILDING and stack.controller == said.seat for stack in table.stacks.values()
    ):
        many = "build.partial-any-number", "build.partially-build-any-number"
        rule = cite(table, f"crf.{many[0]}", f"gr.{many[1]}", "rots.build.partially-built-any-number-unseen")
        judging.clause("ANY_NUMBER_OF_CARDS", rule, ok=True)
    if face is not None:
        unique.check_built_anew(judging, face)


def with_card_built(table: Table, said: Build) -> tuple[Table, Stack]:
    """A draft on which the card lies face down, to look at what it costs there."""
    draft = table.fork()
    for fact in _built(draft, said, draft.next_id):
        fold(draft, fact)
    return draft, draft.stacks[table.next_id]


def _check_counters(judging: Judging, said: Build, face: Face) -> None:
    """At least one counter, unless the card is finished at once; more than its cost are allowed."""
    table: Table = judging.table
    rule, ok = AT_LEAST_ONE, said.counters >= 1
    if ok and judging.brief and not judging.overriding:
        return  # with counters on it only an explanation of everything looks at what the card costs
    plain = face.cost and not (table.index.stats.get("cost") or judging.suppressed)
    draft, stack = (None, None) if plain else with_card_built(table, said)
    price = face.cost or 0 if draft is None or stack is None else cost(draft, stack)
    if said.counters == 0 and price == 0 and draft is not None and stack is not None:
        ok = finishable(judging.game, draft, said.seat, stack.id)
        no_cost = face.cost is None and "location" in face.types
        point = edition(table).starting_costs_a_point
        rule, ok = point.rule, ok and not point.value
        rule = cite(table, "crf.location.no-printed-cost-is-zero", rule) if no_cost else rule
    evidence = lambda: (("counters", str(said.counters)), ("build cost", str(price)))
    judging.clause("COUNTERS_PUT_ON_IT", rule, ok, evidence, permits=0 if said.counters else EXCEPTION)
    if said.counters > price:
        judging.permit("MORE_THAN_ITS_COST", "rots.build.overbuild-bluff")


def open_units(
    game: Any, table: Table, seat: str, kind: Callable[[str, int, int], Declaration], stack: Stack
) -> tuple[int, ...]:
    """The player's units onto which a stack of his may go now, as a kind of declaration (Board, Equip) says it."""
    units = [s.id for s in table.stacks.values() if s.role == UNIT and s.controller == seat]
    return tuple(unit for unit in units if allowed(game, table, kind(seat, stack.id, unit)))


def finishable(game: Any, table: Table, seat: str, number: int) -> bool:
    """Whether a face-down card without counters can be finished at once, seen as if the build step asked now."""
    from adjudicator.swtcg.building import equipment, locations, missions  # noqa: PLC0415 - those rooms build on this one
    from adjudicator.swtcg.building.deploy import forms as deploys  # noqa: PLC0415 - as above

    frame = BuildStepFrame(seat=seat, step="ask", finish=number)
    table = table.fork()
    table.agenda = Agenda((frame,), opened("build", (seat,)))
    offers = (deploys, missions.forms, locations.forms, equipment.forms)
    return any(dict(form.given).get("stack") == number for offer in offers for form in offer(game, table, frame, seat))


def _check_points(judging: Judging, counters: int) -> None:
    """There are that many build points, which are those of the turn's roll and bonus."""
    points = judging.table.seats[judging.said.seat].points
    if judging.overriding and counters:
        judging.clause("POINTS_MAY_BE_SPENT", "rots.ready.build-roll-glossary", ok=True)
    if (
        not judging.clause(
            "BUILD_POINTS_SUFFICE",
            "rots.costs.other-payments-alike",
            0 <= counters <= points,
            lambda: (("build points", str(points)), ("to be spent", str(counters))),
        )
        and points
    ):
        judging.would_be_legal(f"up to {points}")


def _built(table: Table, said: Build, number: int) -> tuple[Any, ...]:
    """The facts of building a card as a stack of this number."""
    handle, _ = naming.the_card(said.card)
    seat = said.seat
    bound = naming.bound(table, seat, said.card, "rots.build.procedure-facedown")
    face = naming.face_said(table, *naming.the_card(said.card))
    rule = "rots.build.procedure-facedown"
    if said.counters == 0:
        unit = face is not None and face.is_unit
        zone = "crf.deploy.free-units-pass-build-zone" if unit else "crf.build.all-cards-through-build-zone"
        rule = cite(table, zone, rule)
    spent = f.BuildPointsSpent(seat=seat, amount=said.counters, rule="rots.build.definition", cause="build")
    face_up = forbidden(table, "BUILT_FACE_DOWN", None, seat=seat) is not None
    built = f.CardBuilt(
        stack=number,
        seat=seat,
        counters=said.counters,
        card=Sealed((seat, opponent(seat)) if face_up else (seat,), (handle,)),
        shown=face_up,
        rule=rule,
        cause="build",
    )
    return (*bound, *((spent,) if said.counters else ()), built)


def perform_build(run: Run) -> None:
    """Lay the card down; without counters it has to be finished next."""
    said: Build = run.said
    number = run.table.next_id
    built = _built(run.table, said, number)
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
    in_own_step(judging, frame, IN_OWN_STEP)
    stack = table.stacks.get(said.stack)
    mine = stack is not None and stack.role == BUILDING and stack.zone == build_zone(said.seat)
    bare = mine and stack is not None and stack.counters == 0
    rule = "rots.build.partially-built-glossary" if bare else "rots.build.partially-built"
    if stack is not None and stack.role == BUILDING and not mine:
        rule = cite(table, "crf.control.controls-all-aspects", rule)
    judging.clause(
        "CARD_IS_PARTIALLY_BUILT",
        rule,
        mine,
        lambda: (("card", table.title(said.stack)), ("counters", str(stack.counters) if stack is not None else "-")),
    )
    judging.clause("COUNTERS_PUT_ON_IT", "rots.build.definition", said.counters >= 1)
    _check_points(judging, said.counters)
    if mine and stack is not None and table.known(stack) and stack.counters + said.counters > cost(table, stack):
        judging.permit("MORE_THAN_ITS_COST", "rots.build.overbuild-bluff")


def perform_add(run: Run) -> None:
    """Spend the points on counters."""
    said: AddCounters = run.said
    acted(run)
    rule = "rots.build.add-counters-later"
    run.happen(
        f.BuildPointsSpent(seat=said.seat, amount=said.counters, rule="rots.build.definition", cause="build"),
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
    if not in_own_step(judging, frame, STEP_ACTIONS):
        return
    ready = {
        kind
        for stack in table.stacks.values()
        if stack.role == BUILDING and stack.controller == judging.said.seat and table.known(stack)
        for kind in table.top(stack).types
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
    """The cards of a hand that may cost nothing: all of them where an effect changes costs."""
    if table.index.stats.get("cost"):
        return hand
    return tuple(card for card in hand if (face := table.face(card)) is not None and not face.cost)


STEPS = {
    BuildStepFrame: {
        "start": begin,
        "ask": _ask,
        "end": _end,
    }
}
