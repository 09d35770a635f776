"""What every action of a build step shares: its moment, the card it finishes, the counters on it, and what comes after.

Sources: rots.turn.build-step-actions, rots.build.at-least-one-counter, rots.information.own-facedown-cards,
crf.build.no-draw-for-building.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.kernel.base import Declaration
from adjudicator.kernel.judging import Judging, allowed
from adjudicator.kernel.run import Run
from adjudicator.swtcg.chapters.building.from_hand import not_built
from adjudicator.swtcg.standing import drawing, keyword_rules, moment, naming
from adjudicator.swtcg.table.agreed import AGREED
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.declarations import AddCounters, Build, Deploy, Pass, Return
from adjudicator.swtcg.table.frames import BuildStepFrame, DrawFrame, PopFrame
from adjudicator.swtcg.table.grounds import Grounds
from adjudicator.swtcg.table.places import place
from adjudicator.swtcg.table.table import BUILDING, UNIT, Stack, Table, build_zone
from adjudicator.swtcg.words.face import Face


def in_own_step(judging: Judging, frame: BuildStepFrame | None, rule: str) -> bool:
    """Clauses of an action of the build step: the step is on, and no other card has to be finished first."""
    why: Grounds = judging.table.why
    window = judging.table.agenda.window
    if frame is None and window is not None and window.rule and _in_its_midst(judging):
        rule = window.rule
        judging.would_be_legal(*(("first resolve the abilities that wait",) if window.kind == "triggers" else ()))
    elif frame is None and passed_over(judging.table):
        rule = why.information_missed_action
    judging.clause("RIGHT_MOMENT", rule, frame is not None, lambda: moment.describe(judging.table))
    if frame is None:
        if not judging.options:
            judging.would_be_legal(f"in {judging.said.seat}'s build step")
        judging.moot(("NOTHING_ELSE_TO_FINISH", why.build_free_card_needs_a_counter))
        return False
    about = getattr(judging.said, "stack", 0)
    judging.clause(
        "NOTHING_ELSE_TO_FINISH",
        why.build_free_card_needs_a_counter,
        frame.finish in (0, about) or frame.finish not in judging.table.stacks,
        lambda: (("to be finished now", judging.table.title(frame.finish)),),
    )
    if frame.only_build and not _builds(judging.said):
        judging.clause("MORE_THAN_BUILDING", why.card_surprise_reinforcements_five_counters_no_build_step, ok=False)
    return True


def passed_over(table: Table) -> bool:
    """Whether the build steps of this turn are over since players have agreed to go on to the battle phase."""
    return table.turn.phase == "battle" and any(event == AGREED for event, _, _ in table.happened)


def _builds(said: Any) -> bool:
    """Whether it puts build counters on a card, ends that, or is going to an arena, which the effect itself forbids."""
    return isinstance(said, Build | AddCounters | Return | Pass) or (isinstance(said, Deploy) and not said.stay)


def _in_its_midst(judging: Judging) -> bool:
    """Whether it is the speaker's own build step, in which something else is asked just now."""
    table: Table = judging.table
    return (table.turn.phase, table.turn.step, table.turn.seat) == ("command", "build", judging.said.seat)


def in_step(table: Table) -> BuildStepFrame | None:
    """The build step that is going on, if it asks now."""
    frame = table.agenda.frames[-1] if table.agenda.frames else None
    return frame if isinstance(frame, BuildStepFrame) else None


def to_build(table: Table, seat: str) -> list[tuple[Stack, Face]]:
    """The cards that a player has lying face down to be built, as far as they are known, with their faces."""
    mine = [each for each in table.stacks.values() if each.role == BUILDING and each.controller == seat]
    return [(stack, table.top(stack)) for stack in mine if table.known(stack)]


def deployed_now(table: Table, stack: Stack) -> bool:
    """Whether the top card of a stack has been deployed in this turn."""
    return any(event == "deployed" and card == stack.cards[0] for event, card, _ in table.happened)


def acted(run: Run) -> None:
    """The speaker has done something in the open step (or chance): the table asks again after it."""
    frame = run.frame
    if isinstance(frame, BuildStepFrame):
        run.closed()
        run.goto("ask", finish=0)
    elif isinstance(frame, PopFrame):
        moment.said_something(run)
    else:
        run.closed()


def no_draw(run: Run, what: str) -> None:
    """Building, deploying and completing draw nothing (crf.build.no-draw-for-building), where a document says so."""
    rule = run.table.why.build_no_draw_for_building
    if rule and not run.non_event(drawing.draw_by(run.said.seat), rule, f"{what} draws nothing", aside=True):
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
            else (not_built(judging, number) if held else "") or rule
        ),
        mine,
        lambda: (
            ("card", table.title(number)),
            ("zone", place(stack.zone) if stack is not None else held or naming.open_pile(table, number) or "none"),
        ),
    ):
        return None
    assert stack is not None
    known = judging.clause("CARD_IS_KNOWN", table.why.information_own_facedown_cards, table.known(stack) or None)
    return stack if known else None


def too_few(table: Table, stack: Stack) -> str:
    """Why a face-down card cannot be finished yet: it waits for more counters, or has not been built at all."""
    return table.why.build_too_few_counters_waits if stack.counters else table.why.build_bare_waits


def enough_counters(judging: Judging, stack: Stack, need: int, enough: str, few: str, *, permits: int = 0) -> bool:
    """Clause COUNTERS_SUFFICE: as many build counters as needed; `enough` and `few` are the rules that decide.

    With `permits` (as of `Judging.clause`) it is what `enough` says that lets the card be finished. Where its own cost
    is asked, what has changed that decides if it makes the difference.
    """
    ok = stack.counters >= need
    held = judging.clause(
        "COUNTERS_SUFFICE",
        lambda: (enough if ok else few, _changed_cost(judging.table, stack, need)),
        ok,
        lambda: (("counters", str(stack.counters)), ("needed", str(need))),
        about=stack.id,
        permits=permits,
    )
    if not held:
        judging.would_be_legal(f"with {need} build counters on it")
    return held


def _changed_cost(table: Table, stack: Stack, need: int) -> str:
    """The rule of what has changed a cost so that the counters suffice or do not, or does not change it: else empty."""
    if stack.counters < need and (missed := keyword_rules.reduction_missed(table, stack)):
        return missed
    value = table.reckoning.explained(table, stack, "cost")
    if value.total != need or len(value.parts) == 1:
        return ""
    ok = stack.counters >= need
    turned = ok != (stack.counters >= (table.top(stack).cost or 0))
    spared = not ok and all(not part.amount for part in value.parts[1:])
    return value.headline if turned or spared else ""


def open_units(
    game: Any, table: Table, seat: str, kind: Callable[[str, int, int], Declaration], stack: Stack
) -> tuple[int, ...]:
    """The player's units onto which a stack of his may go now, as a kind of declaration (Board, Equip) says it."""
    units = [s.id for s in table.stacks.values() if s.role == UNIT and s.controller == seat]
    return tuple(unit for unit in units if allowed(game, table, kind(seat, stack.id, unit)))
