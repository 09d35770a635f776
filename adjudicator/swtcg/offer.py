"""The Star Wars TCG as everything outside its package knows it (kernel.game.Game); `adjudicator.games` lists it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from adjudicator.kernel.game import Cards, Game, OwnCards, Play, no_cards
from adjudicator.swtcg.game import SwtcgGame


class StarWars(SwtcgGame):
    """The game with all its parts; its cards, and what a random player needs, are loaded when they are asked for."""

    @cached_property
    def cards(self) -> Cards:
        """The cards that there are."""
        from adjudicator.swtcg.parts.cards import StarWarsCards  # noqa: PLC0415 - loading the cards takes a while

        return StarWarsCards(self.reckoning.catalogue)

    @cached_property
    def play(self) -> Play:
        """Decks, and what a random player leans to."""
        from adjudicator.swtcg.parts.play import StarWarsPlay  # noqa: PLC0415 - as above

        return StarWarsPlay(self.reckoning.catalogue)


def offer(own: OwnCards = no_cards) -> Game:
    """The game with its own cards, and before them somebody's own; no card is loaded yet."""
    return StarWars(_catalogue(own))


def _catalogue(own: OwnCards) -> Callable[[], Any]:
    """A function that makes the catalogue when it is first asked, and gives the same one from then on."""
    made: list[Any] = []

    def catalogue() -> Any:
        if not made:
            from adjudicator.swtcg.parts.cards import catalogue_with  # noqa: PLC0415 - as above

            made.append(catalogue_with(own))
        return made[0]

    return catalogue
