"""The timeline of a game: its entries in words, one line each, as everybody may see them."""

from __future__ import annotations

import sqlite3
from typing import Any

from projections.views.view import Seen, View, facts_of

NAME = "timeline"
SCHEMA = """
CREATE TABLE timeline (
  game TEXT NOT NULL, entry INTEGER NOT NULL, kind TEXT NOT NULL, seat TEXT NOT NULL, says TEXT NOT NULL,
  ruling TEXT NOT NULL, told TEXT NOT NULL, PRIMARY KEY (game, entry)
)
"""


def take(cursor: sqlite3.Cursor, seen: Seen) -> None:
    """One line for the entry."""
    declaration = getattr(seen.content, "declaration", None)
    seat = str(getattr(declaration, "seat", "") or getattr(seen.content, "by", ""))
    says = type(declaration).__name__ if declaration is not None else _words(seen.content)
    row = (seen.game_id, seen.number, seen.kind, seat, says, getattr(seen.content, "ruling", "") or "", _told(seen))
    cursor.execute("INSERT INTO timeline VALUES (?, ?, ?, ?, ?, ?, ?)", row)


def _words(content: Any) -> str:
    """What an entry without a declaration says: why, the note, or the text."""
    return str(getattr(content, "why", "") or getattr(content, "text", "") or getattr(content, "note", ""))


def _told(seen: Seen) -> str:
    """What happened, in the game's own short sentences, each told on the table that it has just changed."""
    facts = facts_of(seen.content)
    if not facts or seen.before is None:
        return ""
    table = seen.after
    return " ".join(text for fact in facts if (text := seen.rules.tell(table, fact)))


def read(connection: sqlite3.Connection, game_id: str, after: int = 0, limit: int = 100) -> list[sqlite3.Row]:
    """The lines of a game after an entry, in order."""
    cursor = connection.execute(
        "SELECT entry, kind, seat, says, ruling, told FROM timeline"
        " WHERE game = ? AND entry > ? ORDER BY entry LIMIT ?",
        (game_id, after, limit),
    )
    return cursor.fetchall()


VIEW = View(NAME, SCHEMA, take)
