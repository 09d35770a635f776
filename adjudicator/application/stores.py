"""Which store a name means: the path of an SQLite file, ":memory:", or the URL of a PostgreSQL database."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from eventsourcing.persistence import InfrastructureFactory, PersistenceError
from eventsourcing.utils import Environment

from adjudicator.application.errors import StoreUnavailableError
from adjudicator.application.sqlite_store import SQLiteStoreFactory
from adjudicator.application.store import Recorder

MEMORY = ":memory:"
SQLITE_URL = "sqlite:///"
POSTGRES_URLS = ("postgresql://", "postgres://")
EXTRA_MISSING = "a log in PostgreSQL needs an extra: pip install 'adjudicator[postgres]'"

_memory_names = itertools.count(1)


class NoSuchStoreError(ValueError):
    """A URL of no store that we have. The message does not repeat it, since it may hold a password."""

    told_to_people = True


def store_named(url: str) -> str:
    """The store that a URL means. Raises NoSuchStoreError."""
    if url.startswith(POSTGRES_URLS):
        return url
    path = url.removeprefix(SQLITE_URL)
    if path == url or not path:
        kind = url.split("://", 1)[0] if "://" in url else "a store without ://"
        raise NoSuchStoreError(
            f"{kind} is not a kind of store; use sqlite:///FILE, sqlite:///:memory: or postgresql://USER@HOST/DATABASE"
        )
    return path


def is_postgres(store: str | Path) -> bool:
    """Whether a store is a PostgreSQL database."""
    return str(store).startswith(POSTGRES_URLS)


def settings_of(store: str | Path) -> dict[str, str]:
    """What the factory of a store has to know; each ":memory:" is another one."""
    if is_postgres(store):
        return {"POSTGRES_URL": str(store)}
    name = f"file:adjudication-{os.getpid()}-{next(_memory_names)}?mode=memory&cache=shared"
    return {"SQLITE_DBNAME": name if store == MEMORY else str(store)}


def factory_of(env: Environment) -> InfrastructureFactory[Any]:
    """The factory of a store, whose schema is ready. Raises StoreUnavailableError, PersistenceError."""
    if "POSTGRES_URL" not in env:
        return SQLiteStoreFactory(env)
    try:
        from adjudicator.application import postgres_schema, postgres_store  # noqa: PLC0415 - the extra may be missing
    except ImportError as error:
        raise StoreUnavailableError(EXTRA_MISSING) from error
    try:
        factory = postgres_store.PostgresStoreFactory(env)
    except ValueError as error:
        raise StoreUnavailableError(str(error)) from error
    postgres_schema.check(factory.datastore)
    return factory


@contextmanager
def recorder_of(store: str) -> Iterator[Recorder]:
    """The rows of a store, without an application over them. Raises StoreUnavailableError, PersistenceError."""
    with factory_of(Environment("adjudicator", settings_of(store))) as factory:
        recorder = factory.application_recorder()
        assert isinstance(recorder, Recorder)
        yield recorder


def migrate(store: str) -> tuple[int, int]:
    """Make a store's schema or bring it up to date; from which version to which. Raises StoreUnavailableError.

    A PostgreSQL database is changed only by this. An SQLite file is made ready whenever it is opened, so this
    only does it beforehand.
    """
    if is_postgres(store):
        try:
            from adjudicator.application import postgres_schema  # noqa: PLC0415 - the extra may be missing
        except ImportError as error:
            raise StoreUnavailableError(EXTRA_MISSING) from error
        return postgres_schema.migrate(store)
    before = int(Path(store).is_file())
    try:
        with recorder_of(store):
            return before, 1
    except PersistenceError as error:
        raise StoreUnavailableError(f"the store cannot be made: {error}") from error
