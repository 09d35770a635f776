"""A whole log copied into an empty store, row by row in the order of saving, so that every root and proof stays."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from eventsourcing.persistence import StoredEvent

from adjudicator.application.errors import StoreUnavailableError
from adjudicator.application.rejudging import Progress
from adjudicator.application.saved import BATCH, saved
from adjudicator.application.store import store_errors
from adjudicator.application.stores import recorder_of
from adjudicator.application.whole import WholeLog


class NotCopiedError(StoreUnavailableError):
    """The store to copy into is not empty, or the copy is not what was copied."""


def copy_log(source: str, target: str) -> Iterator[Progress]:
    """Copy all entries and kept requests of a log into an empty store; snapshots are caches and stay behind.

    Nobody may write to either meanwhile. In the end both have the same tree over all entries. Progress counts places.
    Raises NotCopiedError, StoreUnavailableError, CorruptLogError.
    """
    with store_errors(), recorder_of(source) as old, recorder_of(target) as new:
        if new.max_notification_id():
            raise NotCopiedError("the store to copy into has entries already")
        root = WholeLog(old).root()
        last = old.max_notification_id() or 0
        rows = saved(old)
        while some := list(islice(rows, BATCH)):
            new.insert_events([StoredEvent(*row[1:]) for row in some])
            yield Progress(some[-1][0], last)
        if not root == WholeLog(new).root() == WholeLog(old).root():
            raise NotCopiedError("the copy differs from the original: somebody wrote to one of the stores meanwhile")
