"""Standings: games played, won and lost by person, as soon as a game is won or closed with a result.

What no longer counts is taken back: a win by a rewind, the result of a closed game when it is reopened on appeal.
"""

from __future__ import annotations

import sqlite3

from adjudicator.application.disputes.remedies import LOSES
from projections.views.view import Seen, View

NAME = "standings"
SCHEMA = """
CREATE TABLE standings_seats (game TEXT NOT NULL, seat TEXT NOT NULL, person TEXT NOT NULL, PRIMARY KEY (game, seat));
CREATE TABLE standings_results (game TEXT PRIMARY KEY, winner TEXT NOT NULL)
"""
_RESULT = "INSERT INTO standings_results VALUES (?, ?) ON CONFLICT (game) DO UPDATE SET winner = excluded.winner"


def take(cursor: sqlite3.Cursor, seen: Seen) -> None:
    """Note who sits where, and who has won; a rewind takes a win back, and a reopening the result."""
    if seen.kind == "game-opened":
        seats = seen.content.opening.seats
        cursor.executemany("INSERT INTO standings_seats VALUES (?, ?, ?)", [(seen.game_id, *each) for each in seats])
    winner = seen.rules.over(seen.after) if seen.after is not None else None
    if seen.kind == "game-closed" and seen.content.result:
        winner = _winner(cursor, seen.game_id, seen.content.result)
    if winner:
        cursor.execute(_RESULT, (seen.game_id, winner))
    elif seen.kind in {"rewound", "game-reopened"}:
        cursor.execute("DELETE FROM standings_results WHERE game = ?", (seen.game_id,))


def _winner(cursor: sqlite3.Cursor, game_id: str, result: str) -> str:
    """Who has won by a result: of two, the one who did not lose by a judge's ruling; else what the result says."""
    if not result.endswith(LOSES):
        return result
    seats = cursor.execute("SELECT seat FROM standings_seats WHERE game = ?", (game_id,)).fetchall()
    others = [seat for (seat,) in seats if seat != result.removesuffix(LOSES)]
    return others[0] if len(others) == 1 < len(seats) else result


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
