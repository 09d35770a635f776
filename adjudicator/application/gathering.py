"""Callers of one loop who are about to record something: they gather before they are judged.

A commit waits for those who are expected (`writer`), so whoever has come early waits in any case. Here he waits before
he is judged and not after: all of them are then judged one after another, while what that takes is still at hand in
the processor, instead of by turns with all that brings the next call (docs/decisions/0015).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

GATHER_SECONDS = 0.005
"""How long those who have come wait for who is expected while nobody comes."""

GATHERINGS_MAX = 4
"""How often they wait so long at most while somebody comes."""


class Gathering:
    """Those who wait in a loop. `missing` tells how many are expected who have nothing to save yet; `expect` is told
    how many have come of those for whom it was no use to wait longer.
    """

    def __init__(self, missing: Callable[[], int], expect: Callable[[int], None]) -> None:
        self._missing = missing
        self._expect = expect
        self._here: list[asyncio.Future[None]] = []
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        """How many wait."""
        return len(self._here)

    async def turn(self) -> None:
        """Wait until all who are expected have come, or no longer do; a lone caller does not wait."""
        loop = asyncio.get_running_loop()
        others = self._here
        if others and others[0].get_loop() is not loop:  # two loops do not wait for each other
            return
        if len(others) + 1 >= self._missing():
            self._go()
            return
        waiter = loop.create_future()
        others.append(waiter)
        if self._timer is None:
            self._timer = loop.call_later(GATHER_SECONDS, self._look, len(others), 1)
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter in self._here:
                self._here.remove(waiter)
            raise

    def _look(self, before: int, times: int) -> None:
        """Some time has passed: wait on if somebody has come in it, and not too often."""
        here = len(self._here)
        if self._timer is not None and here > before and times < GATHERINGS_MAX:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(GATHER_SECONDS, self._look, here, times + 1)
        else:
            self._expect(here)
            self._go()

    def _go(self) -> None:
        """Those who are here go on, in the order in which they came."""
        here, self._here = self._here, []
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for waiter in here:
            if not waiter.done():
                waiter.set_result(None)
