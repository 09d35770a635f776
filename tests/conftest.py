"""Fixtures of every test."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
import structlog
from hypothesis import settings

from adjudicator.application.recording import Recording
from tests.kit import postgres
from tests.kit.stores import fresh, postgres_programs, shared_store, store

__all__ = ["fresh", "postgres_programs", "shared_store", "store"]

# How long an example takes says more of how busy the machine is than of the code; and whoever changes something else
# should not be met by a new example. To look for those: make test ARGS="--hypothesis-profile=wandering".
settings.register_profile("wandering", deadline=None)
settings.register_profile("unhurried", deadline=None, derandomize=True)
settings.load_profile("unhurried")


@pytest.hookimpl(tryfirst=True)  # before any fixture
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Seeds, ids and salts of a log that is opened in this process are the same in every run of a test."""
    options = Recording.__init__.__kwdefaults__
    assert options is not None
    options["entropy"] = random.Random(item.nodeid).randbytes


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say at the end whether the tests over PostgreSQL have run, and on which (xdist's workers do not say)."""
    if not terminalreporter.config.getoption("numprocesses", None):
        terminalreporter.write_line(postgres.told())


@pytest.fixture(autouse=True)
def _logs_end_with_their_test() -> Iterator[None]:
    """A service started in this process logs to the test's own standard error, which is closed when the test ends."""
    yield
    structlog.reset_defaults()
