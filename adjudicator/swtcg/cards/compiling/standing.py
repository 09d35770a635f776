"""What is always on, and what triggers: the last steps from sentences to abilities."""

from __future__ import annotations

from typing import Any

from adjudicator.swtcg.cards.compiling.failing import NotUnderstood
from adjudicator.swtcg.cards.compiling.moments import Only
from adjudicator.swtcg.cards.compiling.sentences import ChooseOne, Restriction, Sentence
from adjudicator.swtcg.cards.compiling.story import NotMeant, Story
from adjudicator.swtcg.effects import language as w
from adjudicator.swtcg.effects.language import Those

STATIC = (w.Modify, w.Grant, w.Allow, w.Oblige, w.Tax, w.Silence, w.Instead, w.Copy, w.BattleOrder)


def duties(event: w.Event, do: tuple[w.Instruction, ...]) -> tuple[w.Oblige, ...]:
    """Of "When this unit attacks, it must attack ...": what is so all the time; nothing if more is done."""
    found = tuple(each for each in do if isinstance(each, w.Oblige) and each.who == event.to)
    if event.kind != "attacks" or len(found) < len(do):
        return ()
    return tuple(w.Oblige(who=each.who, must_attack=each.must_attack) for each in found)


def elsewhere(read: Restriction, story: Story, text: str) -> str:
    """The zone that a trigger's card has to be in: "play only if it is in your hand"."""
    conditions = [each for only in read.only for each in conditions_of(only, story, text)]
    match conditions:
        case [w.There(are=Those(bound="this", zones=("hand" | "discard" as zone,)))] if not any(
            o.time or o.limit for o in read.only
        ):
            return str(zone)
    raise NotUnderstood(text, why="a restriction of a trigger")


def is_instead(read: Sentence | ChooseOne) -> bool:
    """Whether a sentence says what is done instead."""
    return isinstance(read, Sentence) and any(mark.kind == "instead" for mark in read.closers)


def always_on(story: Story, text: str) -> tuple[w.Ability, ...]:
    """Static abilities of what a sentence says is so; what a player draws besides is a trigger of the draw step."""
    condition = story.marks.pop("static condition", None)
    made: tuple[w.Ability, ...] = story.marks.pop("abilities", ())
    if made and not story.do and condition is None:
        return made
    event = story.marks.pop("triggered by", None)
    if event is not None and story.do:
        return (w.Triggered(when=event, do=tuple(story.do), condition=condition),)
    drawn = story.marks.pop("at draw step", None)
    if drawn:
        return (w.Triggered(when=w.Event(kind="draw step starts", at="yours"), do=tuple(drawn), condition=condition),)
    if story.marks.pop("reminder", False):
        return ()
    if not story.do:
        raise NotUnderstood(text, why="nothing")
    if all(isinstance(each, w.Prevent | w.Later) for each in story.do):
        raise NotUnderstood(text, why="always prevented")
    if not all(isinstance(each, STATIC) for each in story.do):
        raise NotUnderstood(text, why="not always on")
    changes = tuple(each for each in story.do if isinstance(each, STATIC))
    return (w.Static(changes=changes, condition=condition),)


def chance(event: w.Event, do: tuple[w.Instruction, ...]) -> str:
    """The chance that a trigger waits for, by its event and by what it does."""
    if event.kind == "would be damaged":
        return "prevention"
    if event.kind == "rolled" and any(isinstance(each, w.Reroll) for each in do):
        return "reroll"
    return ""


def conditions_of(only: Only, story: Story, text: str) -> list[w.Condition]:
    """The condition of a restriction, if it has one. Raises NotUnderstood."""
    if only.condition is None:
        return []
    try:
        condition: w.Condition | None = only.condition(story)
    except NotMeant as bad:
        raise NotUnderstood(text, why=str(bad)) from None
    return [condition] if condition is not None else []


def asked_of(asks: Any, story: Story) -> w.Condition:
    """A condition of a trigger."""
    condition: w.Condition = asks.asks(story) if hasattr(asks, "asks") else asks(story)
    return condition
