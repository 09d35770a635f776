"""The database of the views: their rows, and beside them the position in the log that each has reached."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

import msgspec

from adjudicator.application.following import Followed, GameEntry
from adjudicator_views.views import VIEWS
from adjudicator_views.views.view import Lost, View

_OWN = (
    "CREATE TABLE IF NOT EXISTS positions (view TEXT PRIMARY KEY, position INTEGER NOT NULL)",
    "CREATE TABLE IF NOT EXISTS made (view TEXT PRIMARY KEY, schema TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS mark (one INTEGER PRIMARY KEY CHECK (one = 1), position INTEGER, head BLOB)",
    "CREATE TABLE IF NOT EXISTS newest (stream TEXT PRIMARY KEY, position INTEGER, of_game INTEGER, entry, head)",
    "CREATE INDEX IF NOT EXISTS newest_of_all ON newest (position)",
    "CREATE TABLE IF NOT EXISTS lost (stream TEXT PRIMARY KEY, number INTEGER, why TEXT)",
)
"""How far the views are, beside their rows: the position of each, the newest entry that was ever read and that of each
game and dispute, and what is left out from which entry on.
"""

Newest = tuple[str, int, bytes]
"""Of which game or dispute an entry is, its number, and the head after it."""


class ProjectionStore:
    """An SQLite file (or ":memory:"). One writer; readers may open it besides."""

    def __init__(self, path: str, views: Sequence[View] = VIEWS) -> None:
        self.views = tuple(views)
        self.connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self.connection.row_factory = sqlite3.Row
        self.connection.execute("PRAGMA journal_mode=WAL")
        self.connection.execute("PRAGMA synchronous=NORMAL")  # what a power cut takes is read again
        for statement in _OWN:
            self.connection.execute(statement)
        for view in self.views:
            made = self.connection.execute("SELECT schema FROM made WHERE view = ?", (view.name,)).fetchone()
            if made is None or made["schema"] != view.schema:
                with self.transaction() as cursor:
                    _clear(cursor, view)

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

    def read(self, cursor: sqlite3.Cursor, read: Iterable[Followed]) -> None:
        """Note which entries of games and disputes were read, in order; of each the newest is enough."""
        newest = [(each.stream, each.position, isinstance(each, GameEntry), each.number, each.head) for each in read]
        cursor.executemany("INSERT OR REPLACE INTO newest VALUES (?, ?, ?, ?, ?)", newest)
        cursor.executemany(
            "INSERT INTO mark VALUES (1, ?, ?) ON CONFLICT (one) DO UPDATE "
            "SET position = excluded.position, head = excluded.head WHERE position < excluded.position",
            [(each.position, each.head) for each in read],
        )

    def reach(self, cursor: sqlite3.Cursor, position: int) -> None:
        """Note that all views have come to a position."""
        cursor.execute("UPDATE positions SET position = ? WHERE position < ?", (position, position))

    def newest(self, game: str = "") -> Newest | None:
        """The newest entry read of a game, or of all games and disputes if none is named."""
        row = self.connection.execute(
            "SELECT stream, entry, head FROM newest WHERE ? = '' OR (stream = ? AND of_game)"
            " ORDER BY position DESC LIMIT 1",
            (game, game),
        ).fetchone()
        return None if row is None else (row["stream"], row["entry"], row["head"])

    def lose(self, cursor: sqlite3.Cursor, lost: Iterable[Lost]) -> None:
        """Leave games and disputes out, each from an entry on."""
        cursor.executemany("INSERT OR REPLACE INTO lost VALUES (?, ?, ?)", map(msgspec.structs.astuple, lost))

    def lost(self, stream: str) -> Lost | None:
        """From where on a game or a dispute is left out; None if it is not."""
        row = self.connection.execute("SELECT * FROM lost WHERE stream = ?", (stream,)).fetchone()
        return None if row is None else Lost(*row)

    def all_lost(self) -> list[Lost]:
        """The streams that are left out."""
        return [Lost(*row) for row in self.connection.execute("SELECT * FROM lost ORDER BY stream")]

    def forget(self) -> None:
        """Make all views anew, for whatever log."""
        with self.transaction() as cursor:
            for view in self.views:
                _clear(cursor, view)
            for table in ("mark", "newest", "lost"):
                cursor.execute(f"DELETE FROM {table}")  # noqa: S608 - ours

    def _position(self, view: str) -> int | None:
        row = self.connection.execute("SELECT position FROM positions WHERE view = ?", (view,)).fetchone()
        return None if row is None else int(row[0])


def _clear(cursor: sqlite3.Cursor, view: View) -> None:
    """Make a view's tables anew, empty, at the beginning of the log."""
    for statement in view.schema.split(";"):
        kind, name = statement.split()[1:3]  # CREATE TABLE or INDEX; the names are the views' own
        cursor.execute(f"DROP {kind} IF EXISTS {name}")
        cursor.execute(statement)
    cursor.execute("INSERT OR REPLACE INTO made VALUES (?, ?)", (view.name, view.schema))
    cursor.execute("INSERT INTO positions VALUES (?, 0) ON CONFLICT (view) DO UPDATE SET position = 0", (view.name,))
