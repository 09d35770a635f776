"""The values of things on the table: speed, power, health, cost, and what damage they do.

The documents know no layers: a value is the number on the card and the stack bonus, then what `summing` finds in play.
By which paragraphs it is so much, and what does not count, adjudicator.swtcg.why.values explains.
"""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.kernel.explained import FLOOR, SET
from adjudicator.swtcg.standing.keyword_values import keyword_value, lucky, overkill
from adjudicator.swtcg.standing.summing import ADD, PRINTED, Part, Parts, changes, keeps, note, reaches
from adjudicator.swtcg.standing.traits import keywords_of, turned_up
from adjudicator.swtcg.table.table import PILOT, Stack, Table
from adjudicator.swtcg.words.keywords.copies import CUMULATIVE, way

DAMAGE_COUNTERS, STACKED, SHIELDS, BOUND = "damage counters", "stack", "Shields", "never below 0"
HIT, DAMAGE = "hit", "damage"
"""What parts are called."""
PER_CARD = {"speed": 10, "power": 1, "health": 1, "cost": 1}
"""What each card beneath the top one adds (rots.stacking.bonuses, rots.stacking.total-build-cost)."""


def _printed(table: Table, stack: Stack, stat: str, parts: Parts) -> int:
    """What stands on the top card, and the stack bonus, which a Pilot has none of."""
    printed = getattr(table.top(stack), stat) or 0
    under = len(stack.cards) - 1
    bonus = PER_CARD[stat] * under if under and stack.role != PILOT else 0
    if parts is not None:
        note(parts, stat, PRINTED, printed, PRINTED)
        if bonus:
            note(parts, stat, ADD, bonus, STACKED)
    return printed + bonus


def unchanged(table: Table, stat: str) -> bool:
    """Whether nothing in play changes a value of anything."""
    return not table.index.stats.get(stat)


def speed(table: Table, stack: Stack, parts: Parts = None) -> int:
    """A unit's speed: everything is added up first, then a result below zero counts as 0.

    (crf.movement.negative-speed-keeps-counting, crf.movement.negative-speed-counts-as-zero).
    """
    total = changes(table, stack, "speed", _printed(table, stack, "speed", parts), parts)
    return total if total >= 0 else _at_least_none(table, "speed", total, parts)


def _at_least_none(table: Table, of: str, total: int, parts: Parts) -> int:
    """A sum below zero, which counts as 0 where the edition has it so of the value."""
    return total + note(parts, of, FLOOR, -total, BOUND) if of in table.edition.least_value.value else total


def below_zero(table: Table, stack: Stack) -> bool:
    """Whether all that changes a unit's speed brings it below 0."""
    parts: list[Part] = []
    return not unchanged(table, "speed") and not speed(table, stack, parts) and parts[-1].how == FLOOR


def power(table: Table, stack: Stack, parts: Parts = None) -> int:
    """A unit's power.

    In a Bombard or Ion Cannon attack X stands in for printed power and stack bonus, or for the printed power alone
    (rots.keywords.bombard-replaces-power, ruling.bombard-power-from-stacking); Shields of the unit it attacks count
    (rots.keywords.shields).
    """
    attack = table.attack if table.attack is not None and table.attack.attacker == stack.id else None
    if attack is not None and attack.mode:
        total = note(parts, "power", SET, mode_power(table, stack, attack.mode), attack.mode)
        if table.edition.modes_keep_stack.value and (under := len(stack.cards) - 1):
            total += note(parts, "power", ADD, PER_CARD["power"] * under, STACKED)
    else:
        total = _printed(table, stack, "power", parts)
    total = changes(table, stack, "power", total, parts)
    defender = table.stacks.get(attack.defender) if attack is not None else None
    shields = keyword_value(table, defender, "shields") if defender is not None else 0
    total += note(parts, "power", ADD, -shields, SHIELDS) if shields and not keeps(table, stack, "power") else 0
    return total if total >= 0 else _at_least_none(table, "power", total, parts)


def mode_power(table: Table, stack: Stack, mode: str) -> int:
    """The X of a unit's Bombard, Ion Cannon or Barrage, 0 if it has none: of several the sum, or the highest where one
    of them is used.
    """
    found = [each.x for each, _ in keywords_of(table, stack.id, mode)]
    return sum(found) if way(mode, table.edition.book.value) == CUMULATIVE else max(found, default=0)


def attack_dice(table: Table, stack: Stack, parts: Parts = None) -> int:
    """How many dice an attack is rolled with: the attacker's power, unless an effect says how many. Below 0: none."""
    return changes(table, stack, "attack dice", power(table, stack, parts), parts)


def health(table: Table, stack: Stack, parts: Parts = None) -> int:
    """How many damage counters get a unit discarded."""
    total = changes(table, stack, "health", _printed(table, stack, "health", parts), parts)
    return total if total >= 0 else _at_least_none(table, "health", total, parts)


def unknown(table: Table, stack: Stack, stat: str) -> bool:
    """Whether a printed star has no number now, as its text has not said one yet, or does so no more."""
    point = table.edition.star_may_be_unknown
    if not point.value or point.rule == table.suppressed or getattr(table.top(stack), stat) is not None:
        return False
    return not any(entry.change.set and reaches(table, entry, stack) for entry in table.index.stats.get(stat, ()))


def remaining_health(table: Table, stack: Stack, parts: Parts = None) -> int:
    """Health minus damage counters (rots.damage.remaining-health), which a Pilot keeps on a unit."""
    return health(table, stack, parts) + note(parts, "remaining health", ADD, -stack.damage, DAMAGE_COUNTERS)


def cost(table: Table, stack: Stack, parts: Parts = None) -> int:
    """The build cost of a stack's top card, as changed; a Location without one costs 0.

    Effects reach a face-down card as what it will be when it is turned up.
    """
    face = table.top(stack)
    total = note(parts, "cost", PRINTED, face.cost or 0, PRINTED)
    if not unchanged(table, "cost"):
        total = changes(table, turned_up(stack, face), "cost", total, parts)
    return total if total >= 0 else _at_least_none(table, "cost", total, parts)


def total_cost(table: Table, stack: Stack, parts: Parts = None) -> int:
    """Build cost plus 1 for each card under the top one (rots.stacking.total-build-cost)."""
    total, under = cost(table, stack, parts), len(stack.cards) - 1
    return total + note(parts, "cost", ADD, PER_CARD["cost"] * under, STACKED) if under else total


def damage_per_hit(table: Table, stack: Stack, parts: Parts = None) -> int:
    """How much damage each hit assigned to a unit does: one, unless an effect changes it."""
    return changes(table, stack, "damage per hit", note(parts, "damage per hit", PRINTED, 1, HIT), parts)


def damage_done(table: Table, stack: Stack, parts: Parts = None) -> int:
    """How many times over the damage that a unit does is done: once, unless an effect changes it."""
    total = note(parts, "damage done", PRINTED, 1, DAMAGE)
    return max(0, changes(table, stack, "damage done", total, parts))


def extra_damage(table: Table, stack: Stack, parts: Parts = None) -> int:
    """How much more damage a unit does each time that it would do any, before prevention: none, without an effect."""
    return changes(table, stack, "extra damage", 0, parts)


NAMED: dict[str, Callable[..., int]] = {
    "speed": speed,
    "power": power,
    "health": health,
    "remaining health": remaining_health,
    "cost": cost,
    "total cost": total_cost,
    "lucky": lucky,
    "overkill": overkill,
    "damage per hit": damage_per_hit,
    "damage done": damage_done,
    "extra damage": extra_damage,
}


def value(table: Table, stack: Stack, name: str, parts: Parts = None) -> int:
    """A value by its name, or a keyword that is a number. Raises KeyError for another word."""
    named = NAMED.get(name)
    return named(table, stack, parts) if named is not None else keyword_value(table, stack, name, parts)
