"""The fixtures of tests that run on both stores: an SQLite file, and a database of a real PostgreSQL server.

Where no PostgreSQL can be started its half is skipped, and says why.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from adjudicator.application.stores import is_postgres
from tests.kit import postgres

BOTH = ("sqlite", "postgresql")


@contextmanager
def lent(kind: str, folder: Path) -> Iterator[str]:
    """A new store of a kind ("" for none), with nothing in it. Skips the test if there is no PostgreSQL."""
    if kind != "postgresql":
        yield str(folder / "games.db") if kind else ""
    else:
        with postgres.server().lent() as url:
            yield url


@pytest.fixture(params=BOTH)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A new store with nothing in it."""
    with lent(request.param, tmp_path) as found:
        yield found


@pytest.fixture(scope="module", params=BOTH)
def shared_store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A store that the tests of a module share."""
    with lent(request.param, tmp_path_factory.mktemp("store")) as found:
        yield found


@pytest.fixture
def fresh(store: str, tmp_path: Path) -> Callable[[], str]:
    """Names a store of the same kind that is not there yet."""
    if is_postgres(store):
        return postgres.server().empty
    return lambda: str(tmp_path / f"restored-{len(list(tmp_path.iterdir()))}.sqlite")


@pytest.fixture
def postgres_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL's own programs, of the version that the tests run, are in the path."""
    found = postgres._server()
    if isinstance(found, postgres.PostgresServer):
        monkeypatch.setenv("PATH", f"{found.programs}{os.pathsep}{os.environ['PATH']}")
