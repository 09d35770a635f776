"""What does not count in a value though one could think so: static abilities that are off, what a text does not reach.

Each is told as a part of 0 with its rule, for who wants the value explained; an audit that suppresses the rule lets the
amount through.

Sources: rots.static.only-in-arena, rots.stacking.added-beneath-ignore-effects, rots.stacking.top-card-characteristics,
crf.cards.name-word-no-subtype, crf.cards.nonunique-self-name-means-this-unit, crf.control.you-means-controller,
crf.equipment.effect-only-while-attached.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.kernel.explained import KEPT_OFF, Contribution
from adjudicator.swtcg.standing import stunning
from adjudicator.swtcg.standing.abilities import speaks_of_host
from adjudicator.swtcg.standing.amounts import amount_of, holds
from adjudicator.swtcg.standing.continuous import Continuous
from adjudicator.swtcg.standing.measures import under
from adjudicator.swtcg.standing.selectors import in_name_only, matches
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.table import EQUIPMENT, LOCATION, PILOT, UNIT, Scene, Stack, Table, in_build_zone
from adjudicator.swtcg.why.reasons import ATTRIBUTES, given, is_price, own_name_rule
from adjudicator.swtcg.why.rulings import on_cards
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.language import Condition, EquipTo, Modify, Static, There, Those
from adjudicator.swtcg.words.persons import names_together
from adjudicator.swtcg.words.printed import printed

_replace = msgspec.structs.replace


def left_out(
    table: Table, stack: Stack, stat: str, parts: list[Contribution] | None, reaching: Sequence[Continuous]
) -> int:
    """What static abilities of retreated units and of Pilots on units would add to a value, and what rulings on single
    cards keep from it: 0, and a part that says so for each. `reaching` are the changes that count.

    Only a rule that an audit has suppressed lets its amount through.
    """
    off = cite(table, "rots.static.only-in-arena", "rots.abilities.off-in-build-zone")
    missing = [entry for entry in table.index.stats.get(stat, ()) if entry not in reaching]
    total = _not_reached(table, stack, (stat, missing), parts) + _covered(table, stack, stat, parts)
    total += _not_attached(table, stack, stat, parts)
    if stat == "power" and parts is not None:
        _not_stunned(table, stack, parts)
    piloting = table.edition.pilot_uses_own_abilities
    for source in table.stacks.values():
        retreated = source.role == UNIT and in_build_zone(source) and not source.host
        if not table.known(source) or not (retreated or (source.role == PILOT and not piloting.value)):
            continue
        rule = off if retreated else piloting.rule
        rule = on_cards.cited(table, table.agenda, rule, stat, (table.top(source).title,))
        for ability in printed(table.top(source)):
            if isinstance(ability, Static) and (retreated or not speaks_of_host(ability)):
                total += _off(table, source, ability, (stack, stat), parts, rule)
    return total


def shields_off(table: Table, defender: Stack, parts: list[Contribution] | None) -> int:
    """What the Shields printed on an attacked unit that is retreated would take off: they are off there."""
    if not in_build_zone(defender) or not table.known(defender):
        return 0
    face = table.top(defender)
    own = [each for each in printed(face) if isinstance(each, Static) and each.keyword == "shields"]
    scene = Scene(controller=defender.controller, source=face.title, stack=defender.id)
    changes = [change for each in own for change in each.changes if isinstance(change, Modify)]
    shields = sum(amount_of(table, change.amount, scene) for change in changes)
    off = cite(table, "rots.static.only-in-arena", "rots.abilities.off-in-build-zone")
    return _untold(table, f"Shields of {face.title}, retreated", -shields, off, parts) if shields else 0


BENEATH, TOTAL_COST = "rots.stacking.added-beneath-ignore-effects", "rots.stacking.total-build-cost"


def _covered(table: Table, stack: Stack, stat: str, parts: list[Contribution] | None) -> int:
    """What rulings on single cards say of covered ones: their changes of their own stack are off."""
    total = _beneath_others(table, stack, stat, parts)
    for card in stack.cards[1:]:
        face = table.face(card)
        if face is None:
            continue
        rule = on_cards.cited(table, table.agenda, BENEATH, stat, (face.title,))
        statics = [ability for ability in printed(face) if rule != BENEATH and isinstance(ability, Static)]
        for change in (change for ability in statics for change in ability.changes):
            if not isinstance(change, Modify) or change.stat != stat or change.of.bound != "this":
                continue
            scene = Scene(controller=stack.controller, source=face.title, stack=stack.id)
            total += _untold(table, face.title, amount_of(table, change.amount, scene), rule, parts)
    return total


TOP_ONLY = "rots.stacking.top-card-characteristics"


def _beneath_others(table: Table, stack: Stack, stat: str, parts: list[Contribution] | None) -> int:
    """What the texts of cards beneath other units would do to a value, if they were not ignored."""
    total = 0
    for other in table.stacks.values():
        if other.id == stack.id or len(other.cards) == 1 or other.role != UNIT or in_build_zone(other):
            continue
        for face in filter(None, map(table.face, other.cards[1:])):
            for ability in printed(face):
                if isinstance(ability, Static):
                    total += _off(table, other, ability, (stack, stat), parts, TOP_ONLY, face)
    return total


def face_down_left_out(table: Table, stack: Stack, parts: list[Contribution] | None) -> int:
    """What rulings on single cards say of cards face down under a stack: they are no part of its total build cost."""
    lying = len(table.zones.get(under(stack.id), ()))
    if not lying or (parts is None and table.suppressed is None):
        return 0
    rule = on_cards.cited(table, table.agenda, TOTAL_COST, "total cost", (stack.id,))
    return 0 if rule == TOTAL_COST else _untold(table, "cards face down under it", lying, rule, parts)


def _untold(table: Table, source: str, amount: int, rule: str, parts: list[Contribution] | None) -> int:
    """An amount that does not count, told as a part; it counts if an audit has suppressed the rule."""
    if table.suppressed == rule:
        return amount
    if parts is not None:
        parts.append(Contribution(KEPT_OFF, 0, source, rule))
    return 0


def damage_of_pilots(table: Table, stack: Stack, parts: list[Contribution] | None) -> int:
    """The damage of the Pilots on a unit, which is no damage of the unit's (rots.pilots.damage-separate)."""
    if parts is None and table.suppressed is None:
        return 0
    hurt = [pilot for pilot in table.attached(stack.id) if pilot.role == PILOT and pilot.damage]
    return sum(
        _untold(table, f"damage of {table.title(pilot.id)}", -pilot.damage, "rots.pilots.damage-separate", parts)
        for pilot in hurt
    )


def price_to_come(table: Table, stack: Stack, parts: list[Contribution]) -> None:
    """Tell the damage that a unit does to itself only as its attack ends, for the bonus that it was given."""
    rule = cite(table, "crf.triggers.attack-bonus-damage-at-end", "rots.triggers.when-whenever-at")
    due = (each for each in table.delayed.values() if each.scene.stack == stack.id and is_price(each.when, each.do))
    parts.extend(Contribution(KEPT_OFF, 0, f"the price of {each.scene.source}'s bonus", rule) for each in due)


def replaced(table: Table, amount: int, rule: str, parts: list[Contribution] | None) -> int:
    """What the cards beneath would add, were a number not in the place of the whole power
    (rots.keywords.other-effects-phrase).
    """
    return _untold(table, "stack", amount, rule, parts) if amount else 0


NOT_ITSELF, ARRIVED_LATER = "rots.static.definition", "rots.abilities.one-shot-effects"


def _not_reached(
    table: Table, stack: Stack, of: tuple[str, Sequence[Continuous]], parts: list[Contribution] | None
) -> int:
    """What rulings on single cards say that a change does not reach: its own unit, where its text speaks of others or
    has a condition that is not met, and units that came after it was made.
    """
    total = 0
    stat, missing = of
    for entry in missing:
        change = entry.change
        if not isinstance(change, Modify) or change.set:
            continue
        made, itself = entry.modifier, entry.scene.stack == stack.id
        if made is not None and entry.on is not None and stack.id not in entry.on:
            general, amount = ARRIVED_LATER, made.amount
        elif made is None and itself and (change.of.other or change.of.bound == "this"):
            gift = "" if change.of.other else given(table, entry)
            general, amount = gift or NOT_ITSELF, amount_of(table, change.amount, entry.scene)
        else:
            total += _by_what_it_says(table, stack, (stat, entry), parts) if made is None else 0
            continue
        rule = on_cards.cited(table, table.agenda, general, stat, (entry.name, stack.id))
        off = made is None and change.of.bound == "this"  # its own words keep it off: a condition, or what it is not
        if rule == general and _waits(table, entry):  # it may have a condition (rots.static.glossary-definition)
            why = ONE_PERSON if _of_one_person(table, entry) else NOT_ITSELF
            total += told_behind(f"{entry.name}, on a condition", amount, why, parts, table)
        if not (off or matches(table, _replace(change.of, other=False), stack, entry.scene)):
            continue
        if rule == general:
            if general == ARRIVED_LATER:
                total += told_behind(entry.name, amount, general, parts, table)
            continue
        total += _untold(table, entry.name, amount, rule, parts)
    return total


def _by_what_it_says(table: Table, stack: Stack, of: tuple[str, Continuous], parts: list[Contribution] | None) -> int:
    """What a text in force would change if it were taken to say more than it does."""
    stat, entry = of
    those, scene = entry.change.of, entry.scene
    amount = amount_of(table, entry.change.amount, scene)
    if _others_yours(table, stack, those, scene):
        rule = on_cards.cited(table, table.agenda, YOUR, stat, (entry.name, stack.id))
        return _untold(table, entry.name, amount, rule, parts)
    if _of_the_others_location(table, stack, those, scene):
        return told_behind(entry.name, amount, YOUR, parts, table)
    if _of_its_namesake(table, stack, entry):
        return _untold(table, f"another {entry.name}", amount, own_name_rule(table, stack), parts)
    if _of_the_same_person(table, stack, those, scene):
        return _untold(table, entry.name, amount, ONE_PERSON, parts)
    if in_name_only(table, stack, those, scene):
        rule = on_cards.cited(table, table.agenda, cite(table, *NAME_WORD), stat, (stack.id,))
        return _untold(table, scene.source, amount, rule, parts)
    return 0


def _waits(table: Table, entry: Continuous) -> bool:
    """Whether a unit's own static text would change its value, and only its condition keeps it off now."""
    change = entry.change
    own = isinstance(change, Modify) and change.of.bound == "this" and change.stat in ATTRIBUTES
    return own and entry.condition is not None and not holds(table, entry.condition, entry.scene)


def told_behind(source: str, amount: int, rule: str, parts: list[Contribution] | None, table: Table) -> int:
    """What is told behind all that counts; it counts if an audit has suppressed the rule."""
    if table.suppressed == rule:
        return amount
    if parts is not None:
        parts.append(Contribution("left out", 0, source, rule))
    return 0


YOUR = "crf.control.you-means-controller"


def _others_yours(table: Table, stack: Stack, those: Those, scene: Scene) -> bool:
    """Whether a text that speaks of its player's things would reach a stack if that player were its owner, and not
    whoever controls it now; or would if the stack's owner were meant.
    """
    source = table.stacks.get(scene.stack)
    if source is None or those.side != "yours":
        return False
    if table.taken_from(source):
        return matches(table, those, stack, _replace(scene, controller=table.taken_from(source)))
    return bool(table.taken_from(stack)) and matches(
        table, those, _replace(stack, controller=table.taken_from(stack)), scene
    )


def _of_the_others_location(table: Table, stack: Stack, those: Those, scene: Scene) -> bool:
    """Whether a Location's text speaks of the things of its own player, and not of a stack of the other one there."""
    source = table.stacks.get(scene.stack)
    if source is None or source.role != LOCATION or those.side != "yours" or source.controller == stack.controller:
        return False
    return matches(table, those, stack, _replace(scene, controller=stack.controller))


def _of_its_namesake(table: Table, stack: Stack, entry: Continuous) -> bool:
    """Whether a text on another unit of the same name speaks of that name and means its own unit, which it changes."""
    source, change = table.stacks.get(entry.scene.stack), entry.change
    if source is None or source.id == stack.id or not isinstance(change, Modify):
        return False
    if change.of.bound != "this" or not change.of.name or table.top(source).name != table.top(stack).name:
        return False
    return entry.condition is None or holds(table, entry.condition, entry.scene)


ONE_PERSON = "rots.cards.name-reference-exact"


def _of_the_same_person(table: Table, stack: Stack, those: Those, scene: Scene) -> bool:
    """Whether a change speaks of a name that is one person with a stack's, for the rules of unique units alone."""
    if not those.name or those.bound or not names_together(those.name, table.top(stack).name):
        return False
    return matches(table, _replace(those, name=""), stack, scene)


def _of_one_person(table: Table, entry: Continuous) -> bool:
    """Whether a condition asks for a name, and somebody is there who is one person with it under another name."""
    there = entry.condition.are if isinstance(entry.condition, There) else None
    if there is None or not there.name:
        return False
    anyone = _replace(there, name="")
    return any(
        names_together(there.name, table.top(stack).name)
        for stack in table.stacks.values()
        if table.known(stack) and matches(table, anyone, stack, entry.scene)
    )


def _not_stunned(table: Table, stack: Stack, parts: list[Contribution]) -> None:
    """Of damage that is about to be done to a unit, or came to nothing, that it does not stun."""
    for packet in table.agenda.pending:
        rule, why = stunning.turned_down(table, packet) if packet.target == stack.id else ("", "")
        if rule:
            parts.append(Contribution("left out", 0, f"Stun: {why}", rule))


ONLY_ATTACHED = "crf.equipment.effect-only-while-attached"


def _not_attached(table: Table, stack: Stack, stat: str, parts: list[Contribution] | None) -> int:
    """What Equipment that lies face up in its player's build zone would give a unit that it fits."""
    total = 0
    for source in table.stacks.values():
        if source.role != EQUIPMENT or source.host or source.controller != stack.controller or not table.known(source):
            continue
        scene = Scene(controller=source.controller, source=table.top(source).title, stack=source.id)
        for way in printed(table.top(source)):
            if isinstance(way, EquipTo) and matches(table, way.to, stack, scene, anywhere=True):
                total += _given_by(table, way, (stack, stat), scene, parts)
    return total


def _given_by(table: Table, way: EquipTo, of: tuple[Stack, str], scene: Scene, parts: list[Contribution] | None) -> int:
    """What static texts that Equipment gives would add to a value."""
    total, (stack, stat) = 0, of
    texts = (each for each in way.gives if isinstance(each, Static) and each.condition is None)
    for change in (change for text in texts for change in text.changes):
        if isinstance(change, Modify) and change.stat == stat and not change.set and change.of.bound == "this":
            amount = amount_of(table, change.amount, _replace(scene, stack=stack.id))
            rule = cite(table, ONLY_ATTACHED, "rots.equipment.grants-bonuses")
            total += told_behind(f"{scene.source}, not attached", amount, rule, parts, table)
    return total


NAME_WORD = ("crf.cards.name-word-no-subtype", "gr.cards.word-must-be-on-type-line", "rots.cards.subtypes")
"""The rules by which a word in a card's name is no subtype."""


def _off(
    table: Table,
    source: Stack,
    ability: Static,
    of: tuple[Stack, str],
    parts: list[Contribution] | None,
    rule: str,
    beneath: Face | None = None,
) -> int:
    stack, stat = of
    face = beneath or table.top(source)
    scene = Scene(controller=source.controller, source=face.title, stack=source.id)
    if (
        ability.condition is not None
        and not _by_its_place(ability.condition)
        and not holds(table, ability.condition, scene)
    ):
        return 0
    total = 0
    for change in ability.changes:
        if not isinstance(change, Modify) or change.stat != stat or change.set or stack.role == PILOT:
            continue
        if not matches(table, change.of, stack, scene, anywhere=True):
            continue
        if table.suppressed == rule:
            total += amount_of(table, change.amount, scene)
        elif parts is not None:
            how = "beneath" if beneath else "on a unit" if source.role == PILOT else "retreated"
            parts.append(Contribution("left out", 0, f"{scene.source}, {how}", rule))
    return total


def _by_its_place(condition: Condition) -> bool:
    """Whether a condition only says that the unit is in an arena, as static abilities ask anyway."""
    return isinstance(condition, There) and condition == There(
        are=Those(what=condition.are.what, zones=condition.are.zones, bound="this")
    )
