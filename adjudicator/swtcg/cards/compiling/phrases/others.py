"""What is spoken of as other than something: the other of two, each other, the rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.story.disrupted import DISRUPTED
from adjudicator.swtcg.cards.compiling.story.selecting import Part, _not_meant, _rest
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words.language import Those


def _ref(build: Callable[[Story], Those], *, plural: bool = False) -> Noun:
    return Noun("ref", build, plural=plural)


@v_args(inline=True)
class OtherMeaning(Transformer[Token, Any]):
    """Others, of `nouns.lark`."""

    def referred__the_other(self, described: Part) -> Noun:
        """The other of two things; of cards looked at, those that were not found or chosen."""

        def build(story: Story) -> Those:
            those = described(story, Those())
            return _rest(story) if those.what == "card" and "rest" in story.marks else story.that(those)

        return _ref(build)

    def referred__the_rest(self, *_noun: Token) -> Noun:
        return _ref(_rest, plural=True)

    def referred__other_of_two(self) -> Noun:
        """Of "each of those units does 2 damage to the other": which one that is, its verb says of either."""

        def build(story: Story) -> Those:
            rest = _rest(story)
            return rest if rest.bound else _not_meant("the other of which two")

        return structs.replace(_ref(build, plural=True), extra={"other of two": True})

    def referred__each_other(self) -> Noun:
        """Of "those units can't attack each other": what that means, its verb says."""
        said = _ref(lambda story: _not_meant("each other"), plural=True)
        return structs.replace(said, extra={"other of two": True})

    def referred__the_disrupted(self, described: Part) -> Noun:
        """The card that was disrupted; of an ability nothing is left."""

        def build(story: Story) -> Those:
            found = story.that(Those(what="card"))
            card = described(Story(), Those()).what == "card"
            return found if card and found == DISRUPTED else _not_meant("which disrupted card")

        return _ref(build)
