"""How many of its attack dice hit: known once the hits of an attack are counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.changing import _lasting
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.moments import IT, Hears, _event, _named
from adjudicator.swtcg.cards.compiling.story.saying import Say
from adjudicator.swtcg.cards.compiling.story.selecting import DEFENDER, _with
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Event, Those

HITS = w.X(name="hits")


def _any_of_the_opponents(those: Those) -> bool:
    """Whether it is any unit of the opponent's in the arena of the attack, or any besides the defending one."""
    rest = structs.replace(those, zones=(), alongside="", other=False, but=None)
    there = those.zones in ((), ("here",)) and those.alongside in ("", "defender")
    return rest == Those(side="opponents") and there and those.but in (None, DEFENDER)


@v_args(inline=True)
class HitMeaning(Transformer[Token, Any]):
    """Hits that are counted, of `events.lark`."""

    def hits__none(self) -> w.Compare:
        return w.Compare(left=HITS, how="=", right=0)

    def hits__at_least(self, number: Token) -> w.Compare:
        return w.Compare(left=HITS, how=">=", right=int(number))

    def hits__at_most(self, number: Token) -> w.Compare:
        return w.Compare(left=HITS, how="<=", right=int(number))

    def hits__exactly(self, number: Token) -> w.Compare:
        return w.Compare(left=HITS, how="=", right=int(number))

    def hits_of(self, *whose: Noun) -> Callable[[Story], Those]:
        return lambda story: whose[0].build(story) if whose else story.it()

    def clause__divides_hits(self, whose: Callable[[Story], Those], first: Noun, second: Noun | None = None) -> Say:
        """Hits to divide: between the defending unit and another of its player there, or between two of his."""

        def say(story: Story) -> None:
            those = whose(story)
            if not those.bound:
                raise NotMeant("whose hits")
            story.arena = story.arena or DEFENDER
            one, other = first.build(story), second.build(story) if second is not None else None
            two = (first.how, first.least, first.most) == ("pick", 2, 2) if other is None else one == DEFENDER
            if not two or not _any_of_the_opponents(other if other is not None else one):
                raise NotMeant("between which units")
            story.say(_lasting(story, w.Modify(of=those, stat="divides hits", amount=1)))

        return say

    def event__hits_against(self, player: str, hits: w.Compare, noun: Noun) -> Hears:
        """Of "Your opponent rolls no hits against this unit": whoever attacks it is that player's."""

        def hear(story: Story) -> Event:
            those = noun.build(story)
            if those.side not in ("any", "yours") or player != "opponent":
                raise NotMeant("who attacks one's own units")
            story.mention(_named(those, IT), those)
            return self._counted(story, hits, to=those)

        return hear

    def event__hits_with(self, player: str, hits: w.Compare, noun: Noun) -> Hears:
        def hear(story: Story) -> Event:
            if player != "you":
                raise NotMeant("whose dice")
            return self.event__hits(noun, hits)(story)

        return hear

    def event__hits_attacking(self, noun: Noun, *words: Any) -> Hears:
        """Of "This unit attacks in the Ground arena, if you roll no hits"."""
        if any(isinstance(each, str) and each != "you" for each in words):
            return self._not_its_own
        places = tuple(each for each in words[:-1] if callable(each))
        there = structs.replace(noun, build=lambda story: _with(story, noun.build(story), places))
        return self.event__hits(there, words[-1])

    def event__hits_attacking_those(self, noun: Noun, whom: Noun, hits: w.Compare) -> Hears:
        """Of "This unit attacks a Droid and rolls no hits"."""

        def hear(story: Story) -> Event:
            those, other = noun.build(story), whom.build(story)
            story.mention(_named(those, IT), those)
            story.mention(DEFENDER, other)
            return structs.replace(self._counted(story, hits, by=those), to=other)

        return hear

    def event__hits(self, noun: Noun, hits: w.Compare) -> Hears:
        def hear(story: Story) -> Event:
            those = noun.build(story)
            story.mention(_named(those, IT), those)
            return self._counted(story, hits, by=those)

        return hear

    @staticmethod
    def _not_its_own(_story: Story) -> Event:
        raise NotMeant("whose dice")

    @staticmethod
    def _counted(story: Story, hits: w.Compare, **whose: Any) -> Event:
        story.marks["only if"] = hits
        story.much = HITS
        return _event(kind="hits counted", **whose)
