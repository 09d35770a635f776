"""What follows if both players do what each was told to do or offered, or if neither does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.clauses import EachDid, _each_did
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.sentences import Mark
from adjudicator.swtcg.cards.compiling.story.spoken import EVERYBODY, OF_WHOM
from adjudicator.swtcg.cards.compiling.story.story import Story
from adjudicator.swtcg.words import language as w

Told = tuple[w.ForEachPlayer, w.Condition]
"""What each player does, and what is asked of each."""

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


def asked_of_each(story: Story, ask: Callable[[Story], w.Condition], done: Sequence[w.Instruction]) -> Told | None:
    """Of "Each player draws a card if he or she has a Jedi": what each does of whom it is so, with the condition put
    to each of them. None where the condition is about neither, and may stand around all that is done.
    """
    if not any(isinstance(each, w.ForEachPlayer) for each in done):
        return None
    before, spoken = story.who, list(story.mentions)
    story.who = "each"
    theirs = ask(story)
    story.who, story.mentions = before, list(spoken)
    try:
        if theirs == ask(story):
            return None
    except NotMeant as bad:
        if str(bad) != OF_WHOM:
            raise
    whole = done[0] if len(done) == 1 else None
    if not isinstance(whole, w.ForEachPlayer):
        raise NotMeant("of which player that is asked")
    story.mentions = spoken
    return whole, theirs


def of_each(story: Story, told: Callable[[], None]) -> None:
    """Tell a sentence. Behind what each player does one about "that player" goes on with what each of them does."""
    each = story.do[-1] if story.do else None
    if story.player != EVERYBODY or not isinstance(each, w.ForEachPlayer):
        told()
        return
    here, before = story.do, {**vars(story), "mentions": list(story.mentions), "marks": dict(story.marks)}
    said = list(here)
    try:
        told()
        return
    except NotMeant as bad:
        if str(bad) != OF_WHOM:
            raise
    vars(story).update(before)
    here[:] = said[:-1]
    story.player, story.when = "they", "resolving"
    story.marks.pop("one of each", None)
    with story.inside() as do:
        told()
    story.player, story.when = EVERYBODY, before["when"]
    story.say(structs.replace(each, do=(*each.do, *do)))


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
