"""Fixtures of every test."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from hypothesis import settings

from adjudicator.application.recording import Recording
from tests.kit import postgres
from tests.kit.stores import fresh, postgres_programs, shared_store, store

__all__ = ["fresh", "postgres_programs", "shared_store", "store"]

TOLD = pytest.StashKey[list[str]]()

# How long an example takes says more of how busy the machine is than of the code; and whoever changes something else
# should not be met by a new example. To look for those: make test ARGS="--hypothesis-profile=wandering".
settings.register_profile("wandering", deadline=None)
settings.register_profile("unhurried", deadline=None, derandomize=True)
settings.load_profile("unhurried")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--all-ways` (`make test-all`): what is asked of some case files in every run, of all of them."""
    parser.addoption("--all-ways", action="store_true", help="every case file recorded, rebuilt, served and played on")


@pytest.hookimpl(tryfirst=True)  # before any fixture
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Seeds, ids and salts of a log that is opened in this process are the same in every run of a test."""
    options = Recording.__init__.__kwdefaults__
    assert options is not None
    options["entropy"] = random.Random(item.nodeid).randbytes


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A process of xdist hands on what it has to say of PostgreSQL."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["postgres"] = postgres.told()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """One of xdist's processes has ended; it says nothing if it was killed."""
    told = getattr(node, "workeroutput", {}).get("postgres", "a process was lost, and with it what it had tested")
    node.config.stash.setdefault(TOLD, []).append(told)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say at the end whether the tests over PostgreSQL have run, and on which."""
    told: list[str] = terminalreporter.config.stash.get(TOLD, []) or [postgres.told()]
    for line in dict.fromkeys(told):
        terminalreporter.write_line(line)


@pytest.fixture(autouse=True)
def _logs_end_with_their_test() -> Iterator[None]:
    """A service started in this process logs to the test's own standard error, which is closed when the test ends."""
    yield
    structlog.reset_defaults()
