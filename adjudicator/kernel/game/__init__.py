"""The seam of a game: one protocol, in parts, by which everything outside a game's package knows it.

`Game` is what a game's `offer.py` makes and what `adjudicator.games` lists. Its parts:

==========  =============================================================================================
rules       what may be said, what comes of it, who may know it, editions side by side (`rules.Rules`)
notation    boards, declarations and names in words, both ways (`notation.Notation`)
values      numbers explained and followed, tables side by side, odds (`values.Values`)
cards       the cards that there are, decks, cards written down, texts compiled (`cards.Cards`)
play        what a random player needs to know: decks, weights, the turn (`play.Play`)
==========  =============================================================================================

The first three are asked of the game itself (`game.check`, `game.read`, `game.value`), since they are asked at every
step. `game.cards` and `game.play` are loaded when somebody first asks for them. A game that inherits from `Game` may
leave out a method that has a body in its protocol; the body says what is answered then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Protocol

import msgspec

from adjudicator.kernel.game.not_comparable import NotComparableError
from adjudicator.kernel.game.not_offered import NotOfferedError
from adjudicator.kernel.game.notation import Notation
from adjudicator.kernel.game.rules import ChanceDue, Rules
from adjudicator.kernel.game.values import Values

if TYPE_CHECKING:  # loaded for who asks
    from adjudicator.kernel.game.cards import Cards
    from adjudicator.kernel.game.play import Play


class EditionInfo(msgspec.Struct, frozen=True):
    """An edition as others see it: id, title, documents in order of authority, digest of its choices."""

    id: str
    title: str
    documents: tuple[str, ...]
    digest: str


class Game(Rules, Notation, Values, Protocol):
    """A game, whole: its rules, its notation and its values, with its cards and what a random player needs."""

    id: str
    editions: Mapping[str, EditionInfo]

    @property
    def cards(self) -> Cards:
        """The cards that there are."""

    @property
    def play(self) -> Play:
        """The decks and leanings of a random player."""


OwnCards = Callable[[], Iterable[tuple[str, bytes]]]
"""The sets of cards that whoever runs this process has beside the game's own: the name of each file, and its bytes.

It is called when cards are first asked for. A game puts these sets before its own.
"""


def no_cards() -> tuple[tuple[str, bytes], ...]:
    """No cards beside the game's own."""
    return ()


Offer = Callable[[OwnCards], Game]
"""The function of a game's `offer.py`: it makes the game with somebody's own cards, and loads no card yet."""

__all__ = [
    "ChanceDue", "EditionInfo", "Game", "NotComparableError", "NotOfferedError", "Notation", "Offer", "OwnCards",
    "Rules", "Values", "no_cards",
]  # fmt: skip
