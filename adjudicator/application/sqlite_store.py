"""The store in an SQLite file: journal WAL, synchronous FULL, so that what was answered is on disk."""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Sequence
from contextlib import closing
from typing import Any, cast
from uuid import UUID

from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteFactory,
    SQLiteTransaction,
)
from eventsourcing.utils import Environment

from adjudicator.application.store import OF_DISPUTES, OPENED_TOPIC, REQUEST_TOPIC, Recorder, Row

ROWS_AT_ONCE = 64
"""How many rows one statement inserts at most."""

_ROW = "originator_version, topic, state"
_PLACE = "rowid, originator_id"
_SAVED = f"{_PLACE}, {_ROW}"


class _NewestFirst(deque[SQLiteConnection]):
    """The connections that are not in use: who writes again gets the one that holds the pages it wrote."""

    append = deque.appendleft


class _Pool(SQLiteConnectionPool):
    def __init__(self, db_name: str) -> None:
        super().__init__(db_name=db_name, pool_size=5, max_overflow=10, pool_timeout=5.0)
        self._pool = _NewestFirst()

    def _create_connection(self) -> SQLiteConnection:
        if not (self.is_sqlite_memory_mode or self.is_journal_mode_wal):
            self._log_ahead()
        connection = super()._create_connection()
        cursor = connection.cursor()
        cursor.execute("PRAGMA synchronous=FULL")
        # Read like the write-ahead log itself: a commit must not be held up by a checkpoint more often than needed.
        cursor.execute("PRAGMA wal_autocheckpoint=2000")
        return connection

    def _log_ahead(self) -> None:
        """Switch the file to a write-ahead log; the library would leave it open if it turns out to be no database."""
        with closing(sqlite3.connect(self.db_name, uri=True)) as file:
            file.execute("PRAGMA journal_mode=WAL")
        self.is_journal_mode_wal = True


class _Datastore(SQLiteDatastore):
    def __init__(self, db_name: str) -> None:
        self.pool = _Pool(db_name)
        self.single_row_tracking = True
        self.originator_id_type = "uuid"


class _AtOnce(SQLiteTransaction):
    """A transaction of one statement, which SQLite itself begins and commits."""

    def __enter__(self) -> SQLiteCursor:
        return self.connection.cursor()


class SQLiteRecorder(SQLiteApplicationRecorder, Recorder):
    """The library's recorder over SQLite; a place is a rowid."""

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        """Save rows in one transaction, and up to ROWS_AT_ONCE in one statement; their places are not told.

        Each statement gives up the interpreter's lock and has to win it back from the thread that serves calls.
        """
        if not 1 <= len(stored_events) <= ROWS_AT_ONCE:
            return super().insert_events(stored_events, **kwargs)
        values = [
            value
            for each in stored_events
            for value in (cast("UUID", each.originator_id).hex, each.originator_version, each.topic, each.state)
        ]
        statement = self.insert_events_statement + ", (?,?,?,?)" * (len(stored_events) - 1)
        with self.datastore.get_connection(commit=True) as connection, _AtOnce(connection, commit=True) as cursor:
            cursor.execute(statement, values)
        return None

    def construct_create_table_statements(self) -> list[str]:
        """The library's table, and the indexes of openings and of disputes."""
        table = self.events_table_name
        return [
            *super().construct_create_table_statements(),
            f"CREATE INDEX IF NOT EXISTS openings ON {table} (topic) WHERE topic = '{OPENED_TOPIC}'",
            f"CREATE INDEX IF NOT EXISTS dispute_steps ON {table} (topic) WHERE {OF_DISPUTES}",
        ]

    def _found(self, columns: str, which: str, parameters: Sequence[Any]) -> list[Any]:
        """The columns of the rows that a clause (WHERE and all that follows) is about, as plain tuples."""
        query = f"SELECT {columns} FROM {self.events_table_name} {which}"  # noqa: S608 - words of ours, and the library's name
        with self.datastore.transaction(commit=False) as cursor:
            cursor.sqlite_cursor.row_factory = None
            cursor.execute(query, parameters)
            found: list[Any] = cursor.fetchall()
            return found

    def select_rows(self, stream: UUID, after: int = 0, limit: int | None = None) -> list[Row]:
        """See Recorder."""
        which = "WHERE originator_id = ? AND originator_version > ? ORDER BY originator_version LIMIT ?"
        return self._found(_ROW, which, (stream.hex, after, -1 if limit is None else limit))

    def select_kind(self, stream: UUID, topic: str) -> list[Row]:
        """See Recorder."""
        return self._found(
            _ROW, "WHERE originator_id = ? AND topic = ? ORDER BY originator_version", (stream.hex, topic)
        )

    def select_row(self, stream: UUID, number: int) -> Row | None:
        """See Recorder."""
        found = self._found(_ROW, "WHERE originator_id = ? AND originator_version = ?", (stream.hex, number))
        return found[0] if found else None

    def select_openings(self, after: int, limit: int) -> list[tuple[int, UUID]]:
        """See Recorder."""
        which = f"WHERE topic = '{OPENED_TOPIC}' AND rowid > ? ORDER BY rowid LIMIT ?"
        return [(place, UUID(stream)) for place, stream in self._found(_PLACE, which, (after, limit))]

    def select_disputes(self, topics: Sequence[str], after: int, limit: int) -> list[tuple[int, UUID]]:
        """See Recorder."""
        topic = f"topic IN ({', '.join('?' * len(topics))})"
        which = f"INDEXED BY dispute_steps WHERE {OF_DISPUTES} AND {topic} AND rowid > ? ORDER BY rowid LIMIT ?"
        return [(place, UUID(stream)) for place, stream in self._found(_PLACE, which, (*topics, after, limit))]

    def select_place(self, stream: UUID) -> int:
        """See Recorder."""
        found = self._found("rowid", "WHERE originator_id = ? AND originator_version = 1", (stream.hex,))
        return int(found[0][0]) if found else 0

    def select_saved(self, after: int, limit: int) -> list[tuple[int, UUID | str, int, str, bytes | None]]:
        """See Recorder."""
        return self._found(_SAVED, "WHERE rowid > ? ORDER BY rowid LIMIT ?", (after, limit))

    def select_topics(self, topics: Sequence[str], after: int, limit: int) -> list[tuple[int, UUID, Row]]:
        """See Recorder."""
        which = f"WHERE rowid > ? AND topic IN ({', '.join('?' * len(topics))}) ORDER BY rowid LIMIT ?"
        found = self._found(_SAVED, which, (after, *topics, limit))
        streams = {stream: UUID(stream) for stream in {row[1] for row in found}}
        return [(place, streams[stream], (number, topic, state)) for place, stream, number, topic, state in found]

    def select_moved(self, after: int) -> list[tuple[int, UUID, int]]:
        """See Recorder."""
        columns = "max(rowid), originator_id, max(originator_version)"
        found = self._found(
            columns, "WHERE rowid > ? AND topic IS NOT ? GROUP BY originator_id", (after, REQUEST_TOPIC)
        )
        return [(place, UUID(stream), number) for place, stream, number in found]

    def count_entries(self) -> int:
        """See Recorder."""
        return int(self._found("count(*)", "WHERE topic IS NOT ?", (REQUEST_TOPIC,))[0][0])


class SQLiteStoreFactory(SQLiteFactory):
    """Builds the store over one SQLite database."""

    application_recorder_class = SQLiteRecorder

    def __init__(self, env: Environment) -> None:
        super().__init__(env)
        self.datastore = _Datastore(env.get(self.SQLITE_DBNAME) or "")
