"""What stands on a card's type line, and which of several unit types count in a zone.

Every word after the type is a subtype (rots.cards.subtypes), so that a reference by several words is met when each
stands somewhere on the line, together or apart (idc.term.subtype.multi-word-parts-anywhere). Some phrases are one
subtype and stand together (idc.term.subtype.multi-word-exceptions).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from adjudicator.kernel.remembering import remembered
from adjudicator.swtcg.table.grounds import Grounds
from adjudicator.swtcg.table.table import Stack, Table
from adjudicator.swtcg.words.face import UNIT_TYPES, Face
from adjudicator.swtcg.words.language import Grant, TreatAs


@remembered
def arenas_of(face: Face) -> tuple[str, ...]:
    """The arenas that a unit card may go to, by its types."""
    return tuple(arena for arena in UNIT_TYPES if arena in face.types)


def arena_of(table: Table, face: Face, named: str = "") -> str:
    """The arena that a unit card goes to: the one that is named, else that of its first type; "" if it is no unit."""
    if named:
        return named
    for kind in face.types:
        if kind in table.arenas:
            return kind
    return ""


def arenas_named(table: Table, face: Face) -> tuple[str, ...]:
    """The arenas that a Location's subtypes name."""
    words = _single_words(face)
    return tuple([arena for arena in table.arenas if arena in words])


@remembered
def _single_words(face: Face) -> tuple[str, ...]:
    """The words of a card's subtypes."""
    return tuple(re.findall(r"\w+", face.subtypes.lower()))


_PHRASES: tuple[tuple[Callable[[Grounds], str], tuple[str, ...]], ...] = (
    (lambda why: why.cards_phrases_of_craft_and_things, (
        "capital ship", "patrol ship", "heavy starfighter", "battle station", "military droid", "star system",
    )),
    (lambda why: why.cards_phrases_of_roles, (
        "bounty hunter", "nite owl", "dark jedi", "force wielder", "force sensitive", "crime lord", "council member",
    )),
    (lambda why: why.cards_phrases_of_guilds_and_gangs, (
        "trade federation", "techno union", "ig banking clan", "commerce guild", "mining collective", "crime gang",
        "black sun", "death watch",
    )),
    (lambda why: why.cards_phrases_of_states_and_forces, (
        "old republic", "new republic", "new imperial", "fel imperial", "first order", "final order",
        "galactic alliance", "lost tribe", "rogue one",
    )),
    (lambda why: why.cards_phrases_of_peoples_and_places, (
        "yuuzhan vong", "mon calamari", "kel dor", "silvasu fi", "polis massa", "nar shaddaa",
    )),
    (lambda why: why.cards_phrases_of_jedi_and_sith, (
        "sith master", "sith lord", "sith apprentice", "jedi master", "jedi knight", "jedi padawan",
    )),
)  # fmt: skip
"""The phrases that are one subtype, by the rule that lists them in a group."""
_FIXED = tuple(phrase for _, group in _PHRASES for phrase in group)


@lru_cache(maxsize=1024)  # the subtypes that texts name are few
def words_of(text: str) -> str:
    """Subtypes as words to look in, hyphens and case aside (rots.cards.subtypes)."""
    return " " + " ".join(text.replace("-", " ").replace("/", " ").replace("•", " ").lower().split()) + " "


@lru_cache(maxsize=1024)
def parts_of(subtype: str) -> tuple[str, ...]:
    """What a reference by a subtype asks for, each to be looked for in `words_of`: single words, and fixed phrases."""
    left, found = words_of(subtype), []
    for phrase in _FIXED:
        if f" {phrase} " in left:
            found.append(f" {phrase} ")
            left = left.replace(f" {phrase} ", "  ")
    return (*found, *(f" {word} " for word in left.split()))


@remembered
def subtype_words(face: Face) -> str:
    """The subtypes on a card's type line, as words to look in."""
    return words_of(face.subtypes)


@remembered
def treated_words(face: Face) -> str:
    """The subtypes on a card's type line and those as which its stand-alone text treats it."""
    return words_of(" ".join((face.subtypes, *(each.subtype for each in face.abilities if isinstance(each, TreatAs)))))


def on_line(line: str, subtype: str) -> bool:
    """Whether a subtype stands on a line of words, together or apart."""
    return all(part in line for part in parts_of(subtype))


def on_type_line(face: Face, subtype: str) -> bool:
    """Whether a card's type line itself has a subtype."""
    return on_line(subtype_words(face), subtype)


def apart(face: Face, subtype: str) -> bool:
    """Whether the words of a subtype stand on a card's type line, but not together."""
    return on_type_line(face, subtype) and words_of(subtype) not in subtype_words(face)


def phrase_apart(table: Table, face: Face, subtype: str) -> str:
    """The rule by which words on a card's type line are not the fixed phrase that a subtype has; else empty."""
    wanted, line = words_of(subtype), subtype_words(face)
    for rule, phrases in _PHRASES:
        for phrase in phrases:
            words = (f" {word} " for word in phrase.split())
            if f" {phrase} " in wanted and f" {phrase} " not in line and all(word in line for word in words):
                return rule(table.why)
    return ""


def printed_subtype(face: Face, subtype: str) -> bool:
    """Whether a card that stands nowhere has a subtype: on its type line, or by a stand-alone text."""
    return on_line(treated_words(face), subtype)


def fits_by_type(table: Table, equipment: Stack, unit: Stack) -> bool:
    """Whether Equipment that names arenas among its subtypes names one of a type that its unit has where that is.

    What effects make of the unit is looked at on its own card and among lasting effects: the index is not there yet.
    """
    line = subtype_words(table.top(equipment))
    named = tuple(kind for kind in UNIT_TYPES if f" {kind} " in line)
    if not named or not table.known(unit):
        return True
    face = table.top(unit)
    given = (made.change for made in table.modifiers.values() if made.on and unit.id in made.on)
    granted = (change.ability for change in given if isinstance(change, Grant))
    treated = [each.kind for each in (*face.abilities, *granted) if isinstance(each, TreatAs)]
    return any(kind in named for kind in (*table.types_there(face, unit.zone), *treated))
