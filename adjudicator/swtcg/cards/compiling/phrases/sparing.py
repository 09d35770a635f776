"""What can't be chosen by what is played, and who can't search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer, v_args

from adjudicator.swtcg.cards.compiling.phrases.changing import _lasting
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.selecting import Part
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Those

Choosers = Callable[[Story], tuple[tuple[str, str], ...]]
"""By what something is chosen: the clauses, each with whose side it is said of."""

OWN = "own"
"""Whose deck "their deck" is, in what players can't do: that of each of them."""

BY_CARDS, BY_ABILITIES = "CHOSEN_BY_CARDS", "CHOSEN_BY_ABILITIES"


def _sides(code: str, side: str) -> tuple[tuple[str, str], ...]:
    if side not in ("yours", "opponents", "any"):
        raise NotMeant("chosen by whose")
    return ((code, side),)


@v_args(inline=True)
class SparingMeaning(Transformer[Token, Any]):
    """What can't be chosen, of `units.lark`."""

    def chooser__cards(self, noun: Noun) -> Choosers:
        def by(story: Story) -> tuple[tuple[str, str], ...]:
            those = noun.build(story)
            if those != Those(what="card", side=those.side, types=("battle",)):
                raise NotMeant("chosen by what")
            return _sides(BY_CARDS, those.side)

        return by

    def chooser__abilities(self, *whose: Part) -> Choosers:
        def by(story: Story) -> tuple[tuple[str, str], ...]:
            return _sides(BY_ABILITIES, whose[0](story, Those()).side if whose else "any")

        return by

    def chooser__cards_or_abilities(self, noun: Noun) -> Choosers:
        """Of "your opponent's Battle cards or activated abilities": both are that player's."""
        cards = self.chooser__cards(noun)

        def by(story: Story) -> tuple[tuple[str, str], ...]:
            ((code, side),) = cards(story)
            return (code, side), (BY_ABILITIES, side)

        return by

    def chooser__abilities_or_cards(self, *words: Any) -> Choosers:
        *whose, noun = words
        abilities, cards = self.chooser__abilities(*whose), self.chooser__cards(noun)

        def by(story: Story) -> tuple[tuple[str, str], ...]:
            ((code, side),) = abilities(story)
            ((other, theirs),) = cards(story)
            return (code, side), (other, side if theirs == "any" else theirs)

        return by

    def own_deck(self) -> Part:
        return lambda story, those: Those(side=OWN)

    def restriction_vp__search(self, *whose: Part) -> Any:
        """Of "Players can't search their decks": each of them the own one."""

        def limit(story: Story, player: Those) -> list[Any]:
            side = whose[0](story, Those()).side
            if player != Those(side=player.side) or side not in (player.side, OWN):
                raise NotMeant("who can't search whose deck")
            return [_lasting(story, w.Allow(clause="DECK_MAY_BE_SEARCHED", who=player, permit=False))]

        return limit

    def restriction_vp__be_chosen(self, by: Choosers) -> Any:
        def limit(story: Story, those: Those) -> list[Any]:
            return [_spared(story, those, code, side) for code, side in by(story)]

        return limit

    def restriction_vp__choose_those(self, noun: Noun, by: Choosers) -> Any:
        """Of "Your opponent can't choose this unit for Battle cards": those are that player's."""

        def limit(story: Story, player: Those) -> list[Any]:
            if player != Those(side=player.side):
                raise NotMeant("who chooses")
            found = [(code, player.side if side == "any" else side) for code, side in by(story)]
            if any(side != player.side for _, side in found):
                raise NotMeant("who chooses for whose cards")
            return [_spared(story, noun.build(story), code, side) for code, side in found]

        return limit


def _spared(story: Story, those: Those, code: str, side: str) -> Any:
    whom = Those(side=side) if side != "any" else None
    return _lasting(story, w.Allow(clause=code, who=those, permit=False, whom=whom))
