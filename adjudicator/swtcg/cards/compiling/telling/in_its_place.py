"""What is so instead of what was said to be always so: "This unit gets +1 power. If ..., it gets +2 power instead"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from adjudicator.swtcg.cards.compiling.reading.failing import NotUnderstood
from adjudicator.swtcg.cards.compiling.story.sentences import Sentence
from adjudicator.swtcg.cards.compiling.telling.triggered import is_instead
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Those
from adjudicator.swtcg.words.terms import within

STANDS_FOR = ("bound", "alongside", "aboard", "in_reach_of", "name_of")
"""Where a selector means something by the name that a choice has given it."""
CHOICES = (w.Choose, w.ChooseArena, w.ChoosePlayer)


def still_chosen(base: Sequence[w.Instruction], instead: Sequence[w.Instruction]) -> tuple[w.Instruction, ...]:
    """What a card chooses although it then does something else: not what nothing of that speaks of."""
    met = {getattr(each, name) for each in within(tuple(instead)) for name in STANDS_FOR if isinstance(each, Those)}
    choices = (each for each in base if isinstance(each, CHOICES))
    return tuple(each for each in choices if not isinstance(each, w.Choose) or each.into in met)


def said_instead(read: Any, before: Sequence[w.Ability]) -> Sentence | None:
    """The sentence without its "instead", if it says on which condition something else is so than what was said."""
    if not isinstance(read, Sentence) or not is_instead(read) or not before:
        return None
    if not (isinstance(before[-1], w.Static) and before[-1].condition is None):
        return None
    if [mark.kind for mark in read.openers] not in (["if"], ["as long as"]):
        return None
    return structs.replace(read, closers=tuple(mark for mark in read.closers if mark.kind != "instead"))


def in_its_place(before: Sequence[w.Ability], instead: Sequence[w.Ability], text: str) -> list[w.Ability]:
    """What was always so is so unless the condition holds of what is so instead. Raises NotUnderstood where the two
    are not said of the same.
    """
    first, other = before[-1], instead[0]
    if len(instead) != 1 or not isinstance(first, w.Static) or not isinstance(other, w.Static):
        raise NotUnderstood(text, why="instead of what is always so")
    if other.condition is None or _changed(first) != _changed(other):
        raise NotUnderstood(text, why="instead of what is always so")
    return [*before[:-1], structs.replace(first, condition=w.Not(of=other.condition)), other]


def _changed(static: w.Static) -> list[Any]:
    """What is changed of whom, by values alone; what cannot be compared is like nothing."""
    return [(each.of, each.stat) if isinstance(each, w.Modify) else object() for each in static.changes]
