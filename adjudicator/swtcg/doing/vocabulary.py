"""The words of the effect language as a list, and effects with one of them doing nothing.

A word is found in effects as plain data (the JSON form with its "type" tags), and taken out there:

    an instruction, an ability, a change      is left out
    a condition                               is always met
    an amount                                 is 0
    a duration                                lasts for good ("permanent": only for the turn)
    an event                                  never happens
    a field of a selector, cost, instruction  is not said
    a clause, a time                          is not said either
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, get_args

import msgspec

from adjudicator.swtcg.doing.replacement import REPLACED
from adjudicator.swtcg.standing.events import MATCHERS
from adjudicator.swtcg.words import language as w

UNROLLED = (w.Bind, w.AtArena, w.ToBottom, w.CompleteBuilt, w.DeployBuilt, w.DamageDone)
"""Instructions that only other instructions leave to be done; no text says them."""
ALWAYS: dict[str, Any] = {"type": "Both", "of": []}
"""A condition that is met at all times."""
NEVER = "nothing at all"
"""An event that does not happen."""
VALUES: dict[str, dict[str, tuple[str, ...]]] = {
    "Those": {
        "what": ("pilot", "equipment", "location", "built", "card"),
        "side": ("yours", "opponents", "theirs", "players"),
        "zones": (
            "space", "ground", "character", "here", "there", "build", "hand", "deck", "discard", "aside", "under",
        ),
    },
    "MoveTo": {
        "to": (
            "arena", "there", "build", "hand", "out", "deck top", "deck bottom", "deck", "discard", "aside", "under",
            "stack", "supply",
        ),
    },
    "Tally": {"of": ("force", "points", "hand", "deck", "discard", "arenas")},
    "Stat": {"over": ("total", "highest", "lowest")},
    "Copy": {"kind": ("pilot",)},
    "ExtraStep": {"step": ("battle",)},
    "SkipStep": {"step": ("build", "draw", "retreat", "untap")},
    "Activated": {"limit": ("turn", "2", "game", "any")},
    "Triggered": {"chance": ("prevention", "reroll"), "limit": ("turn", "use")},
}  # fmt: skip
"""By struct and field, the values that are words of their own."""

SHOWN_ELSEWHERE = {
    "clause HAND_HIDDEN": "tests/swtcg/test_knowing.py",
    "clause BUILT_FACE_DOWN": "tests/swtcg/test_knowing.py",
}
"""Words that change only what a player is told, which no case can show, with the tests that show it."""

FREE_FIELDS = (
    "until",
    "type",
    "into",
    "rest",
    "share",
    "keyword",
    "bound",
    "what",
    "of",
    "to",
    "on",
    "by",
    "amount",
    "touches",
    "marks_of",
    "marks_amount",
)
"""Fields that are no words: names that are bound, the duration, and what nearly every struct has."""


def _names(union: Any) -> tuple[str, ...]:
    return tuple(each.__name__ for each in get_args(union) if each is not int and each not in UNROLLED)


def _fields(kind: type[msgspec.Struct]) -> Iterator[str]:
    """The fields of a struct that may be left out, as words; with values of their own each value."""
    name = kind.__name__
    for field in msgspec.structs.fields(kind):
        values = VALUES.get(name, {}).get(field.name)
        if values is not None:
            yield from (f"{name}.{field.name} {value}" for value in values)
        elif not field.required and field.name not in FREE_FIELDS:
            yield f"{name}.{field.name}"


def _ability_fields() -> tuple[str, ...]:
    return tuple(f for kind in get_args(w.Ability) if kind is not w.Manual for f in _fields(kind))


def _field_words(union: Any) -> tuple[str, ...]:
    return tuple(f for k in get_args(union) if k is not int and k not in UNROLLED for f in _fields(k))


WORDS: dict[str, tuple[str, ...]] = {
    "instruction": _names(w.Instruction),
    "selector": tuple(_fields(w.Those)),
    "amount": _names(w.Amount),
    "condition": _names(w.Condition),
    "duration": tuple(f"until {each}" for each in w.DURATIONS),
    "event": tuple(dict.fromkeys(f"event {kind}" for kind in (*(k for _, k in MATCHERS), *REPLACED))),
    "clause": tuple(word for code in w.CLAUSES if (word := f"clause {code}") not in SHOWN_ELSEWHERE),
    "time": tuple(f"only {each}" for each in w.TIMES),
    "cost": tuple(_fields(w.Cost)),
    "ability": tuple(name for name in _names(w.Ability) if name != "Manual"),
    "field": (*_field_words(w.Instruction), *_field_words(w.Amount), *_fields(w.Event), *_ability_fields()),
}
"""Every word of the language by its kind."""

_CONDITIONS, _AMOUNTS = set(_names(w.Condition)), set(_names(w.Amount))


def said(effects: Any) -> frozenset[str]:
    """The words that effects (plain data) say."""
    found: set[str] = set()
    _gather(effects, found)
    return frozenset(found)


def _gather(value: Any, found: set[str]) -> None:
    if isinstance(value, list):
        for each in value:
            _gather(each, found)
    elif isinstance(value, dict):
        found.update(_words_of(value))
        for each in value.values():
            _gather(each, found)


def _words_of(value: dict[str, Any]) -> Iterator[str]:
    """The words that one struct says by itself."""
    name = value.get("type", "")
    if name:
        yield name
    for field, content in value.items():
        for each in content if isinstance(content, list) else (content,):
            if field in VALUES.get(name, {}):
                yield f"{name}.{field} {each}"
        if content is not None:
            yield f"{name}.{field}"
    for field, prefix in (("until", "until"), ("clause", "clause"), ("only", "only")):
        if isinstance(value.get(field), str):
            yield f"{prefix} {value[field]}"
    if name == "Event":
        yield f"event {value.get('kind')}"


def without(effects: Any, word: str) -> Any:
    """Effects (plain data) with a word doing nothing."""
    prefix, _, rest = word.partition(" ")
    if prefix in ("until", "event", "clause", "only") and rest:
        return _mapped(effects, _CHANGING[prefix](rest))
    if "." in word:
        struct, _, field = word.partition(".")
        field, _, value = field.partition(" ")
        return _mapped(effects, lambda each: _unsaid(each, struct, field, value))
    return _mapped(effects, lambda each: _undone(each, word))


GONE = object()
"""What a struct that does nothing is replaced by: it is left out of the list it stands in."""


def _mapped(value: Any, change: Callable[[dict[str, Any]], Any]) -> Any:
    """The data with a change made to every struct, those inside first."""
    if isinstance(value, list):
        return [new for each in value if (new := _mapped(each, change)) is not GONE]
    if not isinstance(value, dict):
        return value
    inner = {key: new for key, each in value.items() if (new := _mapped(each, change)) is not GONE}
    return change(inner)


def _undone(value: dict[str, Any], word: str) -> Any:
    if value.get("type") != word:
        return value
    if word in _CONDITIONS:
        return ALWAYS if word != "Both" else {"type": "AnyOf", "of": [ALWAYS]}
    return 0 if word in _AMOUNTS else GONE


def _unsaid(value: dict[str, Any], struct: str, field: str, part: str) -> Any:
    if value.get("type") != struct or field not in value:
        return value
    content = value[field]
    if not part:
        return {key: each for key, each in value.items() if key != field}
    if isinstance(content, list):
        return {**value, field: [each for each in content if each != part]}
    if content != part:
        return value
    if struct in ("MoveTo", "SkipStep", "Tally"):
        return 0 if struct == "Tally" else GONE
    return {key: each for key, each in value.items() if key != field}


def _other_duration(rest: str) -> Callable[[dict[str, Any]], Any]:
    longer = "turn" if rest == "permanent" else "permanent"
    return lambda value: {**value, "until": longer} if value.get("until") == rest else value


_CHANGING: dict[str, Callable[[str], Callable[[dict[str, Any]], Any]]] = {
    "until": _other_duration,
    "event": lambda rest: lambda v: {**v, "kind": NEVER} if v.get("type") == "Event" and v.get("kind") == rest else v,
    "clause": lambda rest: lambda value: GONE if value.get("clause") == rest else value,
    "only": lambda rest: lambda value: {k: e for k, e in value.items() if k != "only" or e != rest},
}
