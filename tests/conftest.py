"""Fixtures of every test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import structlog


@pytest.fixture(autouse=True)
def _logs_end_with_their_test() -> Iterator[None]:
    """A service started in this process logs to the test's own standard error, which is closed when the test ends."""
    yield
    structlog.reset_defaults()
