"""What follows if both players do what each was told to do or offered, or if neither does."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args

from adjudicator.swtcg.cards.compiling.phrases.clauses import EachDid, _each_did
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.sentences import Mark
from adjudicator.swtcg.cards.compiling.story.story import Story
from adjudicator.swtcg.effects import language as w

DID = "did"
"""The number of players who have done it."""


def _counted(story: Story) -> None:
    """Have those counted who do it, if they are not counted yet."""
    before = story.do[-2] if len(story.do) > 1 else None
    last = story.do[-1] if story.do else None
    if isinstance(before, w.Let) and before.into == DID:
        return
    if isinstance(last, w.If) and any(isinstance(each, w.Let) and each.into == DID for each in story.do):
        return
    if not isinstance(last, w.ForEachPlayer) or not isinstance(last.do[-1], w.May):
        raise NotMeant("if both do what")
    more = w.Let(into=DID, be=w.Sum(of=(w.X(name=DID), 1)))
    _each_did(story, EachDid(done=True), (lambda told: told.say(more),))
    story.do.insert(-1, w.Let(into=DID, be=0))


@v_args(inline=True)
class BothMeaning(Transformer[Token, Any]):
    """What both players do, of `sentences.lark`."""

    def opener__if_both_do(self, *_words: Any) -> Mark:
        return self._if(2)

    def opener__if_neither_does(self, *_words: Any) -> Mark:
        return self._if(0)

    def _if(self, number: int) -> Mark:
        def asks(story: Story) -> w.Condition:
            _counted(story)
            return w.Compare(left=w.X(name=DID), how="=", right=number)

        return Mark("if", asks)
