"""Copies of a whole log: made while services write to it, and brought back into a new store.

Of an SQLite file by SQLite's own online backup, of a PostgreSQL database by `pg_dump`. Either is the log as it stood at
one moment: whatever was acknowledged before the backup began is in it.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from adjudicator.application.errors import StoreUnavailableError
from adjudicator.application.kept import Root
from adjudicator.application.store import store_errors
from adjudicator.application.stores import is_postgres, migrate, recorder_of
from adjudicator.application.whole import WholeLog

_OF_SQLITE, _OF_POSTGRES = b"SQLite format 3", b"PGDMP"
_SERVICE = "adjudicator"


class BackupError(StoreUnavailableError):
    """No backup can be made or brought back so; the message says why."""


def back_up(store: str, file: Path) -> Root:
    """Write a backup of a store to a new file; the root that it has, or for PostgreSQL had when it began.

    The file appears under its name when it is complete and on disk. Raises BackupError, StoreUnavailableError.
    """
    with _new(file) as part:
        if is_postgres(store):
            root = root_of(store)
            _dump(store, part)
        else:
            _copy(Path(store), part)
            root = root_of(str(part))
    return root


def restore(file: Path, store: str) -> Root:
    """Bring a backup back into a store that is not there yet (a file), or has no log (a database); the root it has.

    The schema is brought up to date. Raises BackupError, StoreUnavailableError.
    """
    try:
        with file.open("rb") as found:
            kind = found.read(len(_OF_SQLITE))
    except OSError as error:
        raise BackupError(f"{file}: {error.strerror}") from error
    if not kind.startswith(_OF_POSTGRES if is_postgres(store) else _OF_SQLITE):
        raise BackupError(
            f"{file} is not a backup of such a store; `adjudicate migrate --from` moves a log between kinds"
        )
    if is_postgres(store):
        _undump(file, store)
        migrate(store)
    else:
        with _new(Path(store)) as part:
            _copy(file, part)
            root_of(str(part))
    return root_of(store)


def root_of(store: str) -> Root:
    """The root over all entries of a store."""
    with store_errors(), recorder_of(store) as recorder:
        return WholeLog(recorder).root()


@contextmanager
def _new(file: Path) -> Iterator[Path]:
    """A file beside one that is not there yet, which takes its place in the end. Raises BackupError."""
    if file.exists():
        raise BackupError(f"{file} is there already")
    part = file.with_name(f"{file.name}.part")
    try:
        part.unlink(missing_ok=True)
        part.touch(0o600)
        yield part
        _to_disk(part)
        part.replace(file)
        _to_disk(file.parent)
    except OSError as error:
        raise BackupError(f"{file}: {error}") from error
    finally:
        for left in (part, part.with_name(f"{part.name}-wal"), part.with_name(f"{part.name}-shm")):
            left.unlink(missing_ok=True)


def _to_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _copy(source: Path, target: Path) -> None:
    """An SQLite database, page by page, as it stands at one moment, and whether it is sound."""
    name = f"file:{quote(str(source.resolve()))}?mode=rw"  # read-only would leave files of the write-ahead log behind
    try:
        with closing(sqlite3.connect(name, uri=True)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)
            (found,) = new.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.Error as error:
        raise BackupError(f"{source}: {error}") from error
    if found != "ok":
        raise BackupError(f"{source} is damaged: {found}")


def _dump(store: str, part: Path) -> None:
    from adjudicator.application.postgres_schema import EVENTS, SNAPSHOTS, VERSIONS  # noqa: PLC0415 - an extra

    with _service(store) as (settings, schema):
        tables = [f'--table="{schema}"."{name}"' for name in (EVENTS, SNAPSHOTS, VERSIONS)]
        caches = f'--exclude-table-data="{schema}"."{SNAPSHOTS}"'
        _run(
            ["pg_dump", "--format=custom", "--no-owner", "--no-privileges", *tables, caches, f"--file={part}"], settings
        )
        _run(["pg_restore", "--list", str(part)], settings)


def _undump(file: Path, store: str) -> None:
    import psycopg  # noqa: PLC0415 - an extra
    from psycopg.sql import SQL, Identifier  # noqa: PLC0415 - an extra

    from adjudicator.application.postgres_schema import EVENTS  # noqa: PLC0415 - an extra
    from adjudicator.application.postgres_store import connection_settings  # noqa: PLC0415 - an extra

    with _service(store) as (settings, schema):
        try:
            with psycopg.connect(**connection_settings(store)[0], autocommit=True) as connection:
                name = Identifier(schema, EVENTS).as_string(connection)
                if connection.execute("SELECT to_regclass(%s)", (name,)).fetchone() != (None,):
                    raise BackupError("the database has a log already")
                connection.execute(SQL("CREATE SCHEMA IF NOT EXISTS {}").format(Identifier(schema)))
        except psycopg.Error as error:
            raise BackupError(f"the database: {error}") from error
        flags = ("--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges")
        _run(["pg_restore", *flags, f"--dbname=service={_SERVICE}", str(file)], settings)


@contextmanager
def _service(store: str) -> Iterator[tuple[dict[str, str], str]]:
    """The environment in which PostgreSQL's programs find a database, and the log's schema.

    All of it stands in a file for this user alone: nothing of it on a command line, which others can read.
    """
    try:
        from adjudicator.application.postgres_store import connection_settings  # noqa: PLC0415 - an extra

        settings, schema = connection_settings(store)
    except (ImportError, ValueError) as error:
        raise BackupError(str(error)) from error
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "service.conf"
        lines = [f"[{_SERVICE}]", *(f"{name}={value}" for name, value in settings.items())]
        file.touch(0o600)
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        yield {**os.environ, "PGSERVICEFILE": str(file), "PGSERVICE": _SERVICE}, schema


def _run(command: list[str], environment: dict[str, str]) -> None:
    """Run one of PostgreSQL's programs. Raises BackupError with what it says."""
    try:
        done = subprocess.run(  # noqa: S603 - our own words, no shell
            command, env=environment, check=False, capture_output=True, text=True, errors="replace"
        )
    except OSError as error:
        raise BackupError(
            f"{command[0]} cannot be run ({error.strerror}); install PostgreSQL's client programs"
        ) from None
    if done.returncode:
        raise BackupError(f"{command[0]}: {done.stderr.strip()}")
