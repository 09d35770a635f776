"""The values of things on the table, explained: speed, power, health, cost, and what damage they do.

The documents know no layers: a value is the number on the card and the stack bonus, then what `summing` finds in play.
It is an explained sum; without explanation only the total is computed.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.kernel.explained import Contribution, Explained
from adjudicator.swtcg.standing.continuous import keyword_of
from adjudicator.swtcg.standing.keyword_values import SHIELDS, keyword_value, lucky, overkill, rule_of, shields_rule
from adjudicator.swtcg.standing.summing import UNTOLD, Grounds, Parts, add, adds_up, changes, cumulative, told
from adjudicator.swtcg.standing.traits import keywords_of, turned_up
from adjudicator.swtcg.table.citing import cite, mode_rule
from adjudicator.swtcg.table.table import PILOT, Attack, Stack, Table
from adjudicator.swtcg.why import kept_off
from adjudicator.swtcg.why.rulings import on_cards

_replace = msgspec.structs.replace
DAMAGE_COUNTERS = "damage counters"
"""What they are called as a part of a value."""
POWER = "rots.attack.power-attribute"
COUNTS_AS_ZERO = (
    "crf.movement.negative-speed-counts-as-zero",
    "idc.term.speed.negative-counts-as-zero",
    "ruling.speed-below-zero",
)
SPEED_PER_CARD, POWER_PER_CARD, HEALTH_PER_CARD, COST_PER_CARD = 10, 1, 1, 1


ATTRIBUTES = {
    "power": POWER,
    "speed": "rots.battle.speed-attribute",
    "health": "rots.damage.health-attribute",
}
"""By value, the rule of that number on the card."""
BY_CARD = Grounds("rots.cards.card-beats-rule")
"""Where only a card says that a value is another."""


def _grounds(table: Table, stat: str) -> Grounds:
    return Grounds(ATTRIBUTES[stat], cumulative(table))


def _printed(table: Table, stack: Stack, stat: str, per_card: int, parts: Parts) -> int:
    face = table.top(stack)
    under = len(stack.cards) - 1
    rule = "rots.stacking.top-card-characteristics" if under else ATTRIBUTES[stat]
    total = add(table, parts, "printed", getattr(face, stat) or 0, "printed", rule, (stat, stack))
    if under and stack.role != PILOT:
        total += add(table, parts, "add", per_card * under, "stack", "rots.stacking.bonuses", (stat, stack))
    return total


def unchanged(table: Table, stat: str) -> bool:
    """Whether nothing in play changes a value of anything, and no audit wants to see what makes it up."""
    return table.suppressed is None and not table.index.stats.get(stat)


def _untold(table: Table, stack: Stack, stat: str, per_card: int) -> int:
    """A value that nobody wants explained and no audit looks at: no rule is looked up for it."""
    total = _as_printed(table, stack, stat, per_card)
    return changes(table, stack, stat, total, None, UNTOLD) if table.index.stats.get(stat) else total


def _as_printed(table: Table, stack: Stack, stat: str, per_card: int) -> int:
    printed: int = getattr(table.faces[table.cards[stack.cards[0]].face], stat) or 0
    return printed if stack.role == PILOT else printed + per_card * (len(stack.cards) - 1)


def speed(table: Table, stack: Stack, parts: Parts = None) -> int:
    """A unit's speed: everything is added up first, then a result below zero counts as 0.

    (crf.movement.negative-speed-keeps-counting, crf.movement.negative-speed-counts-as-zero).
    """
    if not told(table, parts):
        return max(0, _untold(table, stack, "speed", SPEED_PER_CARD))
    total = _printed(table, stack, "speed", SPEED_PER_CARD, parts)
    total = changes(table, stack, "speed", total, parts, _grounds(table, "speed"))
    if total < 0:
        total += add(table, parts, "floor", -total, "never below 0", below_zero_rule(table))
    return total


def below_zero_rule(table: Table) -> str:
    """The rule by which a speed below zero counts as 0; where the edition has none, our reading of its silence."""
    return cite(table, *COUNTS_AS_ZERO)


def below_zero(table: Table, stack: Stack) -> bool:
    """Whether all that changes a unit's speed brings it below 0."""
    if speed(table, stack) or unchanged(table, "speed"):
        return False
    parts: list[Contribution] = []
    speed(table, stack, parts)
    return any(part.how == "floor" for part in parts)


def speeds(table: Table, stacks: Sequence[Stack]) -> list[int]:
    """The speeds of several stacks: whose go it is asks for many at once."""
    if unchanged(table, "speed"):
        return [max(0, _as_printed(table, stack, "speed", SPEED_PER_CARD)) for stack in stacks]
    return [speed(table, stack) for stack in stacks]


def power(table: Table, stack: Stack, parts: Parts = None) -> int:
    """A unit's power.

    In a Bombard or Ion Cannon attack X stands in for printed power and stack bonus
    (rots.keywords.bombard-replaces-power); Shields of the unit it attacks count (rots.keywords.shields).
    """
    attack = table.attack
    attacking = attack is not None and attack.attacker == stack.id
    in_mode = ""
    if attack is not None and attacking and attack.mode:
        x = mode_power(table, stack, attack.mode)
        rule = mode_rule(attack.mode, "-replaces-power")
        total = add(table, parts, "set", x, attack.mode, rule)
        total += kept_off.replaced(table, POWER_PER_CARD * (len(stack.cards) - 1), rule, parts)
        in_mode = mode_rule(attack.mode, "-power-changes-apply")
    else:
        total = _printed(table, stack, "power", POWER_PER_CARD, parts)
    asked = told(table, parts)
    grounds = Grounds(POWER, cumulative(table), in_mode) if asked else UNTOLD
    total = changes(table, stack, "power", total, parts, grounds)
    if attack is not None and attacking:
        defender = table.stacks.get(attack.defender)
        if defender is not None:
            against = keyword_value(table, defender, "shields")
            if against:
                rule = shields_rule(table, defender) if asked else SHIELDS
                total += add(table, parts, "add", -against, "Shields", rule, ("power", defender))
            elif asked:
                total += kept_off.shields_off(table, defender, parts) + _without_shields(table, attack, defender, parts)
    return total


def _without_shields(table: Table, attack: Attack, defender: Stack, parts: Parts) -> int:
    """Of Shields that do not count against an attacking unit: what takes them away, whose they are that it no longer
    attacks.
    """
    total = 0
    lost = (each for each, _ in table.index.silenced.values() if each.stack == defender.id)
    if parts is not None and any(keyword_of(each) == "shields" for each in lost):
        of_them: list[Contribution] = []
        keyword_value(table, defender, "shields", of_them)
        parts.extend(_replace(part, source=f"{part.source}: no Shields") for part in of_them if part.how == "off")
    for stack in filter(None, map(table.stacks.get, attack.former)):
        left = keyword_value(table, stack, "shields") if stack.id != defender.id else 0
        if left:
            source = f"Shields of {table.title(stack.id)}, which is no longer attacked"
            total += kept_off.told_behind(source, -left, SHIELDS, parts, table)
    return total


def mode_power(table: Table, stack: Stack, mode: str) -> int:
    """The X of a unit's Bombard or Ion Cannon (the highest if it has several), 0 if it has none. The values of Barrage
    add up (idc.keywords.barrage-definition).
    """
    found = [each.x for each, _ in keywords_of(table, stack.id, mode)]
    return sum(found) if mode == "barrage" else max(found, default=0)


def health(table: Table, stack: Stack, parts: Parts = None) -> int:
    """How many damage counters get a unit discarded."""
    if not told(table, parts):
        return _untold(table, stack, "health", HEALTH_PER_CARD)
    total = _printed(table, stack, "health", HEALTH_PER_CARD, parts)
    return changes(table, stack, "health", total, parts, _grounds(table, "health"))


def healths(table: Table, stacks: Sequence[Stack]) -> list[int]:
    """The healths of several stacks; the standing check of lethal damage asks for many at once."""
    if unchanged(table, "health"):
        return [_as_printed(table, stack, "health", HEALTH_PER_CARD) for stack in stacks]
    return [health(table, stack) for stack in stacks]


def remaining_health(table: Table, stack: Stack, parts: Parts = None) -> int:
    """Health minus damage counters (rots.damage.remaining-health), which a Pilot keeps on a unit."""
    total = health(table, stack, parts)
    of, rule = ("remaining health", stack), "rots.damage.remaining-health"
    if parts is not None and stack.role == PILOT:
        rule = cite(table, "gr.pilots.keeps-damage-counters", "rots.pilots.own-damage-and-discard")
    total += add(table, parts, "add", -stack.damage, DAMAGE_COUNTERS, rule, of)
    if parts is not None:
        kept_off.price_to_come(table, stack, parts)
    return total + kept_off.damage_of_pilots(table, stack, parts)


def cost(table: Table, stack: Stack, parts: Parts = None) -> int:
    """The build cost of a stack's top card, as changed; a Location without one costs 0.

    Effects reach a face-down card as what it will be when it is turned up.
    """
    face = table.top(stack)
    unprinted = face.cost is None and "location" in face.types
    rule = "crf.location.no-printed-cost-is-zero" if unprinted else "rots.cards.build-cost"
    rule = "rots.stacking.top-card-characteristics" if len(stack.cards) > 1 else rule
    total = add(table, parts, "printed", face.cost or 0, "printed", rule)
    asked = told(table, parts)
    if asked or table.index.stats.get("cost"):
        grounds = Grounds("rots.cards.build-cost", cumulative(table)) if asked else UNTOLD
        total = changes(table, turned_up(stack, face), "cost", total, parts, grounds)
    if total < 0:
        of = ("cost", stack)
        total += add(table, parts, "floor", -total, "never below 0", "rots.cards.build-cost", of)
    return total


def total_cost(table: Table, stack: Stack, parts: Parts = None) -> int:
    """Build cost plus 1 for each card under the top one (rots.stacking.total-build-cost)."""
    total = cost(table, stack, parts)
    under = len(stack.cards) - 1
    if under:
        in_setup = ("rots.setup.stack-cost-counts",) if table.turn.phase == "setup" else ()
        rule = cite(table, *in_setup, "rots.stacking.total-build-cost", "gr.contest.total-build-cost")
        total += add(table, parts, "add", COST_PER_CARD * under, "stack", rule, ("cost", stack))
    return total + kept_off.face_down_left_out(table, stack, parts)


def damage_per_hit(table: Table, stack: Stack, parts: Parts = None) -> int:
    """How much damage each hit assigned to a unit does: one, unless an effect changes it."""
    total = 1
    if parts is not None or table.index.stats.get("damage per hit"):
        total = add(table, parts, "printed", 1, "hit", "rots.damage.one-per-hit")
        total = changes(table, stack, "damage per hit", total, parts, BY_CARD)
    return total


def damage_done(table: Table, stack: Stack, parts: Parts = None) -> int:
    """How many times over the damage that a unit does is done: once, unless an effect changes it."""
    total = 1
    if parts is not None or table.index.stats.get("damage done"):
        total = add(table, parts, "printed", 1, "damage", "rots.damage.definition")
        total = changes(table, stack, "damage done", total, parts, BY_CARD)
    return max(0, total)


def extra_damage(table: Table, stack: Stack, parts: Parts = None) -> int:
    """How much more damage a unit does each time that it would do any, before prevention: none, without an effect."""
    if parts is None and not table.index.stats.get("extra damage"):
        return 0
    return changes(table, stack, "extra damage", 0, parts, BY_CARD)


ALSO = {"build cost": "cost", "total build cost": "total cost"}
"""What the rulebook calls some of the values."""

NAMED = {
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


def explained(table: Table, stack: Stack, name: str) -> Explained:
    """A named value of a stack with its parts. Raises KeyError for an unknown name."""
    parts: list[Contribution] = []
    name = ALSO.get(name, name)
    named = NAMED.get(name)
    total = named(table, stack, parts) if named is not None else keyword_value(table, stack, name, parts)
    parts.extend(
        Contribution("unknown", 0, source, "rots.cards.card-beats-rule")
        for touches, source in table.index.unread
        if "anything" in touches or name.removeprefix("remaining ").removeprefix("total ") in touches
    )
    off = table.edition.setup_abilities_off
    rule = on_cards.cited(table, table.agenda, off.rule, name, (stack.id,))
    if table.turn.phase == "setup" and off.value and table.suppressed not in (off.rule, rule):
        parts.append(Contribution("off", 0, "abilities in setup", rule))
    if not parts:
        parts.append(Contribution("printed", 0, "none", rule_of(name)))
    return Explained(name, table.top(stack).title, total, tuple(parts), adds_up(table, parts))
