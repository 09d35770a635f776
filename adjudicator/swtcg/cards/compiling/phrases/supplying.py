"""Subordinates: units that are taken out of a supply, called by their numbers and their name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer, v_args

from adjudicator.swtcg.cards.compiling.reading.words import Vocabulary
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.saying import Say, _exactly
from adjudicator.swtcg.cards.compiling.story.selecting import Part
from adjudicator.swtcg.cards.compiling.story.spoken import ARENAS
from adjudicator.swtcg.cards.compiling.story.story import Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Those

Quantity = tuple[int, Any, bool]
"""How many: at least, at most, and whether several."""


@v_args(inline=True)
class SupplyMeaning(Transformer[Token, Any]):
    """What is taken out of a supply, of `players.lark`."""

    vocabulary: Vocabulary
    read_ability: Callable[[Story, str], tuple[w.Ability, ...]]

    def clause_vp__generate(self, quantity: Quantity, line: Token, called: Token, _type: Token, *rest: Any) -> Say:
        """They come into an arena that is named, or into one of several that is chosen."""
        quote = rest[0] if isinstance(rest[0], Token) else None
        place: Part = rest[-1]

        def say(story: Story) -> None:
            zones = place(story, Those()).zones or ARENAS
            if zones == ("here",):
                self._generate(story, quantity, line, called, quote, arenas=ARENAS, to="here")
                return
            if any(zone not in ARENAS for zone in zones):
                raise NotMeant("put a Subordinate there")
            if len(zones) > 1:
                story.say(w.ChooseArena(when=story.when, among=zones))
            to = zones[0] if len(zones) == 1 else "there"
            self._generate(story, quantity, line, called, quote, arenas=zones, to=to)

        return say

    def clause_vp__generate_beside(
        self, quantity: Quantity, line: Token, called: Token, _type: Token, *rest: Any
    ) -> Say:
        """They come into the arena of what was spoken of last."""
        quote = rest[0] if isinstance(rest[0], Token) else None

        def say(story: Story) -> None:
            near = story.it()
            if not near.bound:
                raise NotMeant("the same arena")
            self._generate(story, quantity, line, called, quote, arenas=ARENAS, to="", beside=near.bound)

        return say

    def _generate(
        self,
        story: Story,
        quantity: Quantity,
        line: Token,
        called: Token,
        quote: Token | None,
        *,
        arenas: tuple[str, ...],
        to: str,
        beside: str = "",
    ) -> None:
        if story.who != "you":
            raise NotMeant("whose supply")
        subtypes, side = self.vocabulary.supplied(str(called), str(line), arenas)
        speed, power, health = (int(number) for number in line.split("/"))
        gives = self.read_ability(story, str(quote)) if quote is not None else ()
        made = w.Generate(
            name=str(called), speed=speed, power=power, health=health, to=to, amount=_exactly(story, quantity),
            subtypes=subtypes, side=side, gives=gives, beside=beside,
        )  # fmt: skip
        story.say(made)
        those = Those(what="stack", bound=made.into)
        story.mention(those, Those(types=("subordinate",)), plural=quantity[1] != 1)
