"""What the requests that a store keeps say about its entries: that they are there, and what their callers were told.

No request is an entry, and none has a hash in any chain. But each is saved with the entries that it led to, and stays
when they are cut off or exchanged.
"""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

import msgspec

from adjudicator.application.codec import CONTENTS
from adjudicator.application.errors import CorruptLogError
from adjudicator.application.private import unpack_items
from adjudicator.application.replay import ITEM_REMOVED, WITH_SEED
from adjudicator.application.saved import Saved, request_of
from adjudicator.application.store import TOPIC_PREFIX, Envelope, RequestKept
from adjudicator.kernel.entries import Declared
from adjudicator.kernel.verdict import Clause, Finding, Ruling

RECENT_MAX = 1_000
"""So many entries are remembered until their requests come, which are saved right after them."""

_DECLARED = frozenset(TOPIC_PREFIX + kind for kind, content in CONTENTS.items() if content is Declared)
_clauses = msgspec.msgpack.Decoder(tuple[tuple[Clause, ...], tuple[str, ...]])


class Promises:
    """What all requests of a log promise, taken in as the log is read in the order of saving."""

    def __init__(self) -> None:
        self.last: dict[UUID, int] = {}
        """The last entry of each stream that somebody was told of."""
        self._seedless: dict[UUID, int] = {}
        """The entry of each stream that lacks the seed which is drawn from now."""
        self._robbed: dict[UUID, int] = {}
        """The first such entry of each stream in whose time somebody was told something."""
        self._recent: dict[tuple[UUID, int], Envelope] = {}

    def entry(self, stored: Envelope) -> None:
        """The next entry of the log."""
        if stored.topic in WITH_SEED:
            if None in stored.private:
                self._seedless[stored.originator_id] = stored.originator_version
            else:
                self._seedless.pop(stored.originator_id, None)
        elif stored.topic in _DECLARED:
            self._recent[stored.originator_id, stored.originator_version] = stored
            if len(self._recent) > RECENT_MAX:
                del self._recent[next(iter(self._recent))]

    def request(self, row: Saved) -> None:
        """The next row that keeps a request. Raises CorruptLogError for one that is not about its entry."""
        kept = request_of(row)
        if kept is None:
            raise CorruptLogError("", 0, "the kept answer to a request cannot be read")
        self.last[kept.game] = max(kept.last, self.last.get(kept.game, 0))
        seedless = self._seedless.get(kept.game)
        if seedless is not None:
            self._robbed.setdefault(kept.game, seedless)
        about = self._recent.pop((kept.game, kept.entry), None)
        if about is not None and not _answered(kept, about):
            raise CorruptLogError(str(kept.game), kept.entry, "the kept answer to its request says something else")

    def broken(self, stream: UUID, have: int) -> CorruptLogError | None:
        """What is missing of a stream with so many entries, if something is that somebody was told of.

        This house lacks a seed only while a game goes on elsewhere. Nobody asks for anything in it then: requests come
        once it is closed, and reopened here with a seed of this house.
        """
        told = self.last.get(stream, 0)
        if told > have:
            return CorruptLogError(str(stream), have + 1, f"missing, though somebody was told of entry {told}")
        if stream in self._robbed:
            why = f"{ITEM_REMOVED}; a game that went on here from there has its seed too"
            return CorruptLogError(str(stream), self._robbed[stream], why)
        return None

    def streams(self) -> Iterator[UUID]:
        """The streams that requests are about."""
        return iter(self.last)


class _Ruled(msgspec.Struct, array_like=True):
    """The beginning of the public part of a declaration."""

    kind: str
    version: int
    declaration: msgspec.Raw
    ruling: str
    failing: tuple[str, ...]


_ruled = msgspec.msgpack.Decoder(_Ruled)


def _answered(kept: RequestKept, stored: Envelope) -> bool:
    """Whether an answer that is kept is that to a declaration: if it tells what failed, it is what the entry tells."""
    try:
        clauses, _ = _clauses.decode(kept.verdict)
    except msgspec.MsgspecError:
        return False
    told = tuple(each.code for each in clauses if each.finding is Finding.FAILS)
    return not clauses or told == _failing(stored)


def _failing(stored: Envelope) -> tuple[str, ...]:
    """The codes of all that failed, the hidden ones too. Raises CorruptLogError."""
    try:
        ruled = _ruled.decode(stored.public)
        if ruled.ruling != Ruling.LEGAL.value and ruled.version > 1 and stored.private and stored.private[-1]:
            failing, _ = unpack_items(stored.private[-1][1])
            return tuple(failing)
    except (msgspec.MsgspecError, ValueError) as error:
        raise CorruptLogError(str(stored.originator_id), stored.originator_version, str(error)) from error
    return ruled.failing
