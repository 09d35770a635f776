"""What a thing on the table is: its types, subtypes and keywords, as printed and as effects treat it.

Which of several arenas on a type line count where a thing is, is asked here (`kinds_of`, `line_there`); what is printed
on the line is the matter of `type_line`.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from adjudicator.swtcg.standing.abilities import Instance
from adjudicator.swtcg.standing.type_line import parts_of, subtype_words, treated_words, words_of
from adjudicator.swtcg.table.table import BUILDING, EQUIPMENT, LOCATION, PILOT, UNIT, Stack, Table
from adjudicator.swtcg.words.face import UNIT_TYPES, Face
from adjudicator.swtcg.words.language import CARD_IN_PLAY, PILOT_TEXT, Keyword, PilotOf, Those, TreatAs


def _arenas_named(table: Table, stack: Stack) -> tuple[str, ...] | None:
    """The arenas as which a Location or Equipment counts that names several; None where all that it names count.

    A Location counts as its arena, attached Equipment as its unit does
    (idc.cards.multi-arena-in-arena-current-type-only).
    """
    if stack.zone not in table.arenas or not table.edition.types_by_arena.value:
        return None
    if stack.role == LOCATION:
        return (stack.zone,)
    host = table.stacks.get(stack.host) if stack.role == EQUIPMENT else None
    return kinds_of(table, host, table.top(host)) if host is not None and host.role == UNIT else None


def line_there(table: Table, stack: Stack, line: str) -> str:
    """The words on the type line of a Location or of Equipment that count where it is."""
    arenas = _arenas_named(table, stack)
    if arenas is not None:
        for kind in UNIT_TYPES:
            line = line if kind in arenas else line.replace(f" {kind} ", " ")
    return line


def kinds_of(table: Table, stack: Stack, face: Face) -> tuple[str, ...]:
    """The card types that count: a Pilot on a unit has none, unless the edition keeps it a Character."""
    if stack.role == PILOT and not table.edition.pilot_is_character.value:
        return ()
    treating = _treating(table, stack)
    treated = [how.kind for _, how in treating if how.kind] if treating else []
    there = table.types_there(face, stack.zone)
    if treated and not table.edition.treated_types_add.value:
        return (*treated, *(kind for kind in there if kind not in UNIT_TYPES))
    return (*there, *treated)


def _treating(table: Table, stack: Stack) -> list[tuple[Instance, TreatAs]]:
    """The working abilities that treat a stack as something; hardly any does.

    Types are compared, as what a thing is not an instance of takes a struct five times as long to say.
    """
    found: list[tuple[Instance, TreatAs]] = []
    there: Iterable[Instance] = table.index.by_stack.get(stack.id, ())
    for each in there:
        ability = each.ability
        if type(ability) is TreatAs:
            found.append((each, ability))
    return found


def has_subtype(table: Table, stack: Stack, subtype: str) -> bool:
    """Whether a stack's top card has a subtype on its type line or by a stand-alone "treat as" text.

    An effect may take a word of it away, whatever gives that (can't over can).
    """
    wanted, line = parts_of(subtype), line_of(table, stack)
    missing = False
    for part in wanted:
        if part not in line:
            missing = True
            if not table.edition.treat_as_counts.value:
                return False
    treating = _treating(table, stack)
    if not treating:
        return not missing
    if missing and not all(part in line or _given(table, stack, part) is not None for part in wanted):
        return False
    return not any(part in parts_of(how.lost) for _, how in treating for part in wanted)


def line_of(table: Table, stack: Stack) -> str:
    """The words on a stack's type line that count; where the edition has it so, those of its own "treat as" too."""
    face = table.top(stack)
    line = treated_words(face) if table.edition.treat_as_counts.value else subtype_words(face)
    return line_there(table, stack, line) if stack.role in (LOCATION, EQUIPMENT) else line


def is_treated(table: Table, stack: Stack) -> bool:
    """Whether an ability at work treats a stack as something, so that its line does not say all."""
    return bool(_treating(table, stack))


def subtype_giver(table: Table, stack: Stack, subtype: str) -> str:
    """The card whose effect treats a stack as having a subtype, or a word of it that its own card lacks; empty if none
    does.
    """
    line = treated_words(table.top(stack))
    found = (_given(table, stack, part) for part in parts_of(subtype) if part not in line)
    own = table.title(stack.id)
    return next((given.name for given in found if given is not None and given.name != own), "")


def _given(table: Table, stack: Stack, part: str) -> Instance | None:
    """The working ability by which a stack has a part of a subtype; None if there is none."""
    for instance, how in _treating(table, stack):
        if part in words_of(how.subtype):
            return instance
    return None


def keywords_of(table: Table, number: int, keyword: str) -> list[tuple[Keyword, int]]:
    """The instances of a keyword that work for a stack now, each with the stack it comes from; of one that is spelled
    out as another ability there are none.
    """
    return [
        (each.ability, each.source)
        for each in table.index.by_stack.get(number, ())
        if isinstance(each.ability, Keyword) and each.ability.name == keyword
    ]


def spells_out(table: Table, number: int, keyword: str) -> bool:
    """Whether a stack has a keyword that is spelled out as another ability, printed or given."""
    return any(_is_keyword(each.ability, keyword) for each in table.index.by_stack.get(number, ()))


def _is_keyword(ability: object, keyword: str) -> bool:
    return getattr(ability, "keyword", "") == keyword or (isinstance(ability, Keyword) and ability.name == keyword)


def has_keyword(table: Table, stack: Stack, keyword: str) -> bool:
    """Whether a stack has a keyword, printed or given."""
    return spells_out(table, stack.id, keyword) or prints_keyword(table.top(stack), keyword)


def prints_keyword(face: Face, keyword: str) -> bool:
    """Whether a keyword is printed on a card."""
    if keyword == PILOT_TEXT:
        return any(isinstance(each, PilotOf) for each in face.abilities)
    return any(isinstance(each, Keyword) and each.name == keyword for each in face.abilities)


def type_right(those: Those, face: Face, kinds: tuple[str, ...], line: str) -> bool:
    """Whether one of the types asked for is among these; "unit" is any unit card. A Ground Location, or Equipment, has
    its arena as a subtype on its type line, of which the words in `line` count.
    """
    for kind in those.types:
        if kind in kinds:
            return True
    there = line if those.what in (LOCATION, EQUIPMENT) else ""
    return any((kind == "unit" and face.is_unit) or f" {kind} " in there for kind in those.types)


def type_there(table: Table, those: Those, stack: Stack, face: Face) -> bool:
    """Whether one of the types asked for is among those that count where a stack is."""
    line = line_there(table, stack, subtype_words(face)) if those.what in (LOCATION, EQUIPMENT) else ""
    as_card = those.what == CARD_IN_PLAY and stack.role == PILOT and pilots_as_cards(table)
    return type_right(those, face, face.types if as_card else kinds_of(table, stack, face), line)


def pilots_as_cards(table: Table) -> str:
    """The rule by which a Pilot on a unit is what its card is, where the word card is said; empty if it is not."""
    chosen = table.edition.pilots_as_cards
    return chosen.rule if chosen.value and chosen.rule != table.suppressed else ""


def of_another_arena(table: Table, those: Those, stack: Stack) -> bool:
    """Whether a stack is none of those as a type on its line, which is asked for, does not count where it is."""
    face = table.top(stack)
    asked = tuple(kind for kind in UNIT_TYPES if kind in those.types)
    if stack.role in (LOCATION, EQUIPMENT):
        line = subtype_words(face)
        there = line_there(table, stack, line)
        parts = (*(f" {kind} " for kind in asked), *parts_of(those.subtype))
        return line != there and any(part in line and part not in there for part in parts)
    return any(kind in face.types for kind in asked) and not any(kind in kinds_of(table, stack, face) for kind in asked)


def face_of(table: Table, number: int) -> Face | None:
    """What a stack's top card is, or a card that stands nowhere; None if nobody knows, or if it is neither."""
    stack = table.stacks.get(number)
    if stack is None:
        return table.face(number) if number in table.cards else None
    return table.top(stack) if table.known(stack) else None


def of_several_arenas(table: Table, those: Those, number: int) -> bool:
    """Whether a card of several arenas that is in none is one of those, of which an arena is named."""
    stack, face = table.stacks.get(number), face_of(table, number)
    if face is None or not table.edition.types_by_arena.value or (stack is not None and stack.zone in table.arenas):
        return False
    types = tuple(kind for kind in UNIT_TYPES if kind in face.types or f" {kind} " in _arena_line(face))
    return len(types) > 1 and any(kind in types for kind in those.types)


def _arena_line(face: Face) -> str:
    """The subtypes of a card that is no unit: those of a Location or Equipment name arenas."""
    return "" if face.is_unit else subtype_words(face)


MISSION = "mission"
"""The role in which effects on build costs see a face-down Mission; nothing stands on the table in it."""


def turned_up(stack: Stack, face: Face) -> Stack:
    """What lies face down as what it will be when it is turned up."""
    if stack.role != BUILDING:
        return stack
    roles = {"equipment": EQUIPMENT, "location": LOCATION, "mission": MISSION}
    return msgspec.structs.replace(stack, role=next((role for kind, role in roles.items() if kind in face.types), UNIT))
