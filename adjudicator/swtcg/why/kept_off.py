"""What does not count in a value though one could think so: what Pilots do not add, what a change in force does not
reach, Stun and Shields that fail, damage of others.

Each is a part of 0 with its rule and the amount that the rule keeps off (`would`). Texts that are off: `silent_texts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from adjudicator.kernel.explained import Contribution
from adjudicator.swtcg.standing import stunning
from adjudicator.swtcg.standing.abilities import printed_beneath
from adjudicator.swtcg.standing.amounts import amount_of, holds
from adjudicator.swtcg.standing.continuous import Continuous, keyword_of
from adjudicator.swtcg.standing.keyword_values import keyword_value
from adjudicator.swtcg.standing.meant import NAME_WORD, own_name_rule
from adjudicator.swtcg.standing.measures import under
from adjudicator.swtcg.standing.selectors import in_name_only, matches
from adjudicator.swtcg.standing.summing import OFF, changes, reaches, size_of
from adjudicator.swtcg.standing.traits import turned_up
from adjudicator.swtcg.standing.values import PER_CARD
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.table import (
    CHARACTER,
    EQUIPMENT,
    LOCATION,
    PILOT,
    UNIT,
    Scene,
    Stack,
    Table,
    in_build_zone,
)
from adjudicator.swtcg.why import silent_texts
from adjudicator.swtcg.why.not_counting import Of, kept, left
from adjudicator.swtcg.why.reasons import ATTRIBUTES, given
from adjudicator.swtcg.words.kinds import is_price
from adjudicator.swtcg.words.language import Ability, Keyword, Modify, PilotOf, Stat, Static, There, Those
from adjudicator.swtcg.words.persons import names_together
from adjudicator.swtcg.words.printed import printed

_replace = msgspec.structs.replace


def of_value(table: Table, stack: Stack, name: str) -> Iterator[Contribution]:
    """What does not count in a named value of a stack."""
    stat = name.removeprefix("remaining ").removeprefix("total ")
    of = Of(table, turned_up(stack, table.top(stack)) if stat == "cost" else stack, stat)
    if name == "power":
        yield from _replaced(of)
    yield from _of_equipment(of)
    yield from _of_pilots(of)
    yield from _of_changes(of)
    yield from silent_texts.of_value(of)
    if name == "power":
        yield from _not_stunned(of)
        yield from _shields(of)
    elif name == "remaining health":
        yield from _damage(of)
    yield from _face_down(table, stack, name)


def _face_down(table: Table, stack: Stack, name: str) -> Iterator[Contribution]:
    """What cards that lie face down under a unit would add, were they part of its stack."""
    lying, why = len(table.zones.get(under(stack.id), ())), table.why
    if not lying:
        return
    if rule := why.stacking_face_down_old_text:
        counting = [each for each in printed_beneath(table, stack).values() if _counts_under(each)]
        if would := _given(table, stack, name, counting):
            yield kept("the text of a card beneath", would, rule)
    own = {"speed": why.stacking_face_down_no_speed, "power": why.stacking_face_down_no_power}
    rule = own.get(name, why.stacking_face_down_no_bonus if name in ("health", "total cost") else "")
    if name == "total cost":
        rule = Of(table, stack, name).ruled(why.stacking_total_build_cost, stack.id) or rule
    if rule:
        yield kept("cards face down under it", PER_CARD.get(name, 1) * lying, rule)


def _counts_under(ability: Ability) -> bool:
    """Whether a text goes by the cards face down under its unit."""
    made = ability.changes if isinstance(ability, Static) else ()
    amounts = (change.amount for change in made if isinstance(change, Modify))
    return any(isinstance(amount, Stat) and amount.stat == "under" for amount in amounts)


def _replaced(of: Of) -> Iterator[Contribution]:
    """What the cards beneath would add, were a number not in the place of the whole power
    (rots.keywords.other-effects-phrase).
    """
    attack, beneath = of.table.attack, len(of.stack.cards) - 1
    if of.table.edition.modes_keep_stack.value:
        return
    if attack is not None and attack.attacker == of.stack.id and attack.mode and beneath:
        yield kept("stack", PER_CARD["power"] * beneath, of.table.why.of_keyword(attack.mode, "replaces_power"))


def _of_equipment(of: Of) -> Iterator[Contribution]:
    """The bonus of a stack that Equipment does not add, as it is no card of its unit's."""
    rule = of.table.why.equipment_not_in_unit_stack
    for other in of.table.attached(of.stack.id, EQUIPMENT) if rule and of.stat in ATTRIBUTES else ():
        yield left(f"{of.table.title(other.id)} as a card of the stack", PER_CARD[of.stat], rule)


# --- Pilots -----------------------------------------------------------------------------------


def _of_pilots(of: Of) -> Iterator[Contribution]:
    """What the Pilots of a unit do not add, and what a unit's own Pilot text does not: a Pilot's speed and power are
    irrelevant, the cards beneath him give the unit nothing, what he gives is off in the build zone.
    """
    table, unit, stat = of
    if unit.role == UNIT and unit.zone == CHARACTER and (gives := _gives(table, unit, stat)):
        yield left("its own Pilot text", gives, table.why.pilots_granted_text_off_in_character_arena)
    for pilot in table.attached(unit.id, PILOT) if stat in ATTRIBUTES else ():
        name = table.top(pilot).title
        if beneath := len(pilot.cards) - 1:
            rule = table.why.pilots_stack_gives_no_extra_bonus
            yield kept(f"stack of {name}", PER_CARD[stat] * beneath, rule)
        if in_build_zone(unit) and (gives := _gives(table, pilot, stat)):
            yield left(name, gives, table.why.pilots_build_zone_only_piloting_active)
        if stat != "health":
            own = getattr(table.top(pilot), stat) or 0
            yield left(f"{stat} of {name}", own, table.why.pilots_speed_and_power_irrelevant)


def _gives(table: Table, pilot: Stack, stat: str) -> int:
    """How much the Pilot text changes a value of the unit: what stands there as a number, else 1; 0 if it does not."""
    texts = [
        each
        for ability in printed(table.top(pilot), table.edition.book.value)
        if isinstance(ability, PilotOf)
        for each in ability.gives
    ]
    made = [change for text in texts if isinstance(text, Static) for change in text.changes]
    amounts = [change.amount for change in made if isinstance(change, Modify) and change.stat == stat]
    keywords = [text.x or 1 for text in texts if isinstance(text, Keyword) and text.name == stat]
    return sum(amount if isinstance(amount, int) else 1 for amount in (*amounts, *keywords))


# --- changes in force that do not reach it ----------------------------------------------------


def _of_changes(of: Of) -> Iterator[Contribution]:
    """What changes in force do not reach: units that came later, their own unit, who is not meant by their words."""
    table, stack, stat = of
    for entry in table.index.stats.get(stat, ()):
        if entry.change.set or reaches(table, entry, stack):
            continue
        if entry.modifier is None and not _about_itself(entry, stack):
            yield from _by_what_it_says(of, entry)
        elif entry.modifier is None or (entry.on is not None and stack.id not in entry.on):
            yield from _not_reached(of, entry)


def _about_itself(entry: Continuous, stack: Stack) -> bool:
    """Whether a text of a unit speaks of itself, or of others than itself."""
    return entry.scene.stack == stack.id and (entry.change.of.other or entry.change.of.bound == "this")


def _not_reached(of: Of, entry: Continuous) -> Iterator[Contribution]:
    """A change that does not reach its own unit, as its text speaks of others or its condition is not met, or a unit
    that came after it was made.
    """
    table, stack, stat = of
    change, amount, late = entry.change, size_of(table, entry), entry.modifier is not None
    own_words = not late and change.of.bound == "this"  # a condition, or what it is not, keeps it off
    why = table.why
    of_itself = ("" if change.of.other else given(table, entry)) or why.static_definition
    general = why.abilities_those_in_play_now if late else of_itself
    ruling = of.ruled(general, entry.name, stack.id)
    waits = change.of.bound == "this" and stat in ATTRIBUTES and not _met(table, entry)
    if not ruling and waits:  # a text may have a condition (rots.static.glossary-definition)
        rule = why.cards_name_reference_exact if _of_one_person(table, entry) else why.static_while_its_condition
        yield left(f"{entry.name}, on a condition", amount, rule)
    if own_words or matches(table, _replace(change.of, other=False), stack, entry.scene):
        if ruling:
            yield kept(entry.name, amount, ruling)
        elif late:
            yield left(entry.name, amount, general)


def _met(table: Table, entry: Continuous) -> bool:
    return entry.condition is None or holds(table, entry.condition, entry.scene)


def _by_what_it_says(of: Of, entry: Continuous) -> Iterator[Contribution]:
    """What a text in force would change if it were taken to say more than it does."""
    table, stack, _ = of
    those, scene, amount = entry.change.of, entry.scene, size_of(table, entry)
    your = table.why.control_you_means_controller
    if _others_yours(table, stack, those, scene):
        yield kept(entry.name, amount, of.ruled(your, entry.name, stack.id) or your)
    elif _of_the_others_location(table, stack, those, scene):
        yield left(entry.name, amount, your)
    elif _of_its_namesake(table, stack, entry):
        yield kept(f"another {entry.name}", amount, own_name_rule(table, stack))
    elif _of_the_same_person(table, stack, those, scene):
        yield kept(entry.name, amount, table.why.cards_name_reference_exact)
    elif in_name_only(table, stack, those, scene):
        rule = cite(table, *NAME_WORD)
        yield kept(scene.source, amount, of.ruled(rule, stack.id) or rule)


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
    source, those = table.stacks.get(entry.scene.stack), entry.change.of
    if source is None or source.id == stack.id or those.bound != "this" or not those.name:
        return False
    return table.top(source).name == table.top(stack).name and _met(table, entry)


def _of_the_same_person(table: Table, stack: Stack, those: Those, scene: Scene) -> bool:
    """Whether a change speaks of a name that is one person with a stack's, for the rules of unique units alone."""
    if (
        not those.name
        or those.bound
        or not names_together(those.name, table.top(stack).name, table.edition.persons.value)
    ):
        return False
    return matches(table, _replace(those, name=""), stack, scene)


def _of_one_person(table: Table, entry: Continuous) -> bool:
    """Whether a condition asks for a name, and somebody is there who is one person with it under another name."""
    there = entry.condition.are if isinstance(entry.condition, There) else None
    if there is None or not there.name:
        return False
    anyone = _replace(there, name="")
    return any(
        names_together(there.name, table.top(stack).name, table.edition.persons.value)
        for stack in table.stacks.values()
        if table.known(stack) and matches(table, anyone, stack, entry.scene)
    )


# --- attacks and damage -----------------------------------------------------------------------


def _not_stunned(of: Of) -> Iterator[Contribution]:
    """Of damage that is about to be done to a unit, or came to nothing, that it does not stun."""
    for packet in of.table.agenda.pending:
        rule, why = stunning.turned_down(of.table, packet) if packet.target == of.stack.id else ("", "")
        if rule:
            yield left(f"Stun: {why}", 0, rule)


def _shields(of: Of) -> Iterator[Contribution]:
    """Of Shields that do not count against an attacking unit: of a retreated unit, taken away, no longer attacked."""
    table, attack = of.table, of.table.attack
    if attack is None or attack.attacker != of.stack.id or attack.defender not in table.stacks:
        return
    defender = table.stacks[attack.defender]
    if keyword_value(table, defender, "shields"):
        return
    shields = table.why.keywords_shields
    if off := _printed_shields(table, defender):
        yield kept(f"Shields of {table.title(defender.id)}, retreated", -off, table.why.static_only_in_arena)
    lost = (each for each, _ in table.index.silenced.values() if each.stack == defender.id)
    if any(keyword_of(each) == "shields" for each in lost):
        parts = table.reckoning.explained(table, defender, "shields").parts
        none = (part for part in parts if part.how == OFF)
        yield from (_replace(each, source=f"{each.source}: no Shields", would=-each.would) for each in none)
    for former in filter(None, map(table.stacks.get, attack.former)):
        if former.id != defender.id and (against := keyword_value(table, former, "shields")):
            yield left(f"Shields of {table.title(former.id)}, which is no longer attacked", -against, shields)


def _printed_shields(table: Table, unit: Stack) -> int:
    """What the Shields printed on a retreated unit would take off, were they on there."""
    if not in_build_zone(unit) or not table.known(unit):
        return 0
    return _given(table, unit, "shields", printed(table.top(unit), table.edition.book.value))


def silenced(table: Table, unit: Stack, keyword: str) -> int:
    """What a keyword of a unit that does not work would be worth."""
    off = (each.ability for each, _ in table.index.silenced.values() if each.stack == unit.id)
    return changes(table, unit, keyword, _given(table, unit, keyword, off))


def _given(table: Table, unit: Stack, stat: str, abilities: Iterable[Ability]) -> int:
    """How much some abilities of a unit give it of a value."""
    scene = Scene(controller=unit.controller, source=table.top(unit).title, stack=unit.id)
    made = (change for each in abilities if isinstance(each, Static) for change in each.changes)
    amounts = (change.amount for change in made if isinstance(change, Modify) and change.stat == stat)
    return sum(amount_of(table, amount, scene) for amount in amounts)


def _damage(of: Of) -> Iterator[Contribution]:
    """Damage that is not the unit's, or not yet: the price of a bonus, what its Pilots have."""
    table, unit, _ = of
    rule = table.why.triggers_attack_bonus_damage_at_end
    for each in table.delayed.values():
        if each.scene.stack == unit.id and is_price(each.when, each.do):
            yield kept(f"the price of {each.scene.source}'s bonus", 0, rule)
    for pilot in table.attached(unit.id, PILOT):
        if pilot.damage:
            yield kept(f"damage of {table.title(pilot.id)}", -pilot.damage, table.why.pilots_damage_separate)
