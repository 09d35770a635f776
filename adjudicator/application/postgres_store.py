"""The store in a PostgreSQL database, through the library's recorder; needs the extra `postgres`.

Several processes may write to one database. Each commit waits for its turn before its places are given out, so that
places are committed in their order and nobody who reads on from a place misses one. (The library's database functions
take no turns and stay off.) `postgres_schema` makes the tables.
"""

from __future__ import annotations

import contextlib
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, wraps
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit
from uuid import UUID

import psycopg
from eventsourcing.persistence import IntegrityError, InterfaceError, OperationalError, StoredEvent
from eventsourcing.postgres import (
    BasePostgresFactory,
    PostgresAggregateRecorder,
    PostgresApplicationRecorder,
    PostgresDatastore,
    PostgresFactory,
)
from eventsourcing.utils import Environment
from psycopg import Connection, Cursor, generators
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import dict_row, tuple_row
from psycopg.sql import SQL, Composed, Identifier, Literal

from adjudicator.application.store import OF_DISPUTES, OPENED_TOPIC, REQUEST_TOPIC, News, Recorder, Row

URL_SETTING = "POSTGRES_URL"

CONNECTIONS_MIN, CONNECTIONS_MAX = 2, 12
CONNECT_SECONDS = 10
POOL_SECONDS = 2.5
"""How long a call waits for a connection that is free; three tries of it are about what a caller waits."""
LOCK_SECONDS = 3
"""How long a commit waits for those of other processes; each takes a few milliseconds."""
IDLE_SECONDS = 5
"""After so long in a transaction without a word the server lets go of a process that has stopped, and of its lock."""
NAP_SECONDS = 0.5
"""A follower that waits for news looks up after so long at the latest, or tries to connect again."""
PAUSES = (0.05, 0.25)
"""Seconds before the second and the third try of what failed for a lost connection, give or take a half by chance."""

_ROW = "originator_version, topic, state"
_SAVED = f"notification_id, originator_id, {_ROW}"
_INSERT = SQL(
    "INSERT INTO {} (originator_id, originator_version, topic, state) "
    "SELECT * FROM unnest(%b::uuid[], %b::bigint[], %b::text[], %b::bytea[]) RETURNING notification_id"
)
_TURNS = 0x61646A
"""The class of the advisory locks by which commits take turns; in it each log's table has its own."""
_DURABLE = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
"""What was answered is on disk, whatever the server does by default; stricter settings of it stay."""


def connection_settings(url: str) -> tuple[dict[str, Any], str]:
    """What libpq connects with, and the schema: the one parameter of the URL that is ours.

    Raises ValueError, whose message does not show the URL: it may hold a password.
    """
    parts = urlsplit(url)
    parameters = parse_qsl(parts.query, keep_blank_values=True)
    schema = dict(parameters).get("schema") or "public"
    query = urlencode([(name, value) for name, value in parameters if name != "schema"])
    bare = f"{parts.scheme}://{parts.netloc}{parts.path}" + (f"?{query}" if query else "")
    try:
        found = conninfo_to_dict(bare)
    except psycopg.ProgrammingError:
        raise ValueError("it is not a URL of a PostgreSQL database") from None
    return {"connect_timeout": CONNECT_SECONDS, "application_name": "adjudicator", **found}, schema


class Datastore(PostgresDatastore):
    """The library's pool of connections, over whatever libpq can connect to. Raises ValueError for no such URL."""

    def __init__(self, url: str) -> None:
        settings, schema = connection_settings(url)
        super().__init__(
            "", "", "", "", "",
            connect_timeout=POOL_SECONDS, idle_in_transaction_session_timeout=IDLE_SECONDS,
            pool_size=CONNECTIONS_MIN, max_overflow=CONNECTIONS_MAX - CONNECTIONS_MIN,
            lock_timeout=LOCK_SECONDS, schema=schema,
        )  # fmt: skip
        self.settings = settings
        self.pool.kwargs = {**settings, "row_factory": dict_row}

    def after_connect_func(self) -> Callable[[Connection[Any]], None]:
        """What is set on every new connection."""
        of_the_library = super().after_connect_func()

        def after_connect(connection: Connection[Any]) -> None:
            of_the_library(connection)
            connection.execute(_DURABLE)

        return after_connect

    def connected(self) -> Connection[Any]:
        """A connection of its own, beside the pool. Raises OperationalError, which says why."""
        try:
            return psycopg.connect(**self.settings, autocommit=True)
        except psycopg.Error as error:
            raise OperationalError(str(error)) from error

    @contextmanager
    def rows(self) -> Iterator[Cursor[Any]]:
        """A cursor whose rows are tuples, and whose values come as the server keeps them."""
        with self.get_connection() as connection, connection.cursor(row_factory=tuple_row, binary=True) as cursor:
            yield cursor


def _pause(recorder: PostgresApplicationRecorder, seconds: float) -> None:
    """Wait before another try, and let go of dead connections: a server that was restarted leaves more than one."""
    time.sleep(seconds * random.uniform(0.5, 1.5))  # noqa: S311 - only so that processes do not march in step
    with contextlib.suppress(psycopg.Error):
        recorder.datastore.pool.check()


def _few_tries(method: Callable[..., Any]) -> Callable[..., Any]:
    """Read again what failed for a lost connection, a few times and with growing pauses.

    The library's recorder tries ten times, which can take longer than a caller waits.
    """
    once = getattr(method, "__wrapped__", method)

    @wraps(once)
    def tries(self: PostgresApplicationRecorder, *args: Any, **options: Any) -> Any:
        for pause in PAUSES:
            try:
                return once(self, *args, **options)
            except (InterfaceError, OperationalError):
                _pause(self, pause)
        return once(self, *args, **options)

    return tries


_insert_once: Callable[..., Any] = PostgresApplicationRecorder.insert_events.__wrapped__


class PostgresRecorder(PostgresApplicationRecorder, Recorder):
    """The library's recorder over PostgreSQL; a place is a notification id."""

    datastore: Datastore

    select_events = _few_tries(PostgresAggregateRecorder.select_events)
    select_notifications = _few_tries(PostgresApplicationRecorder.select_notifications)
    max_notification_id = _few_tries(PostgresApplicationRecorder.max_notification_id)

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        """Save rows in one transaction; a few tries if the connection is lost. Raises IntegrityError on a conflict.

        A commit of which nobody knows whether it stands conflicts with itself when it is tried again: then it stands,
        and their places are not told.
        """
        for pause in (*PAUSES, None):
            try:
                places: Sequence[int] | None = _insert_once(self, stored_events, **kwargs)
                return places
            except IntegrityError:
                if pause == PAUSES[0] or not self._stand(stored_events):
                    raise
                return None
            except (InterfaceError, OperationalError):
                if pause is None:
                    raise
                _pause(self, pause)
        raise AssertionError("the last try returns or raises")

    def _stand(self, rows: Sequence[StoredEvent]) -> bool:
        """Whether all these rows are in the store, byte for byte."""
        found = ((each, self.select_row(each.originator_id, each.originator_version)) for each in rows)  # type: ignore[arg-type]  # a UUID
        return all(row == (each.originator_version, each.topic, each.state) for each, row in found)

    def _insert_stored_events(self, curs: Cursor[Any], stored_events: Sequence[StoredEvent], **_: Any) -> None:
        """The library's, but with an array for each column instead of a composite for each row: a sixth of the work."""
        with curs.connection.cursor() as turn:
            for statement in self._turn:
                turn.execute(statement, prepare=True)
        self._notify_channel(curs)
        rows = ((each.originator_id, each.originator_version, each.topic, each.state) for each in stored_events)
        table = Identifier(self.datastore.schema, self.events_table_name)
        curs.execute(_INSERT.format(table), [list(column) for column in zip(*rows, strict=True)], prepare=True)
        # psycopg's pipeline does not see to it that all of a long statement goes out: it would wait for ever for an
        # answer to half of it.
        curs.connection.wait(generators.send(curs.connection.pgconn))

    @cached_property
    def _turn(self) -> tuple[Composed, Composed]:
        """How a commit waits until no other one to this log is under way; it lets the next one go on when it ends.

        The library locks the table for this, which also shuts out VACUUM, and a VACUUM all commits.
        """
        table = Literal(Identifier(self.datastore.schema, self.events_table_name).as_string())
        lock = SQL("SELECT pg_advisory_xact_lock({}, {}::regclass::oid::int)").format(_TURNS, table)
        return SQL("SET LOCAL lock_timeout = '{}s'").format(LOCK_SECONDS), lock

    def _found(self, columns: str, condition: str, parameters: Sequence[Any]) -> list[Any]:
        """The columns of the rows that meet a condition; the condition may end with an order and a limit."""
        table = Identifier(self.datastore.schema, self.events_table_name)
        query = SQL(f"SELECT {columns} FROM {{}} WHERE {condition}").format(table)  # noqa: S608 - words of ours only
        found: list[Any] = self._fetched(query, parameters)
        return found

    @_few_tries
    def _fetched(self, query: Composed, parameters: Sequence[Any]) -> list[Any]:
        with self.datastore.rows() as cursor:
            return cursor.execute(query, parameters).fetchall()

    def select_rows(self, stream: UUID, after: int = 0, limit: int | None = None) -> list[Row]:
        """See Recorder."""
        condition = "originator_id = %s AND originator_version > %s ORDER BY originator_version LIMIT %s"
        return self._found(_ROW, condition, (stream, after, limit))

    def select_kind(self, stream: UUID, topic: str) -> list[Row]:
        """See Recorder."""
        return self._found(_ROW, "originator_id = %s AND topic = %s ORDER BY originator_version", (stream, topic))

    def select_row(self, stream: UUID, number: int) -> Row | None:
        """See Recorder."""
        found = self._found(_ROW, "originator_id = %s AND originator_version = %s", (stream, number))
        return found[0] if found else None

    def select_openings(self, after: int, limit: int) -> list[tuple[int, UUID]]:
        """See Recorder."""
        condition = f"topic = '{OPENED_TOPIC}' AND notification_id > %s ORDER BY notification_id LIMIT %s"
        return self._found("notification_id, originator_id", condition, (after, limit))

    def select_disputes(self, topics: Sequence[str], after: int, limit: int) -> list[tuple[int, UUID]]:
        """See Recorder."""
        condition = f"{OF_DISPUTES} AND topic = ANY(%s) AND notification_id > %s ORDER BY notification_id LIMIT %s"
        return self._found("notification_id, originator_id", condition, (list(topics), after, limit))

    def select_place(self, stream: UUID) -> int:
        """See Recorder."""
        found = self._found("notification_id", "originator_id = %s AND originator_version = 1", (stream,))
        return int(found[0][0]) if found else 0

    def select_saved(self, after: int, limit: int) -> list[tuple[int, UUID | str, int, str, bytes | None]]:
        """See Recorder."""
        return self._found(_SAVED, "notification_id > %s ORDER BY notification_id LIMIT %s", (after, limit))

    def select_topics(self, topics: Sequence[str], after: int, limit: int) -> list[tuple[int, UUID, Row]]:
        """See Recorder."""
        condition = "notification_id > %s AND topic = ANY(%s) ORDER BY notification_id LIMIT %s"
        found = self._found(_SAVED, condition, (after, list(topics), limit))
        return [(place, stream, (number, topic, state)) for place, stream, number, topic, state in found]

    def select_moved(self, after: int) -> list[tuple[int, UUID, int]]:
        """See Recorder."""
        columns = "max(notification_id), originator_id, max(originator_version)"
        condition = "notification_id > %s AND topic IS DISTINCT FROM %s GROUP BY originator_id"
        return self._found(columns, condition, (after, REQUEST_TOPIC))

    def count_entries(self) -> int:
        """See Recorder."""
        return int(self._found("count(*)", "topic IS DISTINCT FROM %s", (REQUEST_TOPIC,))[0][0])

    def news(self) -> News:
        """See Recorder."""
        return Wire(self.datastore, self.channel_name)


class Wire:
    """Hears of every commit, on a connection of its own; if that is lost, it is made anew when it can be."""

    def __init__(self, datastore: Datastore, channel: str) -> None:
        self._datastore = datastore
        self._channel = channel
        self._connection: Connection[Any] | None = None
        self._closed = False
        self._waiting = threading.Lock()
        with contextlib.suppress(OperationalError):
            self._connect()

    def wait(self, seconds: float) -> None:
        """See News."""
        until = time.monotonic() + seconds
        with self._waiting:
            try:
                if self._connection is None and not self._closed:
                    self._connect()  # what was saved meanwhile was told to nobody: let it be looked for at once
                    return
                while not self._closed and (left := until - time.monotonic()) > 0:
                    assert self._connection is not None
                    if list(self._connection.notifies(timeout=min(left, NAP_SECONDS), stop_after=1)):
                        return
            except (OperationalError, psycopg.Error):
                self._hang_up()
                time.sleep(min(seconds, NAP_SECONDS))

    def close(self) -> None:
        """See News."""
        self._closed = True
        with self._waiting:
            self._hang_up()

    def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(psycopg.Error):
                connection.close()

    def _connect(self) -> None:
        connection = self._datastore.connected()
        connection.execute(SQL("LISTEN {}").format(Identifier(self._channel)))
        self._connection = connection


class PostgresStoreFactory(PostgresFactory):
    """Builds the store over one schema of a PostgreSQL database, which is there already."""

    application_recorder_class = PostgresRecorder
    datastore: Datastore

    def __init__(self, env: Environment) -> None:
        super(BasePostgresFactory, self).__init__(env)  # the one between takes the database's settings one by one
        self.datastore = Datastore(env[URL_SETTING])

    def env_create_table(self) -> bool:
        """Tables are made by `postgres_schema` only."""
        return False
