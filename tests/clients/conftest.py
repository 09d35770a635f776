"""Fixtures of the clients' tests."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.service.running import Running, running


@pytest.fixture
async def service() -> AsyncIterator[Running]:
    """A service with the miniature game, over a store in memory."""
    async with running() as found:
        yield found
