"""What is played without paying Force for it."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.changing import UnitVerb, _lasting
from adjudicator.swtcg.cards.compiling.phrases.each_turn import battle_cards
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.saying import Say
from adjudicator.swtcg.cards.compiling.story.selecting import Part
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Those


def _of_battle_cards(those: Those) -> str:
    """Whose Battle cards are meant, all of them. Raises NotMeant for anything else."""
    if battle_cards(those) is not None or those.side not in ("yours", "opponents", "any"):
        raise NotMeant("which cards cost nothing")
    return those.side


def _free(change: w.Tax) -> w.Tax:
    """The same change, by which it costs nothing."""
    return structs.replace(change, force=0, nothing=True)


@v_args(inline=True)
class ForNothingMeaning(Transformer[Token, Any]):
    """Battle cards that cost no Force, of `units.lark`, `players.lark` and `statements.lark`."""

    statement__first_costs: Any
    statement__next_costs: Any

    def unit_vp__costs_nothing(self, kind: Any = "play") -> UnitVerb:
        def verb(story: Story, those: Those) -> None:
            if kind != "play":
                raise NotMeant("costs nothing of what")
            story.say(_lasting(story, w.Tax(kind="battle", force=0, side=_of_battle_cards(those), nothing=True)))

        return verb

    def statement__played_for_nothing(self, player: str, noun: Noun, *_stat: Token) -> Say:
        """Of "You may play Battle cards without paying Force this turn"; of what is to be played now it is not said."""

        def say(story: Story) -> None:
            those, side = noun.build(story), "any" if player == "each" else story.side(player)
            if noun.how == "pick" or those.zones not in ((), ("hand",)) or those.side not in ("any", side):
                raise NotMeant("play it now")
            side = _of_battle_cards(structs.replace(those, zones=(), side=side))
            story.say(_lasting(story, w.Tax(kind="battle", force=0, side=side, nothing=True)))

        return say

    def statement__next_played_for_nothing(self, player: str, described: Part, *_stat: Token) -> Say:
        return self.statement__next_is_free(described, player, "played")

    def statement__first_is_free(self, described: Part, player: str, event: str, kind: Any = "play") -> Say:
        return self._free_then(self.statement__first_costs(described, player, event, Token("NUM", "0"), False, kind))

    def statement__next_is_free(self, described: Part, player: str, event: str, kind: Any = "play") -> Say:
        return self._free_then(self.statement__next_costs(described, player, event, Token("NUM", "0"), False, kind))

    def _free_then(self, costs: Say) -> Say:
        def say(story: Story) -> None:
            do = story.told_apart(costs)
            if not any(isinstance(each, w.Tax) for each in do):
                raise NotMeant("the first of what costs nothing")
            story.say(*(_free(each) if isinstance(each, w.Tax) else each for each in do))

        return say
