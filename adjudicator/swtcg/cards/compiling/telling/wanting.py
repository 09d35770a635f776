"""What an effect wants that no sentence of its text has told: the last look at what was read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import structs

from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Those
from adjudicator.swtcg.words.terms import Word, with_parts, within

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


CHOSEN_X = "so much"
"""The name of an X that is a number of what is chosen."""


def x_of_what_is_chosen(made: tuple[w.Ability, ...]) -> tuple[w.Ability, ...]:
    """Of a text that chooses a card whose build cost is X, and goes on to name X: where nothing else says how much X
    is, it is that of the one that is chosen.
    """
    return tuple(_with_its_x(each) if unpaid_x(each) else each for each in made)


def _with_its_x(ability: w.Ability) -> w.Ability:
    told = [
        (each, by) for each in within(ability) if isinstance(each, w.Choose) for by in each.among.where if _asks(by)
    ]
    if len(told) != 1 or told[0][0].most != 1:
        return ability
    choice, by = told[0]
    rest = tuple(each for each in choice.among.where if each != by)
    one = Those(what="card" if choice.among.what == "card" else "stack", bound=choice.into)
    let = w.Let(into=CHOSEN_X, be=w.Stat(stat=by.stat, of=one))
    plain = structs.replace(choice, among=structs.replace(choice.among, where=rest))
    made: w.Ability = _mapped(ability, choice, (plain, let))
    return made


def _asks(by: w.Where) -> bool:
    """Whether a number is asked of something by its being X."""
    return by.how == "=" and by.than == w.X()


def _mapped(value: Any, choice: w.Choose, told: tuple[w.Instruction, ...]) -> Any:
    """What is said, with the number told after the choice, and X called by its name."""
    if isinstance(value, tuple):
        parts = [told if each == choice else (_mapped(each, choice, told),) for each in value]
        return tuple(each for part in parts for each in part)
    if isinstance(value, w.X) and value.name == w.X().name:
        return structs.replace(value, name=CHOSEN_X)
    if not unpaid_x(value) and choice not in within(value):
        return value
    return with_parts(value, lambda each: _mapped(each, choice, told))


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
    if isinstance(value, w.Instead) or (isinstance(value, w.Triggered | w.Later) and not _is_moment(value.when)):
        yield from (name for each in _parts(value) for name in _met_outside_events(each) if name != "it")
    elif isinstance(value, Word | tuple):
        yield from (name for each in _parts(value) for name in _met_outside_events(each))


def _is_moment(event: w.Event) -> bool:
    """Whether an event is a point of the turn, which happens to nothing."""
    *_, of, _ = ("", *event.kind.split())
    return event.to is None and event.by is None and of in ("phase", "step", "turn")


def _parts(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else tuple(getattr(value, name) for name in value.__struct_fields__)
