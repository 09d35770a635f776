"""Paying: whether a cost can be paid, and the facts that pay it, as one event.

A cost is Force, build points, a tapped unit, things discarded, tapped or given counters, cards of the hand. Sources:
rots.costs.definition, rots.costs.must-be-able-to-pay, rots.costs.tap-cost-needs-untapped, rots.force.pay-force,
rots.costs.other-payments-alike, rots.costs.tap-definition, rots.cards.battle-card-pay-resolve-discard,
rots.costs.force-cost. Whether a replacement kept a cost from being fulfilled (crf.costs.replacement-unfulfilled) is
noted in the play by the room `replacement`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.standing.amounts import amount_of
from adjudicator.swtcg.standing.card_counters import counters_lacking, counters_paid
from adjudicator.swtcg.standing.card_selectors import select_cards
from adjudicator.swtcg.standing.drawing import deck
from adjudicator.swtcg.standing.measures import kept
from adjudicator.swtcg.standing.overrides import forbidden, points_to_spend
from adjudicator.swtcg.standing.retreating import retreated
from adjudicator.swtcg.standing.selectors import CARD, select
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.table import Scene, Table
from adjudicator.swtcg.words import language as w

_replace = msgspec.structs.replace
PAY = "rots.force.pay-force"


COST_NAMES = {
    "discard": "cost discard", "tap_others": "cost tap", "counters_on": "cost counters", "retreat": "cost retreat",
    "show_built": "cost show",
}  # fmt: skip
"""By the part of a cost that needs something on the table, the name that what is chosen for it is bound to."""

THINGS = {
    "tap_others": "tap", "discard": "discard", "counters_on": "put a counter on", "retreat": "retreat",
    "show_built": "show",
}  # fmt: skip
"""By the same part, what is done to it."""

COUNTS = {"discard": "discard_count", "tap_others": "tap_count"}
"""By the part of a cost that several things may be needed for, the field that says how many."""

CARD_NAMES = {"discard_cards": "cost cards", "out": "cost out", "show": "shown"}
"""By the part of a cost that needs cards that stand nowhere, the name that those chosen are bound to."""

Evidence = tuple[tuple[str, str], ...]


def extra_force(table: Table, cost: w.Cost, scene: Scene) -> int:
    """The Force of a cost that depends on what is on the table."""
    return 0 if cost.amount is None else max(0, amount_of(table, cost.amount, scene))


def counted_force(table: Table, cost: w.Cost, scene: Scene) -> int:
    """The same, of a cost of which it is known before it is paid: none where it hangs on a card to be shown for it."""
    return 0 if cost.show is not None else extra_force(table, cost, scene)


def lacking(table: Table, seat: str, cost: w.Cost, scene: Scene) -> Evidence:
    """What a player lacks to pay a cost, as (what, how much there is of how much); empty if it can be paid."""
    has = table.seats[seat]
    found: list[tuple[str, str]] = []
    force = cost.force + extra_force(table, cost, scene)
    if force > has.force:
        found.append(("force", f"{has.force} of {force}"))
    if cost.points and cost.points > (points := points_to_spend(table, seat)):
        found.append(("build points", f"{points} of {cost.points}"))
    stack = table.stacks.get(scene.stack)
    if cost.tap and (stack is None or stack.tapped):
        found.append(("untapped", "no"))
    if cost.marks:
        found.extend(counters_lacking(table, cost, scene))
    if cost.plain:
        return tuple(found)
    fit = len(card_options(table, seat, cost, scene, "discard_cards")[0])
    if cost.discard_cards > fit:
        found.append(("cards in hand", f"{fit} of {cost.discard_cards}"))
    for part, what in THINGS.items():
        those = getattr(cost, part)
        needed = getattr(cost, COUNTS[part]) if part in COUNTS else 1
        if those is not None and len(still_there(table, cost, scene, part, those)) < needed:
            found.append((f"something to {what}", "none"))
    for part in ("out", "show"):
        options, needed = card_options(table, seat, cost, scene, part)
        if len(options) < needed:
            found.append((f"cards to {part}", f"{len(options)} of {needed}"))
    return (*found, *decks_lack(table, seat, cost))


def still_there(table: Table, cost: w.Cost, scene: Scene, part: str, those: w.Those) -> tuple[int, ...]:
    """What may pay a part of a cost: what the same cost discards cannot retreat as well."""
    able = things(table, those, scene, part)
    if part != "retreat" or cost.discard is None or not cost.discard.bound:
        return able
    gone = things(table, cost.discard, scene, "discard")
    return tuple(number for number in able if number not in gone)


def decks_lack(table: Table, seat: str, cost: w.Cost) -> Evidence:
    """What decks lack of the cards that a cost has discarded off them."""
    held = ((whose, number, len(deck(table, whose))) for whose, number in milled(table, seat, cost))
    return tuple((f"deck of {whose}", f"{there} of {number}") for whose, number, there in held if there < number)


def things(table: Table, those: w.Those, scene: Scene, part: str) -> tuple[int, ...]:
    """What may pay a part of a cost (THINGS): for a retreat nothing that can't retreat (rots.costs.definition)."""
    found = select(table, those, scene)
    if part != "retreat" or "RETREAT_ALLOWED" not in table.index.overrides:
        return found
    return tuple(number for number in found if not forbidden(table, "RETREAT_ALLOWED", number))


def card_options(table: Table, seat: str, cost: w.Cost, scene: Scene, part: str) -> tuple[tuple[int, ...], int]:
    """The cards from which a part of a cost (CARD_NAMES) is chosen, and how many; none if it does not ask for any."""
    if part == "discard_cards":
        if cost.discard_kind is not None:
            return select_cards(table, cost.discard_kind, scene, unknown=True), cost.discard_cards
        return table.zones.get(f"hand:{seat}", ()), cost.discard_cards
    those = getattr(cost, part)
    if those is None:
        return (), 0
    found = select_cards(table, those, scene, unknown=True)
    if part == "show" and cost.amount is not None:
        found = tuple(card for card in found if _affords(table, seat, cost, scene, card))
    return found, cost.out_count if part == "out" else 1


def _affords(table: Table, seat: str, cost: w.Cost, scene: Scene, card: int) -> bool:
    """Whether a player has the Force that a cost comes to if this card is shown for it."""
    with_it = _replace(scene, bound={**scene.bound, CARD_NAMES["show"]: (card,)})
    return cost.force + extra_force(table, cost, with_it) <= table.seats[seat].force


PAID_NAMES = {
    "discard": "discarded", "tap_others": "tapped", "counters_on": "damaged", "retreat": "retreated",
    "show": "shown", "show_built": "shown", "out": "out",
}  # fmt: skip
"""By the part of a cost, the name that what has paid it is bound to for the effect."""
PAID_AS = {name: PAID_NAMES[part] for part, name in COST_NAMES.items()}
"""By the name of what is chosen for a cost, its name once it has paid."""


def paid_with(table: Table, cost: w.Cost, scene: Scene) -> Scene:
    """The scene with what is about to pay a cost bound, and the values of what will be gone by it."""
    if cost.plain:
        return scene
    found, numbers = dict(scene.bound), dict(scene.numbers)
    for part, name in PAID_NAMES.items():
        those = getattr(cost, part)
        if those is None:
            continue
        if part in CARD_NAMES:
            found[name] = scene.bound.get(CARD_NAMES[part]) or select_cards(table, those, scene)[:1]
            continue
        found[name] = _meant(table, those, scene, part, getattr(cost, COUNTS[part]) if part in COUNTS else 1)
        if part == "discard" and found[name]:
            numbers.update(kept(table, found[name][0], name))
            numbers.update(kept(table, found[name][0], COST_NAMES[part]))
    return _replace(scene, bound=found, numbers=numbers)


def pay(run: Run, seat: str, cost: w.Cost, scene: Scene, x: int = 0, *, rule: str = PAY) -> bool:
    """Pay a cost as one event; `rule` is cited for its Force. True if it happened at once and as proposed."""
    held = len(run.frames)
    run.happen(*payment(run.table, seat, cost, scene, x, force_rule=rule))
    return len(run.frames) == held


def payment(
    table: Table, seat: str, cost: w.Cost, scene: Scene, x: int = 0, *, force_rule: str = PAY, rule: str = ""
) -> list[Any]:
    """The facts that pay a cost: each part under its own rule, or all of it under `rule`.

    What it needs on the table is bound in the scene (COST_NAMES), cards of the hand as "cost cards"; where nothing
    is bound it is the first that fits.
    """
    facts: list[Any] = []
    cause, things = scene.source, rule or table.why.costs_definition
    force = cost.force + (x if cost.x else 0) + extra_force(table, cost, scene)
    if force:
        facts.append(f.ForcePaid(seat=seat, amount=force, rule=rule or force_rule, cause=cause))
    points = cost.points + (x if cost.x_points else 0)
    if points:
        facts.append(
            f.BuildPointsSpent(seat=seat, amount=points, rule=rule or table.why.costs_build_points_pay, cause=cause)
        )
    if cost.tap:
        facts.append(f.Tapped(stacks=(scene.stack,), rule=rule or table.why.costs_tap_symbol, cause=cause))
    if cost.marks:
        facts.extend(counters_paid(table, cost, scene, things))
    if cost.plain:
        return facts
    facts.extend(_things_paid(table, seat, cost, scene, x, things))
    return [*facts, *_cards_paid(table, seat, cost, scene, things)]


def _things_paid(table: Table, seat: str, cost: w.Cost, scene: Scene, x: int, things: str) -> list[Any]:
    """The facts by which other things pay: tapped, discarded, given counters, retreated; cards discarded."""
    facts: list[Any] = []
    cause = scene.source
    if cost.tap_others is not None:
        tapped = _meant(table, cost.tap_others, scene, "tap_others", cost.tap_count)
        facts.extend([f.Tapped(stacks=tapped, rule=things, cause=cause)] if tapped else ())
    if cost.discard is not None and cost.discard.what == CARD:  # a card that stands nowhere, as the one that says so
        cards = select_cards(table, cost.discard, scene)[: cost.discard_count]
        moved = {"source": f"hand:{seat}", "target": f"discard:{seat}", "by": scene.controller}
        facts.extend([f.CardsMoved(**moved, cards=cards, rule=things, cause=cause)] if cards else ())
    elif cost.discard is not None:
        gone = _meant(table, cost.discard, scene, "discard", cost.discard_count)
        facts.extend(f.StackDiscarded(stack=number, rule=things, cause=cause) for number in gone)
    if cost.counters_on is not None:
        marked = _meant(table, cost.counters_on, scene, "counters_on")
        size = x if cost.x_counters else cost.counters
        facts.extend(
            f.DamageCountersPlaced(stack=number, amount=size, rule=things, cause=cause) for number in marked if size
        )
    if cost.retreat is not None:
        for number in _meant(table, cost.retreat, scene, "retreat"):
            facts.extend(retreated(table, table.stacks[number], things, cause))
    if cost.discard_cards:
        fitting, number = card_options(table, seat, cost, scene, "discard_cards")
        cards = scene.bound.get("cost cards") or fitting[:number]
        moved = {"source": f"hand:{seat}", "target": f"discard:{seat}", "by": scene.controller}
        facts.append(f.CardsMoved(**moved, cards=cards, rule=things, cause=cause))
    return facts


def _cards_paid(table: Table, seat: str, cost: w.Cost, scene: Scene, rule: str) -> list[Any]:
    """The facts by which cards that stand nowhere pay: the whole hand, some of a pile, the top of the deck, shown."""
    facts: list[Any] = []
    cause = scene.source
    hand = table.zones.get(f"hand:{seat}", ())
    if cost.whole_hand and hand:
        moved = {"source": f"hand:{seat}", "target": f"discard:{seat}", "by": scene.controller}
        facts.append(f.CardsMoved(**moved, cards=hand, rule=rule, cause=cause))
    if cost.out is not None:
        cards = scene.bound.get(CARD_NAMES["out"]) or select_cards(table, cost.out, scene)[: cost.out_count]
        for card in cards:
            zone = next(zone for zone, pile in table.zones.items() if card in pile)
            target = f"out:{table.cards[card].owner}"
            facts.append(f.CardsMoved(source=zone, target=target, cards=(card,), rule=rule, cause=cause))
    if cost.show is not None:
        shown = scene.bound.get(CARD_NAMES["show"]) or select_cards(table, cost.show, scene)[:1]
        facts.append(f.CardsRevealed(cards=shown, rule=rule, cause=cause))
    if cost.show_built is not None:
        built = _meant(table, cost.show_built, scene, "show_built")
        cards = tuple(card for number in built for card in table.stacks[number].cards)
        facts.append(f.CardsRevealed(cards=cards, rule=rule, cause=cause))
    for whose, left in milled(table, seat, cost):
        for zone in (f"deck top:{whose}", f"deck:{whose}", f"deck bottom:{whose}"):
            cards = table.zones.get(zone, ())[:left]
            left -= len(cards)  # noqa: PLW2901 - what is still to be discarded
            if cards:
                target = f"discard:{whose}"
                facts.append(f.CardsMoved(source=zone, target=target, cards=cards, rule=rule, cause=cause))
    return facts


def milled(table: Table, seat: str, cost: w.Cost) -> tuple[tuple[str, int], ...]:
    """Of whose decks a cost has how many cards discarded."""
    return tuple(each for each in ((seat, cost.mill), (table.facing(seat), cost.mill_theirs)) if each[1])


def _meant(table: Table, those: w.Those, scene: Scene, part: str, count: int = 1) -> tuple[int, ...]:
    return scene.bound.get(COST_NAMES[part]) or select(table, those, scene)[:count]
