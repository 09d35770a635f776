"""What on the table changes by facts alone, so that the log tells how it came about: counts of a player, damage.

Damage counters tell only how many they are; by which rule so many were put there is told by the facts that led to them
(rots.counters.damage-counter, rots.damage.one-per-hit): hits that a keyword counted, damage that was prevented.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from adjudicator.kernel.game.values import Held
from adjudicator.kernel.verdict import NonEvent, Rank
from adjudicator.swtcg.chapters.battle import damage
from adjudicator.swtcg.chapters.battle.critical import CRITICAL_DAMAGE
from adjudicator.swtcg.chapters.battle.damage import STUN_OF
from adjudicator.swtcg.chapters.building.deploy import EFFECTS_OF
from adjudicator.swtcg.chapters.building.equipment import once_more
from adjudicator.swtcg.chapters.building.hidden_cost import back_of
from adjudicator.swtcg.chapters.building.upkeep import UPKEEP_OF
from adjudicator.swtcg.chapters.turn.turn import RETREATED_THERE, bonus_of, force_of
from adjudicator.swtcg.chapters.units.contest import unpaid_by
from adjudicator.swtcg.doing.impending import PREVENTION, WASTED
from adjudicator.swtcg.standing import drawing
from adjudicator.swtcg.standing.reach import ATTACK_TRIGGERS
from adjudicator.swtcg.standing.values import DAMAGE_COUNTERS
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.grounds import Grounds
from adjudicator.swtcg.table.table import EQUIPMENT, PILOT, UNIT, Table
from adjudicator.swtcg.why.counts import HELD, LYING
from adjudicator.swtcg.why.order import GENERAL

REMAINING = "remaining health"


def held(game: Any, table: Table, of: str, name: str) -> Held | None:
    """What is held under a name and changes by facts alone; None for all else.

    Raises KeyError, and what reading a name raises.
    """
    if of in table.seats:
        if name not in HELD:
            return None
        field = HELD[name][0]
        why = partial(_rules_of_gain, game.rulings(table).rank)
        number = lambda then: int(getattr(then.seats[of], field))
        return Held(number, rules=why, amends=_stays_paid, in_vain=partial(_loses_nothing, of, name))
    wounds = LYING.get(name, ("", "", ""))[0] == "damage"
    if not wounds and name != REMAINING:
        return None
    number, sign = game.stack_named(table, of), 1 if wounds else -1

    def lying(then: Table) -> int:
        stack = then.stacks.get(number)
        return sign * stack.damage if stack is not None else 0

    return Held(
        lying,
        DAMAGE_COUNTERS,
        partial(_rules_of_wound, game.rulings(table).rank),
        in_vain=partial(_stays_damaged, table.why, number),
    )


def _rules_of_gain(rank: Rank, facts: Sequence[Any]) -> list[str]:
    """The rules by which the last of some facts came about: its own, and that by which a trigger led to it."""
    last = facts[-1]
    led = next((fact for fact in reversed(facts[:-1]) if isinstance(fact, PLAYED)), None)
    triggered = isinstance(led, f.Triggered) and last.cause in (led.cause, UPKEEP_OF + led.cause)
    return sorted((last.rule, led.rule), key=rank) if triggered and led is not None else [last.rule]


PLAYED = (f.Triggered, f.CardPlayed, f.AbilityPlayed, f.MissionPlayed)


def _loses_nothing(seat: str, name: str, fact: Any, _: int) -> str:
    """The rule by which a fact would take build points or Force from a player who has none."""
    points = isinstance(fact, f.BuildPointsGained) and name == "build points"
    force = isinstance(fact, f.ForceGained) and name == "force"
    return str(fact.rule) if (points or force) and fact.seat == seat and fact.amount < 0 else ""


def _stays_damaged(why: Grounds, stack: int, fact: Any, counters: int) -> str:
    """The rule by which a damaged stack keeps its counters though its cards change."""
    changed = isinstance(fact, f.StackRearranged | f.CardStacked) and fact.stack == stack
    return damage.unhealed(why, fact) if changed and counters else ""


def _stays_paid(fact: Any) -> str:
    """That what was paid for something disrupted is gone all the same."""
    return STAY_PAID if fact.rule == STAY_PAID else ""


STAY_PAID = "rots.disrupt.costs-stay-paid"
GONE = {
    UNIT: ("rots.static.only-in-arena",),
    PILOT: ("rots.pilots.give-bonuses",),
    EQUIPMENT: ("crf.equipment.effect-only-while-attached", "rots.equipment.grants-bonuses"),
}
"""By the role of what has left its place, the rules by which it has no effect any more where it was."""
LEAVES = (f.Attached, f.Detached, f.StackDiscarded, f.StackLeft, f.StackMoved)


def ending(table: Table, fact: Any) -> str | None:
    """The rule by which what has worked until then ends with a fact, empty if by its own (what works while a unit
    attacks or is attacked); None if it ends nothing.
    """
    if isinstance(fact, f.ModifiersEnded):
        return str(fact.rule)
    if isinstance(fact, f.AttackEnded):
        return ""
    stack = table.stacks.get(fact.stack) if isinstance(fact, LEAVES) else None
    if stack is not None and stack.role == PILOT and isinstance(fact, f.StackDiscarded):
        return "rots.pilots.discarded-pilot-unit-loses-bonuses"
    return cite(table, *GONE[stack.role]) if stack is not None and stack.role in GONE else None


def kept_from(game: Any, table: Table, asked: tuple[str, str], event: NonEvent) -> bool:
    """Whether what was turned down would have changed a value: Stun of a unit, its power; damage that was all
    prevented, its health; Equipment equipped once more, what it gives; a gain or an Upkeep, a player's Force or build
    points; a draw, his hand.
    """
    of, name = asked
    if name == "force":
        return event.what in (force_of(of), unpaid_by(of), back_of(of)) or event.what.startswith(MOVING_FORCE)
    if name == "build points":
        plainly = event.rule == table.why.ready_bonus_build_point and RETREATED_THERE not in event.because
        missed = event.what == bonus_of(of) and not plainly  # that an arena is empty everybody sees
        return missed or event.what.startswith(UPKEEP_OF)
    if name in ("cards in hand", "hand", "hand size"):
        return event.what == drawing.draw_by(of)
    beginning = {"power": STUN_OF, REMAINING: WASTED, "damage counters": WASTED}.get(name, "")
    try:
        number = game.stack_named(table, of)
        if beginning == WASTED and event.what == damage.damage_to(number):
            return True
        if beginning and event.what.startswith(beginning):
            return event.what == f"{beginning}{number}"
        every = (each for each in table.stacks.values() if each.role == EQUIPMENT and table.known(each))
        again = next((each for each in every if event.what == once_more(table.title(each.id), number)), None)
        if again is None or not again.host:
            return again is not None
        carrying = game.value(table, f"#{again.host}", name)
        return any(part.source == table.title(again.id) for part in carrying.parts)
    except (KeyError, ValueError):
        return False


MOVING_FORCE = (UPKEEP_OF, EFFECTS_OF, ATTACK_TRIGGERS)
"""How what was turned down begins that often has Force gained or paid."""


def _rules_of_wound(rank: Rank, facts: Sequence[Any]) -> list[str]:
    """The rules by which the last of some facts came to as much as it did, what departs first; "" if nothing does.

    Of damage they are those by which its hits were counted, assigned or prevented, and that by which the counters lie.
    """
    last = facts[-1]
    if not isinstance(last, f.DamageCountersPlaced) or not last.packet:
        return _rules_of_gain(rank, facts)
    led = [last, *_leading(facts, last)]
    departing = sorted((fact.rule for fact in led if _departs(rank, fact)), key=rank)
    plain = [fact.rule for fact in reversed(led) if isinstance(fact, f.HitsCounted | f.DamageCountersPlaced)]
    return [*(departing or [""]), *plain]


def _departs(rank: Rank, happened: Any) -> bool:
    """Whether something that happened, or was turned down, departs from the ordinary course by its kind or its rule."""
    typed = isinstance(happened, NonEvent) or happened.departs
    return bool(happened.rule) and (typed or rank(happened.rule)[0] < GENERAL)


def _prevents(fact: Any, packet: int) -> bool:
    """Whether a fact prevents some of a damage, or is a trigger that does."""
    if isinstance(fact, f.Triggered):
        return fact.trigger.scene.numbers.get("packet") == packet
    return isinstance(fact, f.DamagePrevented) and fact.packet == packet


def _leading(facts: Sequence[Any], placed: f.DamageCountersPlaced) -> Iterator[Any]:
    """What led to damage counters, the last first, Critical Hit damage and prevention that were turned down too: back
    to the roll or the play that the damage comes from.
    """
    pending = begun = False
    for fact in reversed(facts):
        if isinstance(fact, NonEvent):
            if fact.what == PREVENTION or (pending and fact.what == CRITICAL_DAMAGE):
                yield fact
        elif begun:
            return
        elif _prevents(fact, placed.packet):
            yield fact
        elif isinstance(fact, f.DamagePending) and fact.packet.id == placed.packet:
            pending = True
            yield fact
        elif pending and isinstance(fact, f.HitsDivided | f.HitsAssigned | f.CriticalHitScored):
            if fact.unit == placed.stack:
                yield fact
        elif pending and isinstance(fact, f.HitsCounted):
            yield fact
        elif pending and isinstance(fact, (f.DiceRolled, *PLAYED)):
            begun = True  # what was turned down stands before what happened
