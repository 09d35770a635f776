"""What things cost to build, to play and to attach: more or less than is printed."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.changing import UnitVerb, _cost, _more_or_less
from adjudicator.swtcg.cards.compiling.story.saying import Say, _nouns
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words.language import Those


@v_args(inline=True)
class PriceMeaning(Transformer[Token, Any]):
    """Changed costs, of `units.lark`."""

    def unit_vp__costs(self, number: Token, *words: Any) -> UnitVerb:
        less, kind = _more_or_less(words)
        return lambda story, those: _cost(story, those, -int(number) if less else int(number), kind)

    def unit_vp__costs_player(self, player: str, *words: Any) -> UnitVerb:
        """Of "Battle cards cost your opponent 1 more Force to play": that player's do."""
        costs = self.unit_vp__costs(*words)
        if player == "each":
            return costs
        return lambda story, those: costs(story, structs.replace(those, side=story.side(player)))

    def clause__pays_more(self, player: str, number: Token, less: bool, kind: Any, noun: Noun) -> Say:
        """Of "Your opponent pays 1 more Force to play Battle cards": what that player plays costs so much more."""
        costs = self.unit_vp__costs_player(player, number, less, kind)

        def say(story: Story) -> None:
            for each in _nouns(noun):
                costs(story, each.build(story))

        return say

    def unit_vp__costs_so_much(self, number: Token, less: bool) -> UnitVerb:
        """Of "Costs 1 less": whatever it is that they cost."""

        def verb(story: Story, those: Those) -> None:
            kind = "play" if those.types == ("battle",) else "build"
            _cost(story, those, -int(number) if less else int(number), kind)

        return verb

    def unit_vp__costs_two(self, *words: Any) -> UnitVerb:
        numbers = [at for at, word in enumerate(words) if isinstance(word, Token) and word.type == "NUM"]
        one = self.unit_vp__costs(*words[: numbers[1]])
        other = self.unit_vp__costs(*words[numbers[1] :])

        def verb(story: Story, those: Those) -> None:
            one(story, those)
            other(story, those)

        return verb

    def more_or_less__less(self) -> bool:
        return True

    def more_or_less__more(self) -> bool:
        return False

    def cost_of__to_build(self, *_words: Any) -> str:
        return "build"

    def cost_of__to_play(self, *_words: Any) -> str:
        return "play"

    def cost_of__to_attach_force(self, *nouns: Noun) -> tuple[str, Any]:
        return "attach force", nouns

    def cost_of__to_attach_points(self, *nouns: Noun) -> tuple[str, Any]:
        return "attach points", nouns
