"""Events: one a player, out of the supply, before setup begins; it stays face up until the game ends.

Sources: idc.event.only-in-preparation, idc.event.complete-from-supply, idc.event.one-in-play,
idc.setup.play-event-optional, idc.setup.play-event-order. Under editions without Events none of it is asked.
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.base import Sealed
from adjudicator.kernel.forms import Form, OneOf
from adjudicator.kernel.judging import Judging, holds
from adjudicator.kernel.run import Run
from adjudicator.swtcg.standing.moment import ask, describe
from adjudicator.swtcg.standing.naming import all_among, check_is, face_said, shown, the_card
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.beside import lying_beside, supply
from adjudicator.swtcg.table.declarations import Pass, PlayEvent
from adjudicator.swtcg.table.frames import SetupFrame
from adjudicator.swtcg.table.table import EVENT, Table


def may_play(table: Table, seat: str) -> bool:
    """Whether a player is asked for an Event: there is a supply, whatever is in it, and none has been played."""
    return bool(supply(table, seat)) and lying_beside(table, EVENT, seat) is None


def ask_for_one(run: Run, seat: str) -> None:
    """The player may play an Event now."""
    ask(run, EVENT, (seat,), run.table.why.event_dark_first)


def check_play(judging: Judging, frame: SetupFrame | None) -> None:
    """Clauses of playing an Event: before setup, none in play, an Event of the player's own supply."""
    said: PlayEvent = judging.said
    table: Table = judging.table
    why = table.why
    window = table.agenda.window
    handle, key = the_card(said.card)
    judging.clause(
        "RIGHT_MOMENT",
        why.event_only_before_setup,
        frame is not None and window is not None and window.kind == EVENT,
        lambda: describe(table),
    )
    there = lying_beside(table, EVENT, said.seat)
    judging.clause(
        "NO_EVENT_YET",
        why.event_one_in_play,
        there is None,
        lambda: (("in play", table.title(there.id) if there is not None else "none"),),
    )
    own = supply(table, said.seat)
    judging.clause(
        "CARD_IN_SUPPLY",
        why.event_out_of_supply,
        all_among(table, (handle,), own),
        lambda: (("cards in the supply", str(len(own))),),
    )
    face = face_said(table, handle, key)
    if face is not None and face.abilities and EVENT in table.edition.on_in_setup.value:
        judging.permit("WORKS_IN_SETUP", table.edition.on_in_setup.rule)
    check_is(judging, "CARD_IS_EVENT", why.event_out_of_supply, face, ok=face is not None and EVENT in face.types)


def perform_play(run: Run) -> None:
    """Show the Event and lay it beside the play area."""
    said: PlayEvent = run.said
    table: Table = run.table
    handle, _ = the_card(said.card)
    rule = table.why.event_out_of_supply
    run.closed()
    run.happen(
        *shown(table, said.card, rule),
        f.EventPlayed(stack=table.next_id, seat=said.seat, card=handle, rule=rule, cause="setup"),
    )


def forms(game: Any, table: Table, frame: SetupFrame, seat: str) -> list[Form]:
    """Each Event of the supply that may be played, and to play none."""
    cards = tuple(
        Sealed((seat,), (card,))
        for card in supply(table, seat)
        if holds(game, table, PlayEvent(seat, Sealed((seat,), (card,))), check_play, frame)
    )
    found = [Form("PlayEvent", seat, (), (("card", OneOf(cards)),), "play an Event")] if cards else []
    return [*found, Form(Pass.__name__, seat, says="play no Event")]
