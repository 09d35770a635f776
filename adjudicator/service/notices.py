"""Watchers of a game hear of new entries at once if this process writes them, and by looking if another does."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from adjudicator.application import AdjudicationError, LogWentBackError, Step

Read = TypeVar("Read")
Moved = Callable[[int], tuple[int, Mapping[str, int]]]
"""What was saved after a position: the new position, and the last entry of each game that moved."""

Told = Callable[[bool], None]
"""Hears whether the store answers."""

STEPS_KEPT = 128
"""How many of the newest entries of a watched game are at hand for watchers that keep up."""


async def look(read: Callable[..., Read], *arguments: Any) -> Read:
    """Read the store in a thread. A cancelled look waits for its thread: the store may be closed right after."""
    reading = asyncio.ensure_future(asyncio.to_thread(read, *arguments))
    try:
        return await asyncio.shield(reading)
    except asyncio.CancelledError:
        await asyncio.wait([reading])
        raise


class _Bell:
    """Who waits for something to happen; all wake when it does."""

    def __init__(self) -> None:
        self._waiting: list[asyncio.Future[None]] = []

    async def wait(self) -> None:
        """Wait until it rings."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(future)
        try:
            await future
        finally:
            if future in self._waiting:
                self._waiting.remove(future)

    def ring(self) -> None:
        """Wake those who wait."""
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(None)


@dataclass
class _Watched:
    """A game that somebody watches: how many do, its last entry, its newest steps, and who waits for the next."""

    watchers: int = 0
    last: int = 0
    recent: deque[Step] = field(default_factory=lambda: deque(maxlen=STEPS_KEPT))
    bell: _Bell = field(default_factory=_Bell)


class Notices:
    """Wakes the watchers of a game, and all of them when the service stops. Belongs to one event loop.

    `position` is the newest place of the log at the last look.
    """

    def __init__(self) -> None:
        self._games: dict[str, _Watched] = {}
        self._of_all = _Bell()
        self.stirred = 0
        self.position = 0
        self.stopping = False

    def watched(self, game: str) -> bool:
        """Whether anybody watches a game."""
        return game in self._games

    def enter(self, game: str, last: int) -> None:
        """One more watcher of a game, whose last entry is known."""
        watched = self._games.setdefault(game, _Watched())
        watched.watchers += 1
        watched.last = max(watched.last, last)

    def leave(self, game: str) -> None:
        """One watcher of a game less."""
        watched = self._games[game]
        watched.watchers -= 1
        if not watched.watchers:
            del self._games[game]

    def stir(self) -> None:
        """Something was saved, in whatever game: wake those who watch all of them."""
        self.stirred += 1
        self._of_all.ring()

    async def wait_for_any(self, since: int) -> None:
        """Wait until something is saved after `stirred` was that; or for the end."""
        if not self.stopping and self.stirred == since:
            await self._of_all.wait()

    def publish(self, game: str, last: int, steps: Sequence[Step] = ()) -> None:
        """Tell the watchers of a game which entry is the last; without the steps they have to look them up."""
        watched = self._games.get(game)
        if watched is None or last <= watched.last:
            return
        recent = watched.recent
        if not steps or (recent and recent[-1].entry.number + 1 != steps[0].entry.number):
            recent.clear()
        recent.extend(steps)
        watched.last = last
        watched.bell.ring()

    def last(self, game: str) -> int:
        """The last entry of a watched game, as far as it is known."""
        return self._games[game].last

    def since(self, game: str, number: int) -> list[Step]:
        """The steps after an entry, if all of them are at hand; else none."""
        found = [step for step in self._games[game].recent if step.entry.number > number]
        return found if found and found[0].entry.number == number + 1 else []

    def stop(self) -> None:
        """Wake everybody, for the last time."""
        self.stopping = True
        self.stir()
        for watched in self._games.values():
            watched.bell.ring()

    async def wait(self, game: str) -> None:
        """Wait for news of a watched game, or for the end."""
        if not self.stopping:
            await self._games[game].bell.wait()

    async def follow(self, moved: Moved, after: int, seconds: float, told: Told | None = None) -> None:
        """Look every so often for entries that other processes have written, until the end. One task does it for all.

        `moved` reads the store and is called in a thread; if it fails, the next look may succeed. `told` hears of each
        look whether the store has answered. Raises LogWentBackError.
        """
        while not self.stopping:
            self.position = after
            await asyncio.sleep(seconds)
            last: Mapping[str, int] | None = None
            try:
                after, last = await look(moved, after)
            except LogWentBackError:
                raise
            except AdjudicationError:
                pass
            if told is not None:
                told(last is not None)
            if last:
                self.stir()
                for game in last.keys() & self._games.keys():
                    self.publish(game, last[game])
