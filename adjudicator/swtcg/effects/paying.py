"""Paying: the cost of what is played, as one event.

A cost is Force, build points, a tapped unit, things discarded, tapped or given counters, cards of the hand. Sources:
rots.costs.definition, rots.force.pay-force, rots.costs.other-payments-alike, rots.costs.tap-definition,
rots.cards.battle-card-pay-resolve-discard, rots.costs.force-cost. Whether a replacement kept a cost from being
fulfilled (crf.costs.replacement-unfulfilled) is noted in the play by the room `replacement`.
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


def pay(run: Run, seat: str, cost: w.Cost, scene: Scene, x: int = 0, *, rule: str = PAY) -> bool:
    """Pay a cost as one event; `rule` is cited for its Force. True if it happened at once and as proposed."""
    held = len(run.frames)
    run.happen(*payment(run.table, seat, cost, scene, x, rule))
    return len(run.frames) == held


def payment(table: Table, seat: str, cost: w.Cost, scene: Scene, x: int, rule: str) -> list[Any]:
    """The facts that pay a cost. What it needs on the table is bound in the scene (targets.COST_NAMES), cards of the
    hand as "cost cards"; where nothing is bound it is the first that fits.
    """
    facts: list[Any] = []
    cause = scene.source
    force = cost.force + (x if cost.x else 0)
    if force:
        facts.append(f.ForcePaid(seat=seat, amount=force, rule=rule, cause=cause))
    points = cost.points + (x if cost.x_points else 0)
    if points:
        facts.append(f.BuildPointsSpent(seat=seat, amount=points, rule="rots.costs.other-payments-alike", cause=cause))
    if cost.tap:
        facts.append(f.Tapped(stacks=(scene.stack,), rule="rots.costs.tap-definition", cause=cause))
    if cost.tap_others is not None:
        tapped = _meant(table, cost.tap_others, scene, "cost tap")
        facts.append(f.Tapped(stacks=tapped, rule=COST, cause=cause))
    if cost.discard is not None:
        gone = _meant(table, cost.discard, scene, "cost discard")
        facts.extend(f.StackDiscarded(stack=number, rule=COST, cause=cause) for number in gone)
    if cost.counters_on is not None:
        marked = _meant(table, cost.counters_on, scene, "cost counters")
        facts.extend(f.DamageCountersPlaced(stack=number, amount=1, rule=COST, cause=cause) for number in marked)
    if cost.discard_cards:
        hand = table.zones.get(f"hand:{seat}", ())
        cards = scene.bound.get("cost cards") or hand[: cost.discard_cards]
        facts.append(f.CardsMoved(source=f"hand:{seat}", target=f"discard:{seat}", cards=cards, rule=COST, cause=cause))
    return facts


def _meant(table: Table, those: w.Those, scene: Scene, name: str) -> tuple[int, ...]:
    return scene.bound.get(name) or select(table, those, scene)[:1]
