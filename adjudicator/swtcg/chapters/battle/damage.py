"""Damage: pending, the chance to prevent it, counters, and the discard of what has too many.

Sources: rots.chances.damage-pop, rots.damage.new-damage-waits, rots.damage.placed-counters-not-damage,
rots.discard.damage-at-least-health, ruling.damage-to-several-units-at-once. Damage that arises while
other damage may be prevented waits until that chance is over and then has its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.chapters.battle import not_set_off
from adjudicator.swtcg.chapters.playing.chances import hold_chance_of, open_chance
from adjudicator.swtcg.doing.impending import counters_of
from adjudicator.swtcg.doing.replacement import is_replaced
from adjudicator.swtcg.standing import stunning
from adjudicator.swtcg.standing.moment import DISCARDED, LETHAL, PENDING
from adjudicator.swtcg.standing.scenes import REPLACING
from adjudicator.swtcg.standing.traits import keywords_of, spells_out
from adjudicator.swtcg.standing.values import health, unchanged, unknown
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames import DamageFrame, LethalFrame, ResolveFrame
from adjudicator.swtcg.table.grounds import Grounds
from adjudicator.swtcg.table.table import (
    BUILDING,
    EQUIPMENT,
    LOCATION,
    PILOT,
    Packet,
    Stack,
    Table,
    in_build_zone,
)

_replace = msgspec.structs.replace


def _pending(run: Run, frame: DamageFrame) -> None:
    """Where the edition has one, a chance for what changes the damage, before any of it is prevented.

    Damage that is no attack's goes the same way (idc.chances.damage-sequence-applies-always).
    """
    attack = run.table.edition.attack
    row = attack.part(frame.step)
    of_attack = any(packet.way == "attack" for packet in run.pending if packet.id in frame.packets)
    rule = row.chance if of_attack else run.table.why.chances_damage_sequence
    open_chance(run, PENDING, rule or row.chance, then=attack.after(frame.step))


def _start(run: Run, frame: DamageFrame) -> None:
    open_chance(run, "prevention", frame.rule or run.table.why.chances_prevent_after_roll, then="place")


def _prevention(run: Run, frame: DamageFrame) -> None:
    attack = run.table.edition.attack
    amid = frame.rule == run.table.why.chances_mid_effect_reroll_prevent and frame.rule
    open_chance(run, "prevention", amid or attack.part(frame.step).chance, then=attack.after(frame.step))


def _place(run: Run, frame: DamageFrame) -> None:
    """One counter for each damage that was not prevented, all at once."""
    table: Table = run.table
    due = [p for p in run.pending if p.id in frame.packets]
    run.pending[:] = [p for p in run.pending if p.id not in frame.packets]
    run.pop()
    placed = []
    for packet in due:
        if packet.target not in table.stacks:
            run.non_event(damage_to(packet.target), table.why.damage_definition, "the unit is gone")
        elif packet.amount <= 0:
            _all_prevented(run, packet)
        else:
            _no_stun(run, packet)
            placed.append(_counters(table, packet))
            if _doubled(table, packet):
                placed.append(_once_more(table, packet))
    run.happen(*placed)
    for counters in placed:
        _no_bounty_yet(run, counters)
        not_set_off.by_no_unit(run, counters, due)


def _no_bounty_yet(run: Run, counters: f.DamageCountersPlaced) -> None:
    """A unit that survives the damage of one with Bounty earns it nothing, whatever discards it later."""
    table: Table = run.table
    hit = table.stacks.get(counters.stack)
    if hit is None or hit.id == counters.source or not spells_out(table, counters.source, "bounty"):
        return
    if hit.damage < health(table, hit):
        run.non_event("Bounty", table.why.reading_cause_of_the_discard_for_bounty, "the unit survives this damage")


def _counters(table: Table, packet: Packet) -> f.DamageCountersPlaced:
    """The counters of one damage, with the rule that says most about them."""
    attacked = packet.way == "attack"
    at_once = table.why.counters_once_prevention_is_over
    if attacked and in_build_zone(table.stacks[packet.target]):
        rule = table.why.damage_retreat_does_not_prevent
    elif packet.way == "deflect" and table.edition.deflect_joins.value:
        rule = table.edition.deflect_joins.rule
    elif at_once and not packet.prevented and not_set_off.foreseen(table):
        rule = at_once
    elif attacked:
        rule = table.why.counters_unprevented_damage if packet.prevented else table.why.attack_step_10_place_counters
    else:
        rule = table.why.counters_unprevented_damage
    return counters_of(packet, rule)


def _doubled(table: Table, packet: Packet) -> bool:
    """Whether it is done to the defending unit by one with Double Damage (idc.keywords.double-damage-definition)."""
    attack = table.attack
    defends = attack is not None and packet.way == "attack" and packet.target == attack.defender
    return defends and bool(keywords_of(table, packet.source, "double damage"))


def _once_more(table: Table, packet: Packet) -> f.DamageCountersPlaced:
    """As many counters more as damage was not prevented; they are placed, and no damage themselves."""
    return f.DamageCountersPlaced(
        stack=packet.target,
        amount=packet.amount,
        source=packet.source,
        rule=table.why.of_keyword("double damage"),
        cause="Double Damage",
    )


STUN_OF = "Stun of #"
"""How a Stun that is turned down is called, before the number of the unit that it would have been of."""


def damage_to(unit: int) -> str:
    """How damage is called that comes to nothing."""
    return f"damage to #{unit}"


def _all_prevented(run: Run, packet: Packet) -> None:
    prevented = (each for each in run.facts if isinstance(each, f.DamagePrevented) and each.packet == packet.id)
    rule = next((each.rule for each in prevented), run.table.why.damage_prevent_definition)
    run.non_event(damage_to(packet.target), rule, "all of it was prevented")
    not_set_off.by_hits_prevented(run, packet)
    _no_stun(run, packet)
    if (none := run.table.why.keywords_surge_needs_counters) and spells_out(run.table, packet.target, "surge"):
        run.non_event(f"Surge of #{packet.target}", none, "no damage counter is placed")


def _no_stun(run: Run, packet: Packet) -> None:
    """Note why damage of a unit with Stun, or in its attack, stuns nobody."""
    rule, why = stunning.turned_down(run.table, packet)
    if rule:
        run.non_event(f"{STUN_OF}{packet.target}", rule, why)


# --- standing checks ------------------------------------------------------------------------


def lethal(table: Table) -> list[Stack]:
    """What has at least as many damage counters as health: units in arenas or build zone, and Pilots."""
    cards = table.cards
    hurt = [
        each
        for each in table.stacks.values()
        if each.damage and each.role not in (BUILDING, EQUIPMENT, LOCATION) and cards[each.cards[0]].face
    ]
    if not hurt:
        return hurt
    return [each for each in hurt if each.damage >= health(table, each) and not unknown(table, each, "health")]


HARMLESS = frozenset((
    f.TurnBegan, f.TurnEnded, f.PhaseBegan, f.PhaseEnded, f.StepBegan, f.StepEnded, f.SetupFinished,
    f.AttackDeclared, f.AttackDeclined, f.AttackEnded, f.Tapped, f.Untapped, f.DeckShuffled, f.MulliganTaken,
    f.CardsDrawn, f.CardPlayed, f.MissionPlayed, f.AbilityPlayed, f.UseCounted, f.ForceGained, f.ForcePaid, f.CardBuilt,
    f.BuildPointsGained, f.BuildPointsSpent, f.BuildPointsLapsed, f.BuildCountersAdded,
))  # fmt: skip
"""The kinds of facts by which nothing dies, unless an effect makes healths depend on them."""


def discard_dead(run: Run) -> bool:
    """Discard all that has lethal damage, at once (rots.discard.damage-at-least-health)."""
    table: Table = run.table
    fresh = run.facts[run.settled :]
    if fresh and HARMLESS.issuperset(map(type, fresh)) and unchanged(table, "health"):
        return False
    dead = lethal(table)
    if dead and (saved := _being_saved(run)):
        dead = [stack for stack in dead if stack.id not in saved]
    dead = [stack for stack in (*dead, *_idle(run, fresh)) if not _has_its_chance(run, stack.id)]
    _note_pilots(run, dead)
    if not dead:
        return False
    if table.edition.attack.has("lethal") and (hit := [stack.id for stack in dead if _just_hit(fresh, stack.id)]):
        run.push(LethalFrame(units=tuple(hit), by=tuple(_last_damage(run, each) for each in hit)))
        return True
    before = len(run.facts)
    run.happen(*_discards(run, dead, {stack.id: _last_damage(run, stack.id) for stack in dead}))
    return len(run.facts) > before or (len(run.frames) > 0 and run.dirty)


def _idle(run: Run, fresh: list[Any]) -> list[Stack]:
    """What counters have just come on to no effect, as its health is unknown; noted, and none unless an audit asks."""
    rule = run.table.why.damage_counters_idle
    hit = (run.table.stacks.get(fact.stack) for fact in fresh if isinstance(fact, f.DamageCountersPlaced))
    idle = [stack for stack in hit if stack is not None and unknown(run.table, stack, "health")]
    return [each for each in idle if not run.non_event(f"discard of #{each.id}", rule, "its health is not known")]


def _has_its_chance(run: Run, number: int) -> bool:
    """Whether it is still asked whether something is done about the counters on a thing."""
    return any(isinstance(at, LethalFrame) and at.step != "discarded" and number in at.units for at in run.frames)


def _just_hit(fresh: list[Any], number: int) -> bool:
    return any(isinstance(fact, f.DamageCountersPlaced) and fact.stack == number for fact in fresh)


def _lethal(run: Run, frame: LethalFrame) -> None:
    """The chance before things with lethal damage are discarded; "damaged" triggers come before it.

    Counters that an effect has placed go the same way (idc.chances.counter-placement-sequence).
    """
    if not frame.units:
        run.pop()
        return
    if _saved_first(run, frame):
        return
    attack = run.table.edition.attack
    row = attack.part(frame.step)
    rule = row.chance if any(frame.by) else run.table.why.chances_counter_placement
    open_chance(run, LETHAL, rule or row.chance, then=attack.after(frame.step))


def _saved_first(run: Run, frame: LethalFrame) -> bool:
    """What happens in place of a discard comes before anybody plays something about it."""
    table: Table = run.table
    rule = table.why.discard_replaced_first
    if not rule or not table.index.replacements:
        return False
    by = dict(zip(frame.units, frame.by, strict=True))
    dead = [stack for stack in lethal(table) if stack.id in by]
    saved = [stack for stack in dead if is_replaced(table, f.StackDiscarded(stack=stack.id, rule="", cause="damage"))]
    titles = ", ".join(table.title(stack.id) for stack in saved)
    what = f"a chance to save {titles}"
    if not saved or not run.non_event(what, rule, "something else happens in place of the discard"):
        return False
    left = tuple(unit for unit in frame.units if unit not in {stack.id for stack in saved})
    run.goto("lethal", units=left, by=tuple(by[unit] for unit in left))
    run.happen(*_discards(run, saved, by))
    return True


def _discard(run: Run, frame: LethalFrame) -> None:
    """What still has too many counters is discarded."""
    dead = [stack for stack in lethal(run.table) if stack.id in frame.units]
    if not dead:
        run.pop()
        return
    run.goto(run.table.edition.attack.after(frame.step))
    run.happen(*_discards(run, dead, dict(zip(frame.units, frame.by, strict=True))))


def _discarded(run: Run, frame: LethalFrame) -> None:
    """A chance for what is played upon the discard, after all that triggers on it."""
    row = run.table.edition.attack.part(frame.step)
    hold_chance_of(run, row, then="over", kind=DISCARDED)


def _over(run: Run, frame: LethalFrame) -> None:
    run.pop()


def _discards(run: Run, dead: list[Stack], by: Mapping[int, int]) -> list[f.StackDiscarded]:
    """The facts by which things are discarded, with who did each the damage last."""
    table: Table = run.table
    why = table.why
    doomed = []
    for stack in dead:
        source = by[stack.id]
        own = _pilots_rule(table, stack)
        rule = own if stack.role == PILOT else why.discard_damage_at_least_health
        if table.attack is not None and stack.id == table.attack.defender and not in_build_zone(stack):
            rule = why.attack_step_11_discard
        rule = _unhealed(run, stack.id) or rule
        if table.taken_from(stack):
            run.non_event(f"{stack.controller}'s discard pile", why.zones_global_zone_rule, "it is its owner's card")
        if len(stack.cards) > 1:
            run.non_event("the cards beneath stay", why.stacking_single_unit, "the stack is one unit")
        had = {"damage": stack.damage, "health": health(table, stack)}
        doomed.append(f.StackDiscarded(stack=stack.id, rule=rule, by=source, cause="damage", **had))
    return doomed


def _pilots_rule(table: Table, pilot: Stack) -> str:
    """Why a Pilot on a unit is discarded; of as many counters as his health the general rulings say that he stays."""
    more = pilot.damage > health(table, pilot)
    return table.why.pilots_own_damage if more else table.why.pilots_own_damage_equal_to_health


def _being_saved(run: Run) -> set[int]:
    """What something is happening to in place of a discard, which is all to have happened before it is looked at."""
    at_work = [frame for frame in run.frames if isinstance(frame, ResolveFrame) and frame.todo]
    return {
        number for frame in at_work if REPLACING in frame.scene.numbers for number in frame.scene.bound.get("it", ())
    }


def _unhealed(run: Run, stack: int) -> str:
    """The rule if counters became too many because another card is on top: they stay as they were."""
    for fact in reversed(run.facts):
        if isinstance(fact, f.DamageCountersPlaced) and fact.stack == stack:
            return ""
        if isinstance(fact, f.StackRearranged | f.CardStacked) and fact.stack == stack:
            why: Grounds = run.table.why
            unit = run.table.stacks[stack]
            if unit.damage == health(run.table, unit) and why.reading_new_top_card_with_health_equal_to_the_counters:
                return why.reading_new_top_card_with_health_equal_to_the_counters
            rearranged = isinstance(fact, f.StackRearranged)
            return why.stacking_lower_health_top if rearranged else unhealed(why, fact)
    return ""


def unhealed(why: Grounds, fact: f.StackRearranged | f.CardStacked) -> str:
    """The rule by which damage counters stay on a stack whose cards change."""
    if isinstance(fact, f.StackRearranged):
        return why.stacking_rearrange_damage_unchanged
    return why.stacking_damage_counters_unchanged_by_adding


def _note_pilots(run: Run, dead: list[Stack]) -> None:
    """Damage that has just been placed on a Pilot or his unit counts for that one alone; say so where it matters."""
    if not run.facts or not isinstance(run.facts[-1], f.DamageCountersPlaced):
        return
    table: Table = run.table
    doomed = [stack.id for stack in dead]
    for pilot in table.stacks.values():
        unit = table.stacks.get(pilot.host)
        if pilot.role != PILOT or unit is None or run.facts[-1].stack not in (pilot.id, unit.id):
            continue
        if pilot.id in doomed and unit.id not in doomed:
            run.non_event(
                f"discard of #{unit.id}",
                table.why.pilots_discarded_pilot_unit_loses_bonuses,
                "only its Pilot is discarded",
            )
        elif pilot.damage and unit.damage and unit.id not in doomed:
            run.non_event(
                f"discard of #{unit.id}", table.why.pilots_damage_separate, "the Pilot's damage does not count for it"
            )


def _last_damage(run: Run, stack: int) -> int:
    """Who did the damage that was done last to a stack in this run (ruling.cause-of-the-discard-for-bounty)."""
    for fact in reversed(run.facts):
        if isinstance(fact, f.DamageCountersPlaced) and fact.stack == stack:
            return int(fact.source)
    return 0


STEPS: dict[type, dict[str, Any]] = {
    DamageFrame: {
        "start": _start,
        "place": _place,
        "pending": _pending,
        "prevention": _prevention,
        "placement": _place,
    },
    LethalFrame: {"lethal": _lethal, "discard": _discard, "discarded": _discarded, "over": _over},
}
