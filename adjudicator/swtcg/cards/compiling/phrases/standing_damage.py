"""Damage that can't be prevented: whose, to whom, and by which keywords."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.stating import _until
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.saying import Say
from adjudicator.swtcg.cards.compiling.story.selecting import Part
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Those

PREVENTING = ("evade", "deflect", "absorb", "persuade", "protect")
"""The keywords that prevent damage; Shields and Armor leave none to prevent."""


@v_args(inline=True)
class StandingDamageMeaning(Transformer[Token, Any]):
    """Statements on damage that stands, of `statements.lark`."""

    statement__that_stands: Callable[[], Say]

    def statement__damage_stands(self, noun: Noun) -> Say:
        def say(story: Story) -> None:
            who = story.reach(noun) if noun.how == "pick" else noun.build(story)
            _, last = story.last_said()
            if who == story.own and not story.lasts and not story.until and isinstance(last, w.Damage):
                self.statement__that_stands()(story)  # the damage that this card has just done
                return
            change = w.Allow(clause="DAMAGE_PREVENTABLE", who=who, permit=False)
            story.say(_until(story, change))

        return say

    def statement__attack_damage_stands(self, noun: Noun) -> Say:
        """Only what it does by attacking, and not what its Retaliate does."""

        def say(story: Story) -> None:
            who = structs.replace(story.reach(noun) if noun.how == "pick" else noun.build(story), attacking=True)
            story.say(_until(story, w.Allow(clause="DAMAGE_PREVENTABLE", who=who, permit=False)))

        return say

    def statement__damage_between_stands(self, by: Noun, to: Noun) -> Say:
        """Of "Damage from Droids to this unit can't be prevented"."""

        def say(story: Story) -> None:
            if by.how == "pick" or to.how == "pick":
                raise NotMeant("damage of which one")
            change = w.Allow(clause="DAMAGE_PREVENTABLE", who=by.build(story), permit=False, whom=to.build(story))
            story.say(_until(story, change))

        return say

    def statement__damage_to_by_stands(self, to: Noun, by: Noun) -> Say:
        return self.statement__damage_between_stands(by, to)

    def statement__damage_to_stands(self, noun: Noun) -> Say:
        """Whoever does the damage."""

        def say(story: Story) -> None:
            whom = story.reach(noun) if noun.how == "pick" else noun.build(story)
            story.say(_until(story, w.Allow(clause="DAMAGE_TO_IT_PREVENTABLE", who=whom, permit=False)))

        return say

    def statement__damage_there_stands(self, place: Part) -> Say:
        """Of "Damage done in this arena": to whatever is there."""
        return self.statement__damage_to_stands(
            Noun("each", lambda story: place(story, Those(what="unit or pilot")), plural=True)
        )

    def statement__damage_stands_against(self, noun: Noun, *keywords: Token) -> Say:
        if not keywords:
            return self.statement__damage_stands(noun)

        def say(story: Story) -> None:
            for keyword in keywords:
                if keyword not in PREVENTING:
                    raise NotMeant(f"{keyword} prevents no damage")
                change = w.Allow(clause="DAMAGE_PREVENTABLE", who=noun.build(story), permit=False, keyword=str(keyword))
                story.say(_until(story, change))

        return say
