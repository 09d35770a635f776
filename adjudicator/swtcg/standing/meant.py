"""By which paragraph a thing is meant by a name or a subtype: its type line, a text that treats it so, as a Pilot.

Sources: rots.cards.own-name-self-reference, rots.cards.name-reference-exact, rots.static.treat-as-adds-subtype,
crf.pilots.name-and-subtypes-valid.
"""

from __future__ import annotations

import msgspec

from adjudicator.swtcg.standing.selectors import matches, select
from adjudicator.swtcg.standing.type_line import apart, on_type_line
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.table import PILOT, Scene, Stack, Table, in_build_zone
from adjudicator.swtcg.words.language import Count, Those

_replace = msgspec.structs.replace

TYPE_LINE = ("crf.cards.subtypes-on-type-line", "gr.cards.subtypes-on-type-line", "rots.cards.subtypes")
"""That a card's subtypes stand on its type line."""
NAME_WORD = ("crf.cards.name-word-no-subtype", "gr.cards.word-must-be-on-type-line", "rots.cards.subtypes")
"""The rules by which a word in a card's name is no subtype."""
PILOT_COUNTS = (
    "crf.pilots.name-and-subtypes-valid", "gr.pilots.keeps-subtypes", "ruling.subtypes-of-a-piloting-card",
)  # fmt: skip
"""The rules by which a Pilot on a unit has its name and subtypes."""


def subtype_rule(table: Table, stack: Stack, subtype: str) -> str:
    """The rule by which a thing has a subtype: its type line, or a text that adds the word."""
    return beyond_the_type_line(table, stack, subtype) or cite(table, *TYPE_LINE)


def beyond_the_type_line(table: Table, stack: Stack, subtype: str) -> str:
    """What more has to be said of how a thing has a subtype; empty if it plainly stands on its type line."""
    face = table.top(stack)
    if not on_type_line(face, subtype):
        if in_build_zone(stack):
            return cite(table, "crf.static.treat-as-always-active", "rots.static.treat-as-always-active")
        return "rots.static.treat-as-adds-subtype"
    if stack.role == PILOT:
        return cite(table, *PILOT_COUNTS)
    if apart(face, subtype) and table.why.cards_multi_word_parts_anywhere:
        return table.why.cards_multi_word_parts_anywhere
    word = subtype.casefold()
    if word == "jedi" and "dark jedi" in face.subtypes.casefold():
        return "ruling.jedi-and-dark-jedi"
    if "•" in face.subtypes:
        return cite(table, "crf.cards.foreign-bullets", "rots.cards.subtypes")
    if word == "droid":
        return "rots.cards.droid-subtype"
    if word == "trade federation":
        return cite(table, "crf.cards.trade-federation-card-means-subtype", "rots.cards.subtypes")
    return "rots.cards.subtypes" if "-" in face.subtypes else ""


def own_name_rule(table: Table, stack: Stack) -> str:
    """The rule by which a card that calls itself by its name means itself alone."""
    if table.top(stack).unique:
        return table.why.cards_own_name_of_a_unique_card
    return table.why.cards_own_name_of_no_unique_card


def has_a_pilot(table: Table, those: Those, scene: Scene) -> bool:
    """Whether a Pilot on a unit is among things that are meant by a name or subtype."""
    if not (those.subtype or those.name):
        return False
    return any(table.stacks[n].role == PILOT for n in select(table, those, scene) if n in table.stacks)


def passes_a_pilot_by(table: Table, those: Those, scene: Scene) -> bool:
    """Whether a Pilot on a unit would be among some Characters or units, if he still were one."""
    if those.what != "unit" and "character" not in those.types:
        return False
    of_any_type = _replace(those, types=(), what="unit or pilot" if those.what == "unit" else those.what)
    return any(stack.role == PILOT and matches(table, of_any_type, stack, scene) for stack in table.stacks.values())


def count_rule(table: Table, amount: object, scene: Scene) -> str:
    """What an amount that counts things rests on where a Pilot on a unit is counted, or passed by; else empty."""
    if not isinstance(amount, Count):
        return ""
    if has_a_pilot(table, amount.of, scene):
        return cite(table, *PILOT_COUNTS)
    return what_a_pilot_is(table, amount.of) if passes_a_pilot_by(table, amount.of, scene) else ""


def what_a_pilot_is(table: Table, counted: Those) -> str:
    """By which rule a Pilot on a unit is no Character, or none of a subtype."""
    chosen = table.edition.pilot_is_character
    adjective = counted.subtype and not chosen.value
    return table.edition.pilots_as_cards.rule if adjective else chosen.rule
