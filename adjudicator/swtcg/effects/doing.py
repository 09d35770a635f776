"""What single instructions do to the table: each proposes its facts through the door.

Damage and dice open their chances (crf.chances.mid-effect-reroll-prevent); damage counters merely
placed do not (rots.damage.placed-counters-not-damage) and have no source
(crf.counters.placement-no-source). Retreating by an effect neither taps nor asks for an untapped
unit (crf.retreat.by-effect-ignores-tap, crf.retreat.by-effect-no-tap-change).
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg import attack, damage, dice
from adjudicator.swtcg import facts as f
from adjudicator.swtcg.editions import EDITIONS
from adjudicator.swtcg.effects import language as w
from adjudicator.swtcg.effects.amounts import amount_of
from adjudicator.swtcg.effects.selectors import bound, select
from adjudicator.swtcg.frames import ChooseFrame, DrawFrame, PlayFrame, ResolveFrame, RollFrame
from adjudicator.swtcg.table import ARENAS, Delayed, Modifier, Scene, Table, build_zone, opponent

_replace = msgspec.structs.replace
BY_CARD = "rots.cards.card-beats-rule"


def rule_of(scene: Scene) -> str:
    """The deciding citation of what an effect does: the keyword's rule if it is one, else that effects happen."""
    return scene.rule or "crf.abilities.parts-in-order"


def _seat(scene: Scene, who: str) -> str:
    if who == "you":
        return scene.controller
    return opponent(scene.controller) if who == "opponent" else who


# --- damage ---------------------------------------------------------------------------------


def _source(table: Table, said: w.Damage, scene: Scene) -> int:
    found = bound(table, said.by.bound, scene) if said.by.bound else select(table, said.by, scene)
    return found[0] if found else 0


def _damage(run: Run, frame: ResolveFrame, said: w.Damage) -> None:
    """Damage, or dice of damage: all dice first, then one chance to prevent (ruling.damage-to-several-units-at-once)."""
    table: Table = run.table
    scene = frame.scene
    targets = select(table, said.to, scene)
    amount = amount_of(table, said.amount, scene)
    if not targets or amount <= 0:
        return
    if said.dice:
        todo = (said, *frame.todo)
        run.frames[-1] = _replace(frame, step="damage dice", todo=todo, chosen=targets, dice=())
        run.push(
            RollFrame(
                seat=scene.controller,
                purpose="damage",
                count=amount,
                source=_source(table, said, scene),
                target=targets[0],
            )
        )
        return
    _impend(run, said, scene, [(target, amount) for target in targets])


def _damage_dice(run: Run, frame: ResolveFrame) -> None:
    """The dice of one target have fallen; the next target's are rolled, or the damage impends.

    What each target has coming is kept in the scene's numbers until all have been rolled for.
    """
    table: Table = run.table
    said = frame.todo[0]
    assert isinstance(said, w.Damage)
    target, *others = frame.chosen
    hits, rule = dice.damage_hits(table, target, frame.dice)
    numbers = {**frame.scene.numbers, f"dice on {target}": hits}
    scene = _replace(frame.scene, numbers=numbers)
    counted = f.HitsCounted(
        source=_source(table, said, scene), target=target, hits=hits, rule=rule, cause="dice of damage"
    )
    if others:
        count = amount_of(table, said.amount, scene)
        run.frames[-1] = _replace(frame, scene=scene, chosen=tuple(others), dice=())
        source = _source(table, said, scene)
        run.push(RollFrame(seat=scene.controller, purpose="damage", count=count, source=source, target=others[0]))
        run.happen(counted)
        return
    run.frames[-1] = _replace(frame, step="damage rolled", scene=scene, chosen=(), dice=())
    run.happen(counted)


def _damage_rolled(run: Run, frame: ResolveFrame) -> None:
    said = frame.todo[0]
    assert isinstance(said, w.Damage)
    rolled = {k: n for k, n in frame.scene.numbers.items() if k.startswith("dice on ")}
    numbers = {k: n for k, n in frame.scene.numbers.items() if k not in rolled}
    scene = _replace(frame.scene, numbers=numbers)
    run.frames[-1] = _replace(frame, step="start", todo=frame.todo[1:], scene=scene)
    _impend(run, said, scene, [(int(k.removeprefix("dice on ")), n) for k, n in rolled.items()])


def _impend(run: Run, said: w.Damage, scene: Scene, targets: list[tuple[int, int]]) -> None:
    source = _source(run.table, said, scene)
    damage.impend(
        run,
        targets,
        source=source,
        by=scene.controller,
        preventable=said.preventable,
        name=scene.source,
        rule=_damage_rule(scene),
    )


def _damage_rule(scene: Scene) -> str:
    if scene.kind == "deflect":
        return "rots.keywords.deflect-damage-equals-prevented"
    if scene.kind == "retaliate":
        return "rots.keywords.retaliate-when-attack-ends"
    return "rots.damage.definition"


def _place(run: Run, frame: ResolveFrame, said: w.PlaceDamage) -> None:
    amount = amount_of(run.table, said.amount, frame.scene)
    placed = tuple(
        f.DamageCountersPlaced(
            stack=number, amount=amount, rule="rots.damage.placed-counters-not-damage", cause=frame.scene.source
        )
        for number in select(run.table, said.on, frame.scene)
    )
    if amount > 0:
        run.happen(*placed)


def _remove(run: Run, frame: ResolveFrame, said: w.RemoveDamage) -> None:
    table: Table = run.table
    removed = []
    for number in select(table, said.of, frame.scene):
        there = table.stacks[number].damage
        amount = there if said.amount is None else min(there, amount_of(table, said.amount, frame.scene))
        if amount:
            removed.append(
                f.DamageCountersRemoved(
                    stack=number, amount=amount, rule=rule_of(frame.scene), cause=frame.scene.source
                )
            )
    run.happen(*removed)


PREVENT_RULES = {"evade": "rots.keywords.evade", "deflect": "rots.keywords.deflect"}


def _prevent(run: Run, frame: ResolveFrame, said: w.Prevent) -> None:
    """Prevent the damage the effect was played for; the amount prevented is bound for what follows."""
    table: Table = run.table
    scene = frame.scene
    packet = scene.packet or scene.numbers.get("packet", 0)
    amount = None if said.amount is None else amount_of(table, said.amount, scene)
    rule = PREVENT_RULES.get(scene.kind, "rots.damage.prevent-definition")
    less = damage.prevent(run, packet, amount, rule, scene.source)
    numbers = {**scene.numbers, said.into: less}
    run.frames[-1] = _replace(run.frames[-1], scene=_replace(scene, numbers=numbers))


# --- dice -----------------------------------------------------------------------------------


def _reroll(run: Run, frame: ResolveFrame, said: w.Reroll) -> None:
    """Roll the chosen dice again; the positions were named when it was played, or are asked for now."""
    position = dice.roll_at_work(run.frames)
    if position < 0:
        return
    roll: RollFrame = run.frames[position]
    chosen = frame.scene.bound.get("dice")
    if chosen is None:
        most = (
            len(roll.dice) if said.most is None else min(len(roll.dice), amount_of(run.table, said.most, frame.scene))
        )
        run.frames[-1] = _replace(frame, step="reroll chosen", todo=(said, *frame.todo))
        options = tuple(range(len(roll.dice)))
        run.push(
            ChooseFrame(
                seat=frame.scene.controller, kind="options", options=options, least=0, most=most, what="dice to reroll"
            )
        )
        return
    if not chosen:
        return
    run.frames[-1] = _replace(frame, step="rerolled", dice=())
    run.push(RollFrame(seat=roll.seat, purpose="reroll", count=len(chosen), source=roll.source, target=roll.target))


def _reroll_chosen(run: Run, frame: ResolveFrame) -> None:
    scene = _replace(frame.scene, bound={**frame.scene.bound, "dice": frame.chosen})
    run.frames[-1] = _replace(frame, step="start", scene=scene)


def _rerolled(run: Run, frame: ResolveFrame) -> None:
    """The new results replace the old ones entirely (rots.dice.reroll-definition)."""
    position = dice.roll_at_work(run.frames)
    roll: RollFrame = run.frames[position]
    chosen = frame.scene.bound["dice"]
    results = list(roll.dice)
    for place, die in zip(chosen, frame.dice, strict=True):
        results[place] = die
    scene = _replace(frame.scene, bound={k: v for k, v in frame.scene.bound.items() if k != "dice"})
    run.frames[-1] = _replace(frame, step="start", scene=scene)
    rule = frame.scene.rule or "rots.dice.reroll-definition"
    if run.applies(rule):
        run.frames[position] = _replace(roll, dice=tuple(results))
    run.happen(
        f.DiceRerolled(
            seat=frame.scene.controller, positions=chosen, dice=tuple(results), rule=rule, cause=frame.scene.source
        )
    )


def _roll_dice(run: Run, frame: ResolveFrame, said: w.RollDice) -> None:
    run.frames[-1] = _replace(frame, step="dice rolled", todo=(said, *frame.todo), dice=())
    count = amount_of(run.table, said.amount, frame.scene)
    run.push(RollFrame(seat=_seat(frame.scene, said.who), purpose="effect", count=count, source=frame.scene.stack))


def _dice_rolled(run: Run, frame: ResolveFrame) -> None:
    said = frame.todo[0]
    assert isinstance(said, w.RollDice)
    number = sum(1 for die in frame.dice if die >= said.at_least) if said.at_least > 1 else sum(frame.dice)
    scene = _replace(frame.scene, numbers={**frame.scene.numbers, said.into: number})
    run.frames[-1] = _replace(frame, step="start", todo=frame.todo[1:], scene=scene, dice=())


# --- lasting changes ------------------------------------------------------------------------


def _reached(said: Any) -> w.Those | None:
    for field in ("of", "to", "who"):
        those = getattr(said, field, None)
        if isinstance(those, w.Those):
            return those
    return None


def _lasting(run: Run, frame: ResolveFrame, said: Any) -> None:
    """Begin a lasting change. What it reaches is settled now: these stacks, or all that fit "each of ..."."""
    table: Table = run.table
    scene = frame.scene
    those = _reached(said)
    on = select(table, those, scene) if those is not None else None
    if on == ():
        return
    until = EDITIONS[table.edition].stun_until.value if said.until == "stun" else said.until
    amount = amount_of(table, said.amount, scene) if isinstance(said, w.Modify) else 0
    now = table.attack
    if until in ("attack", "attack ends") and not scene.attack and now is not None:
        scene = _replace(scene, attack=now.id)
    rule = EDITIONS[table.edition].stun_until.rule if said.until == "stun" else _until_rule(until, scene)
    modifier = Modifier(table.next_id, said, scene, until, on, amount, rule)
    run.happen(f.ModifierBegan(modifier=modifier, rule=rule, cause=scene.source))


def _until_rule(until: str, scene: Scene) -> str:
    if until == "attack":
        return "rots.chances.for-this-attack"
    if until == "battle":
        return "crf.battle.until-end-of-battle"
    return rule_of(scene) if until == "permanent" else "rots.chances.until-end-of-turn-duration"


def _instead(run: Run, frame: ResolveFrame, said: w.Instead) -> None:
    table: Table = run.table
    modifier = Modifier(table.next_id, said, frame.scene, said.until, None, 0, BY_CARD)
    run.happen(f.ModifierBegan(modifier=modifier, rule=BY_CARD, cause=frame.scene.source))


def delay(run: Run, scene: Scene, said: w.Later) -> None:
    """Begin a delayed effect. Names are bound now, by value: "that unit" is the one meant now, for its stay in
    play only (rots.cards.own-name-self-reference, crf.abilities.effects-lost-on-leaving-play).
    """
    table: Table = run.table
    attack = table.attack
    held = dict(scene.bound)
    if attack is not None:
        held.setdefault("attacker", (attack.attacker,))
        held.setdefault("defender", (attack.defender,))
        if not scene.attack:
            scene = _replace(scene, attack=attack.id)
    do = said.do
    if scene.kind == "retaliate":
        do = tuple(_fixed(table, part, scene) for part in do)
    scene = _replace(scene, bound=held)
    rule = "rots.keywords.retaliate-when-attack-ends" if scene.kind == "retaliate" else rule_of(scene)
    if scene.kind == "bounty":
        rule = "rots.keywords.bounty"
    delayed = Delayed(table.next_id, said.when, do, scene, said.until, said.repeats, rule)
    run.happen(f.DelayedBegan(delayed=delayed, rule=rule, cause=scene.source))


def _fixed(table: Table, part: Any, scene: Scene) -> Any:
    """A Retaliate's values are those of its activation (crf.keywords.retaliate-values-at-activation)."""
    if isinstance(part, w.Damage) and not isinstance(part.amount, int):
        return _replace(part, amount=amount_of(table, part.amount, scene))
    return part


# --- things on the table --------------------------------------------------------------------


def _retreat(run: Run, frame: ResolveFrame, said: w.Retreat) -> None:
    table: Table = run.table
    moved = tuple(
        f.StackMoved(
            stack=number,
            zone=build_zone(table.stacks[number].controller),
            how="retreat",
            rule="crf.retreat.by-effect-no-tap-change",
            cause=frame.scene.source,
        )
        for number in select(table, said.what, frame.scene)
        if table.stacks[number].zone in ARENAS
    )
    run.happen(*moved)


def _move(run: Run, frame: ResolveFrame, said: w.MoveTo) -> None:
    table: Table = run.table
    scene = frame.scene
    facts: list[Any] = []
    for number in select(table, said.what, scene):
        stack = table.stacks[number]
        if said.to in ("hand", "out", "deck top", "deck bottom"):
            facts.extend(leaving(table, number, said.to, rule_of(scene), scene.source))
        elif said.to == "build":
            facts.append(
                f.StackMoved(
                    stack=number,
                    zone=build_zone(stack.controller),
                    how="effect",
                    rule=rule_of(scene),
                    cause=scene.source,
                )
            )
        else:
            facts.append(
                f.StackMoved(stack=number, zone=said.to, how="effect", rule=rule_of(scene), cause=scene.source)
            )
    run.happen(*facts)


def leaving(table: Table, number: int, to: str, rule: str, cause: str) -> list[Any]:
    """The facts by which a stack leaves the table for hand, deck or out of the game: its Pilots go with it,
    its Equipment too (rots.pilots.unit-moved-pilot-follows, ruling.equipment-when-its-unit-returns-to-hand).
    """
    return [
        *(
            f.StackLeft(stack=other.id, to=to, rule="rots.pilots.unit-moved-pilot-follows", cause=cause)
            for other in table.attached(number)
        ),
        f.StackLeft(stack=number, to=to, rule=rule, cause=cause),
    ]


def _discard(run: Run, frame: ResolveFrame, said: w.Discard) -> None:
    run.happen(
        *(
            f.StackDiscarded(stack=number, rule=rule_of(frame.scene), cause=frame.scene.source)
            for number in select(run.table, said.what, frame.scene)
        )
    )


def _tap(run: Run, frame: ResolveFrame, said: w.Tap) -> None:
    found = tuple(n for n in select(run.table, said.what, frame.scene) if not run.table.stacks[n].tapped)
    if found:
        run.happen(f.Tapped(stacks=found, rule=rule_of(frame.scene), cause=frame.scene.source))


def _untap(run: Run, frame: ResolveFrame, said: w.Untap) -> None:
    found = tuple(n for n in select(run.table, said.what, frame.scene) if run.table.stacks[n].tapped)
    if found:
        run.happen(f.Untapped(stacks=found, rule=rule_of(frame.scene), cause=frame.scene.source))


def _add_counters(run: Run, frame: ResolveFrame, said: w.AddCounters) -> None:
    amount = amount_of(run.table, said.amount, frame.scene)
    run.happen(
        *(
            f.BuildCountersAdded(stack=n, amount=amount, rule=rule_of(frame.scene), cause=frame.scene.source)
            for n in bound(run.table, said.on.bound, frame.scene)
            if n in run.table.stacks
        )
    )


def _take_control(run: Run, frame: ResolveFrame, said: w.TakeControl) -> None:
    """Control is computed from the changes in force; the standing check hands things over."""
    _lasting(run, frame, said)


def _redirect(run: Run, frame: ResolveFrame, said: w.Redirect) -> None:
    """The attack goes to another unit, if the attacker can attack it; the cost is spent either way."""
    table: Table = run.table
    now = table.attack
    found = select(table, said.to, frame.scene)
    if now is None or not found:
        return
    attacker, target = table.stacks.get(now.attacker), table.stacks[found[0]]
    if attacker is None or not attack.can_attack(table, attacker, target, now.mode):
        run.non_event(
            "change of the defending unit", "rots.keywords.intercept-illegal-interceptor", "it can't be attacked"
        )
        return
    run.happen(
        f.DefenderChanged(attack=now.id, defender=target.id, rule="rots.keywords.intercept", cause=frame.scene.source)
    )


# --- players --------------------------------------------------------------------------------


def _draw(run: Run, frame: ResolveFrame, said: w.Draw) -> None:
    run.push(DrawFrame(seat=_seat(frame.scene, said.who), count=amount_of(run.table, said.amount, frame.scene)))


def _gain_force(run: Run, frame: ResolveFrame, said: w.GainForce) -> None:
    amount = amount_of(run.table, said.amount, frame.scene)
    if amount > 0:
        run.happen(
            f.ForceGained(
                seat=_seat(frame.scene, said.who), amount=amount, rule=rule_of(frame.scene), cause=frame.scene.source
            )
        )


def _lose_force(run: Run, frame: ResolveFrame, said: w.LoseForce) -> None:
    """No more than there is (rots.force.lose-more-than-you-have)."""
    seat = _seat(frame.scene, said.who)
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
            seat=_seat(frame.scene, said.who), amount=amount, rule=rule_of(frame.scene), cause=frame.scene.source
        )
    )


def _discard_cards(run: Run, frame: ResolveFrame, said: w.DiscardCards) -> None:
    """Cards without a named zone are discarded from hand (crf.discard.unspecified-zone-hand)."""
    table: Table = run.table
    seat = _seat(frame.scene, said.who)
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
    seat = _seat(frame.scene, said.who)
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


def _attack_with(run: Run, frame: ResolveFrame, said: w.AttackWith) -> None:
    """An attack of its own, by an effect."""
    from adjudicator.swtcg.frames import AttackFrame  # noqa: PLC0415 - only this instruction needs it

    table: Table = run.table
    units, on = select(table, said.unit, frame.scene), select(table, said.on, frame.scene)
    if not units or not on:
        return
    unit, target = table.stacks[units[0]], table.stacks[on[0]]
    if not attack.can_attack(table, unit, target):
        run.non_event("attack", "rots.attack.have-it-attack", "the unit can't attack it")
        return
    number = table.next_id
    run.push(AttackFrame(attack=number))
    run.happen(
        f.AttackDeclared(
            attack=number,
            attacker=unit.id,
            defender=target.id,
            arena=unit.zone,
            rule="rots.attack.have-it-attack",
            cause=frame.scene.source,
        ),
        f.Tapped(stacks=(unit.id,), rule="rots.attack.tap-shows-attacked", cause="attack"),
    )


INSTRUCTIONS: dict[type, Any] = {
    w.Damage: _damage,
    w.PlaceDamage: _place,
    w.RemoveDamage: _remove,
    w.Prevent: _prevent,
    w.Reroll: _reroll,
    w.RollDice: _roll_dice,
    w.Modify: _lasting,
    w.Grant: _lasting,
    w.Silence: _lasting,
    w.Allow: _lasting,
    w.Oblige: _lasting,
    w.Tax: _lasting,
    w.Instead: _instead,
    w.Retreat: _retreat,
    w.MoveTo: _move,
    w.Discard: _discard,
    w.DiscardCards: _discard_cards,
    w.Tap: _tap,
    w.Untap: _untap,
    w.AddCounters: _add_counters,
    w.TakeControl: _take_control,
    w.Redirect: _redirect,
    w.AttackWith: _attack_with,
    w.Draw: _draw,
    w.GainForce: _gain_force,
    w.LoseForce: _lose_force,
    w.GainPoints: _gain_points,
    w.Disrupt: _disrupt,
}

STEPS = {
    "damage dice": _damage_dice,
    "damage rolled": _damage_rolled,
    "reroll chosen": _reroll_chosen,
    "rerolled": _rerolled,
    "dice rolled": _dice_rolled,
    "cards chosen": _cards_chosen,
}
