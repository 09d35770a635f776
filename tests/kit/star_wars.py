"""The Star Wars TCG for tests, with the cards of its own: the list, the game, and random games of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from adjudicator import play
from adjudicator.games import DEFAULT_EDITION, GameList
from adjudicator.kernel.entries import Opening, Settings
from adjudicator.kernel.game.play import Packs
from adjudicator.swtcg import opening as dealing
from adjudicator.swtcg.cards.catalogue import Catalogue, our_catalogue
from adjudicator.swtcg.cards.decks import OUR_DECKS, our_deck
from adjudicator.swtcg.editions import EDITIONS
from adjudicator.swtcg.notation.board_reader import read_board as board_read
from adjudicator.swtcg.offer import StarWars
from adjudicator.swtcg.opening import pack
from adjudicator.swtcg.parts.random_decks import card_pool
from adjudicator.swtcg.parts.random_decks import random_deck as deck_drawn
from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.words.face import Face

OUR_GAMES = GameList()
"""The list, with the games' own cards alone."""

_game = OUR_GAMES.of(DEFAULT_EDITION)
assert isinstance(_game, StarWars)
SWTCG: StarWars = _game
KNOWING = SWTCG.reckoning

__all__ = [
    "KNOWING",
    "OUR_GAMES",
    "SWTCG",
    "card_pool",
    "new_table",
    "opening_of",
    "our_decks",
    "play_game",
    "proven",
    "random_deck",
    "read_board",
    "read_cards",
    "replayed",
]  # fmt: skip

Decks = tuple[Sequence[Face], Sequence[Face]]
"""The faces of Dark's deck and of Light's, one for each card."""


def read_cards(cards: Sequence[Mapping[str, Any]]) -> tuple[Any, ...]:
    """The faces of cards written in a case. Raises ValueError."""
    return SWTCG.cards.faces(cards, whole=True)


def new_table(edition: str) -> Table:
    """An empty table."""
    return dealing.new_table(edition, KNOWING)


def read_board(text: str, edition: str, faces: Iterable[Face] = ()) -> Table:
    """The table that a board describes."""
    return board_read(text, edition, faces, KNOWING)


def our_decks() -> Decks:
    """The demo's decks, Dark's first."""
    catalogue = our_catalogue()
    dark, light = ([catalogue.face(key) for key in our_deck(name).card_keys()] for name in OUR_DECKS)
    return dark, light


def random_deck(side: str, pool: Sequence[Face], catalogue: Catalogue, edition: str, seed: str) -> tuple[Face, ...]:
    """A legal deck of 60 cards for a side, decided by a seed."""
    return deck_drawn(side, pool, catalogue, EDITIONS[edition], random.Random(seed))


def opening_of(decks: Decks, edition: str = DEFAULT_EDITION, settings: Settings | None = None) -> Opening:
    """The opening of a game with two decks, for the seats of its edition in order."""
    packs = [(name, pack(faces)) for name, faces in zip(new_table(edition).order, decks, strict=True)]
    return play.opening_of(SWTCG, packs, edition, settings)


def play_game(opening: Opening, seed: str, *, game: Any = SWTCG, thorough: bool = False) -> play.Played:
    """Play one game."""
    return play.play_game(game, opening, seed, thorough=thorough)


def replayed(opening: Opening, facts: Sequence[Any], game: Any = SWTCG) -> Any:
    """The table that the facts of a game lead to."""
    return play.replayed(game, opening, facts)


def proven(played: play.Played, number: int, seed: str, game: Any = SWTCG) -> play.Result:
    """The result of a game."""
    return play.proven(game, played, number, seed)


def play_games(
    decks: Decks | Callable[[str], Decks] | None,
    seed: int,
    games: int,
    progress: Callable[[int, int], None] | None = None,
    *,
    edition: str = DEFAULT_EDITION,
    thorough: bool = False,
) -> list[play.Result]:
    """Play whole random games and prove each; without decks, the demo's."""

    def packs(name: str) -> Packs:
        faces = decks(name) if callable(decks) else decks or our_decks()
        return [(seat, pack(deck)) for seat, deck in zip(new_table(edition).order, faces, strict=True)]

    return play.play_games(SWTCG, edition, packs, seed, games, progress, thorough=thorough)
