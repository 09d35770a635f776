"""Fixtures of the service's tests."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.service.certificates import Authority
from tests.service.running import SMALL, Running, running


@pytest.fixture
async def service() -> AsyncIterator[Running]:
    """A service with the miniature game, over a store in memory."""
    async with running() as found:
        yield found


@pytest.fixture
async def door() -> AsyncIterator[Running]:
    """The same with a door for browsers, which takes small messages only."""
    async with running(web="127.0.0.1:0", max_message_bytes=SMALL) as found:
        yield found


@pytest.fixture(scope="session")
def authority() -> Authority:
    """A certificate authority."""
    return Authority()
