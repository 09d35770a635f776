"""Saving rows: many at once or none of them, whatever their number, in either store."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID, uuid4

import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent

from adjudicator.application import stores
from adjudicator.application.sqlite_store import ROWS_AT_ONCE, SQLiteRecorder

TOPIC = "adjudicator.note-added"


def _rows(stream: UUID, first: int, count: int) -> list[StoredEvent]:
    return [StoredEvent(stream, number, TOPIC, b"%d" % number) for number in range(first, first + count)]


@pytest.mark.parametrize("count", [0, 1, 2, ROWS_AT_ONCE, ROWS_AT_ONCE + 1, 3 * ROWS_AT_ONCE])
def test_all_rows_are_saved_in_their_order(store: str, count: int) -> None:
    """However many there are, and however many statements that takes."""
    stores.migrate(store)
    stream = uuid4()
    with stores.recorder_of(store) as recorder:
        recorder.insert_events(_rows(stream, 1, count))
        assert recorder.select_rows(stream) == [(each, TOPIC, b"%d" % each) for each in range(1, count + 1)]
        assert [number for _, _, number, _, _ in recorder.select_saved(0, 1000)] == list(range(1, count + 1))
        found = recorder.select_topics((TOPIC,), 0, 1000)
        assert [(stream, row) for _, stream, row in found] == [(stream, row) for row in recorder.select_rows(stream)]
        assert recorder.select_topics((TOPIC,), found[0][0] if found else 0, 2) == found[1:3]
        assert recorder.select_topics(("adjudicator.rewound",), 0, 1000) == []


@pytest.mark.parametrize("count", [2, ROWS_AT_ONCE, ROWS_AT_ONCE + 1])
def test_a_conflict_of_the_last_row_leaves_none(store: str, count: int) -> None:
    """Neither of its own statement nor of one before; the store takes rows as before."""
    stores.migrate(store)
    taken, fresh = uuid4(), uuid4()
    with stores.recorder_of(store) as recorder:
        recorder.insert_events(_rows(taken, 1, 1))
        with pytest.raises(IntegrityError):
            recorder.insert_events([*_rows(fresh, 1, count - 1), *_rows(taken, 1, 1)])
        assert recorder.select_rows(fresh) == []
        recorder.insert_events(_rows(fresh, 1, count))  # the connection is as good as before
        assert len(recorder.select_rows(fresh)) == count


def test_who_writes_again_gets_the_connection_that_wrote(tmp_path: Path) -> None:
    """It holds the pages that were written."""
    with stores.recorder_of(str(tmp_path / "games.db")) as recorder:
        assert isinstance(recorder, SQLiteRecorder)
        lent = recorder.datastore.get_connection
        with lent(commit=True) as writing, lent(commit=False) as reading:
            assert reading is not writing
        with lent(commit=True) as again:
            assert again is writing
