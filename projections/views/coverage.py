"""Rule coverage by real games: how often each rule has decided something that happened, or did not happen."""

from __future__ import annotations

import sqlite3

from projections.views.view import Seen, View, facts_of

NAME = "coverage"
SCHEMA = """
CREATE TABLE coverage (
  rule TEXT PRIMARY KEY, facts INTEGER NOT NULL, non_events INTEGER NOT NULL, first_game TEXT NOT NULL
)
"""
_ADD = """
INSERT INTO coverage VALUES (?, ?, ?, ?)
ON CONFLICT (rule) DO UPDATE SET facts = facts + excluded.facts, non_events = non_events + excluded.non_events
"""


def take(cursor: sqlite3.Cursor, seen: Seen) -> None:
    """Count the rules that the entry's facts and non-events cite."""
    rules = [(fact.rule, 1, 0, seen.game_id) for fact in facts_of(seen.content) if fact.rule]
    rules += [(each.rule, 0, 1, seen.game_id) for each in getattr(seen.content, "non_events", ())]
    cursor.executemany(_ADD, rules)


def read(connection: sqlite3.Connection, prefix: str = "", limit: int = 1000) -> list[sqlite3.Row]:
    """Rules (whose ids begin so) with their counts, the most frequent first."""
    cursor = connection.execute(
        "SELECT rule, facts, non_events, first_game FROM coverage WHERE substr(rule, 1, length(?)) = ?"
        " ORDER BY facts + non_events DESC, rule LIMIT ?",
        (prefix, prefix, limit),
    )
    return cursor.fetchall()


VIEW = View(NAME, SCHEMA, take)
