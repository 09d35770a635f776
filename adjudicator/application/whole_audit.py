"""Verifying a whole log: every chain, the order of all entries, what was kept of it, every game, every dispute."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

import msgspec

from adjudicator.application import audit
from adjudicator.application.audit import Verified
from adjudicator.application.chain import genesis
from adjudicator.application.clues import Clue, bounded, first_clue
from adjudicator.application.disputes import verifying
from adjudicator.application.errors import AdjudicationError, CorruptLogError
from adjudicator.application.histories import Reader
from adjudicator.application.kept import Kept, Root, Span, altered, missing, proven
from adjudicator.application.merkle import Tree
from adjudicator.application.promises import Promises
from adjudicator.application.rejudging import Progress
from adjudicator.application.replay import linked
from adjudicator.application.saved import (
    BATCH,
    GAME_TOPICS,
    Saved,
    count_entries,
    entry_of,
    is_entry,
    saved,
)
from adjudicator.application.store import DISPUTE_TOPICS, Recorder, RequestKept
from adjudicator.application.whole import leaf_of

LOOKED_AT_MAX = 200
"""In so many games of a span it is looked for an entry that stands out; those with the first entries in it."""


class LogVerified(msgspec.Struct, frozen=True):
    """The outcome of verifying a whole log.

    `bad` is the first place in the order of saving, counted from 1, that is not what was recorded (0:
    none), `game_id` and `entry` name it where it has a name, and `why` says what is wrong.

    If only what was kept contradicts, what was altered lies at a place after `proven` (the last place that roots and
    parts vouch for, from the first on), and not after `until_place`; in that game (if there is one) among the entries
    `since` to `until`. `bad` and `entry` are then those that stand out there, or else the last possible ones. Where
    since and until are the same the entry is certain. `under` is the root over what was read.
    """

    bad: int
    game_id: str
    entry: int
    why: str
    proven: int
    under: Root
    since: int = 0
    until: int = 0
    until_place: int = 0

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong with the log."""
        return self.bad == 0


class _Scan:
    """One reading of a whole log: chains, order, answers given."""

    def __init__(self) -> None:
        self.tree = Tree()
        self.places: dict[UUID, array[int]] = {}
        self.heads: dict[UUID, bytearray] = {}
        self.games: dict[UUID, None] = {}
        self.disputes: dict[UUID, None] = {}
        self.promises = Promises()

    def take(self, row: Saved) -> None:
        """The next row. Raises CorruptLogError."""
        _, stream, number, topic, _ = row
        before = len(self.places.get(stream, ()))
        if not is_entry(row) and not before:
            self.promises.request(row)
            return
        heads = self.heads.setdefault(stream, bytearray())
        stored = entry_of(row, before + 1)
        head = linked(bytes(heads[-32:]) or genesis(stream), stored)
        self.promises.entry(stored)
        heads += head
        self.places.setdefault(stream, array("q")).append(len(self.tree))
        if topic in GAME_TOPICS:
            self.games.setdefault(stream)
        elif topic in DISPUTE_TOPICS:
            self.disputes.setdefault(stream)
        self.tree.append(leaf_of(stream, number, head))

    def end(self) -> None:
        """After the last row: nothing that somebody was told of may be missing. Raises CorruptLogError."""
        for stream in self.promises.streams():
            broken = self.promises.broken(stream, len(self.places.get(stream, ())))
            if broken is not None:
                raise broken

    def under(self) -> Root:
        """The root over what has been taken in."""
        return Root(len(self.tree), self.tree.root())

    def place(self, stream: UUID, entry: int) -> int:
        """The place of an entry, from 1; one after the last for an entry that is missing."""
        places = self.places.get(stream, ())
        return places[entry - 1] + 1 if 1 <= entry <= len(places) else len(self.tree) + 1


def verify_log(recorder: Recorder, reader: Reader, kept: Kept = Kept()) -> Iterator[Progress | LogVerified]:  # noqa: B008 - a frozen value
    """Check a whole log from its first entry on, then every game and dispute in it by itself.

    `kept` is what somebody has kept. Believes neither memory nor snapshots. Finds entries edited, missing, exchanged
    or renumbered, a tail cut off although a request, a snapshot, a head or a root tells of it, and, given a root,
    a head or a proof from before, a log rewritten with all its chains. Progress counts the entries twice, once for
    each pass. Ends with one LogVerified. Raises StoreUnavailableError, UnknownGameError for a head of no game id.
    """
    total, done = 2 * count_entries(recorder), 0
    scan, found = _Scan(), None
    try:
        for row in saved(recorder):
            scan.take(row)
            if len(scan.tree) >= done + BATCH:
                done = len(scan.tree)
                yield Progress(done, total)
        scan.end()
    except CorruptLogError as error:
        found = error
    span = altered(scan, kept)
    if span is not None:
        yield from _pointed(reader, scan, kept, span, total)
        return
    gone = missing(scan, kept) if found is None else None
    if gone is not None:
        stream, entry, why = gone
        found = CorruptLogError(str(stream or ""), entry, why)
    if found is not None:
        place = scan.place(UUID(found.game_id), found.entry) if found.game_id else len(scan.tree) + 1
        yield _exactly(scan, kept, place, found.game_id, found.entry, found.why)
        return
    yield from _each(recorder, reader, scan, kept, total)


def _exactly(scan: _Scan, kept: Kept, place: int, game_id: str, entry: int, why: str) -> LogVerified:
    return LogVerified(place, game_id, entry, why, proven(scan, kept), scan.under(), entry, entry, place)


def _pointed(reader: Reader, scan: _Scan, kept: Kept, span: Span, total: int) -> Iterator[Progress | LogVerified]:
    """Where within a span something stands out; games are looked at in the order of saving."""
    clues: list[tuple[int, UUID, Clue]] = []
    looked = sorted(span.within, key=lambda each: scan.place(each[0], each[1] + 1))[:LOOKED_AT_MAX]
    requests = reader.requests_about([stream for stream, _, _ in looked])
    for number, (stream, after, until) in enumerate(looked):
        yield Progress(total * number // len(looked), total)
        clue = _standing_out(reader, scan, (stream, after, until), requests[stream])
        if clue is not None:
            clues.append((scan.place(stream, clue.entry), stream, clue))
    place, game, entry, since, until, found = span.last, "", 0, 0, 0, None
    if clues:
        place, named, found = min(clues, key=lambda each: each[0])
        game, entry = str(named), found.entry
    if len(span.within) == 1:
        stream, after, until = span.within[0]
        game, since, entry = str(stream), after + 1, entry or until
        place = scan.place(stream, entry)
        why = bounded(span.why, since, until, found)
    else:
        why = f"altered between entries {span.first} and {span.last} of the log: {span.why}"
        why += f"; entry {entry} of game {game} stands out: {found.why}" if found else ""
    yield LogVerified(place, game, entry, why, proven(scan, kept), scan.under(), since, until, span.last)


def _standing_out(
    reader: Reader, scan: _Scan, within: tuple[UUID, int, int], requests: Sequence[RequestKept]
) -> Clue | None:
    """The first entry of a game in a range that is wrong in itself, or does not fit what else is kept."""
    stream, after, until = within
    if stream not in scan.games or until - after < 2:
        return None
    try:
        *_, found = audit.verify(reader, str(stream))
        assert isinstance(found, Verified)
        if after < found.bad <= until and found.since == found.until:
            return Clue(found.bad, found.why)
        return first_clue(reader.history(str(stream)), requests, after, until)
    except AdjudicationError:
        return None


def _each(recorder: Recorder, reader: Reader, scan: _Scan, kept: Kept, total: int) -> Iterator[Progress | LogVerified]:
    """The second pass: every game and every dispute by itself."""
    done = len(scan.tree)
    yield Progress(done, total)
    for stream in (*scan.games, *scan.disputes):
        found: Any = None
        if stream in scan.disputes:
            found = verifying.verify(recorder, stream)
        else:
            for found in audit.verify(reader, str(stream)):  # noqa: B007 - its last word is what counts
                pass
        assert isinstance(found, Verified)
        if not found.sound:
            place, until = scan.place(stream, found.bad), scan.place(stream, found.until)
            told = (place, str(stream), found.bad, found.why, proven(scan, kept), scan.under())
            yield LogVerified(*told, found.since, found.until, until)
            return
        done += len(scan.places[stream])
        yield Progress(done, total)
    yield Progress(total, total)
    yield LogVerified(0, "", 0, "", proven(scan, kept), scan.under())
