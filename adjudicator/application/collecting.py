"""Reading a long log makes many values at once and no cycle among them: meanwhile nothing is collected."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_mutex = threading.Lock()
_readers = 0
_enabled = False


@contextmanager
def without_collection() -> Iterator[None]:
    """Pause the cyclic collector; it goes on when the last of the readers at work is done.

    Reading takes milliseconds. With the collector on, every few thousand values make it walk all
    that the process holds, which was a tenth of the time of reading.
    """
    global _readers, _enabled  # noqa: PLW0603 - the collector is the process's own, and so is this count
    with _mutex:
        if _readers == 0:
            _enabled = gc.isenabled()
            gc.disable()
        _readers += 1
    try:
        yield
    finally:
        with _mutex:
            _readers -= 1
            if _readers == 0 and _enabled:
                gc.enable()
