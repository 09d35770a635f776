"""The games of this process: those of the list, with the sets of cards that the user has imported."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator_cli import EDITION

if TYPE_CHECKING:
    from adjudicator.games import GameList
    from adjudicator.kernel.game.cards import Cards
    from adjudicator.kernel.game.workshop import Workshop


def users_folder() -> Path:
    """Where the user's imported sets lie."""
    own = os.environ.get("ADJUDICATOR_CARDS")
    base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return Path(own) if own else base / "adjudicator" / "cards"


def own_games() -> GameList:
    """The list, as `cards show` knows it; a command makes it once and hands it on. Nothing is loaded yet."""
    from adjudicator.games import GameList, cards_in
    from adjudicator.kernel.game import no_cards

    folder = users_folder()
    return GameList(cards_in(folder) if folder.is_dir() else no_cards)


def own_cards(edition: str = EDITION) -> Cards:
    """The cards of the game that has an edition, the user's own sets before the game's. Raises UnknownEditionError."""
    return own_games().of(edition).cards


@cache
def workshop() -> Workshop:
    """The reader and compiler of set files; it is the same whatever cards there are."""
    return own_cards().workshop
