"""The deck that a command is given: a text list, a LackeyCCG deck file, or the name of one that comes with the game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator_cli.terminal import UnusableError, read_bytes

if TYPE_CHECKING:
    from adjudicator.kernel.game.cards import Cards


def deck_source(given: str, cards: Cards) -> str | bytes:
    """The name of one of the game's own decks, or the list that lies in a file (- for standard input).

    Raises UnusableError.
    """
    ours = [each.name for each in cards.decks()]
    if given in ours:
        return given
    if given != "-" and not Path(given).exists():
        raise UnusableError(f"{given}: No such file, and no deck of ours, which are {', '.join(ours)}")
    return read_bytes(given)
