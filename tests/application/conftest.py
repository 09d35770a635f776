"""Every test of the log that names a store runs on both: an SQLite file, and a database of a real PostgreSQL server.

Where no PostgreSQL can be started its half is skipped, and says why.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit import postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A new store with nothing in it."""
    if request.param == "sqlite":
        yield str(tmp_path / "games.db")
    else:
        with postgres.server().lent() as url:
            yield url
