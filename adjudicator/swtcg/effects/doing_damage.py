"""Instructions of damage: do it, place or remove its counters, prevent it.

Damage and dice of damage open their chances (crf.chances.mid-effect-reroll-prevent); counters merely placed
do not (rots.damage.placed-counters-not-damage) and have no source (crf.counters.placement-no-source).
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg import facts as f
from adjudicator.swtcg.battle import damage, dice
from adjudicator.swtcg.citing import cite
from adjudicator.swtcg.effects import language as w
from adjudicator.swtcg.effects.amounts import amount_of
from adjudicator.swtcg.effects.scenes import rule_of
from adjudicator.swtcg.effects.selectors import bound, select
from adjudicator.swtcg.frames import ResolveFrame, RollFrame
from adjudicator.swtcg.table import Scene, Table

_replace = msgspec.structs.replace


def _source(table: Table, said: w.Damage, scene: Scene) -> int:
    found = bound(table, said.by.bound, scene) if said.by.bound else select(table, said.by, scene)
    return found[0] if found else 0


def _damage(run: Run, frame: ResolveFrame, said: w.Damage) -> None:
    """Damage, or dice of damage: all dice first, then one chance for all (ruling.damage-to-several-units-at-once)."""
    table: Table = run.table
    scene = frame.scene
    targets = select(table, said.to, scene)
    amount = amount_of(table, said.amount, scene)
    if not targets and scene.kind == "retaliate":
        run.non_event("Retaliate", "rots.keywords.retaliate", "the attacker is not in its arena")
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
    hits, rule = dice.damage_hits(table, _source(table, said, frame.scene), target, frame.dice, frame.scene.kind)
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
        way=scene.kind if scene.kind in PENDING_RULES else "effect",
        rule=PENDING_RULES.get(scene.kind, "rots.damage.definition"),
    )


PENDING_RULES = {
    "deflect": "rots.keywords.deflect-damage-equals-prevented",
    "retaliate": "rots.keywords.retaliate-when-attack-ends",
}
"""By keyword, the rule by which its damage is about to be done; any other effect just does damage."""


def _place(run: Run, frame: ResolveFrame, said: w.PlaceDamage) -> None:
    """Counters that are put on a unit are no damage, and nobody's unless the text says whose."""
    amount = amount_of(run.table, said.amount, frame.scene)
    source = 0
    mine = frame.scene.stack
    if mine and run.table.listening:
        why = "its text names no source"
        rule = cite(run.table, NO_SOURCE, "rots.damage.placed-counters-not-damage")
        source = 0 if run.non_event("a source of the damage counters", rule, why) else mine
    placed = tuple(
        f.DamageCountersPlaced(
            stack=number,
            amount=amount,
            source=source,
            rule="rots.damage.placed-counters-not-damage",
            cause=frame.scene.source,
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
                    stack=number, amount=amount, rule=rule_of(table, frame.scene), cause=frame.scene.source
                )
            )
    run.happen(*removed)


NO_SOURCE = "crf.counters.placement-no-source"
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


INSTRUCTIONS: dict[type, Any] = {
    w.Damage: _damage,
    w.PlaceDamage: _place,
    w.RemoveDamage: _remove,
    w.Prevent: _prevent,
}

STEPS: dict[str, Any] = {"damage dice": _damage_dice, "damage rolled": _damage_rolled}
