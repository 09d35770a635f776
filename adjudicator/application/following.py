"""All of a log in the order in which it was saved, for who follows it: entries of games and steps of disputes.

An unreadable entry is told with its place, so that one bad entry keeps nobody from all the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

import msgspec

from adjudicator.application.codec import CONTENTS, Content
from adjudicator.application.disputes import log
from adjudicator.application.disputes.dispute import Dispute, Told
from adjudicator.application.errors import CorruptLogError, UnknownEditionError, UnknownGameError
from adjudicator.application.histories import Reader
from adjudicator.application.store import DISPUTE_TOPICS, TOPIC_PREFIX, Envelope, Recorder, store_errors

_TOPICS = (*(TOPIC_PREFIX + kind for kind in CONTENTS), *DISPUTE_TOPICS)


class GameEntry(msgspec.Struct, frozen=True, gc=False):
    """An entry of a game, seals open, with the envelope that it was read from; its revision is not known here.

    Its content was read in passing (`codec.Codec.decode`): a follower goes on.
    """

    position: int
    stream: str
    number: int
    head: bytes
    kind: str
    content: Content
    stored: Envelope


class DisputeStep(msgspec.Struct, frozen=True):
    """A step of a dispute, and the dispute as it stood after it."""

    position: int
    stream: str
    number: int
    head: bytes
    dispute: Dispute
    told: Told


class Unreadable(msgspec.Struct, frozen=True):
    """An entry of a game or a dispute that is not what was written, and what is wrong with it."""

    position: int
    stream: str
    number: int
    why: str
    head: bytes = b""


Followed = GameEntry | DisputeStep | Unreadable


def followed(recorder: Recorder, reader: Reader, after: int, limit: int) -> Iterator[Followed]:
    """What was saved after a position, in order, so many at most. Raises StoreUnavailableError."""
    with store_errors():
        rows = recorder.select_topics(_TOPICS, after, limit)
    ids: dict[int, str] = {}  # by numbers, for which Python has a quick hash
    for place, stream, row in rows:
        number, topic, _ = row
        id = ids.get(stream.int) or ids.setdefault(stream.int, str(stream))
        try:
            if topic in DISPUTE_TOPICS:
                yield _step(recorder, place, stream, number)
            else:
                stored, content = reader.in_passing(stream, row)
                yield GameEntry(place, id, number, stored.head, topic.removeprefix(TOPIC_PREFIX), content, stored)
        except CorruptLogError as error:
            yield Unreadable(place, id, number, error.why)
        except (UnknownGameError, UnknownEditionError) as error:
            yield Unreadable(place, id, number, str(error))


def _step(recorder: Recorder, place: int, stream: UUID, number: int) -> DisputeStep:
    """Raises CorruptLogError at the first bad entry of the dispute up to this one."""
    with store_errors():
        rows = recorder.select_rows(stream, limit=number)
    dispute = log.states(stream, rows)[-1]
    told = dispute.entries[-1]
    return DisputeStep(place, dispute.id, number, told.head, dispute, told)
