"""How often it is tried again when another process has written a position first, and after which pauses."""

from __future__ import annotations

import random
from collections.abc import Iterator

PAUSES = (0.002, 0.01, 0.05, 0.2, 0.4, 0.8, 1.2)
"""Seconds before the second try, the third, and so on."""


def pauses() -> Iterator[float | None]:
    """For each try the seconds to wait after it has met a conflict; None for the last one.

    They grow, and half of them is by chance, so that processes that met do not meet again at once.
    """
    for most in PAUSES:
        yield most * random.uniform(0.5, 1.0)  # noqa: S311 - no secret, only out of step
    yield None
