"""Conditions that are looked at all the time: what they are on, and what they make of it."""

from __future__ import annotations

from typing import Any

from adjudicator.swtcg.cards.compiling.moments import Member, _asked
from adjudicator.swtcg.cards.compiling.story import NotMeant, Story
from adjudicator.swtcg.effects import language as w
from adjudicator.swtcg.effects.language import THIS, Those


def as_long_as(story: Story, asks: Any) -> None:
    """A condition that stands before what is so while it is met."""
    if isinstance(asks, Member) and (
        (asks.noun.how == "ref" and asks.noun.extra.get("it")) or (story.lasts and not story.until)
    ):
        those = asks.noun.build(story)
        if asks.noun.extra.get("it") or those.bound == "this":
            story.marks["member"] = _member(asks, those)
            return
    condition = _asked(asks, story)
    if story.lasts and not story.until:
        if "static condition" in story.marks:
            raise NotMeant("two conditions")
        story.marks["static condition"] = condition
    else:
        story.condition = condition


def _member(asks: Member, meant: Those) -> Any:
    """A condition on what is changed: part of the selector where that is what the condition is on."""

    def part(story: Story, those: Those) -> Those:
        if those == meant or asks.noun.extra.get("it"):
            return asks.part(story, those)
        story.marks["static condition"] = w.There(are=asks.part(story, meant))
        return those

    return part


def closing_as_long_as(story: Story, asks: Any) -> None:
    """A condition that stands after what it is on: "it" is what the clause is about."""
    if isinstance(asks, Member):

        def part(told: Story, those: Those) -> Those:
            if asks.noun.extra.get("it") or asks.noun.extra.get("that"):
                return asks.part(told, those)
            meant = asks.noun.build(told)
            if meant == those or (meant == THIS and those == THIS):
                return asks.part(told, those)
            told.marks["static condition"] = w.There(are=asks.part(told, meant))
            if not told.lasts or told.until:
                raise NotMeant("as long as another is")
            return those

        story.marks["member"] = part
        return
    as_long_as(story, asks)
