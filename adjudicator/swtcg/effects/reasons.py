"""Which paragraph lets a continuous change count: what kind of effect makes it, and by what word it reaches a thing.

Sources: rots.static.definition, rots.static.on-while-in-battle, rots.static.only-in-arena,
rots.abilities.continuous-effects,
rots.cards.own-name-self-reference, rots.cards.name-reference-exact, rots.static.treat-as-adds-subtype.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.kernel.explained import KEPT_OFF, Contribution
from adjudicator.swtcg.citing import cite, edition
from adjudicator.swtcg.effects.abilities import of_its_host, printed
from adjudicator.swtcg.effects.amounts import amount_of, holds
from adjudicator.swtcg.effects.index import Continuous
from adjudicator.swtcg.effects.language import Condition, Controls, Count, Modify, Static, There, Those
from adjudicator.swtcg.effects.measures import under
from adjudicator.swtcg.effects.selectors import matches, select
from adjudicator.swtcg.effects.subtypes import on_type_line
from adjudicator.swtcg.face import Face
from adjudicator.swtcg.keywords import stunning
from adjudicator.swtcg.rulings import on_cards
from adjudicator.swtcg.table import EQUIPMENT, LOCATION, PILOT, UNIT, Scene, Stack, Table, in_build_zone

_replace = msgspec.structs.replace


TYPE_LINE = ("crf.cards.subtypes-on-type-line", "gr.cards.subtypes-on-type-line", "rots.cards.subtypes")
"""That a card's subtypes stand on its type line."""
ATTRIBUTES = ("speed", "power", "health")
"""The values that rest on a rule of their own whatever the text: that what changes them is static is said instead."""
TURN_LONG = "rots.chances.until-end-of-turn-duration"
LASTING = {
    "attack": ("rots.chances.for-this-attack",),
    "turn": (TURN_LONG,),
    "battle": ("crf.battle.until-end-of-battle", "gr.battle.until-end-of-battle", TURN_LONG),
}
"""By how long an effect lasts, the paragraphs by which it still counts."""


def deciding(table: Table, entry: Continuous, stack: Stack, rule: str) -> str:
    """The rule by which a change counts for a stack: what Equipment or a Pilot gives has its own; `rule` (the value's
    own) where nothing more special decides.
    """
    change, gift = entry.change, given(table, entry)
    if gift or not isinstance(change, Modify):
        return gift or rule
    if entry.modifier is not None:
        if entry.scene.kind == "stun":  # how much it is, where the fact cites for how long
            if entry.modifier.rule not in stunning.BY_ATTACK:
                return entry.modifier.rule
            return stunning.amount_rule(table, entry.scene.stack, stack.id)
        return cite(table, *LASTING.get(entry.modifier.until, (rule,)))
    if _asks_what_a_pilot_is(table, entry):
        return edition(table).pilot_is_character.rule
    named = _by_word(table, change.of, stack)
    source = table.stacks.get(entry.scene.stack)
    others = source is not None and source.id != stack.id and change.stat in ATTRIBUTES
    if named == cite(table, *TYPE_LINE) and source is not None and source.id == stack.id and change.of.side == "yours":
        named = cite(table, *ITSELF)
    if named and not (others and named == cite(table, *TYPE_LINE) and not _ruled(table, entry, stack, named)):
        return named  # but that a subtype stands on another unit's type line nobody doubts
    attacked = _by_what_it_attacks(table, change.of)
    if attacked and _ruled(table, entry, stack, attacked):
        return attacked
    if source is None:
        return rule
    if counts_a_pilot(table, entry):
        return cite(table, *PILOT_COUNTS)
    if source.id == stack.id:
        if _takes_a_pilot_for_a_unit(table, entry):
            return cite(table, "rots.pilots.not-a-unit-while-piloting")
        if isinstance(entry.condition, Controls):
            return "rots.control.arena-control"
        return "rots.static.definition" if _depends(entry, change) and change.stat in ATTRIBUTES else rule
    if source.tapped:
        return "rots.static.on-while-in-battle"
    if change.stat == "speed" and change.of.side == "opponents":
        return "rots.static.example-speed-reduction"
    return "rots.static.definition" if change.stat in ATTRIBUTES else rule


def _depends(entry: Continuous, change: Modify) -> bool:
    """Whether a text on its own unit counts by a condition or by a count, or reaches it as one of a kind."""
    fixed = isinstance(change.amount, int) and change.of.bound == "this" and not change.of.attacking_whom
    return entry.condition is not None or not fixed


def given(table: Table, entry: Continuous) -> str:
    """The rule by which Equipment or a Pilot gives a unit the text that makes a change; empty if neither does."""
    _, _, rest = entry.scene.key.partition(".")
    giver, inner, _ = rest.partition(".")
    source = table.stacks.get(int(giver)) if inner and giver.isdigit() else None
    if source is not None and source.role == PILOT:
        return cite(table, "rots.pilots.give-bonuses", "gr.pilots.grants-listed-text")
    return "rots.equipment.grants-bonuses" if source is not None and source.role == EQUIPMENT else ""


def _asks_what_a_pilot_is(table: Table, entry: Continuous) -> bool:
    """Whether the size of a change counts Characters, and a Pilot on a unit is one of them if he still is."""
    counted = (
        entry.change.amount.of if isinstance(entry.change, Modify) and isinstance(entry.change.amount, Count) else None
    )
    if counted is None or counted.what == "unit" or "character" not in counted.types:
        return False
    of_any_type = _replace(counted, types=())
    return any(
        stack.role == PILOT and matches(table, of_any_type, stack, entry.scene) for stack in table.stacks.values()
    )


def _ruled(table: Table, entry: Continuous, stack: Stack, rule: str) -> bool:
    """Whether a ruling on a single card works the rule out for a change."""
    assert isinstance(entry.change, Modify)
    return on_cards.ruled(table, rule, entry.change.stat, (entry.scene.source, stack.id))


PILOT_COUNTS = (
    "crf.pilots.name-and-subtypes-valid", "gr.pilots.keeps-subtypes", "ruling.subtypes-of-a-piloting-card",
)  # fmt: skip
"""The rules by which a Pilot on a unit has its name and subtypes."""


def _takes_a_pilot_for_a_unit(table: Table, entry: Continuous) -> bool:
    """Whether a text asks that there be no other unit, and a Pilot on a unit would be one if he still were a unit."""
    asked = getattr(entry.condition, "of", None)
    if not isinstance(asked, There) or asked.are.what != "unit":
        return False
    anyone = _replace(asked.are, what="unit or pilot")
    return any(
        stack.role == PILOT and matches(table, anyone, stack, entry.scene, anywhere=True)
        for stack in table.stacks.values()
    )


def counts_a_pilot(table: Table, entry: Continuous) -> bool:
    """Whether the size of a change counts things by a name or subtype that a Pilot among them has."""
    count = entry.change.amount if isinstance(entry.change, Modify) else None
    return isinstance(count, Count) and has_a_pilot(table, count.of, entry.scene)


def has_a_pilot(table: Table, those: Those, scene: Scene) -> bool:
    """Whether a Pilot on a unit is among things that are meant by a name or subtype."""
    if not (those.subtype or those.name):
        return False
    return any(table.stacks[n].role == PILOT for n in select(table, those, scene) if n in table.stacks)


def _by_word(table: Table, those: Those, stack: Stack) -> str:
    """The rule of the name or subtype by which a change reaches a thing; empty if it goes by neither."""
    if those.bound == "this" and those.name:
        own = "rots.cards.own-name-self-reference"
        return own if table.top(stack).unique else cite(table, "crf.cards.nonunique-self-name-means-this-unit", own)
    if those.name:
        return "rots.cards.name-reference-exact"
    if those.subtype:
        return by_subtype(table, stack, those.subtype)
    return ""


def _by_what_it_attacks(table: Table, those: Those) -> str:
    """The rule of the subtype that the attacked unit has to have; empty if it need have none."""
    whom = those.attacking_whom
    defender = table.stacks.get(table.attack.defender) if table.attack is not None else None
    if whom is None or not whom.subtype or defender is None:
        return ""
    return by_subtype(table, defender, whom.subtype)


ITSELF = ("crf.cards.subtype-reference-type-line-only", "rots.cards.subtypes")
"""By which a text that speaks of its player's units of a subtype reaches its own unit too."""


def by_subtype(table: Table, stack: Stack, subtype: str) -> str:
    """The rule by which a thing has a subtype: its type line, or a text that adds the word."""
    face = table.top(stack)
    if not on_type_line(face, subtype):
        if in_build_zone(stack):
            return cite(table, "crf.static.treat-as-always-active", "rots.static.treat-as-always-active")
        return "rots.static.treat-as-adds-subtype"
    if stack.role == PILOT:
        return cite(table, *PILOT_COUNTS)
    word = subtype.casefold()
    if word == "jedi" and "dark jedi" in face.subtypes.casefold():
        return "ruling.jedi-and-dark-jedi"
    if "•" in face.subtypes:
        return cite(table, "crf.cards.foreign-bullets", "rots.cards.subtypes")
    if word == "droid":
        return "rots.cards.droid-subtype"
    if word == "trade federation":
        return cite(table, "crf.cards.trade-federation-card-means-subtype", "rots.cards.subtypes")
    if "-" in face.subtypes:
        return "rots.cards.subtypes"
    return cite(table, *TYPE_LINE)


# --- what is off ------------------------------------------------------------------------------


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
    piloting = edition(table).pilot_uses_own_abilities
    for source in table.stacks.values():
        retreated = source.role == UNIT and in_build_zone(source) and not source.host
        if not table.known(source) or not (retreated or (source.role == PILOT and not piloting.value)):
            continue
        rule = off if retreated else piloting.rule
        rule = on_cards.cited(table, table.agenda, rule, stat, (table.top(source).title,))
        for ability in printed(table.top(source)):
            if isinstance(ability, Static) and (retreated or not of_its_host(ability)):
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
            general, amount = given(table, entry) or NOT_ITSELF, amount_of(table, change.amount, entry.scene)
        elif made is None and _others_yours(table, stack, change.of, entry.scene):
            rule = on_cards.cited(table, table.agenda, YOUR, stat, (entry.name, stack.id))
            total += _untold(table, entry.name, amount_of(table, change.amount, entry.scene), rule, parts)
            continue
        elif made is None and _of_the_others_location(table, stack, change.of, entry.scene):
            total += _left_out(entry.name, amount_of(table, change.amount, entry.scene), YOUR, parts, table)
            continue
        elif made is None and _in_name_only(table, stack, change.of, entry.scene):
            general = cite(table, *NAME_WORD)
            rule = on_cards.cited(table, table.agenda, general, stat, (stack.id,))
            total += _untold(table, entry.scene.source, amount_of(table, change.amount, entry.scene), rule, parts)
            continue
        else:
            continue
        rule = on_cards.cited(table, table.agenda, general, stat, (entry.name, stack.id))
        off = made is None and change.of.bound == "this"  # its own words keep it off: a condition, or what it is not
        if rule == general and _waits(table, entry):  # it may have a condition (rots.static.glossary-definition)
            total += _left_out(f"{entry.name}, on a condition", amount, NOT_ITSELF, parts, table)
        if rule == general or not (off or matches(table, _replace(change.of, other=False), stack, entry.scene)):
            continue
        total += _untold(table, entry.name, amount, rule, parts)
    return total


def _waits(table: Table, entry: Continuous) -> bool:
    """Whether a unit's own static text would change its value, and only its condition keeps it off now."""
    change = entry.change
    own = isinstance(change, Modify) and change.of.bound == "this" and change.stat in ATTRIBUTES
    return own and entry.condition is not None and not holds(table, entry.condition, entry.scene)


def _left_out(source: str, amount: int, rule: str, parts: list[Contribution] | None, table: Table) -> int:
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


NAME_WORD = ("crf.cards.name-word-no-subtype", "gr.cards.word-must-be-on-type-line", "rots.cards.subtypes")
"""The rules by which a word in a card's name is no subtype."""


def _in_name_only(table: Table, stack: Stack, those: Those, scene: Scene) -> bool:
    """Whether a change would reach a stack if a word of its name were the subtype that is meant."""
    face = table.top(stack)
    if not those.subtype or those.subtype.casefold() not in face.name.casefold().split() or those.bound:
        return False
    return not on_type_line(face, those.subtype) and matches(table, _replace(those, subtype=""), stack, scene)


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
