"""Instructions to cards that stand nowhere: find the top of a deck, look, show, put about, shuffle.

Sources: crf.discard.unspecified-zone-hand, rots.information.deck-hidden, rots.information.hands-private,
rots.deck.empty-deck-no-penalty. What an effect puts into an arena is not deployed and not built
(rots.cards.card-beats-rule).
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.base import Sealed
from adjudicator.kernel.run import Run
from adjudicator.swtcg.doing.coming_back import leave_equipment, put
from adjudicator.swtcg.doing.own_arena import asks, by_its_type, own_arena
from adjudicator.swtcg.doing.stacks import with_new_top
from adjudicator.swtcg.standing.abilities import awaited
from adjudicator.swtcg.standing.amounts import amount_of
from adjudicator.swtcg.standing.aside import ASIDE
from adjudicator.swtcg.standing.card_selectors import card_is, named, select_cards
from adjudicator.swtcg.standing.events import ITS_CARDS
from adjudicator.swtcg.standing.measures import under
from adjudicator.swtcg.standing.scenes import in_its_owners_pile, of_cards_under, rule_of, seat_of
from adjudicator.swtcg.standing.selectors import CARD, select
from adjudicator.swtcg.standing.stacking import may_stack
from adjudicator.swtcg.standing.together import differing, fit
from adjudicator.swtcg.standing.type_line import arenas_named
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.frames import ChooseFrame, DrawFrame, ResolveFrame
from adjudicator.swtcg.table.table import (
    EQUIPMENT,
    LOCATION,
    UNIT,
    Modifier,
    Scene,
    Table,
    build_zone,
)
from adjudicator.swtcg.words import language as w

_replace = msgspec.structs.replace

TURNED_OVER_MAX = 200
"""So many cards are turned over at most, one after another, until one of those wanted comes."""


def zone_of(table: Table, card: int) -> str:
    """The zone that a card is in, empty if it is on the table."""
    return next((zone for zone, cards in table.zones.items() if card in cards), "")


def _bind(run: Run, name: str, cards: tuple[int, ...]) -> None:
    frame: ResolveFrame = run.frames[-1]
    scene = _replace(frame.scene, bound={**frame.scene.bound, name: cards})
    run.frames[-1] = _replace(frame, scene=scene)


def seers(table: Table, scene: Scene, seen: str) -> tuple[str, ...]:
    """Who sees: a player, all, or nobody."""
    if seen == "all":
        return table.order
    return (seat_of(table, scene, seen),) if seen else ()


# --- the top of a deck ------------------------------------------------------------------------


def _top(run: Run, frame: ResolveFrame, said: w.Top) -> None:
    """Find out what lies on top (or at the bottom), as far as it is not known, and bind it."""
    run.frames[-1] = _replace(frame, step="top found", todo=(said, *frame.todo))
    _find(run, frame.scene, said, 1 if said.until is not None else amount_of(run.table, said.amount, frame.scene))


def _find(run: Run, scene: Scene, said: w.Top, count: int) -> None:
    """Have so many cards lie on top of the deck, or at its bottom, for all to know that they do."""
    table: Table = run.table
    seat = seat_of(table, scene, said.whose)
    known = len(table.zones.get(f"deck {'bottom' if said.bottom else 'top'}:{seat}", ()))
    if count > known and table.zones.get(f"deck:{seat}", ()):
        seen = seers(table, scene, said.seen)
        run.push(DrawFrame(seat=seat, count=count - known, top=True, seen=seen, bottom=said.bottom))


def _top_found(run: Run, frame: ResolveFrame) -> None:
    said = frame.todo[0]
    assert isinstance(said, w.Top)
    table, scene = run.table, frame.scene
    seat = seat_of(table, scene, said.whose)
    pile = [card for end in ("deck top", "deck", "deck bottom") for card in table.zones.get(f"{end}:{seat}", ())]
    if said.until is None:
        count = max(0, amount_of(table, said.amount, scene))
        cards = tuple(pile[max(0, len(pile) - count) :] if said.bottom else pile[:count])
        run.frames[-1] = _replace(frame, step="start", todo=frame.todo[1:])
        _bind(run, said.into, cards)
        _seen(run, scene, seat, cards, said.seen)
        return
    _turn_over(run, frame, said, pile)


def _turn_over(run: Run, frame: ResolveFrame, said: w.Top, pile: list[int]) -> None:
    """One card after another until enough of those wanted have come, or the deck is empty."""
    table, scene = run.table, frame.scene
    wanted = amount_of(table, said.amount, scene)
    seat = seat_of(table, scene, said.whose)
    unknown = table.zones.get(f"deck:{seat}", ())
    known = len(table.zones.get(f"deck top:{seat}", ())) if unknown else len(pile)
    hits: list[int] = []
    for at, card in enumerate(pile[:known]):
        if _is_wanted(table, said, card, hits, scene):
            hits.append(card)
        if len(hits) >= wanted:
            _turned(run, frame, said, tuple(hits), tuple(pile[: at + 1]))
            return
    if known >= min(len(pile), TURNED_OVER_MAX):
        _turned(run, frame, said, tuple(hits), tuple(pile[:known]))
        return
    _find(run, scene, said, known + 1)


def _is_wanted(table: Table, said: w.Top, card: int, hits: list[int], scene: Scene) -> bool:
    face = table.face(card)
    assert said.until is not None
    return (
        face is not None
        and card_is(table, said.until, face, card, scene)
        and fit(table, differing(said), (*hits, card))
    )


def _turned(run: Run, frame: ResolveFrame, said: w.Top, hits: tuple[int, ...], over: tuple[int, ...]) -> None:
    run.frames[-1] = _replace(frame, step="start", todo=frame.todo[1:])
    _bind(run, said.into, hits)
    _bind(run, said.rest, tuple(card for card in over if card not in hits))
    _seen(run, frame.scene, seat_of(run.table, frame.scene, said.whose), over, "all")


def _seen(run: Run, scene: Scene, seat: str, cards: tuple[int, ...], seen: str) -> None:
    if not cards or not seen:
        return
    rule = rule_of(run.table, scene)
    if seen == "all":
        run.happen(f.CardsRevealed(cards=cards, rule=rule, cause=scene.source))
        return
    who = seat_of(run.table, scene, seen)
    run.happen(f.CardsLookedAt(seat=who, count=len(cards), cards=Sealed((who,), cards), rule=rule, cause=scene.source))


# --- looking and showing ----------------------------------------------------------------------


def _cards_meant(table: Table, those: w.Those, scene: Scene) -> tuple[int, ...]:
    """The cards meant: those that stand nowhere, or the top cards of what does (face down, for one)."""
    if those.what == CARD:
        return select_cards(table, those, scene, unknown=True)
    return tuple(table.stacks[number].cards[0] for number in select(table, those, scene))


def _look(run: Run, frame: ResolveFrame, said: w.LookAt) -> None:
    cards = _cards_meant(run.table, said.what, frame.scene)
    _seen(run, frame.scene, "", cards, said.who)


def _show(run: Run, frame: ResolveFrame, said: w.Show) -> None:
    cards = _cards_meant(run.table, said.what, frame.scene)
    _seen(run, frame.scene, "", cards, "all")


def _shuffle(run: Run, frame: ResolveFrame, said: w.Shuffle) -> None:
    seat = seat_of(run.table, frame.scene, said.who)
    run.happen(f.DeckShuffled(seat=seat, rule=rule_of(run.table, frame.scene), cause=frame.scene.source))


# --- putting about ----------------------------------------------------------------------------


def move_cards(run: Run, frame: ResolveFrame, said: w.MoveTo) -> None:
    """Cards go to another zone, or come into play; to a deck in an order that is asked for if there are several."""
    cards = tuple(card for card in select_cards(run.table, said.what, frame.scene, unknown=True))
    if said.to == "arena" and asks(run, frame, said, cards):
        return
    meant = named(run.table, said.what, frame.scene) if said.what.bound and said.what.zones else ()
    if said.what.bound == ITS_CARDS:
        leave_equipment(run, frame.scene, said)
    if any(card not in cards for card in meant):
        run.non_event(f"a move by {frame.scene.source}", *_why_not_all(run.table, frame.scene, said.what, meant))
    if said.into:
        _bind(run, said.into, cards)
        frame = run.frames[-1]
    if said.who and len(cards) > 1:
        run.frames[-1] = _replace(frame, step="order chosen", todo=(said, *frame.todo), chosen=())
        run.push(
            ChooseFrame(
                seat=seat_of(run.table, frame.scene, said.who),
                kind="cards",
                options=cards,
                least=len(cards),
                most=len(cards),
                what="order",
                rule=rule_of(run.table, frame.scene),
                ordered=True,
            )
        )
        return
    _put(run, frame.scene, said, cards)


def _why_not_all(table: Table, scene: Scene, what: w.Those, meant: tuple[int, ...]) -> tuple[str, str]:
    """Why not all the cards meant are moved, the rule first: they are gone, or lie in their owner's pile, not yours."""
    if what.side == "yours" and any(table.cards[card].owner != scene.controller for card in meant):
        return in_its_owners_pile(table, scene), "it lies in its owner's discard pile"
    if what.bound == ITS_CARDS and table.why.stacking_still_in_the_zone:
        return table.why.stacking_still_in_the_zone, "not every card is still there"
    return rule_of(table, scene), "not every card is still there"


def _order_chosen(run: Run, frame: ResolveFrame) -> None:
    said = frame.todo[0]
    assert isinstance(said, w.MoveTo)
    run.frames[-1] = _replace(frame, step="start", todo=frame.todo[1:])
    _put(run, frame.scene, said, frame.chosen)


def _put(run: Run, scene: Scene, said: w.MoveTo, cards: tuple[int, ...]) -> None:
    table: Table = run.table
    if said.to in ("arena", "there", "build", *table.arenas):
        facts = put(table, scene, cards, lambda card: _into_play(table, scene, said, card))
        if said.into:
            come = (fact for fact in facts if isinstance(fact, f.CardPutIntoPlay | f.CardPutFaceDown))
            _bind(run, said.into, tuple(fact.stack for fact in come))
    elif said.to == "stack":
        _join(run, scene, said, cards)
        return
    else:
        facts = _between_zones(table, scene, said, cards)
        _tell_no_draw(run, facts)
    run.happen(*facts)


def _tell_no_draw(run: Run, facts: list[Any]) -> None:
    """Cards that are put from a deck into a hand are not drawn, whatever waits for a draw."""
    table: Table = run.table
    rule = table.why.triggers_put_is_no_draw
    if not rule or not any(event.kind == "drawn" for event in awaited(table.index.listeners)):
        return
    for fact in facts:
        source, target = getattr(fact, "source", ""), getattr(fact, "target", "")
        if source.startswith("deck:") and target.startswith("hand:"):
            run.non_event(f"a draw by {target.removeprefix('hand:')}", rule, "the cards are put there, not drawn")


def _between_zones(table: Table, scene: Scene, said: w.MoveTo, cards: tuple[int, ...]) -> list[Any]:
    """One fact for each pair of zones; a deck that cards are shuffled into is shuffled with it."""
    to, onto, cause = said.to, said.onto, scene.source
    whole = table.why.stacking_all_its_cards if said.what.bound == ITS_CARDS and len(cards) > 1 else ""
    rule = whole or rule_of(table, scene)
    groups: dict[tuple[str, str], list[int]] = {}
    for card in cards:
        source = zone_of(table, card)
        if source:
            groups.setdefault((source, _target(table, scene, to, onto, card)), []).append(card)
    facts: list[Any] = []
    for (source, target), those in groups.items():
        rule = of_cards_under(table, scene, source) or whole or rule_of(table, scene)
        hidden = table.edition.hides(source) and table.edition.hides(target)
        if hidden:
            seal = Sealed((table.cards[those[0]].owner,), tuple(those))
            moved: Any = f.CardsMovedUnseen(
                source=source, target=target, count=len(those), cards=seal, rule=rule, cause=cause
            )
        else:
            moved = f.CardsMoved(
                source=source, target=target, cards=tuple(those), by=scene.controller, rule=rule, cause=cause
            )
        facts.append(moved)
    if to == "deck":
        owners = dict.fromkeys(table.cards[card].owner for card in cards)
        facts.extend(f.DeckShuffled(seat=owner, rule=rule, cause=cause) for owner in owners)
    return facts


def _target(table: Table, scene: Scene, to: str, onto: w.Those, card: int) -> str:
    if to == "under":
        hosts = select(table, onto, scene)
        return under(hosts[0]) if hosts else f"discard:{table.cards[card].owner}"
    return f"{to}:{table.cards[card].owner}"


def _into_play(table: Table, scene: Scene, said: w.MoveTo, card: int) -> Any:
    """A card becomes a stack of its own; None for one that has no place there, or that nobody knows."""
    face, owner = table.face(card), table.cards[card].owner
    seat = owner if said.control == "" else seat_of(table, scene, said.control)
    cause = scene.source
    rule = by_its_type(table, scene, said.what, face) if face and said.to == "arena" else rule_of(table, scene)
    source = zone_of(table, card)
    if not source:
        return None
    if said.to == "build" and said.face_down:
        counters = amount_of(table, said.counters, scene)
        sealed = Sealed((seat,), (card,))
        return f.CardPutFaceDown(
            stack=table.new_id(), seat=seat, source=source, counters=counters, card=sealed, rule=rule, cause=cause
        )
    if face is None:
        return None
    role = LOCATION if "location" in face.types else EQUIPMENT if "equipment" in face.types else UNIT
    arena = scene.arena if said.to == "there" else said.to
    zone = build_zone(seat) if said.to == "build" else arena
    if arena == "arena":
        zone = own_arena(table, scene, said.what, card, face)
    if scene.kind == "meditate" and role != UNIT:
        zone = build_zone(seat) if role == EQUIPMENT else next(iter(arenas_named(table, face)), "")
        rule = table.why.zones_play_this_card or rule
    if zone not in (*table.arenas, build_zone(seat)) or (role == UNIT and not face.is_unit):
        return None
    return f.CardPutIntoPlay(
        stack=table.new_id(),
        seat=seat,
        card=card,
        source=source,
        zone=zone,
        role=role,
        tapped=said.tapped,
        damage=amount_of(table, said.damage, scene),
        rule=rule,
        cause=cause,
    )


def _join(run: Run, scene: Scene, said: w.MoveTo, cards: tuple[int, ...]) -> None:
    """Cards join a stack one after another: each counts for the limits that the next one meets."""
    for card in cards:
        if _may_join(run, scene, said, card) and (fact := _into_stack(run.table, scene, said, card)) is not None:
            stack = run.table.stacks[fact.stack]
            run.happen(fact, *(with_new_top(run.table, stack, card, scene.source) if fact.on_top else ()))


NORMAL_LIMITS = ("idc.phrase.normal-stacking-rules.current-rules", "crf.stacking.normal-limits")
LIMITS = ("STACK_HAS_ROOM", "VERSION_NOT_IN_STACK")
"""The conditions of stacking that hold for whatever puts a card into a stack."""


def _may_join(run: Run, scene: Scene, said: w.MoveTo, card: int) -> bool:
    """Whether the normal limits of stacking let a card join (crf.stacking.normal-limits)."""
    table: Table = run.table
    hosts, face = select(table, said.onto, scene), table.face(card)
    if not hosts or face is None:
        return True
    for condition in may_stack(table, face, table.stacks[hosts[0]]):
        if condition.code in LIMITS and not condition.ok:
            rule = cite(table, *NORMAL_LIMITS, condition.rule)
            return not run.non_event(f"{face.title} joins the stack", rule, "the stack may not have it")
    return True


def _into_stack(table: Table, scene: Scene, said: w.MoveTo, card: int) -> Any:
    hosts = select(table, said.onto, scene)
    source = zone_of(table, card)
    if not hosts or not source:
        return None
    rule = _beyond_the_usual(table, hosts[0], card) or rule_of(table, scene)
    return f.CardPutIntoStack(
        stack=hosts[0], card=card, source=source, on_top=not said.beneath, rule=rule, cause=scene.source
    )


def _beyond_the_usual(table: Table, stack: int, card: int) -> str:
    """The rule by which a full stack has room for a card all the same; empty if it has it by the usual rules."""
    face = table.face(card)
    conditions = may_stack(table, face, table.stacks[stack]) if face is not None else []
    return next((each.rule for each in conditions if each.code == "STACK_HAS_ROOM" and each.permits), "")


def discard_cards(run: Run, scene: Scene, those: w.Those) -> None:
    """Cards that stand nowhere go to their owners' discard piles."""
    cards = select_cards(run.table, those, scene, unknown=True)
    run.happen(*_between_zones(run.table, scene, w.MoveTo(what=those, to="discard"), cards))


def _from_aside(run: Run, frame: ResolveFrame, said: w.FromAside) -> None:
    """Cards set aside may be played as though from hand for a while."""
    table: Table = run.table
    cards = select_cards(table, said.what, frame.scene, unknown=True)
    if not cards:
        return
    scene = _replace(frame.scene, bound={**frame.scene.bound, ASIDE: cards})
    rule = rule_of(table, scene)
    modifier = Modifier(table.next_id, said, scene, said.until, None, 0, rule)
    run.happen(f.ModifierBegan(modifier=modifier, rule=rule, cause=scene.source))


INSTRUCTIONS: dict[type, Any] = {
    w.Top: _top,
    w.LookAt: _look,
    w.Show: _show,
    w.Shuffle: _shuffle,
    w.FromAside: _from_aside,
}

STEPS: dict[str, Any] = {"top found": _top_found, "order chosen": _order_chosen}
