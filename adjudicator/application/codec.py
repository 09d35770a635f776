"""How the content of an entry becomes bytes: msgpack arrays, citations interned per entry.

The public part is one array: kind, version of the layout, the content's fields in their order with
every seal closed, the facts (their `rule` and `cause` emptied), the words that were taken out of
them, and for each fact two numbers saying which word was its rule and which its cause (0: none).
The private items are the contents of the seals, in their order.

Layout 2 has the fields that LATER names. Entries of layout 1 are read without them, which leaves their
defaults, and stay as they are: no entry is ever rewritten.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import lru_cache, reduce
from operator import attrgetter, or_
from typing import Any, ClassVar, get_args

import msgspec

from adjudicator.application.private import NOT_THE_SAME, close_seals, fill_seals, pack_items, seals_in
from adjudicator.kernel.entries import (
    Declared,
    GameClosed,
    GameOpened,
    GameReopened,
    NonceGiven,
    NoteAdded,
    Rewound,
    RulingGiven,
)
from adjudicator.kernel.game import Game

LAYOUT = 2

OPENED, DECLARED, CHANCE, REVEALED = "game-opened", "declared", "chance-reported", "card-revealed"
RULING, REWOUND, NOTE, NONCE = "ruling-given", "rewound", "note-added", "nonce-given"
CLOSED, REOPENED = "game-closed", "game-reopened"

CONTENTS: dict[str, type[msgspec.Struct]] = {
    OPENED: GameOpened,
    DECLARED: Declared,
    CHANCE: Declared,
    REVEALED: Declared,
    RULING: RulingGiven,
    REWOUND: Rewound,
    NOTE: NoteAdded,
    CLOSED: GameClosed,
    REOPENED: GameReopened,
    NONCE: NonceGiven,
}
"""The kinds of entry, by the names under which they are stored."""

LATER: dict[type[msgspec.Struct], tuple[str, ...]] = {Declared: ("reasons",), GameOpened: ("told",)}
"""The last fields of a content, which layout 1 does not have."""

Content = GameOpened | Declared | RulingGiven | Rewound | NoteAdded | GameClosed | GameReopened | NonceGiven

_replace = msgspec.structs.replace
_set = msgspec.structs.force_setattr


class UnreadableError(ValueError):
    """Stored bytes that are no entry of this game."""


class _Plan:
    """How a kind of content is taken apart and put together: all its fields, and those besides the facts."""

    def __init__(self, content: type[msgspec.Struct], layout: int) -> None:
        names = _names(content, layout)
        self.content: Callable[..., Content] = content  # type: ignore[assignment]  # CONTENTS holds those of Content
        self.fields: Callable[[Any], tuple[Any, ...]] = attrgetter(*names)
        self.body: Callable[[Any], tuple[Any, ...]] = attrgetter(*(name for name in names if name != "facts"))


class _Reader:
    """How the public part of a kind of entry is read, in each layout: what it begins with in today's, which is tried
    first, and the types of what is stored.
    """

    def __init__(self, kind: str, layouts: dict[int, type[msgspec.Struct]]) -> None:
        self.kind = kind
        self._by_layout = {layout: msgspec.msgpack.Decoder(stored).decode for layout, stored in layouts.items()}
        self._today = self._by_layout[LAYOUT]
        rest = len(layouts[LAYOUT].__struct_fields__) - 2
        self._beginning = msgspec.msgpack.encode([kind, LAYOUT, *[None] * rest])[:-rest]

    def read(self, public: bytes) -> Any:
        """The stored fields, by the layout that they were written in. Raises UnreadableError, msgspec's."""
        if public.startswith(self._beginning):
            return self._today(public)
        read = self._by_layout.get(_layout(self.kind, public))
        if read is None:
            raise UnreadableError(f"this is not a {self.kind} of a layout from 1 to {LAYOUT}")
        stored: Any = read(public)
        if stored.kind != self.kind:
            raise UnreadableError(f"a {stored.kind}, not a {self.kind}")
        return stored


_LAYOUTS = range(1, LAYOUT + 1)


class Codec:
    """Bytes of entries for one game, whose fact and declaration kinds it knows."""

    _encoder: ClassVar[msgspec.msgpack.Encoder] = msgspec.msgpack.Encoder()

    def __init__(self, game: Game) -> None:
        self._readers = {
            kind: _Reader(kind, {layout: _stored(content, game, layout) for layout in _LAYOUTS})
            for kind, content in CONTENTS.items()
        }
        self._passing, self._passing_sealed = _passing_readers(game, _PASSED), _passing_readers(game, _PASSED_SEALED)
        self._followed = self._readers | _passing_readers(game, ())
        self._caused = game.caused
        self._plans = {
            layout: {kind: _Plan(content, layout) for kind, content in CONTENTS.items()} for layout in _LAYOUTS
        }

    def encode(self, kind: str, content: Any) -> tuple[bytes, list[bytes]]:
        """The public part of an entry, and its private items."""
        private = [pack_items(seal.items) for seal in seals_in(content)]
        shown = close_seals(content) if private else content
        words: dict[str, int] = {"": 0}
        marks: list[int] = []
        facts = []
        for fact in getattr(shown, "facts", ()):
            marks.append(words.setdefault(fact.rule, len(words)))
            marks.append(words.setdefault(fact.cause, len(words)))
            facts.append(_replace(fact, rule="", cause=""))
        body = self._plans[LAYOUT][kind].body(shown)
        return self._encoder.encode([kind, LAYOUT, *body, facts, list(words)[1:], marks]), private

    def facts_in_passing(self, kind: str, public: bytes, private: list[bytes | None]) -> tuple[Any, ...] | None:
        """The facts of a declaration, without the words that no fold looks at; those in whose place later ones come
        are read as far as they matter if one follows (`kernel.game.Game.passing`). Raises UnreadableError.

        None if the entry has to be read whole: it is no declaration, something else of it matters too (a nonce), or a
        seal lies in what was not read.
        """
        reader = (self._passing_sealed if private else self._passing).get(kind)
        if reader is None:
            return None
        try:
            stored = reader.read(public)
            if stored.nonce:
                return None
            if private:
                seals = seals_in((stored.declaration, stored.facts, stored.reasons))  # in the order of a Declared
                if len(seals) != len(private):
                    return None
                fill_seals(seals, private)
            self._put_causes_back(stored)
        except (msgspec.MsgspecError, KeyError, IndexError, ValueError) as error:
            raise UnreadableError(str(error)) from error
        facts: tuple[Any, ...] = stored.facts
        return facts

    def facts_checked(self, kind: str, public: bytes, private: list[bytes | None]) -> tuple[Any, ...] | None:
        """The facts of a declaration, without the words that no fold looks at, if all of it is as we would have written
        it (see `decode`). None for what is no declaration, or is of an earlier layout. Raises UnreadableError.
        """
        if CONTENTS[kind] is not Declared:
            return None
        try:
            stored = self._readers[kind].read(public)
            if stored.version != LAYOUT:
                return None
            self._check_written(stored, public)
            fill_seals(seals_in((stored.declaration, stored.facts, stored.reasons)), private, strict=True)
            self._put_causes_back(stored)
        except (msgspec.MsgspecError, KeyError, IndexError, ValueError) as error:
            raise UnreadableError(str(error)) from error
        facts: tuple[Any, ...] = stored.facts
        return facts

    def decode(
        self, kind: str, public: bytes, private: list[bytes | None], *, strict: bool = False, passing: bool = False
    ) -> Content:
        """The content of an entry from its parts. Raises UnreadableError.

        `strict` reads only what we could have written: the parts have to be the same when they are written again,
        private items too (but those that are missing). `passing` reads of facts in whose place later ones come only
        what matters if one follows (`kernel.game.Game.passing`).
        """
        try:
            stored = (self._followed if passing else self._readers)[kind].read(public)
            if strict:
                self._check_written(stored, public)
            content = self._content(kind, stored)
            if private or strict:  # an entry written without a seal has none
                fill_seals(seals_in(content), private, strict=strict)
        except (msgspec.MsgspecError, KeyError, IndexError, ValueError) as error:
            raise UnreadableError(str(error)) from error
        return content

    def _put_causes_back(self, stored: Any) -> None:
        """Give facts that only are folded the causes that were taken out of them, where folding looks at them."""
        facts, marks = stored.facts, stored.marks
        if len(marks) != 2 * len(facts):
            raise UnreadableError(f"{len(facts)} facts but {len(marks)} marks")
        if not self._caused.isdisjoint(map(type, facts)):
            words = ("", *(stored.words if isinstance(stored.words, tuple) else _words(stored.words)))
            for fact, cause in zip(facts, marks[1::2], strict=True):
                _set(fact, "cause", words[cause])

    def _check_written(self, stored: Any, public: bytes) -> None:
        """Stored fields written again are the same bytes; other bytes than these were never written by us.

        The same as encoding the content, without taking the words out of the facts again. Raises UnreadableError.
        """
        words = 0
        for mark in stored.marks:  # words are numbered in the order in which the facts first name them
            if mark > words:
                words += 1
                if mark != words:
                    raise UnreadableError("words are not numbered in the order of the facts")
        if words != len(stored.words) or len({"", *stored.words}) != words + 1:
            raise UnreadableError("words that no fact names, or twice")
        written = self._encoder.encode(stored)
        if written != public and not _only_added(msgspec.msgpack.decode(public), msgspec.msgpack.decode(written)):
            raise UnreadableError(NOT_THE_SAME)

    def _content(self, kind: str, stored: Any) -> Content:
        _put_words_back(stored)
        plan = self._plans[stored.version][kind]
        return plan.content(*plan.fields(stored))


def _put_words_back(stored: Any) -> None:
    """Give stored facts the words that were taken out of them: they were just decoded, and nobody else holds them."""
    facts, words, marks = stored.facts, ("", *stored.words), stored.marks
    if len(marks) != 2 * len(facts):
        raise UnreadableError(f"{len(facts)} facts but {len(marks)} marks")
    mark = iter(marks)
    for fact, rule, cause in zip(facts, mark, mark, strict=True):
        if rule:
            _set(fact, "rule", words[rule])
        if cause:
            _set(fact, "cause", words[cause])


def _layout(kind: str, public: bytes) -> int:
    """The layout of a public part, from its first bytes: an array, the kind, and a small number."""
    at = 3 if public[:1] == b"\xdc" else 1  # arrays of up to 15 fields have their length in the first byte
    at += 1 + len(kind)
    return public[at] if len(public) > at else 0


def _names(content: type[msgspec.Struct], layout: int) -> tuple[str, ...]:
    """The fields of a content in a layout."""
    later = LATER.get(content, ()) if layout < LAYOUT else ()
    return tuple(name for name in content.__struct_fields__ if name not in later)


def _only_added(stored: Any, written: Any) -> bool:
    """Whether what is written today differs from what was stored only by fields that the stored values lack.

    A kind of value may get new fields with defaults, at its end; entries from before are not rewritten for that.
    """
    if isinstance(stored, dict) and isinstance(written, dict):
        return all(name in written and _only_added(value, written[name]) for name, value in stored.items())
    if isinstance(stored, list) and isinstance(written, list):
        return len(stored) <= len(written) and all(map(_only_added, stored, written))
    return type(stored) is type(written) and bool(stored == written)


_codecs: dict[tuple[Any, Any], Codec] = {}


def codec_of(game: Game) -> Codec:
    """The codec of a game, made once in a process for its kinds of facts and declarations."""
    return _codec_of(game)  # type: ignore[arg-type]  # every object is hashed by what it is


@lru_cache(maxsize=64)  # comparing unions of types takes longer than all the rest
def _codec_of(game: Any) -> Codec:
    kinds = (game.fact_type, game.declaration_type)
    found = _codecs.get(kinds)
    if found is None:
        found = _codecs[kinds] = Codec(game)
    return found


_PASSED_SEALED = ("digests", "words")
"""What is not looked into in passing where something is private: long, and of no use but to `_put_causes_back`."""
_PASSED = ("declaration", *_PASSED_SEALED)
"""The same where nothing is, so that no seal is looked for."""
_words = msgspec.msgpack.Decoder(tuple[str, ...]).decode


def _passing_readers(game: Game, unread: Container[str]) -> dict[str, _Reader]:
    """How what is declared is read in passing, by kind of entry; some fields are left as bytes."""
    facts = reduce(or_, [game.passing.get(kind, kind) for kind in get_args(game.fact_type)])
    layouts = {layout: _stored(Declared, game, layout, facts, unread) for layout in _LAYOUTS}
    return {kind: _Reader(kind, layouts) for kind, content in CONTENTS.items() if content is Declared}


def _stored(
    content: type[msgspec.Struct], game: Game, layout: int, facts_of: Any = None, unread: Container[str] = ()
) -> type[msgspec.Struct]:
    """The stored layout of a content, with the game's own types where the content says Any, and its facts or these.

    The fields in `unread` stay bytes.
    """
    own: dict[str, Any] = {}
    if content is Declared:
        own["declaration"] = game.declaration_type
    elif content is RulingGiven:
        own["declaration"] = game.declaration_type | None
    fields: list[Any] = [("kind", str), ("version", int)]
    fields += [
        (field.name, own.get(field.name, field.type))
        for field in msgspec.structs.fields(content)
        if field.name != "facts" and field.name in _names(content, layout)
    ]
    facts = tuple[facts_of or game.fact_type, ...]  # type: ignore[misc,valid-type]  # the game's union is a value to us
    fields += [("facts", facts), ("words", tuple[str, ...]), ("marks", tuple[int, ...])]
    fields = [(name, msgspec.Raw if name in unread else hint) for name, hint in fields]
    return msgspec.defstruct("Stored" + content.__name__, fields, array_like=True, gc=False)
