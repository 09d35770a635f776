"""What would make a deck legal: for each condition that fails, what is to be added or taken out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from adjudicator.kernel.verdict import Clause, Finding

Counted = Mapping[str, int]
"""What a clause counted, by name."""


def would_be_legal(clauses: Iterable[Clause], size: int, units: int, copies: int) -> tuple[str, ...]:
    """What to change, in the order of the clauses that fail.

    `size` (of the deck), `units` (of each type) and `copies` (of a card) are the limits of the rules.
    """
    limits = {"DECK_HAS_SIXTY": size, "TWELVE_OF_EACH_UNIT_TYPE": units, "FOUR_OF_NAME_AND_VERSION": copies}
    failing = (clause for clause in clauses if clause.finding is Finding.FAILS)
    found = (
        remedy(_counted(clause), limits.get(clause.code, 0))
        for clause in failing
        if (remedy := REMEDIES.get(clause.code)) is not None
    )
    return tuple(words for words in found if words)


def _counted(clause: Clause) -> Counted:
    return {name: int(number) for name, number in clause.evidence if number.isdecimal() and name != "unknown cards"}


def _more(counted: Counted, least: int) -> str:
    """Cards that are lacking, for the deck as a whole or by type of unit."""
    lacking = {name: least - number for name, number in counted.items() if number < least}
    return _with(f"{number} more {_kind(name)}" for name, number in lacking.items())


def _with(changes: Iterable[str]) -> str:
    told = ", ".join(changes)
    return f"with {told}" if told else ""


def _kind(name: str) -> str:
    return "cards" if name == "cards" else f"{name.title()} units"


def _at_most_double(counted: Counted, _: int) -> str:
    least = min(counted.values())
    return _with(f"at most {2 * least} {_kind(name)}" for name, number in counted.items() if number > 2 * least)


def _fewer(counted: Counted, most: int) -> str:
    return _with(f"{number - most} fewer of {name}" for name, number in counted.items() if number > most)


def _without(counted: Counted, _: int) -> str:
    return "without " + ", ".join(name for name in counted if name != "since")


REMEDIES: Mapping[str, Callable[[Counted, int], str]] = MappingProxyType({
    "DECK_HAS_SIXTY": _more,
    "ONE_SIDE": lambda _, __: "with the cards of one side and neutral ones alone",
    "TWELVE_OF_EACH_UNIT_TYPE": _more,
    "NO_UNIT_TYPE_OVER_DOUBLE": _at_most_double,
    "FOUR_OF_NAME_AND_VERSION": _fewer,
    "SUBORDINATES_IN_A_SUPPLY": _without,
    "NOT_BANNED_OR_RESTRICTED": _without,
    "CARDS_OF_THE_FORMAT": _without,
})  # fmt: skip
"""By clause of the deck check, what would do."""
