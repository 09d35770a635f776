"""Damage that is about to be done, and its prevention.

Sources: rots.damage.new-damage-waits, rots.damage.prevent-definition. Damage that arises while other damage may be
prevented waits until that chance is over and then has its own.
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.doing import chance_rules
from adjudicator.swtcg.standing import keyword_rules
from adjudicator.swtcg.standing.moment import PENDING
from adjudicator.swtcg.standing.overrides import forbidden, verdict_on
from adjudicator.swtcg.standing.values import damage_done, extra_damage
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames import DamageFrame
from adjudicator.swtcg.table.table import (
    Packet,
    Scene,
    Table,
)

_replace = msgspec.structs.replace


def impend(
    run: Run,
    targets: list[tuple[int, int]],
    *,
    source: int = 0,
    by: str = "",
    attack: int = 0,
    preventable: bool = True,
    name: str = "",
    way: str = "effect",
    not_by: tuple[str, ...] = (),
    only_by: tuple[int, ...] | None = None,
    step: str = "",
    rule: str,
) -> None:
    """Damage is about to be done to each target (stack, amount): one chance to prevent all of it.

    Propose it as the last thing of a step; the procedure at work goes on when the damage is done. With a `step` it is
    one whose chance has been held, and this is how it goes on.
    """
    table: Table = run.table
    first = table.next_id
    doer = table.stacks.get(source)
    times, more = (damage_done(table, doer), extra_damage(table, doer)) if doer is not None else (1, 0)
    how = source, by, attack, preventable, name, way, 0, not_by, only_by
    packets = [
        Packet(first + offset, target, amount * times + more, *how)
        for offset, (target, amount) in enumerate(targets)
        if amount > 0
    ]
    if not packets or not run.applies(rule):
        return
    waits = False
    if not (way == "deflect" and _joins(run, tuple(packet.id for packet in packets))):
        numbers = tuple(packet.id for packet in packets)
        frame = DamageFrame(step=step or first_step(table), packets=numbers, closed=numbers if step else ())
        waits = _queue(run, frame, packets, way)
    run.pending.extend(packets)
    if waits and way != "deflect":
        run.non_event(
            "a chance to prevent it at once", table.why.damage_new_damage_waits, "damage is being prevented now"
        )
    run.happen(*(f.DamagePending(packet=packet, rule=rule, cause=name) for packet in packets))


def first_step(table: Table) -> str:
    """The step with which damage that is about to be done begins: the first part of that step of an attack."""
    parts = table.edition.attack.row("damage").parts
    return parts[0].name if parts else "start"


def before_damage(table: Table, fact: Any) -> str:
    """Where the edition has a chance before prevention, the one in which what triggers on damage that is about to be
    done acts (idc.phrase.would-be-damaged.pending-damage-pop); empty of other events. Damage that joins other damage
    while that is being prevented has none of its own before.
    """
    if not isinstance(fact, f.DamagePending) or first_step(table) != PENDING:
        return ""
    if fact.packet.way == "deflect":
        return "prevention"
    return PENDING if table.suppressed != table.why.triggers_before_damage else ""


def _joins(run: Run, packets: tuple[int, ...]) -> bool:
    """Where the edition has it so, damage that was deflected is prevented in the chance that is open, and placed with
    the rest (idc.keywords.deflect-damage-applied-last).
    """
    point = run.table.edition.deflect_joins
    at_work = next((i for i in range(len(run.frames) - 1, -1, -1) if isinstance(run.frames[i], DamageFrame)), -1)
    if not point.value or at_work < 0 or not run.applies(point.rule):
        return False
    frame = run.frames[at_work]
    run.frames[at_work] = _replace(frame, packets=(*frame.packets, *packets))
    return True


def _queue(run: Run, frame: DamageFrame, packets: list[Packet], way: str) -> bool:
    """On top, unless damage is being prevented right now: then behind that, and behind what already waits."""
    rule = {
        "attack": run.table.why.chances_prevent_after_roll,
        "deflect": run.table.why.keywords_deflect_new_chance,
    }.get(way, run.table.why.chances_damage_pop)
    frame = _replace(frame, rule=chance_rules.damage_chance_rule(run, packets, rule) if way == "effect" else rule)
    at_work = next((i for i in range(len(run.frames) - 1, -1, -1) if isinstance(run.frames[i], DamageFrame)), -1)
    if at_work < 0 or not run.applies(run.table.why.damage_new_damage_waits):
        run.frames.append(frame)
        return False
    while at_work > 0 and isinstance(run.frames[at_work - 1], DamageFrame):
        at_work -= 1
    run.frames.insert(at_work, frame)
    return True


WASTED = "more prevention of damage to #"
"""How it is called that more could have been prevented, before the number of what the damage would be done to."""

PREVENTION = "prevention"
"""How it is called that no damage can be prevented which could have been."""


def unpreventable(table: Table, packet: Packet, keyword: str = "", by: int = 0) -> bool:
    """Whether a damage can't be prevented, or not by a keyword or thing: by what does it, or by an effect on either."""
    if by and by == packet.target and _prevents_all_same(table, by):
        return False
    if not packet.preventable or (keyword and keyword in packet.not_by):
        return True
    if packet.only_by is not None and by not in packet.only_by:
        return True
    if by and forbidden(table, "DAMAGE_PREVENTABLE_BY", by, packet.source) is not None:
        return True
    return _kept_from_prevention(table, packet, keyword)


def not_against(table: Table, packet: Packet, keyword: str) -> bool:
    """Whether a keyword, and just that, can't be used to prevent a damage."""
    if keyword in packet.not_by:
        return True
    return _kept_from_prevention(table, packet, keyword) and not _kept_from_prevention(table, packet, "")


def _kept_from_prevention(table: Table, packet: Packet, keyword: str) -> bool:
    """Whether an effect on what does a damage, or on what it is done to, keeps it from being prevented."""
    to_it = forbidden(table, "DAMAGE_TO_IT_PREVENTABLE", packet.target, keyword=keyword)
    by_it = forbidden(table, "DAMAGE_PREVENTABLE", packet.source, packet.target, keyword=keyword)
    return to_it is not None or by_it is not None


def _prevents_all_same(table: Table, unit: int) -> bool:
    """Whether a unit may prevent damage to itself that can't be prevented (idc.keywords.fortitude-definition)."""
    said = verdict_on(table, "PREVENTS_ALL_SAME", unit)
    return said is not None and said[0]


def _in_vain(table: Table, packet: Packet, scene: Scene) -> str:
    """Why damage can't be prevented, for who has tried."""
    why = table.why
    other = why.keywords_fortitude_self_only if scene.stack != packet.target else ""
    if other and _prevents_all_same(table, scene.stack):
        return other
    if scene.kind == "parry" and why.keywords_parry_not_unpreventable:
        return why.keywords_parry_not_unpreventable
    by_it = forbidden(table, "DAMAGE_PREVENTABLE", packet.source, packet.target, keyword=scene.kind)
    if by_it is not None and by_it.rule == keyword_rules.defined(table, "ferocity"):
        return by_it.rule if packet.way == "attack" else why.keywords_ferocity_covers_all_its_damage
    by_some = why.damage_preventer_must_be if packet.only_by is not None else ""
    return by_some or why.chances_unpreventable_damage_still_opens_chance_consolidated_2


def _though_unpreventable(table: Table, packet: Packet, scene: Scene) -> str:
    """The rule by which a unit prevents damage to itself that nobody else could prevent; empty of other damage."""
    why, unit = table.why, scene.stack
    if not unit or unit != packet.target or not keyword_rules.defined(table, "fortitude"):
        return ""
    if not _prevents_all_same(table, unit) or not unpreventable(table, packet, scene.kind):
        return ""
    if scene.kind == "parry":
        return why.reading_parry_with_fortitude
    if packet.preventable:
        return why.keywords_ferocity_loses_to_fortitude
    plain = scene.kind == "evade"
    return keyword_rules.defined(table, "fortitude") if plain else why.keywords_fortitude_by_any_prevention


def prevent(run: Run, packet: int, amount: int | None, rule: str, scene: Scene) -> int:
    """Prevent up to an amount of one pending damage by what the scene is of; what is too much is wasted. Returns how
    much it was.
    """
    for position, pending in enumerate(run.pending):
        if pending.id == packet:
            if unpreventable(run.table, pending, scene.kind, scene.stack):
                run.non_event(PREVENTION, _in_vain(run.table, pending, scene), "it can't be prevented")
                return 0
            rule = _though_unpreventable(run.table, pending, scene) or rule
            if amount is not None and amount > pending.amount:
                wasted = run.table.why.damage_excess_prevention_wasted
                if not run.non_event(f"{WASTED}{pending.target}", wasted, "there is no more damage pending"):
                    heals = f.DamageCountersRemoved(stack=pending.target, amount=amount - pending.amount, rule=rule)
                    run.happen(heals)
            less: int = pending.amount if amount is None else min(amount, pending.amount)
            if less <= 0 or not run.applies(rule):
                return 0
            run.pending[position] = _replace(pending, amount=pending.amount - less, prevented=pending.prevented + less)
            what = {"packet": packet, "target": pending.target, "amount": less, "by": scene.controller}
            run.happen(f.DamagePrevented(**what, rule=rule, cause=scene.source))
            return less
    return 0


def counters_of(packet: Packet, rule: str) -> f.DamageCountersPlaced:
    """The counters that a damage brings."""
    return f.DamageCountersPlaced(
        stack=packet.target,
        amount=packet.amount,
        source=packet.source,
        packet=packet.id,
        attack=packet.attack,
        way=packet.way,
        rule=rule,
        cause="damage",
    )
