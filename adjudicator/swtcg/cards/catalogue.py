"""The catalogue: every known card's facts and effects, loaded set by set when asked for.

The data lies beside the code, one file per set and one card per line
(`data/<SET>.json`, written by `build`), and a file of the names of all cards, so
that only the sets are loaded that have the cards asked for. A user's own set files
can be added to a catalogue; they come before ours where both have a set.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import cache, cached_property
from importlib import resources

import msgspec
from msgspec import structs

from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.swtcg.cards.entry import Entry
from adjudicator.swtcg.words.card_names import CardName, normal, split_name
from adjudicator.swtcg.words.face import Face

#: The sets we carry, in order of publication: the publisher's, then the committee's.
SETS: dict[str, str] = {
    "AOTC": "Attack of the Clones",
    "SR": "Sith Rising",
    "ANH": "A New Hope",
    "BOY": "Battle of Yavin",
    "ESB": "The Empire Strikes Back",
    "RAS": "Rogues and Scoundrels",
    "PM": "The Phantom Menace",
    "ROTS": "Revenge of the Sith",
    "FOTR": "Fall of the Republic",
    "TOR": "The Old Republic",
    "START": "Starter Decks",
}
PUBLISHERS_SETS = ("AOTC", "SR", "ANH", "BOY", "ESB", "RAS", "PM", "ROTS")

NAMES = "names.json"
"""The file of the names of all our own cards."""

NEAR_MAX = 5
"""So many names are named that are close to one that no card has."""
_SET_AT_END = re.compile(r"\s*[\[(]([A-Za-z0-9]{1,6})[\])]\s*$")


class UnknownCardError(NotUnderstoodError):
    """No card has this name or key; `fits` lists the nearest names."""

    def __str__(self) -> str:
        """Say so, and what comes close."""
        close = f"; close to it: {', '.join(self.fits)}" if self.fits else ""
        return f"no card has the name or key {self.found!r}{close}"


class AmbiguousCardError(AmbiguousError):
    """Several different cards fit; `readings` lists them as "title [key]", `keys` their keys."""

    def __init__(self, text: str, entries: Sequence[Entry]) -> None:
        super().__init__(text, tuple(f"{entry.title} [{entry.face.key}]" for entry in entries))
        self.keys = tuple(entry.face.key for entry in entries)


class Tally(msgspec.Struct, frozen=True):
    """How a set's paragraphs came out: see `effect_reader.Paragraph`."""

    cards: int
    paragraphs: int
    compiled: int
    frame: int
    manual: int
    by_hand: int = 0
    read: int = 0


class CardSet(msgspec.Struct, frozen=True):
    """One data file: a set's code and title, how its texts came out, and its cards in order."""

    set: str
    title: str
    tally: Tally
    cards: tuple[Entry, ...]


class Catalogue:
    """All cards of some sets. Sets are loaded on first need; entries keep the sets' order."""

    def __init__(self, own: Sequence[str] = tuple(SETS), added: Iterable[CardSet] = ()) -> None:
        """Take our own sets by code, and further ones by value, which replace ours of the same code."""
        self._added = {each.set: each for each in added}
        self.sets: tuple[str, ...] = tuple(dict.fromkeys((*own, *self._added)))
        self._by_key: dict[str, dict[str, Entry]] = {}
        self._added_names = {code: names_of(each.cards) for code, each in self._added.items()}
        self._digest = ""

    @property
    def added(self) -> tuple[CardSet, ...]:
        """The sets that are none of ours, or stand in the place of one of ours."""
        return tuple(self._added.values())

    def card_set(self, code: str) -> CardSet:
        """Return a set with its cards in order. Raises KeyError for a set that is not in here."""
        if code in self._added:
            return self._added[code]
        if code not in self.sets:
            raise KeyError(code)
        return load_set(code)

    def entries(self) -> Iterable[Entry]:
        """Go through all cards, set by set."""
        for code in self.sets:
            yield from self.card_set(code).cards

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Every name of a card, in alphabetical order."""
        return tuple(sorted({each.face.name for each in self.entries()}))

    def entry(self, key: str) -> Entry:
        """Return the card of a key such as `ROTS/1`. Raises UnknownCardError."""
        code = _set_of(key)
        if code in self.sets:
            if code not in self._by_key:
                self._by_key[code] = {each.face.key: each for each in self.card_set(code).cards}
            if (found := self._by_key[code].get(key)) is not None:
                return found
        raise UnknownCardError(key, key, self.near(key))

    def face(self, key: str) -> Face:
        """Return the face of a key. Raises UnknownCardError."""
        return self.entry(key).face

    def find(self, name: str) -> tuple[Entry, ...]:
        """List the different cards that a written name can mean, in the sets' order.

        Case, accents, apostrophes and dashes do not matter. A version letter, a printing and a
        set code in brackets narrow it down: `Darth Vader (E)`, `Star Destroyer [BOY]`; a key
        names one card. Printings of one card count as one, its first ordinary printing.
        """
        code, _, key = name.strip().partition("/")
        if key and code.upper() in self.sets:
            folded = f"{code.upper()}/{key.strip().casefold()}"
            if (found := self._keyed(folded)) is not None:
                return (found,)
        narrowed, wanted = self._without_set(name)
        fits = list(self._written(normal(narrowed)))
        if not fits and (bare := split_name(narrowed)).printing:
            # A printing that we don't have is still that card.
            fits = list(self._written(normal(structs.replace(bare, printing="").render())))
        return first_printings([entry for entry in fits if not wanted or entry.face.set == wanted])

    def the_one(self, name: str) -> Entry:
        """Return the only card of a written name. Raises UnknownCardError or AmbiguousCardError."""
        found = self.find(name)
        if not found:
            raise UnknownCardError(name, name, self.near(name))
        if len(found) > 1:
            raise AmbiguousCardError(name, found)
        return found[0]

    def search(self, words: str, limit: int = 50) -> tuple[Entry, ...]:
        """List cards of which every word is found in name, type line, side, set or keywords.

        Best first: whole name, start of name, inside the name, elsewhere; then the sets' order.
        """
        wanted = normal(words).split()
        if not wanted:
            return ()
        ranked: list[tuple[int, int, Entry]] = []
        for at, entry in enumerate(self.entries()):
            title, line = normal(entry.title), searchable(entry)
            if all(word in line for word in wanted):
                phrase = " ".join(wanted)
                rank = 0 if title == phrase else 1 if title.startswith(phrase) else 2 if phrase in title else 3
                ranked.append((rank, at, entry))
        ranked.sort(key=lambda each: each[:2])
        return tuple(entry for _, _, entry in ranked[:limit])

    @property
    def digest(self) -> str:
        """SHA-256 over the sets' data, in order: which card pool a ruling was judged with."""
        if not self._digest:
            whole = hashlib.sha256()
            for code in self.sets:
                data = msgspec.json.encode(self._added[code]) if code in self._added else _set_bytes(code)
                whole.update(hashlib.sha256(data).digest())
            self._digest = whole.hexdigest()
        return self._digest

    def _keyed(self, key: str) -> Entry | None:
        try:
            return self.entry(key)
        except UnknownCardError:
            return None

    def _without_set(self, name: str) -> tuple[str, str]:
        """Take a set code in brackets off the end of a name."""
        found = _SET_AT_END.search(name)
        if found and len(found[1]) > 1 and found[1].upper() in self.sets:
            return name[: found.start()], found[1].upper()
        return name, ""

    def _written(self, name: str) -> Iterator[Entry]:
        """Go through the cards that are written like that, with or without version and printing, set by set."""
        for code in self.sets:
            if code in self._added:
                yield from self._added_names[code].get(name, ())
            else:
                yield from (self.entry(key) for key in our_names().get(name, ()) if _set_of(key) == code)

    def near(self, name: str) -> tuple[str, ...]:
        """List titles that look like a name, those of its version first; then those that hold all its words."""
        ours = (written for written, keys in our_names().items() if any(_set_of(key) in self.sets for key in keys))
        known = dict.fromkeys((*ours, *(written for each in self._added_names.values() for written in each)))
        words = set(normal(name).split())
        bare = _without_letter(split_name(name))
        near = get_close_matches(normal(bare.name), known, n=NEAR_MAX, cutoff=0.75)
        same = (normal(structs.replace(bare, name=each, printing="").render()) for each in near) if bare.version else ()
        near = [*(each for each in same if each in known), *near]
        holding = [written for written in known if words and words <= set(written.split())]
        return tuple(dict.fromkeys(next(self._written(each)).face.title for each in (*near, *holding)))[:NEAR_MAX]


def _without_letter(name: CardName) -> CardName:
    """A name with the letter at its end as its version, where the brackets are left out."""
    first, _, letter = name.name.rpartition(" ")
    alone = bool(first) and not name.version and len(letter) == 1 and letter.isalpha()
    return structs.replace(name, name=first, version=letter.upper()) if alone else name


def names_of(entries: Iterable[Entry]) -> dict[str, list[Entry]]:
    """By every way of writing a card, with and without version and printing, the cards."""
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        for written in dict.fromkeys((entry.face.name, entry.face.title, entry.title)):
            found.setdefault(normal(written), []).append(entry)
    return found


def same_card(one: Face, other: Face) -> bool:
    """Tell whether two faces are printings of one card: same name, version, type line and numbers.

    Cards can share a name and yet differ (crf.card.star-destroyer.different-from-battle-of-yavin-card);
    unique ones of one version never do (rots.unique.version-letter).
    """
    if (one.name, one.version) != (other.name, other.version):
        return False
    return bool(one.version) or _facts(one) == _facts(other)


def _facts(face: Face) -> tuple[object, ...]:
    numbers = (face.cost, face.cost_x, face.speed, face.power, face.health)
    return (face.types, normal(face.subtypes), *numbers)


def first_printings(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Keep one printing of each card: an ordinary one where there is one, else the first."""
    kept: list[Entry] = []
    for entry in entries:
        for at, other in enumerate(kept):
            if same_card(entry.face, other.face):
                if other.printing and not entry.printing:
                    kept[at] = entry
                break
        else:
            kept.append(entry)
    return tuple(kept)


def searchable(entry: Entry) -> str:
    """Everything a search looks at, folded to one line."""
    face = entry.face
    keywords = [getattr(ability, "name", "") for ability in face.abilities]
    parts = (entry.title, *face.types, face.subtypes, face.side, face.set, SETS.get(face.set, ""), *keywords)
    return normal(" ".join(parts))


@cache
def load_set(code: str) -> CardSet:
    """Load one of our own sets. Raises KeyError if we carry none of that code."""
    if code not in SETS:
        raise KeyError(code)
    return msgspec.json.decode(_set_bytes(code), type=CardSet)


@cache
def our_names() -> dict[str, tuple[str, ...]]:
    """By every way of writing one of our own cards (`names_of`), the keys of the cards in the sets' order."""
    return msgspec.json.decode(_data(NAMES), type=dict[str, tuple[str, ...]])


def _set_of(key: str) -> str:
    return key.partition("/")[0]


def _set_bytes(code: str) -> bytes:
    return _data(f"{code}.json")


def _data(name: str) -> bytes:
    return resources.files(__package__).joinpath("data", name).read_bytes()


@cache
def our_catalogue() -> Catalogue:
    """Return the catalogue of all our own sets."""
    return Catalogue()
