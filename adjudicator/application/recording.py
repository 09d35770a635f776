"""How anything is recorded: at the game's turnstile, on the table in memory, through the one writing thread.

The new table stands only once the entries are on disk. `do` waits in a thread, `do_soon` in a task;
both save many games' entries in one commit. On a conflict or a failed save the table is forgotten
and read again; what was drafted is never saved a second time.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
import uuid
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, ClassVar

from eventsourcing.application import Application
from eventsourcing.persistence import InfrastructureFactory, IntegrityError, Mapper, PersistenceError
from eventsourcing.utils import Environment, EnvType

from adjudicator.application.answers import Entry, GameView, Recorded
from adjudicator.application.commands import Command, Fork, Rewind, Together
from adjudicator.application.conflicts import TRIES, pause
from adjudicator.application.errors import StaleRevisionError, StoreUnavailableError
from adjudicator.application.games import Games
from adjudicator.application.histories import Reader, envelopes, stream_of
from adjudicator.application.preparing import OF_A_NEW_GAME, Preparing, Ready
from adjudicator.application.replay import History
from adjudicator.application.residents import Residents, Turnstile
from adjudicator.application.stepping import Course
from adjudicator.application.store import (
    Envelope,
    EnvelopeMapper,
    NoTranscoder,
    Recorder,
    RequestKept,
    store_errors,
)
from adjudicator.application.stores import MEMORY, factory_of, settings_of
from adjudicator.application.types import make_types_ready
from adjudicator.application.writer import Job, Writer
from adjudicator.kernel.game import Game
from adjudicator.kernel.run import Tell

SNAPSHOT_EVERY = 500

OF_A_WHOLE_LOG = (Rewind, Fork, Together)
"""Commands that read a whole log, which takes its time."""

Beside = Callable[[Recorded], tuple[Any, ...]]
"""What else is saved with a command, made of the answer that it will get."""


class Recording(Application[uuid.UUID]):
    """The recording half of the application; `Adjudication` adds the asking and the auditing."""

    name = "adjudicator"
    is_snapshotting_enabled = True
    env: ClassVar[dict[str, str]] = {}
    recorder: Recorder

    def __init__(
        self,
        games: Iterable[Game],
        store: str | Path = MEMORY,
        *,
        resident_games: int = 1024,
        snapshot_every: int = SNAPSHOT_EVERY,
        entropy: Callable[[int], bytes] = os.urandom,
        clock: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        make_types_ready()
        try:
            with store_errors():
                super().__init__(settings_of(store))
        except StoreUnavailableError:
            if hasattr(self, "factory"):  # it may have connections open when something else refuses
                self.factory.close()
            raise
        self.games = Games(games)
        self._reader = Reader(self.games, self.recorder, self.mapper, self.snapshots)
        self._course = Course(self._reader, self.recorder)
        self._residents = Residents(resident_games)
        self._preparing = Preparing(self.games, self._reader, self._course, self._residents, self.entropy, self.now)
        self._snapshot_every = snapshot_every
        self._entropy = entropy
        self._clock = clock
        self._writer = Writer(self.events.put, IntegrityError)

    # --- recording --------------------------------------------------------------------------

    def do(self, command: Command, request_id: str = "", beside: Beside = lambda _: ()) -> Recorded:
        """Record a command and wait until it is on disk.

        The same request id with the same command gets the first answer again and has no further
        effect. `beside` gives what is saved in the same transaction for another stream. Raises the
        errors of application.errors.
        """
        gate = self._gate(command)
        gate.enter()
        try:
            for most in TRIES:
                ready = self._preparing.prepared(command, request_id)
                if isinstance(ready, Recorded):
                    return ready
                try:
                    self._writer.put((*ready.events, *beside(ready.answer)))
                except Exception as error:  # noqa: BLE001 - turned into one of ours, or the first answer
                    first = self._refused(ready, error, again=most > 0)
                    if first is not None:
                        return first
                    time.sleep(pause(most))
                else:
                    self._stands(ready)
                    self._snapshot(ready)
                    return ready.answer
            raise AssertionError("the last try either succeeds or raises")
        finally:
            gate.leave()

    async def do_soon(self, command: Command, request_id: str = "", tell: Tell | None = None) -> Recorded:
        """Like `do`, in the running loop: judging in it, reading and saving in threads.

        `tell` hears the facts of a declaration as they happen (`Verdict.told`); not if it is a repetition.

        If the task is cancelled while its entries are being saved they may stand all the same.
        """
        gate = self._gate(command)
        if not gate.enter_at_once():
            await gate.enter_soon()
        saving: Job | None = None
        try:
            for most in TRIES:
                if self._preparing.is_cold(command):
                    await asyncio.to_thread(self._preparing.warm, command)
                if isinstance(command, OF_A_WHOLE_LOG):
                    ready = await asyncio.to_thread(self._preparing.prepared, command, request_id, tell)
                else:
                    ready = self._preparing.prepared(command, request_id, tell)
                if isinstance(ready, Recorded):
                    return ready
                saving = self._writer.put_soon(ready.events)
                try:
                    await saving.soon
                except Exception as error:  # noqa: BLE001 - turned into one of ours, or the first answer
                    first = await asyncio.to_thread(self._refused, ready, error, again=most > 0)
                    if first is not None:
                        return first
                    await asyncio.sleep(pause(most))
                else:
                    self._stands(ready)
                    if self._due_for_snapshot(ready):
                        await asyncio.to_thread(self._snapshot, ready)
                    return ready.answer
            raise AssertionError("the last try either succeeds or raises")
        finally:
            if saving is not None and not saving.settled:  # cancelled: nobody enters before this is decided
                self._residents.drop(ready.resident.view.game_id)  # type: ignore[union-attr]  # saving implies ready
                saving.abandoned = gate.leave
            else:
                gate.leave()

    def entry(self, game_id: str, number: int) -> Entry:
        """One entry of a game, seals open. Raises UnknownGameError, IndexError for a number it does not have."""
        found = next(self._course.steps(game_id, number), None)
        if found is None:
            raise IndexError(f"game {game_id} has no entry {number}")
        return found.entry

    def history(self, game_id: str) -> History:
        """All entries of a game, seals open, and the tables along its lines. Raises UnknownGameError."""
        return self._reader.history(game_id)

    def new_history(self, first: Envelope) -> History:
        """An empty history for the game that an entry from elsewhere opens; private items may be missing in it.

        Raises CorruptLogError, UnknownEditionError.
        """
        return self._reader.new_history(first, partly=True)

    def envelopes(self, game_id: str) -> tuple[Envelope, ...]:
        """The stored entries of a game, as they are. Raises UnknownGameError, CorruptLogError."""
        stream = stream_of(game_id)
        return tuple(envelopes(stream, self._reader.rows(game_id), 1))

    # --- for streams beside the games -------------------------------------------------------

    def put_beside(self, events: tuple[Any, ...]) -> None:
        """Save events of other streams and wait. Raises IntegrityError on a conflict, StoreUnavailableError."""
        try:
            self._writer.put(events)
        except IntegrityError:
            raise
        except PersistenceError as error:
            raise StoreUnavailableError(f"the store failed: {error}") from error
        for game_id in {str(each.originator_id) for each in events}:
            self._residents.drop(game_id)

    def kept(self, request_id: str, body: bytes) -> RequestKept | None:
        """What is kept of a request that was answered before; see `Reader.request`."""
        return self._reader.request(request_id, body)

    def new_stream(self) -> uuid.UUID:
        """An id for a new stream."""
        return self._preparing.new_stream()

    def entropy(self, count: int) -> bytes:
        """So many random bytes."""
        return self._entropy(count)

    def now(self) -> int:
        """The wall clock in milliseconds."""
        return self._clock()

    def close(self) -> None:
        """Finish what is being saved and close the store."""
        if hasattr(self, "_writer"):
            self._writer.close()
        super().close()

    # --- how eventsourcing is set up --------------------------------------------------------

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        """The given settings only: the process's environment has no say in how the log is stored."""
        return Environment(name, {"IS_SNAPSHOTTING_ENABLED": "y", **(env or {})})

    def construct_factory(self, env: Environment) -> InfrastructureFactory[Any]:
        """Our store."""
        return factory_of(env)

    def construct_recorder(self) -> Recorder:
        """Our recorder."""
        recorder = super().construct_recorder()
        assert isinstance(recorder, Recorder)
        return recorder

    def construct_mapper(self) -> Mapper[uuid.UUID]:
        """Our envelopes."""
        return EnvelopeMapper(NoTranscoder())

    def get(self, game_id: str) -> GameView:
        """A game as it stands. Raises UnknownGameError, CorruptLogError, StoreUnavailableError."""
        return self._preparing.resident(game_id).view

    def table_at(self, game_id: str, revision: int) -> Any:
        """The table at a revision; fork it before folding. Raises UnknownRevisionError."""
        return self._preparing.table_at(game_id, revision)

    # --- inside -----------------------------------------------------------------------------

    def _gate(self, command: Command) -> Turnstile:
        if isinstance(command, OF_A_NEW_GAME):
            return Turnstile()  # it has no other writer
        return self._residents.turnstile(command.game_id)

    def _stands(self, ready: Ready) -> None:
        self._residents.put(ready.resident)

    def _refused(self, ready: Ready, error: Exception, *, again: bool) -> Recorded | None:
        """The saving failed: forget the table, and find out why. Returns the first answer if it was a repetition.

        If another process has written this position, the table is read again and judged anew: what was expected of
        it then decides (`_current`). None says so; the last time it raises StaleRevisionError.
        """
        game_id = ready.resident.view.game_id
        self._residents.drop(game_id)
        if isinstance(error, IntegrityError):
            first = self._preparing.first_answer(ready.request_id, ready.body)
            if first is not None or again:
                return first
            raise StaleRevisionError(
                game_id, ready.origin.revision, self._preparing.resident(game_id).view.revision
            ) from error
        if isinstance(error, PersistenceError):
            raise StoreUnavailableError(f"the store failed: {error}", game_id) from error
        raise error

    def _due_for_snapshot(self, ready: Ready) -> bool:
        every = self._snapshot_every
        return every > 0 and ready.resident.view.last // every > ready.origin.last // every

    def _snapshot(self, ready: Ready) -> None:
        """Keep a snapshot now and then; it is a cache, so its failure is nobody's loss."""
        if self._due_for_snapshot(ready):
            with contextlib.suppress(PersistenceError):
                self._reader.take_snapshot(ready.resident)
