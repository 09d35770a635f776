"""Playing: activated abilities and Battle cards - may it be played now, its cost, its disrupt chance, its effect.

    clauses -> cost paid ("played") -> disrupt chance -> effect, unless disrupted -> card to the discard pile

Sources: rots.chances.battle-cards-only-in-pop, rots.costs.must-be-able-to-pay, rots.disrupt.negates,
crf.activated.once-per-turn-in-arena and its exceptions, crf.costs.battle-mission-played-when-paid.
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.judging import Judging
from adjudicator.kernel.run import Run
from adjudicator.swtcg import facts as f
from adjudicator.swtcg import moment
from adjudicator.swtcg.chances import open_chance
from adjudicator.swtcg.declarations import Activate, PlayCard
from adjudicator.swtcg.effects import doing
from adjudicator.swtcg.effects.abilities import Instance, printed
from adjudicator.swtcg.effects.language import Activated, Cost, Keyword, Manual, Play
from adjudicator.swtcg.frames import PlayFrame, ResolveFrame
from adjudicator.swtcg.playable import Playable, ability_playable, battle_playable, lucky_playable, price
from adjudicator.swtcg.table import Scene, Stack, Table, in_build_zone
from adjudicator.swtcg.targets import check_targets, chosen_in
from adjudicator.swtcg.timing import check_timing, limit_of

_replace = msgspec.structs.replace


def find(table: Table, key: str) -> tuple[Instance, Stack] | None:
    """An instance of an ability by its key, with the stack that has it."""
    head = key.partition(".")[0]
    stack = table.stacks.get(int(head)) if head.isdigit() else None
    if stack is None:
        return None
    for instance in table.index.by_stack.get(stack.id, ()):
        if instance.key == key:
            return instance, stack
    return None


def playable_of(table: Table, key: str) -> Playable | None:
    """What an ability's key offers to play, None if it is no ability that is played."""
    found = find(table, key)
    if found is None:
        return None
    instance, stack = found
    if isinstance(instance.ability, Activated):
        return ability_playable(table, instance, stack)
    if isinstance(instance.ability, Keyword) and instance.ability.name == "lucky":
        return lucky_playable(table, instance, stack)
    return None


def check_activate(judging: Judging, frame: Any) -> None:
    """The clauses of playing an activated ability (or Lucky)."""
    said: Activate = judging.said
    table: Table = judging.table
    playable = playable_of(table, said.ability)
    if not judging.clause(
        "ABILITY_EXISTS",
        "rots.abilities.off-in-build-zone" if _sleeps(table, said.ability) else "rots.activated.glossary-definition",
        playable is not None,
        lambda: (("ability", said.ability),),
    ):
        return
    assert playable is not None
    stack = table.stacks[playable.stack]
    judging.clause(
        "ABILITY_IS_YOURS",
        "crf.control.controls-all-aspects",
        stack.controller == said.seat,
        lambda: (("unit", table.top(stack).title), ("controller", stack.controller)),
    )
    check_timing(judging, playable, frame)
    check_cost(judging, playable, said.x)
    check_targets(judging, playable, said)


def _sleeps(table: Table, key: str) -> bool:
    """Whether the ability is one of a unit whose abilities are off because it is in the build zone."""
    head = key.partition(".")[0]
    stack = table.stacks.get(int(head)) if head.isdigit() else None
    return stack is not None and in_build_zone(stack)


def battle_text(table: Table, card: int) -> Play | Manual | None:
    """What a Battle card does when played; None if the card is not a Battle card."""
    return text_of(table, card, "battle")


def text_of(table: Table, card: int, kind: str) -> Play | Manual | None:
    """What a card of a kind ("battle", "mission") does when played; None if it is not of that kind."""
    face = table.face(card)
    if face is None or kind not in face.types:
        return None
    for ability in printed(face):
        if isinstance(ability, (Play, Manual)):
            return ability
    return Play(do=())


def handle_of(item: Any) -> int:
    """The handle in a sealed item, which is a handle or a pair of handle and face."""
    return int(item[0]) if isinstance(item, (tuple, list)) else int(item)


def check_play_card(judging: Judging, frame: Any) -> None:
    """The clauses of playing a Battle card from hand."""
    said: PlayCard = judging.said
    table: Table = judging.table
    card = handle_of(said.card.items[0])
    judging.clause(
        "CARD_IN_HAND",
        "rots.zones.hand-is-a-zone",
        card in table.zones.get(f"hand:{said.seat}", ()),
        lambda: (("hand", str(len(table.zones.get(f"hand:{said.seat}", ())))),),
    )
    text = battle_text(table, card)
    if not judging.clause(
        "CARD_IS_BATTLE_CARD", "rots.cards.battle-card", text is not None, lambda: (("card", _title(table, card)),)
    ):
        return
    assert text is not None
    playable = battle_playable(table, card, text, said.seat, enhance=said.enhance)
    if not judging.clause(
        "CARD_HAS_ENHANCE", "rots.keywords.enhance", playable is not None, lambda: (("card", _title(table, card)),)
    ):
        return
    assert playable is not None
    check_timing(judging, playable, frame)
    check_cost(judging, playable, said.x)
    check_targets(judging, playable, said)


def _title(table: Table, card: int) -> str:
    face = table.face(card)
    return face.title if face is not None else "unknown card"


def check_cost(judging: Judging, playable: Playable, x: int) -> None:
    """The cost can be paid in full (rots.costs.must-be-able-to-pay)."""
    table: Table = judging.table
    cost = playable.cost
    seat = table.seats[judging.said.seat]
    due = price(table, playable, judging.said.seat, x)
    rule = "rots.costs.battle-card-force-cost" if playable.kind == "battle" else "rots.costs.must-be-able-to-pay"
    judging.clause("FORCE_SUFFICES", rule, due <= seat.force, lambda: (("force", str(seat.force)), ("cost", str(due))))
    points = cost.points + (x if cost.x_points else 0)
    if points:
        judging.clause(
            "BUILD_POINTS_SUFFICE",
            "rots.costs.other-payments-alike",
            points <= seat.points,
            lambda: (("build points", str(seat.points)), ("cost", str(points))),
        )
    if cost.tap:
        judging.clause(
            "SOURCE_UNTAPPED",
            "rots.costs.tap-cost-needs-untapped",
            not table.stacks[playable.stack].tapped,
            lambda: (("unit", playable.name),),
        )
    if not (cost.x or cost.x_points):
        judging.clause("NO_X_WITHOUT_X_COST", "crf.costs.x-effect-unchanged-cost", x == 0)
    else:
        judging.clause("X_NOT_NEGATIVE", "crf.costs.x-effect-unchanged-cost", x >= 0)


# --- carrying it out ------------------------------------------------------------------------


def perform_activate(run: Run) -> None:
    """Pay and play an activated ability."""
    said: Activate = run.said
    table: Table = run.table
    playable = playable_of(table, said.ability)
    assert playable is not None
    moment.said_something(run)
    scene = scene_of(table, playable, said)
    begin(run, playable, scene, said.x, 0)


def perform_play_card(run: Run) -> None:
    """Pay and play a Battle card."""
    said: PlayCard = run.said
    table: Table = run.table
    card = handle_of(said.card.items[0])
    text = battle_text(table, card)
    assert text is not None
    playable = battle_playable(table, card, text, said.seat, enhance=said.enhance)
    assert playable is not None
    moment.said_something(run)
    scene = scene_of(table, playable, said)
    begin(run, playable, scene, said.x, card)


def with_number(scene: Scene, name: str, number: int) -> Scene:
    """The scene with a number bound to a name."""
    return _replace(scene, numbers={**scene.numbers, name: number})


def scene_of(table: Table, playable: Playable, said: Any) -> Scene:
    """What something played is bound to: who, from what, with what was chosen."""
    attack = table.attack
    numbers = {"x": said.x, "mode": said.mode}
    if getattr(said, "enhance", False):
        numbers["enhance"] = 1
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
    number = table.next_id
    scene = _replace(scene, numbers={**scene.numbers, "play": number})
    cost = _replace(playable.cost, force=price(table, playable, scene.controller, x) - (x if playable.cost.x else 0))
    run.push(PlayFrame(id=number, kind=playable.kind, scene=scene, do=playable.do, cost=cost, card=card))
    limit = limit_of(table, playable, scene.packet)
    uses = () if limit is None else (f.UseCounted(key=limit[0], scope=limit[1], rule=limit[2], cause=playable.name),)
    run.happen(*_played(table, playable, scene, number, card), *uses)


def _played(table: Table, playable: Playable, scene: Scene, number: int, card: int) -> tuple[Any, ...]:
    if playable.kind in ("battle", "mission"):
        return (_card_played(table, playable, scene, number, card),)
    if playable.keyword == "lucky":
        return ()
    rule = "crf.activated.played-when-no-cost" if playable.cost == Cost() else "crf.activated.played-when-cost-paid"
    return (f.AbilityPlayed(seat=scene.controller, ability=playable.key, play=number, rule=rule, cause=scene.source),)


def _card_played(
    table: Table, playable: Playable, scene: Scene, number: int, card: int
) -> f.CardPlayed | f.MissionPlayed:
    """A Battle card or Mission is played once its cost is paid, or on being shown if it has none."""
    free = playable.cost == Cost()
    rule = "crf.costs.battle-mission-played-on-reveal" if free else "crf.costs.battle-mission-played-when-paid"
    seat, cause = scene.controller, scene.source
    if playable.kind == "battle":
        return f.CardPlayed(seat=seat, card=card, play=number, rule=rule, cause=cause)
    stack = next(stack.id for stack in table.stacks.values() if card in stack.cards)
    return f.MissionPlayed(seat=seat, stack=stack, card=card, play=number, rule=rule, cause=cause)


def _start(run: Run, frame: PlayFrame) -> None:
    """Pay. A cost that a replacement keeps from being fulfilled leaves no effect and no disrupt chance."""
    x = frame.scene.numbers.get("x", 0)
    run.goto("disrupt")
    if not doing.pay(run, frame.scene.controller, frame.cost, frame.scene, x):
        position = next(i for i in range(len(run.frames) - 1, -1, -1) if isinstance(run.frames[i], PlayFrame))
        run.frames[position] = _replace(run.frames[position], step="over", paid=False)
        run.non_event("disrupt chance", "crf.disrupt.none-if-cost-unfulfilled", "the cost was not fulfilled")


def _disrupt(run: Run, frame: PlayFrame) -> None:
    """The chance to disrupt what was played; Lucky is a static keyword and opens none."""
    if frame.scene.kind == "lucky":
        run.goto("resolve")
        return
    open_chance(run, "disrupt", "rots.disrupt.played-card-pop", played=frame.id, then="resolve")


def _resolve(run: Run, frame: PlayFrame) -> None:
    """The effect takes place unless it has been disrupted."""
    run.goto("over")
    if frame.disrupted:
        run.non_event("the effect", "rots.disrupt.negates", f"disrupted by {frame.disrupted}")
        return
    do = (*frame.do, *_other_half(run, frame))
    if do:
        run.push(ResolveFrame(todo=do, scene=frame.scene))


def _other_half(run: Run, frame: PlayFrame) -> tuple[Any, ...]:
    """Of a card with Enhance only the effect said on playing takes place; the other one only if an audit has it so."""
    face = run.table.face(frame.card) if frame.card else None
    text = next((a for a in printed(face) if isinstance(a, Play)), None) if face is not None else None
    if text is None or text.enhance is None:
        return ()
    if frame.scene.numbers.get("enhance"):
        only = run.non_event("the normal effect", "rots.keywords.enhance-not-both", "Enhance was used")
        return () if only else text.do
    only = run.non_event("the Enhance effect", "rots.keywords.enhance-declare", "it was not said on playing")
    return () if only else text.enhance.do


DONE = {
    "activated": "rots.activated.happens-once-paid",
    "battle": "rots.cards.battle-card-pay-resolve-discard",
    "mission": "rots.mission.do-then-discard",
}
"""By what was played, the rule by which its effect takes place when it does."""

AWAY = {
    "battle": "rots.discard.missions-and-battle-cards-after-use",
    "mission": "rots.mission.completed-to-discard-pile",
}
"""By what was played, the rule that sends the card to the discard pile."""


def _over(run: Run, frame: PlayFrame) -> None:
    """Done; a played card goes to its owner's discard pile."""
    run.pop()
    table: Table = run.table
    over = f.EffectResolved(play=frame.id, rule=DONE.get(frame.kind, DONE["activated"]), cause=frame.scene.source)
    left = tuple(card for card in table.zones.get("playing", ()) if card == frame.card)
    if left:
        owner = table.cards[frame.card].owner
        run.happen(
            over,
            f.CardsMoved(
                source="playing",
                target=f"discard:{owner}",
                cards=left,
                rule=AWAY.get(frame.kind, AWAY["battle"]),
                cause=frame.scene.source,
            ),
        )
        return
    run.happen(over)


STEPS = {PlayFrame: {"start": _start, "disrupt": _disrupt, "resolve": _resolve, "over": _over}}
