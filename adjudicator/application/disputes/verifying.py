"""Verifying a dispute: its own chain, and the heads that it keeps of its game's log."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

import msgspec

from adjudicator.application.audit import Verified
from adjudicator.application.disputes import log
from adjudicator.application.disputes.dispute import Content, Dispute, DisputeDecided, DisputeOpened, DisputeRuled
from adjudicator.application.disputes.errors import CorruptDisputeError, UnknownDisputeError
from adjudicator.application.errors import CorruptLogError
from adjudicator.application.store import Recorder, envelope_of, store_errors, stream_named


def verify(recorder: Recorder, stream: UUID, witness: tuple[int, bytes] | None = None) -> Verified:
    """Recompute a dispute's chain from what is stored, and compare it with the game's log and a kept head.

    Raises UnknownDisputeError, StoreUnavailableError.
    """
    with store_errors():
        rows = recorder.select_rows(stream)
    if not rows:
        raise UnknownDisputeError(str(stream))
    good: list[Dispute] = []
    try:
        for row in rows:
            before = good[-1] if good else None
            good.append(log.added(stream, before, log.read(stream, before, row)))
        _check_game(recorder, good[-1])
        if witness is not None:
            _check_witness(good, *witness)
    except CorruptLogError as error:
        last = good[error.entry - 2] if 1 < error.entry <= len(good) + 1 else None
        head = last.head if last else b""
        return Verified(error.entry, error.why, last.last if last else 0, head, error.entry, error.entry)
    return Verified(0, "", good[-1].last, good[-1].head)


def _check_game(recorder: Recorder, dispute: Dispute) -> None:
    """The heads that a dispute keeps of its game are those of the game's log. Raises CorruptDisputeError."""
    for number, entry, head in kept_of_game(dispute):
        if _head(recorder, dispute.opened.game, entry) != head:
            why = f"entry {entry} of game {dispute.opened.game} is not the one it was given about"
            raise CorruptDisputeError(dispute.id, number, why)


def kept_of_game(dispute: Dispute) -> Iterator[tuple[int, int, bytes]]:
    """The heads that a dispute keeps of its game: the dispute's entry, the game's entry, and the head after it."""
    for told in dispute.entries:
        entry, head = _kept(told.content)
        if entry:
            yield told.number, entry, head


def _kept(content: Content) -> tuple[int, bytes]:
    """The entry of the game whose head a step keeps (0: none)."""
    if isinstance(content, DisputeOpened):
        return content.last, content.head
    if isinstance(content, DisputeRuled | DisputeDecided) and content.carried.entries:
        return content.carried.entries[-1], content.carried.head
    return 0, b""


def _head(recorder: Recorder, game: str, number: int) -> bytes:
    """The stored head of a game's entry; empty if there is none that can be read."""
    stream = stream_named(game)
    with store_errors(game):
        row = None if stream is None else recorder.select_row(stream, number)
    if stream is None or row is None:
        return b""
    try:
        return envelope_of(stream, row).head
    except (msgspec.MsgspecError, ValueError):
        return b""


def _check_witness(good: list[Dispute], number: int, head: bytes) -> None:
    if not 1 <= number <= len(good):
        raise CorruptDisputeError(good[-1].id, len(good) + 1, f"missing, though the witness saw entry {number}")
    if good[number - 1].head != head:
        raise CorruptDisputeError(good[-1].id, number, "it has another head than the witness was given")
