"""What a command comes to before it is saved: the entries drafted, the table after them, and the answer.

Nothing here writes to the store, and no table in memory is changed but for one that had to be read.
"""

from __future__ import annotations

import contextlib
import itertools
import uuid
from collections.abc import Callable
from typing import Any

import msgspec

from adjudicator.application import plans
from adjudicator.application.answers import GameView, Recorded
from adjudicator.application.chain import genesis
from adjudicator.application.codec import codec_of
from adjudicator.application.commands import (
    Close,
    Command,
    Fork,
    GiveNonce,
    GiveRuling,
    Note,
    Open,
    Reopen,
    Rewind,
    Submit,
    Take,
    Together,
    digest,
)
from adjudicator.application.drafting import Draft
from adjudicator.application.errors import (
    AdjudicationError,
    GameClosedError,
    GameFrozenError,
    StaleRevisionError,
)
from adjudicator.application.games import Games
from adjudicator.application.histories import Reader
from adjudicator.application.residents import Resident, Residents
from adjudicator.application.stepping import Course
from adjudicator.application.store import RequestKept, request_stream
from adjudicator.kernel.entries import Declared
from adjudicator.kernel.run import Tell
from adjudicator.kernel.verdict import Clause, Ruling, Verdict

OF_A_NEW_GAME = (Open, Fork, Take)

_verdict = msgspec.msgpack.Decoder(tuple[tuple[Clause, ...], tuple[str, ...]])


class Ready(msgspec.Struct):
    """Work that is done but for the saving."""

    events: tuple[Any, ...]
    origin: GameView
    resident: Resident
    answer: Recorded
    request_id: str
    body: bytes


class Preparing:
    """Drafts what commands come to, on the tables in memory, or read from the store where they are not."""

    def __init__(
        self,
        games: Games,
        reader: Reader,
        course: Course,
        residents: Residents,
        entropy: Callable[[int], bytes],
        clock: Callable[[], int],
    ) -> None:
        self._games = games
        self._reader = reader
        self._course = course
        self._residents = residents
        self._entropy = entropy
        self._clock = clock

    def resident(self, game_id: str) -> Resident:
        """A game in memory, read if it was not. Raises UnknownGameError, CorruptLogError, StoreUnavailableError."""
        held = self._residents.get(game_id)
        if held is None:
            held = self._reader.resident(game_id)
            self._residents.put(held)
        return held

    def table_at(self, game_id: str, revision: int) -> Any:
        """The table at a revision; fork it before folding. Raises UnknownRevisionError."""
        view = self.resident(game_id).view
        return view.table if revision == view.revision else self._course.table_at(game_id, revision)

    def new_stream(self) -> uuid.UUID:
        """An id for a new stream."""
        return uuid.UUID(bytes=self._entropy(16), version=4)

    def is_cold(self, command: Command) -> bool:
        """Whether a command is about a game that is not in memory."""
        return not isinstance(command, (Open, Take)) and not self._residents.holds(command.game_id)

    def warm(self, command: Command) -> None:
        """Read the game of a command; what is wrong with it shows again when it is needed."""
        assert not isinstance(command, (Open, Take))
        with contextlib.suppress(AdjudicationError):
            self.resident(command.game_id)

    def prepared(self, command: Command, request_id: str, tell: Tell | None = None) -> Ready | Recorded:
        """The work done up to the saving, or the first answer to a repeated request that would fail by now."""
        body = digest(command) if request_id else b""
        try:
            if isinstance(command, OF_A_NEW_GAME):
                draft, verdict = self._new_game(command), None
            else:
                draft, verdict = self._on_game(command, tell)
        except AdjudicationError:
            first = self.first_answer(request_id, body)
            if first is None:
                raise
            return first
        return self._ready(draft, verdict, request_id, body)

    def first_answer(self, request_id: str, body: bytes) -> Recorded | None:
        """What a request was answered when it first came; None if it never did. Raises RequestIdReusedError."""
        kept = self._reader.request(request_id, body)
        if kept is None:
            return None
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
            command = Open(opening, () if opening.settings.nonces_first else history.opened.nonces)
        opening = command.opening
        self._games.edition(opening.game, opening.edition)
        game = self._games.find(opening.game)
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
        self,
        command: Submit | GiveRuling | Rewind | Note | GiveNonce | Close | Reopen | Together,
        tell: Tell | None,
    ) -> tuple[Draft, Verdict | None]:
        each_of = command.commands if isinstance(command, Together) else (command,)
        expected = getattr(command, "expected_revision", None)
        current = self._current(command.game_id, expected, closed=isinstance(each_of[0], Reopen))
        draft, verdict = self._draft(current, tell), None
        for each in each_of:
            if isinstance(each, Submit):
                verdict = plans.submit(draft, each)
            elif isinstance(each, GiveRuling):
                plans.give_ruling(draft, each)
            elif isinstance(each, Rewind):
                plans.rewind(draft, each, self.table_at(each.game_id, each.to_revision))
            elif isinstance(each, Note):
                plans.note(draft, each)
            elif isinstance(each, GiveNonce):
                plans.give_nonce(draft, each)
            elif isinstance(each, Reopen):
                plans.reopen(draft, each, self._entropy(32))
            else:
                plans.close(draft, each)
        return draft, verdict

    def _current(self, game_id: str, expected: int | None, *, closed: bool = False) -> Resident:
        """The game that something is recorded in; a closed one only if `closed` says that it is reopened."""
        resident = self.resident(game_id)
        view = resident.view
        if (view.closed and not closed) or (expected or 0) > view.revision:  # another process may have gone on
            resident = self._reader.caught_up(resident)
            self._residents.put(resident)
        if resident.view.closed and not closed:
            raise GameClosedError(game_id)
        if resident.view.frozen:
            raise GameFrozenError(game_id)
        if expected is not None and expected != resident.view.revision:
            raise StaleRevisionError(game_id, expected, resident.view.revision)
        return resident

    def _draft(self, resident: Resident, tell: Tell | None = None) -> Draft:
        codec = codec_of(resident.view.rules)
        return Draft(resident.view, resident.seed, codec, self._entropy, self._clock, tell)

    def _ready(self, draft: Draft, verdict: Verdict | None, request_id: str, body: bytes) -> Ready:
        view, entries = draft.view, tuple(draft.entries)
        first = entries[0].number
        answer = Recorded(view.game_id, first, view.last, view.revision, view.head, entries, verdict)
        events: tuple[Any, ...] = tuple(draft.envelopes)
        if request_id:
            told = b"" if verdict is None else msgspec.msgpack.encode((verdict.clauses, verdict.options))
            events += (RequestKept(request_stream(request_id), 1, body, draft.stream, first, view.last, told),)
        return Ready(events, draft.origin, draft.resident(), answer, request_id, body)
