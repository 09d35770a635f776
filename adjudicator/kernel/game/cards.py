"""The part *cards* of a game: the cards that there are, decks of them, and cards that somebody writes down.

A card itself is opaque outside its game: it is looked up here and handed back to be told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from adjudicator.kernel.game.not_offered import NotOfferedError
from adjudicator.kernel.verdict import Verdict

if TYPE_CHECKING:  # loaded for who asks
    from adjudicator.kernel.game.workshop import Workshop


class OwnCardsError(ValueError):
    """A set of somebody's own is none that the game can read; the message names its file."""

    told_to_people = True


Row = Mapping[str, Any]
"""A card as somebody writes it down: the filled columns of its row."""


class Untold(msgspec.Struct, frozen=True):
    """An effect that was not compiled from its wording: whose, its number from 1, its state, and why."""

    card: str
    name: str
    effect: int
    state: str
    why: str


class CardTold(msgspec.Struct, frozen=True):
    """A card in plain values.

    `facts` pairs what is printed on it (cost, power ...) with its value, only where it has one. `effects` pairs each
    effect in our words with how it is carried out. `errata` are the rules that correct its print, and `lost` says what
    of its row could not be read.
    """

    card: str
    name: str
    set: str
    number: str
    side: str
    types: tuple[str, ...]
    subtypes: str
    facts: tuple[tuple[str, int | str], ...]
    effects: tuple[tuple[str, str], ...]
    errata: tuple[str, ...] = ()
    untold: tuple[Untold, ...] = ()
    lost: tuple[str, ...] = ()

    @property
    def type_line(self) -> str:
        """The types with the subtypes, as cards print them."""
        line = "/".join(kind.capitalize() for kind in self.types)
        return f"{line} - {self.subtypes}" if self.subtypes else line


class Coverage(msgspec.Struct, frozen=True):
    """A set's effects (paragraphs) by their route, and its executed abilities by how they can be said.

    `manual` are those of which at least a part is carried out by hand, `read` those that are told in words and not
    carried out yet. `worded` of `abilities` are wholly in our words, which the compiler reads back as the same; the
    others hold a part written out as data.
    """

    set: str
    title: str
    cards: int
    effects: int
    compiled: int
    by_hand: int
    manual: int
    read: int
    abilities: int
    worded: int


class DeckRuled(msgspec.Struct, frozen=True):
    """The ruling on a deck, with its title, its side, how many cards it has, and what was made of doubtful lines."""

    verdict: Verdict
    title: str
    side: str
    size: int
    remarks: tuple[str, ...] = ()


class OwnDeck(msgspec.Struct, frozen=True):
    """A deck that comes with a game: its name, its title and its side."""

    name: str
    title: str
    side: str


class Event(msgspec.Struct, frozen=True):
    """The event that a deck is checked for, beside the rules.

    It may be sanctioned; `on` is the day of the list of banned cards (YYYY-MM-DD, empty: the newest). `within` is the
    format whose sets alone may be played: its name and the codes of its sets (None: every set; no codes: those that the
    game knows for the name). `newest` is the newest set there is, for a format that goes by it.
    """

    sanctioned: bool = False
    on: str = ""
    within: tuple[str, tuple[str, ...]] | None = None
    newest: str = ""


class Language(Protocol):
    """The words in which effects are data."""

    @property
    def words(self) -> Mapping[str, Collection[str]]:
        """By kind, the words that there are."""

    def said(self, effects: Iterable[Any]) -> frozenset[str]:
        """The words that some effects, as plain data, contain."""

    def without(self, effects: list[Any], word: str) -> list[Any]:
        """Effects as plain data in which a word does nothing."""


class Cards(Protocol):
    """The cards that there are, and decks. All look-ups raise kernel.notation.NotUnderstoodError or AmbiguousError."""

    @property
    def digest(self) -> str:
        """The digest of all cards, kept with every entry of a log. Raises OwnCardsError."""

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that a card can be of."""

    @property
    def sets(self) -> tuple[str, ...]:
        """The codes of the sets that there are."""

    @property
    def formats(self) -> tuple[str, ...]:
        """The labels of the formats that a deck can be checked for."""
        return ()

    # cards ---------------------------------------------------------------------------------
    def the_one(self, name: str) -> Any:
        """The only card of a written name or a key."""

    def titled(self, name: str) -> str:
        """The title of the card of a written name, or the name itself if several are called so.

        Raises NotUnderstoodError for a name of none, and NotOfferedError for a game in which titles name no cards.
        """

    def search(self, words: str = "", code: str = "", side: str = "") -> Sequence[Any]:
        """The cards in which all words are found, of a set and a side where these are given, best first."""

    def told(self, card: Any) -> CardTold:
        """A card in plain values, its effects in our words."""

    def untold(self, cards: Iterable[Any]) -> Iterable[Untold]:
        """The effects of cards that were not compiled from their wording."""

    def coverage(self, code: str) -> Coverage:
        """How the effects of a set are carried out. Raises KeyError."""

    # written down --------------------------------------------------------------------------
    def written(self, rows: Sequence[Row]) -> Sequence[Any]:
        """Cards that somebody has written down. Raises ValueError."""

    def faces(self, rows: Sequence[Row], *, whole: bool = False) -> tuple[Any, ...]:
        """Such cards as `read_board` takes them. Raises ValueError; with `whole` also for a text that nobody can carry
        out, unless its row says that it is manual.
        """

    # decks ---------------------------------------------------------------------------------
    def decks(self) -> Sequence[OwnDeck]:
        """The decks that come with the game."""
        return ()

    def pack(self, edition: str, deck: str, rows: Sequence[Row] = (), *, whole: bool = False) -> tuple[Any, ...]:
        """The pack that a seat keeps in an opening, made of a deck and of cards written down beside it.

        `deck` is a list, or the name of one of the game's own. `whole` means the same as for `faces`. Raises
        ValueError, or what notation raises.
        """

    def check_deck(
        self,
        edition: str,
        deck: str | bytes,
        rows: Sequence[Row] = (),
        event: Event = Event(),  # noqa: B008 - a value
        suppressed: str = "",
    ) -> DeckRuled:
        """The ruling on a deck, with one rule left out if it is `suppressed`. Raises like `pack`."""

    # texts ---------------------------------------------------------------------------------
    @property
    def language(self) -> Language:
        """The words in which effects are data. Raises NotOfferedError for a game without such words."""
        raise NotOfferedError("the game has no words for effects")

    @property
    def workshop(self) -> Workshop:
        """The reader and compiler of set files, for the commands of people who write cards.

        Raises NotOfferedError for a game that reads none.
        """
        raise NotOfferedError("the game reads no set files")
