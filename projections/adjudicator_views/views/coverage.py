"""Rule coverage by real games: how often each rule decided what happened, what did not, and what was refused."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

from adjudicator_views.views.view import Told, View, entries, facts_of

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
_FACTS, _NON_EVENTS, _REFUSALS = range(3)


def take(cursor: sqlite3.Cursor, batch: Sequence[Told]) -> None:
    """Count the rules that the facts and non-events of entries cite, and those by which something was refused."""
    rows: dict[str, list[Any]] = {}
    for seen in entries(batch):
        game = seen.game_id
        for fact in facts_of(seen.content):
            if rule := fact.rule:
                row = rows.get(rule) or rows.setdefault(rule, [0, 0, 0, game])
                row[_FACTS] += 1
        for spared in getattr(seen.content, "non_events", ()):
            rows.setdefault(spared.rule, [0, 0, 0, game])[_NON_EVENTS] += 1
        for rule in seen.refused_by:
            rows.setdefault(rule, [0, 0, 0, game])[_REFUSALS] += 1
    cursor.executemany(_ADD, [(rule, *row) for rule, row in rows.items()])


def read(connection: sqlite3.Connection, prefix: str = "", limit: int = 1000) -> list[sqlite3.Row]:
    """Rules (whose ids begin so) with their counts, the most frequent first."""
    cursor = connection.execute(
        "SELECT rule, facts, non_events, refusals, first_game FROM coverage WHERE substr(rule, 1, length(?)) = ?"
        " ORDER BY facts + non_events + refusals DESC, rule LIMIT ?",
        (prefix, prefix, limit),
    )
    return cursor.fetchall()


VIEW = View(NAME, SCHEMA, take)
