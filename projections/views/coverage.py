"""Rule coverage by real games: how often each rule decided what happened, what did not, and what was refused."""

from __future__ import annotations

import sqlite3

from projections.views.view import Seen, View, facts_of

NAME = "coverage"
SCHEMA = """
CREATE TABLE coverage (
  rule TEXT PRIMARY KEY, facts INTEGER NOT NULL, non_events INTEGER NOT NULL, refusals INTEGER NOT NULL,
  first_game TEXT NOT NULL
)
"""
_ADD = """
INSERT INTO coverage VALUES (?, ?, ?, ?, ?)
ON CONFLICT (rule) DO UPDATE SET facts = facts + excluded.facts, non_events = non_events + excluded.non_events,
  refusals = refusals + excluded.refusals
"""


def take(cursor: sqlite3.Cursor, seen: Seen) -> None:
    """Count the rules that the entry's facts and non-events cite, and those by which it was refused."""
    rules = [(fact.rule, 1, 0, 0, seen.game_id) for fact in facts_of(seen.content) if fact.rule]
    rules += [(each.rule, 0, 1, 0, seen.game_id) for each in getattr(seen.content, "non_events", ())]
    rules += [(rule, 0, 0, 1, seen.game_id) for rule in seen.refused_by]
    cursor.executemany(_ADD, rules)


def read(connection: sqlite3.Connection, prefix: str = "", limit: int = 1000) -> list[sqlite3.Row]:
    """Rules (whose ids begin so) with their counts, the most frequent first."""
    cursor = connection.execute(
        "SELECT rule, facts, non_events, refusals, first_game FROM coverage WHERE substr(rule, 1, length(?)) = ?"
        " ORDER BY facts + non_events + refusals DESC, rule LIMIT ?",
        (prefix, prefix, limit),
    )
    return cursor.fetchall()


VIEW = View(NAME, SCHEMA, take)
