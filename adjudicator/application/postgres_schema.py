"""The schema of a log in PostgreSQL: made and brought up to date by `migrate`, only looked at by the service.

A new version is one more function in `MIGRATIONS`. None is ever changed, and each may be run again after it
was cut off in the middle. Stored entries are never rewritten.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import psycopg
from eventsourcing.persistence import OperationalError
from eventsourcing.postgres import PostgresAggregateRecorder
from psycopg import Connection
from psycopg.sql import SQL, Composed, Identifier

from adjudicator.application.errors import StoreUnavailableError
from adjudicator.application.postgres_store import Datastore, PostgresRecorder
from adjudicator.application.store import OF_DISPUTES, OPENED_TOPIC

EVENTS, SNAPSHOTS, VERSIONS = "adjudicator_events", "adjudicator_snapshots", "adjudicator_schema"

_LOCK = 0x61646A7564
"""The advisory lock under which schemas are changed: two migrations at once take turns."""


class SchemaError(StoreUnavailableError):
    """The schema is not of the version that this program needs."""


def _the_tables_of_the_library(datastore: Datastore, connection: Connection[Any]) -> None:
    PostgresRecorder(datastore, events_table_name=EVENTS).create_table()
    PostgresAggregateRecorder(datastore, events_table_name=SNAPSHOTS).create_table()
    for name, condition in (("openings", f"topic = '{OPENED_TOPIC}'"), ("disputes", OF_DISPUTES)):
        statement = f"CREATE INDEX IF NOT EXISTS {{index}} ON {{events}} (notification_id) WHERE {condition}"
        index, events = Identifier(f"adjudicator_{name}"), Identifier(datastore.schema, EVENTS)
        connection.execute(SQL(statement).format(index=index, events=events))


MIGRATIONS: tuple[Callable[[Datastore, Connection[Any]], None], ...] = (_the_tables_of_the_library,)
NEWEST = len(MIGRATIONS)


def migrate(url: str) -> tuple[int, int]:
    """Make the schema, or bring it up to date; from which version to which. Raises StoreUnavailableError, SchemaError.

    May be run again, also by several at once, and while services run that know the old version.
    """
    datastore = _datastore(url)
    try:
        with datastore, datastore.connected() as connection:
            connection.execute("SELECT pg_advisory_lock(%s)", (_LOCK,))
            before = _version(datastore, connection)
            _refuse_newer(before)
            if not before:
                schema = Identifier(datastore.schema)
                connection.execute(SQL("CREATE SCHEMA IF NOT EXISTS {}").format(schema))
                connection.execute(
                    SQL("CREATE TABLE IF NOT EXISTS {} (version int PRIMARY KEY, at timestamptz DEFAULT now())").format(
                        _versions(datastore)
                    )
                )
            for number, step in enumerate(MIGRATIONS[before:], before + 1):
                step(datastore, connection)
                connection.execute(SQL("INSERT INTO {} (version) VALUES (%s)").format(_versions(datastore)), (number,))
    except (psycopg.Error, OperationalError) as error:
        raise StoreUnavailableError(f"the schema cannot be made: {error}") from error
    return before, NEWEST


def check(datastore: Datastore) -> None:
    """Whether the schema is of the newest version. Raises OperationalError, SchemaError."""
    with datastore.connected() as connection:
        found = _version(datastore, connection)
    _refuse_newer(found)
    if found < NEWEST:
        state = f"is of version {found}" if found else "has not been made"
        raise SchemaError(f"the store's schema {state}, this program needs version {NEWEST}: run `adjudicate migrate`")


def _datastore(url: str) -> Datastore:
    try:
        return Datastore(url)
    except ValueError as error:
        raise StoreUnavailableError(str(error)) from error


def _versions(datastore: Datastore) -> Composed:
    return SQL("{}").format(Identifier(datastore.schema, VERSIONS))


def _version(datastore: Datastore, connection: Connection[Any]) -> int:
    """The version that is there; 0 for none."""
    try:
        row = connection.execute(SQL("SELECT max(version) FROM {}").format(_versions(datastore))).fetchone()
    except psycopg.errors.UndefinedTable:
        return 0
    return (row and row[0]) or 0


def _refuse_newer(found: int) -> None:
    if found > NEWEST:
        raise SchemaError(f"the store's schema is of version {found}, made by a newer program; this one knows {NEWEST}")
