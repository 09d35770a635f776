"""Playing: activated abilities, Battle cards, Missions - the clauses, the cost, the disrupt chance, the effect.

    clauses -> played -> cost -> disrupt chance -> effect, unless disrupted -> card to the discard pile

Sources: rots.chances.battle-cards-only-in-pop, rots.costs.must-be-able-to-pay, rots.disrupt.negates,
crf.costs.battle-mission-played-when-paid, crf.costs.replacement-unfulfilled, rots.disrupt.costs-stay-paid. When
and how often is in `timing` and `limits`, what is chosen in `targets`, what is disrupted in `disrupts`.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from adjudicator.kernel.judging import Judging
from adjudicator.kernel.run import Run
from adjudicator.swtcg.chapters.battle import instead, unseen
from adjudicator.swtcg.chapters.playing import manual, played
from adjudicator.swtcg.chapters.playing.ability_clauses import BY_A_PILOT, check_ability, counts_a_pilot, playable_of
from adjudicator.swtcg.chapters.playing.asked import chosen_in, scene_for
from adjudicator.swtcg.chapters.playing.card_texts import card_playable, lying_rule
from adjudicator.swtcg.chapters.playing.chances import open_chance
from adjudicator.swtcg.chapters.playing.disrupts import check_disrupt, negated_by
from adjudicator.swtcg.chapters.playing.enhance import check_enhance, other_half
from adjudicator.swtcg.chapters.playing.limits import TAPPED, Limit, limit_of
from adjudicator.swtcg.chapters.playing.playable import Playable, as_chosen, none_rule, price, taxes_without_force
from adjudicator.swtcg.chapters.playing.prices import X_UNCHANGED, check_cost, force_rule
from adjudicator.swtcg.chapters.playing.targets import check_targets, only_arena_missing
from adjudicator.swtcg.chapters.playing.timing import check_timing
from adjudicator.swtcg.chapters.playing.untriggered import let_go
from adjudicator.swtcg.standing import durations, moment, naming, roll_stages
from adjudicator.swtcg.standing.aside import meditating, playable_elsewhere, with_meditate_text
from adjudicator.swtcg.standing.card_kinds import built_as
from adjudicator.swtcg.standing.overrides import forbidden
from adjudicator.swtcg.standing.paying import CARD_NAMES, card_options, counted_force, milled, paid_with, pay
from adjudicator.swtcg.standing.scenes import as_it_works
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.declarations import Activate, PlayCard
from adjudicator.swtcg.table.fold_things import UNPAID
from adjudicator.swtcg.table.frames import ChooseFrame, DrawFrame, PlayFrame, ResolveFrame
from adjudicator.swtcg.table.table import BUILDING, Scene, Table
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.kinds import ANY_TIME
from adjudicator.swtcg.words.language import FREE, ZERO_FORCE, Cost

_replace = msgspec.structs.replace


# --- clauses --------------------------------------------------------------------------------


def check_activate(judging: Judging, frame: Any) -> None:
    """The clauses of playing an activated ability (or Lucky)."""
    said: Activate = judging.said
    playable = check_ability(judging, said.ability)
    if playable is not None:
        _check(judging, playable, said, frame)


def _check(judging: Judging, playable: Playable, said: Any, frame: Any) -> None:
    """What is asked of everything that is played: time, target of a disrupt, cost, choices."""
    chosen = as_chosen(playable, said.mode)
    if only_arena_missing(judging, chosen, said):
        return
    check_timing(judging, chosen, frame)
    check_disrupt(judging, chosen, frame)
    check_cost(judging, chosen, said.x)
    check_targets(judging, chosen, said)
    if judging.worth_telling(BY_A_PILOT) and counts_a_pilot(judging.table, chosen, scene_for(chosen, said)):
        judging.permit(BY_A_PILOT, lambda: judging.table.why.pilots_name_and_subtypes_valid)


def check_play_card(judging: Judging, frame: Any) -> None:
    """The clauses of playing a Battle card from hand, or what another card does from where it lies."""
    said: PlayCard = judging.said
    table: Table = judging.table
    card, key = naming.the_card(said.card)
    face = naming.face_said(table, card, key)
    hand = table.zones.get(f"hand:{said.seat}", ())
    at_hand = None if card in table.concealed else card in hand or card in playable_elsewhere(table, said.seat)
    judging.clause("CARD_IN_HAND", lambda: _zone_rule(table, card), at_hand, lambda: (("hand", str(len(hand))),))
    of_battle = face is not None and "battle" in face.types
    title = lambda: (("card", face.title if face is not None else "unknown card"),)
    playable = card_playable(table, card, said.seat, enhance=said.enhance, face=face)
    if playable is not None and not of_battle:
        judging.permit("WORKS_WHERE_IT_LIES", lambda: lying_rule(table, playable, card, face))
        _check(judging, playable, said, frame)
        return
    known = None if face is None and at_hand is not False else of_battle
    rule = _type_rule(judging, face, known=known)
    if card in hand and face is not None and with_meditate_text(face):
        rule = table.why.keywords_meditate_only_from_discard_pile or rule
    if not judging.clause("CARD_IS_BATTLE_CARD", rule, known, title) or not of_battle:
        judging.leave_off()
        return
    if said.enhance and not check_enhance(judging, face, playable, title):
        return
    assert playable is not None
    _check_bans(judging, playable)
    manual.check_restrictions(judging, face)
    _check(judging, playable, said, frame)


def _type_rule(judging: Judging, face: Face | None, *, known: bool | None) -> str:
    """Battle cards are played from hand; every other card has to be built before it does anything, as its type says."""
    if face is None or known is not False:
        return "rots.cards.battle-card-pay-resolve-discard"
    own = built_as(judging.table, face)
    if own:
        judging.would_be_legal("build it first")
    return own or "rots.build.required-for-effect"


def _zone_rule(table: Table, card: int) -> str:
    """A card is played from hand; one that is out of the game is not even in a zone of play. The effects of one in a
    discard pile, or of a known one in a deck, are off there.
    """
    why = table.why
    pile = next((re.split("[ :]", zone)[0] for zone, cards in table.zones.items() if card in cards), "")
    if pile == "out":
        return why.zones_out_of_game
    known = pile == "discard" or (pile == "deck" and table.face(card) is not None)
    off = {"discard": why.zones_discard_pile_effects_off, "deck": why.zones_deck_effects_off}
    return (off[pile] if known else "") or why.zones_hand_is_a_zone


def _check_bans(judging: Judging, playable: Playable) -> None:
    """Effects may forbid Battle cards; what forbids abilities does not reach them."""
    judging.clause("CARD_MAY_BE_PLAYED", judging.table.why.cards_card_beats_rule, ok=True)
    if not judging.worth_telling("BAN_IS_ON_ABILITIES"):
        return
    if playable.cost != FREE and forbidden(judging.table, "ABILITY_MAY_BE_PLAYED", None, seat=judging.said.seat):
        judging.permit("BAN_IS_ON_ABILITIES", judging.table.why.activated_battle_card_arrow_not_ability_rulebook)


# --- carrying it out ------------------------------------------------------------------------


def perform_activate(run: Run) -> None:
    """Pay and play an activated ability."""
    said: Activate = run.said
    table: Table = run.table
    playable = playable_of(table, said.ability)
    if playable is None:
        return
    moment.said_something(run, anytime=playable.only == ANY_TIME)
    unit = table.stacks.get(playable.stack)
    if unit is not None and unit.role == BUILDING and not unit.shown:
        run.happen(f.CardsRevealed(cards=unit.cards, rule=table.why.cards_card_beats_rule, cause=playable.name))
    scene = as_it_works(table, scene_of(table, playable, said))
    begin(run, as_chosen(playable, said.mode), scene, said.x, 0)


def perform_play_card(run: Run) -> None:
    """Pay and play a Battle card; one that nobody knew is shown by it."""
    said: PlayCard = run.said
    table: Table = run.table
    card, _ = naming.the_card(said.card)
    run.happen(*naming.bound(table, said.seat, said.card, table.why.information_hands_private))
    playable = card_playable(table, card, said.seat, enhance=said.enhance)
    if playable is None:
        return
    moment.said_something(run, anytime=playable.only == ANY_TIME)
    numbers = {played.MEDITATED: 1} if card in meditating(table, said.seat) else {}
    if playable.kind not in played.AWAY:
        run.happen(f.CardsRevealed(cards=(card,), rule=table.why.cards_card_beats_rule, cause=playable.name))
    scene = scene_of(table, playable, said, **numbers)
    if playable.kind not in played.AWAY:
        card = 0  # it stays where it lies until its own effect moves it
    begin(run, as_chosen(playable, said.mode), scene, said.x, card)


def scene_of(table: Table, playable: Playable, said: Any, **bound: int) -> Scene:
    """What something played is bound to: who, from what, with what was chosen, the number of the play, and others."""
    attack = table.attack
    numbers = {"x": said.x, "mode": said.mode}
    if getattr(said, "enhance", False):
        numbers["enhance"] = 1
    numbers.update(bound, play=table.next_id)
    dice = getattr(said, "dice", ())
    found = chosen_in(playable, said)
    if dice:
        found["dice"] = dice
    return Scene(
        controller=said.seat,
        source=playable.name,
        stack=playable.stack,
        card=playable.card,
        key=playable.key,
        kind=playable.keyword,
        bound=found,
        numbers=numbers,
        arena=said.arena,
        attack=attack.id if attack is not None else 0,
        packet=getattr(said, "packet", 0),
        rule=playable.rule,
    )


def begin(run: Run, playable: Playable, scene: Scene, x: int, card: int) -> None:
    """Push the play; its first step pays the cost."""
    table: Table = run.table
    roll_stages.played(run, playable.do, playable.keyword)
    number = scene.numbers["play"]
    counted = counted_force(table, playable.cost, scene)
    due = price(table, playable, scene.controller, x, counted) - (x if playable.cost.x else 0)
    if playable.cost.x and due != playable.cost.force + counted:
        scene = _replace(scene, rule=scene.rule or cite(table, X_UNCHANGED, ""))
    frame = PlayFrame(
        step="pay" if playable.cost.plain else "start",
        id=number,
        kind=playable.kind,
        scene=scene,
        do=playable.do,
        cost=_as_due(playable.cost, due),
        card=card,
        limit=limit_of(table, playable, scene.packet),
        force_rule=force_rule(table, playable, scene.controller, x, run.said),
    )
    run.push(frame)
    for entry in taxes_without_force(table, playable, scene.controller):
        what = f"a change of its cost by {entry.scene.source}"
        run.non_event(what, none_rule(table, playable), "it has no Force cost")
    run.happen(*_played(table, playable, scene, number, card))
    if playable.kind == "battle" and table.modifiers:
        durations.end_at_card(run, scene.controller)


def _as_due(cost: Cost, due: int) -> Cost:
    """A cost with the Force that it comes to; what was counted for it is in that, but for what a card shown tells."""
    counts = cost.amount is not None and cost.show is None
    if due == cost.force and not counts:
        return cost
    return _replace(cost, force=due, amount=None if counts else cost.amount)


def _played(table: Table, playable: Playable, scene: Scene, number: int, card: int) -> tuple[Any, ...]:
    """A card or ability is played once its cost is paid, or on being shown or announced if it has none."""
    why = table.why
    free, seat, cause = playable.cost in (FREE, ZERO_FORCE), scene.controller, scene.source
    if playable.kind in ("battle", "mission"):
        how = why.costs_battle_mission_played_on_reveal if free else why.costs_battle_mission_played_when_paid
        done = why.cards_battle_card_pay_resolve_discard
        own = why.mission_completed_as_built if free and playable.kind == "mission" else ""
        rule = playable.rule or own or how or (why.mission_complete_and_discard if playable.kind == "mission" else done)
        if playable.kind == "battle":
            return (f.CardPlayed(seat=seat, card=card, play=number, rule=rule, cause=cause),)
        stack = next((stack.id for stack in table.stacks.values() if card in stack.cards), 0)
        return (f.MissionPlayed(seat=seat, stack=stack, card=card, play=number, rule=rule, cause=cause),)
    if playable.keyword == "lucky":
        return ()
    how = why.activated_played_when_no_cost if free else why.activated_played_when_cost_paid
    rule = how or why.activated_arrow_identifies_rulebook
    if free and playable.keyword == "retaliate" and not how:
        rule = why.reading_retaliate_printed_bare
    return (f.AbilityPlayed(seat=seat, ability=playable.key, play=number, rule=rule, cause=cause),)


def _start(run: Run, frame: PlayFrame) -> None:
    """Choose the cards for the cost, one part of it after the other, and find out what lies on top of the deck.

    A plain cost needs none of it.
    """
    scene, seat = frame.scene, frame.scene.controller
    for part, name in CARD_NAMES.items():
        options, count = card_options(run.table, seat, frame.cost, scene, part)
        if count and name not in scene.bound:
            scene = _replace(scene, bound={**scene.bound, name: ()})
            run.goto("pay", scene=scene, chosen=())
            rule = run.table.why.costs_definition
            asked = ChooseFrame(
                seat=seat, kind="cards", options=options, least=count, most=count, what="cost", rule=rule
            )
            run.push(asked)
            return
    for whose, number in milled(run.table, seat, frame.cost):
        known = len(run.table.zones.get(f"deck top:{whose}", ()))
        if number > known and run.table.zones.get(f"deck:{whose}", ()):
            run.push(DrawFrame(seat=whose, count=number - known, top=True), then="start")
            return
    run.goto("pay")


def _pay(run: Run, frame: PlayFrame) -> None:
    """Pay, as one event; what has just been chosen for a part of the cost is bound, and the next part looked at."""
    scene = frame.scene
    if frame.chosen:
        waiting = next((name for name in CARD_NAMES.values() if scene.bound.get(name) == ()), "")
        if waiting:
            run.goto("start", scene=_replace(scene, bound={**scene.bound, waiting: frame.chosen}), chosen=())
            return
    run.goto("paid", scene=paid_with(run.table, frame.cost, scene))
    pay(run, scene.controller, frame.cost, scene, scene.numbers.get("x", 0), rule=frame.force_rule)


def _paid(run: Run, frame: PlayFrame) -> None:
    """A cost that a replacement kept from being fulfilled leaves no effect and no disrupt chance, but a use."""
    cause, key = frame.scene.source, frame.scene.key
    run.goto("disrupt" if frame.paid else "over")
    if not frame.paid:
        _note_unpaid(run, frame)
        return
    uses = [] if frame.limit is None else [_use(frame.limit, cause)]
    if frame.kind == "activated":
        if frame.cost.tap:
            rule = run.table.why.activated_tap_abilities_once_per_turn
            uses.append(f.UseCounted(key=key + TAPPED, scope="turn", rule=rule, cause=cause))
        uses.extend(instead.uses_of_attacking(run, frame))
    run.happen(*uses)


def _note_unpaid(run: Run, frame: PlayFrame) -> None:
    """The cost was not fulfilled: no effect, nothing to disrupt, but it has been played."""
    table: Table = run.table
    cause, key = frame.scene.source, frame.scene.key
    unfulfilled = _unfulfilled(table, frame)
    run.non_event("the effect", unfulfilled, "the cost was not fulfilled")
    none = table.why.disrupt_none_if_cost_unfulfilled
    run.non_event("a disrupt chance", none, "the cost was not fulfilled")
    mine = frame.id
    let_go(run, [t for t in run.pool if t.chance == "disrupt" and t.scene.numbers.get("play") == mine])
    rule = table.why.costs_unfulfilled_still_played
    keys, scope = [key + UNPAID], "turn"
    if frame.kind == "activated" and frame.limit is not None:
        keys, scope = [frame.limit[0], key + UNPAID], frame.limit[1]
    run.happen(*(f.UseCounted(key=each, scope=scope, rule=rule, cause=cause) for each in keys))


def _unfulfilled(table: Table, frame: PlayFrame) -> str:
    """Why a cost is not fulfilled: what was to be discarded for it is still in play, or has gone elsewhere."""
    why, stack = table.why, table.stacks
    paid = frame.scene.bound.get("discarded", ()) or frame.scene.bound.get("cost discard", ())
    if frame.cost.discard is None:
        return why.costs_replacement_unfulfilled
    there = (frame.cost.discard.bound == "this" and frame.scene.stack in stack) or any(each in stack for each in paid)
    special = why.costs_saved_card_leaves_unpaid if there else why.costs_discard_must_reach_pile
    return special or why.costs_replacement_unfulfilled


def _use(limit: Limit, cause: str) -> f.UseCounted:
    key, scope, rule = limit
    return f.UseCounted(key=key, scope=scope, rule=rule, cause=cause)


def _disrupt(run: Run, frame: PlayFrame) -> None:
    """The chance to disrupt what was played; what is static, like Lucky, opens none."""
    if frame.scene.kind == "lucky" or frame.kind == "static":
        run.goto("resolve")
        return
    open_chance(run, "disrupt", run.table.why.disrupt_played_card_pop, played=frame.id, then="resolve")


def _resolve(run: Run, frame: PlayFrame) -> None:
    """The effect takes place unless it has been disrupted."""
    run.goto("over")
    if frame.disrupted:
        run.non_event("the effect", negated_by(run.table, frame), f"disrupted by {frame.disrupted}")
        return
    do = (*frame.do, *other_half(run, frame))
    if do and not unseen.promised(run, frame, do):
        run.push(ResolveFrame(todo=do, scene=frame.scene))


STEPS = {
    PlayFrame: {
        "start": _start,
        "pay": _pay,
        "paid": _paid,
        "disrupt": _disrupt,
        "resolve": _resolve,
        "over": played.over,
    }
}
