"""Standings: games played, won and lost by person, as soon as a game is won or closed with a result."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from adjudicator.application.disputes.remedies import LOSES
from adjudicator_views.views.view import Told, View, entries

NAME = "standings"
SCHEMA = """
CREATE TABLE standings_seats (game TEXT NOT NULL, seat TEXT NOT NULL, person TEXT NOT NULL, PRIMARY KEY (game, seat));
CREATE TABLE standings_results (game TEXT PRIMARY KEY, winner TEXT NOT NULL, loser TEXT NOT NULL)
"""
_RESULT = (
    "INSERT INTO standings_results VALUES (?, ?, ?)"
    " ON CONFLICT (game) DO UPDATE SET winner = excluded.winner, loser = excluded.loser"
)
TAKEN_BACK = ("rewound", "game-reopened")
"""Entries after which a result does not count any more, unless the table still has it."""


def take(cursor: sqlite3.Cursor, batch: Sequence[Told]) -> None:
    """Note who sits where, and who has won or lost; a rewind takes that back."""
    seats: list[tuple[str, str, str]] = []
    results: dict[str, str] = {}
    for seen in entries(batch):
        if seen.kind == "game-opened":
            seats += [(seen.game_id, *each) for each in seen.content.opening.seats]
        winner = (seen.content.result if seen.kind == "game-closed" else "") or seen.winner
        if winner or seen.kind in TAKEN_BACK:
            results[seen.game_id] = winner
    cursor.executemany("INSERT INTO standings_seats VALUES (?, ?, ?)", seats)
    for game, winner in results.items():
        if winner:
            loser = winner.removesuffix(LOSES) if winner.endswith(LOSES) else ""
            cursor.execute(_RESULT, (game, winner, loser))
        else:
            cursor.execute("DELETE FROM standings_results WHERE game = ?", (game,))


def read(connection: sqlite3.Connection) -> list[sqlite3.Row]:
    """Persons with finished games played, won and lost (a result that names no seat is neither), best first.

    A player who loses by a judge's ruling has lost, and the others at the table have won.
    """
    cursor = connection.execute(
        """
        SELECT person, count(*) AS played, sum(winner = seat OR loser_sits AND loser != seat) AS won,
               sum(winner_sits AND winner != seat OR loser = seat) AS lost
        FROM standings_seats JOIN (
          SELECT game, winner, loser,
                 EXISTS (SELECT 1 FROM standings_seats AS s WHERE s.game = r.game AND s.seat = winner) AS winner_sits,
                 EXISTS (SELECT 1 FROM standings_seats AS s WHERE s.game = r.game AND s.seat = loser) AS loser_sits
          FROM standings_results AS r
        ) USING (game)
        GROUP BY person ORDER BY won DESC, lost, person
        """
    )
    return cursor.fetchall()


VIEW = View(NAME, SCHEMA, take)
