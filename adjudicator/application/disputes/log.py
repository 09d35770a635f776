"""Disputes as stored entries: a stream each, the envelopes and the chain of hashes of games, nothing sealed.

The public part of an entry is a msgpack array of kind, version of the layout and content.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

import msgspec

from adjudicator.application.chain import genesis, next_head
from adjudicator.application.disputes.dispute import (
    Content,
    Dispute,
    DisputeAppealed,
    DisputeDecided,
    DisputeNoted,
    DisputeOpened,
    DisputeRuled,
    State,
    Told,
    next_state,
)
from adjudicator.application.disputes.errors import CorruptDisputeError
from adjudicator.application.store import DISPUTE_KINDS, TOPIC_PREFIX, Envelope, Row, envelope_of

LAYOUT = 1

_CONTENTS: dict[str, type[Any]] = dict(
    zip(DISPUTE_KINDS, (DisputeOpened, DisputeRuled, DisputeAppealed, DisputeDecided, DisputeNoted), strict=True)
)
_KIND_OF = {content: kind for kind, content in _CONTENTS.items()}
_READERS = {kind: msgspec.msgpack.Decoder(tuple[str, int, content]) for kind, content in _CONTENTS.items()}  # type: ignore[valid-type]  # made of a table
_encode = msgspec.msgpack.Encoder().encode


def written(stream: UUID, dispute: Dispute | None, content: Content, at: int) -> tuple[Envelope, Told]:
    """The next entry of a dispute (None: its first)."""
    number, head = (1, genesis(stream)) if dispute is None else (dispute.last + 1, dispute.head)
    kind = _KIND_OF[type(content)]
    public = _encode((kind, LAYOUT, content))
    told = Told(number, content, next_head(head, number, public, ()), at)
    return Envelope(stream, number, TOPIC_PREFIX + kind, public, (), (), told.head, at), told


def added(stream: UUID, dispute: Dispute | None, told: Told, position: int = 0) -> Dispute:
    """A dispute after one more entry. Raises CorruptDisputeError for a step that has no place there."""
    content = told.content
    if dispute is None:
        if not isinstance(content, DisputeOpened):
            raise CorruptDisputeError(str(stream), told.number, "a dispute begins with its opening")
        return Dispute(str(stream), content, State.OPENED, (told,), position)
    state = next_state(dispute.state, content)
    if state is None:
        raise CorruptDisputeError(str(stream), told.number, f"it has no place in a dispute that is {dispute.state}")
    return msgspec.structs.replace(dispute, state=state, entries=(*dispute.entries, told))


def read(stream: UUID, dispute: Dispute | None, row: Row) -> Told:
    """The entry of a row that follows a dispute. Raises CorruptDisputeError."""
    number = 1 if dispute is None else dispute.last + 1
    if row[0] != number:
        raise CorruptDisputeError(str(stream), number, f"missing; entry {row[0]} follows")
    kind = row[1].removeprefix(TOPIC_PREFIX)
    if kind not in _READERS:
        raise CorruptDisputeError(str(stream), number, f"a dispute does not have {row[1]}")
    try:
        stored = envelope_of(stream, row)
        named, layout, content = _READERS[kind].decode(stored.public)
    except (msgspec.MsgspecError, ValueError) as error:
        raise CorruptDisputeError(str(stream), number, f"it cannot be read: {error}") from error
    if (named, layout) != (kind, LAYOUT):
        raise CorruptDisputeError(str(stream), number, f"a {named} of layout {layout}, not a {kind} of layout {LAYOUT}")
    head = genesis(stream) if dispute is None else dispute.head
    if next_head(head, number, stored.public, stored.commitments) != stored.head:
        raise CorruptDisputeError(str(stream), number, "the chain of hashes breaks here")
    return Told(number, content, stored.head, stored.at)


def states(stream: UUID, rows: Iterable[Row], position: int = 0) -> list[Dispute]:
    """A dispute after each of its entries. Raises CorruptDisputeError at the first bad one."""
    found: list[Dispute] = []
    for row in rows:
        before = found[-1] if found else None
        found.append(added(stream, before, read(stream, before, row), position))
    return found
