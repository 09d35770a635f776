"""How often it is tried again when another process has written a position first, and after which pauses."""

from __future__ import annotations

import random

PAUSES = (0.002, 0.01, 0.05, 0.2, 0.4, 0.8, 1.2)
"""Seconds before the second try, the third, and so on."""

TRIES = (*PAUSES, 0.0)
"""For each try the seconds to wait after it has met a conflict; 0 for the last one."""


def pause(most: float) -> float:
    """So many seconds at most: half of them is by chance, so that processes that met do not meet again at once."""
    return most * random.uniform(0.5, 1.0)  # noqa: S311 - no secret, only out of step
