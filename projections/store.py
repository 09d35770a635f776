"""The database of the views: their rows, and beside them the position in the log that each has reached."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from projections.views import VIEWS
from projections.views.view import View

_POSITIONS = "CREATE TABLE IF NOT EXISTS positions (view TEXT PRIMARY KEY, position INTEGER NOT NULL)"
_MARK = "CREATE TABLE IF NOT EXISTS mark (one INTEGER PRIMARY KEY CHECK (one = 1), position INTEGER, head BLOB)"


class ProjectionStore:
    """An SQLite file (or ":memory:"). One writer; readers may open it besides."""

    def __init__(self, path: str, views: Sequence[View] = VIEWS) -> None:
        self.views = tuple(views)
        self.connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self.connection.row_factory = sqlite3.Row
        self.connection.execute("PRAGMA journal_mode=WAL")
        self.connection.execute(_POSITIONS)
        self.connection.execute(_MARK)
        for view in self.views:
            if self._position(view.name) is None:
                self.clear(view)

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Cursor]:
        """Rows and positions stand or fall together."""
        cursor = self.connection.cursor()
        cursor.execute("BEGIN IMMEDIATE")
        try:
            yield cursor
        except BaseException:
            cursor.execute("ROLLBACK")
            raise
        cursor.execute("COMMIT")

    def position(self) -> int:
        """The position that all views have reached."""
        return min(self.positions().values())

    def positions(self) -> dict[str, int]:
        """The position of each view."""
        return {view.name: self._position(view.name) or 0 for view in self.views}

    def mark(self) -> tuple[int, bytes] | None:
        """The newest entry that was ever read: its position and head; None if there was none."""
        row = self.connection.execute("SELECT position, head FROM mark").fetchone()
        return None if row is None else (row["position"], row["head"])

    def forget(self) -> None:
        """Make all views anew, for whatever log."""
        for view in self.views:
            self.clear(view)
        self.connection.execute("DELETE FROM mark")

    def _position(self, view: str) -> int | None:
        row = self.connection.execute("SELECT position FROM positions WHERE view = ?", (view,)).fetchone()
        return None if row is None else int(row[0])

    def clear(self, view: View) -> None:
        """Make a view's tables anew, empty, at the beginning of the log."""
        with self.transaction() as cursor:
            for statement in view.schema.split(";"):
                table = statement.split("(", 1)[0].split()[-1]
                cursor.execute(f"DROP TABLE IF EXISTS {table}")  # the names are the views' own
                cursor.execute(statement)
            cursor.execute(
                "INSERT INTO positions VALUES (?, 0) ON CONFLICT (view) DO UPDATE SET position = 0", (view.name,)
            )
