"""Which game knows an edition, and what only a game can do for a case. Games are loaded when they are needed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.kernel.game import Game


class UnknownEditionError(ValueError):
    """No game has an edition of this id."""


def game_of(edition: str) -> Game:
    """The game that has an edition. Raises UnknownEditionError."""
    from adjudicator.swtcg.game import SWTCG  # noqa: PLC0415 - loading a game takes a while

    game: Game = SWTCG
    if edition not in game.editions:
        raise UnknownEditionError(f"no edition {edition!r}; there are {', '.join(game.editions)}")
    return game


def read_cards(game: Game, cards: tuple[Mapping[str, Any], ...]) -> tuple[Any, ...]:
    """The faces of cards written in a case. Raises ValueError, also for texts that nobody can carry out.

    A card with `manual = true` may have such texts.
    """
    if not cards:
        return ()
    from adjudicator.swtcg.cards.inline import read_inline  # noqa: PLC0415 - loading the card reader takes a while

    faces = []
    for card in cards:
        columns = {word: value for word, value in card.items() if word != "manual"}
        read = read_inline(columns)
        if read.manual and not card.get("manual"):
            where = "; ".join(f"paragraph {number} at {words!r}" for number, words in read.manual)
            raise ValueError(
                f"card {read.face.title!r}: not understood: {where}; write it as `effects`, or set manual = true"
            )
        faces.append(read.face)
    return tuple(faces)


def differences(game: Game, board: str, fragment: str) -> tuple[str, ...]:
    """What a part of a board says that does not hold on a whole one. Raises ValueError."""
    from adjudicator.swtcg.notation.fragment import differences as found  # noqa: PLC0415 - as above

    return found(board, fragment)


def refer(game: Game, table: Any, words: str) -> int | None:
    """The number of what a name stands for on a table; None if nothing, or several things, are called so."""
    from adjudicator.swtcg.notation.names import refer as number  # noqa: PLC0415 - as above

    try:
        return number(table, words)
    except ValueError:
        return None


def board_with_aliases(game: Game, table: Any) -> str:
    """The notation of a table with the alias of everything that stands on it."""
    from adjudicator.swtcg.notation.board_writer import board  # noqa: PLC0415 - as above

    return board(table, all_aliases=True)
