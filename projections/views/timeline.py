"""The timeline of a game: a row for each entry that was read. Its lines are made when they are asked for (telling)."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

from projections.views.view import Lost, Seen, Told, View

NAME = "timeline"
SCHEMA = """
CREATE TABLE timeline (
  game TEXT NOT NULL, entry INTEGER NOT NULL, head BLOB NOT NULL, damage TEXT NOT NULL, PRIMARY KEY (game, entry)
) WITHOUT ROWID
"""
_ROW = "INSERT OR REPLACE INTO timeline VALUES (?, ?, ?, ?)"


class Row(NamedTuple):
    """An entry of a game by its number, with the head after it, and what is wrong if it is not what was written."""

    entry: int
    head: bytes
    damage: str


def take(cursor: sqlite3.Cursor, batch: Sequence[Told]) -> None:
    """One row for each entry, and for the first one of a game that is not what was written."""
    rows = [
        (each.game_id, each.number, each.head, "")
        if isinstance(each, Seen)
        else (each.stream, each.number, b"", f"{each.why}; from here on the views leave this game out")
        for each in batch
        if isinstance(each, Seen | Lost)
    ]
    cursor.executemany(_ROW, rows)


def read(connection: sqlite3.Connection, game_id: str, after: int = 0, limit: int = 100) -> list[Row]:
    """The rows of a game after an entry, in order."""
    cursor = connection.execute(
        "SELECT entry, head, damage FROM timeline WHERE game = ? AND entry > ? ORDER BY entry LIMIT ?",
        (game_id, after, limit),
    )
    return [Row(*row) for row in cursor.fetchall()]


VIEW = View(NAME, SCHEMA, take)
