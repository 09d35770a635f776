"""Paragraphs of keywords that frame other effects, spelled out in words that the compiler reads.

The keyword chapter of swtcg-idc-2022 says what each means; what a keyword does by itself is in the package `keywords`.
"""

from __future__ import annotations

import re

_SWITCH = re.compile(r"switch:\s*(?P<parts>[^.]+)\.?", re.IGNORECASE)
_REDUCED = re.compile(r"reduced cost (?P<x>\d+):\s*if (?P<condition>.+?)\.?", re.IGNORECASE)
_BARE = re.compile(r"(?P<cost>[^\"]*?->\s*)(?P<gain>[+-]\d+ (?:power|speed|health)\b.*)", re.IGNORECASE)
UNITS = {"space", "ground", "character"}
NOTHING = "none"


def spelled_out(text: str, types: tuple[str, ...]) -> tuple[str, ...]:
    """The sentences that a paragraph stands for; none if it is no keyword of these.

    Switch: what counts in each arena of the type line (idc.keywords.switch-definition); Reduced Cost: what the card
    costs on a condition (idc.keywords.reduced-cost-definition). What a unit's ability gives to nobody is its own.
    """
    switch = _SWITCH.fullmatch(text)
    if switch is not None:
        return _switched([part.strip() for part in switch["parts"].split("/")], types)
    reduced = _REDUCED.fullmatch(text)
    if reduced is not None:
        return (f"As long as {reduced['condition']}, this unit's build cost equals {reduced['x']}",)
    bare = _BARE.fullmatch(text)
    if bare is not None and UNITS.issuperset(types):
        return (f"{bare['cost']}this unit gets {bare['gain']}",)
    return ()


def _switched(parts: list[str], types: tuple[str, ...]) -> tuple[str, ...]:
    if len(parts) != len(types):
        return ()
    pairs = zip(types, parts, strict=True)
    return tuple(
        f"As long as this unit is in the {kind} arena, this unit gets {part}"
        for kind, part in pairs
        if part.casefold() != NOTHING
    )
