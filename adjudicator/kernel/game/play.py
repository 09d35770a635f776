"""The part *play* of a game: what a random player needs to know beside the rules.

Nothing here is random: the caller hands in a source of chance, so that a seed decides the whole game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from adjudicator.kernel.forms import Form, OneOf

Packs = Sequence[tuple[str, tuple[Any, ...]]]
"""What seats keep of their decks in an opening, each with its seat, in their order; a seat may have several."""


class Chance(Protocol):
    """A source of chance, as random.Random is one."""

    def randint(self, least: int, most: int) -> int:
        """A whole number between two, both included."""

    def sample(self, population: Sequence[Any], count: int) -> list[Any]:
        """So many different items, in the order in which they were drawn."""


class Play(Protocol):
    """Decks to play with, and what a random player leans to."""

    @property
    def weights(self) -> Mapping[str, int]:
        """How often the random player takes a kind of form; a kind that is not named weighs 3."""

    def leaning(self, table: Any, form: Form, argument: str, domain: OneOf) -> Sequence[int] | None:
        """How much each option of an argument weighs; None if all weigh the same."""
        return None

    def turn(self, table: Any) -> int:
        """The number of the turn."""

    def packs(self, edition: str, decks: Sequence[str | bytes] = ()) -> Packs:
        """Packs made of decks, each a list as it lies in a file or the name of one of the game's own.

        Without decks those of the demo. Raises ValueError.
        """

    def drawn(self, edition: str, sets: Sequence[str] = ()) -> Callable[[str, Callable[[str], Chance]], Packs]:
        """A function that draws random legal packs of all cards, or of some sets. It takes the seed of a game, and a
        function that makes a source of chance of a seed.

        Raises ValueError for a set that there is not, and NotOfferedError for a game that draws no decks.
        """
