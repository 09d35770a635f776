"""The games held in memory: the least recently used leave, and each has one turnstile for writing."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict, deque
from concurrent.futures import Future
from weakref import WeakValueDictionary

import msgspec

from adjudicator.application.answers import GameView


class Resident(msgspec.Struct, frozen=True):
    """A game in memory: what may be asked about, and apart from it the seed that only the house's chance reads."""

    view: GameView
    seed: bytes


class Turnstile:
    """Lets one writer at a time through, threads and tasks of loops alike, in the order in which they came."""

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        self._taken = False
        self._waiting: deque[Future[None]] = deque()

    def enter(self) -> None:
        """Wait in this thread until it is my turn."""
        ticket = self._ticket()
        if ticket is not None:
            ticket.result()

    def enter_at_once(self) -> bool:
        """Go through if nobody is before me."""
        with self._mutex:
            free = not self._taken
            self._taken = True
            return free

    async def enter_soon(self) -> None:
        """Wait in this task until it is my turn."""
        ticket = self._ticket()
        if ticket is None:
            return
        try:
            await asyncio.wrap_future(ticket)
        except asyncio.CancelledError:
            if not ticket.cancel():  # my turn had come while I gave up
                self.leave()
            raise

    def leave(self) -> None:
        """Let the next one through."""
        with self._mutex:
            while self._waiting:
                ticket = self._waiting.popleft()
                if ticket.set_running_or_notify_cancel():
                    ticket.set_result(None)
                    return
            self._taken = False

    def _ticket(self) -> Future[None] | None:
        with self._mutex:
            if not self._taken:
                self._taken = True
                return None
            ticket: Future[None] = Future()
            self._waiting.append(ticket)
            return ticket


class Residents:
    """Games in memory by id, at most `most` of them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._mutex = threading.Lock()
        self._held: OrderedDict[str, Resident] = OrderedDict()
        self._turnstiles: WeakValueDictionary[str, Turnstile] = WeakValueDictionary()
        self._newest: deque[Turnstile] = deque(maxlen=most)  # which a game is likely to need again

    def __len__(self) -> int:
        return len(self._held)

    def holds(self, game_id: str) -> bool:
        """Whether a game is held; asking does not count as using it."""
        return game_id in self._held

    def get(self, game_id: str) -> Resident | None:
        """A game, if it is held; it counts as used."""
        with self._mutex:
            resident = self._held.get(game_id)
            if resident is not None:
                self._held.move_to_end(game_id)
            return resident

    def put(self, resident: Resident) -> None:
        """Hold a game, unless a later state of it is held already."""
        game_id = resident.view.game_id
        with self._mutex:
            held = self._held.get(game_id)
            if held is None or held.view.last <= resident.view.last:
                self._held[game_id] = resident
            self._held.move_to_end(game_id)
            while len(self._held) > self._most:
                self._held.popitem(last=False)

    def drop(self, game_id: str) -> None:
        """Hold a game no longer; it is read again when somebody asks for it."""
        with self._mutex:
            self._held.pop(game_id, None)

    def drop_behind(self, game_id: str, last: int) -> None:
        """Hold a game no longer if another process has gone on with it: its last entry is this one."""
        with self._mutex:
            held = self._held.get(game_id)
            if held is not None and held.view.last < last:
                del self._held[game_id]

    def turnstile(self, game_id: str) -> Turnstile:
        """The turnstile of a game; keep it while you use it."""
        with self._mutex:
            found = self._turnstiles.get(game_id)
            if found is None:
                found = self._turnstiles[game_id] = Turnstile()
                self._newest.append(found)
            return found
