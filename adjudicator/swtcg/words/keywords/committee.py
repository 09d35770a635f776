"""Keywords that the committee's rulebook of 2022 defines otherwise than the documents of 2005, or than reading 0082."""

from __future__ import annotations

from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.keywords import prevention, upkeep_bounty


def bounty(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """The same as in 2005; it works in the build zone too (idc.keywords.bounty-in-build-zone)."""
    earned = upkeep_bounty.bounty(keyword)
    return (*earned, *(w.Reserves(ability=each) for each in earned))


def deflect(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """The same as in 2005; it may also do the damage to itself (idc.keywords.deflect-any-unit-even-itself)."""
    return prevention.deflect_onto(keyword, w.Those(what="unit", zones=("here",)))
