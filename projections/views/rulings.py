"""The history of rulings: every declaration that was not legal, and every word of a judge; searched as precedents."""

from __future__ import annotations

import sqlite3

from projections.views.view import Seen, View

NAME = "rulings"
SCHEMA = """
CREATE TABLE rulings (
  game TEXT NOT NULL, entry INTEGER NOT NULL, edition TEXT NOT NULL, kind TEXT NOT NULL, by_whom TEXT NOT NULL,
  ruling TEXT NOT NULL, reasons TEXT NOT NULL, citation TEXT NOT NULL, note TEXT NOT NULL, PRIMARY KEY (game, entry)
);
CREATE TABLE rulings_editions (game TEXT PRIMARY KEY, edition TEXT NOT NULL)
"""


def take(cursor: sqlite3.Cursor, seen: Seen) -> None:
    """Keep the entry if it is a refusal, an undecided ruling or a judge's word."""
    content = seen.content
    if seen.kind == "game-opened":
        cursor.execute("INSERT INTO rulings_editions VALUES (?, ?)", (seen.game_id, content.opening.edition))
    elif seen.kind == "declared" and content.ruling != "legal":
        reasons = " ".join(content.failing or content.missing)
        said = content.declaration
        _keep(cursor, seen, type(said).__name__, said.seat, content.ruling, reasons, "", content.remark)
    elif seen.kind == "ruling-given":
        said = content.declaration
        kind = type(said).__name__ if said is not None else ""
        _keep(cursor, seen, kind, content.by, content.ruling, "", content.citation, content.note)


def _keep(
    cursor: sqlite3.Cursor, seen: Seen, kind: str, by: str, ruling: str, reasons: str, citation: str, note: str
) -> None:
    row = cursor.execute("SELECT edition FROM rulings_editions WHERE game = ?", (seen.game_id,)).fetchone()
    edition = row[0] if row else ""
    cursor.execute(
        "INSERT INTO rulings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (seen.game_id, seen.number, edition, kind, by, ruling, reasons, citation, note),
    )


def read(connection: sqlite3.Connection, words: str = "", game_id: str = "", limit: int = 100) -> list[sqlite3.Row]:
    """Rulings in which all the words occur (kind, reasons, citation, note), of one game or of all, newest first."""
    conditions, values = ["(? = '' OR game = ?)"], [game_id, game_id]
    for word in words.split():
        conditions.append("lower(kind || ' ' || reasons || ' ' || citation || ' ' || note) LIKE ? ESCAPE '\\'")
        escaped = word.lower().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        values.append(f"%{escaped}%")
    where = " AND ".join(conditions)  # conditions are ours, the words are bound
    cursor = connection.execute(
        "SELECT game, entry, edition, kind, by_whom, ruling, reasons, citation, note FROM rulings"  # noqa: S608 - bound
        f" WHERE {where} ORDER BY rowid DESC LIMIT ?",
        (*values, limit),
    )
    return cursor.fetchall()


VIEW = View(NAME, SCHEMA, take)
