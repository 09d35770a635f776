"""A store reached behind the application's back, in the words of SQLite, whichever of the two it is."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
from psycopg.sql import SQL

from adjudicator.application import stores

_IN_POSTGRES = {
    "stored_events": "adjudicator_events",
    "stored_snapshots": "adjudicator_snapshots",
    "rowid": "notification_id",
    "?": "%s",
}


def sql(store: str | Path, statement: str, *values: Any) -> list[tuple[Any, ...]]:
    """Run a statement and keep what it does; what it finds, streams as 32 digits.

    Tables are `stored_events` and `stored_snapshots`, places `rowid`, parameters `?`.
    """
    if not stores.is_postgres(store):
        file = sqlite3.connect(store)
        try:
            with file:
                return file.execute(statement, values).fetchall()
        finally:
            file.close()
    for ours, theirs in _IN_POSTGRES.items():
        statement = statement.replace(ours, theirs)
    with psycopg.connect(str(store)) as connection:
        cursor = connection.execute(SQL(statement), values)
        found = cursor.fetchall() if cursor.description else []
    return [tuple(each.hex if isinstance(each, UUID) else each for each in row) for row in found]


def put_other_words(store: str | Path, stream: str, number: int, old: bytes, new: bytes) -> None:
    """Put other words into an entry of a stream, in place of words that it has."""
    row = (stream.replace("-", ""), number)
    where = "WHERE originator_id = ? AND originator_version = ?"
    state = sql(store, f"SELECT state FROM stored_events {where}", *row)[0][0]
    assert old in state
    sql(store, f"UPDATE stored_events SET state = ? {where}", state.replace(old, new), *row)
