"""The course of a game, read from the nearest table at hand instead of from its first entry.

Every EVERY entries the table is kept as a waypoint, for the games that were looked at last; snapshots of the store
serve too. So an entry, a table or a page of steps costs what lies between, not what the whole log does. It is for
looking at games: audits believe no table that is at hand (application.audit).
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import msgspec

from adjudicator.application.answers import Step
from adjudicator.application.chain import genesis
from adjudicator.application.codec import REWOUND
from adjudicator.application.errors import UnknownRevisionError
from adjudicator.application.histories import Reader, envelope, stream_of
from adjudicator.application.replay import check_seed_alone, dealt, folded, linked, open_entry
from adjudicator.application.store import TOPIC_PREFIX, Recorder, store_errors
from adjudicator.kernel.entries import GameOpened, Rewound

EVERY = 64
"""Entries from one waypoint to the next."""

WAYPOINTS_MAX = 1024
"""Tables kept in all, some 10 to 20 kB each; the games looked at longest ago go first."""

ROWS_AT_ONCE = 100


class Waypoint(msgspec.Struct, frozen=True):
    """A table of a game after an entry, with the revision and the head there."""

    number: int
    revision: int
    head: bytes
    table: Any


class Course:
    """Steps, tables and entries of games. Safe in threads."""

    def __init__(self, reader: Reader, recorder: Recorder, most: int = WAYPOINTS_MAX) -> None:
        self._reader = reader
        self._recorder = recorder
        self._most = most
        self._mutex = threading.Lock()
        self._kept: OrderedDict[UUID, dict[int, Waypoint]] = OrderedDict()
        self._count = 0

    def steps(self, game_id: str, start: int = 1) -> Iterator[Step]:
        """The entries from a number on, each with the table before and after it.

        Raises UnknownGameError, CorruptLogError, StoreUnavailableError.
        """
        stream = stream_of(game_id)
        game, codec = self._reader.game_of(stream)
        at = self._nearest(stream, start - 1)
        number, revision, head, table, shared = at.number, at.revision, at.head, at.table, True
        for row in self._rows(stream, number):
            number += 1
            stored = envelope(stream, row, number)
            head = linked(head, stored)
            entry = open_entry(codec, stored, revision)
            content, before = entry.content, table
            if isinstance(content, Rewound):
                table, shared = self.table_at(game_id, content.to), True
            elif entry.revision == number:
                if isinstance(content, GameOpened):
                    check_seed_alone(stored, content)
                    table = before = dealt(game, content, game_id)
                table = game.fork(table) if shared or number >= start else table
                folded(game, table, game_id, entry)
                shared = False
            revision = entry.revision
            if number % EVERY == 0:
                self._keep(stream, Waypoint(number, revision, head, table))
                shared = True
            if number >= start:
                yield Step(entry, before, table)

    def table_at(self, game_id: str, revision: int) -> Any:
        """The table at a revision; fork it before folding. Raises UnknownRevisionError, else as `steps`."""
        step = next(self.steps(game_id, revision), None) if revision > 0 else None
        if step is None or step.entry.revision != revision:
            last = self._reader.last_entry(game_id)
            raise UnknownRevisionError(game_id, revision, next(self.steps(game_id, last)).entry.revision)
        return step.after

    def left(self, game_id: str) -> list[tuple[int, int]]:
        """What rewinds have left: revisions greater than the first number of a pair and smaller than the second.

        Rewinds that were themselves left by a later one leave nothing. Raises as `steps`.
        """
        stream = stream_of(game_id)
        codec = self._reader.game_of(stream)[1]
        with store_errors(game_id):
            rows = self._recorder.select_kind(stream, TOPIC_PREFIX + REWOUND)
        found: list[tuple[int, int]] = []
        for row in reversed(rows):
            content = open_entry(codec, envelope(stream, row, row[0]), 0).content
            assert isinstance(content, Rewound)
            if not any(low < row[0] < high for low, high in found):
                found.append((content.to, row[0]))
        return found

    def _rows(self, stream: UUID, after: int) -> Iterator[Any]:
        while True:
            with store_errors(str(stream)):
                rows = self._recorder.select_rows(stream, after, ROWS_AT_ONCE)
            yield from rows
            if len(rows) < ROWS_AT_ONCE:
                return
            after = rows[-1][0]

    def _nearest(self, stream: UUID, number: int) -> Waypoint:
        """The last waypoint that is not after an entry; the game's beginning if none is at hand."""
        with self._mutex:
            known = self._kept.get(stream)
            if known is not None:
                self._kept.move_to_end(stream)
                near = max((at for at in known if at <= number), default=0)
                if near:
                    return known[near]
        kept = self._reader.snapshot_at(stream, number) if number >= EVERY else None
        return Waypoint(0, 0, genesis(stream), None) if kept is None else Waypoint(*kept)

    def _keep(self, stream: UUID, waypoint: Waypoint) -> None:
        with self._mutex:
            known = self._kept.setdefault(stream, {})
            self._kept.move_to_end(stream)
            self._count += waypoint.number not in known
            known[waypoint.number] = waypoint
            while self._count > self._most and len(self._kept) > 1:
                _, gone = self._kept.popitem(last=False)
                self._count -= len(gone)
            if self._count > self._most:  # one game alone fills it: keep what was passed last
                first = next(iter(known))
                del known[first]
                self._count -= 1
