"""The timeline of a game: of each entry that was read the head after it. Its lines are made when they are asked for
(telling).

So many heads at a time are one row, the same however the log was read: a rebuild has no row for every entry to write.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from adjudicator_views.views.view import Lost, Seen, Told, View, entries

NAME = "timeline"
SCHEMA = """
CREATE TABLE timeline (
  game TEXT NOT NULL, block INTEGER NOT NULL, heads BLOB NOT NULL, PRIMARY KEY (game, block)
) WITHOUT ROWID;
CREATE TABLE timeline_damage (game TEXT PRIMARY KEY, entry INTEGER NOT NULL, damage TEXT NOT NULL)
"""
_ADD = """
INSERT INTO timeline VALUES (?, ?, ?)
ON CONFLICT (game, block) DO UPDATE SET heads = CAST(heads || excluded.heads AS BLOB)
"""
_DAMAGED = "INSERT INTO timeline_damage VALUES (?, ?, ?)"

BLOCK = 64
"""Entries of a game whose heads are one row: 1 to 64 are block 0, and so on."""

_HEAD = 32
"""Bytes of a head."""


class Row(NamedTuple):
    """An entry of a game by its number, with the head after it, and what is wrong if it is not what was written."""

    entry: int
    head: bytes
    damage: str


def take(cursor: sqlite3.Cursor, batch: Sequence[Told]) -> None:
    """Add the heads of entries to their blocks, and what is wrong with the first of a game that was altered."""
    in_order = sorted(entries(batch), key=_of_game)
    blocks = [(*place, b"".join([each.head for each in block])) for place, block in groupby(in_order, _block)]
    cursor.executemany(_ADD, blocks)
    lost = [
        (each.stream, each.number, f"{each.why}; from here on the views leave this game out")
        for each in batch
        if isinstance(each, Lost)
    ]
    cursor.executemany(_DAMAGED, lost)


def _of_game(seen: Seen) -> str:
    return seen.game_id


def _block(seen: Seen) -> tuple[str, int]:
    return seen.game_id, (seen.number - 1) // BLOCK


def read(connection: sqlite3.Connection, game_id: str, after: int = 0, limit: int = 100) -> list[Row]:
    """The entries of a game after one of them, in order."""
    start = after // BLOCK
    cursor = connection.execute(
        "SELECT heads FROM timeline WHERE game = ? AND block BETWEEN ? AND ? ORDER BY block",
        (game_id, start, (after + limit) // BLOCK),
    )
    heads = b"".join(row[0] for row in cursor)
    found = [
        Row(start * BLOCK + place // _HEAD + 1, heads[place : place + _HEAD], "")
        for place in range(0, len(heads), _HEAD)
    ]
    found += [
        Row(entry, b"", damage)
        for entry, damage in connection.execute("SELECT entry, damage FROM timeline_damage WHERE game = ?", (game_id,))
    ]
    return [row for row in found if after < row.entry][:limit]


VIEW = View(NAME, SCHEMA, take)
