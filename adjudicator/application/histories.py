"""Reading the store: whole histories, the newest state of a game, lists of games, and what followers poll."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple, cast
from uuid import UUID

import msgspec
from eventsourcing.persistence import EventStore, Mapper

from adjudicator.application.answers import Entry, GameSummary, GameView, Notice
from adjudicator.application.codec import CLOSED, CONTENTS, REOPENED, REWOUND, Codec, Content, codec_of
from adjudicator.application.collecting import without_collection
from adjudicator.application.errors import CorruptLogError, RequestIdReusedError, UnknownGameError
from adjudicator.application.games import Games
from adjudicator.application.replay import History, advance, game_named, open_entry, read_content
from adjudicator.application.residents import Resident
from adjudicator.application.saved import is_entry, request_of, saved
from adjudicator.application.store import (
    ACCESS_TOPICS,
    DISPUTE_TOPICS,
    REQUEST_TOPIC,
    TOPIC_PREFIX,
    Envelope,
    Recorder,
    RequestKept,
    Row,
    Snapshot,
    envelope_of,
    request_stream,
    store_errors,
    stream_named,
)
from adjudicator.kernel.entries import Settings
from adjudicator.kernel.game import Game

_KINDS = tuple(TOPIC_PREFIX + kind for kind in CONTENTS)


_REOPENED = TOPIC_PREFIX + REOPENED
_WINDING = frozenset({TOPIC_PREFIX + REWOUND, _REOPENED})
_KNOWN = frozenset(_KINDS)
_topic = itemgetter(1)
_NO_GAMES = frozenset({REQUEST_TOPIC, *DISPUTE_TOPICS, *ACCESS_TOPICS})
"""What streams that are no games begin with."""

KNOWN_MAX = 65_536
"""Of so many streams it is remembered which game they are of; it stands in their first entry."""


@lru_cache(maxsize=4096)
def stream_of(game_id: str) -> UUID:
    """The stream of a game id. Raises UnknownGameError for what is no id."""
    stream = stream_named(game_id)
    if stream is None:
        raise UnknownGameError(game_id)
    return stream


def envelope(stream: UUID, row: Row, number: int) -> Envelope:
    """The envelope of a row that should be entry `number` of a game. Raises CorruptLogError."""
    return next(envelopes(stream, (row,), number))


def envelopes(stream: UUID, rows: Iterable[Row], first: int) -> Iterator[Envelope]:
    """The envelopes of rows that should be the entries of a game from `first` on. Raises CorruptLogError."""
    for number, row in enumerate(rows, first):
        if row[0] != number:
            raise CorruptLogError(str(stream), number, f"missing; entry {row[0]} follows")
        if row[1] not in _KNOWN:
            raise CorruptLogError(str(stream), number, f"a log does not have {row[1]} there")
        try:
            found = envelope_of(stream, row)
        except (msgspec.MsgspecError, ValueError) as error:
            raise _not_read(stream, number, error) from error
        yield found


def _not_read(stream: UUID, number: int, error: Exception) -> CorruptLogError:
    return CorruptLogError(str(stream), number, f"it cannot be read: {error}")


def winding(rows: Iterable[Row]) -> bool:
    """Whether a game was ever rewound or reopened, so that it cannot be read straight on."""
    return not _WINDING.isdisjoint(map(_topic, rows))


def _after(resident: Resident, rows: Sequence[Row]) -> Resident | None:
    """A game after more rows, which follow the entry it stands at; None if one of them is a rewind."""
    view = resident.view
    stream = stream_of(view.game_id)
    with without_collection():
        return advance(resident, codec_of(view.rules), envelopes(stream, rows, view.last + 1))


class SnapshotKept(NamedTuple):
    """A snapshot: the entry it was taken after, that one's revision and head, and the table as bytes."""

    entry: int
    revision: int
    head: bytes
    board: bytes


class Reader:
    """Reads games out of the store. Everything it returns is a value of its own."""

    def __init__(
        self, games: Games, recorder: Recorder, mapper: Mapper[UUID], snapshots: EventStore[UUID] | None
    ) -> None:
        self._games = games
        self._recorder = recorder
        self._mapper = mapper
        self._snapshots = snapshots
        self._known: dict[int, tuple[Game, Codec]] = {}
        for game in games:  # it takes some milliseconds, which no caller should wait for
            codec_of(game)

    def history(self, game_id: str) -> History:
        """All entries of a game. Raises UnknownGameError, CorruptLogError, StoreUnavailableError."""
        stream = stream_of(game_id)
        rows = self._rows(stream)
        history = self.new_history(envelope(stream, rows[0], 1))
        with without_collection():
            for stored in envelopes(stream, rows, 1):
                history.add(stored)
        return history

    def new_history(self, first: Envelope, *, strict: bool = False, partly: bool = False) -> History:
        """An empty history of the game that a first entry opens; see History.

        Raises CorruptLogError, UnknownEditionError.
        """
        return History(first.originator_id, *self._reader_of(first), strict=strict, partly=partly)

    def resident(self, game_id: str) -> Resident:
        """The newest state of a game, from a snapshot if there is a good one. Raises like `history`."""
        with without_collection():
            return self._from_snapshot(game_id) or self._straight(game_id) or self.history(game_id).resident()

    def caught_up(self, resident: Resident) -> Resident:
        """The newest state of a game of which an older one is at hand. Raises like `history`."""
        view = resident.view
        rows = self._rows(stream_of(view.game_id), view.last - 1)
        newer = self._advanced(resident, rows)
        return newer or self.history(view.game_id).resident()

    def rows(self, game_id: str) -> Sequence[Row]:
        """The stored rows of a game, as they are. Raises UnknownGameError, StoreUnavailableError."""
        return self._rows(stream_of(game_id))

    def last_entry(self, game_id: str) -> int:
        """The number of a game's last entry. Raises UnknownGameError, StoreUnavailableError."""
        with store_errors(game_id):
            rows = self._recorder.select_events(stream_of(game_id), desc=True, limit=1)
        if not rows or rows[0].topic in _NO_GAMES:
            raise UnknownGameError(game_id)
        return rows[0].originator_version

    def request(self, request_id: str, body: bytes) -> RequestKept | None:
        """What is kept of a request that was answered before; None if it was not, or has no id.

        Raises RequestIdReusedError if something else was asked for under this id, StoreUnavailableError.
        """
        if not request_id:
            return None
        with store_errors():
            rows = self._recorder.select_events(request_stream(request_id))
        kept = cast("RequestKept | None", self._mapper.to_domain_event(rows[0]) if rows else None)
        if kept is not None and kept.body != body:
            raise RequestIdReusedError(request_id)
        return kept

    def requests_about(self, streams: Iterable[UUID]) -> dict[UUID, list[RequestKept]]:
        """What is kept of all requests that led to entries of some streams; reads the whole store once.

        Raises CorruptLogError, StoreUnavailableError.
        """
        found: dict[UUID, list[RequestKept]] = {stream: [] for stream in streams}
        for row in saved(self._recorder):
            kept = None if is_entry(row) else request_of(row)
            if kept is not None and kept.game in found:
                found[kept.game].append(kept)
        return found

    def list_games(self, after: int, limit: int) -> tuple[GameSummary, ...]:
        """Games in the order in which they were opened, after a position. Raises StoreUnavailableError."""
        with store_errors():
            found = self._recorder.select_openings(after, limit)
            return tuple(self._summary(position, stream) for position, stream in found)

    def notices(self, after: int, limit: int) -> tuple[Notice, ...]:
        """Entries of all games in the order in which they were saved, after a position.

        Raises CorruptLogError, StoreUnavailableError.
        """
        with store_errors():
            rows = self._recorder.select_topics(_KINDS, after, limit)
        return tuple(Notice(place, str(stream), self._opened(stream, row)) for place, stream, row in rows)

    def in_passing(self, stream: UUID, row: Row) -> tuple[Envelope, Content]:
        """What was saved in a row of a game for who reads on (Codec.decode); the chain before it is not looked at.

        Raises CorruptLogError, UnknownGameError, UnknownEditionError.
        """
        try:
            found = envelope_of(stream, row)
        except (msgspec.MsgspecError, ValueError) as error:
            raise _not_read(stream, row[0], error) from error
        return found, read_content(self.game_of(stream)[1], found, passing=True)

    def last_position(self) -> int:
        """The position of the newest entry of all games; 0 for an empty log. Raises StoreUnavailableError."""
        with store_errors():
            return self._recorder.max_notification_id() or 0

    def take_snapshot(self, resident: Resident) -> None:
        """Keep a state as a cache. Raises PersistenceError."""
        view = resident.view
        if self._snapshots is not None:
            data = msgspec.msgpack.encode((_Kept.of(resident), view.rules.encode(view.table)))
            self._snapshots.put([Snapshot(UUID(view.game_id), view.last, view.head, data)])

    def game_of(self, stream: UUID) -> tuple[Game, Codec]:
        """The game of a stream, and its codec. Raises UnknownGameError, CorruptLogError, UnknownEditionError."""
        known = self._known.get(stream.int)
        if known is not None:
            return known
        with store_errors(str(stream)):
            row = self._recorder.select_row(stream, 1)
        if row is None or row[1] in _NO_GAMES:
            self._rows(stream)  # it may have lost its first entry, which is damage, or never have been one
        return self._reader_of(envelope(stream, row or (2, "", b""), 1))

    def snapshot_at(self, stream: UUID, number: int) -> tuple[int, int, bytes, Any] | None:
        """The last snapshot that is not after an entry and is of this log: its entry, revision, head and table."""
        if self._snapshots is None:
            return None
        with store_errors(str(stream)):
            kept: Any = next(iter(self._snapshots.get(stream, desc=True, limit=1, lte=number)), None)
            row = None if kept is None else self._recorder.select_row(stream, kept.originator_version)
        if row is None or envelope(stream, row, kept.originator_version).head != kept.head:
            return None
        meta, board = _kept.decode(kept.data)
        return kept.originator_version, meta.revision, kept.head, self._games.find(meta.game).decode(board)

    def check_snapshot(self, history: History) -> None:
        """Compare the last snapshot with the fold. Raises CorruptLogError if it is of another table."""
        kept = self.last_snapshot(history.stream)
        if kept is None:
            return
        number = kept.entry
        entry = history.entries[number - 1] if number <= len(history.entries) else None
        if entry is None:
            raise CorruptLogError(
                history.game_id, len(history.entries) + 1, f"missing; a snapshot was taken after entry {number}"
            )
        if entry.head != kept.head or entry.revision != kept.revision:
            raise CorruptLogError(history.game_id, number, "the snapshot taken there is of another log")
        if history.game.encode(history.table_at(kept.revision)) != kept.board:
            raise CorruptLogError(history.game_id, number, "the snapshot taken there is not what the entries fold to")

    def last_snapshot(self, stream: UUID) -> SnapshotKept | None:
        """What the last snapshot of a game keeps, None if there is none. Raises StoreUnavailableError."""
        kept = self._last_snapshot(stream)
        if kept is None:
            return None
        meta, board = _kept.decode(kept.data)
        return SnapshotKept(kept.originator_version, meta.revision, kept.head, board)

    def _last_snapshot(self, stream: UUID) -> Any:
        if self._snapshots is None:
            return None
        with store_errors(str(stream)):
            return next(iter(self._snapshots.get(stream, desc=True, limit=1)), None)

    def _rows(self, stream: UUID, after: int = 0) -> Sequence[Row]:
        with store_errors(str(stream)):
            rows = self._recorder.select_rows(stream, after)
        if not rows or rows[0][1] in _NO_GAMES:
            raise UnknownGameError(str(stream))
        return rows

    def _reader_of(self, first: Envelope) -> tuple[Game, Codec]:
        game = self._games.find(game_named(first))
        if len(self._known) >= KNOWN_MAX:
            self._known.clear()
        found = self._known[first.originator_id.int] = game, codec_of(game)
        return found

    def _opened(self, stream: UUID, row: Row) -> Entry:
        """The entry that was saved in a row of a game; the chain before it is not looked at."""
        return open_entry(self.game_of(stream)[1], envelope(stream, row, row[0]), 0)

    def _summary(self, position: int, stream: UUID) -> GameSummary:
        opening, last = (self._recorder.select_events(stream, desc=desc, limit=1)[0] for desc in (False, True))
        first = envelope(stream, (opening.originator_version, opening.topic, opening.state), 1)
        game, codec = self._reader_of(first)
        content: Any = open_entry(codec, first, 0).content
        closed = last.topic == TOPIC_PREFIX + CLOSED
        return GameSummary(
            position,
            str(stream),
            game.id,
            content.opening.edition,
            content.opening.seats,
            last.originator_version,
            closed,
            content.forked_from,
            not closed and not content.seed.items and not self._reopened_here(codec, stream),
        )

    def _reopened_here(self, codec: Codec, stream: UUID) -> bool:
        """Whether the last reopening of a game has its seed: it was this house's, whoever began the game."""
        rows = self._recorder.select_kind(stream, _REOPENED)
        content: Any = open_entry(codec, envelope(stream, rows[-1], rows[-1][0]), 0).content if rows else None
        return content is not None and bool(content.seed.items)

    def _from_snapshot(self, game_id: str) -> Resident | None:
        stream = stream_of(game_id)
        kept = self._last_snapshot(stream)
        if kept is None:
            return None
        rows = self._rows(stream, kept.originator_version - 1)
        meta, board = _kept.decode(kept.data)
        rules = self._games.find(meta.game)
        view = GameView(
            game_id,
            rules,
            meta.edition,
            meta.settings,
            meta.seats,
            rules.decode(board),
            kept.originator_version,
            meta.revision,
            kept.head,
            meta.commitment,
            meta.nonces,
            meta.closed,
            meta.result,
            meta.forked_from,
            not meta.seed and not meta.closed,
        )
        return self._advanced(Resident(view, meta.seed), rows)

    def _straight(self, game_id: str) -> Resident | None:
        """A game that was never rewound or reopened, read in one go; None if it was."""
        stream = stream_of(game_id)
        rows = self._rows(stream)
        if winding(rows):
            return None
        first = envelope(stream, rows[0], 1)
        history = self.new_history(first)
        history.add(first)
        return _after(history.resident(), rows[1:])

    def _advanced(self, resident: Resident, rows: Sequence[Row]) -> Resident | None:
        """The resident after the rows, whose first one is the entry it stands at; None if that needs the whole log."""
        view = resident.view
        stream = stream_of(view.game_id)
        if envelope(stream, rows[0], view.last).head != view.head:
            return None
        return _after(resident, rows[1:])


class _Kept(msgspec.Struct, array_like=True, frozen=True):
    """What a snapshot keeps besides the table."""

    game: str
    edition: str
    settings: Settings
    seats: tuple[tuple[str, str], ...]
    revision: int
    commitment: bytes
    nonces: tuple[tuple[str, bytes], ...]
    closed: bool
    result: str
    forked_from: tuple[str, int] | None
    seed: bytes

    @staticmethod
    def of(resident: Resident) -> _Kept:
        """What to keep of a resident."""
        v = resident.view
        return _Kept(
            v.rules.id, v.edition, v.settings, v.seats, v.revision, v.commitment, v.nonces, v.closed, v.result,
            v.forked_from, resident.seed,
        )  # fmt: skip


_kept = msgspec.msgpack.Decoder(tuple[_Kept, bytes])
