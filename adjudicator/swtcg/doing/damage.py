"""Instructions of damage: do it, prevent it. Both open their chances (crf.chances.mid-effect-reroll-prevent)."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.doing.impending import impend, prevent
from adjudicator.swtcg.standing import keyword_rules
from adjudicator.swtcg.standing.abilities import with_key
from adjudicator.swtcg.standing.amounts import amount_of
from adjudicator.swtcg.standing.binding import bound
from adjudicator.swtcg.standing.hits import damage_hits
from adjudicator.swtcg.standing.scenes import rule_of
from adjudicator.swtcg.standing.selectors import select
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.frames import ChooseFrame, DamageFrame, ResolveFrame, RollFrame
from adjudicator.swtcg.table.table import PILOT, Scene, Table
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.kinds import UP_TO

_replace = msgspec.structs.replace
THOUGH_DESTROYED = "crf.keywords.retaliate-even-if-destroyed", "gr.keywords.retaliate-though-destroyed"
"""Retaliate of a unit that is gone by then."""


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
        run.non_event("Retaliate", table.why.keywords_retaliate, "the attacker is not in its arena")
    if said.into:
        counted = w.DamageDone(into=said.into, source=_source(table, said, scene), since=len(table.happened))
        run.frames[-1] = frame = _replace(frame, todo=(counted, *frame.todo))
    if not targets or amount <= 0:
        return
    targets = _past_pilots(run, said.to, targets)
    if not said.dice:
        impend_on(run, said, scene, [(target, amount) for target in targets])
        return
    run.frames[-1] = _replace(frame, step="damage ordered", todo=(said, *frame.todo), chosen=targets, dice=())
    if table.strict and len(targets) > 1:
        many = len(targets)
        what, rule = "the order of the rolls", rule_of(table, scene)
        seat = scene.controller
        run.push(
            ChooseFrame(
                seat=seat, kind="stacks", options=targets, least=many, most=many, what=what, rule=rule, ordered=True
            )
        )


def _damage_done(run: Run, frame: ResolveFrame, said: w.DamageDone) -> None:
    """What of it was not prevented, as counters that were put there (rots.damage.definition)."""
    since = run.table.happened[said.since :]
    done = sum(int(d.split()[1]) for word, by, d in since if word == "did damage" and by == said.source)
    scene = _replace(frame.scene, numbers={**frame.scene.numbers, said.into: done})
    run.frames[-1] = _replace(frame, scene=scene)


def _past_pilots(run: Run, those: w.Those, targets: tuple[int, ...]) -> tuple[int, ...]:
    """Whom damage to each unit reaches: not the Pilots on them (rots.pilots.unit-effects-skip-pilots)."""
    table: Table = run.table
    if those.what != "unit" or those.types or those.bound:
        return targets
    spared = tuple(pilot.id for unit in targets for pilot in table.attached(unit, PILOT))
    rule = table.why.pilots_unit_effects_skip_pilots_rulebook
    if not spared or run.non_event("damage to a Pilot", rule, "it is done to units"):
        return targets
    return (*targets, *spared)


def _damage_ordered(run: Run, frame: ResolveFrame) -> None:
    """Whoever's effect it is has said for which of several the dice are rolled first, else it is the table's order
    (crf.card.asteroid-field.controller-orders-units, crf.card.hoth-icefields.controller-orders-rolls).
    """
    said, scene = frame.todo[0], frame.scene
    assert isinstance(said, w.Damage)
    run.frames[-1] = _replace(frame, step="damage dice")
    run.push(_roll_against(run.table, said, scene, frame.chosen[0]))


def _roll_against(table: Table, said: w.Damage, scene: Scene, target: int) -> RollFrame:
    """The roll for one target of dice of damage."""
    count, source = amount_of(table, said.amount, scene), _source(table, said, scene)
    rule = _retaliate_rule(table, scene, count) if scene.kind == "retaliate" else ""
    return RollFrame(seat=scene.controller, purpose="damage", count=count, source=source, target=target, rule=rule)


def _retaliate_rule(table: Table, scene: Scene, count: int) -> str:
    """What has so many dice of a Retaliate rolled where one could doubt it: its unit is gone by now, or the values that
    it was activated with are other ones; else empty.
    """
    if scene.stack not in table.stacks:
        return cite(table, *THOUGH_DESTROYED, PENDING_RULES["retaliate"])
    own = getattr(with_key(table, scene.key), "ability", None)
    strikes = [
        part for later in getattr(own, "do", ()) for part in getattr(later, "do", ()) if isinstance(part, w.Damage)
    ]
    changed = any(amount_of(table, strike.amount, scene) != count for strike in strikes)
    return table.why.keywords_retaliate_values_at_activation if changed else ""


def _damage_dice(run: Run, frame: ResolveFrame) -> None:
    """The dice of one target have fallen; the next target's are rolled, or the damage impends.

    What each target has coming is kept in the scene's numbers until all have been rolled for.
    """
    table: Table = run.table
    said = frame.todo[0]
    assert isinstance(said, w.Damage)
    target, *others = frame.chosen
    hits, rule = damage_hits(table, _source(table, said, frame.scene), target, frame.dice, frame.scene.kind)
    numbers = {**frame.scene.numbers, f"dice on {target}": hits}
    scene = _replace(frame.scene, numbers=numbers)
    counted = f.HitsCounted(
        source=_source(table, said, scene), target=target, hits=hits, rule=rule, cause="dice of damage"
    )
    if others:
        run.frames[-1] = _replace(frame, scene=scene, chosen=tuple(others), dice=())
        run.push(_roll_against(table, said, scene, others[0]))
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
    impend_on(run, said, scene, [(int(k.removeprefix("dice on ")), n) for k, n in rolled.items()])


def impend_on(run: Run, said: w.Damage, scene: Scene, targets: list[tuple[int, int]]) -> None:
    """So much damage to each of these is about to be done, with one chance for all."""
    source = _source(run.table, said, scene)
    impend(
        run,
        targets,
        source=source,
        by=scene.controller,
        preventable=said.preventable,
        not_by=said.not_by,
        only_by=tuple(select(run.table, said.only_by, scene)) if said.only_by is not None else None,
        name=scene.source,
        way=scene.kind if scene.kind in PENDING_RULES else "effect",
        rule=_pending_rule(run.table, scene, [target for target, _ in targets], source),
    )


def _pending_rule(table: Table, scene: Scene, targets: list[int], source: int) -> str:
    """The rule by which an effect's damage is about to be done: of a Deflect on whom, of Retaliate that it is done even
    if its unit is gone by then.
    """
    if scene.kind == "deflect" and targets == [scene.stack]:
        return table.why.keywords_deflect_onto_itself
    named = table.why.damage_source_named if source else ""
    rule = PENDING_RULES.get(scene.kind, named or table.why.damage_definition)
    gone = scene.kind == "retaliate" and scene.stack not in table.stacks
    return cite(table, *THOUGH_DESTROYED, rule) if gone else rule


PENDING_RULES = {
    "deflect": "rots.keywords.deflect-damage-equals-prevented",
    "retaliate": "rots.keywords.retaliate-when-attack-ends",
}
"""By keyword, the rule by which its damage is about to be done; any other effect just does damage."""


PREVENT_RULES = {"evade": "rots.keywords.evade", "deflect": "rots.keywords.deflect"}


def _prevent(run: Run, frame: ResolveFrame, said: w.Prevent) -> None:
    """Prevent the damage the effect was played for; the amount prevented is bound for what follows."""
    table: Table = run.table
    scene = frame.scene
    packet = scene.packet or scene.numbers.get("packet", 0)
    packets = (packet,) if said.by is None else _done_by(run, select(table, said.by, scene))
    amount = None if said.amount is None else amount_of(table, said.amount, scene)
    if said.all_but:
        amount = max(0, sum(each.amount for each in run.pending if each.id == packet) - said.all_but)
    amount = _as_chosen(table, scene, amount)
    own = PREVENT_RULES.get(scene.kind) or keyword_rules.defined(table, scene.kind)
    rule = own or table.why.damage_prevent_definition
    if scene.kind == "protect" and scene.stack not in table.stacks:
        rule = table.why.keywords_protect_leaves_as_cost or rule
    less = sum(prevent(run, each, amount, rule, scene) for each in packets)
    numbers = {**scene.numbers, said.into: less}
    run.frames[-1] = _replace(run.frames[-1], scene=_replace(scene, numbers=numbers))


def _as_chosen(table: Table, scene: Scene, amount: int | None) -> int | None:
    """What a keyword prevents, or less if its player has said how much (idc.keywords.evade-choose-amount)."""
    wanted = scene.numbers.get("x", 0)
    if amount is None or not wanted or scene.kind not in UP_TO or not table.edition.prevention_chosen.value:
        return amount
    return min(amount, wanted)


def _done_by(run: Run, sources: tuple[int, ...]) -> tuple[int, ...]:
    """The damages that these are about to do, of those whose chance has come."""
    frame = next((each for each in reversed(run.frames) if isinstance(each, DamageFrame)), None)
    due = () if frame is None else frame.packets
    return tuple(each.id for each in run.pending if each.id in due and each.source in sources)


INSTRUCTIONS: dict[type, Any] = {
    w.Damage: _damage,
    w.DamageDone: _damage_done,
    w.Prevent: _prevent,
}

STEPS: dict[str, Any] = {
    "damage ordered": _damage_ordered, "damage dice": _damage_dice, "damage rolled": _damage_rolled,
}  # fmt: skip
