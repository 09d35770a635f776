"""The values of things on the table, explained: speed, power, health, cost, and the keyword values.

The documents know no layers: printed value and stack bonus first, then values set, then all that
is added, in order of creation (ruling of docs/rulings "order of continuous effects"). A value
is an explained sum; without explanation only the total is computed.
"""

from __future__ import annotations

from adjudicator.kernel.explained import Contribution, Explained
from adjudicator.swtcg.editions import EDITIONS
from adjudicator.swtcg.editions.edition import Edition
from adjudicator.swtcg.effects.amounts import amount_of, holds
from adjudicator.swtcg.effects.index import Continuous
from adjudicator.swtcg.effects.language import Modify, Silence
from adjudicator.swtcg.effects.selectors import matches
from adjudicator.swtcg.table import PILOT, Stack, Table

Parts = list[Contribution] | None
SPEED_PER_CARD, POWER_PER_CARD, HEALTH_PER_CARD, COST_PER_CARD = 10, 1, 1, 1


def edition(table: Table) -> Edition:
    """The edition the table is played under."""
    return EDITIONS[table.edition]


def _add(table: Table, parts: Parts, how: str, amount: int, source: str, rule: str) -> int:
    """One contribution: the amount, or nothing if an audit suppresses its rule."""
    if rule == table.suppressed:
        return 0
    if parts is not None:
        parts.append(Contribution(how, amount, source, rule))
    return amount


def changes(table: Table, stack: Stack, stat: str, total: int, parts: Parts, rule: str) -> int:
    """The total after everything in play that changes this value of this stack: sets, then additions."""
    entries = table.index.stats.get(stat)
    if not entries:
        return total
    reaching = [entry for entry in entries if _reaches(table, entry, stack)]
    for entry in reaching:
        change = entry.change
        if isinstance(change, Modify) and change.set:
            total = _add(table, parts, "set", _size(table, entry), entry.name, rule)
    for entry in reaching:
        change = entry.change
        if isinstance(change, Modify) and not change.set:
            total += _add(table, parts, "add", _size(table, entry), entry.name, rule)
    return total


def _size(table: Table, entry: Continuous) -> int:
    if entry.modifier is not None:
        return int(entry.modifier.amount)  # type: ignore[attr-defined]
    return amount_of(table, entry.change.amount, entry.scene)  # type: ignore[attr-defined]


def _reaches(table: Table, entry: Continuous, stack: Stack) -> bool:
    if entry.on is not None:
        return stack.id in entry.on
    if entry.condition is not None and not holds(table, entry.condition, entry.scene):  # type: ignore[arg-type]
        return False
    return matches(table, entry.change.of, stack, entry.scene, anywhere=True)  # type: ignore[attr-defined]


def _printed(table: Table, stack: Stack, stat: str, per_card: int, parts: Parts) -> int:
    face = table.top(stack)
    total = _add(table, parts, "printed", getattr(face, stat) or 0, "printed", "rots.stacking.top-card-characteristics")
    under = len(stack.cards) - 1
    if under and stack.role != PILOT:
        total += _add(table, parts, "add", per_card * under, "stack", "rots.stacking.bonuses")
    return total


def speed(table: Table, stack: Stack, parts: Parts = None) -> int:
    """A unit's speed; below zero it counts as 0 (crf.movement.negative-speed-counts-as-zero)."""
    total = _printed(table, stack, "speed", SPEED_PER_CARD, parts)
    total = changes(table, stack, "speed", total, parts, "rots.battle.speed-attribute")
    if total < 0:
        total -= _add(table, parts, "floor", total, "never below 0", "crf.movement.negative-speed-counts-as-zero")
    return total


def power(table: Table, stack: Stack, parts: Parts = None) -> int:
    """A unit's power. In a Bombard or Ion Cannon attack X stands in for printed power and stack bonus
    (rots.keywords.bombard-replaces-power); Shields of the unit it attacks count (rots.keywords.shields).
    """
    attack = table.attack
    attacking = attack is not None and attack.attacker == stack.id
    if attack is not None and attacking and attack.mode:
        rule = f"rots.keywords.{attack.mode.replace(' ', '-')}-replaces-power"
        total = _add(table, parts, "set", mode_power(table, stack, attack.mode), attack.mode, rule)
    else:
        total = _printed(table, stack, "power", POWER_PER_CARD, parts)
    total = changes(table, stack, "power", total, parts, "rots.attack.power-attribute")
    if attack is not None and attacking:
        defender = table.stacks.get(attack.defender)
        if defender is not None:
            against = keyword_value(table, defender, "shields")
            if against:
                total += _add(table, parts, "add", -against, "Shields", "rots.keywords.shields")
    return total


def mode_power(table: Table, stack: Stack, mode: str) -> int:
    """The X of a unit's Bombard or Ion Cannon (the highest if it has several), 0 if it has none."""
    from adjudicator.swtcg.effects.language import Keyword  # noqa: PLC0415 - only attacks of a mode need it

    return max(
        (
            instance.ability.x
            for instance in table.index.by_stack.get(stack.id, ())
            if isinstance(instance.ability, Keyword) and instance.ability.name == mode
        ),
        default=0,
    )


def health(table: Table, stack: Stack, parts: Parts = None) -> int:
    """How many damage counters get a unit discarded."""
    total = _printed(table, stack, "health", HEALTH_PER_CARD, parts)
    return changes(table, stack, "health", total, parts, "rots.damage.health-attribute")


def remaining_health(table: Table, stack: Stack, parts: Parts = None) -> int:
    """Health minus damage counters (rots.damage.remaining-health)."""
    total = health(table, stack, parts)
    return total - _add(table, parts, "add", stack.damage, "damage counters", "rots.damage.remaining-health")


def cost(table: Table, stack: Stack, parts: Parts = None) -> int:
    """The build cost of a stack's top card, as changed; a Location without one costs 0."""
    face = table.top(stack)
    total = _add(table, parts, "printed", face.cost or 0, "printed", "rots.cards.build-cost")
    total = changes(table, stack, "cost", total, parts, "rots.cards.build-cost")
    return max(0, total)


def total_cost(table: Table, stack: Stack, parts: Parts = None) -> int:
    """Build cost plus 1 for each card under the top one (rots.stacking.total-build-cost)."""
    total = cost(table, stack, parts)
    under = len(stack.cards) - 1
    if under:
        total += _add(table, parts, "add", COST_PER_CARD * under, "stack", "rots.stacking.total-build-cost")
    return total


KEYWORD_RULES = {
    "accuracy": "rots.keywords.accuracy",
    "critical hit": "rots.keywords.critical-hit",
    "armor": "rots.keywords.armor",
    "shields": "rots.keywords.shields",
    "extra pilots": "crf.pilots.extra-pilot-static-off-build-zone",
}


def keyword_value(table: Table, stack: Stack, keyword: str, parts: Parts = None) -> int:
    """The value of a keyword that is a number of its unit: accuracy, critical hit, armor, shields, extra pilots."""
    for entry in table.index.silences:
        if (
            isinstance(entry.change, Silence)
            and entry.change.keyword in ("", keyword)
            and _silenced(table, entry, stack)
        ):
            return 0
    return changes(table, stack, keyword, 0, parts, KEYWORD_RULES[keyword])


def _silenced(table: Table, entry: Continuous, stack: Stack) -> bool:
    return _reaches(table, entry, stack)


def lucky(table: Table, stack: Stack, parts: Parts = None) -> int:
    """All Lucky values of a unit added together (rots.keywords.lucky-values-add)."""
    from adjudicator.swtcg.effects.language import Keyword  # noqa: PLC0415 - only rerolls need it

    total = 0
    for instance in table.index.by_stack.get(stack.id, ()):
        if isinstance(instance.ability, Keyword) and instance.ability.name == "lucky":
            total += _add(table, parts, "add", instance.ability.x, "Lucky", "rots.keywords.lucky-values-add")
    return changes(table, stack, "lucky", total, parts, "rots.keywords.lucky-values-add")


def has_overkill(table: Table, stack: Stack) -> bool:
    """Whether a unit has Overkill; more than one is no more (crf.keywords.overkill-no-stack)."""
    from adjudicator.swtcg.effects.language import Keyword  # noqa: PLC0415 - only attacks need it

    return any(
        isinstance(instance.ability, Keyword) and instance.ability.name == "overkill"
        for instance in table.index.by_stack.get(stack.id, ())
    )


NAMED = {
    "speed": speed,
    "power": power,
    "health": health,
    "remaining health": remaining_health,
    "cost": cost,
    "total cost": total_cost,
    "lucky": lucky,
}


def explained(table: Table, stack: Stack, name: str) -> Explained:
    """A named value of a stack with its parts. Raises KeyError for an unknown name."""
    parts: list[Contribution] = []
    if name in KEYWORD_RULES:
        total = keyword_value(table, stack, name, parts)
    else:
        total = NAMED[name](table, stack, parts)
    off = edition(table).setup_abilities_off
    if table.turn.phase == "setup" and off.value and off.rule != table.suppressed:
        parts.append(Contribution("off", 0, "abilities in setup", off.rule))
    return Explained(name, table.top(stack).title, total, tuple(parts))
