"""How often something is done: for each of those, for each result of dice, for each that has been done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import structs

from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.selecting import counted
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Those

Go = Callable[[], None]
"""It tells what the rest of the sentence says."""


def for_each_result(story: Story, least: int) -> None:
    """Of "For each result of 5 or 6": the dice rolled last are counted, not added up."""
    do, last = story.last_said()
    if not isinstance(last, w.RollDice):
        raise NotMeant("for each result of what")
    do[-1] = structs.replace(last, at_least=least)
    story.marks["for each"] = lambda times: w.X(name=last.into, times=times)


def _result(story: Story, least: int, go: Go, _more: bool) -> None:
    """As an amount of what the sentence says, else so often."""
    for_each_result(story, least)
    count = story.marks["for each"](1)
    story.marks["opened for each"] = True
    with story.inside() as do:
        go()
    del story.marks["opened for each"]
    if story.marks.pop("for each", None) is None:
        story.say(*do)
        return
    chosen_then = (structs.replace(each, when="resolving") if isinstance(each, w.Choose) else each for each in do)
    story.say(w.Repeat(times=count, do=tuple(chosen_then)))


def _amount(story: Story, held: Callable[[Story, int], Any], go: Go, _more: bool) -> None:
    count = held(story, 1)

    def so_often(times: int) -> w.Amount:
        if isinstance(count, w.Tally):
            return count if times == 1 else w.Times(of=count, times=times)
        many: w.Amount = structs.replace(count, times=times)
        return many

    story.marks["for each"] = so_often
    go()
    if story.marks.pop("for each", None) is not None:
        raise NotMeant("for each of that")


def _done(story: Story, held: Callable[[Story], str], go: Go, _more: bool) -> None:
    done = held(story)
    before, story.when = story.when, "resolving"
    spoken, story.mentions = story.mentions, [each for each in story.mentions if not each.plural]
    story.marks["one of those done"] = True
    with story.inside() as do:
        go()
    del story.marks["one of those done"]
    story.when, story.mentions = before, spoken  # which of several that is, no count says
    story.say(w.Repeat(times=w.X(name=done), do=tuple(do)))


def _of(story: Story, noun: Noun, go: Go, more: bool) -> None:
    """For each of those; `more` if the sentence has something else before its clauses."""
    if story.lasts and not more:
        story.marks["for each"] = lambda times: counted(noun.build(story), times)
        go()
        if story.marks.pop("for each", None) is not None:
            raise NotMeant("for each of those")
        return
    of = noun.build(story)
    if noun.how == "pick":
        raise NotMeant("for each of a number")
    with story.inside() as do:
        story.mention(Those(what="stack", bound="it"), of)
        go()
    story.say(w.ForEach(of=of, do=tuple(do)))
    story.marks["each"] = True


OFTEN: dict[str, Callable[[Story, Any, Go, bool], None]] = {
    "for each result": _result,
    "for each amount": _amount,
    "for each done": _done,
    "for each": _of,
}
"""By the kind of what opens the sentence."""
