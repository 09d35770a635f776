"""Instructions to players: draw, gain and lose, discard cards, negate what was played; and paying a cost."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg import facts as f
from adjudicator.swtcg.effects import language as w
from adjudicator.swtcg.effects.amounts import amount_of
from adjudicator.swtcg.effects.scenes import rule_of, seat_of
from adjudicator.swtcg.effects.selectors import select
from adjudicator.swtcg.frames import ChooseFrame, DrawFrame, PlayFrame, ResolveFrame
from adjudicator.swtcg.table import Scene, Table

_replace = msgspec.structs.replace


def _draw(run: Run, frame: ResolveFrame, said: w.Draw) -> None:
    run.push(DrawFrame(seat=seat_of(frame.scene, said.who), count=amount_of(run.table, said.amount, frame.scene)))


def _gain_force(run: Run, frame: ResolveFrame, said: w.GainForce) -> None:
    amount = amount_of(run.table, said.amount, frame.scene)
    if amount > 0:
        run.happen(
            f.ForceGained(
                seat=seat_of(frame.scene, said.who), amount=amount, rule=rule_of(frame.scene), cause=frame.scene.source
            )
        )


def _lose_force(run: Run, frame: ResolveFrame, said: w.LoseForce) -> None:
    """No more than there is (rots.force.lose-more-than-you-have)."""
    seat = seat_of(frame.scene, said.who)
    wanted = amount_of(run.table, said.amount, frame.scene)
    amount = min(wanted, run.table.seats[seat].force)
    if amount < wanted:
        run.non_event("losing more Force", LOSE_ALL, "there is no more")
    if amount > 0:
        run.happen(f.ForceLost(seat=seat, amount=amount, rule=rule_of(frame.scene), cause=frame.scene.source))


LOSE_ALL = "rots.force.lose-more-than-have"


def _gain_points(run: Run, frame: ResolveFrame, said: w.GainPoints) -> None:
    amount = amount_of(run.table, said.amount, frame.scene)
    run.happen(
        f.BuildPointsGained(
            seat=seat_of(frame.scene, said.who), amount=amount, rule=rule_of(frame.scene), cause=frame.scene.source
        )
    )


def _discard_cards(run: Run, frame: ResolveFrame, said: w.DiscardCards) -> None:
    """Cards without a named zone are discarded from hand (crf.discard.unspecified-zone-hand)."""
    table: Table = run.table
    seat = seat_of(frame.scene, said.who)
    hand = table.zones.get(f"hand:{seat}", ())
    amount = len(hand) if said.whole_hand else min(len(hand), amount_of(table, said.amount, frame.scene))
    if not amount:
        return
    run.frames[-1] = _replace(frame, step="cards chosen", todo=(said, *frame.todo))
    run.push(
        ChooseFrame(
            seat=seat,
            kind="cards",
            options=hand,
            least=amount,
            most=amount,
            what="cards to discard",
            rule="crf.discard.unspecified-zone-hand",
        )
    )


def _cards_chosen(run: Run, frame: ResolveFrame) -> None:
    said = frame.todo[0]
    assert isinstance(said, w.DiscardCards)
    seat = seat_of(frame.scene, said.who)
    run.frames[-1] = _replace(frame, step="start", todo=frame.todo[1:])
    run.happen(
        f.CardsMoved(
            source=f"hand:{seat}",
            target=f"discard:{seat}",
            cards=frame.chosen,
            rule="crf.discard.unspecified-zone-hand",
            cause=frame.scene.source,
        )
    )


def _disrupt(run: Run, frame: ResolveFrame, said: w.Disrupt) -> None:
    """Negate the play whose chance this is; its cost stays paid (rots.disrupt.costs-stay-paid)."""
    mine = frame.scene.numbers.get("play", 0)
    for position in range(len(run.frames) - 1, -1, -1):
        below = run.frames[position]
        if isinstance(below, PlayFrame) and below.id != mine:
            if below.kind not in said.of:
                run.non_event("disrupting it", "crf.disrupt.target-as-stated", f"it is a play of kind {below.kind}")
                return
            run.frames[position] = _replace(below, disrupted=frame.scene.source or "a disrupt")
            fact = f.Disrupted(play=below.id, rule="rots.disrupt.negates", cause=frame.scene.source)
            run.happen(fact)
            if not run.applies(fact.rule):
                run.frames[position] = below
            return


def pay(run: Run, seat: str, cost: w.Cost, scene: Scene, x: int = 0) -> bool:
    """Pay a cost as one event. Returns False if a replacement kept it from being fulfilled
    (crf.costs.replacement-unfulfilled).
    """
    table: Table = run.table
    facts: list[Any] = []
    force = cost.force + (x if cost.x else 0)
    if force:
        facts.append(f.ForcePaid(seat=seat, amount=force, rule="rots.force.pay-force", cause=scene.source))
    points = cost.points + (x if cost.x_points else 0)
    if points:
        facts.append(
            f.BuildPointsSpent(seat=seat, amount=points, rule="rots.costs.other-payments-alike", cause=scene.source)
        )
    if cost.tap:
        facts.append(f.Tapped(stacks=(scene.stack,), rule="rots.costs.tap-definition", cause=scene.source))
    if cost.discard is not None:
        facts.extend(
            f.StackDiscarded(stack=number, rule="rots.costs.definition", cause=scene.source)
            for number in scene.bound.get("cost", ()) or select(table, cost.discard, scene)[:1]
        )
    if cost.tap_others is not None:
        facts.append(f.Tapped(stacks=scene.bound.get("cost", ()), rule="rots.costs.definition", cause=scene.source))
    held = len(run.frames)
    run.happen(*facts)
    return len(run.frames) == held


INSTRUCTIONS: dict[type, Any] = {
    w.Draw: _draw,
    w.GainForce: _gain_force,
    w.LoseForce: _lose_force,
    w.GainPoints: _gain_points,
    w.DiscardCards: _discard_cards,
    w.Disrupt: _disrupt,
}

STEPS: dict[str, Any] = {"cards chosen": _cards_chosen}
