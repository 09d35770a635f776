"""Resources: one a player, pulled out of the deck or drawn, built in setup or in a build step; it stays till the end.

    pulled before setup, or drawn -> put down in setup | built in the build step -> completed, beside the play area

Sources: idc.setup.pull-resource, idc.resource.when-built, idc.resource.completed-beside-play-area,
idc.resource.one-in-play. Under editions without Resources none is built.
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.base import Sealed
from adjudicator.kernel.forms import Form, OneOf
from adjudicator.kernel.judging import Judging, holds
from adjudicator.kernel.run import Run
from adjudicator.kernel.verdict import TIMELY
from adjudicator.swtcg.chapters.building.step import acted, enough_counters, face_down, in_own_step, no_draw, too_few
from adjudicator.swtcg.doing.supposing import ignore_text
from adjudicator.swtcg.standing.drawing import deck
from adjudicator.swtcg.standing.moment import ask, describe
from adjudicator.swtcg.standing.naming import all_among, check_is, face_said, shown, shown_to_all, the_card
from adjudicator.swtcg.standing.values import cost
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.beside import lying_beside
from adjudicator.swtcg.table.declarations import Complete, Pass, PullResource
from adjudicator.swtcg.table.frames import BuildStepFrame, SetupFrame
from adjudicator.swtcg.table.table import BUILDING, RESOURCE, Table
from adjudicator.swtcg.words.face import Face


def is_resource(table: Table, face: Face | None) -> bool:
    """Whether a card is a Resource, and the edition has them."""
    return face is not None and RESOURCE in face.types and RESOURCE in table.edition.beside.value


def check_none_yet(judging: Judging) -> None:
    """Clause NO_RESOURCE_YET: the player has no Resource in play."""
    table: Table = judging.table
    there = lying_beside(table, RESOURCE, judging.said.seat)
    judging.clause(
        "NO_RESOURCE_YET",
        table.why.resource_one_in_play,
        there is None,
        lambda: (("in play", table.title(there.id) if there is not None else "none"),),
    )


# --- pulled out of the deck -------------------------------------------------------------------


def ask_for_one(run: Run, seat: str) -> None:
    """The player may look for a Resource in the deck now."""
    ask(run, RESOURCE, (seat,), run.table.why.resource_pulled)


def check_pull(judging: Judging, frame: SetupFrame | None) -> None:
    """Clauses of pulling a Resource: before the shuffle, a Resource of the player's own deck."""
    said: PullResource = judging.said
    table: Table = judging.table
    rule = table.why.resource_pulled
    window = table.agenda.window
    handle, key = the_card(said.card)
    judging.clause(
        "RIGHT_MOMENT",
        rule,
        frame is not None and window is not None and window.kind == RESOURCE,
        lambda: describe(table),
    )
    searched = table.why.resource_searched
    judging.clause("CARD_IN_DECK", searched, all_among(table, (handle,), deck(table, said.seat)))
    face = face_said(table, handle, key)
    check_is(judging, "CARD_IS_RESOURCE", searched, face, ok=is_resource(table, face))


def perform_pull(run: Run) -> None:
    """Show the Resource and take it into the hand."""
    said: PullResource = run.said
    table: Table = run.table
    seat, (handle, _) = said.seat, the_card(said.card)
    rule = table.why.resource_pulled
    run.closed()
    moved = f.CardsMoved(
        source=f"deck:{seat}", target=f"hand:{seat}", cards=(handle,), rule=rule, cause="pulled", by=seat
    )
    run.happen(*shown_to_all(table, said.card, rule), moved)


def forms_pull(game: Any, table: Table, frame: SetupFrame, seat: str) -> list[Form]:
    """Each Resource of the deck, one of each kind, and to pull none."""
    cards: dict[str, Sealed] = {}
    for card in deck(table, seat):
        key, sealed = table.cards[card].face, Sealed((seat,), (card,))
        if key and key not in cards and holds(game, table, PullResource(seat, sealed), check_pull, frame):
            cards[key] = sealed
    found = (
        [Form("PullResource", seat, (), (("card", OneOf(tuple(cards.values()))),), "pull a Resource")] if cards else []
    )
    return [*found, Form(Pass.__name__, seat, says="pull no Resource")]


# --- put down in setup ------------------------------------------------------------------------


def check_in_setup(judging: Judging, face: Face) -> None:
    """Clauses of a Resource that is put down in setup: none in play yet, and it goes into no arena and no stack."""
    said = judging.said
    table: Table = judging.table
    check_none_yet(judging)
    judging.clause(
        "GOES_BESIDE_THE_PLAY_AREA",
        table.why.resource_completed,
        not (said.onto or said.beneath or said.arena),
        lambda: (("card", face.title),),
    )


def put_down(run: Run, handle: int, face: Face) -> None:
    """The Resource lies beside the play area, and counts towards the points of setup; it does nothing yet."""
    table: Table = run.table
    rule = table.why.resource_completed
    ignore_text(run, face, "put", table.why.resource_off_in_setup, "a Resource is not on in setup")
    run.happen(
        *shown(table, run.said.card, rule),
        f.ResourceCompleted(
            stack=table.next_id, seat=run.said.seat, card=handle, cost=face.cost or 0, rule=rule, cause="setup"
        ),
    )


# --- completed in the build step --------------------------------------------------------------


def check_complete(judging: Judging, frame: BuildStepFrame | None) -> None:
    """Clauses of completing a Resource: when, with enough counters, and none in play yet."""
    said: Complete = judging.said
    table: Table = judging.table
    in_own_step(judging, frame, table.why.resource_when_built)
    stack = face_down(judging, said.stack, table.why.resource_completed)
    if stack is None:
        return
    rule = table.why.resource_completed
    enough_counters(judging, stack, cost(table, stack), rule, too_few(table, stack), permits=TIMELY)
    check_none_yet(judging)


def perform_complete(run: Run) -> None:
    """Turn the Resource up and lay it beside the play area."""
    table: Table = run.table
    stack = table.stacks[run.said.stack]
    acted(run)
    no_draw(run, "completing a Resource")
    up = f.CardTurnedUp(
        stack=stack.id,
        card=stack.cards[0],
        role=RESOURCE,
        rule=table.why.build_reveal_and_remove_counters,
        cause="complete",
    )
    run.happen(
        up,
        f.ResourceCompleted(
            stack=stack.id, seat=run.said.seat, card=stack.cards[0], rule=table.why.resource_completed, cause="complete"
        ),
    )


def forms(game: Any, table: Table, frame: BuildStepFrame, seat: str) -> list[Form]:
    """Completing each Resource that can be."""
    found: list[Form] = []
    for stack in table.stacks.values():
        if stack.role != BUILDING or stack.controller != seat or not is_resource(table, table.face(stack.cards[0])):
            continue
        if holds(game, table, Complete(seat, stack.id), check_complete, frame):
            title = table.top(stack).title
            found.append(Form("Complete", seat, (("stack", stack.id),), (), f"complete {title}"))
    return found
