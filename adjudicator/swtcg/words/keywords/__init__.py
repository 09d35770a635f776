"""Keyword abilities as effect data: each module turns the printed keyword into ordinary abilities.

A book is a table of definitions, called by a word; the edition chooses it ("book"). `expand` is the one way from a
`Keyword` to what it does; keywords that the attack itself asks for (Lucky, Overkill, Cunning, Bombard, Ion Cannon,
Hidden Cost, Enhance, Pilot) stay keywords here and are read by their chapter's room.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.swtcg.words.keywords import attacking, committee, defending, later, natural, prevention, upkeep_bounty
from adjudicator.swtcg.words.keywords.copies import COMMITTEE, CUMULATIVE, ISOLATED, PUBLISHER, way
from adjudicator.swtcg.words.language import Ability, Elsewhere, Keyword, Modify, Static

Expansions = dict[str, Callable[[Keyword], tuple[Ability, ...]]]
"""By the name of a keyword what it says in full."""

EXPANSIONS: Expansions = {
    "accuracy": attacking.accuracy,
    "critical hit": attacking.critical_hit,
    "stun": attacking.stun,
    "armor": defending.armor,
    "shields": defending.shields,
    "intercept": defending.intercept,
    "retaliate": defending.retaliate,
    "evade": prevention.evade,
    "deflect": prevention.deflect,
    "bounty": upkeep_bounty.bounty,
    "upkeep": upkeep_bounty.upkeep,
    "fury": natural.fury,
    "focus": natural.focus,
    "backfire": natural.backfire,
    "parry": natural.parry,
    "riposte": natural.riposte,
    "absorb": later.absorb,
    "persuade": later.persuade,
    "protect": later.protect,
    "redirect": later.redirect,
    "ambush": later.ambush,
    "damage control": later.damage_control,
    "double strike": later.double_strike,
    "foresight": later.foresight,
    "forewarning": later.forewarning,
    "area damage": later.area_damage,
    "avenge": later.avenge,
    "surge": later.surge,
    "velocity": later.velocity,
    "ferocity": later.ferocity,
    "fortitude": later.fortitude,
    "precision": later.precision,
    "stealth": later.stealth,
    "inspiration": later.inspiration,
    "intimidation": later.intimidation,
    "resilience": later.resilience,
    "meditate": later.meditate,
}

BOOKS: dict[str, Expansions] = {
    PUBLISHER: EXPANSIONS,
    COMMITTEE: EXPANSIONS
    | {
        "ambush": committee.ambush,
        "bounty": committee.bounty,
        "deflect": committee.deflect,
        "foresight": committee.foresight,
        "forewarning": committee.forewarning,
        "inspiration": committee.inspiration,
        "intimidation": committee.intimidation,
        "velocity": committee.velocity,
    },
}
"""The definitions of 2005, with those of later sets by reading; and what the committee defines otherwise in 2022."""

ALTERNATIVE_COST = "alternative cost"
"""The keyword that the building room reads."""
BY_ROOMS = (
    "lucky", "overkill", "bombard", "barrage", "ion cannon", "hidden cost", "enhance", "reserves", "pilot", "disrupt",
    "cunning",
)  # fmt: skip
"""Those that a chapter's room reads by itself."""
KEYWORDS = (*EXPANSIONS, *BY_ROOMS)
"""The keywords that there are."""


def _together(book: str) -> dict[str, str]:
    """How the copies of a keyword act together that is spelled out only once they are one; not what is a number of its
    unit by itself, nor what works where its card is no unit.
    """
    found: dict[str, str] = {}
    for name, made in BOOKS[book].items():
        first = made(Keyword(name=name))[0]
        number = isinstance(first, Static) and all(isinstance(x, Modify) and x.stat == name for x in first.changes)
        if way(name, book) in {CUMULATIVE, ISOLATED} and not number and not isinstance(first, Elsewhere):
            found[name] = way(name, book)
    return found


TOGETHER = {book: _together(book) for book in BOOKS}


def together(book: str) -> Mapping[str, str]:
    """The keywords of which all copies that a unit has are one ability, and how they are made one; they are spelled out
    after that.
    """
    return TOGETHER.get(book, {})


SWITCH, REDUCED_COST = "switch", "reduced cost"
WORDED = (SWITCH, REDUCED_COST, "insert", "reserves")
"""The keywords that frame other words."""

DEFINED = {COMMITTEE: "idc.keywords.{}-definition"}
"""By the book in which each keyword has a definition of its own, how the paragraph is called."""


def definition(name: str, book: str) -> str:
    """The paragraph that defines a keyword in a book; empty if it has none of its own there, or is no keyword."""
    paragraph = DEFINED.get(book)
    return paragraph.format(name.replace(" ", "-")) if paragraph and (name in EXPANSIONS or name in WORDED) else ""


def expand(keyword: Keyword, book: str) -> tuple[Ability, ...]:
    """What a keyword ability says in full by a book; the keyword itself where its room reads it directly."""
    made = BOOKS[book].get(keyword.name)
    return made(keyword) if made else (keyword,)
