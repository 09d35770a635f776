"""Keywords of later sets, spelled out in words that the compiler reads.

The editions of 2005 do not know them; the keyword chapter of swtcg-idc-2022 says what each means. Those that hang on
what the dice show by nature (Parry, Fury, Focus, Riposte, Backfire) need more than words and are not here.
"""

from __future__ import annotations

import re

STANDING = {
    "damage control": "When your build step starts, you may remove up to {x} damage counters from this unit",
    "ferocity": "Damage from this unit can't be prevented",
    "inspiration": "Each of your other units in this arena gets +10 speed, +1 power, and +1 health",
    "intimidation": "This unit gets +10 speed, +1 power, and +1 health for each of your opponent's units in this arena",
    "stealth": (
        "«Static(changes=[Allow(clause='UNIT_MAY_BE_ATTACKED', "
        "who=Those(what='stack', bound='this', tapped=False, damaged=False), permit=False)])»"
    ),
    "resilience": (
        "«Static(changes=[Modify(of=Those(what='stack', bound='this'), stat='power', amount={x})], "
        "condition=Compare(left=Stat(stat='damage', of=Those(what='stack', bound='this')), how='>=', right={x}))»"
    ),
}
PLAYED = {"protect": "Prevent up to {x} damage to one of your other units in this arena"}
_KEYWORD = re.compile(r"(?P<name>[a-z ]+?)(?: (?P<x>\d+))?\.?", re.IGNORECASE)
_SWITCH = re.compile(r"switch:\s*(?P<parts>[^.]+)\.?", re.IGNORECASE)


def spelled_out(text: str, types: tuple[str, ...]) -> tuple[str, ...]:
    """The sentences that a keyword stands for; none if it is no keyword of these."""
    switch = _SWITCH.fullmatch(text)
    if switch is not None:
        parts = [part.strip() for part in switch["parts"].split("/")]
        if len(parts) != len(types):
            return ()
        pairs = zip(types, parts, strict=True)
        return tuple(f"As long as this unit is in the {kind} arena, this unit gets {part}" for kind, part in pairs)
    return _spelled(text, STANDING)


def played_out(text: str) -> str:
    """The sentence that a keyword behind a cost stands for, or the text itself."""
    return next(iter(_spelled(text, PLAYED)), text)


def _spelled(text: str, table: dict[str, str]) -> tuple[str, ...]:
    found = _KEYWORD.fullmatch(text.strip())
    words = table.get(found["name"].lower()) if found is not None else None
    if found is None or words is None or ("{x}" in words) is not (found["x"] is not None):
        return ()
    return (words.format(x=found["x"]),)
