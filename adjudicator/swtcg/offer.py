"""The Star Wars TCG as everything outside its package knows it (kernel.game.Game); `adjudicator.games` lists it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from adjudicator.kernel.game import Game, OwnCards, no_cards
from adjudicator.swtcg.game import SwtcgGame

if TYPE_CHECKING:
    from adjudicator.kernel.game.cards import Cards
    from adjudicator.kernel.game.play import Play
    from adjudicator.swtcg.cards.catalogue import CardSet, Catalogue


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


def _catalogue(own: OwnCards) -> Callable[[], Catalogue]:
    """A function that makes the catalogue when it is first asked, and gives the same one from then on."""
    made: list[Catalogue] = []

    def catalogue() -> Catalogue:
        if not made:
            made.append(catalogue_with(own))
        return made[0]

    return catalogue


def catalogue_with(own: OwnCards) -> Catalogue:
    """The catalogue with somebody's own sets before the game's. Raises OwnCardsError."""
    from adjudicator.swtcg.cards.catalogue import Catalogue, our_catalogue  # noqa: PLC0415 - as above

    added = [_card_set(name, data) for name, data in own()]
    return Catalogue(added=added) if added else our_catalogue()


def _card_set(name: str, data: bytes) -> CardSet:
    from adjudicator.kernel.game.cards import OwnCardsError  # noqa: PLC0415 - as above
    from adjudicator.swtcg.cards.catalogue import CardSet  # noqa: PLC0415 - as above

    try:
        return msgspec.json.decode(data, type=CardSet)
    except msgspec.DecodeError as error:
        raise OwnCardsError(f"{name} is not a set of ours (import it again): {error}") from error
