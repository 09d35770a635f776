"""Fixtures of every test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import structlog
from hypothesis import settings

from tests.kit import postgres
from tests.kit.stores import fresh, postgres_programs, shared_store, store

__all__ = ["fresh", "postgres_programs", "shared_store", "store"]

# How long an example takes says more of how busy the machine is than of the code.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say at the end whether the tests over PostgreSQL have run, and on which (xdist's workers do not say)."""
    if not terminalreporter.config.getoption("numprocesses", None):
        terminalreporter.write_line(postgres.told())


@pytest.fixture(autouse=True)
def _logs_end_with_their_test() -> Iterator[None]:
    """A service started in this process logs to the test's own standard error, which is closed when the test ends."""
    yield
    structlog.reset_defaults()
