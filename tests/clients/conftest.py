"""Fixtures of the clients' tests."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.kit.recorded import counting
from tests.service.running import Running, running


@pytest.fixture
async def service() -> AsyncIterator[Running]:
    """A service with the miniature game, over a store in memory; its house draws the same in every run."""
    async with running() as found:
        found.application._entropy = counting()
        yield found
