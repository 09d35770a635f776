"""Going straight through one game's log: every check of `audit`, folding as one reads, with nothing kept.

Most logs are sound and were never rewound or reopened. Of these neither what was read nor the tables between have to be
kept, which saves a quarter of the time and more. A fault is only noticed here: `audit.verify` then goes through
the log again, keeps everything, and names it (its progress begins anew).
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from hashlib import sha256
from typing import Any
from uuid import UUID

from adjudicator.application.collecting import without_collection
from adjudicator.application.errors import CorruptLogError
from adjudicator.application.histories import Reader, envelopes, winding
from adjudicator.application.rejudging import PROGRESS_EVERY, Progress
from adjudicator.application.replay import dealt, facts_checked, fold_all, folded, linked, read_content
from adjudicator.application.store import Envelope, Row
from adjudicator.kernel.entries import GameClosed, GameOpened


def straight(
    reader: Reader, stream: UUID, rows: Sequence[Row], witnesses: Sequence[tuple[int, bytes]]
) -> Generator[Progress, None, bytes]:
    """The last head of a log in which nothing is wrong; empty if something is, or the game was rewound or reopened."""
    if not rows or winding(rows):
        return b""
    passage: _Passage | None = None
    try:
        for start in range(0, len(rows), PROGRESS_EVERY):
            with without_collection():
                for stored in envelopes(stream, rows[start : start + PROGRESS_EVERY], start + 1):
                    if passage is None:
                        passage = _Passage(reader, stored, witnesses)
                    else:
                        passage.take(stored)
            yield Progress(min(start + PROGRESS_EVERY, len(rows)), len(rows))
    except (CorruptLogError, _NotStraightError):
        return b""
    assert passage is not None
    return passage.head if passage.sound() else b""


class _NotStraightError(Exception):
    """Something that a log without a flaw or a rewind does not have."""


class _Passage:
    """The table that the entries read so far come to, and what has to be met on the way."""

    def __init__(self, reader: Reader, first: Envelope, witnesses: Sequence[tuple[int, bytes]]) -> None:
        history = reader.new_history(first, strict=True)
        entry = history.add(first)
        self._game_id, self._codec, self._game = history.game_id, history.codec, history.game
        self._opened = history.opened
        self._table = dealt(history.game, history.opened, history.game_id)
        folded(history.game, self._table, history.game_id, entry)
        self._witnesses = witnesses
        self._met = 0
        self._snapshot = reader.last_snapshot(history.stream)
        self._closed: GameClosed | None = None
        self._revision = first.originator_version
        self.head = history.head
        self._look(first.originator_version)

    def take(self, envelope: Envelope) -> None:
        """Check the next entry and fold it. Raises CorruptLogError, _NotStraightError."""
        number = envelope.originator_version
        self.head = linked(self.head, envelope)
        self._closed = None
        facts = facts_checked(self._codec, envelope)
        if facts is None:
            content: Any = read_content(self._codec, envelope, strict=True)
            if isinstance(content, GameOpened):
                raise _NotStraightError
            self._closed = content if isinstance(content, GameClosed) else None
            facts = getattr(content, "facts", ())
        if facts:
            fold_all(self._game.fold, self._table, facts, self._game_id, number)
            self._revision = number
        self._look(number)

    def _look(self, number: int) -> None:
        """Meet the heads that somebody kept for this entry, and the last snapshot. Raises _NotStraightError."""
        for seen, head in self._witnesses:
            if seen == number:
                if head != self.head:
                    raise _NotStraightError
                self._met += 1
        kept = self._snapshot
        if kept is not None and kept.entry == number:
            same = (kept.head, kept.revision) == (self.head, self._revision)
            if not same or self._game.encode(self._table) != kept.board:
                raise _NotStraightError
            self._snapshot = None

    def sound(self) -> bool:
        """Whether with the entries taken everything is there that has to be met: heads, the snapshot, the seed."""
        if self._met < len(self._witnesses) or self._snapshot is not None:
            return False
        opened = self._opened
        seeds = [opened.seed.items[0]] if opened.seed.items else []
        seeds += [self._closed.seed] if self._closed is not None else []
        return all(sha256(seed).digest() == opened.commitment for seed in seeds)
