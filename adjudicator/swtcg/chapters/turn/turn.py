"""The turn. Everything that moves the turn on is here, and nothing else is.

    ready    each player untaps, each gains 4 Force, then the build roll
    command  each player draws and builds, then each retreats
    battle   its opening chance, then the battle in Space, on the Ground, of the Characters
    end      what works at the end of turn, the end of "this turn", the check for the winner

That is how the documents of 2005 have it. An edition gives its own (`Edition.turn`); what happens in each step and part
is here. A turn's steps still to come stand in its frame, so that a card can insert, repeat or swap them. What each
player does, the seats do in their order: those of the side that goes first (Dark) before the others
(rots.turn.both-act-dark-first), those of one side one after the other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.kernel.run import Run
from adjudicator.swtcg.chapters.playing.chances import hold_chance_of
from adjudicator.swtcg.chapters.turn import overtime, stars
from adjudicator.swtcg.doing.steps import skipped
from adjudicator.swtcg.standing import drawing, durations
from adjudicator.swtcg.standing.control import (
    arenas_controlled,
    held_by_both,
    held_by_text,
    pilots_of,
    units_counted,
    units_left_out,
)
from adjudicator.swtcg.standing.order import arenas_in_order
from adjudicator.swtcg.standing.overrides import forbidden, may_untap, stays_by_choice, verdict_on
from adjudicator.swtcg.standing.values import health
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames import (
    BattlePhaseFrame,
    BuildStepFrame,
    ChooseFrame,
    RetreatStepFrame,
    RollFrame,
    TurnFrame,
)
from adjudicator.swtcg.table.grounds import Grounds
from adjudicator.swtcg.table.table import PILOT, Modifier, Stack, Table, build_zone
from adjudicator.swtcg.words.language import Modify

FORCE_PER_TURN = 4
MAY_WIN = "MAY_WIN"
"""The state that a card takes from the opponent of a player who cannot lose."""


def _start(run: Run, frame: TurnFrame) -> None:
    """A new turn begins."""
    number = run.table.turn.number + 1
    run.goto("next", steps=run.table.edition.turn.stored(run.table))
    rule = run.table.why.winning_new_turn if number > 1 else run.table.why.turn_both_act_dark_first
    run.happen(f.TurnBegan(number=number, rule=rule))


def _next(run: Run, frame: TurnFrame) -> None:
    """On to the next step, and into the next phase when it belongs to one."""
    if not frame.steps:
        run.goto("start")
        return
    table: Table = run.table
    turn = table.edition.turn
    step, seat = turn.read(frame.steps[0])
    rule = turn.phases[step.phase]
    if table.turn.phase != step.phase and run.applies(rule):
        run.happen(f.PhaseBegan(phase=step.phase, rule=rule), then="next")
        return
    run.goto("next", steps=frame.steps[1:])
    if skipped(run, step.name, seat):
        return
    if step.parts:
        run.goto(step.parts[0].name, dice=())
    if step.name in BEGINS:
        BEGINS[step.name](run, seat)


def _turn_starts(run: Run, seat: str) -> None:
    """Where the edition has it, the step in which what happens as a turn starts resolves."""
    run.happen(f.StepBegan(step="turn starts", rule=run.table.edition.turn.row("turn starts").rule))


def _build(run: Run, seat: str) -> None:
    run.push(BuildStepFrame(seat=seat))


def _retreat(run: Run, seat: str) -> None:
    run.push(RetreatStepFrame(seat=seat))


def _battle(run: Run, seat: str) -> None:
    run.push(BattlePhaseFrame(arenas=arenas_in_order(run.table)))


def _on(run: Run, frame: TurnFrame, **changes: Any) -> None:
    """On to the part of the step that the edition has after this one."""
    run.goto(run.table.edition.turn.after(frame.step), **changes)


UNTAPS = "UNTAPS"
"""The state of what untaps in the untap step."""


def _untaps(table: Table, stack: int) -> bool:
    """Whether nothing keeps a tapped thing tapped in the untap step
    (crf.card.sarlacc-a.doesnt-untap-means-untap-step).
    """
    return forbidden(table, UNTAPS, stack) is None and may_untap(table, stack)


def _untap(run: Run, seat: str) -> None:
    """All of a player's cards untap (rots.ready.untap-all, rots.pilots.untap-normally)."""
    frame: TurnFrame = run.frame
    mine = [s for s in run.table.stacks.values() if s.tapped and s.controller == seat]
    free = tuple(s.id for s in mine if stays_by_choice(run.table, s))
    if free and frame.chosen is None:
        asked = ChooseFrame(seat=seat, kind="stacks", options=free, least=0, most=len(free), what="stay tapped")
        run.goto("next", steps=(f"untap {seat}", *frame.steps))
        run.push(asked)
        return
    tapped = [s for s in mine if s.id not in (frame.chosen or ()) and _untaps(run.table, s.id)]
    pilots = tuple(s.id for s in tapped if s.role == PILOT)
    others = tuple(s.id for s in tapped if s.role != PILOT)
    facts: list[Any] = _begins(run.table, seat, "untap", run.table.why.ready_untap_step_glossary)
    if others:
        rule = run.table.why.ready_untap_all if run.table.leads(seat) else run.table.why.ready_untap_step_glossary
        facts.append(f.Untapped(stacks=others, rule=rule, cause="untap step"))
    if pilots:
        facts.append(f.Untapped(stacks=pilots, rule=run.table.why.pilots_untap_normally, cause="untap step"))
    over = durations.lasting_until_untap(run.table, seat)
    if over:
        facts.append(f.ModifiersEnded(ids=over, rule=run.table.why.cards_card_beats_rule, cause="untap step"))
    run.goto("next", chosen=None)
    run.happen(*facts)


def bonus_of(seat: str) -> str:
    """What a player gains for units in all arenas, in words."""
    return f"bonus build point for {seat}"


def force_of(seat: str) -> str:
    """What a player gains in his ready phase, in words."""
    return f"{FORCE_PER_TURN} Force for {seat}"


def _gain_force(run: Run, seat: str) -> None:
    why: Grounds = run.table.why
    gained = f.ForceGained(seat=seat, amount=FORCE_PER_TURN, rule=why.ready_gain_four_force, cause="ready phase")
    begins = _begins(run.table, seat, "gain force", why.ready_three_steps)
    if overtime.leaves_out(run, force_of(seat)):
        run.happen(*begins)
    else:
        run.happen(*begins, gained)


def _begins(table: Table, seat: str, step: str, rule: str) -> list[Any]:
    """The fact that a step of the ready phase begins, which it does with the first player's part of it."""
    return [f.StepBegan(step=step, rule=rule)] if seat == table.order[0] else []


def _roll(run: Run, seat: str) -> None:
    """The last player (Light) rolls one die for all (rots.ready.build-roll)."""
    begins = f.StepBegan(step="build roll", rule=run.table.why.ready_build_roll_glossary)
    if overtime.leaves_out(run, "the build roll"):
        run.goto(run.table.edition.turn.after("points"))
        run.happen(begins)
        overtime.skip_build_roll(run)
        return
    table: Table = run.table
    rule = table.why.reading_who_rolls_when_nobody_is_light if table.sides[-1] in table.seating.unplayed else ""
    run.push(RollFrame(seat=table.edition.turn.row("build roll").seats(table)[0], purpose="build", count=1, rule=rule))
    run.happen(begins)


def _points(run: Run, frame: TurnFrame) -> None:
    """All players get the result in build points."""
    rolled = sum(frame.dice)
    gained = tuple(
        f.BuildPointsGained(seat=seat, amount=rolled, rule=run.table.why.ready_build_roll, cause="build roll")
        for seat in run.table.order
    )
    _on(run, frame, dice=())
    run.happen(*gained)


RETREATED_THERE = ", where there are retreated ones"
"""Why a bonus is not earned that one could expect."""


def _retreated_there(table: Table, seat: str, arenas: list[str]) -> str:
    """That a player has retreated units for each of some arenas; empty if he has not."""
    retreated = [table.top(unit).types for unit in table.units(build_zone(seat), seat) if table.known(unit)]
    return RETREATED_THERE if all(any(arena in types for types in retreated) for arena in arenas) else ""


def _bonus_rule(table: Table, seat: str) -> str:
    """The rule of the bonus: where units in an arena do not count towards controlling it, that they are there."""
    idle = table.why.control_bonus_without_control
    if idle and any(not units_counted(table, arena, seat) for arena in table.arenas):
        return idle
    return table.why.ready_bonus_build_point


def _bonus(run: Run, frame: TurnFrame) -> None:
    """A unit in every arena is worth one more point (rots.ready.bonus-build-point)."""
    table: Table = run.table
    why = table.why
    bonus = []
    for seat in table.order:
        if all(table.units(arena, seat) for arena in table.arenas):
            if overtime.leaves_out(run, bonus_of(seat)):
                continue
            bonus.append(f.BuildPointsGained(seat=seat, amount=1, rule=_bonus_rule(table, seat), cause="bonus"))
        else:
            missing = [arena for arena in table.arenas if not table.units(arena, seat)]
            piloting = all(pilots_of(table, arena, seat) for arena in missing)
            rule = why.pilots_pilot_not_character_or_unit if piloting else why.ready_bonus_build_point
            run.non_event(
                bonus_of(seat),
                rule,
                f"no unit in {', '.join(missing)}{_retreated_there(table, seat, missing)}",
                aside=True,
            )
    _on(run, frame)
    run.happen(*bonus)


def _closing(run: Run, frame: TurnFrame) -> None:
    """Where the edition has one, a chance for activated abilities before "this turn" is over."""
    turn = run.table.edition.turn
    hold_chance_of(run, turn.part(frame.step), then=turn.after(frame.step))


def _end(run: Run, frame: TurnFrame) -> None:
    """What works at the end of turn has been dealt with; now "this turn" is over
    (ruling.until-end-of-turn-bonus-at-the-win-check); who can't lose in this turn has its check before him yet.
    """
    _on(run, frame)
    over = run.table.edition.turn.part(frame.step).ends
    durations.end(
        run,
        over,
        run.table.why.reading_until_end_of_turn_bonus_at_the_win_check
        if _holds_up(run.table)
        else run.table.why.chances_until_end_of_turn_duration,
        sparing=MAY_WIN,
    )
    durations.end_next(run, run.table.why.chances_until_end_of_turn_duration)


def _lapse(run: Run, seat: str) -> None:
    """Where the edition ends them before what works at the end of turn: all durations of this turn, in their order."""
    row, why = run.table.edition.turn.row("lapse"), run.table.why
    rules = {"turn": why.chances_lasts_for_this_turn, "battle": why.reading_until_end_of_battle_in_the_end_of_turn_step}
    durations.end(run, row.ends, row.rule, sparing=MAY_WIN, rules=rules, awaited=AT_THE_END)
    durations.end_next(run, row.rule)


AT_THE_END = ("phase ends", "turn ends")
"""The events at which effects of the end of the turn are due, once all durations are over."""


def _battle_over(run: Run, seat: str) -> None:
    """Where the battle phase ends in a step of its own: what works then is set off."""
    run.happen(f.PhaseEnded(phase="battle", rule=run.table.edition.turn.row("battle over").rule))


def _stars(run: Run, frame: TurnFrame) -> None:
    """Where the edition asks for it: what is of a health as the turn ends that is unknown again is discarded."""
    rule = run.table.edition.turn.part(frame.step).rule
    _on(run, frame)
    run.happen(*stars.discarded(run, rule))


def _holds_up(table: Table) -> bool:
    """Whether something lives that would not without the health which effects give it for this turn."""
    over = (table.modifiers.get(number) for number in durations.lasting(table, "turn"))
    given = [each for each in over if each and isinstance(each.change, Modify) and each.change.stat == "health"]
    damaged = [stack for stack in table.stacks.values() if stack.damage] if given else []
    return any(stack.damage >= health(table, stack) - _given(given, stack) for stack in damaged)


def _given(health_for_now: list[Modifier], stack: Stack) -> int:
    """How much health of a stack comes of some effects."""
    return sum(each.amount for each in health_for_now if each.on is None or stack.id in each.on)


def _check(run: Run, frame: TurnFrame) -> None:
    """The turn has ended: unspent build points are gone, and the winner is looked for."""
    table: Table = run.table
    lapsed = tuple(
        f.BuildPointsLapsed(seat=seat, rule=table.why.build_unspent_points_wasted, cause="end of turn")
        for seat in table.order
        if table.seats[seat].points
    )
    _on(run, frame)
    drawing.no_hand_limit(run)
    run.happen(f.TurnEnded(number=table.turn.number, rule=table.why.turn_ended), *lapsed)


def _win(run: Run, frame: TurnFrame) -> None:
    """Whoever controls two arenas, with partners, has won; else a new turn (rots.winning.checked-at-turn-end)."""
    table: Table = run.table
    why = table.why
    for arena in table.arenas:
        for unit, by in units_left_out(table, arena):
            run.non_event(f"{table.title(unit.id)} counted in the {arena} arena", by.rule, f"{by.source} says so")
        there = [seat for seat in table.order if units_counted(table, arena, seat)]
        if any(other in table.opponents(there[0]) for other in there[1:]):
            rule = why.reading_an_arena_that_both_hold if held_by_both(table, arena) else why.control_arena_control
            run.non_event(f"control of the {arena} arena", rule, "both players have units there", aside=True)
    for seat in table.order:
        held = [arenas_controlled(table, each) for each in (seat, *table.partners(seat))]
        controlled = tuple(arena for arena in table.arenas if any(arena in each for each in held))
        if len(controlled) >= table.edition.arenas_to_win.value and not _barred(run, seat):
            texts = (said[0] for arena in controlled if (said := held_by_text(table, arena)) is not None)
            by_text = why.control_text_counts_to_win if seat in texts else ""
            won = f.GameWon(seat=seat, arenas=controlled, rule=by_text or table.edition.arenas_to_win.rule)
            _on(run, frame)
            run.happen(won)
            if run.applies(won.rule):
                run.frames.clear()
            return
    one = any(arenas_controlled(table, seat) for seat in table.order)
    rule = table.edition.arenas_to_win.rule if one else why.winning_checked_at_turn_end
    run.non_event("a player wins", rule, "nobody controls two arenas", aside=True)
    _on(run, frame)
    durations.end(run, "turn", why.chances_until_end_of_turn_duration)


def _barred(run: Run, seat: str) -> bool:
    """Whether a card keeps a player from winning now (rots.cards.card-beats-rule)."""
    said = verdict_on(run.table, MAY_WIN, None, seat=seat) if MAY_WIN in run.table.index.overrides else None
    if said is None or said[0]:
        return False
    rule = (
        run.table.why.reading_losing_at_the_end_of_this_turn
        if durations.lasting(run.table, "turn")
        else run.table.why.winning_cannot_win or said[1].rule
    )
    return run.non_event(f"{seat} wins", rule, f"{said[1].source} does not let it")


BEGINS: dict[str, Callable[[Run, str], None]] = {
    "turn starts": _turn_starts,
    "untap": _untap,
    "force": _gain_force,
    "build roll": _roll,
    "build": _build,
    "retreat": _retreat,
    "battle": _battle,
    "lapse": _lapse,
    "battle over": _battle_over,
}
"""What begins a step of the turn, by its name in the edition's timetable; its parts are among `STEPS`."""

STEPS = {
    TurnFrame: {
        "start": _start,
        "next": _next,
        "points": _points,
        "bonus": _bonus,
        "closing": _closing,
        "end": _end,
        "stars": _stars,
        "check": _check,
        "win": _win,
    }
}
