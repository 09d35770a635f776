"""The docket: all disputes of a store, recorded, read and searched.

A dispute is read from its own few rows when it is asked for, so that what other processes have written is found too.
Only the words of rulings are held in memory, from the first search for precedents on, and read on before each search.
A decision and what it does to its game are saved in one transaction.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

import msgspec
from eventsourcing.persistence import IntegrityError

from adjudicator.application.answers import Recorded
from adjudicator.application.audit import Verified
from adjudicator.application.commands import Together
from adjudicator.application.disputes import log, remedies
from adjudicator.application.disputes.commands import (
    AppealDispute,
    Command,
    DecideDispute,
    NoteDispute,
    OpenDispute,
    RuleDispute,
    Step,
    digest,
)
from adjudicator.application.disputes.dispute import (
    Carried,
    Content,
    Dispute,
    DisputeAppealed,
    DisputeDecided,
    DisputeNoted,
    DisputeOpened,
    DisputeRuled,
    Person,
    Role,
    State,
    check,
    next_state,
)
from adjudicator.application.disputes.errors import (
    DecisionRefusedError,
    DisputeStateError,
    RoleRefusedError,
    StaleDisputeError,
    UnknownDisputeError,
)
from adjudicator.application.disputes.precedents import Like, Precedent, Precedents
from adjudicator.application.disputes.verifying import verify
from adjudicator.application.errors import AdjudicationError, CorruptLogError
from adjudicator.application.recording import Recording
from adjudicator.application.store import (
    DISPUTE_TOPICS,
    RequestKept,
    request_stream,
    store_errors,
    stream_named,
)

ROLES = {
    OpenDispute: tuple(Role),
    RuleDispute: (Role.FLOOR_JUDGE, Role.HEAD_JUDGE),
    AppealDispute: tuple(Role),
    DecideDispute: (Role.HEAD_JUDGE,),
    NoteDispute: tuple(Role),
}
"""Who may do what."""

_RULINGS = (DISPUTE_TOPICS[1], DISPUTE_TOPICS[3])
"""The topics of what can make a precedent: a ruling, and the decision of an appeal."""

ROWS_AT_ONCE = 200

_STEPS = {
    OpenDispute: "opening",
    RuleDispute: "a ruling",
    AppealDispute: "an appeal",
    DecideDispute: "deciding an appeal",
    NoteDispute: "a note",
}


class DisputeRecorded(msgspec.Struct, frozen=True):
    """What a step led to: the dispute after it, and what was recorded in its game, if anything was."""

    dispute: Dispute
    game: Recorded | None = None
    repeated: bool = False


class Docket:
    """The disputes of an application's store."""

    def __init__(self, app: Recording) -> None:
        self._app = app
        self._recorder = app.recorder
        self._lock = threading.RLock()
        self._seen = 0
        self._precedents = Precedents()

    # --- recording --------------------------------------------------------------------------

    def do(self, command: Command, request_id: str = "") -> DisputeRecorded:
        """Record a step and wait until it is on disk.

        The same request id with the same command gets the first answer again. Raises the errors of
        disputes.errors, and those of application.errors for what a decision does to its game.
        """
        with self._lock:
            body = digest(command) if request_id else b""
            first = self._first_answer(request_id, body)
            if first is not None:
                return first
            _permit(command)
            try:
                if isinstance(command, OpenDispute):
                    return self._open(command, request_id, body)
                return self._step(command, request_id, body)
            except AdjudicationError:  # perhaps another process had this request in between
                first = self._first_answer(request_id, body)
                if first is None:
                    raise
                return first

    def _open(self, command: OpenDispute, request_id: str, body: bytes) -> DisputeRecorded:
        view = self._app.get(command.game_id)
        revision = command.revision or self.frozen(command.game_id, command.question.about)
        self._app.table_at(command.game_id, revision)
        question = command.question
        if not question.text.strip() and not question.said and not question.about:
            raise DecisionRefusedError("question", "asks nothing")
        if not 0 <= question.about <= view.last:
            raise DecisionRefusedError("question", f"there is no entry {question.about}; the last is {view.last}")
        content = DisputeOpened(
            command.game_id, view.edition, revision, view.last, view.head, question, command.by, command.note
        )
        stream = self._app.new_stream()
        self._save(self._events(stream, None, content, request_id, body))
        return DisputeRecorded(self._of(stream)[0])

    def _step(self, command: Step, request_id: str, body: bytes) -> DisputeRecorded:
        dispute = self.get(command.dispute)
        stream, step = UUID(dispute.id), _STEPS[type(command)]
        expected = getattr(command, "expected_entry", 0)
        if expected and expected != dispute.last:
            raise StaleDisputeError(dispute.id, expected, dispute.last)
        content = _content(command)
        if next_state(dispute.state, content) is None:
            raise DisputeStateError(dispute.id, dispute.state, step)
        done: Recorded | None = None
        if isinstance(command, RuleDispute | DecideDispute):
            done = self._decided(command, dispute, content, request_id, body)
        if done is None:
            self._save(self._events(stream, dispute, content, request_id, body))
        return DisputeRecorded(self._of(stream)[dispute.last], done)

    def _decided(
        self, command: RuleDispute | DecideDispute, dispute: Dispute, content: Content, request_id: str, body: bytes
    ) -> Recorded | None:
        """Save a decision together with what it does to its game; None if it does nothing there."""
        check(command.decision)
        if isinstance(command, DecideDispute) and command.upheld and command.decision.remedies:
            raise DecisionRefusedError("remedies", "come with a ruling; a ruling that is upheld stands as it is")
        overturns = isinstance(command, DecideDispute) and not command.upheld
        on_game = remedies.commands(self._app, dispute, command.decision, command.by, overturns=overturns)
        if not on_game:
            return None

        def beside(done: Recorded) -> tuple[object, ...]:
            self._unmoved(dispute)
            carried = Carried(tuple(each.number for each in done.entries), done.revision, done.head)
            with_game = msgspec.structs.replace(content, carried=carried)
            return self._events(UUID(dispute.id), dispute, with_game, request_id, body)

        expected = command.expected_revision or None
        together = Together(dispute.opened.game, on_game, expected)
        return self._app.do(together, beside=beside)

    def _unmoved(self, dispute: Dispute) -> None:
        """Whether no other process has gone on with a dispute. Raises StaleDisputeError."""
        current = self._of(UUID(dispute.id))[-1].last
        if current != dispute.last:
            raise StaleDisputeError(dispute.id, dispute.last, current)

    def _events(
        self, stream: UUID, dispute: Dispute | None, content: Content, request_id: str, body: bytes
    ) -> tuple[object, ...]:
        envelope, told = log.written(stream, dispute, content, self._app.now())
        if not request_id:
            return (envelope,)
        return envelope, RequestKept(request_stream(request_id), 1, body, stream, told.number, told.number, b"")

    def _save(self, events: tuple[object, ...]) -> None:
        try:
            self._app.put_beside(events)
        except IntegrityError as error:
            first: Any = events[0]
            current = len(self._read(first.originator_id, 0)[0])
            raise StaleDisputeError(str(first.originator_id), first.originator_version - 1, current) from error

    def _first_answer(self, request_id: str, body: bytes) -> DisputeRecorded | None:
        kept = self._app.kept(request_id, body)
        return None if kept is None else DisputeRecorded(self._of(kept.game)[kept.entry - 1], repeated=True)

    def frozen(self, game_id: str, about: int) -> int:
        """The revision that is frozen for an entry in dispute, which is the one it met; 0: where the game stands."""
        last = self._app.get(game_id).last
        if not 1 < about <= last:
            return self._app.get(game_id).revision
        return self._app.entry(game_id, about - 1).revision

    # --- asking -----------------------------------------------------------------------------

    def get(self, dispute: str) -> Dispute:
        """A dispute as it stands. Raises UnknownDisputeError, CorruptLogError."""
        return self._of(_stream(dispute))[-1]

    def all(
        self, game_id: str = "", states: Sequence[State] = (), after: int = 0, limit: int | None = None
    ) -> list[Dispute]:
        """The disputes, in the order in which they were opened; of a game, in some states, after a position.

        Of one that was altered what is good stands.
        """
        found: list[Dispute] = []
        for position, stream in self._streams(DISPUTE_TOPICS[:1], after):
            good, _ = self._read(stream, position)
            newest = good[-1] if good else None
            if newest is None or game_id not in {"", newest.opened.game} or (states and newest.state not in states):
                continue
            found.append(newest)
            if len(found) == limit:
                break
        return found

    def precedents(self, like: Like, limit: int = 10, besides: str = "") -> list[Precedent]:
        """The rulings that fit best, the best first; `besides` is a dispute that is left out."""
        with self._lock:
            for place, stream in self._streams(_RULINGS, self._seen):
                self._seen = place
                good, broken = self._read(stream, self._position(stream))
                if good and broken is None:
                    self._precedents.put(good[-1])
            return [each for each in self._precedents.search(like) if each.dispute.id != besides][:limit]

    def verify(self, dispute: str, witness: tuple[int, bytes] | None = None) -> Verified:
        """Recompute a dispute's chain from what is stored, and compare it with the game's log and a kept head."""
        return verify(self._recorder, _stream(dispute), witness)

    # --- inside -----------------------------------------------------------------------------

    def _streams(self, topics: Sequence[str], after: int) -> Iterator[tuple[int, UUID]]:
        """Places and streams of the entries of disputes that have some topics, after a place."""
        while True:
            with store_errors():
                rows = self._recorder.select_disputes(topics, after, ROWS_AT_ONCE)
            yield from rows
            if len(rows) < ROWS_AT_ONCE:
                return
            after = rows[-1][0]

    def _position(self, stream: UUID) -> int:
        with store_errors():
            return self._recorder.select_place(stream)

    def _read(self, stream: UUID, position: int) -> tuple[list[Dispute], CorruptLogError | None]:
        """A dispute after each of its entries, and what is wrong with the first that is none."""
        with store_errors():
            rows = self._recorder.select_rows(stream)
        good: list[Dispute] = []
        try:
            for row in rows:
                before = good[-1] if good else None
                good.append(log.added(stream, before, log.read(stream, before, row), position))
        except CorruptLogError as error:
            return good, error
        return good, None

    def _of(self, stream: UUID) -> list[Dispute]:
        """A dispute after each of its entries. Raises UnknownDisputeError, CorruptLogError."""
        with store_errors():
            first = self._recorder.select_row(stream, 1)
        if first is None or first[1] not in DISPUTE_TOPICS:
            raise UnknownDisputeError(str(stream))
        good, broken = self._read(stream, self._position(stream))
        if broken is not None:
            raise broken
        return good

    def __iter__(self) -> Iterator[Dispute]:
        return iter(self.all())


def _permit(command: Command) -> None:
    """Whether the role of who speaks allows it. Raises RoleRefusedError, DecisionRefusedError for no name."""
    needed = ROLES[type(command)]
    by: Person = command.by
    if by.role not in needed:
        raise RoleRefusedError(_STEPS[type(command)], by.role, tuple(str(role) for role in needed))
    if not by.name.strip():
        raise DecisionRefusedError("by", "names nobody")


def _content(command: Step) -> Content:
    """What a step is stored as."""
    if isinstance(command, RuleDispute):
        return DisputeRuled(command.decision, command.by)
    if isinstance(command, AppealDispute):
        return DisputeAppealed(command.grounds, command.by)
    if isinstance(command, DecideDispute):
        return DisputeDecided(command.upheld, command.decision, command.by)
    if not command.text.strip():
        raise DecisionRefusedError("text", "says nothing")
    return DisputeNoted(command.text, command.by)


def _stream(dispute: str) -> UUID:
    stream = stream_named(dispute)
    if stream is None:
        raise UnknownDisputeError(dispute)
    return stream
