"""Paragraphs of keywords that frame other effects, spelled out in words that the compiler reads.

The keyword chapter of swtcg-idc-2022 says what each means; what a keyword does by itself is in the package `keywords`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec.structs import replace

from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.keywords import REDUCED_COST, SWITCH

_SWITCH = re.compile(r"switch:\s*(?P<parts>[^.]+)\.?", re.IGNORECASE)
_REDUCED = re.compile(r"reduced cost (?P<x>\d+):\s*(?:if|as long as) (?P<condition>.+?)\.?", re.IGNORECASE)
_FRAMED = re.compile(rf"by (?P<keyword>{SWITCH}|{REDUCED_COST}):\s*(?P<rest>.+)", re.IGNORECASE)
_BARE = re.compile(r"(?P<cost>[^\"]*?->\s*)(?P<gain>[+-]\d+ (?:power|speed|health)\b.*)", re.IGNORECASE)
_LISTED = re.compile(
    r"as long as you have at least X (?P<kind>\w+) counters on (?P<on>[^,]+), where X is [^,]+, (?P<who>[^:]+?) gets? "
    r"the following,? up to X: (?P<list>.+?)\.?",
    re.IGNORECASE,
)
_LEVEL = re.compile(r"(?P<least>\d+) counters: (?P<gets>.+?)\.?")
UNITS = {"space", "ground", "character"}
NOTHING = "none"


def spelled_out(text: str, types: tuple[str, ...]) -> tuple[str, ...]:
    """The sentences that a paragraph stands for; none if it is no keyword of these.

    Switch: what counts in each arena of the type line (idc.keywords.switch-definition); Reduced Cost: what the card
    costs on a condition (idc.keywords.reduced-cost-definition). What a unit's ability gives to nobody is its own.
    """
    if (framed := _FRAMED.fullmatch(text)) is not None:
        return (framed["rest"],)
    switch = _SWITCH.fullmatch(text)
    if switch is not None:
        return _switched([part.strip() for part in switch["parts"].split("/")], types)
    reduced = _REDUCED.fullmatch(text)
    if reduced is not None:
        return (f"As long as {reduced['condition']}, this unit's build cost equals {reduced['x']}",)
    listed = _LISTED.fullmatch(text)
    if listed is not None:
        return _by_counters(listed)
    bare = _BARE.fullmatch(text)
    if bare is not None and UNITS.issuperset(types):
        return (f"{bare['cost']}this unit gets {bare['gain']}",)
    return ()


def framing(text: str) -> str:
    """The keyword that a paragraph is which is spelled out so: Switch or Reduced Cost; empty if it is none.

    Our own words for what has been spelled out say by which keyword it is so.
    """
    if (framed := _FRAMED.fullmatch(text)) is not None:
        return framed["keyword"].casefold()
    if _SWITCH.fullmatch(text) is not None:
        return SWITCH
    return REDUCED_COST if _REDUCED.fullmatch(text) is not None else ""


def of_keyword(abilities: Iterable[w.Ability], keyword: str) -> tuple[w.Ability, ...]:
    """Abilities, those that are static marked as what a keyword says, if it is one."""
    marked = ((each, keyword and isinstance(each, w.Static)) for each in abilities)
    return tuple(replace(each, keyword=keyword) if marks else each for each, marks in marked)


def _by_counters(listed: re.Match[str]) -> tuple[str, ...]:
    """Of a list of what is got at so many counters: each by itself."""
    levels = [_LEVEL.fullmatch(each.strip()) for each in listed["list"].split("; ")]
    who = re.sub(r"(?<=\w)/.*", "", listed["who"])
    return (
        tuple(
            f"As long as there are {level['least']} or more {listed['kind']} counters on {listed['on']}, "
            f"{who} gets {level['gets']}"
            for level in levels
            if level is not None
        )
        if all(levels)
        else ()
    )


def _switched(parts: list[str], types: tuple[str, ...]) -> tuple[str, ...]:
    if len(parts) != len(types):
        return ()
    pairs = zip(types, parts, strict=True)
    return tuple(
        f"As long as this unit is in the {kind} arena, this unit gets {part}"
        for kind, part in pairs
        if part.casefold() != NOTHING
    )
