"""What is asked of a thing after it has left the table: the number is noted before it goes."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Those
from adjudicator.swtcg.words.terms import with_parts, within

AWAY = ("hand", "out", "deck", "deck top", "deck bottom", "discard", "under")
"""Where what is put stands on the table no more."""


def remembered(do: tuple[w.Instruction, ...]) -> tuple[w.Instruction, ...]:
    """Of "Discard one of your units. Gain Force equal to its build cost": the cost that it had."""
    made = [_within(said) for said in do]
    for at in range(len(made) - 1, -1, -1):
        gone = _gone(made[at])
        if gone is None:
            continue
        asked = dict.fromkeys(each.stat for each in _asked_of(tuple(made[at + 1 :]), gone))
        for stat in asked:
            made[at + 1 :] = [_noted(each, gone, stat) for each in made[at + 1 :]]
        was = tuple(dict.fromkeys(_what_it_was(tuple(made[at + 1 :]), gone)))
        for number, what in enumerate(was):
            made[at + 1 :] = [_told(each, what, _was(number)) for each in made[at + 1 :]]
        made[at:at] = [
            *(w.Let(into=_name(stat), be=w.Stat(stat=stat, of=gone)) for stat in asked),
            *(w.Let(into=_was(number), be=w.Count(of=what.are)) for number, what in enumerate(was)),
        ]
    return tuple(made)


def _was(number: int) -> str:
    return "it was" if not number else f"it was {number + 1}"


def _what_it_was(value: Any, gone: Those) -> list[w.There]:
    """Of "Discard one of your units. If it was a Jedi, ...": what is asked of it, besides whether it is there."""
    asked = [each for each in within(value) if isinstance(each, w.There) and (each.least, each.most) == (1, None)]
    return [each for each in asked if each.are.bound == gone.bound and each.are != gone]


def _told(value: Any, what: w.There, name: str) -> Any:
    """The same with the answer that was noted."""
    if value == what:
        return w.Compare(left=w.X(name=name), how=">=", right=1)
    return value if isinstance(value, Those) else with_parts(value, lambda each: _told(each, what, name))


def _within(said: Any) -> Any:
    """An instruction whose own instructions are told so."""
    inner = {
        name: remembered(value)
        for name in ("do", "then", "otherwise")
        if isinstance(value := getattr(said, name, None), tuple) and value
    }
    return structs.replace(said, **inner) if inner else said


def _gone(said: Any) -> Those | None:
    """The one thing that an instruction takes off the table, by the name that a choice has given it."""
    leaves = isinstance(said, w.Discard) or (isinstance(said, w.MoveTo) and said.to in AWAY)
    chosen = leaves and said.what.what == "stack" and said.what.bound.startswith("it")
    return said.what if chosen and said.what == Those(what="stack", bound=said.what.bound) else None


def _name(stat: str) -> str:
    return f"its {stat}"


def _asked_of(value: Any, gone: Those) -> list[w.Stat]:
    return [each for each in within(value) if isinstance(each, w.Stat) and each.of == gone and not each.over]


def _noted(value: Any, gone: Those, stat: str) -> Any:
    """The same with the number that was noted."""
    if isinstance(value, w.Stat):
        same = value.of == gone and value.stat == stat and not value.over
        return w.X(name=_name(stat), times=value.times) if same else value
    return with_parts(value, lambda each: _noted(each, gone, stat))
