"""The workshop of a game's cards: it reads and compiles the set files of people who write cards, for their commands.

Rows, cards and findings are the game's own values; a command hands them from one call to the next, and prints them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

Place = Any
"""A row of a set file: its `cells`, the `code` of its set, its `key` and its `line`."""
ReadCard = Any
"""A card as it was read: its `entry`, what was found (`diagnostics`), the `paragraphs` of its text."""
ReadSet = Any
"""The cards of a set (`cards`)."""
Finding = Any
"""A flaw of a row: its `code`, `line` and `card`, what was `read` and `took`, whether it is `lost`;
`render()` says it in a line.
"""
Part = Any
"""Some `cards` of a set file with their `findings`; `then` is where the next part begins (0: nowhere), `of` how many
cards the file has.
"""
Hands = Mapping[str, Any]
"""Effects written by hand, by the keys of cards."""
TextCompiler = Any
"""A compiler of texts; `vocabulary.digest` tells what it knows."""


class Workshop(Protocol):
    """Set files, read and compiled. Reading a file raises `ImportFailed` where it is no set file."""

    @property
    def ImportFailed(self) -> type[ValueError]:  # noqa: N802 - a class
        """The error of a file that cannot be read."""

    # reading -------------------------------------------------------------------------------
    def places(self, data: bytes, code: str = "") -> Iterator[Place]:
        """The rows of a set file; `code` is that of their set where they name none."""

    def compiler_for(self, files: Sequence[bytes]) -> TextCompiler:
        """A compiler that knows the names in some files."""

    def read_place(self, place: Place, compiler: TextCompiler | None = None) -> ReadCard:
        """The card of a row."""

    def read_part(self, data: bytes, code: str, begin: int, *, cards: int, characters: int) -> Part:
        """At most so many cards of a set file from one on, with at most so many characters of text, but always one."""

    def read_hands(self, data: bytes) -> Hands:
        """Effects by hand from their file. Raises ValueError."""

    def gathered(
        self, files: Mapping[str, tuple[str, bytes]], known: Callable[[Place], ReadCard], hands: Mapping[str, Hands]
    ) -> tuple[dict[str, ReadSet], dict[str, tuple[Finding, ...]]]:
        """By code the sets of some files, and by file its flaws.

        `files` has by its path each file's code and content, `known` gives the card of a row, and `hands` has by file
        the effects by hand beside it. A card that an earlier file has is left out, and told.
        """

    # keeping -------------------------------------------------------------------------------
    def digest(self) -> str:
        """Which compiler it is: a digest of all code and data that decide what a text is read as."""

    def packed(self, cards: Mapping[str, ReadCard]) -> bytes:
        """Cards by any key, to be kept."""

    def unpacked(self, data: bytes) -> dict[str, ReadCard]:
        """Cards that were kept. Raises ValueError."""

    def stored(self, code: str, read: ReadSet) -> bytes:
        """A set as `Game` takes it among somebody's own cards; each card says what of its row was lost."""

    # telling -------------------------------------------------------------------------------
    def tally(self, read: ReadSet) -> dict[str, Any]:
        """How the texts of a set came out: cards, effects, how many by which route, the words that are not known."""

    def told(self, card: ReadCard) -> dict[str, Any]:
        """A card as plain values: what it is, its abilities in our words and as data, and what was not read."""

    def titles(self, card: ReadCard) -> Sequence[str]:
        """Every way in which a card is called."""

    def is_called(self, card: ReadCard, name: str) -> bool:
        """Whether a card has a name or a key."""

    def rendered(self, findings: Iterable[Finding]) -> list[str]:
        """The findings of one file, in lines; many repairs of one kind in one line."""

    # formats -------------------------------------------------------------------------------
    def formats(self, data: bytes | None = None) -> dict[str, tuple[str, ...]]:
        """The sets of each format of a file, or of those that come with the game, by the format's label."""
