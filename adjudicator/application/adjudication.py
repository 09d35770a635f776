"""The application: games recorded, asked about, rewound, forked and audited.

Everything that records goes one way: wait at the game's turnstile, judge on the table in memory,
hand the new entries to the one writing thread, and let the new table stand only once they are on
disk. `do` waits in a thread, `do_soon` in a task; both save many games' entries in one commit.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import itertools
import os
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import msgspec
from eventsourcing.application import Application
from eventsourcing.persistence import InfrastructureFactory, IntegrityError, Mapper, PersistenceError
from eventsourcing.utils import Environment, EnvType

from adjudicator.application import audit, plans
from adjudicator.application.answers import Asked, Entry, GameSummary, GameView, Notice, Recorded, Step
from adjudicator.application.chain import genesis
from adjudicator.application.commands import Close, Command, Fork, GiveRuling, Note, Open, Rewind, Submit, digest
from adjudicator.application.drafting import Draft
from adjudicator.application.errors import (
    AdjudicationError,
    GameClosedError,
    RequestIdReusedError,
    StaleRevisionError,
    StoreUnavailableError,
)
from adjudicator.application.games import Games
from adjudicator.application.reading import Reader
from adjudicator.application.residents import Resident, Residents, Turnstile
from adjudicator.application.store import (
    EnvelopeMapper,
    NoTranscoder,
    Recorder,
    RequestKept,
    StoreFactory,
    request_stream,
)
from adjudicator.application.writer import Writer
from adjudicator.kernel.entries import Declared, Opening
from adjudicator.kernel.forms import Form
from adjudicator.kernel.game import Game
from adjudicator.kernel.judging import FAILING, judge
from adjudicator.kernel.verdict import Clause, Ruling, Verdict

MEMORY = ":memory:"
SNAPSHOT_EVERY = 500

_memory_names = itertools.count(1)
_verdict = msgspec.msgpack.Decoder(tuple[tuple[Clause, ...], tuple[str, ...]])


class _Ready(msgspec.Struct):
    """Work that is done but for the saving."""

    events: tuple[Any, ...]
    before: int
    resident: Resident
    answer: Recorded
    request_id: str
    body: bytes


def _decided(gate: Turnstile, saving: asyncio.Future[None]) -> None:
    """What nobody waits for any more has been saved, or has failed: let the next one in."""
    if not saving.cancelled():
        saving.exception()
    gate.leave()


class Adjudication(Application[uuid.UUID]):
    """Games on an append-only log.

    `store` is the path of an SQLite file (made if missing), or ":memory:". At most `resident_games`
    tables stay in memory. `entropy` and `clock` (milliseconds) are the machine's unless a test gives
    others. Close it after use; it is a context manager.
    """

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
        name = f"file:adjudication-{os.getpid()}-{next(_memory_names)}?mode=memory&cache=shared"
        try:
            super().__init__({"SQLITE_DBNAME": name if store == MEMORY else str(store)})
        except PersistenceError as error:
            raise StoreUnavailableError(f"the store {store} cannot be opened: {error}") from error
        assert isinstance(self.recorder, Recorder)
        self.games = Games(games)
        self._reader = Reader(self.games, self.recorder, self.mapper, self.snapshots)
        self._residents = Residents(resident_games)
        self._snapshot_every = snapshot_every
        self._entropy = entropy
        self._clock = clock
        self._writer = Writer(self.events.put, IntegrityError)

    # --- recording --------------------------------------------------------------------------

    def do(self, command: Command, request_id: str = "") -> Recorded:
        """Record a command and wait until it is on disk.

        The same request id with the same command gets the first answer again and has no further
        effect. Raises the errors of application.errors.
        """
        gate = self._gate(command)
        gate.enter()
        try:
            ready = self._prepared(command, request_id)
            if isinstance(ready, Recorded):
                return ready
            try:
                self._writer.put(ready.events)
            except Exception as error:  # noqa: BLE001 - turned into one of ours, or the first answer
                return self._refused(ready, error)
            self._stands(ready)
            self._snapshot(ready)
            return ready.answer
        finally:
            gate.leave()

    async def do_soon(self, command: Command, request_id: str = "") -> Recorded:
        """Like `do`, in the running loop: judging in it, reading and saving in threads.

        If the task is cancelled while its entries are being saved they may stand all the same.
        """
        gate = self._gate(command)
        await gate.enter_soon()
        saving: asyncio.Future[None] | None = None
        try:
            await self._warm(command)
            ready = self._prepared(command, request_id)
            if isinstance(ready, Recorded):
                return ready
            saving = self._writer.put_soon(ready.events)
            try:
                await asyncio.shield(saving)
            except Exception as error:  # noqa: BLE001 - turned into one of ours, or the first answer
                return self._refused(ready, error)
            self._stands(ready)
            if self._due_for_snapshot(ready):
                await asyncio.to_thread(self._snapshot, ready)
            return ready.answer
        finally:
            if saving is not None and not saving.done():  # cancelled: nobody enters before this is decided
                self._residents.drop(ready.resident.view.game_id)  # type: ignore[union-attr]  # saving implies ready
                saving.add_done_callback(functools.partial(_decided, gate))
            else:
                gate.leave()

    def open_game(self, opening: Opening, nonces: tuple[tuple[str, bytes], ...] = (), request_id: str = "") -> Recorded:
        """Open a game; the answer names its id. Raises UnknownEditionError, OpeningRefusedError."""
        return self.do(Open(opening, nonces), request_id)

    def submit(
        self,
        game_id: str,
        declaration: Any,
        level: int = FAILING,
        *,
        expected_revision: int | None = None,
        request_id: str = "",
        remark: str = "",
        nonce: bytes = b"",
    ) -> Recorded:
        """Record a declaration with its ruling; see commands.Submit."""
        return self.do(Submit(game_id, declaration, level, expected_revision, remark, nonce), request_id)

    def note(self, game_id: str, text: str, by: str = "", about: int = 0, request_id: str = "") -> Recorded:
        """Add a remark."""
        return self.do(Note(game_id, text, by, about), request_id)

    def rewind(self, game_id: str, to_revision: int, why: str, by: str = "", request_id: str = "") -> Recorded:
        """Let a game go on from an earlier revision. Raises UnknownRevisionError."""
        return self.do(Rewind(game_id, to_revision, why, by), request_id)

    def fork(self, game_id: str, at_revision: int | None = None, request_id: str = "") -> Recorded:
        """Open a new game at a revision of this one; the answer names the new one. Raises UnknownRevisionError."""
        return self.do(Fork(game_id, at_revision), request_id)

    def ruling_given(self, command: GiveRuling, request_id: str = "") -> Recorded:
        """Record a judge's ruling; see commands.GiveRuling. Raises RulingRefusedError."""
        return self.do(command, request_id)

    def close_game(self, game_id: str, result: str = "", why: str = "", by: str = "", request_id: str = "") -> Recorded:
        """Close a game and open its seed."""
        return self.do(Close(game_id, result, why, by), request_id)

    # --- asking -----------------------------------------------------------------------------

    def get(self, game_id: str) -> GameView:
        """A game as it stands. Raises UnknownGameError, CorruptLogError, StoreUnavailableError."""
        return self._resident(game_id).view

    def in_memory(self, game_id: str) -> GameView | None:
        """A game as it stands, if it is at hand without reading the store; never waits."""
        held = self._residents.get(game_id)
        return None if held is None else held.view

    def ask(self, game_id: str, declaration: Any, level: int = FAILING, at_revision: int | None = None) -> Asked:
        """Judge a declaration without recording it, on the table as it stands or stood.

        Nothing of it depends on the seed: a run stops where chance is asked.
        """
        view = self.get(game_id)
        revision = view.revision if at_revision is None else at_revision
        verdict = judge(view.rules, self.table_at(game_id, revision), declaration, level)
        return Asked(game_id, view.last, revision, view.head, verdict)

    def forms(self, game_id: str, seat: str | None = None, at_revision: int | None = None) -> tuple[Form, ...]:
        """What may be said, by one seat or by all that are asked."""
        view = self.get(game_id)
        table = view.table if at_revision is None else self.table_at(game_id, at_revision)
        return view.rules.forms(table, seat)  # type: ignore[no-any-return]  # a Game; views carry it opaquely

    def table_at(self, game_id: str, revision: int) -> Any:
        """The table at a revision; fork it before folding. Raises UnknownRevisionError."""
        view = self.get(game_id)
        return view.table if revision == view.revision else self._reader.history(game_id).table_at(revision)

    def entries(self, game_id: str, start: int = 1, limit: int | None = None) -> tuple[Entry, ...]:
        """Entries of a game from a number on, seals open: give them on only through `seen_by`."""
        stop = None if limit is None else start - 1 + limit
        return tuple(self._reader.history(game_id).entries[max(start, 1) - 1 : stop])

    def steps(self, game_id: str, start: int = 1) -> Iterator[Step]:
        """The entries of a game from a number on, each with the table before and after it."""
        return (step for step in audit.steps(self._reader.history(game_id)) if step.entry.number >= start)

    def last_entry(self, game_id: str) -> int:
        """The number of a game's last entry in the store, whoever wrote it. Raises UnknownGameError."""
        return self._reader.last_entry(game_id)

    def list_games(self, after: int = 0, limit: int = 50) -> tuple[GameSummary, ...]:
        """A page of games in the order in which they were opened, after a position."""
        return self._reader.list_games(after, limit)

    def notices(self, after: int = 0, limit: int = 100) -> tuple[Notice, ...]:
        """Entries of all games in the order in which they were saved, after a position; for followers that poll."""
        return self._reader.notices(after, limit)

    # --- auditing ---------------------------------------------------------------------------

    def verify(
        self, game_id: str, witness: tuple[int, bytes] | None = None
    ) -> Iterator[audit.Progress | audit.Verified]:
        """Recompute chain, codec and fold of a game; ends with Verified, which names the first bad position.

        `witness` is an entry number with the head that somebody was given for it.
        """
        return audit.verify(self._reader, game_id, witness)

    def rejudge(self, game_id: str) -> Iterator[audit.Progress | audit.Divergence]:
        """Put today's judge on the recorded table before each entry, and report where it says otherwise."""
        history = self._reader.history(game_id)
        return audit.rejudge(history)

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
        return StoreFactory(env)

    def construct_mapper(self) -> Mapper[uuid.UUID]:
        """Our envelopes."""
        return EnvelopeMapper(NoTranscoder())

    # --- inside -----------------------------------------------------------------------------

    def _gate(self, command: Command) -> Turnstile:
        if isinstance(command, Open | Fork):
            return Turnstile()  # a new game has no other writer
        return self._residents.turnstile(command.game_id)

    def _resident(self, game_id: str) -> Resident:
        held = self._residents.get(game_id)
        if held is None:
            held = self._reader.resident(game_id)
            self._residents.put(held)
        return held

    async def _warm(self, command: Command) -> None:
        """Read the game in a thread if it is not in memory; what is wrong with it shows again when it is needed."""
        game_id = getattr(command, "game_id", None)
        if game_id is not None and self._residents.get(game_id) is None:
            with contextlib.suppress(AdjudicationError):
                await asyncio.to_thread(self._resident, game_id)

    def _prepared(self, command: Command, request_id: str) -> _Ready | Recorded:
        """The work done up to the saving, or the first answer to a repeated request that would fail by now."""
        body = digest(command) if request_id else b""
        try:
            if isinstance(command, Open | Fork):
                draft, verdict = self._new_game(command), None
            else:
                draft, verdict = self._on_game(command)
        except AdjudicationError:
            first = self._first_answer(request_id, body)
            if first is None:
                raise
            return first
        return self._ready(draft, verdict, request_id, body)

    def _new_game(self, command: Open | Fork) -> Draft:
        forked_from = None
        if isinstance(command, Fork):
            history = self._reader.history(command.game_id)
            revision = history.revision if command.at_revision is None else command.at_revision
            opening = plans.fork_opening(history.game, history.opened.opening, history.table_at(revision))
            forked_from = (command.game_id, revision)
            command = Open(opening, history.opened.nonces)
        opening = command.opening
        self.games.edition(opening.game, opening.edition)
        game = self.games.find(opening.game)
        seed = self._entropy(32)
        content, table = plans.opened(game, command, seed, forked_from)
        stream = uuid.UUID(bytes=self._entropy(16), version=4)
        view = GameView(
            str(stream), game, opening.edition, opening.settings, opening.seats, table, 0, 0, genesis(stream),
            content.commitment, command.nonces, forked_from=forked_from,
        )  # fmt: skip
        draft = self._draft(Resident(view, seed))
        plans.open_game(draft, content, table)
        return draft

    def _on_game(self, command: Submit | GiveRuling | Rewind | Note | Close) -> tuple[Draft, Verdict | None]:
        draft = self._draft(self._current(command.game_id, getattr(command, "expected_revision", None)))
        verdict = None
        if isinstance(command, Submit):
            verdict = plans.submit(draft, command)
        elif isinstance(command, GiveRuling):
            plans.give_ruling(draft, command)
        elif isinstance(command, Rewind):
            plans.rewind(draft, command, self.table_at(command.game_id, command.to_revision))
        elif isinstance(command, Note):
            plans.note(draft, command)
        else:
            plans.close(draft, command)
        return draft, verdict

    def _current(self, game_id: str, expected: int | None) -> Resident:
        resident = self._resident(game_id)
        if expected is not None and expected > resident.view.revision:  # another process may have gone on
            resident = self._reader.caught_up(resident)
            self._residents.put(resident)
        if resident.view.closed:
            raise GameClosedError(game_id)
        if expected is not None and expected != resident.view.revision:
            raise StaleRevisionError(game_id, expected, resident.view.revision)
        return resident

    def _draft(self, resident: Resident) -> Draft:
        codec = self._reader.codec(resident.view.rules)
        return Draft(resident.view, resident.seed, codec, self._entropy, self._clock)

    def _ready(self, draft: Draft, verdict: Verdict | None, request_id: str, body: bytes) -> _Ready:
        view, entries = draft.view, tuple(draft.entries)
        first = entries[0].number
        answer = Recorded(view.game_id, first, view.last, view.revision, view.head, entries, verdict)
        events: tuple[Any, ...] = tuple(draft.envelopes)
        if request_id:
            told = b"" if verdict is None else msgspec.msgpack.encode((verdict.clauses, verdict.options))
            stream = uuid.UUID(view.game_id)
            events += (RequestKept(request_stream(request_id), 1, body, stream, first, view.last, told),)
        return _Ready(events, first - 1, draft.resident(), answer, request_id, body)

    def _stands(self, ready: _Ready) -> None:
        self._residents.put(ready.resident)

    def _refused(self, ready: _Ready, error: Exception) -> Recorded:
        """The saving failed: forget the table, and find out why. Returns the first answer if it was a repetition."""
        game_id = ready.resident.view.game_id
        self._residents.drop(game_id)
        if isinstance(error, IntegrityError):
            first = self._first_answer(ready.request_id, ready.body)
            if first is not None:
                return first
            raise StaleRevisionError(game_id, ready.before, self._resident(game_id).view.revision) from error
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
        entries = tuple(self._reader.history(str(kept.game)).entries[kept.entry - 1 : kept.last])
        last, content = entries[-1], entries[0].content
        verdict = None
        if kept.verdict and isinstance(content, Declared):
            clauses, options = _verdict.decode(kept.verdict)
            verdict = Verdict(
                Ruling(content.ruling), clauses, content.facts, content.non_events, content.missing, options
            )
        return Recorded(
            str(kept.game), kept.entry, kept.last, last.revision, last.head, entries, verdict, repeated=True
        )

    def _due_for_snapshot(self, ready: _Ready) -> bool:
        every = self._snapshot_every
        return every > 0 and ready.resident.view.last // every > ready.before // every

    def _snapshot(self, ready: _Ready) -> None:
        """Keep a snapshot now and then; it is a cache, so its failure is nobody's loss."""
        if self._due_for_snapshot(ready):
            with contextlib.suppress(PersistenceError):
                self._reader.take_snapshot(ready.resident)
