"""The values of things on the table, explained: speed, power, health, cost, and the keyword values.

The documents know no layers: printed value and stack bonus first, then values set, then all that
is added, in order of creation (ruling of docs/rulings "order of continuous effects"). A value
is an explained sum; without explanation only the total is computed.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.kernel.explained import BELOW_ZERO, Contribution, Explained
from adjudicator.kernel.verdict import AS_TOLD
from adjudicator.swtcg.citing import cite, edition, of_mode
from adjudicator.swtcg.effects import reasons
from adjudicator.swtcg.effects.amounts import amount_of, holds
from adjudicator.swtcg.effects.index import Continuous
from adjudicator.swtcg.effects.language import Modify, Silence
from adjudicator.swtcg.effects.selectors import attacks_so, matches
from adjudicator.swtcg.effects.states import in_attack_only
from adjudicator.swtcg.effects.traits import keywords_of
from adjudicator.swtcg.face import Face
from adjudicator.swtcg.rulings import on_cards
from adjudicator.swtcg.table import BUILDING, EQUIPMENT, LOCATION, PILOT, UNIT, Stack, Table
from adjudicator.swtcg.units.pilot_values import left_out

_replace = msgspec.structs.replace
MISSION = "mission"
"""The role in which effects on build costs see a face-down Mission; nothing stands on the table in it."""

Parts = list[Contribution] | None
POWER = "rots.attack.power-attribute"
KEEPS_COUNTING, COUNTS_AS_ZERO = (
    "crf.movement.negative-speed-keeps-counting",
    "crf.movement.negative-speed-counts-as-zero",
)
SPEED_PER_CARD, POWER_PER_CARD, HEALTH_PER_CARD, COST_PER_CARD = 10, 1, 1, 1


def _add(
    table: Table, parts: Parts, how: str, amount: int, source: str, rule: str, of: tuple[str, Stack] | None = None
) -> int:
    """One contribution: the amount, or nothing if an audit suppresses its rule; `of` is the value of which stack."""
    if parts is None and table.suppressed is None:
        return amount
    if of is not None and rule in on_cards.here(table).special:
        name = f"{of[0]} {how}" if how == "floor" else of[0]
        rule = on_cards.cited(table, table.agenda, rule, name, (source, of[1].id))
    if rule == table.suppressed:
        return 0
    if parts is not None:
        parts.append(Contribution(how, amount, source, rule))
    return amount


def changes(
    table: Table,
    stack: Stack,
    stat: str,
    total: int,
    parts: Parts,
    rule: str,
    again: str = "",
    *,
    in_mode: str = "",
) -> int:
    """The total after everything in play that changes this value of this stack: sets, then additions; what is left out
    of it is told last.

    `rule` is what a change rests on where nothing more special decides; in a Bombard attack and the like that it counts
    there too (`in_mode`) is more special than what makes it.
    `again` is the rule by which a second and further addition for the same reason counts too, where there is one.
    """
    reaching = [entry for entry in table.index.stats.get(stat, ()) if _reaches(table, entry, stack)]
    told = parts is not None or table.suppressed is not None
    added = ""
    for entry in reaching:
        change = entry.change
        if isinstance(change, Modify) and change.set:
            deciding = reasons.deciding(table, entry, stack, rule) if told else ""
            total = _add(table, parts, "set", _size(table, entry), entry.name, deciding, (stat, stack))
    for entry in reaching:
        change = entry.change
        if isinstance(change, Modify) and not change.set:
            below = stat == "speed" and total < 0
            deciding = KEEPS_COUNTING if below else reasons.deciding(table, entry, stack, rule) if told else ""
            if in_mode and told and not on_cards.ruled(table, deciding, stat, (entry.name, stack.id)):
                deciding = in_mode
            deciding, added = _again(table, entry, stack, stat, deciding, again, added), added or deciding
            size = _size(table, entry)
            if change.floor is not None and size < 0:
                size = min(0, max(size, change.floor - total))
            how = BELOW_ZERO if below else "add"
            total += _add(table, parts, how, size, entry.name, deciding, (stat, stack))
    if told:
        total += left_out(table, stack, stat, parts) + reasons.left_out(table, stack, stat, parts, reaching)
    return total


def _again(table: Table, entry: Continuous, stack: Stack, stat: str, deciding: str, again: str, added: str) -> str:
    """What a further addition rests on: for the same reason, or of a keyword whoever gives it, that it counts too."""
    alike = deciding == added or (
        stat in KEYWORD_RULES and not on_cards.ruled(table, deciding, stat, (entry.name, stack.id))
    )
    return again if again and added and alike else deciding


def _adds_up(table: Table, parts: Sequence[Contribution]) -> str:
    """The rule by which changes add up, unless what is ruled on a point of a card is among them."""
    weight = on_cards.here(table).weight
    return "" if any(part.amount and weight(part.rule) > AS_TOLD for part in parts) else _cumulative(table)


def _cumulative(table: Table) -> str:
    """The rule by which a second change of a value counts too; empty where the edition's documents are silent."""
    return cite(table, "crf.abilities.value-changes-cumulative", "gr.abilities.effects-cumulative", "")


def _size(table: Table, entry: Continuous) -> int:
    if entry.modifier is not None:
        return entry.modifier.amount
    return amount_of(table, entry.change.amount, entry.scene)


def _reaches(table: Table, entry: Continuous, stack: Stack) -> bool:
    if entry.condition is not None and not holds(table, entry.condition, entry.scene):
        return False
    if entry.on is not None:
        return stack.id in entry.on and (
            not in_attack_only(entry.change.of) or attacks_so(table, entry.change.of, stack, entry.scene)
        )
    return matches(table, entry.change.of, stack, entry.scene, anywhere=True)


ATTRIBUTES = {
    "power": POWER,
    "speed": "rots.battle.speed-attribute",
    "health": "rots.damage.health-attribute",
}
"""By value, the rule of that number on the card."""


def _printed(table: Table, stack: Stack, stat: str, per_card: int, parts: Parts) -> int:
    face = table.top(stack)
    under = len(stack.cards) - 1
    rule = "rots.stacking.top-card-characteristics" if under else ATTRIBUTES[stat]
    total = _add(table, parts, "printed", getattr(face, stat) or 0, "printed", rule, (stat, stack))
    if under and stack.role != PILOT:
        total += _add(table, parts, "add", per_card * under, "stack", "rots.stacking.bonuses", (stat, stack))
    return total


def unchanged(table: Table, stat: str) -> bool:
    """Whether nothing in play changes a value of anything, and no audit wants to see what makes it up."""
    return table.suppressed is None and not table.index.stats.get(stat)


def _untold(table: Table, stack: Stack, stat: str, per_card: int) -> int:
    """A value that nobody wants explained and no audit looks at: no rule is looked up for it."""
    total = _as_printed(table, stack, stat, per_card)
    return changes(table, stack, stat, total, None, "") if table.index.stats.get(stat) else total


def _as_printed(table: Table, stack: Stack, stat: str, per_card: int) -> int:
    printed: int = getattr(table.faces[table.cards[stack.cards[0]].face], stat) or 0
    return printed if stack.role == PILOT else printed + per_card * (len(stack.cards) - 1)


def speed(table: Table, stack: Stack, parts: Parts = None) -> int:
    """A unit's speed: everything is added up first, then a result below zero counts as 0.

    (crf.movement.negative-speed-keeps-counting, crf.movement.negative-speed-counts-as-zero).
    """
    if parts is None and table.suppressed is None:
        return max(0, _untold(table, stack, "speed", SPEED_PER_CARD))
    total = _printed(table, stack, "speed", SPEED_PER_CARD, parts)
    total = changes(table, stack, "speed", total, parts, ATTRIBUTES["speed"], _cumulative(table))
    if total < 0:
        total += _add(table, parts, "floor", -total, "never below 0", COUNTS_AS_ZERO)
    return total


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
        total = _add(table, parts, "set", x, attack.mode, of_mode(attack.mode, "-replaces-power"))
        in_mode = of_mode(attack.mode, "-power-changes-apply")
    else:
        total = _printed(table, stack, "power", POWER_PER_CARD, parts)
    told = parts is not None or table.suppressed is not None
    again = _cumulative(table) if told else ""
    total = changes(table, stack, "power", total, parts, POWER, again, in_mode=in_mode)
    if attack is not None and attacking:
        defender = table.stacks.get(attack.defender)
        if defender is not None:
            against = keyword_value(table, defender, "shields")
            if against:
                rule = _shields_rule(table, defender) if told else SHIELDS
                total += _add(table, parts, "add", -against, "Shields", rule, ("power", defender))
    return total


SHIELDS = "rots.keywords.shields"


def _shields_rule(table: Table, defender: Stack) -> str:
    """What the Shields of a unit that is attacked rest on: one value, or several that add up."""
    parts: list[Contribution] = []
    keyword_value(table, defender, "shields", parts)
    adding = [part.rule for part in parts if part.amount]
    return adding[-1] if len(adding) > 1 else SHIELDS


def mode_power(table: Table, stack: Stack, mode: str) -> int:
    """The X of a unit's Bombard or Ion Cannon (the highest if it has several), 0 if it has none. The values of Barrage
    add up (idc.keywords.barrage-definition).
    """
    found = [each.x for each, _ in keywords_of(table, stack.id, mode)]
    return sum(found) if mode == "barrage" else max(found, default=0)


def health(table: Table, stack: Stack, parts: Parts = None) -> int:
    """How many damage counters get a unit discarded."""
    if parts is None and table.suppressed is None:
        return _untold(table, stack, "health", HEALTH_PER_CARD)
    total = _printed(table, stack, "health", HEALTH_PER_CARD, parts)
    return changes(table, stack, "health", total, parts, ATTRIBUTES["health"], _cumulative(table))


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
    return total + _add(table, parts, "add", -stack.damage, "damage counters", rule, of)


def cost(table: Table, stack: Stack, parts: Parts = None) -> int:
    """The build cost of a stack's top card, as changed; a Location without one costs 0.

    Effects reach a face-down card as what it will be when it is turned up.
    """
    face = table.top(stack)
    unprinted = face.cost is None and "location" in face.types
    rule = "crf.location.no-printed-cost-is-zero" if unprinted else "rots.cards.build-cost"
    rule = "rots.stacking.top-card-characteristics" if len(stack.cards) > 1 else rule
    total = _add(table, parts, "printed", face.cost or 0, "printed", rule)
    if table.index.stats.get("cost") or parts is not None or table.suppressed is not None:
        told = parts is not None or table.suppressed is not None
        again = _cumulative(table) if told else ""
        total = changes(table, turned_up(stack, face), "cost", total, parts, "rots.cards.build-cost", again)
    if total < 0:
        of = ("cost", stack)
        total += _add(table, parts, "floor", -total, "never below 0", "rots.cards.build-cost", of)
    return total


def turned_up(stack: Stack, face: Face) -> Stack:
    """What lies face down as what it will be when it is turned up."""
    if stack.role != BUILDING:
        return stack
    roles = {"equipment": EQUIPMENT, "location": LOCATION, "mission": MISSION}
    return _replace(stack, role=next((role for kind, role in roles.items() if kind in face.types), UNIT))


def total_cost(table: Table, stack: Stack, parts: Parts = None) -> int:
    """Build cost plus 1 for each card under the top one (rots.stacking.total-build-cost)."""
    total = cost(table, stack, parts)
    under = len(stack.cards) - 1
    if under:
        rule = cite(table, "rots.stacking.total-build-cost", "gr.contest.total-build-cost")
        total += _add(table, parts, "add", COST_PER_CARD * under, "stack", rule, ("cost", stack))
    return total + reasons.face_down_left_out(table, stack, parts)


KEYWORD_RULES: dict[str, tuple[str, ...]] = {
    "accuracy": ("rots.keywords.accuracy", "crf.keywords.accuracy-values-add-up", "rots.keywords.accuracy"),
    "critical hit": ("rots.keywords.critical-hit", "rots.keywords.critical-hit-stacks"),
    "armor": ("rots.keywords.armor",),
    "shields": ("rots.keywords.shields", "crf.keywords.shields-values-add-up", "rots.keywords.shields"),
    "extra pilots": ("crf.pilots.extra-pilot-static-off-build-zone",),
    "stack room": ("rots.cards.card-beats-rule",),
    "attack dice": ("rots.cards.card-beats-rule",),
    "divides hits": ("rots.cards.card-beats-rule",),
    "extra uses": ("rots.cards.card-beats-rule",),
}
"""By keyword: the rule of its value, then those by which a further value of it is added."""


ONE_ARMOR = "crf.keywords.armor-does-not-stack", "gr.keywords.armor-does-not-stack", "rots.keywords.armor"
"""Armor twice is Armor once."""

SILENCED = "rots.cards.card-beats-rule"
"""The rule by which a card takes a keyword from a unit."""


def keyword_value(table: Table, stack: Stack, keyword: str, parts: Parts = None) -> int:
    """The value of a keyword that is a number of its unit: accuracy, critical hit, armor, shields, extra pilots."""
    for entry in table.index.silences:
        if (
            isinstance(entry.change, Silence)
            and entry.change.keyword in ("", keyword)
            and _silenced(table, entry, stack)
        ):
            rule = on_cards.cited(table, table.agenda, SILENCED, keyword, (entry.name, stack.id))
            if rule != table.suppressed:
                if parts is not None:
                    parts.append(Contribution("off", 0, entry.name, rule))
                return 0
    rules = KEYWORD_RULES[keyword]
    total = changes(table, stack, keyword, 0, parts, rules[0], cite(table, *rules[1:]) if rules[1:] else "")
    if keyword == "armor" and total > 1:
        total += _add(table, parts, "no more than", 1 - total, "once", cite(table, *ONE_ARMOR))
    return total


def _silenced(table: Table, entry: Continuous, stack: Stack) -> bool:
    return _reaches(table, entry, stack)


def lucky(table: Table, stack: Stack, parts: Parts = None) -> int:
    """All Lucky values of a unit, from wherever it has them, added together (rots.keywords.lucky-values-add)."""
    total = 0
    rule = "rots.keywords.lucky"
    for each, source in keywords_of(table, stack.id, "lucky"):
        if total and source != stack.id:
            rule = cite(table, "crf.keywords.lucky-stack-total", "rots.keywords.lucky-values-add")
        total += _add(table, parts, "add", each.x, "Lucky", rule, ("lucky", stack))
        rule = "rots.keywords.lucky-values-add"
    return changes(table, stack, "lucky", total, parts, rule, "rots.keywords.lucky-values-add")


def overkill(table: Table, stack: Stack, parts: Parts = None) -> int:
    """To how many further units a unit's surplus hits may go: one if it has Overkill, however often."""
    found = [
        _add(table, parts, "add", 1, "Overkill", "rots.keywords.overkill")
        for _ in keywords_of(table, stack.id, "overkill")
    ]
    total = sum(found)
    if total > 1:
        rule = cite(table, "crf.keywords.overkill-no-stack", "rots.keywords.overkill")
        total += _add(table, parts, "no more than", 1 - total, "once", rule)
    return total


def damage_per_hit(table: Table, stack: Stack, parts: Parts = None) -> int:
    """How much damage each hit assigned to a unit does: one, unless an effect changes it."""
    total = 1
    if parts is not None or table.index.stats.get("damage per hit"):
        total = _add(table, parts, "printed", 1, "hit", "rots.damage.one-per-hit")
        total = changes(table, stack, "damage per hit", total, parts, "rots.cards.card-beats-rule")
    return total


def damage_done(table: Table, stack: Stack, parts: Parts = None) -> int:
    """How many times over the damage that a unit does is done: once, unless an effect changes it."""
    total = 1
    if parts is not None or table.index.stats.get("damage done"):
        total = _add(table, parts, "printed", 1, "damage", "rots.damage.definition")
        total = changes(table, stack, "damage done", total, parts, "rots.cards.card-beats-rule")
    return max(0, total)


def extra_damage(table: Table, stack: Stack, parts: Parts = None) -> int:
    """How much more damage a unit does each time that it would do any, before prevention: none, without an effect."""
    if parts is None and not table.index.stats.get("extra damage"):
        return 0
    return changes(table, stack, "extra damage", 0, parts, "rots.cards.card-beats-rule")


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
    off = edition(table).setup_abilities_off
    rule = on_cards.cited(table, table.agenda, off.rule, name, (stack.id,))
    if table.turn.phase == "setup" and off.value and table.suppressed not in (off.rule, rule):
        parts.append(Contribution("off", 0, "abilities in setup", rule))
    if not parts:
        parts.append(Contribution("printed", 0, "none", _rule_of(name)))
    return Explained(name, table.top(stack).title, total, tuple(parts), _adds_up(table, parts))


def _rule_of(name: str) -> str:
    """The rule of a value that nothing gives to a unit."""
    given = {"lucky": "rots.keywords.lucky", "overkill": "rots.keywords.overkill"}
    return given.get(name) or KEYWORD_RULES.get(name, ("rots.cards.card-beats-rule",))[0]
