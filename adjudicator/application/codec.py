"""How the content of an entry becomes bytes: msgpack arrays, citations interned per entry.

The public part is one array: kind, version of the layout, the content's fields in their order with
every seal closed, the facts (their `rule` and `cause` emptied), the words that were taken out of
them, and for each fact two numbers saying which word was its rule and which its cause (0: none).
What was in the seals are the private items, in the order of the seals.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import attrgetter
from typing import Any, ClassVar

import msgspec

from adjudicator.application.private import close_seals, fill_seals, pack_items, seals_in
from adjudicator.kernel.entries import Declared, GameClosed, GameOpened, NoteAdded, Rewound, RulingGiven
from adjudicator.kernel.game import Game

LAYOUT = 1

OPENED, DECLARED, CHANCE, REVEALED = "game-opened", "declared", "chance-reported", "card-revealed"
RULING, REWOUND, NOTE, CLOSED = "ruling-given", "rewound", "note-added", "game-closed"

CONTENTS: dict[str, type[msgspec.Struct]] = {
    OPENED: GameOpened,
    DECLARED: Declared,
    CHANCE: Declared,
    REVEALED: Declared,
    RULING: RulingGiven,
    REWOUND: Rewound,
    NOTE: NoteAdded,
    CLOSED: GameClosed,
}
"""The kinds of entry, by the names under which they are stored."""

Content = GameOpened | Declared | RulingGiven | Rewound | NoteAdded | GameClosed

_replace = msgspec.structs.replace
_set = msgspec.structs.force_setattr


class UnreadableError(ValueError):
    """Stored bytes that are no entry of this game."""


class _Plan:
    """How a kind of content is taken apart and put together: all its fields, and those besides the facts."""

    def __init__(self, content: type[msgspec.Struct]) -> None:
        names = content.__struct_fields__
        self.content: Callable[..., Content] = content  # type: ignore[assignment]  # CONTENTS holds those of Content
        self.fields: Callable[[Any], tuple[Any, ...]] = attrgetter(*names)
        self.body: Callable[[Any], tuple[Any, ...]] = attrgetter(*(name for name in names if name != "facts"))


class Codec:
    """Bytes of entries for one game, whose fact and declaration kinds it knows."""

    _encoder: ClassVar[msgspec.msgpack.Encoder] = msgspec.msgpack.Encoder()

    def __init__(self, game: Game) -> None:
        self._readers = {kind: msgspec.msgpack.Decoder(_stored(content, game)) for kind, content in CONTENTS.items()}
        self._plans = {kind: _Plan(content) for kind, content in CONTENTS.items()}

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
        body = self._plans[kind].body(shown)
        return self._encoder.encode([kind, LAYOUT, *body, facts, list(words)[1:], marks]), private

    def decode(self, kind: str, public: bytes, private: list[bytes | None]) -> Content:
        """The content of an entry from its parts. Raises UnreadableError."""
        try:
            stored: Any = self._readers[kind].decode(public)
            if stored.kind != kind or stored.version != LAYOUT:
                raise UnreadableError(f"a {stored.kind} of layout {stored.version}, not a {kind} of layout {LAYOUT}")
            content = self._content(kind, stored)
            if private:  # an entry written without a seal has none
                fill_seals(content, private)
        except (msgspec.MsgspecError, KeyError, IndexError, ValueError) as error:
            raise UnreadableError(str(error)) from error
        return content

    def written_again(self, kind: str, public: bytes) -> bytes:
        """The public part read and written again; other bytes than these were never written by us.

        The same as decoding and encoding, save for what seals hold, without putting the words into the facts and
        taking them out again. Raises UnreadableError.
        """
        try:
            stored: Any = self._readers[kind].decode(public)
        except msgspec.MsgspecError as error:
            raise UnreadableError(str(error)) from error
        words = 0
        for mark in stored.marks:  # words are numbered in the order in which the facts first name them
            if mark > words:
                words += 1
                if mark != words:
                    raise UnreadableError("words are not numbered in the order of the facts")
        if words != len(stored.words) or len({"", *stored.words}) != words + 1:
            raise UnreadableError("words that no fact names, or twice")
        return self._encoder.encode(stored)

    def _content(self, kind: str, stored: Any) -> Content:
        plan = self._plans[kind]
        facts, words, marks = stored.facts, ("", *stored.words), stored.marks
        if len(marks) != 2 * len(facts):
            raise UnreadableError(f"{len(facts)} facts but {len(marks)} marks")
        for fact, rule, cause in zip(facts, marks[::2], marks[1::2], strict=True):
            # The facts were decoded a moment ago and nobody else holds them; they were written without words.
            if rule:
                _set(fact, "rule", words[rule])
            if cause:
                _set(fact, "cause", words[cause])
        return plan.content(*plan.fields(stored))


def only_added(stored: bytes, written: bytes) -> bool:
    """Whether what is written today differs from what was stored only by fields that the stored values lack.

    A kind of value may get new fields with defaults, at its end; entries from before are not rewritten for that.
    """
    return _only_added(msgspec.msgpack.decode(stored), msgspec.msgpack.decode(written))


def _only_added(stored: Any, written: Any) -> bool:
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


def _stored(content: type[msgspec.Struct], game: Game) -> type[msgspec.Struct]:
    """The stored layout of a content, with the game's own types where the content says Any."""
    own: dict[str, Any] = {}
    if content is Declared:
        own["declaration"] = game.declaration_type
    elif content is RulingGiven:
        own["declaration"] = game.declaration_type | None
    fields: list[Any] = [("kind", str), ("version", int)]
    fields += [
        (field.name, own.get(field.name, field.type))
        for field in msgspec.structs.fields(content)
        if field.name != "facts"
    ]
    facts = tuple[game.fact_type, ...]  # type: ignore[name-defined]  # the game's union is a value to us
    fields += [("facts", facts), ("words", tuple[str, ...]), ("marks", tuple[int, ...])]
    return msgspec.defstruct("Stored" + content.__name__, fields, array_like=True, gc=False)
