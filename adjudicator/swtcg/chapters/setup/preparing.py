"""Before any unit is put down: Events, pulled Resources, the shuffle, the starting hands, mulligans.

    Event, each player in order -> pulled Resource, each in order -> shuffle -> draw to seven -> mulligan, each in order

An edition without Events and Resources begins with the shuffle. What a mulligan exchanges goes to the discard pile at
once, or is set aside and, once others are drawn, discarded or returned to the deck (`Edition.mulligan_back`).
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.forms import Form, Some
from adjudicator.kernel.run import Run
from adjudicator.swtcg.chapters.beside import events, resources
from adjudicator.swtcg.chapters.setup.setup_clauses import check_mulligan, exchangeable
from adjudicator.swtcg.standing.drawing import STARTING_HAND
from adjudicator.swtcg.standing.moment import ask
from adjudicator.swtcg.standing.naming import named, shown, shown_to_all
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.declarations import Mulligan, Pass, PlayEvent, PullResource
from adjudicator.swtcg.table.frames import AnswerFrame, DrawFrame, SetAsideFrame, SetupFrame
from adjudicator.swtcg.table.table import EVENT, RESOURCE, Table
from adjudicator.swtcg.words.face import Face


def next_seat(run: Run, step: str, seat: str) -> None:
    """On to the next player's part of a step; after the last one's, to what the edition has next."""
    table: Table = run.table
    run.goto(table.edition.setup.after(step) if seat == table.order[-1] else step, seat=table.next_to(seat))


# --- Events and Resources -------------------------------------------------------------------


def _event(run: Run, frame: SetupFrame) -> None:
    """Each player in order may play an Event; who has brought no supply is not asked."""
    seat = frame.seat or run.table.order[0]
    if not events.may_play(run.table, seat):
        next_seat(run, EVENT, seat)
        return
    run.goto(EVENT, seat=seat)
    events.ask_for_one(run, seat)


def _resource(run: Run, frame: SetupFrame) -> None:
    """Each player in order may pull a Resource."""
    seat = frame.seat or run.table.order[0]
    run.goto(RESOURCE, seat=seat)
    resources.ask_for_one(run, seat)


def perform_event(run: Run) -> None:
    """Play the Event; then it is the next player's turn to play one."""
    if isinstance(run.frame, SetupFrame):
        next_seat(run, EVENT, run.said.seat)
    events.perform_play(run)


def perform_pull(run: Run) -> None:
    """Pull the Resource; then it is the next player's turn to pull one."""
    if isinstance(run.frame, SetupFrame):
        next_seat(run, RESOURCE, run.said.seat)
    resources.perform_pull(run)


# --- the starting hands ---------------------------------------------------------------------


def _start(run: Run, frame: SetupFrame) -> None:
    """All decks are shuffled."""
    table: Table = run.table
    run.goto(table.edition.setup.after(frame.step), seat=table.order[0])
    run.happen(*(f.DeckShuffled(seat=seat, rule=table.why.setup_shuffle, cause="setup") for seat in table.order))


def _draw(run: Run, frame: SetupFrame) -> None:
    """Each player draws seven cards, a Resource that was pulled included."""
    table: Table = run.table
    seat = frame.seat or table.order[0]
    hand = [table.face(card) for card in table.zones.get(f"hand:{seat}", ())]
    pulled = sum(resources.is_resource(table, face) for face in hand)
    next_seat(run, "draw", seat)
    run.push(DrawFrame(seat=seat, count=STARTING_HAND - pulled, rule=table.why.setup_draw_seven))


# --- the mulligan ---------------------------------------------------------------------------


def _mulligan(run: Run, frame: SetupFrame) -> None:
    """Each player in order may exchange cards, once in a game."""
    seat = frame.seat or run.table.order[0]
    taken = run.table.seats[seat].mulliganed
    if taken and run.non_event(f"a mulligan by {seat}", run.table.why.setup_mulligan_once, "taken already"):
        _after_mulligan(run, seat)
        return
    run.goto("mulligan", seat=seat)
    ask(run, "mulligan", (seat,), run.table.why.setup_mulligan_dark_first)


def _after_mulligan(run: Run, seat: str) -> None:
    if not isinstance(run.frame, SetupFrame):  # only if an audit has switched the clause on the moment off
        return
    next_seat(run, "mulligan", seat)


def perform_mulligan(run: Run) -> None:
    """The cards go to the discard pile, or are set aside for now; and as many are drawn."""
    said: Mulligan = run.said
    table: Table = run.table
    run.closed()
    _after_mulligan(run, said.seat)
    rule = table.why.setup_mulligan
    count = len(said.cards.items)
    taken = f.MulliganTaken(seat=said.seat, count=count, rule=table.why.setup_mulligan_once, cause="setup")
    if not count:
        run.happen(taken)
        return
    handles = tuple(named(item)[0] for item in said.cards.items)
    to = "discard"
    if table.edition.mulligan_back.value and run.applies(table.edition.mulligan_back.rule):
        to = "aside"
        said_now = isinstance(said.back, bool)
        run.push(SetAsideFrame(seat=said.seat, cards=handles, asked=not said_now, yes=said.back is True))
        rule = table.why.setup_mulligan_count
    run.push(DrawFrame(seat=said.seat, count=count, rule=rule))
    moved = f.CardsMoved(
        source=f"hand:{said.seat}",
        target=f"{to}:{said.seat}",
        cards=handles,
        rule=table.why.setup_mulligan,
        cause="mulligan",
    )
    show = shown_to_all if to == "aside" else shown  # in a discard pile everybody sees them
    run.happen(taken, *show(table, said.cards, table.why.setup_mulligan), moved)


def _set_aside(run: Run, frame: SetAsideFrame) -> None:
    """Once others are drawn, the player says what becomes of the cards set aside, if that was not said before."""
    rule = run.table.edition.mulligan_back.rule
    run.goto("decided")
    if frame.asked:
        run.push(AnswerFrame(seat=frame.seat, what="return the cards that are set aside to the deck", rule=rule))


def _decided(run: Run, frame: SetAsideFrame) -> None:
    """All of them go to the deck, or all to the discard pile; the deck is shuffled."""
    seat, rule = frame.seat, run.table.edition.mulligan_back.rule
    target = f"{'deck' if frame.yes else 'discard'}:{seat}"
    run.pop()
    run.happen(
        f.CardsMoved(source=f"aside:{seat}", target=target, cards=frame.cards, rule=rule, cause="mulligan"),
        f.DeckShuffled(seat=seat, rule=rule, cause="mulligan"),
    )


def perform_pass(run: Run) -> None:
    """Decline the mulligan, or to play an Event or pull a Resource."""
    table: Table = run.table
    seat, step = run.said.seat, run.frame.step
    run.closed()
    if step in (EVENT, RESOURCE):
        next_seat(run, step, seat)
        return
    _after_mulligan(run, seat)
    run.happen(f.MulliganTaken(seat=seat, count=0, rule=table.why.setup_mulligan_once, cause="setup"))


def mulligan_forms(table: Table, seat: str, hand: list[tuple[int, Face]]) -> list[Form]:
    """Exchanging some cards of the hand, or none; also with what becomes of them, where that may be said at once."""
    options = tuple(card for card, face in hand if exchangeable(table, face))
    choice = (("cards", Some(options, 0, len(options))),)
    found = [Form("Mulligan", seat, (), choice, "mulligan")]
    if table.edition.mulligan_back.value and options:
        some = (("cards", Some(options, 1, len(options))),)
        found.append(Form("Mulligan", seat, (("back", True),), some, "mulligan, back into the deck"))
        found.append(Form("Mulligan", seat, (("back", False),), some, "mulligan, to the discard pile"))
    return [*found, Form(Pass.__name__, seat, says="keep the hand")]


FORMS = {EVENT: events.forms, RESOURCE: resources.forms_pull}
"""By the kind of a question before the shuffle, what lists its answers."""

SPOKEN: dict[type, Any] = {
    PlayEvent: ((SetupFrame,), events.check_play, perform_event),
    PullResource: ((SetupFrame,), resources.check_pull, perform_pull),
    Mulligan: ((SetupFrame,), check_mulligan, perform_mulligan),
}
"""By declaration: the procedures that admit it, its clauses, and its first step (`rules.SPOKEN`)."""

STEPS: dict[type, dict[str, Any]] = {
    SetupFrame: {
        EVENT: _event,
        RESOURCE: _resource,
        "start": _start,
        "draw": _draw,
        "mulligan": _mulligan,
    },
    SetAsideFrame: {
        "start": _set_aside,
        "decided": _decided,
    },
}
