"""Drawing cards: the top of the deck, or an outcome of chance while nobody knows a deck's order.

Sources: rots.turn.draw-definition, rots.deck.empty-deck-no-penalty, rots.information.deck-hidden. Under
house decks the seat *chance* says which cards come; under reported decks an unknown card comes, and its
player says later what it is.
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.base import Sealed
from adjudicator.kernel.forms import Form, Some
from adjudicator.kernel.judging import Judging
from adjudicator.kernel.run import Run
from adjudicator.swtcg.standing import naming
from adjudicator.swtcg.standing.moment import ask
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.declarations import Drew
from adjudicator.swtcg.table.frames import DrawFrame, ResolveFrame, TriggersFrame
from adjudicator.swtcg.table.grounds import Grounds
from adjudicator.swtcg.table.table import CHANCE, Table

_replace = msgspec.structs.replace
STARTING_HAND = 7


def deck(table: Table, seat: str) -> tuple[int, ...]:
    """All cards of a player's deck: known top, unknown middle, known bottom."""
    zones = table.zones
    return zones.get(f"deck top:{seat}", ()) + zones.get(f"deck:{seat}", ()) + zones.get(f"deck bottom:{seat}", ())


def draw_by(seat: str) -> str:
    """How a player's draw is called that does not come about."""
    return f"a draw by {seat}"


def _start(run: Run, frame: DrawFrame) -> None:
    """Draw what is known to lie on top, ask chance for the rest; an empty deck gives nothing."""
    table: Table = run.table
    seat = frame.seat
    top = () if frame.top else table.zones.get(f"deck top:{seat}", ())
    middle = table.zones.get(f"deck:{seat}", ())
    if frame.count <= 0:
        run.pop()
        return
    if frame.among:
        ask(run, "chance", (CHANCE,), frame.rule or table.why.turn_draw_definition)
        return
    if not top and not middle and not table.zones.get(f"deck bottom:{seat}", ()):
        by_effect = len(run.frames) > 1 and isinstance(run.frames[-2], ResolveFrame)
        rule = table.why.deck_glossary_hidden_shuffled_empty if by_effect else table.why.deck_empty_deck_no_penalty
        run.non_event(draw_by(seat), rule, "the deck is empty")
        run.pop()
        return
    if frame.top:
        if middle:
            ask(run, "chance", (CHANCE,), frame.rule or table.why.turn_draw_definition)
        else:
            run.pop()
        return
    if top or not middle or table.reported_decks:
        _take(run, frame, deck(table, seat)[: _at_once(table, frame.count)])
        return
    ask(run, "chance", (CHANCE,), frame.rule or table.why.turn_draw_definition)


def _take(run: Run, frame: DrawFrame, cards: tuple[int, ...]) -> None:
    """The cards go to hand, one by one where each has to be shown as it is drawn; or lie on top of the deck now
    (or at its bottom).
    """
    why: Grounds = run.table.why
    if frame.top:
        run.pop()
        fact = f.DeckBottomFound if frame.bottom else f.DeckTopFound
        found = Sealed(frame.seen, cards)
        run.happen(fact(seat=frame.seat, count=len(cards), cards=found, rule=frame.rule or why.turn_draw_definition))
        return
    short = frame.count - len(cards)
    by_effect = len(run.frames) > 1 and isinstance(run.frames[-2], ResolveFrame)
    cause = "effect" if by_effect else "draw"
    sealed = Sealed((frame.seat,), cards)
    fewer = why.deck_as_many_as_there_are if by_effect and frame.count > len(deck(run.table, frame.seat)) else ""
    run.goto("drawn", count=short)
    run.happen(
        f.CardsDrawn(
            seat=frame.seat,
            count=len(cards),
            cards=sealed,
            rule=frame.rule or fewer or why.turn_draw_definition,
            cause=cause,
        )
    )


def _drawn(run: Run, frame: DrawFrame) -> None:
    """Triggers that show a drawn card resolve at the very draw; that is nobody's pick among the others
    (crf.triggers.reveal-drawn-card-first, crf.triggers.reveal-not-a-choice).
    """
    run.goto("start")
    shows = next((t for t in run.pool if t.chance == "reveal"), None)
    if shows is None:
        return
    run.push(TriggersFrame(seat=run.table.order[0], chance="reveal"))
    picking = next((i for i in range(len(run.frames) - 2, -1, -1) if isinstance(run.frames[i], TriggersFrame)), -1)
    if picking >= 0 and not run.non_event(
        f"a pick by {shows.seat}", run.table.why.triggers_reveal_not_a_choice, "a drawn card is shown"
    ):
        turned = run.frames[picking]
        run.frames[picking] = _replace(turned, seat=run.table.next_to(turned.seat))


def no_hand_limit(run: Run) -> None:
    """At the end of a turn nobody discards for having many cards (rots.zones.no-hand-limit)."""
    for seat in run.table.order:
        count = len(run.table.zones.get(f"hand:{seat}", ()))
        if count > STARTING_HAND:
            why, calm = run.table.why, run.table.edition.happens_first
            run.non_event(
                f"a discard by {seat}", why.zones_no_hand_limit, f"{count} cards in hand are not too many", aside=calm
            )


def _at_once(table: Table, count: int) -> int:
    """How many cards are drawn together: one by one if each has to be shown."""
    return min(count, 1) if any(getattr(i.ability, "chance", "") == "reveal" for i in table.index.listeners) else count


def due(table: Table, frame: DrawFrame) -> tuple[int, tuple[int, ...]]:
    """How many cards chance is asked for, and from which."""
    if frame.among:
        return min(frame.count, len(frame.among)), frame.among
    pool = table.zones.get(f"deck:{frame.seat}", ())
    return min(_at_once(table, frame.count), len(pool)), pool


def check_drew(judging: Judging, frame: DrawFrame | None) -> None:
    """Clauses of a drawn outcome: asked for, so many, from that deck."""
    said: Drew = judging.said
    if not judging.clause("RIGHT_MOMENT", judging.table.why.turn_draw_definition, frame is not None):
        return
    assert frame is not None
    count, pool = due(judging.table, frame)
    cards = tuple(naming.named(item)[0] for item in said.cards.items)
    judging.clause("RIGHT_NUMBER_OF_CARDS", judging.table.why.turn_draw_definition, len(cards) == count)
    apart = len(set(cards)) == len(cards)
    judging.clause(
        "CARDS_OF_THE_DECK",
        judging.table.why.turn_draw_definition,
        apart and naming.all_among(judging.table, cards, pool),
    )


def perform_drew(run: Run) -> None:
    """The cards go to hand."""
    said: Drew = run.said
    handles = tuple(naming.named(item)[0] for item in said.cards.items)
    run.closed()
    if run.frame.among:
        run.pop(chosen=handles)
        return
    run.happen(*naming.bound(run.table, run.frame.seat, said.cards, run.table.why.information_hands_private))
    _take(run, run.frame, handles)


def forms(game: Any, table: Table, frame: DrawFrame, seat: str) -> list[Form]:
    """What chance may say."""
    count, pool = due(table, frame)
    return [Form("Drew", seat, (), (("cards", Some(pool, count, count)),), "draw")]


STEPS = {DrawFrame: {"start": _start, "drawn": _drawn}}
