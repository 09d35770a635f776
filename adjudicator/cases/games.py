"""Which game knows an edition, and what only a game can do for a case. Games are loaded when they are needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any

import msgspec

from adjudicator.kernel.game import Game
from adjudicator.kernel.verdict import Verdict

CARDS_KEPT = 256


class UnknownEditionError(ValueError):
    """No game has an edition of this id."""


_cards: list[Callable[[], Any]] = []


def know(catalogue: Callable[[], Any]) -> None:
    """Let the games of this process know these cards; whoever starts a process may say so, before a game is asked for.

    Without it they know the project's own.
    """
    _cards[:] = [catalogue]
    _star_wars.cache_clear()


@cache
def _star_wars() -> Game:
    from adjudicator.swtcg.game import SwtcgGame  # noqa: PLC0415 - loading a game takes a while

    return SwtcgGame(*_cards)


def game_of(edition: str) -> Game:
    """The game that has an edition. Raises UnknownEditionError."""
    game = _star_wars()
    if edition not in game.editions:
        raise UnknownEditionError(f"no edition {edition!r}; there are {', '.join(game.editions)}")
    return game


def cited_for(edition: str) -> Mapping[str, str]:
    """By rule that another is cited for under an edition, since both state the same: that other one.

    Raises UnknownEditionError.
    """
    documents = game_of(edition).editions[edition].documents
    from adjudicator.swtcg.table.citing import restated  # noqa: PLC0415 - as above

    return restated(documents)


def read_cards(game: Game, cards: tuple[Mapping[str, Any], ...]) -> tuple[Any, ...]:
    """The faces of cards written in a case. Raises ValueError, also for texts that nobody can carry out.

    A card with `manual = true` may have such texts.
    """
    return tuple(_face(msgspec.json.encode(card)) for card in cards)


@lru_cache(maxsize=CARDS_KEPT)
def _face(card: bytes) -> Any:
    """The face of a card, given as JSON. A case puts many boards up with the same cards."""
    from adjudicator.swtcg.cards.inline import read_inline  # noqa: PLC0415 - loading the card reader takes a while

    columns: dict[str, Any] = msgspec.json.decode(card)
    allowed = columns.pop("manual", False)
    read = read_inline(columns)
    if read.manual and not allowed:
        where = "; ".join(f"paragraph {number} at {words!r}" for number, words in read.manual)
        raise ValueError(
            f"card {read.face.title!r}: not understood: {where}; write it as `effects`, or set manual = true"
        )
    return read.face


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


def waits(game: Game, table: Any) -> tuple[str, ...]:
    """Where a table stands, as a board's first line and that of its attack say it, and what it waits for."""
    from adjudicator.swtcg.notation.waiting import question_words  # noqa: PLC0415 - as above
    from adjudicator.swtcg.notation.whereabouts import point_lines  # noqa: PLC0415 - as above

    first, attack, _ = point_lines(table)
    return tuple(line for line in (first, attack, question_words(table)) if line)


def read_deck(game: Game, deck: str, cards: tuple[Mapping[str, Any], ...]) -> tuple[Any, Any]:
    """A deck of its list (or of the name of one of ours), and the catalogue it is of, cards of the case included.

    Raises ValueError.
    """
    from adjudicator.swtcg.cards.decks import read_deck as read  # noqa: PLC0415 - as above
    from adjudicator.swtcg.cards.inline import with_faces  # noqa: PLC0415 - as above

    of_star_wars: Any = game
    catalogue = with_faces(of_star_wars.catalogue, read_cards(game, cards))
    return read(deck, catalogue)[0], catalogue


def pack(game: Game, deck: str, cards: tuple[Mapping[str, Any], ...]) -> tuple[Any, ...]:
    """What a seat keeps of its deck in an opening. Raises ValueError, also for cards nobody knows."""
    from adjudicator.swtcg.cards.decks import faces_of  # noqa: PLC0415 - as above
    from adjudicator.swtcg.opening import pack as packed  # noqa: PLC0415 - as above

    return packed(faces_of(*read_deck(game, deck, cards)))


def check_deck(
    game: Game,
    edition: str,
    deck: str,
    cards: tuple[Mapping[str, Any], ...],
    *,
    sanctioned: bool,
    suppressed: str,
) -> Verdict:
    """The ruling on a deck. Raises ValueError."""
    from adjudicator.swtcg.cards.deck_check import check_deck as checked  # noqa: PLC0415 - as above
    from adjudicator.swtcg.editions import EDITIONS  # noqa: PLC0415 - as above

    found, catalogue = read_deck(game, deck, cards)
    return checked(found, catalogue, EDITIONS[edition], sanctioned=sanctioned, suppressed=suppressed or None)
