"""Decks: how many of which faces, our own two, and decks made of imported lists."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources

import msgspec

from adjudicator.kernel.notation import AmbiguousError
from adjudicator.swtcg.cards.catalogue import AmbiguousCardError, Catalogue, UnknownCardError
from adjudicator.swtcg.cards.diagnostics import Diagnostic, ImportFailed
from adjudicator.swtcg.cards.entry import Entry
from adjudicator.swtcg.cards.lackey_lists import DeckList, Line, read_deck_list
from adjudicator.swtcg.words.card_names import normal, split_name
from adjudicator.swtcg.words.face import Face

#: Our own decks for the demo and for random games, the Dark one first.
OUR_DECKS = ("imperial-hunt", "rebel-alliance")


class Deck(msgspec.Struct, frozen=True, gc=False):
    """A deck: `cards` pairs a count with a face key, in the list's order.

    `side` is light, dark, or neutral if no card decides it. `unknown` pairs a count with a name
    that the catalogue does not have. `beside` has the supply, the sideboard and what else the list has outside the
    deck: zone, count, face key; `unknown_beside` the cards there that the catalogue does not have, by their names.
    """

    title: str
    side: str
    cards: tuple[tuple[int, str], ...]
    unknown: tuple[tuple[int, str], ...] = ()
    beside: tuple[tuple[str, int, str], ...] = ()
    unknown_beside: tuple[tuple[str, int, str], ...] = ()

    @property
    def size(self) -> int:
        """How many cards it holds; a line of which nobody knows what card it names is none."""
        return sum(count for count, _ in self.cards)

    def card_keys(self) -> tuple[str, ...]:
        """The face key of every single card, in the list's order; unknown cards are left out."""
        return tuple(key for count, key in self.cards for _ in range(count))


class _DeckFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    side: str
    cards: tuple[tuple[int, str, str], ...]


class Resolved(msgspec.Struct, frozen=True):
    """A deck made of a list, the cards beside the deck by zone, and what had to be guessed."""

    deck: Deck
    beside: dict[str, tuple[tuple[int, str], ...]]
    diagnostics: tuple[Diagnostic, ...]


@cache
def our_deck(name: str) -> Deck:
    """Load one of our own decks by its name in OUR_DECKS. Raises KeyError for another name."""
    if name not in OUR_DECKS:
        raise KeyError(name)
    text = resources.files(__package__).joinpath("decks", f"{name}.toml").read_text(encoding="utf-8")
    return read_own(text)


def read_own(text: str) -> Deck:
    """Read a deck in our own TOML: title, side, and cards as [count, face key, title].

    Raises tomllib.TOMLDecodeError or msgspec.ValidationError.
    """
    read = msgspec.convert(tomllib.loads(text), type=_DeckFile)
    return Deck(read.title, read.side, tuple((count, key) for count, key, _ in read.cards))


def read_deck(text: str | bytes, catalogue: Catalogue) -> tuple[Deck, tuple[str, ...]]:
    """A deck from its list (as text, or the bytes of its file) or from the name of one of ours, and what is to be told.

    Raises ImportFailed (a ValueError), or AmbiguousError for a name with several readings.
    """
    if isinstance(text, bytes):
        return _from_list(text, catalogue)
    name = text.strip()
    if name in OUR_DECKS:
        return our_deck(name), ()
    if "\n" not in name and name.isascii() and name.replace("-", "").isalpha():
        raise ValueError(f"no deck is called {name!r}; ours are {', '.join(OUR_DECKS)}; or send the list itself")
    return _from_list(text.encode(), catalogue)


def _from_list(data: bytes, catalogue: Catalogue) -> tuple[Deck, tuple[str, ...]]:
    found = resolve(read_deck_list(data), catalogue)
    return found.deck, tuple(each.render() for each in found.diagnostics)


def faces_of(deck: Deck, catalogue: Catalogue) -> tuple[Face, ...]:
    """The face of every single card, in the list's order. Raises ValueError for a deck with unknown cards."""
    if deck.unknown:
        names = ", ".join(name for _, name in deck.unknown)
        raise ValueError(f"the catalogue does not have: {names}; write these cards down in `cards`")
    return tuple(catalogue.face(key) for key in deck.card_keys())


def supply_faces(deck: Deck, catalogue: Catalogue) -> tuple[Face, ...]:
    """The face of every single card of the supply. Raises ValueError for one with unknown cards."""
    if unknown := [name for zone, _, name in deck.unknown_beside if zone == "supply"]:
        raise ValueError(f"the catalogue does not have: {', '.join(unknown)}; write these cards down in `cards`")
    kept = ((count, key) for zone, count, key in deck.beside if zone == "supply")
    return tuple(catalogue.face(key) for count, key in kept for _ in range(count))


def write_own(deck: Deck, catalogue: Catalogue) -> str:
    """Write a deck in our own TOML. Raises UnknownCardError where it has unknown cards."""
    lines = [f"title = {_quoted(deck.title)}", f"side = {_quoted(deck.side)}", "cards = ["]
    lines += [f"    [{count}, {_quoted(key)}, {_quoted(catalogue.entry(key).title)}]," for count, key in deck.cards]
    for _, name in deck.unknown:
        raise UnknownCardError(name, name, ())
    return "\n".join([*lines, "]", ""])


def _quoted(text: str) -> str:
    return msgspec.json.encode(text).decode()  # a JSON string is a TOML string


def resolve(listed: DeckList, catalogue: Catalogue, *, title: str = "") -> Resolved:
    """Match a list with the catalogue: by set and image first, then by name.

    The community's files disagree about names (blanks, order of suffixes), so equal images win.
    A name that fits several cards takes the one whose set the line names, then an ordinary
    printing; if several different cards are left, AmbiguousCardError is raised, all readings
    listed. A name that fits none is kept in `Deck.unknown`. Raises ImportFailed for a list of pictures alone.
    """
    images = {(entry.face.set, entry.image): entry for entry in catalogue.entries() if entry.image}
    found: list[Diagnostic] = list(listed.diagnostics)
    zones: dict[str, dict[str, int]] = {"deck": {}}
    unknown: dict[tuple[str, str], int] = {}
    for line in listed.lines:
        entry = _match(line, catalogue, images, found)
        if entry is not None:
            zone = zones.setdefault(line.zone, {})
            zone[entry.face.key] = zone.get(entry.face.key, 0) + line.count
        elif line.name:
            unknown[line.zone, line.name] = unknown.get((line.zone, line.name), 0) + line.count
    if not any(line.name for line in listed.lines) and not any(zones.values()):
        raise ImportFailed("the list names only pictures, none of which is one of ours; it has to name its cards")
    cards = {zone: tuple((count, key) for key, count in counts.items()) for zone, counts in zones.items()}
    main = cards.pop("deck")
    deck = Deck(
        title=title or listed.title,
        side=listed.side or _side(main, catalogue),
        cards=main,
        unknown=tuple((count, name) for (zone, name), count in unknown.items() if zone == "deck"),
        beside=tuple((zone, count, key) for zone, counted in cards.items() for count, key in counted),
        unknown_beside=tuple((zone, count, name) for (zone, name), count in unknown.items() if zone != "deck"),
    )
    return Resolved(deck, cards, tuple(found))


def _match(
    line: Line, catalogue: Catalogue, images: dict[tuple[str, str], Entry], found: list[Diagnostic]
) -> Entry | None:
    if line.image and (entry := images.get((line.set, line.image))) is not None:
        if normal(entry.title) != normal(line.name) and line.name:
            found.append(Diagnostic("NAME_DIFFERS", line.line, line.name, entry.title))
        return entry
    return _by_name(line, catalogue, found)


def _by_name(line: Line, catalogue: Catalogue, found: list[Diagnostic]) -> Entry | None:
    """Match a written name, its printing and version in any order."""
    written = split_name(line.name).render()
    fits = catalogue.find(written)
    own = [entry for entry in fits if entry.face.set == line.set] if line.set else []
    for narrowed in (own, list(fits)):
        if len(narrowed) == 1:
            return narrowed[0]
        if narrowed:
            raise AmbiguousCardError(line.name, narrowed)
    if not line.name:
        found.append(Diagnostic("PICTURE_UNKNOWN", line.line, line.image, lost=True))
        return None
    close = ", ".join(catalogue.near(line.name))
    read = f"{line.name} (close to it: {close})" if close else line.name
    found.append(Diagnostic("CARD_UNKNOWN", line.line, read, lost=True))
    return None


def _side(cards: tuple[tuple[int, str], ...], catalogue: Catalogue) -> str:
    """The side of the first card that has one; neutral if none has."""
    sides: Iterator[str] = (catalogue.face(key).side for _, key in cards)
    return next((side for side in sides if side != "neutral"), "neutral")


__all__ = ["OUR_DECKS", "AmbiguousError", "Deck", "Resolved", "our_deck", "read_own", "resolve", "write_own"]
