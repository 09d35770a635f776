"""Setup: from the mulligans to the first turn; what comes before is in `preparing`.

    mulligan, each player in order -> the first unit of the side that goes first (Dark)
            -> [ the next player until above all opponents ]* -> one is at 30 or stops
            -> the others go on -> first turn

Abilities are off all the while (rots.setup.abilities-ignored; `effects.index`). Each unit card put down,
also into a stack or face down at the end, is replaced by a card drawn (rots.setup.draw-after-each-unit).
So the documents of 2005 have it; an edition gives its own steps (`Edition.setup`). The clauses are in `setup_clauses`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.kernel.base import Sealed
from adjudicator.kernel.forms import Form, Number, OneOf
from adjudicator.kernel.judging import holds
from adjudicator.kernel.run import Run
from adjudicator.swtcg.chapters.beside import resources
from adjudicator.swtcg.chapters.setup import preparing
from adjudicator.swtcg.chapters.setup import setup_clauses as clauses
from adjudicator.swtcg.chapters.setup.setup_clauses import barred_from_top, namesake
from adjudicator.swtcg.chapters.setup.setup_costs import cost_added, cost_now, points, points_left
from adjudicator.swtcg.doing.supposing import ignore_text
from adjudicator.swtcg.standing.moment import ask
from adjudicator.swtcg.standing.naming import face_said, shown, the_card, usable
from adjudicator.swtcg.standing.stack_lists import listing
from adjudicator.swtcg.standing.stacking import by_a_list
from adjudicator.swtcg.standing.type_line import arena_of
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.declarations import PartBuild, Place, Stop
from adjudicator.swtcg.table.frames import DrawFrame, SetupFrame, TurnFrame
from adjudicator.swtcg.table.table import EVENT, Stack, Table
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.language import PilotOf

RUN_RULES = {True: "rots.setup.dark-exceeds-light", False: "rots.setup.light-exceeds-dark"}
"""By whether a player's side goes first, what ends his or her run of units."""


# --- units by turns -------------------------------------------------------------------------


def _place(run: Run, frame: SetupFrame) -> None:
    """Ask whoever's go it is for the next unit, unless setup is over for one player or for both."""
    table: Table = run.table
    seat = frame.seat or table.order[0]
    mine, goes_on = table.seats[seat], _goes_on(table, seat)
    if mine.setup_done:
        if not goes_on or not run.applies(_continues(table, seat)):
            run.goto(table.edition.setup.after("place"))
        else:
            run.goto("place", seat=goes_on)
        return
    reached = table.why.setup_alternate_until_thirty if goes_on else table.why.setup_other_player_finishes
    if points_left(table, seat) <= 0 and run.applies(reached):
        run.happen(f.SetupFinished(seat=seat, rule=reached, cause=f"{points(table, seat)} reached"))
        return
    empty = not table.zones.get(f"hand:{seat}")
    if empty and run.applies(table.why.setup_run_out_of_units_stop):
        run.happen(f.SetupFinished(seat=seat, rule=table.why.setup_run_out_of_units_stop, cause="no cards left"))
        return
    run.goto("place", seat=seat)
    ask(run, "setup", (seat,), _go_rule(table, seat))


def _goes_on(table: Table, seat: str) -> str:
    """The next player after one who has not finished or stopped; "" if all others have."""
    others = table.round_from(seat)[1:]
    return next((other for other in others if not table.seats[other].setup_done), "")


def _continues(table: Table, done: str) -> str:
    """The rule by which a player goes on alone once another (`done`) has finished or stopped."""
    if points_left(table, done) <= 0:
        return table.why.setup_other_player_finishes
    return table.edition.setup_continues.rule


def _go_rule(table: Table, seat: str) -> str:
    """Why it is this player's go."""
    if not _goes_on(table, seat):
        return _continues(table, table.facing(seat))
    if table.leads(seat) and not _put_down(table, seat):
        return table.why.setup_dark_first_unit
    return RUN_RULES[table.leads(seat)]


def _put_down(table: Table, seat: str) -> int:
    """How many cards a player has spent build points on."""
    return sum(len(stack.cards) for stack in table.stacks.values() if stack.base == seat and stack.role != EVENT)


def _placed(run: Run, frame: SetupFrame) -> None:
    """The go passes when the player's total is above all opponents', or after the very first unit of who goes first."""
    table: Table = run.table
    seat = frame.seat
    theirs, goes_on = table.opponents(seat), _goes_on(table, seat)
    first = table.leads(seat) and _put_down(table, seat) == 1 and not any(_put_down(table, each) for each in theirs)
    rule = table.why.setup_dark_first_unit if first else RUN_RULES[table.leads(seat)]
    total = table.seats[seat].setup_cost
    above = first or all(total > table.seats[each].setup_cost for each in theirs)
    if above and points_left(table, seat) > 0 and goes_on and run.applies(rule):
        run.goto("place", seat=goes_on)
    else:
        run.goto("place")


def _over(run: Run, frame: SetupFrame) -> None:
    """The first turn begins, and with it the abilities of units (crf.setup.abilities-off)."""
    table: Table = run.table
    if table.why.setup_unspent_points_lost:
        for seat in table.order:
            if (left := points_left(table, seat)) > 0:
                lost = f"{left} build points of setup for {seat}"
                run.non_event(lost, table.why.setup_unspent_points_lost, "they are not carried over", aside=True)
    run.pop()
    run.push(TurnFrame())


# --- carrying out ---------------------------------------------------------------------------


def _put(run: Run, way: Callable[[Run, int, Face], None]) -> None:
    """Close the question with the card that was said and put it down in a way; not where an audit has a clause off."""
    handle, key = the_card(run.said.card)
    face = face_said(run.table, handle, key)
    run.closed()
    if face is not None and isinstance(run.frame, SetupFrame):
        run.goto("placed")
        way(run, handle, face)


def perform_place(run: Run) -> None:
    """Put a unit card into its arena, as a new unit or into a stack, or a Resource into its zone; and draw a card."""
    _put(run, _into_battle)


def _into_battle(run: Run, handle: int, face: Face) -> None:
    said: Place = run.said
    table: Table = run.table
    stack = table.stacks.get(said.onto)
    known = shown(table, said.card, table.why.setup_put_from_hand)
    draw = table.edition.setup_draw
    if stack is None:
        run.push(DrawFrame(seat=said.seat, count=draw.value, rule=draw.rule))
        if not face.is_unit:
            resources.put_down(run, handle, face)
            return
        _ignore_text(run, face)
        run.happen(*known, _unit(table, said, handle, face))
        return
    run.push(DrawFrame(seat=said.seat, count=1, rule=table.why.setup_stacked_card_draws_replacement))
    run.happen(*known, _stacked(table, said, handle, face, stack))


def _unit(table: Table, said: Place, handle: int, face: Face) -> f.UnitPlaced:
    begins = table.leads(said.seat) and not any(stack.controller == said.seat for stack in table.stacks.values())
    rule = table.why.setup_put_from_hand if begins else table.why.setup_put_from_hand_then
    if any(isinstance(ability, PilotOf) for ability in face.abilities):
        rule = table.why.pilots_setup_in_character_arena
    return f.UnitPlaced(
        stack=table.next_id,
        seat=said.seat,
        card=handle,
        zone=arena_of(table, face, said.arena),
        cost=cost_now(table, said.seat, face),
        rule=rule,
        cause="setup",
    )


def _stacked(table: Table, said: Place, handle: int, face: Face, stack: Stack) -> f.CardStacked:
    why = table.why
    barred = barred_from_top(table, face, stack)
    return f.CardStacked(
        stack=stack.id,
        seat=said.seat,
        card=handle,
        on_top=not said.beneath,
        cost=cost_added(table, said.seat, cost_now(table, said.seat, face), stack, beneath=said.beneath),
        rule=why.setup_stack_under_for_one if barred else why.stacking_setup_equal_or_dearer_choice,
        cause="setup",
    )


def _ignore_text(run: Run, face: Face) -> None:
    """Turn down what the deployment of a unit would set off."""
    rule = run.table.why.setup_not_deployed or run.table.edition.setup_abilities_off.rule
    ignore_text(run, face, "deployed", rule, "units' text is ignored in setup")


def perform_part_build(run: Run) -> None:
    """Show a unit card, lay it face down with points left, draw a card; that ends one's setup."""
    _put(run, _face_down)


def _face_down(run: Run, handle: int, face: Face) -> None:
    said: PartBuild = run.said
    table: Table = run.table
    run.push(DrawFrame(seat=said.seat, count=1, rule=table.why.setup_partial_draw_replacement))
    everybody = Sealed(table.order, (handle,))
    run.happen(
        f.CardShown(
            card=handle,
            face=face.key,
            printed=None if face.key in table.faces else face,
            rule=table.why.build_partially_built_setup_shown,
            cause="setup",
        ),
        f.CardBuilt(
            stack=table.next_id,
            seat=said.seat,
            counters=points_left(table, said.seat) if said.counters is None else said.counters,
            card=everybody,
            shown=True,
            rule=table.why.setup_partial_last_unit,
            cause="setup",
        ),
        f.SetupFinished(seat=said.seat, rule=table.why.setup_partial_only_one_unit, cause="partially built"),
    )


def perform_stop(run: Run) -> None:
    """Put no more units down."""
    run.closed()
    rule = run.table.why.setup_may_stop_early
    if _out_of_units(run.table, run.said.seat):
        rule = run.table.why.setup_run_out_of_units_stop
    run.happen(f.SetupFinished(seat=run.said.seat, rule=rule, cause="stopped"))


def _out_of_units(table: Table, seat: str) -> bool:
    """Whether a player is known to have no unit card left, so that there is no choice but to stop."""
    hand = [table.face(card) for card in table.zones.get(f"hand:{seat}", ())]
    return all(face is not None and not clauses.startable(table, face) for face in hand)


# --- forms ----------------------------------------------------------------------------------


def forms(game: Any, table: Table, frame: SetupFrame, seat: str) -> list[Form]:
    """What may be said in setup, of the cards that the table knows."""
    hand = [(card, face) for card in table.zones.get(f"hand:{seat}", ()) if (face := table.face(card)) is not None]
    window = table.agenda.window
    if window is not None and window.kind in preparing.FORMS:
        return preparing.FORMS[window.kind](game, table, frame, seat)
    if window is not None and window.kind == "mulligan":
        return preparing.mulligan_forms(table, seat, hand)
    found: list[Form] = []
    units = [(card, face) for card, face in hand if clauses.startable(table, face)]
    found.extend(_place_forms(game, table, frame, seat, units))
    check = clauses.check_part_build
    cards = [card for card, _ in units]
    partial = usable(table, seat, cards, lambda card: holds(game, table, PartBuild(seat, card), check, frame))
    if partial:
        card = ("card", OneOf(partial))
        found.append(Form("PartBuild", seat, (), (card,), "partially build the last unit"))
        if table.edition.setup_points_let_go.value:
            some = ("counters", Number(1, points_left(table, seat)))
            found.append(Form("PartBuild", seat, (), (card, some), "partially build the last unit with some counters"))
    if holds(game, table, Stop(seat), clauses.check_stop, frame):
        found.append(Form("Stop", seat, says="stop setting up"))
    return found


def _listing(table: Table, seat: str, face: Face) -> list[Stack]:
    """A player's units that have a card on their Stack list."""
    if not listing(table.faces):
        return []
    units = (unit for arena in table.arenas for unit in table.units(arena, seat))
    return [unit for unit in units if table.known(unit) and by_a_list(table, face, unit)]


def _place_forms(game: Any, table: Table, frame: SetupFrame, seat: str, units: list[tuple[int, Face]]) -> list[Form]:
    """Putting units down: one form for each stack they may join, each way, and each arena to be named."""
    ways: dict[tuple[int, bool, str], list[int]] = {(0, False, ""): []}
    for card, face in units:
        arenas = tuple(arena for arena in table.arenas if arena in face.types)
        for arena in ("", *arenas) if len(arenas) > 1 else ("",):
            there = namesake(table, seat, face, arena)
            for way in ((0, False, arena),) if there is None else ((there.id, False, ""), (there.id, True, "")):
                ways.setdefault(way, []).append(card)
        for stack in _listing(table, seat, face):
            ways.setdefault((stack.id, True, ""), []).append(card)
    found = []
    check = clauses.check_place
    for way, cards in ways.items():
        legal = usable(
            table, seat, cards, lambda card, way=way: holds(game, table, Place(seat, card, *way), check, frame)
        )
        if legal:
            onto, beneath, arena = way
            given = (("onto", onto), ("beneath", beneath), ("arena", arena))
            where = (
                f"{'beneath' if beneath else 'onto'} {table.top(table.stacks[onto]).title}" if onto else "into battle"
            )
            found.append(Form("Place", seat, given, (("card", OneOf(legal)),), f"put a unit {where}"))
    return found


SPOKEN: dict[type, Any] = {
    Place: ((SetupFrame,), clauses.check_place, perform_place),
    PartBuild: ((SetupFrame,), clauses.check_part_build, perform_part_build),
    Stop: ((SetupFrame,), clauses.check_stop, perform_stop),
}
"""By declaration: the procedures that admit it, its clauses, and its first step (`rules.SPOKEN`)."""

STEPS = {
    SetupFrame: {
        "place": _place,
        "placed": _placed,
        "over": _over,
    }
}
