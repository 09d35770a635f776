"""Keyword abilities as effect data: each module turns the printed keyword into ordinary abilities.

A book is a table of definitions, called by a word; the edition chooses it ("book"). `expand` is the one way from a
`Keyword` to what it does; keywords that the attack itself asks for (Lucky, Overkill, Cunning, Bombard, Ion Cannon,
Hidden Cost, Enhance, Pilot) stay keywords here and are read by their chapter's room through `effects.abilities`.
"""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.swtcg.words.keywords import attacking, committee, defending, later, natural, prevention, upkeep_bounty
from adjudicator.swtcg.words.language import Ability, Keyword

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

PUBLISHER, COMMITTEE = "publisher", "committee"
BOOKS: dict[str, Expansions] = {
    PUBLISHER: EXPANSIONS,
    COMMITTEE: EXPANSIONS | {"bounty": committee.bounty, "deflect": committee.deflect},
}
"""The definitions of 2005, with those of later sets by reading; and what the committee defines otherwise in 2022."""

BY_ROOMS = (
    "lucky", "overkill", "bombard", "barrage", "ion cannon", "hidden cost", "enhance", "reserves", "pilot", "disrupt",
    "cunning",
)  # fmt: skip
"""Those that a chapter's room reads by itself."""
KEYWORDS = (*EXPANSIONS, *BY_ROOMS)
"""The keywords that there are."""


def expand(keyword: Keyword, book: str) -> tuple[Ability, ...]:
    """What a keyword ability says in full by a book; the keyword itself where its room reads it directly."""
    made = BOOKS[book].get(keyword.name)
    return made(keyword) if made else (keyword,)
