"""Phrases that pick cards, as selectors: "one of your untapped Clone Characters in any arena"."""

from __future__ import annotations

import re

from adjudicator.swtcg.words.language import THIS, UNIT_OR_PILOT, Those

_PHRASE = re.compile(
    r"(?P<pick>one|another) of your (?P<theirs>opponent's )?(?P<other>other )?"
    r"(?P<state>(?:untapped |tapped |damaged )*)(?P<kind>[\w -]+?)"
    r"(?: (?:from|in) (?:the )?(?P<zone>space|ground|character|any) arena)?$",
    re.IGNORECASE,
)
_TYPES = {"space": "space", "ground": "ground", "character": "character", "characters": "character"}
#: Words of type lines that carriers are told by. Others could be names, and are not guessed at.
_SUBTYPE_WORDS = frozenset(
    {
        "Agent", "Bounty", "Capital", "Clone", "Dark", "Droid", "Ewok", "Gungan", "Hunter", "Imperial", "Jedi", "Lord",
        "Master", "Naboo", "Old", "Padawan", "Rebel", "Republic", "Rogue", "Ship", "Sith", "Smuggler", "Soldier",
        "Speeder", "Spy", "Squadron", "Starfighter", "Stormtrooper", "Transport", "Walker", "Wookiee",
    }
)  # fmt: skip
#: Plurals that are not made with an s.
_PLURALS = {"jedi": "Jedi", "sith": "Sith", "officers": "Officer"}


def some(phrase: str) -> Those | None:
    """Read a phrase with "one of your ..."; None if it holds a word that is not understood."""
    if phrase == "§":
        return THIS
    found = _PHRASE.match(phrase.strip())
    if found is None:
        return None
    zone = (found["zone"] or "").casefold()
    states = found["state"].casefold().split()
    if ("untapped" in states and "tapped" in states) or not (kind := _kind(found["kind"])):
        return None
    types, subtype = kind
    said = found["kind"].casefold().removesuffix("s").endswith("unit")
    return Those(
        what="unit" if said else UNIT_OR_PILOT,
        side="opponents" if found["theirs"] else "yours",
        zones=(zone,) if zone not in {"", "any"} else (),
        other=bool(found["other"]) or found["pick"].casefold() == "another",
        types=types,
        subtype=subtype,
        tapped=("tapped" in states) if {"tapped", "untapped"} & {*states} else None,
        damaged=True if "damaged" in states else None,
    )


def _kind(words: str) -> tuple[tuple[str, ...], str] | None:
    """Read what kind of thing is meant: ("character",), "Clone" of `Clone Characters`."""
    parts = words.split()
    types: tuple[str, ...] = ()
    if parts[-1].casefold() in {"unit", "units"}:
        parts.pop()
        if parts and parts[-1].casefold() in _TYPES:
            types = (_TYPES[parts.pop().casefold()],)
    elif parts[-1].casefold() in _TYPES:
        types = (_TYPES[parts.pop().casefold()],)
    if any(not part[0].isupper() for part in parts):
        return None
    return types, _singular(" ".join(parts))


def _singular(words: str) -> str:
    """Take the plural off the last word of a subtype."""
    head, _, last = words.rpartition(" ")
    single = _PLURALS.get(last.casefold()) or (last[:-1] if last.endswith("s") and last[-2:] != "ss" else last)
    return f"{head} {single}".strip()


def carriers(phrase: str, own_name: str) -> tuple[Those, ...]:
    """Read who may carry an Equipment: "Jedi Character or Sith Character unit", "Space or Ground unit".

    Each alternative that names a subtype is a selector of its own; types alone share one. A
    person is meant where the words stand in the Equipment's own name. Empty if not understood.
    """
    parts = [part for part in re.split(r"\s*,?\s+or\s+|\s*,\s*", phrase.strip()) if part]
    read = [_carrier(part, own_name) for part in parts]
    known = tuple(each for each in read if each is not None)
    if len(known) != len(parts):
        return ()
    if all(not each.subtype and not each.name for each in known):
        return (Those(side="yours", types=tuple(kind for each in known for kind in each.types)),)
    return known


def _carrier(part: str, own_name: str) -> Those | None:
    words = part.removesuffix(" unit").split()
    if part.casefold() == "unit":
        return Those(side="yours")
    types: tuple[str, ...] = ()
    if words and words[-1].casefold() in _TYPES:
        types = (_TYPES[words.pop().casefold()],)
    kind = " ".join(words)
    if kind and f"{kind}'s " in f"{own_name} ":
        return Those(side="yours", types=types, name=kind)
    if all(word in _SUBTYPE_WORDS for word in words):
        return Those(side="yours", types=types, subtype=kind)
    return None
