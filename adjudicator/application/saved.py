"""Rows of all games and disputes in the order of saving: what the tree over the whole log is made of."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

import msgspec
from eventsourcing.persistence import StoredEvent

from adjudicator.application.codec import CONTENTS
from adjudicator.application.errors import CorruptLogError
from adjudicator.application.store import (
    REQUEST_TOPIC,
    TOPIC_PREFIX,
    Envelope,
    EnvelopeMapper,
    NoTranscoder,
    Recorder,
    RequestKept,
    envelope_of,
    store_errors,
)

GAME_TOPICS = frozenset(TOPIC_PREFIX + kind for kind in CONTENTS)
"""The topics of games' entries; whatever else has an envelope and a chain (disputes) is an entry all the same."""

BATCH = 2_000
"""Rows read at once: so much of a log is in memory while it is read through."""

Saved = tuple[int, UUID, int, str, bytes]
"""A row: its place in the order of saving, stream, number in the stream, topic and state."""


class _Kind(msgspec.Struct, array_like=True):
    """The beginning of every public part."""

    kind: str


_kind = msgspec.msgpack.Decoder(_Kind).decode
_mapper = EnvelopeMapper(NoTranscoder())


def saved(recorder: Recorder, after: int = 0) -> Iterator[Saved]:
    """Rows of all streams after a place, in the order of saving. Raises StoreUnavailableError, CorruptLogError."""
    while True:
        with store_errors():
            rows = recorder.select_saved(after, BATCH)
        for place, name, number, topic, state in rows:
            try:
                stream = name if isinstance(name, UUID) else UUID(name)
            except (ValueError, AttributeError, TypeError):
                raise CorruptLogError("", 0, "a row that belongs to no game") from None
            yield place, stream, number, topic, state if isinstance(state, bytes) else b""
        if len(rows) < BATCH:
            return
        after = rows[-1][0]


def count_entries(recorder: Recorder) -> int:
    """How many entries there are. Raises StoreUnavailableError."""
    with store_errors():
        return recorder.count_entries()


def is_entry(row: Saved) -> bool:
    """Whether a row is an entry: of a game, a dispute, or whatever else has a chain."""
    return row[3] != REQUEST_TOPIC


def entry_of(row: Saved, number: int) -> Envelope:
    """The envelope of a row that should be entry `number` of its stream. Raises CorruptLogError."""
    _, stream, found, topic, state = row
    if found != number:
        raise CorruptLogError(str(stream), number, f"missing; entry {found} follows")
    try:
        envelope = envelope_of(stream, (found, topic, state))
        kind = TOPIC_PREFIX + _kind(envelope.public).kind
    except (msgspec.MsgspecError, ValueError) as error:
        raise CorruptLogError(str(stream), number, f"it cannot be read: {error}") from error
    if kind != topic:
        raise CorruptLogError(str(stream), number, f"it is stored as {topic}, but is {kind}")
    return envelope


def request_of(row: Saved) -> RequestKept | None:
    """What is kept of a request in a row that is no entry; None if it cannot be read."""
    _, stream, number, topic, state = row
    try:
        kept = _mapper.to_domain_event(StoredEvent(stream, number, topic, state))
    except (msgspec.MsgspecError, ValueError):
        return None
    return kept if isinstance(kept, RequestKept) else None
