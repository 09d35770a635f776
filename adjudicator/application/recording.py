"""How anything is recorded: at the game's turnstile, on the table in memory, through the one writing thread.

The new table stands only once the entries are on disk. `do` waits in a thread, `do_soon` in a task;
both save many games' entries in one commit. On a conflict or a failed save the table is forgotten
and read again; what was drafted is never saved a second time.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import time
import uuid
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, ClassVar

import msgspec
from eventsourcing.application import Application
from eventsourcing.persistence import InfrastructureFactory, IntegrityError, Mapper, PersistenceError
from eventsourcing.utils import Environment, EnvType

from adjudicator.application import plans
from adjudicator.application.answers import Entry, GameView, Recorded
from adjudicator.application.chain import genesis
from adjudicator.application.codec import codec_of
from adjudicator.application.commands import (
    Close,
    Command,
    Fork,
    GiveRuling,
    Note,
    Open,
    Rewind,
    Submit,
    Take,
    Together,
    digest,
)
from adjudicator.application.conflicts import TRIES, pause
from adjudicator.application.course import Course
from adjudicator.application.drafting import Draft
from adjudicator.application.errors import (
    AdjudicationError,
    GameClosedError,
    GameFrozenError,
    RequestIdReusedError,
    StaleRevisionError,
    StoreUnavailableError,
)
from adjudicator.application.games import Games
from adjudicator.application.reading import Reader, envelope, stream_of
from adjudicator.application.replay import History
from adjudicator.application.residents import Resident, Residents, Turnstile
from adjudicator.application.store import (
    Envelope,
    EnvelopeMapper,
    NoTranscoder,
    Recorder,
    RequestKept,
    request_stream,
    store_errors,
)
from adjudicator.application.stores import MEMORY, factory_of, settings_of
from adjudicator.application.types import make_types_ready
from adjudicator.application.writer import Job, Writer
from adjudicator.kernel.entries import Declared
from adjudicator.kernel.game import Game
from adjudicator.kernel.run import Tell
from adjudicator.kernel.verdict import Clause, Ruling, Verdict

SNAPSHOT_EVERY = 500

OF_A_NEW_GAME = (Open, Fork, Take)
OF_A_WHOLE_LOG = (Rewind, Fork, Together)
"""Commands that read a whole log, which takes its time."""

_verdict = msgspec.msgpack.Decoder(tuple[tuple[Clause, ...], tuple[str, ...]])


Beside = Callable[[Recorded], tuple[Any, ...]]
"""What else is saved with a command, made of the answer that it will get."""


class _Ready(msgspec.Struct):
    """Work that is done but for the saving."""

    events: tuple[Any, ...]
    origin: GameView
    resident: Resident
    answer: Recorded
    request_id: str
    body: bytes


class Recording(Application[uuid.UUID]):
    """The recording half of the application; `Adjudication` adds the asking and the auditing."""

    name = "adjudicator"
    is_snapshotting_enabled = True
    env: ClassVar[dict[str, str]] = {}

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
        with store_errors():
            super().__init__(settings_of(store))
        assert isinstance(self.recorder, Recorder)
        self.games = Games(games)
        self._reader = Reader(self.games, self.recorder, self.mapper, self.snapshots)
        self._course = Course(self._reader, self.recorder)
        self._residents = Residents(resident_games)
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
                ready = self._prepared(command, request_id)
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
                if self._is_cold(command):
                    await asyncio.to_thread(self._warm, command)
                if isinstance(command, OF_A_WHOLE_LOG):
                    ready = await asyncio.to_thread(self._prepared, command, request_id, tell)
                else:
                    ready = self._prepared(command, request_id, tell)
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
        """An empty history for the game that an entry from elsewhere opens. Raises CorruptLogError."""
        return self._reader.new_history(first)

    def envelopes(self, game_id: str) -> tuple[Envelope, ...]:
        """The stored entries of a game, as they are. Raises UnknownGameError, CorruptLogError."""
        stream = stream_of(game_id)
        return tuple(envelope(stream, row, at) for at, row in enumerate(self._reader.rows(game_id), 1))

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

    def kept(self, request_id: str) -> RequestKept | None:
        """What is kept of a request, if it was ever answered."""
        return self._reader.request(request_id)

    def new_stream(self) -> uuid.UUID:
        """An id for a new stream."""
        return uuid.UUID(bytes=self._entropy(16), version=4)

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

    def construct_mapper(self) -> Mapper[uuid.UUID]:
        """Our envelopes."""
        return EnvelopeMapper(NoTranscoder())

    def get(self, game_id: str) -> GameView:
        """A game as it stands. Raises UnknownGameError, CorruptLogError, StoreUnavailableError."""
        return self._resident(game_id).view

    def table_at(self, game_id: str, revision: int) -> Any:
        """The table at a revision; fork it before folding. Raises UnknownRevisionError."""
        view = self.get(game_id)
        return view.table if revision == view.revision else self._course.table_at(game_id, revision)

    # --- inside -----------------------------------------------------------------------------

    def _gate(self, command: Command) -> Turnstile:
        if isinstance(command, OF_A_NEW_GAME):
            return Turnstile()  # it has no other writer
        return self._residents.turnstile(command.game_id)

    def _resident(self, game_id: str) -> Resident:
        held = self._residents.get(game_id)
        if held is None:
            held = self._reader.resident(game_id)
            self._residents.put(held)
        return held

    def _is_cold(self, command: Command) -> bool:
        """Whether a command is about a game that is not in memory."""
        return not isinstance(command, (Open, Take)) and not self._residents.holds(command.game_id)

    def _warm(self, command: Command) -> None:
        """Read the game of a command; what is wrong with it shows again when it is needed."""
        assert not isinstance(command, (Open, Take))
        with contextlib.suppress(AdjudicationError):
            self._resident(command.game_id)

    def _prepared(self, command: Command, request_id: str, tell: Tell | None = None) -> _Ready | Recorded:
        """The work done up to the saving, or the first answer to a repeated request that would fail by now."""
        body = digest(command) if request_id else b""
        try:
            if isinstance(command, OF_A_NEW_GAME):
                draft, verdict = self._new_game(command), None
            else:
                draft, verdict = self._on_game(command, tell)
        except AdjudicationError:
            first = self._first_answer(request_id, body)
            if first is None:
                raise
            return first
        return self._ready(draft, verdict, request_id, body)

    def _new_game(self, command: Open | Fork | Take) -> Draft:
        forked_from = None
        said: tuple[Any, ...] | None = None
        if isinstance(command, Take):
            said = command.said
            command = Open(command.opening)
        elif isinstance(command, Fork):
            history = self._reader.history(command.game_id)
            revision = history.revision if command.at_revision is None else command.at_revision
            opening = plans.fork_opening(history.game, history.opened.opening, history.table_at(revision))
            forked_from = (command.game_id, revision)
            command = Open(opening, history.opened.nonces)
        opening = command.opening
        self.games.edition(opening.game, opening.edition)
        game = self.games.find(opening.game)
        seed = self._entropy(32)
        content, table = plans.opened(game, command, seed, forked_from, 0 if said is None else 1 + len(said))
        stream = self.new_stream()
        view = GameView(
            str(stream), game, opening.edition, opening.settings, opening.seats, table, 0, 0, genesis(stream),
            content.commitment, command.nonces, forked_from=forked_from,
        )  # fmt: skip
        draft = self._draft(Resident(view, seed))
        if said is None:
            plans.open_game(draft, content, table)
        else:
            plans.take(draft, content, table, said)
        return draft

    def _on_game(
        self, command: Submit | GiveRuling | Rewind | Note | Close | Together, tell: Tell | None
    ) -> tuple[Draft, Verdict | None]:
        draft = self._draft(self._current(command.game_id, getattr(command, "expected_revision", None)), tell)
        verdict = None
        for each in command.commands if isinstance(command, Together) else (command,):
            if isinstance(each, Submit):
                verdict = plans.submit(draft, each)
            elif isinstance(each, GiveRuling):
                plans.give_ruling(draft, each)
            elif isinstance(each, Rewind):
                plans.rewind(draft, each, self.table_at(each.game_id, each.to_revision))
            elif isinstance(each, Note):
                plans.note(draft, each)
            else:
                plans.close(draft, each)
        return draft, verdict

    def _current(self, game_id: str, expected: int | None) -> Resident:
        resident = self._resident(game_id)
        if expected is not None and expected > resident.view.revision:  # another process may have gone on
            resident = self._reader.caught_up(resident)
            self._residents.put(resident)
        if resident.view.closed:
            raise GameClosedError(game_id)
        if resident.view.frozen:
            raise GameFrozenError(game_id)
        if expected is not None and expected != resident.view.revision:
            raise StaleRevisionError(game_id, expected, resident.view.revision)
        return resident

    def _draft(self, resident: Resident, tell: Tell | None = None) -> Draft:
        codec = codec_of(resident.view.rules)
        return Draft(resident.view, resident.seed, codec, self._entropy, self._clock, tell)

    def _ready(self, draft: Draft, verdict: Verdict | None, request_id: str, body: bytes) -> _Ready:
        view, entries = draft.view, tuple(draft.entries)
        first = entries[0].number
        answer = Recorded(view.game_id, first, view.last, view.revision, view.head, entries, verdict)
        events: tuple[Any, ...] = tuple(draft.envelopes)
        if request_id:
            told = b"" if verdict is None else msgspec.msgpack.encode((verdict.clauses, verdict.options))
            events += (RequestKept(request_stream(request_id), 1, body, draft.stream, first, view.last, told),)
        return _Ready(events, draft.origin, draft.resident(), answer, request_id, body)

    def _stands(self, ready: _Ready) -> None:
        self._residents.put(ready.resident)

    def _refused(self, ready: _Ready, error: Exception, *, again: bool) -> Recorded | None:
        """The saving failed: forget the table, and find out why. Returns the first answer if it was a repetition.

        If another process has written this position, the table is read again and judged anew: what was expected of
        it then decides (`_current`). None says so; the last time it raises StaleRevisionError.
        """
        game_id = ready.resident.view.game_id
        self._residents.drop(game_id)
        if isinstance(error, IntegrityError):
            first = self._first_answer(ready.request_id, ready.body)
            if first is not None or again:
                return first
            raise StaleRevisionError(game_id, ready.origin.revision, self._resident(game_id).view.revision) from error
        if isinstance(error, PersistenceError):
            raise StoreUnavailableError(f"the store failed: {error}", game_id) from error
        raise error

    def _first_answer(self, request_id: str, body: bytes) -> Recorded | None:
        """What a request was answered when it first came; None if it never did. Raises RequestIdReusedError."""
        kept = self._reader.request(request_id) if request_id else None
        if kept is None:
            return None
        if kept.body != body:
            raise RequestIdReusedError(request_id)
        steps = self._course.steps(str(kept.game), kept.entry)
        entries = tuple(step.entry for step in itertools.islice(steps, kept.last - kept.entry + 1))
        last, content = entries[-1], entries[0].content
        verdict = None
        if kept.verdict and isinstance(content, Declared):
            clauses, options = _verdict.decode(kept.verdict)
            verdict = Verdict(
                Ruling(content.ruling), clauses, content.facts, content.non_events, content.every_reason[1], options
            )
        return Recorded(
            str(kept.game), kept.entry, kept.last, last.revision, last.head, entries, verdict, repeated=True
        )

    def _due_for_snapshot(self, ready: _Ready) -> bool:
        every = self._snapshot_every
        return every > 0 and ready.resident.view.last // every > ready.origin.last // every

    def _snapshot(self, ready: _Ready) -> None:
        """Keep a snapshot now and then; it is a cache, so its failure is nobody's loss."""
        if self._due_for_snapshot(ready):
            with contextlib.suppress(PersistenceError):
                self._reader.take_snapshot(ready.resident)
