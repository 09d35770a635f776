"""Keywords that the committee's rulebook of 2022 defines otherwise than the documents of 2005, or than reading 0082."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.keywords import later, prevention, upkeep_bounty

UNIQUE = w.There(are=w.Those(what="stack", bound="this", unique=True))


def bounty(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """The same as in 2005; it works in the build zone too (idc.keywords.bounty-in-build-zone)."""
    earned = upkeep_bounty.bounty(keyword)
    return (*earned, *(w.Reserves(ability=each) for each in earned))


def deflect(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """The same as in 2005; it may also do the damage to itself (idc.keywords.deflect-any-unit-even-itself)."""
    return prevention.deflect_onto(keyword, w.Those(what="unit", zones=("here",)))


def inspiration(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """The same as the reading for 2005 has it, of a unique unit (idc.keywords.inspiration-unique-only)."""
    return _of_unique_units(later.inspiration(keyword))


def intimidation(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """The same as the reading for 2005 has it, of a unique unit (idc.keywords.intimidation-unique-only)."""
    return _of_unique_units(later.intimidation(keyword))


def _of_unique_units(abilities: tuple[w.Ability, ...]) -> tuple[w.Ability, ...]:
    return tuple(replace(each, condition=UNIQUE) if isinstance(each, w.Static) else each for each in abilities)


def velocity(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """The same as the reading for 2005 has it, but no unit is made slower than 0 by it
    (idc.keywords.velocity-not-below-zero).
    """
    slower = w.Modify(of=w.THIS, stat="speed", amount=-keyword.x, until="turn", floor=0)
    return later.velocity(keyword, slower)


def ambush(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """The same as the reading for 2005 has it, of what is put into the arena too (idc.keywords.ambush-definition)."""
    found = later.ambush(keyword)
    first = found[0]
    assert isinstance(first, w.Triggered)
    return (*found, replace(first, when=replace(first.when, kind="put")))


def foresight(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """The hits are predicted as the dice are about to be rolled, the defending unit being settled
    (idc.chart.attack.predict-before-roll).
    """
    return _predicting(keyword, w.Event(kind="rolls", to=w.THIS))


def forewarning(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """The same, of the hits of an attack on it."""
    return _predicting(keyword, w.Event(kind="rolls", by=w.THIS))


def _predicting(keyword: w.Keyword, when: w.Event) -> tuple[w.Ability, ...]:
    return tuple(replace(each, when=when) for each in later.foresight(keyword) if isinstance(each, w.Triggered))
