"""The follower: reads the log from where the views stand, in batches, and never in any other order.

Positions count over all games and disputes, and who reads on from one misses nothing. `news` tells when to look
again; where the store tells nobody (SQLite), the log is polled. A game that is not what was written is left out from
its bad entry on, and the others are read all the same.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog

from adjudicator.application import Adjudication, StoreUnavailableError
from adjudicator.application.collecting import without_collection
from adjudicator.application.following import Followed, GameEntry, Unreadable
from adjudicator_views.damage import OF_ALTERED_BYTES, why
from adjudicator_views.store import ProjectionStore
from adjudicator_views.tables import Tables
from adjudicator_views.views.view import Lost, Told

BATCH = 1000
Progress = Callable[[int], None]


class AnotherLogError(RuntimeError):
    """The log is not the one that the views were made from: it was restored from a backup, or is another one."""

    def __init__(self) -> None:
        super().__init__("the log is not the one that the views were made from; make them anew with --rebuild")


@dataclass
class _Batch:
    """Entries that were read in one go, in order: what views are told of them, and where they stood in the log."""

    lost: dict[str, Lost]
    """The streams that are left out, from before the batch on."""
    told: list[Told] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    """The position of each that is told."""
    newest: dict[str, Followed] = field(default_factory=dict)
    """The newest entry of each game and dispute that was read."""
    count: int = 0
    position: int = 0

    def since(self, position: int) -> list[Told]:
        """The news for a view that has reached a position."""
        return self.told[bisect_right(self.places, position) :]


class Follower:
    """Keeps the views of a store up to date with a log."""

    def __init__(self, application: Adjudication, store: ProjectionStore) -> None:
        self.application = application
        self.store = store
        self._tables = Tables(application)

    def step(self) -> int:
        """Take in the next batch of entries in one transaction; how many there were. Raises AnotherLogError."""
        self._same_log()
        reached = self.store.positions()
        try:
            with without_collection():
                batch = self._read(min(reached.values()))
                if batch.count:
                    self._write(batch, reached)
        except BaseException:
            self._tables.clear()  # they have run ahead of the rows
            raise
        return batch.count

    def _write(self, batch: _Batch, reached: dict[str, int]) -> None:
        """Let the views take a batch in, from the position on that each has reached."""
        with self.store.transaction() as cursor:
            for view in self.store.views:
                view.take(cursor, batch.since(reached[view.name]))
            self.store.read(cursor, batch.newest.values())
            self.store.lose(cursor, batch.lost.values())
            self.store.reach(cursor, batch.position)

    def catch_up(self, progress: Progress | None = None) -> int:
        """Take in all there is; how many entries it was. `progress` is told the position after each batch."""
        done = 0
        while taken := self.step():
            done += taken
            if progress is not None:
                progress(self.store.position())
        return done

    def rebuild(self, progress: Progress | None = None) -> int:
        """Forget everything and read the whole log again."""
        self._tables.clear()
        self.store.forget()
        return self.catch_up(progress)

    def _same_log(self) -> None:
        """Whether the log still has the newest entry that was read. Raises AnotherLogError.

        A restored log is shorter, and may have grown since: reading on from a position in it would pass over entries.
        """
        mark = self.store.mark()
        if mark is not None:
            found = next(self.application.followed(mark[0] - 1, 1), None)
            if found is None or (found.position, found.head) != mark:
                raise AnotherLogError

    def _read(self, after: int) -> _Batch:
        """The next entries after a position. Raises StoreUnavailableError."""
        batch = _Batch({each.stream: each for each in self.store.all_lost()})
        for each in self.application.followed(after, BATCH):
            self._take(each, batch)
            batch.count += 1
            batch.position = each.position
        return batch

    def _take(self, each: Followed, batch: _Batch) -> None:
        """Read an entry, or know that from it on a game or a dispute is left out."""
        stream = each.stream
        lost = batch.lost.get(stream)
        if lost is not None and each.number > lost.number:
            return
        told = lost if lost is not None and each.number == lost.number else self._told(each)
        batch.told.append(told)
        batch.places.append(each.position)
        if isinstance(told, Lost):
            batch.lost[stream] = told
            self._tables.drop(stream)
            log = structlog.get_logger("adjudicator_views")
            log.warning("left out", stream=stream, entry=told.number, why=told.why)
        else:
            batch.newest[stream] = each

    def _told(self, each: Followed) -> Told:
        """The news of an entry, for views, of a stream that is not left out. Raises StoreUnavailableError."""
        if isinstance(each, GameEntry):
            try:
                return self._tables.take(each)
            except StoreUnavailableError:
                raise
            except OF_ALTERED_BYTES as error:
                return Lost(each.stream, each.number, why(error))
        return Lost(each.stream, each.number, each.why) if isinstance(each, Unreadable) else each
