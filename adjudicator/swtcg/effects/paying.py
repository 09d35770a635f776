"""Paying: whether a cost can be paid, and the facts that pay it, as one event.

A cost is Force, build points, a tapped unit, things discarded, tapped or given counters, cards of the hand. Sources:
rots.costs.definition, rots.costs.must-be-able-to-pay, rots.costs.tap-cost-needs-untapped, rots.force.pay-force,
rots.costs.other-payments-alike, rots.costs.tap-definition, rots.cards.battle-card-pay-resolve-discard,
rots.costs.force-cost. Whether a replacement kept a cost from being fulfilled (crf.costs.replacement-unfulfilled) is
noted in the play by the room `replacement`.
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.run import Run
from adjudicator.swtcg import facts as f
from adjudicator.swtcg.effects import language as w
from adjudicator.swtcg.effects.selectors import select
from adjudicator.swtcg.table import Scene, Table

PAY = "rots.force.pay-force"
COST = "rots.costs.definition"
TAP = "rots.costs.tap-definition"
ALIKE = "rots.costs.other-payments-alike"


COST_NAMES = {"discard": "cost discard", "tap_others": "cost tap", "counters_on": "cost counters"}
"""By the part of a cost that needs something on the table, the name that what is chosen for it is bound to."""

Evidence = tuple[tuple[str, str], ...]


def lacking(table: Table, seat: str, cost: w.Cost, scene: Scene) -> Evidence:
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
    cause, things = scene.source, rule or COST
    force = cost.force + (x if cost.x else 0)
    if force:
        facts.append(f.ForcePaid(seat=seat, amount=force, rule=rule or force_rule, cause=cause))
    points = cost.points + (x if cost.x_points else 0)
    if points:
        facts.append(f.BuildPointsSpent(seat=seat, amount=points, rule=rule or ALIKE, cause=cause))
    if cost.tap:
        facts.append(f.Tapped(stacks=(scene.stack,), rule=rule or TAP, cause=cause))
    if cost.tap_others is not None:
        tapped = _meant(table, cost.tap_others, scene, "tap_others")
        facts.append(f.Tapped(stacks=tapped, rule=things, cause=cause))
    if cost.discard is not None:
        gone = _meant(table, cost.discard, scene, "discard")
        facts.extend(f.StackDiscarded(stack=number, rule=things, cause=cause) for number in gone)
    if cost.counters_on is not None:
        marked = _meant(table, cost.counters_on, scene, "counters_on")
        facts.extend(f.DamageCountersPlaced(stack=number, amount=1, rule=things, cause=cause) for number in marked)
    if cost.discard_cards:
        hand = table.zones.get(f"hand:{seat}", ())
        cards = scene.bound.get("cost cards") or hand[: cost.discard_cards]
        moved = {"source": f"hand:{seat}", "target": f"discard:{seat}"}
        facts.append(f.CardsMoved(**moved, cards=cards, rule=things, cause=cause))
    return facts


def _meant(table: Table, those: w.Those, scene: Scene, part: str) -> tuple[int, ...]:
    return scene.bound.get(COST_NAMES[part]) or select(table, those, scene)[:1]
