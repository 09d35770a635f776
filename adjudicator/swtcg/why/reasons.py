"""Which paragraph lets a continuous change count: what kind of effect makes it, and by what word it reaches a thing.

Sources: rots.static.definition, rots.static.on-while-in-battle, rots.static.only-in-arena,
rots.abilities.continuous-effects,
rots.cards.own-name-self-reference, rots.cards.name-reference-exact, rots.static.treat-as-adds-subtype.
"""

from __future__ import annotations

import msgspec

from adjudicator.swtcg.standing import stunning
from adjudicator.swtcg.standing.abilities import lent_by
from adjudicator.swtcg.standing.continuous import Continuous
from adjudicator.swtcg.standing.selectors import matches, select
from adjudicator.swtcg.standing.subtypes import on_type_line
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.table import EQUIPMENT, PILOT, Scene, Stack, Table, in_build_zone
from adjudicator.swtcg.why.rulings import on_cards
from adjudicator.swtcg.words.language import Controls, Count, Damage, Event, Instruction, Modify, There, Those, X

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
        if entry.scene.numbers.get("enhance"):  # in place of what the card does otherwise
            return "rots.keywords.enhance-not-both"
        if isinstance(change.amount, X) and entry.scene.rule:  # by what it is measured
            return entry.scene.rule
        if any(is_price(each.when, each.do) and each.scene.key == entry.scene.key for each in table.delayed.values()):
            return cite(table, "crf.triggers.attack-bonus", *LASTING["attack"])
        return cite(table, *LASTING.get(entry.modifier.until, (rule,)))
    if _asks_what_a_pilot_is(table, entry):
        assert isinstance(change.amount, Count)
        return _what_a_pilot_is(table, change.amount.of)
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
    if treated := _counts_what_is_treated_so(table, entry):
        return treated
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


def is_price(when: Event, do: tuple[Instruction, ...]) -> bool:
    """Whether what is done later is what an attack bonus is paid with: damage to its own unit as the attack ends."""
    return when.kind == "attack ends" and any(isinstance(each, Damage) and each.to.bound == "this" for each in do)


def _depends(entry: Continuous, change: Modify) -> bool:
    """Whether a text on its own unit counts by a condition or by a count, or reaches it as one of a kind."""
    fixed = isinstance(change.amount, int) and change.of.bound == "this" and not change.of.attacking_whom
    return entry.condition is not None or not fixed


def given(table: Table, entry: Continuous) -> str:
    """The rule by which Equipment or a Pilot gives a unit the text that makes a change; empty if neither does."""
    source = lent_by(table, entry.scene.key)
    if source is not None and source.role == PILOT:
        unit = table.stacks.get(source.host)
        if unit is not None and unit.controller != source.controller and table.taken_from(unit):
            return cite(table, "crf.pilots.control-unit-change-keeps-pilot", "rots.pilots.give-bonuses")
        return cite(table, "rots.pilots.give-bonuses", "gr.pilots.grants-listed-text")
    return "rots.equipment.grants-bonuses" if source is not None and source.role == EQUIPMENT else ""


def _asks_what_a_pilot_is(table: Table, entry: Continuous) -> bool:
    """Whether the size of a change counts Characters, and a Pilot on a unit is one of them if he still is."""
    counted = entry.change.amount if isinstance(entry.change, Modify) else None
    return isinstance(counted, Count) and _passes_a_pilot_by(table, counted.of, entry.scene)


def _passes_a_pilot_by(table: Table, those: Those, scene: Scene) -> bool:
    """Whether a Pilot on a unit would be among some Characters or units, if he still were one."""
    if those.what != "unit" and "character" not in those.types:
        return False
    of_any_type = _replace(those, types=(), what="unit or pilot" if those.what == "unit" else those.what)
    return any(stack.role == PILOT and matches(table, of_any_type, stack, scene) for stack in table.stacks.values())


def _what_a_pilot_is(table: Table, counted: Those) -> str:
    """Whether a Pilot on a unit is a Character, or one of a subtype."""
    chosen = table.edition.pilot_is_character
    adjective = counted.subtype and not chosen.value
    return cite(table, "crf.pilots.subtype-as-adjective-not-apply", chosen.rule) if adjective else chosen.rule


def count_rule(table: Table, amount: object, scene: Scene) -> str:
    """What an amount that counts things rests on where a Pilot on a unit is counted, or passed by; else empty."""
    if not isinstance(amount, Count):
        return ""
    if has_a_pilot(table, amount.of, scene):
        return cite(table, *PILOT_COUNTS)
    return _what_a_pilot_is(table, amount.of) if _passes_a_pilot_by(table, amount.of, scene) else ""


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


def _counts_what_is_treated_so(table: Table, entry: Continuous) -> str:
    """The rule by which the size of a change counts something whose type line lacks the subtype; empty if none does."""
    count = entry.change.amount if isinstance(entry.change, Modify) else None
    if not isinstance(count, Count) or not count.of.subtype:
        return ""
    counted = [table.stacks[number] for number in select(table, count.of, entry.scene) if number in table.stacks]
    treated = (stack for stack in counted if not on_type_line(table.top(stack), count.of.subtype))
    return next((subtype_rule(table, stack, count.of.subtype) for stack in treated), "")


def has_a_pilot(table: Table, those: Those, scene: Scene) -> bool:
    """Whether a Pilot on a unit is among things that are meant by a name or subtype."""
    if not (those.subtype or those.name):
        return False
    return any(table.stacks[n].role == PILOT for n in select(table, those, scene) if n in table.stacks)


def _by_word(table: Table, those: Those, stack: Stack) -> str:
    """The rule of the name or subtype by which a change reaches a thing; empty if it goes by neither."""
    if those.bound == "this" and those.name:
        return own_name_rule(table, stack)
    if those.name:
        return "rots.cards.name-reference-exact"
    if those.subtype:
        return subtype_rule(table, stack, those.subtype)
    return ""


def own_name_rule(table: Table, stack: Stack) -> str:
    """The rule by which a card that calls itself by its name means itself alone."""
    own = "rots.cards.own-name-self-reference"
    return own if table.top(stack).unique else cite(table, "crf.cards.nonunique-self-name-means-this-unit", own)


def _by_what_it_attacks(table: Table, those: Those) -> str:
    """The rule of the subtype that the attacked unit has to have; empty if it need have none."""
    whom = those.attacking_whom
    defender = table.stacks.get(table.attack.defender) if table.attack is not None else None
    if whom is None or not whom.subtype or defender is None:
        return ""
    return subtype_rule(table, defender, whom.subtype)


ITSELF = ("crf.cards.subtype-reference-type-line-only", "rots.cards.subtypes")
"""By which a text that speaks of its player's units of a subtype reaches its own unit too."""


def subtype_rule(table: Table, stack: Stack, subtype: str) -> str:
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
