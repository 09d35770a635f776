"""Whose something is: a player's, or of the unit that it is on."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.selecting import Part, _marking, _put
from adjudicator.swtcg.cards.compiling.story.spoken import WHOSE
from adjudicator.swtcg.cards.compiling.story.story import Story
from adjudicator.swtcg.words.language import ChoosePlayer, Those


def aboard(story: Story, those: Those, unit: Those) -> Those:
    """A Pilot or Equipment on a unit that stands there; what is discarded has left with all that was on it."""
    if not unit.bound or story.marks.get("discarded") is not None or those.what not in ("pilot", "equipment"):
        raise NotMeant("what is on it")
    return structs.replace(those, aboard=called_alone(unit))


def called_alone(those: Those) -> str:
    """The name of something that stands for it within another selector, where no more is said of it."""
    if those != Those(what=those.what, bound=those.bound):
        raise NotMeant("that it is so")
    return those.bound


def its_or_theirs(story: Story, those: Those) -> Those:
    """Of "its", "her" or "their": aboard the unit spoken of, or of the player spoken of."""
    if those.what in ("pilot", "equipment"):
        return aboard(story, those, story.it())
    return that_players(story, those)


def that_players(story: Story, those: Those) -> Those:
    """Of "his or her": of the player spoken of."""
    if not story.player and story.who == "you" and story.of_either():
        raise NotMeant(WHOSE)  # nobody was spoken of but whose that thing is
    return structs.replace(those, side=story.side("that"))


@v_args(inline=True)
class WhoseMeaning(Transformer[Token, Any]):
    """Whose, of `nouns.lark`."""

    def whose__yours(self) -> Part:
        return lambda story, those: structs.replace(those, side="yours")

    def whose__opponents(self) -> Part:
        return _put(side="opponents")

    def whose__that_players(self) -> Part:
        return that_players

    def whose__its_or_theirs(self) -> Part:
        return its_or_theirs

    def whose__owners(self, *_noun: Any) -> Part:
        """Of "its owner's hand", where everything goes by itself; of "one of its owner's units", whose those are."""
        return lambda story, those: those if those == Those() else structs.replace(those, side=story.side("owner"))

    def whose__any_players(self) -> Part:
        """A player is chosen, and is meant by what follows."""

        def add(story: Story, those: Those) -> Those:
            if story.player != "chosen":
                story.say(ChoosePlayer())
                story.player = "chosen"
            return structs.replace(those, side="players")

        return add

    def whose__each_players(self) -> Part:
        return _marking("of each player", side="any")
