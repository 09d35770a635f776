"""What would make a deck legal: for each condition that fails, what is to be added or taken out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from adjudicator.kernel.verdict import Clause, Finding

Counted = Mapping[str, int]
"""What a clause counted, by name."""


def would_be_legal(clauses: Iterable[Clause], size: int, units: int, copies: int) -> tuple[str, ...]:
    """What to change, in the order of the clauses that fail, each in words that a player can follow.

    `size` (of the deck), `units` (of each type) and `copies` (of a card) are the limits of the rules.
    """
    failing = {clause.code: _counted(clause) for clause in clauses if clause.finding is Finding.FAILS}
    limits = {
        "DECK_HAS_SIXTY": size,
        "TWELVE_OF_EACH_UNIT_TYPE": units,
        "UNITS_IN_ALL": 3 * units,
        "NO_UNIT_TYPE_OVER_DOUBLE": units,
        "SUPPLY_ONE_OF_EACH_EVENT": 1,
        "FOUR_OF_NAME_AND_VERSION": copies,
    }
    found = (
        remedy(counted, limits.get(code, 0))
        for code, counted in failing.items()
        if (remedy := REMEDIES.get(code)) is not None
    )
    return tuple(words for words in found if words)


def _counted(clause: Clause) -> Counted:
    return {name: int(number) for name, number in clause.evidence if number.isdecimal() and name != "unknown cards"}


def _more(counted: Counted, least: int) -> str:
    """Cards that are lacking, for the deck as a whole or by type of unit."""
    return _doing("add", [(least - number, name) for name, number in counted.items() if number < least])


def _doing(verb: str, changes: Iterable[tuple[int, str]]) -> str:
    """What to do with so many of what, as add 3 Space units and 1 Ground unit."""
    told = [f"{number} {_kind(name, number)}" for number, name in changes]
    return f"{verb} {_listed(told)}" if told else ""


def _listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _kind(name: str, number: int) -> str:
    plural = "s" * (number != 1)
    return f"card{plural}" if name == "cards" else f"{name.title()} unit{plural}"


def _units_more(counted: Counted, least: int) -> str:
    lacking = least - counted["units"]
    return f"add {lacking} unit{'s' * (lacking != 1)}"


def _at_most_double(counted: Counted, least: int) -> str:
    """What is to be taken out once there are as many units of each type as there have to be, or added instead."""
    fewest, most = max(least, min(counted.values())), max(counted.values())
    if most <= 2 * fewest:
        return ""
    out = _doing("take out", [(number - 2 * fewest, name) for name, number in counted.items() if number > 2 * fewest])
    half = (most + 1) // 2
    more = [(half - max(number, least), name) for name, number in counted.items() if max(number, least) < half]
    return f"{out}, or {_doing('add', more)}"


def _fewer(counted: Counted, most: int) -> str:
    over = {name: number - most for name, number in counted.items() if number > most}
    told = [f"{number} {'copy' if number == 1 else 'copies'} of {name}" for name, number in over.items()]
    return f"take out {_listed(told)}" if told else ""


def _down_to_the_limit(counted: Counted, _: int) -> str:
    return _fewer({name: number for name, number in counted.items() if name != "at most"}, counted["at most"])


def _without(counted: Counted, _: int) -> str:
    return f"take out {_listed([name for name in counted if name != 'since'])}"


REMEDIES: Mapping[str, Callable[[Counted, int], str]] = MappingProxyType({
    "DECK_HAS_SIXTY": _more,
    "ONE_SIDE": lambda _, __: "keep the cards of one side and the neutral ones",
    "TWELVE_OF_EACH_UNIT_TYPE": _more,
    "NO_UNIT_TYPE_OVER_DOUBLE": _at_most_double,
    "FOUR_OF_NAME_AND_VERSION": _fewer,
    "UNITS_IN_ALL": _units_more,
    "SUBORDINATES_IN_A_SUPPLY": _without,
    "EVENTS_IN_A_SUPPLY": _without,
    "SUPPLY_OF_SUBORDINATES_AND_EVENTS": _without,
    "SUPPLY_OF_THE_DECKS_SIDE": lambda _, __: "keep in the supply the cards of the deck's side and the neutral ones",
    "SUPPLY_ONE_OF_EACH_EVENT": _fewer,
    "NOT_BANNED_OR_RESTRICTED": _without,
    "COPIES_OF_THE_EVENT": _down_to_the_limit,
    "CARDS_OF_THE_FORMAT": _without,
    "TYPES_OF_THE_FORMAT": _without,
})  # fmt: skip
"""By clause of the deck check, what would do."""
