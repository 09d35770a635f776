"""The timeline of a game: its entries in words, one line each, as everybody may see them."""

from __future__ import annotations

import sqlite3

from adjudicator.kernel.entries import GameClosed, NonceGiven, NoteAdded, Rewound
from projections.views.view import Lost, Seen, View, facts_of

NAME = "timeline"
SCHEMA = """
CREATE TABLE timeline (
  game TEXT NOT NULL, entry INTEGER NOT NULL, kind TEXT NOT NULL, seat TEXT NOT NULL, says TEXT NOT NULL,
  ruling TEXT NOT NULL, told TEXT NOT NULL, at_milliseconds INTEGER NOT NULL, revision INTEGER NOT NULL,
  remark TEXT NOT NULL, about INTEGER NOT NULL, head BLOB NOT NULL, PRIMARY KEY (game, entry)
)
"""
_LINE = "INSERT OR REPLACE INTO timeline VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


def take(cursor: sqlite3.Cursor, seen: Seen) -> None:
    """One line for the entry."""
    content = seen.content
    declaration = getattr(content, "declaration", None)
    speaker = content.seat if isinstance(content, NonceGiven) else getattr(content, "by", "")
    seat = str(getattr(declaration, "seat", "") or speaker)
    says, remark = _words(seen)
    cursor.execute(
        _LINE,
        (
            seen.game_id,
            seen.number,
            seen.kind,
            seat,
            says,
            getattr(content, "ruling", "") or "",
            _told(seen),
            seen.at,
            seen.revision,
            remark,
            getattr(content, "about", 0),
            seen.head,
        ),
    )


def lose(cursor: sqlite3.Cursor, lost: Lost) -> None:
    """The last line: that an entry is not what was written."""
    why = f"{lost.why}; from here on the views leave this game out"
    cursor.execute(_LINE, (lost.stream, lost.number, "damaged", "", "", "", why, 0, 0, "", 0, b""))


def _words(seen: Seen) -> tuple[str, str]:
    """What an entry says, and what has to be known with it."""
    content = seen.content
    if isinstance(content, Rewound):
        return f"back to revision {content.to}", content.why
    if isinstance(content, NoteAdded):
        return content.text, ""
    if isinstance(content, NonceGiven):
        return "adds a nonce to the house's chance", ""
    if isinstance(content, GameClosed):
        return content.result, content.why
    return seen.says, str(getattr(content, "remark", "") or getattr(content, "note", "") or getattr(content, "why", ""))


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
        "SELECT entry, kind, seat, says, ruling, told, at_milliseconds, revision, remark, about, head FROM timeline"
        " WHERE game = ? AND entry > ? ORDER BY entry LIMIT ?",
        (game_id, after, limit),
    )
    return cursor.fetchall()


VIEW = View(NAME, SCHEMA, take, lose=lose)
