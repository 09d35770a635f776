"""The store: eventsourcing's recorders, with our envelopes instead of its event classes.

One stream per game, numbered from 1; besides, one stream of a single event per request id, saved in
the same transaction as the entry it caused. `sqlite_store` and `postgres_store` are the two there are.
"""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha1
from typing import Any, Protocol
from uuid import NAMESPACE_URL, UUID, uuid5

import msgspec
from eventsourcing.persistence import ApplicationRecorder, Mapper, PersistenceError, StoredEvent, Transcoder

from adjudicator.application.errors import StoreUnavailableError

TOPIC_PREFIX = "adjudicator."
OPENED_TOPIC = "adjudicator.game-opened"
REQUEST_TOPIC = "adjudicator.request"
SNAPSHOT_TOPIC = "adjudicator.snapshot"
DISPUTE_KINDS = ("dispute-opened", "dispute-ruled", "dispute-appealed", "dispute-decided", "dispute-noted")
DISPUTE_TOPICS = tuple(TOPIC_PREFIX + kind for kind in DISPUTE_KINDS)
"""Disputes have streams of their own (application.disputes)."""

ACCESS_KINDS = ("token-issued", "token-revoked")
ACCESS_TOPICS = tuple(TOPIC_PREFIX + kind for kind in ACCESS_KINDS)
"""The roll of tokens is one stream (application.access)."""

OF_DISPUTES = "topic IN ({})".format(", ".join(f"'{topic}'" for topic in DISPUTE_TOPICS))
"""The condition in SQL; topics are words of ours, so they are written out and an index may rest on them."""

_REQUESTS = uuid5(NAMESPACE_URL, "adjudicator:requests").bytes
_OF_UUID5 = (0x5 << 76 | 0x8 << 60, 0xF << 76 | 0xC << 60)
"""The bits of a UUID that say that it is of version 5, and where they stand."""


class Envelope(msgspec.Struct, frozen=True, gc=False):
    """One stored entry of a game.

    `public` are the bytes that the chain is made of, `commitments` stand for the private items,
    `private` holds salt and content of each (None: the item is missing; no service removes one), `head` is the
    chain's hash up to here. `at` is the wall clock in milliseconds: told, not proven, and nothing is ordered by it.
    """

    originator_id: UUID
    originator_version: int
    topic: str
    public: bytes
    commitments: tuple[bytes, ...]
    private: tuple[tuple[bytes, bytes] | None, ...]
    head: bytes
    at: int


class RequestKept(msgspec.Struct, frozen=True):
    """That a request was answered.

    `body` is the digest of the request, `game`, `entry` and `last` say what it led to, and `verdict`
    holds what of the answer the entries do not: clauses and options, in msgpack.
    """

    originator_id: UUID
    originator_version: int
    body: bytes
    game: UUID
    entry: int
    last: int
    verdict: bytes
    topic: str = REQUEST_TOPIC


class Snapshot(msgspec.Struct, frozen=True):
    """A cache of a game after an entry; never believed by an audit."""

    originator_id: UUID
    originator_version: int
    head: bytes
    data: bytes
    topic: str = SNAPSHOT_TOPIC


class _Parts(msgspec.Struct, array_like=True, frozen=True, gc=False):
    public: bytes
    commitments: tuple[bytes, ...]
    private: tuple[tuple[bytes, bytes] | None, ...]
    head: bytes
    at: int


class _RequestParts(msgspec.Struct, array_like=True, frozen=True):
    body: bytes
    game: bytes
    entry: int
    last: int
    verdict: bytes


_encode = msgspec.msgpack.Encoder().encode
_parts = msgspec.msgpack.Decoder(_Parts).decode
_request_parts = msgspec.msgpack.Decoder(_RequestParts).decode
_snapshot_parts = msgspec.msgpack.Decoder(tuple[bytes, bytes]).decode


@lru_cache(maxsize=4096)  # a busy game's is asked for in every call
def stream_named(id: str) -> UUID | None:
    """The stream of an id as we give them out; None for what is no such id."""
    try:
        stream = UUID(id)
    except ValueError:
        return None
    return stream if str(stream) == id else None


def request_stream(request_id: str) -> UUID:
    """The stream of a request id; the same id always leads to the same stream. It is uuid5, without its detours."""
    number = int.from_bytes(sha1(_REQUESTS + request_id.encode(), usedforsecurity=False).digest()[:16])
    return UUID(int=number & ~_OF_UUID5[1] | _OF_UUID5[0])


class NoTranscoder(Transcoder):
    """Nothing is transcoded here: the mapper writes msgpack itself."""

    def encode(self, obj: Any) -> bytes:
        """Refuse. Raises TypeError."""
        raise TypeError(f"{obj!r} has no business here")

    def decode(self, data: bytes) -> Any:
        """Refuse. Raises TypeError."""
        raise TypeError(f"{data!r} has no business here")


Row = tuple[int, str, bytes]
"""What a stream holds: number, topic and state."""


def envelope_of(stream: UUID, row: Row) -> Envelope:
    """The envelope that a row of a game's stream holds. Raises msgspec.ValidationError or DecodeError."""
    number, topic, state = row
    p = _parts(state)
    return Envelope(stream, number, topic, p.public, p.commitments, p.private, p.head, p.at)


class EnvelopeMapper(Mapper[UUID]):
    """Between envelopes and stored events. Raises msgspec.ValidationError for bytes that are no envelope."""

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        """The row of an envelope, a kept request or a snapshot."""
        if isinstance(domain_event, Envelope):
            e = domain_event
            state = _encode((e.public, e.commitments, e.private, e.head, e.at))
        elif isinstance(domain_event, RequestKept):
            r = domain_event
            state = _encode((r.body, r.game.bytes, r.entry, r.last, r.verdict))
        else:
            state = _encode((domain_event.head, domain_event.data))
        return StoredEvent(domain_event.originator_id, domain_event.originator_version, domain_event.topic, state)

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        """An envelope, a kept request or a snapshot, by its topic."""
        stream, version = stored_event.originator_id, stored_event.originator_version
        assert isinstance(stream, UUID)
        if stored_event.topic == REQUEST_TOPIC:
            r = _request_parts(stored_event.state)
            return RequestKept(stream, version, r.body, UUID(bytes=r.game), r.entry, r.last, r.verdict)
        if stored_event.topic == SNAPSHOT_TOPIC:
            return Snapshot(stream, version, *_snapshot_parts(stored_event.state))
        return envelope_of(stream, (version, stored_event.topic, stored_event.state))


class News(Protocol):
    """Tells that something was saved, whoever saved it."""

    def wait(self, seconds: float) -> None:
        """Return when something was saved since the last call, or after so long; or for no reason: look and see."""

    def close(self) -> None:
        """Listen no longer."""


class Recorder(ApplicationRecorder, ABC):
    """What we ask a store for, besides what the library asks it for. Places count over all streams, in order of saving.

    A reader who goes on from the last place seen misses nothing: a place is given only when all places
    before it are on disk. They may leave numbers out.
    """

    @abstractmethod
    def select_rows(self, stream: UUID, after: int = 0, limit: int | None = None) -> list[Row]:
        """The rows of a stream after a number, in order; rebuilding a game reads many, so nothing is wrapped."""

    @abstractmethod
    def select_kind(self, stream: UUID, topic: str) -> list[Row]:
        """The rows of a stream that have a topic, in order."""

    @abstractmethod
    def select_row(self, stream: UUID, number: int) -> Row | None:
        """One row of a stream; None if it has no such number."""

    @abstractmethod
    def select_openings(self, after: int, limit: int) -> list[tuple[int, UUID]]:
        """Places and streams of games opened after a place, oldest first."""

    @abstractmethod
    def select_disputes(self, topics: Sequence[str], after: int, limit: int) -> list[tuple[int, UUID]]:
        """Places and streams of entries of disputes that have one of some topics, saved after a place, in order."""

    @abstractmethod
    def select_place(self, stream: UUID) -> int:
        """The place of the first entry of a stream; 0 if it has none."""

    @abstractmethod
    def select_saved(self, after: int, limit: int) -> list[tuple[int, UUID | str, int, str, bytes | None]]:
        """Rows of all streams after a place: place, stream (as it is stored), number, topic and state."""

    @abstractmethod
    def select_topics(self, topics: Sequence[str], after: int, limit: int) -> list[tuple[int, UUID, Row]]:
        """Rows of all streams that have one of some topics, saved after a place, in order: place, stream and row."""

    @abstractmethod
    def select_moved(self, after: int) -> list[tuple[int, UUID, int]]:
        """Streams with entries saved after a place: the last place and the last number of each."""

    @abstractmethod
    def count_entries(self) -> int:
        """How many rows there are that keep no request."""

    def news(self) -> News | None:
        """Who tells of what was saved from now on; None if the store tells nobody and has to be polled."""
        return None


@contextmanager
def store_errors(game_id: str = "") -> Iterator[None]:
    """Turn whatever the database complains about into StoreUnavailableError."""
    try:
        yield
    except (PersistenceError, sqlite3.Error) as error:
        raise StoreUnavailableError(f"the store failed: {error}", game_id) from error
