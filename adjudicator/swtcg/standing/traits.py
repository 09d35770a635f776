"""What a card is: its types, subtypes and keywords, as printed and as effects treat it.

Which of several types of a unit card count where it is, is asked here and nowhere else. Every word after the type is a
subtype (rots.cards.subtypes), so that a reference by several words is met when each stands somewhere on the line,
together or apart (idc.term.subtype.multi-word-parts-anywhere). Some phrases are one subtype and stand together
(idc.term.subtype.multi-word-exceptions).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

import msgspec

from adjudicator.kernel.remembering import remembered
from adjudicator.swtcg.standing.abilities import Instance
from adjudicator.swtcg.table.table import BUILDING, EQUIPMENT, LOCATION, PILOT, UNIT, Stack, Table
from adjudicator.swtcg.words.face import UNIT_TYPES, Face
from adjudicator.swtcg.words.language import PILOT_TEXT, Keyword, PilotOf, Those, TreatAs


def types_there(table: Table, face: Face, zone: str) -> tuple[str, ...]:
    """The types of a card that count in a zone: all, or in an arena, where the edition has it so, only the arena's."""
    if zone not in table.arenas or not table.edition.types_by_arena.value:
        return face.types
    return tuple(kind for kind in face.types if kind == zone or kind not in UNIT_TYPES)


def arena_of(table: Table, face: Face, named: str = "") -> str:
    """The arena that a unit card goes to: the one that is named, else that of its first type; "" if it is no unit."""
    return named or next((kind for kind in face.types if kind in table.arenas), "")


def arenas_named(table: Table, face: Face) -> tuple[str, ...]:
    """The arenas that a Location's subtypes name."""
    words = re.findall(r"\w+", face.subtypes.lower())
    return tuple(arena for arena in table.arenas if arena in words)


_PHRASES = (
    # idc.term.subtype.fixed-phrases-craft-and-things
    *("capital ship", "patrol ship", "heavy starfighter", "battle station", "military droid", "star system"),
    # idc.term.subtype.fixed-phrases-roles
    *("bounty hunter", "nite owl", "dark jedi", "force wielder", "force sensitive", "crime lord", "council member"),
    # idc.term.subtype.fixed-phrases-guilds-and-gangs
    *("trade federation", "techno union", "ig banking clan", "commerce guild", "mining collective", "crime gang"),
    *("black sun", "death watch"),
    # idc.term.subtype.fixed-phrases-states-and-forces
    *("old republic", "new republic", "new imperial", "fel imperial", "first order", "final order"),
    *("galactic alliance", "lost tribe", "rogue one"),
    # idc.term.subtype.fixed-phrases-peoples-and-places
    *("yuuzhan vong", "mon calamari", "kel dor", "silvasu fi", "polis massa", "nar shaddaa"),
    # idc.term.subtype.jedi-sith-exact
    *("sith master", "sith lord", "sith apprentice", "jedi master", "jedi knight", "jedi padawan"),
)


@lru_cache(maxsize=1024)  # the subtypes that texts name are few
def _words(text: str) -> str:
    """Subtypes as words to look in, hyphens and case aside (rots.cards.subtypes)."""
    return " " + " ".join(text.replace("-", " ").replace("•", " ").lower().split()) + " "


@lru_cache(maxsize=1024)
def _parts(subtype: str) -> tuple[str, ...]:
    """What a reference by a subtype asks for, each to be looked for in `_words`: single words, and fixed phrases."""
    left, found = _words(subtype), []
    for phrase in _PHRASES:
        if f" {phrase} " in left:
            found.append(f" {phrase} ")
            left = left.replace(f" {phrase} ", "  ")
    return (*found, *(f" {word} " for word in left.split()))


@remembered
def subtype_words(face: Face) -> str:
    """The subtypes on a card's type line, as words to look in."""
    return _words(face.subtypes)


@remembered
def treated_words(face: Face) -> str:
    """The subtypes on a card's type line and those as which its stand-alone text treats it."""
    return _words(" ".join((face.subtypes, *(each.subtype for each in face.abilities if isinstance(each, TreatAs)))))


def on_type_line(face: Face, subtype: str) -> bool:
    """Whether a card's type line itself has a subtype."""
    line = subtype_words(face)
    return all(part in line for part in _parts(subtype))


def printed_subtype(face: Face, subtype: str) -> bool:
    """Whether a card that stands nowhere has a subtype: on its type line, or by a stand-alone text."""
    line = treated_words(face)
    return all(part in line for part in _parts(subtype))


def kinds_of(table: Table, stack: Stack, face: Face) -> tuple[str, ...]:
    """The card types that count: a Pilot on a unit has none, unless the edition keeps it a Character."""
    if stack.role == PILOT and not table.edition.pilot_is_character.value:
        return ()
    treating = _treating(table, stack)
    treated = [how.kind for _, how in treating if how.kind] if treating else []
    if treated:
        return (*treated, *(kind for kind in face.types if kind not in UNIT_TYPES))
    return types_there(table, face, stack.zone)


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
    """Whether a stack's top card has a subtype on its type line or by a stand-alone "treat as" text."""
    face = table.top(stack)
    wanted = _parts(subtype)
    counts = table.edition.treat_as_counts.value
    line = treated_words(face) if counts else subtype_words(face)
    for part in wanted:
        if part not in line and not (counts and _given(table, stack, part) is not None):
            return False
    return not _lost(table, stack, wanted)


def _lost(table: Table, stack: Stack, wanted: tuple[str, ...]) -> bool:
    """Whether an effect takes one of the words of a subtype from a stack, whatever gives it (can't over can)."""
    treating = _treating(table, stack)
    return bool(treating) and any(part in _parts(how.lost) for _, how in treating for part in wanted)


def subtype_giver(table: Table, stack: Stack, subtype: str) -> str:
    """The card whose effect treats a stack as having a subtype, or a word of it that its own card lacks; empty if none
    does.
    """
    line = treated_words(table.top(stack))
    found = (_given(table, stack, part) for part in _parts(subtype) if part not in line)
    own = table.title(stack.id)
    return next((given.name for given in found if given is not None and given.name != own), "")


def _given(table: Table, stack: Stack, part: str) -> Instance | None:
    """The working ability by which a stack has a part of a subtype; None if there is none."""
    for instance, how in _treating(table, stack):
        if part in _words(how.subtype):
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


def type_right(those: Those, face: Face, kinds: tuple[str, ...]) -> bool:
    """Whether one of the types asked for is among these; "unit" is any unit card. A Ground Location, or Equipment, has
    its arena on its type line as a subtype.
    """
    for kind in those.types:
        if kind in kinds:
            return True
    there = subtype_words(face).replace("/", " ") if those.what in (LOCATION, EQUIPMENT) else ""
    return any((kind == "unit" and face.is_unit) or f" {kind} " in there for kind in those.types)


MISSION = "mission"
"""The role in which effects on build costs see a face-down Mission; nothing stands on the table in it."""


def turned_up(stack: Stack, face: Face) -> Stack:
    """What lies face down as what it will be when it is turned up."""
    if stack.role != BUILDING:
        return stack
    roles = {"equipment": EQUIPMENT, "location": LOCATION, "mission": MISSION}
    return msgspec.structs.replace(stack, role=next((role for kind, role in roles.items() if kind in face.types), UNIT))
