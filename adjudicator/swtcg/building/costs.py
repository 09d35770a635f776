"""Costs outside of playing: whether one can be paid, and the facts that pay it.

Sources: rots.costs.definition, rots.costs.must-be-able-to-pay, rots.costs.tap-cost-needs-untapped,
rots.costs.other-payments-alike. Upkeep and Equipment are paid with these; `effects.paying.pay` pays what is played.
"""

from __future__ import annotations

from typing import Any

from adjudicator.swtcg import facts as f
from adjudicator.swtcg.effects.language import Cost
from adjudicator.swtcg.effects.selectors import select
from adjudicator.swtcg.table import Scene, Table

Evidence = tuple[tuple[str, str], ...]


def lacking(table: Table, seat: str, cost: Cost, scene: Scene) -> Evidence:
    """What a player lacks to pay a cost, as (what, how much there is of how much); empty if it can be paid."""
    has = table.seats[seat]
    found: list[tuple[str, str]] = []
    if cost.force > has.force:
        found.append(("force", f"{has.force} of {cost.force}"))
    if cost.points > has.points:
        found.append(("build points", f"{has.points} of {cost.points}"))
    stack = table.stacks.get(scene.stack)
    if cost.tap and (stack is None or stack.tapped):
        found.append(("untapped", "no"))
    hand = len(table.zones.get(f"hand:{seat}", ()))
    if cost.discard_cards > hand:
        found.append(("cards in hand", f"{hand} of {cost.discard_cards}"))
    for what, those in (("tap", cost.tap_others), ("discard", cost.discard), ("put a counter on", cost.counters_on)):
        if those is not None and not select(table, those, scene):
            found.append((f"something to {what}", "none"))
    return tuple(found)


def payment(table: Table, seat: str, cost: Cost, scene: Scene, rule: str, cause: str) -> list[Any]:
    """The facts that pay a cost, all under one rule.

    Which things are meant is bound in the scene as "cost" (stacks) and "cost cards" (cards of the hand), else
    the first that fit.
    """
    facts: list[Any] = []
    if cost.force:
        facts.append(f.ForcePaid(seat=seat, amount=cost.force, rule=rule, cause=cause))
    if cost.points:
        facts.append(f.BuildPointsSpent(seat=seat, amount=cost.points, rule=rule, cause=cause))
    if cost.tap:
        facts.append(f.Tapped(stacks=(scene.stack,), rule=rule, cause=cause))
    if cost.discard_cards:
        hand = table.zones.get(f"hand:{seat}", ())
        cards = scene.bound.get("cost cards") or hand[: cost.discard_cards]
        facts.append(f.CardsMoved(source=f"hand:{seat}", target=f"discard:{seat}", cards=cards, rule=rule, cause=cause))
    if cost.tap_others is not None:
        tapped = scene.bound.get("cost") or select(table, cost.tap_others, scene)[:1]
        facts.append(f.Tapped(stacks=tapped, rule=rule, cause=cause))
    if cost.discard is not None:
        gone = scene.bound.get("cost") or select(table, cost.discard, scene)[:1]
        facts.extend(f.StackDiscarded(stack=number, rule=rule, cause=cause) for number in gone)
    if cost.counters_on is not None:
        hurt = scene.bound.get("cost") or select(table, cost.counters_on, scene)[:1]
        facts.extend(f.DamageCountersPlaced(stack=number, amount=1, rule=rule, cause=cause) for number in hurt)
    return facts
