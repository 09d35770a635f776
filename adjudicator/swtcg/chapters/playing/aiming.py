"""Why something may or may not be chosen: the paragraph on types, subtypes, names, sides and zones that decides it.

Sources: rots.cards.type-line, rots.cards.subtypes, rots.cards.name-reference-exact, crf.cards.type-reference-only-type,
crf.cards.subtype-reference-type-line-only, rots.static.treat-as-adds-subtype, crf.control.opponents-unit.
Where nothing of that kind decides, an effect simply says what it is about (crf.abilities.parts-in-order).
"""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.swtcg.standing import naming, values
from adjudicator.swtcg.standing.granting import treated_in_arenas
from adjudicator.swtcg.standing.meant import subtype_rule
from adjudicator.swtcg.standing.measures import measure, printed_measure, sizes_right
from adjudicator.swtcg.standing.selectors import COSTS
from adjudicator.swtcg.standing.traits import (
    has_subtype,
    kinds_of,
    of_another_arena,
    of_several_arenas,
    pilots_as_cards,
    prints_keyword,
)
from adjudicator.swtcg.standing.type_line import apart, on_type_line, phrase_apart, subtype_words
from adjudicator.swtcg.table.beside import supply
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.table import (
    BUILDING,
    EQUIPMENT,
    LOCATION,
    PILOT,
    UNIT,
    Scene,
    Stack,
    Table,
    in_build_zone,
)
from adjudicator.swtcg.words.face import UNIT_TYPES, Face
from adjudicator.swtcg.words.language import CARD_IN_PLAY, PILOT_TEXT, UNITS, Grant, Static, Those, TreatAs, Where
from adjudicator.swtcg.words.persons import names_together, pair_paragraph
from adjudicator.swtcg.words.printed import working_face_down

THEIRS = ("idc.term.control.two-senses", "crf.control.opponents-unit")
YOURS = ("idc.term.control.you-is-effect-controller", "crf.control.you-means-controller")
"""What says whose a thing is that an effect calls the opponent's, or yours."""


def as_told(table: Table) -> str:
    """That an effect is about what it says it is about."""
    return table.why.abilities_parts_in_order


def refusal(table: Table, those: Those, number: int, scene: Scene) -> str:
    """The rule by which a stack is none of those; empty if nothing but the effect says so."""
    stack = table.stacks.get(number)
    if stack is None:
        return _not_in_play(table, those, number) or table.why.zones_set_aside_means_removed_from_game
    if stack.role == BUILDING:
        return _partially_built(table, those, stack)
    if not table.known(stack):
        return ""
    if stack.role == PILOT and (those.what == "unit" or those.types):
        return _piloting(table, those)
    face = table.top(stack)
    if those.what in UNITS and stack.role not in (UNIT, PILOT):
        no_unit = table.why.location_no_unit if stack.role == LOCATION and not those.types else ""
        return no_unit or _no_unit(table, those, face)
    if face.costless and asks_a_cost(those) and table.why.subordinate_no_build_cost:
        return table.why.subordinate_no_build_cost
    if those.side != "any" and stack.controller not in table.meant(those.side, scene.controller):
        return cite(table, *(THEIRS if those.side == "opponents" else YOURS), as_told(table))
    if those.attacking and (table.attack is None or table.attack.attacker != number):
        return table.why.attack_attacking_unit
    if those.zones and stack.role == UNIT and (elsewhere := _elsewhere(table, those, stack)):
        return elsewhere
    return _face_refusal(table, those, stack, face)


def _partially_built(table: Table, those: Those, stack: Stack) -> str:
    """The rule by which a card that lies partially built, face up or down, is none of those."""
    why = table.why
    usable = why.zones_usable_is_not_in_play and table.known(stack) and not stack.shown
    if usable and working_face_down(table.top(stack), table.edition.book.value):
        return why.zones_usable_is_not_in_play
    if stack.shown:
        return why.zones_revealed_card if those.types or those.subtype else why.zones_face_up_partially_built
    if those.types or those.subtype:
        return why.zones_face_down_no_type
    if those.what in UNITS:
        return why.zones_face_down_no_unit
    return why.zones_face_up_needed if those.what in (EQUIPMENT, LOCATION) else why.zones_face_down_in_play


def _elsewhere(table: Table, those: Those, stack: Stack) -> str:
    """The rule by which a unit is not where those are: a retreated one in the build zone, one in battle in an arena."""
    if those.zones == ("build",) and stack.zone in table.arenas:
        return table.why.zones_retreated
    arenas = set(those.zones) <= set(table.arenas)
    return table.why.zones_in_battle if arenas and in_build_zone(stack) else ""


def _not_in_play(table: Table, those: Those, number: int) -> str:
    """The rule by which a card of a deck is not in play, a unit card in an open pile no unit, and no Character; empty
    for all others.
    """
    supplied = any(number in supply(table, seat) for seat in table.order)
    if supplied and (face := table.face(number)) is not None:
        return table.why.subordinate_only_in_play if face.costless else table.why.event_out_of_play
    if any(zone.startswith("deck") for zone, cards in table.zones.items() if number in cards):
        return table.why.zones_deck_not_in_play
    pile = naming.open_pile(table, number)
    face = table.face(number) if pile == "discard" else None
    if face is None or not face.is_unit or those.what not in UNITS:
        return ""
    return table.why.cards_character_means_in_play if those.types == ("character",) else table.why.cards_unit_in_play


def asks_a_cost(those: Those) -> bool:
    """Whether things of a build cost are meant, which a Subordinate has not, not even one of 0."""
    asked = any(each.stat in COSTS for each in those.where)
    return asked or those.cost_at_most is not None or those.cost_at_least is not None


def _piloting(table: Table, those: Those) -> str:
    """A card on a unit is no unit, and by the edition no Character, whatever subtype is named with these words."""
    character = table.edition.pilot_is_character
    if those.types and those.subtype and not character.value:
        return table.edition.pilots_as_cards.rule
    if those.what == "unit" and (character.value or not those.types):
        return table.why.pilots_unit_effects_miss_pilots
    return character.rule


def in_subtype_only(table: Table, types: tuple[str, ...], face: Face) -> str:
    """The rule by which a card with the name of a type for a subtype is none of that type; empty for others."""
    if any(kind in face.types for kind in types) or not _subtype_named(types, face):
        return ""
    plain = _not_of_type(table, types, face)
    return cite(table, "crf.cards.discard-character-needs-type", plain) if types == ("character",) else plain


def _not_of_type(table: Table, types: tuple[str, ...], face: Face) -> str:
    """The rule by which a card is of none of some types, though one may be the name of a subtype of it."""
    only = table.why.cards_type_reference_only_type
    return only if _subtype_named(types, face) else table.why.cards_type_line


def _subtype_named(types: tuple[str, ...], face: Face) -> bool:
    """Whether a subtype on a card is called like one of some types."""
    return any(f" {kind} " in subtype_words(face) for kind in types)


def _no_unit(table: Table, those: Those, face: Face) -> str:
    """A Location or Equipment is no unit, whatever arena or type its subtype names."""
    return _not_of_type(table, those.types, face) if those.types else table.why.cards_unit_definition


def _no_pilot(table: Table, those: Those, face: Face) -> str:
    """The rule by which a card without the Pilot keyword is no Pilot, whatever its type line says."""
    if those.keyword != PILOT_TEXT or prints_keyword(face, PILOT_TEXT):
        return ""
    named = on_type_line(face, PILOT_TEXT)
    return table.why.pilots_no_subtype if named else table.why.pilots_word_means_the_keyword


def _face_refusal(table: Table, those: Those, stack: Stack, face: Face) -> str:
    why = table.why
    if no_pilot := _no_pilot(table, those, face):
        return no_pilot
    if of_another_arena(table, those, stack):
        return table.edition.types_by_arena.rule
    if those.types and not any(kind in kinds_of(table, stack, face) for kind in those.types):
        return _not_of_type(table, those.types, face)
    if those.subtype and not has_subtype(table, stack, those.subtype):
        return no_subtype(table, those.subtype, face, stack)
    if those.name and face.name != those.name:
        if _belongs_to(those.name, face.name) and table.why.cards_names_of_possessions:
            return table.why.cards_names_of_possessions
        one_person = names_together(face.name, those.name, table.edition.persons.value)
        return why.unique_equivalence_only_for_unique_rules if one_person else why.cards_name_reference_exact
    but = those.but
    lacking = but is not None and bool(but.subtype) and not but.bound and has_subtype(table, stack, but.subtype)
    return why.cards_non_subtype if lacking else ""


def _belongs_to(name: str, other: str) -> bool:
    """Whether a thing is called after somebody to whom it belongs ("Vader's" and Darth Vader)."""
    return any(f"{word}'s " in other for word in name.split())


def no_subtype(table: Table, subtype: str, face: Face, stack: Stack) -> str:
    """The rule by which a stack has not got a subtype."""
    why = table.why
    if any(_treated(below, subtype) for card in stack.cards[1:] if (below := table.face(card)) is not None):
        always = why.static_treat_as_always_active
        return (
            why.stacking_top_card_characteristics
            if always == why.stacking_top_card_characteristics
            else why.reading_treat_as_text_of_covered_cards
        )
    if _treated_in_part(face, subtype):
        return why.static_treat_as_only_standalone
    away = in_build_zone(stack) and not table.edition.granted_treat_as_retreated.value
    if away and (given := treated_in_arenas(table, stack, subtype)):
        return given
    treated = table.edition.treat_as_counts
    if not treated.value and _treated(face, subtype):
        return treated.rule
    if fixed := phrase_apart(table, face, subtype):
        return fixed
    named = subtype.casefold() in face.name.casefold()
    return why.cards_name_word_no_subtype_consolidated if named else why.cards_subtype_reference_type_line_only


def _treated(face: Face, subtype: str) -> bool:
    """Whether a face has a text of its own to be treated as something."""
    return any(isinstance(each, TreatAs) and each.subtype.casefold() == subtype.casefold() for each in face.abilities)


def _treated_in_part(face: Face, subtype: str) -> bool:
    """Whether a "treat as" of this subtype is a part of a larger effect on the card."""
    changes = [change for ability in face.abilities if isinstance(ability, Static) for change in ability.changes]
    given = [change.ability for change in changes if isinstance(change, Grant)]
    return any(isinstance(a, TreatAs) and a.subtype.casefold() == subtype.casefold() for a in given)


# --- why it is one of those -------------------------------------------------------------------


def admission(table: Table, those: Those, number: int, scene: Scene) -> str:
    """The rule by which a stack is one of those; empty if that is plain (`plain`)."""
    stack = table.stacks.get(number)
    if of_several_arenas(table, those, number):
        listed = table.why.cards_multi_arena_any_listed_type_outside_arena
        return listed if stack is not None else table.why.cards_multi_arena_treated_as_named_type
    if stack is None or not table.known(stack):
        return ""
    face = table.top(stack)
    if stack.role == PILOT and not those.name:
        return _of_pilot(table, those)
    if _out_of_a_supply(table, those, stack, face):
        return table.why.subordinate_counts_as_unit
    if taken(table, number) and those.side in ("opponents", "yours"):
        return cite(table, *(THEIRS if those.side == "opponents" else YOURS), as_told(table))
    if those.subtype:
        return subtype_rule(table, stack, those.subtype)
    if those.name and those.bound != "this":
        if face.name != those.name:
            return _alternate_rule(table, those.name, face.name)
        return (table.why.cards_name_without_version if face.unique else "") or table.why.cards_same_name_definition
    return table.why.cards_type_granted if _granted_type(table, those, stack) else ""


def _alternate_rule(table: Table, name: str, other: str) -> str:
    """Why a name in a text means the person under another name: that it does, or that two rows are one person's."""
    edition = table.edition
    printed = not edition.pairs or pair_paragraph(name, other, edition.pairs)
    return edition.name_covers_alternates.rule if printed else edition.persons.rule


def _granted_type(table: Table, those: Those, stack: Stack) -> bool:
    """Whether a unit is one of the types asked for by an effect alone."""
    asked = tuple(kind for kind in UNIT_TYPES if kind in those.types)
    face = table.top(stack)
    granted = stack.role == UNIT and not any(kind in face.types for kind in asked)
    return granted and any(kind in asked for kind in kinds_of(table, stack, face))


def _out_of_a_supply(table: Table, those: Those, stack: Stack, face: Face) -> bool:
    """Whether a Subordinate is meant as any unit is, by the edition that says so."""
    plainly = those.what in UNITS and stack.role == UNIT and face.costless and "subordinate" not in those.types
    return plainly and bool(table.why.subordinate_counts_as_unit)


def plain(table: Table, those: Those, number: int) -> str:
    """The rule by which a stack is plainly one of those: its type line, its place, or what the effect says."""
    stack = table.stacks.get(number)
    if those.what == LOCATION and stack is not None and stack.zone in table.arenas:
        return table.why.zones_arena_cards_in_play or as_told(table)
    typed = bool(those.types) and stack is not None and stack.role == UNIT and table.known(stack)
    return table.why.cards_type_line if typed else as_told(table)


def taken(table: Table, number: int) -> bool:
    """Whether somebody else than its owner controls a stack."""
    stack = table.stacks.get(number)
    return stack is not None and stack.controller != table.cards[stack.cards[0]].owner


def doubted(table: Table, those: Those, number: int) -> bool:
    """Whether it takes a rule of its own that something is meant: a card on a unit, what its owner has not got, or of
    a subtype what only a text makes one, what is printed in another language, what is no unit, what has a number that
    it does not show, and who is meant under another name.
    """
    stack = table.stacks.get(number)
    if of_several_arenas(table, those, number):
        return True
    if stack is None:
        return False
    if stack.role == PILOT or bool(table.taken_from(stack)):
        return True
    if not table.known(stack):
        return False
    if _out_of_a_supply(table, those, stack, table.top(stack)):
        return True
    if _granted_type(table, those, stack) and table.why.cards_type_granted:
        return True
    if number_rule(table, those, number) or (those.name and table.top(stack).name != those.name):
        return True
    if not those.subtype:
        return False
    face = table.top(stack)
    several = apart(face, those.subtype) and bool(table.why.cards_multi_word_parts_anywhere)
    return several or not on_type_line(face, those.subtype) or "•" in face.subtypes or not face.is_unit


def _of_pilot(table: Table, those: Those) -> str:
    """Why a card on a unit is meant: as a Pilot, as a Character by the edition, or by the subtypes it keeps."""
    if those.types:
        return (those.what == CARD_IN_PLAY and pilots_as_cards(table)) or table.edition.pilot_is_character.rule
    if those.subtype:
        return table.why.pilots_non_unit_effects_reach
    return table.why.pilots_pilot_or_subtype_effects_apply


# --- the numbers it has to have ---------------------------------------------------------------


def number_rule(table: Table, those: Those, number: int, scene: Scene | None = None) -> str:
    """The rule of the first number that something has to have and does not show; empty if its card alone shows all.

    With a scene only of those that are not as asked.
    """
    stack = table.stacks.get(number)
    if stack is None or not table.known(stack):
        return ""
    asked = _numbers(those)
    if scene is not None:
        size: Callable[[str], int] = lambda stat: measure(table, stack, stat)
        asked = [each for each in asked if not sizes_right(table, Those(where=(each,)), size, scene)]
    several = len(asked) > 1
    return next((rule for each in asked if (rule := _of_number(table, stack, each.stat, several=several))), "")


PRINTED = "printed "
"""How the name of a value begins that is meant as it stands on the card."""


def _numbers(those: Those) -> list[Where]:
    low, high = those.power_at_least, those.power_at_most
    least = [Where(stat="power", how=">=", than=low)] if low is not None else []
    most = [Where(stat="power", how="<=", than=high)] if high is not None else []
    return [*those.where, *least, *most]


def _of_number(table: Table, stack: Stack, stat: str, *, several: bool) -> str:
    """The rule by which one number is meant as it is; `several` if more than one is asked for."""
    if stat.startswith(PRINTED):
        plain = stat.removeprefix(PRINTED)
        changed = plain in values.NAMED and measure(table, stack, plain) != measure(table, stack, stat)
        return table.why.cards_printed_ignores_bonuses if changed else ""
    if stat not in values.NAMED:
        return ""
    if stat == "remaining health":
        return table.why.damage_remaining_health
    why = table.why
    if stat == "health" and stack.damage and why.cards_health_without_counters:
        return why.cards_health_without_counters
    found = table.reckoning.explained(table, stack, stat)
    if found.total == printed_measure(table.top(stack), stat):
        return ""
    own = {
        "health": why.cards_health_means_total,
        "power": why.cards_power_means_total,
        "speed": why.cards_speed_means_total,
    }
    if stat.startswith("total "):
        return why.cards_total_of_all or found.headline
    return (not several and own.get(stat)) or why.cards_bare_value_means_total or found.headline
