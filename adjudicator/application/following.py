"""All of a log in the order in which it was saved, for who follows it: entries of games and steps of disputes.

What cannot be read is told with its place, so that one bad entry keeps nobody from all the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

import msgspec
from eventsourcing.persistence import Notification

from adjudicator.application.answers import Entry
from adjudicator.application.codec import CONTENTS
from adjudicator.application.disputes import log
from adjudicator.application.disputes.values import Dispute, Told
from adjudicator.application.errors import CorruptLogError, UnknownEditionError, UnknownGameError
from adjudicator.application.reading import Reader
from adjudicator.application.store import DISPUTE_TOPICS, TOPIC_PREFIX, Envelope, Recorder, store_errors

_TOPICS = (*(TOPIC_PREFIX + kind for kind in CONTENTS), *DISPUTE_TOPICS)


class GameEntry(msgspec.Struct, frozen=True):
    """An entry of a game, seals open, with the envelope that it was read from; its revision is not known here."""

    position: int
    game_id: str
    entry: Entry
    stored: Envelope


class DisputeStep(msgspec.Struct, frozen=True):
    """A step of a dispute, and the dispute as it stood after it."""

    position: int
    dispute: Dispute
    told: Told


class Unreadable(msgspec.Struct, frozen=True):
    """An entry of a game or a dispute that is not what was written, and what is wrong with it."""

    position: int
    stream: str
    number: int
    why: str


Followed = GameEntry | DisputeStep | Unreadable


def followed(recorder: Recorder, reader: Reader, after: int, limit: int) -> Iterator[Followed]:
    """What was saved after a position, in order, so many at most. Raises StoreUnavailableError."""
    with store_errors():
        rows = recorder.select_notifications(after, limit, topics=_TOPICS, inclusive_of_start=False)
    for row in rows:
        stream, number = row.originator_id, row.originator_version
        assert isinstance(stream, UUID)
        try:
            yield _step(recorder, row) if row.topic in DISPUTE_TOPICS else _entry(reader, row)
        except CorruptLogError as error:
            yield Unreadable(row.id, str(stream), number, error.why)
        except (UnknownGameError, UnknownEditionError) as error:
            yield Unreadable(row.id, str(stream), number, str(error))


def _entry(reader: Reader, row: Notification) -> GameEntry:
    stored, entry = reader.opened(row)
    return GameEntry(row.id, str(row.originator_id), entry, stored)


def _step(recorder: Recorder, row: Notification) -> DisputeStep:
    """Raises CorruptLogError at the first bad entry of the dispute up to this one."""
    stream = row.originator_id
    assert isinstance(stream, UUID)
    with store_errors():
        rows = recorder.select_rows(stream, limit=row.originator_version)
    dispute = log.states(stream, rows)[-1]
    return DisputeStep(row.id, dispute, dispute.entries[-1])
