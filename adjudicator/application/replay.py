"""From stored entries back to tables: our own fold, no rules and no library checks per event.

A rewind does not undo entries, it lets the game go on from an earlier table. So the tables of a
game form a tree: each entry that changes the table has the revision before it as its parent, and a
rewind has the revision it returns to. A table is the fold of the facts along its line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from uuid import UUID

import msgspec

from adjudicator.application.answers import Entry, GameView
from adjudicator.application.chain import genesis, next_head
from adjudicator.application.chance import Nonces
from adjudicator.application.codec import CLOSED, CONTENTS, OPENED, REOPENED, REWOUND, Codec, Content, UnreadableError
from adjudicator.application.errors import CorruptLogError, UnknownRevisionError
from adjudicator.application.private import commitment, seals_in
from adjudicator.application.residents import Resident
from adjudicator.application.seeds import SeedHeld, seeds_of
from adjudicator.application.store import OPENED_TOPIC, TOPIC_PREFIX, Envelope
from adjudicator.kernel.entries import (
    Declared,
    GameClosed,
    GameOpened,
    GameReopened,
    NonceGiven,
    Opening,
    Rewound,
    Settings,
)
from adjudicator.kernel.game import Game

_KINDS = {TOPIC_PREFIX + kind: kind for kind in CONTENTS}
ITEM_REMOVED = "a private item was removed"
WITH_SEED = frozenset({OPENED_TOPIC, TOPIC_PREFIX + REOPENED})
"""What holds a seed of the house, which is missing where another house keeps it."""
_ALWAYS = (GameOpened, Rewound)
"""What changes the table even without facts."""


def open_entry(codec: Codec, envelope: Envelope, revision: int, *, strict: bool = False) -> Entry:
    """Read an envelope that follows a revision. Raises CorruptLogError."""
    content, number = read_content(codec, envelope, strict=strict), envelope.originator_version
    after = number if changes(content) else revision
    return Entry(number, _KINDS[envelope.topic], content, envelope.head, envelope.at, after)


def read_content(codec: Codec, envelope: Envelope, *, strict: bool = False, passing: bool = False) -> Content:
    """What an envelope holds, if `strict` only what we could have written; see Codec.decode. Raises CorruptLogError."""
    try:
        kind = _KINDS[envelope.topic]
        return codec.decode(kind, envelope.public, _items(envelope), strict=strict, passing=passing)
    except UnreadableError as error:
        raise CorruptLogError(str(envelope.originator_id), envelope.originator_version, str(error)) from error


def _facts_in_passing(codec: Codec, envelope: Envelope) -> tuple[Any, ...] | None:
    """The facts of an envelope that others follow; None if it has to be read whole. Raises CorruptLogError."""
    return _facts(codec.facts_in_passing, envelope)


def facts_checked(codec: Codec, envelope: Envelope) -> tuple[Any, ...] | None:
    """The facts of a declaration of which all is as we would have written it; None if it is to be read by
    `read_content`. Raises CorruptLogError.
    """
    return _facts(codec.facts_checked, envelope)


def _facts(
    read: Callable[[str, bytes, list[bytes | None]], tuple[Any, ...] | None], envelope: Envelope
) -> tuple[Any, ...] | None:
    try:
        return read(_KINDS[envelope.topic], envelope.public, _items(envelope))
    except UnreadableError as error:
        raise CorruptLogError(str(envelope.originator_id), envelope.originator_version, str(error)) from error


def _items(envelope: Envelope) -> list[bytes | None]:
    """The private items of an envelope; None for those that are missing."""
    return [None if item is None else item[1] for item in envelope.private] if envelope.private else []


def linked(head: bytes, envelope: Envelope, *, partly: bool = False) -> bytes:
    """The head after an envelope that follows a head. Raises CorruptLogError if it does not, or lacks a private item.

    Private items may be missing only where a record is read that tells them only `partly`, and the seed of an opening
    or a reopening (`check_seed_alone`). No entry of any log says today that an item was removed; one that did would be
    looked up here.
    """
    number = envelope.originator_version
    found = next_head(head, number, envelope.public, envelope.commitments)
    if found != envelope.head:
        raise CorruptLogError(str(envelope.originator_id), number, "the chain of hashes breaks here")
    if (envelope.private or envelope.commitments) and not _kept(envelope):
        why = _why_not_kept(envelope, partly=partly)
        if why:
            raise CorruptLogError(str(envelope.originator_id), number, why)
    return found


def _kept(envelope: Envelope) -> bool:
    """Whether every private item is there, and is the one committed to."""
    return len(envelope.private) == len(envelope.commitments) and all(
        item is not None and commitment(*item) == promised
        for item, promised in zip(envelope.private, envelope.commitments, strict=True)
    )


def _why_not_kept(envelope: Envelope, *, partly: bool) -> str:
    """What is wrong with the private items; empty if some are missing that may be."""
    if len(envelope.private) != len(envelope.commitments):
        return "a private item does not match its commitment"
    pairs = zip(envelope.private, envelope.commitments, strict=True)
    if any(item is not None and commitment(*item) != promised for item, promised in pairs):
        return "a private item does not match its commitment"
    return "" if partly or envelope.topic in WITH_SEED else ITEM_REMOVED


def check_seed_alone(envelope: Envelope, content: Content) -> None:
    """Of what holds a seed only that may be missing: another house keeps it. Raises CorruptLogError."""
    if None in envelope.private and isinstance(content, GameOpened | GameReopened):
        seals = seals_in(content)
        if any(item is None and seal is not content.seed for item, seal in zip(envelope.private, seals, strict=True)):
            raise CorruptLogError(str(envelope.originator_id), envelope.originator_version, ITEM_REMOVED)


def changes(content: Any) -> bool:
    """Whether an entry changes the table."""
    return bool(getattr(content, "facts", ())) or isinstance(content, _ALWAYS)


def mix_in(nonces: dict[str, bytes], content: Any, settings: Settings) -> None:
    """Take in what an entry changes of that which the seats add to the house's chance from then on.

    Where nonces come first, those from before a reopening are let go: the house knew them when it committed to its new
    seed.
    """
    if isinstance(content, Declared):
        if content.nonce:
            nonces[content.declaration.seat] = content.nonce
    elif isinstance(content, NonceGiven):
        nonces[content.seat] = content.nonce
    elif isinstance(content, GameReopened) and settings.nonces_first:
        nonces.clear()


def dealt(game: Game, opened: GameOpened, game_id: str) -> Any:
    """The table that an opened game starts from, as a draft. Raises CorruptLogError."""
    opening = opened.opening
    if opened.start.items:
        opening = Opening(
            opening.game, opening.edition, opening.settings, opening.seats, opening.packs, opened.start.items[0]
        )
    try:
        return game.fork(game.deal(opening))
    except Exception as error:
        raise CorruptLogError(game_id, 1, f"it cannot be dealt: {error!r}") from error


def folded(game: Game, table: Any, game_id: str, entry: Entry) -> None:
    """Fold what an entry says happened on a draft. Raises CorruptLogError."""
    facts = entry.content.facts  # type: ignore[union-attr]  # what changes the table has facts, or is a rewind
    fold_all(game.fold, table, facts, game_id, entry.number)


def fold_all(fold: Any, table: Any, facts: Iterable[Any], game_id: str, number: int) -> None:
    """Fold the facts of an entry. Raises CorruptLogError."""
    try:
        for fact in facts:
            fold(table, fact)
    except Exception as error:
        raise CorruptLogError(game_id, number, f"its facts do not fold: {error!r}") from error


class History:
    """The entries of one game in order, and the tables along its lines.

    `strict` takes in only what we have written, `partly` also entries whose private items are missing.
    """

    def __init__(self, game_id: UUID, game: Game, codec: Codec, *, strict: bool = False, partly: bool = False) -> None:
        self._strict = strict
        self._partly = partly
        self.stream = game_id
        self.game_id = str(game_id)
        self.game = game
        self.codec = codec
        self.entries: list[Entry] = []
        self.revision = 0
        self.head = genesis(game_id)
        self._parents: dict[int, int] = {}

    def add(self, envelope: Envelope) -> Entry:
        """Take the next entry in. Raises CorruptLogError at the first bad position."""
        number = len(self.entries) + 1
        if envelope.originator_version != number:
            raise CorruptLogError(self.game_id, number, f"missing; entry {envelope.originator_version} follows")
        self.head = linked(self.head, envelope, partly=self._partly)
        entry = open_entry(self.codec, envelope, self.revision, strict=self._strict)
        if not self._partly:
            check_seed_alone(envelope, entry.content)
        if (number == 1) != (entry.kind == OPENED):
            raise CorruptLogError(self.game_id, number, f"a log does not have {entry.kind} there")
        if entry.kind == REOPENED and self.entries[-1].kind != CLOSED:
            raise CorruptLogError(self.game_id, number, "a game is reopened that was not closed")
        if entry.revision == number:
            parent = entry.content.to if entry.kind == REWOUND else self.revision  # type: ignore[union-attr]  # by its kind
            if parent != 0 and parent not in self._parents:
                raise CorruptLogError(self.game_id, number, f"it goes on from {parent}, where there was no table")
            self._parents[number] = parent
            self.revision = number
        self.entries.append(entry)
        return entry

    @property
    def opened(self) -> GameOpened:
        """The content of the first entry. Raises CorruptLogError for an empty log."""
        if not self.entries:
            raise CorruptLogError(self.game_id, 1, "missing")
        content = self.entries[0].content
        assert isinstance(content, GameOpened)
        return content

    def line(self, revision: int) -> list[Entry]:
        """The entries whose facts led to a revision, oldest first. Raises UnknownRevisionError."""
        if revision not in self._parents:
            raise UnknownRevisionError(self.game_id, revision, self.revision)
        found = []
        while revision:
            entry = self.entries[revision - 1]
            if entry.kind != REWOUND:
                found.append(entry)
            revision = self._parents[revision]
        found.reverse()
        return found

    def standing(self) -> frozenset[int]:
        """The revisions on the line that stands, rewinds included."""
        found, revision = set(), self.revision
        while revision:
            found.add(revision)
            revision = self._parents[revision]
        return frozenset(found)

    def table_at(self, revision: int) -> Any:
        """The table at a revision. Raises UnknownRevisionError, CorruptLogError."""
        line = self.line(revision)
        table = dealt(self.game, self.opened, self.game_id)
        for entry in line:
            folded(self.game, table, self.game_id, entry)
        return table

    def nonces(self) -> Nonces:
        """What each seat adds to the house's chance by now."""
        opened = self.opened
        given: dict[str, bytes] = dict(opened.nonces)
        for entry in self.entries:
            mix_in(given, entry.content, opened.opening.settings)
        return tuple(given.items())

    def seeds(self) -> tuple[SeedHeld, ...]:
        """The seeds of the house's chance, one after the other; as many as the game was opened and reopened."""
        return seeds_of(self.entries)

    def resident(self) -> Resident:
        """The game as it stands after its last entry. Raises CorruptLogError."""
        opened, held = self.opened, self.seeds()[-1]
        last = self.entries[-1]
        closed = last.content if isinstance(last.content, GameClosed) else None
        view = GameView(
            self.game_id,
            self.game,
            opened.opening.edition,
            opened.opening.settings,
            opened.opening.seats,
            self.table_at(self.revision),
            last.number,
            self.revision,
            self.head,
            held.commitment,
            self.nonces(),
            closed is not None,
            closed.result if closed else "",
            opened.forked_from,
            closed is None and not held.kept,
        )
        return Resident(view, held.kept)


def advance(resident: Resident, codec: Codec, envelopes: Iterable[Envelope]) -> Resident | None:
    """A game in memory after more entries; None if one of them goes back to an earlier table, or reopens the game.

    Nothing of the entries is kept, so this is also how a long game is read from its first entry on.
    Raises CorruptLogError.
    """
    view, head, last = resident.view, resident.view.head, resident.view.last
    table, revision, nonces = view.rules.fork(view.table), view.revision, dict(view.nonces)
    fold, replaced = view.rules.fold, view.rules.passing.keys()
    passing = frozenset(view.rules.passing.values())
    content: Any = None
    passed: Envelope | None = None
    for envelope in envelopes:
        last = envelope.originator_version
        head = linked(head, envelope)
        content, facts = None, _facts_in_passing(codec, envelope)
        if facts is None:
            content = read_content(codec, envelope)
            if isinstance(content, _ALWAYS):
                if isinstance(content, Rewound):
                    return None
                raise CorruptLogError(view.game_id, last, "a game is opened once")
            if isinstance(content, GameReopened):
                return None
            mix_in(nonces, content, view.settings)
            facts = getattr(content, "facts", ())
        if facts:
            revision = last
            fold_all(fold, table, facts, view.game_id, last)
            if not passing.isdisjoint(map(type, facts)):
                passed = envelope
            elif passed is not None and not replaced.isdisjoint(map(type, facts)):
                passed = None
    if passed is not None:
        fold_passed(view.rules, codec, table, passed)
    after = _as_of(view, content, table=table, last=last, revision=revision, head=head, nonces=tuple(nonces.items()))
    return Resident(after, resident.seed)


def fold_passed(game: Game, codec: Codec, table: Any, envelope: Envelope) -> None:
    """Fold on a draft what an envelope holds that was only read in passing. Raises CorruptLogError."""
    content: Any = read_content(codec, envelope)
    whole = [fact for fact in content.facts if type(fact) in game.passing]
    fold_all(game.fold, table, whole, str(envelope.originator_id), envelope.originator_version)


def _as_of(view: GameView, content: Any, **now: Any) -> GameView:
    """A view with what is so now, after an entry's content: closed, if that closed the game."""
    closed = content if isinstance(content, GameClosed) else None
    return msgspec.structs.replace(
        view,
        closed=view.closed or closed is not None,
        frozen=view.frozen and closed is None,
        result=closed.result if closed else view.result,
        **now,
    )


class _Named(msgspec.Struct):
    """The one field of an opening that says which game can read the rest."""

    game: str


class _FirstParts(msgspec.Struct, array_like=True):
    kind: str
    version: int
    opening: _Named


_first = msgspec.msgpack.Decoder(_FirstParts)


def game_named(envelope: Envelope) -> str:
    """The id of the game that a first entry opens. Raises CorruptLogError."""
    try:
        return _first.decode(envelope.public).opening.game
    except msgspec.MsgspecError as error:
        raise CorruptLogError(str(envelope.originator_id), envelope.originator_version, str(error)) from error
