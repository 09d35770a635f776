"""The games that this process can rule on, as the composition root hands them over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.application.errors import UnknownEditionError
from adjudicator.kernel.game import EditionInfo, Game


class Games:
    """Games by id. Nothing registers itself: what is not passed in is not known."""

    def __init__(self, games: Iterable[Game]) -> None:
        self._games = {game.id: game for game in games}

    def __iter__(self) -> Iterator[Game]:
        return iter(self._games.values())

    def find(self, game: str) -> Game:
        """The game of an id. Raises UnknownEditionError."""
        if game not in self._games:
            raise UnknownEditionError(game, tuple(self._games))
        return self._games[game]

    def edition(self, game: str, edition: str) -> EditionInfo:
        """An edition of a game. Raises UnknownEditionError."""
        editions = self.find(game).editions
        if edition not in editions:
            raise UnknownEditionError(f"{game}/{edition}", tuple(editions))
        return editions[edition]
