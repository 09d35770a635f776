"""Dice statistics: how often each face was rolled, per game and for what, with the chi-square of all of them."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator_views.views.view import Told, View, entries, facts_of

NAME = "dice"
SCHEMA = """
CREATE TABLE dice (
  game TEXT NOT NULL, purpose TEXT NOT NULL, face INTEGER NOT NULL, times INTEGER NOT NULL,
  PRIMARY KEY (game, purpose, face)
)
"""
_ADD = (
    "INSERT INTO dice VALUES (?, ?, ?, ?)"
    " ON CONFLICT (game, purpose, face) DO UPDATE SET times = times + excluded.times"
)
FACES = 6


def take(cursor: sqlite3.Cursor, batch: Sequence[Told]) -> None:
    """Count the dice of the rolls that entries record (rerolled dice count where they fell)."""
    fell: Counter[tuple[str, str, int]] = Counter()
    for seen in entries(batch):
        for fact in facts_of(seen.content):
            if hasattr(fact, "dice"):
                fell.update((seen.game_id, purpose, face) for purpose, face in _fallen(fact))
    cursor.executemany(_ADD, [(*each, times) for each, times in fell.items()])


def _fallen(fact: Any) -> Iterator[tuple[str, int]]:
    """The dice that a fact rolls, each with what for."""
    rolled = fact.dice
    if not isinstance(rolled, tuple) or not (hasattr(fact, "purpose") or hasattr(fact, "positions")):
        return  # dice that are only spoken of, as those that hits are counted of
    purpose = str(getattr(fact, "purpose", "reroll"))
    for place in getattr(fact, "positions", range(len(rolled))):
        yield purpose, rolled[place]


def read(connection: sqlite3.Connection, game_id: str = "") -> list[sqlite3.Row]:
    """How often each face was rolled for each purpose, in one game or in all."""
    cursor = connection.execute(
        "SELECT purpose, face, sum(times) AS times FROM dice WHERE ? = '' OR game = ?"
        " GROUP BY purpose, face ORDER BY purpose, face",
        (game_id, game_id),
    )
    return cursor.fetchall()


def chi_square(counts: dict[int, int]) -> float:
    """The chi-square of face counts against equal chances, 5 degrees of freedom; 0 for no dice."""
    rolled = sum(counts.values())
    if not rolled:
        return 0.0
    due = rolled / FACES
    return sum((counts.get(face, 0) - due) ** 2 / due for face in range(1, FACES + 1))


VIEW = View(NAME, SCHEMA, take)
