"""Instructions to players: draw, gain and lose Force and build points, discard cards."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.doing.lasting import delay
from adjudicator.swtcg.standing.amounts import amount_of
from adjudicator.swtcg.standing.meant import count_rule
from adjudicator.swtcg.standing.overrides import against_effect, forbidden
from adjudicator.swtcg.standing.scenes import AT_WILL, rule_of, seat_of
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames import BuildStepFrame, ChooseFrame, DrawFrame, ResolveFrame
from adjudicator.swtcg.table.table import Scene, Stack, Table
from adjudicator.swtcg.words import language as w

_replace = msgspec.structs.replace


def _draw(run: Run, frame: ResolveFrame, said: w.Draw) -> None:
    run.push(
        DrawFrame(seat=seat_of(run.table, frame.scene, said.who), count=amount_of(run.table, said.amount, frame.scene))
    )


def _gain_rule(table: Table, scene: Scene, amount: object) -> str:
    """What a Pilot is that is counted for it, whose gain it is on a unit that its owner does not control, else that it
    comes once.
    """
    if counted := count_rule(table, amount, scene):
        return counted
    stack: Stack | None = table.stacks.get(scene.stack)
    if stack is not None and scene.controller != table.cards[stack.cards[0]].owner and not scene.rule:
        return table.why.abilities_one_shot_effects
    return scene.rule or table.why.abilities_one_shot_effects_rulebook


def _force_rule(table: Table, scene: Scene, amount: object) -> str:
    """What alters a player's Force, where nothing more special does and the edition has a rule of its own for it."""
    rule, altered = _gain_rule(table, scene, amount), table.why.force_total_altered
    return altered if altered and rule == table.why.abilities_one_shot_effects_rulebook else rule


def _gain_force(run: Run, frame: ResolveFrame, said: w.GainForce) -> None:
    amount = amount_of(run.table, said.amount, frame.scene)
    seat, rule = seat_of(run.table, frame.scene, said.who), _force_rule(run.table, frame.scene, said.amount)
    if amount > 0:
        run.happen(f.ForceGained(seat=seat, amount=amount, rule=rule, cause=frame.scene.source))


def _lose_force(run: Run, frame: ResolveFrame, said: w.LoseForce) -> None:
    """No more than there is (rots.force.lose-more-than-have)."""
    seat = seat_of(run.table, frame.scene, said.who)
    wanted = amount_of(run.table, said.amount, frame.scene)
    amount = min(wanted, run.table.seats[seat].force)
    rule = (
        run.table.why.force_lose_more_than_have if amount < wanted else _force_rule(run.table, frame.scene, said.amount)
    )
    if amount > 0:
        run.happen(f.ForceLost(seat=seat, amount=amount, rule=rule, cause=frame.scene.source))


BUILD_ROLL = "build roll"


def _gain_points(run: Run, frame: ResolveFrame, said: w.GainPoints) -> None:
    """Build points; to be spent at once they open one more build step."""
    amount = amount_of(run.table, said.amount, frame.scene)
    seat = seat_of(run.table, frame.scene, said.who)
    if amount < 0 and run.table.turn.step == BUILD_ROLL:
        # what the roll takes is taken from this turn's points, which it has yet to bring (crf.card.han-solo-c.text)
        later = w.Later(
            when=w.Event(kind="phase starts", at="command"), do=(w.GainPoints(amount=amount, who=said.who),)
        )
        delay(run, frame.scene, later)
        return
    if said.spend:
        run.push(BuildStepFrame(seat=seat, only_build=True))
    run.happen(
        f.BuildPointsGained(
            seat=seat,
            amount=amount,
            rule=count_rule(run.table, said.amount, frame.scene) or rule_of(run.table, frame.scene),
            cause=frame.scene.source,
        )
    )


def _hand_rule(table: Table, said: w.DiscardCards, scene: Scene) -> str:
    """A discard of no named zone is from hand; of a card of some type, of a card that has it."""
    if scene.numbers.get(AT_WILL):
        return table.why.discard_more_at_will
    if said.types == ("character",):
        return table.why.cards_discard_character_needs_type
    if said.types:
        return table.why.cards_unit_cards if "unit" in said.types else table.why.cards_type_line
    return table.why.discard_unspecified_zone_hand


def may_go(table: Table, said: w.DiscardCards, card: int) -> bool:
    """Whether a card is of a type that has to be discarded; a card that nobody knows may be."""
    face = table.face(card)
    if not said.types or face is None:
        return True
    return any(kind in face.types or (kind == "unit" and face.is_unit) for kind in said.types)


def _discard_cards(run: Run, frame: ResolveFrame, said: w.DiscardCards) -> None:
    """Cards without a named zone are discarded from hand (crf.discard.unspecified-zone-hand)."""
    table: Table = run.table
    seat = seat_of(run.table, frame.scene, said.who)
    hand = tuple(card for card in table.zones.get(f"hand:{seat}", ()) if may_go(table, said, card))
    amount = len(hand) if said.whole_hand else max(0, min(len(hand), amount_of(table, said.amount, frame.scene)))
    if not amount:
        return
    run.frames[-1] = _replace(frame, step="cards chosen", todo=(said, *frame.todo))
    what, rule = "cards to discard", _hand_rule(table, said, frame.scene)
    if said.at_random and amount < len(hand):
        run.push(DrawFrame(seat=seat, count=amount, rule=rule, among=hand))
        return
    run.push(ChooseFrame(seat=seat, kind="cards", options=hand, least=amount, most=amount, what=what, rule=rule))


def _cards_chosen(run: Run, frame: ResolveFrame) -> None:
    said = frame.todo[0]
    assert isinstance(said, w.DiscardCards)
    seat = seat_of(run.table, frame.scene, said.who)
    scene = frame.scene
    if AT_WILL in scene.numbers:  # that was the discard which could have been averted
        scene = _replace(scene, numbers={name: each for name, each in scene.numbers.items() if name != AT_WILL})
    run.frames[-1] = _replace(frame, step="start", todo=frame.todo[1:], scene=scene)
    run.happen(
        f.CardsMoved(
            source=f"hand:{seat}",
            target=f"discard:{seat}",
            cards=frame.chosen,
            rule=_hand_rule(run.table, said, frame.scene),
            cause=frame.scene.source,
            by=frame.scene.controller,
        )
    )


def _win(run: Run, frame: ResolveFrame, said: w.Win) -> None:
    """The game is won by a card, unless another one forbids it (rots.cards.cant-beats-can)."""
    seat = seat_of(run.table, frame.scene, said.who)
    barred = forbidden(run.table, "MAY_WIN", None, seat=seat)
    why = run.table.why
    if barred is not None and run.non_event(
        f"{seat} wins", why.winning_cannot_win or against_effect(run.table, barred), f"{barred.source} does not let it"
    ):
        return
    ending = run.table.turn.phase == "end" or run.table.turn.step == "end"
    by_card = why.winning_by_a_card_before_the_check if ending else why.winning_by_a_card
    rule = frame.scene.rule or by_card or rule_of(run.table, frame.scene)
    run.happen(f.GameWon(seat=seat, arenas=(), rule=rule, cause=frame.scene.source))
    run.frames.clear()


INSTRUCTIONS: dict[type, Any] = {
    w.Win: _win,
    w.Draw: _draw,
    w.GainForce: _gain_force,
    w.LoseForce: _lose_force,
    w.GainPoints: _gain_points,
    w.DiscardCards: _discard_cards,
}

STEPS: dict[str, Any] = {"cards chosen": _cards_chosen}
