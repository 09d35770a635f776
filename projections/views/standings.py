"""Standings: games played, won and lost by person, as soon as a game is won or closed with a result."""

from __future__ import annotations

import sqlite3

from projections.views.view import Seen, View

NAME = "standings"
SCHEMA = """
CREATE TABLE standings_seats (game TEXT NOT NULL, seat TEXT NOT NULL, person TEXT NOT NULL, PRIMARY KEY (game, seat));
CREATE TABLE standings_results (game TEXT PRIMARY KEY, winner TEXT NOT NULL)
"""
_RESULT = "INSERT INTO standings_results VALUES (?, ?) ON CONFLICT (game) DO UPDATE SET winner = excluded.winner"


def take(cursor: sqlite3.Cursor, seen: Seen) -> None:
    """Note who sits where, and who has won; a rewind takes a win back."""
    if seen.kind == "game-opened":
        seats = seen.content.opening.seats
        cursor.executemany("INSERT INTO standings_seats VALUES (?, ?, ?)", [(seen.game_id, *each) for each in seats])
    winner = seen.rules.over(seen.after) if seen.after is not None else None
    if seen.kind == "game-closed" and seen.content.result:
        winner = seen.content.result
    if winner:
        cursor.execute(_RESULT, (seen.game_id, winner))
    elif seen.kind == "rewound":
        cursor.execute("DELETE FROM standings_results WHERE game = ?", (seen.game_id,))


def read(connection: sqlite3.Connection) -> list[sqlite3.Row]:
    """Persons with finished games played, won and lost (a result that names no seat is neither), best first."""
    cursor = connection.execute(
        """
        SELECT person, count(*) AS played, sum(winner = seat) AS won,
               sum(winner != seat
                   AND winner IN (SELECT seat FROM standings_seats AS s WHERE s.game = seats.game)) AS lost
        FROM standings_seats AS seats JOIN standings_results USING (game)
        GROUP BY person ORDER BY won DESC, lost, person
        """
    )
    return cursor.fetchall()


VIEW = View(NAME, SCHEMA, take)
