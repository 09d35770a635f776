"""Who watches a game hears of new entries at once if this process writes them, and by looking if another does."""

from __future__ import annotations

import asyncio
from collections import defaultdict


class Notices:
    """Wakes the watchers of a game, and all of them when the service stops. Belongs to one event loop."""

    def __init__(self) -> None:
        self._waiting: defaultdict[str, list[asyncio.Future[None]]] = defaultdict(list)
        self.stopping = False

    def touch(self, game: str) -> None:
        """Wake those who wait for news of a game."""
        for future in self._waiting.pop(game, ()):
            if not future.done():
                future.set_result(None)

    def stop(self) -> None:
        """Wake everybody, for the last time."""
        self.stopping = True
        for game in list(self._waiting):
            self.touch(game)

    async def wait(self, game: str, seconds: float) -> None:
        """Wait for news of a game, at most so long."""
        if self.stopping:
            return
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[game].append(future)
        try:
            async with asyncio.timeout(seconds):
                await future
        except TimeoutError:
            pass
        finally:
            waiting = self._waiting.get(game)
            if waiting and future in waiting:
                waiting.remove(future)
                if not waiting:
                    del self._waiting[game]
