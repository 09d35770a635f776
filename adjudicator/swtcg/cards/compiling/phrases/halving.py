"""Half of damage and of values."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.changing import _change
from adjudicator.swtcg.cards.compiling.phrases.counting import half_of
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.preventing import _prevent, _prevented
from adjudicator.swtcg.cards.compiling.story.saying import Say, _on_table
from adjudicator.swtcg.cards.compiling.story.selecting import stat_of
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words import language as w


@v_args(inline=True)
class HalvingMeaning(Transformer[Token, Any]):
    """Halves, of `players.lark` and `statements.lark`."""

    def clause_vp__prevent_half(self) -> Say:
        """Half of the damage about to be done, which has a number only where it sets something off."""

        def say(story: Story) -> None:
            if "damaged" not in story.marks:
                raise NotMeant("half of which damage")
            story.say(w.Prevent(to=_prevented(story), amount=half_of(story, w.X(name="damage"))))
            story.much = w.X(name="prevented")

        return say

    def clause_vp__prevent_half_of(self, *aimed: tuple[str, tuple[Noun, ...]]) -> Say:
        def say(story: Story) -> None:
            if not (story.until or story.lasts):
                raise NotMeant("half of which damage")
            _prevent(story, lambda told: half_of(told, w.X(name="damage")), aimed)

        return say

    def clause_vp__halves_its(self, stat: Token) -> Say:
        return self.clause_vp__halves_stat(stat, Noun("ref", lambda story: story.it()))

    def clause_vp__halves_stat(self, stat: Token, noun: Noun) -> Say:
        """So much less as leaves half of what it is now, rounded as is said of what is left."""

        def say(story: Story) -> None:
            those = _on_table(story.reach(noun))
            if not those.bound or noun.plural or (story.lasts and not story.until):
                raise NotMeant("halved for each of several, or all the time")
            left = half_of(story, w.Stat(stat=stat_of(str(stat)), of=those))
            taken = w.Times(of=structs.replace(left, up=not left.up), times=-1)
            story.say(_change(story, those, stat_of(str(stat)), taken))

        return say

    def clause_vp__halves_stat_of(self, noun: Noun, stat: Token) -> Say:
        return self.clause_vp__halves_stat(stat, noun)

    def statement__stat_halved(self, noun: Noun, stat: Token) -> Say:
        return self.clause_vp__halves_stat(stat, noun)
