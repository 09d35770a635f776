"""Subtypes: the words of a type line, and what a reference by one or by several of them asks for.

Every word after the type is a subtype (rots.cards.subtypes), so that a reference by several words is met when each
stands somewhere on the line, together or apart (idc.term.subtype.multi-word-parts-anywhere). Some phrases are one
subtype and stand together (idc.term.subtype.multi-word-exceptions).
"""

from __future__ import annotations

from functools import lru_cache

from adjudicator.kernel.remembering import remembered
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.language import TreatAs
from adjudicator.swtcg.words.printed import printed

PHRASES = (
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
def words(text: str) -> str:
    """Subtypes as words to look in, hyphens and case aside (rots.cards.subtypes)."""
    return " " + " ".join(text.replace("-", " ").replace("•", " ").lower().split()) + " "


@lru_cache(maxsize=1024)
def parts(subtype: str) -> tuple[str, ...]:
    """What a reference by a subtype asks for, each to be looked for in `words`: single words, and fixed phrases."""
    left, found = words(subtype), []
    for phrase in PHRASES:
        if f" {phrase} " in left:
            found.append(f" {phrase} ")
            left = left.replace(f" {phrase} ", "  ")
    return (*found, *(f" {word} " for word in left.split()))


@remembered
def subtype_words(face: Face) -> str:
    """The subtypes on a card's type line, as words to look in."""
    return words(face.subtypes)


@remembered
def treated_words(face: Face) -> str:
    """The subtypes on a card's type line and those as which its stand-alone text treats it."""
    return words(" ".join((face.subtypes, *(each.subtype for each in printed(face) if isinstance(each, TreatAs)))))


def on_type_line(face: Face, subtype: str) -> bool:
    """Whether a card's type line itself has a subtype."""
    line = subtype_words(face)
    return all(part in line for part in parts(subtype))


def printed_subtype(face: Face, subtype: str) -> bool:
    """Whether a card that stands nowhere has a subtype: on its type line, or by a stand-alone text."""
    line = treated_words(face)
    return all(part in line for part in parts(subtype))
