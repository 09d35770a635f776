"""What an effect wants that no sentence of its text has told: the last look at what was read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Those
from adjudicator.swtcg.words.terms import Word, within

_NAME = re.compile(r"it\d*")
"""The names of what is chosen (`Story.fresh`); the first is also what an event has happened to."""


def wanting(made: tuple[w.Ability, ...]) -> str:
    """What an effect wants that no sentence of it tells; empty if nothing."""
    if unpaid_x(made):
        return "an X of nothing"
    if paid_for_nothing(made):
        return "a price of nothing"
    return "something that nothing has named" if any(nameless(each) for each in made) else ""


def unpaid_x(value: Any) -> bool:
    """Whether an effect has an X that nothing gives a value: no cost has it, and no "where X is" says it."""
    if isinstance(value, w.X):
        return value.name == w.X().name
    if isinstance(value, w.Activated | w.Play) and (
        value.cost.x or value.cost.x_points or value.cost.x_counters or _of_x(value.cost)
    ):
        return False
    if isinstance(value, tuple):
        return any(unpaid_x(each) for each in value)
    return isinstance(value, Word) and any(unpaid_x(getattr(value, name)) for name in value.__struct_fields__)


def _of_x(cost: w.Cost) -> bool:
    return cost.marks_of is not None and unpaid_x(cost.marks_amount)


def paid_for_nothing(value: Any) -> bool:
    """Whether an effect has somebody pay for something that no sentence tells."""
    return any(isinstance(each, w.May) and not (each.do or each.otherwise) for each in within(value))


def nameless(ability: Any) -> bool:
    """Whether an effect means something by a name that no choice and no event has given."""
    named = {getattr(each, "into", "") for each in within(ability)}
    return any(name not in named for name in _met_outside_events(ability))


def _met_outside_events(value: Any) -> Iterator[str]:
    """The names of things that are meant where no event tells which "it" is."""
    if isinstance(value, Those) and _NAME.fullmatch(value.bound):
        yield value.bound
    if isinstance(value, w.Triggered | w.Later | w.Instead):
        yield from (name for each in _parts(value) for name in _met_outside_events(each) if name != "it")
    elif isinstance(value, Word | tuple):
        yield from (name for each in _parts(value) for name in _met_outside_events(each))


def _parts(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else tuple(getattr(value, name) for name in value.__struct_fields__)
