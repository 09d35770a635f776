"""Fixtures of the tests in a browser: `console` for a story, `looked` for what has to hold however it is looked at."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.kit.processes import ServerProcess
from tests.web.browsing import HOST, LOOKS, PATIENCE_MILLISECONDS, PHONE, Console, browsing, opened

expect.set_options(timeout=PATIENCE_MILLISECONDS)


@pytest.fixture(scope="module")  # it holds an event loop, so it is gone before the tests of another module begin
def browser() -> Iterator[Browser]:
    """The browser; skips the tests with the reason where there is none, and where the page is not built."""
    with browsing() as found:
        yield found


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a real service on SQLite serves browsers; at its end it has logged no error."""
    folder = tmp_path_factory.mktemp("service")
    log = folder / "log"
    with ServerProcess(str(folder / "log.sqlite"), "--web", "127.0.0.1:0", "--web-hosts", HOST, log=log) as server:
        yield server.web
    assert "" == log.read_text(encoding="utf-8")


@pytest.fixture
def console(browser: Browser, address: str) -> Iterator[Console]:
    """The console on a laptop, light."""
    with opened(browser, address) as found:
        yield found


@pytest.fixture(params=LOOKS, ids=str)
def looked(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Console]:
    """The console in every look: light and dark, on a laptop and on a phone."""
    with opened(browser, address, request.param) as found:
        yield found


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Console]:
    """The console on a phone at the table: small, slow, and over plain http by a name."""
    with opened(browser, f"{HOST}:{address.rpartition(':')[2]}", PHONE) as found:
        found.slow()
        yield found
