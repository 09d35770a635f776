"""Verifying one game's log: is it what was written, and if not, which entry is the first that is not?

A contradiction within the log names the very entry. One with a head that somebody kept only bounds it: the entry
lies after the last entry whose kept head is right, and not after the first whose kept head is wrong. Within these
bounds `clues` looks for the entry that does not fit what else is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

import msgspec

from adjudicator.application.clues import bounded, first_clue
from adjudicator.application.collecting import without_collection
from adjudicator.application.errors import CorruptLogError
from adjudicator.application.histories import Reader, envelopes, stream_of
from adjudicator.application.rejudging import PROGRESS_EVERY, Progress
from adjudicator.application.replay import History, read_content
from adjudicator.application.store import Envelope
from adjudicator.application.straight import straight
from adjudicator.kernel.entries import Rewound

Witness = tuple[int, bytes]
"""An entry number, and the head that somebody was given for it."""


class Verified(msgspec.Struct, frozen=True):
    """The outcome of `verify`.

    `bad` is the first bad position (0: none) and `why` what is wrong there; `last` and `head` are
    those of the last good entry. Where only something kept contradicts, the log was altered somewhere from
    `since` to `until`, and `bad` is the entry there that stands out, or else `until`; otherwise the three are the same.
    """

    bad: int
    why: str
    last: int
    head: bytes
    since: int = 0
    until: int = 0

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong with the log."""
        return self.bad == 0


def verify(reader: Reader, game_id: str, witnesses: Sequence[Witness] = ()) -> Iterator[Progress | Verified]:
    """Check one game's log from its first entry on; snapshots and memory are not believed.

    Checks the numbering, the chain, the private items against their commitments, that what was read
    is written to the same bytes again, that the facts fold, the seed against its commitment, the
    last snapshot against the fold, and heads that somebody kept. Ends with one Verified.
    """
    stream, rows = stream_of(game_id), reader.rows(game_id)
    head = yield from straight(reader, stream, rows, witnesses)
    if head:
        yield Verified(0, "", len(rows), head)
        return
    history: History | None = None
    seen: dict[int, bytes] = {}
    found: CorruptLogError | None = None
    try:
        for start in range(0, len(rows), PROGRESS_EVERY):
            with without_collection():
                for stored in envelopes(stream, rows[start : start + PROGRESS_EVERY], start + 1):
                    history = history or reader.new_history(stored, strict=True)
                    seen[stored.originator_version] = history.add(stored).head
            yield Progress(min(start + PROGRESS_EVERY, len(rows)), len(rows))
        assert history is not None
        _check_content(history)
    except CorruptLogError as error:
        found = error
    yield _ended(reader, history, seen, found, witnesses)


def _ended(
    reader: Reader,
    history: History | None,
    seen: dict[int, bytes],
    found: CorruptLogError | None,
    witnesses: Sequence[Witness],
) -> Verified:
    """The outcome: what was found in the log itself, unless something kept contradicts earlier."""
    vouched = max((number for number, head in witnesses if seen.get(number) == head), default=0)
    wrong = min((number for number, head in witnesses if number in seen and seen[number] != head), default=0)
    if wrong and (found is None or wrong < found.entry):
        return _bounded(
            reader, history, seen, vouched, wrong, f"entry {wrong} does not have the head that somebody was given"
        )
    if found is not None:
        return _exactly(seen, found.entry, found.why)
    missing = max((number for number, _ in witnesses if number not in seen), default=0)
    if missing:
        return _exactly(seen, len(seen) + 1, f"missing, though the witness saw entry {missing}")
    assert history is not None
    try:
        reader.check_snapshot(history)
    except CorruptLogError as error:
        if error.entry <= vouched or error.entry not in seen:
            return _exactly(seen, error.entry, error.why)
        return _bounded(reader, history, seen, vouched, error.entry, error.why)
    return Verified(0, "", len(seen), history.head)


def _exactly(seen: dict[int, bytes], bad: int, why: str) -> Verified:
    last = bad - 1 if bad - 1 in seen else 0
    return Verified(bad, why, last, seen.get(last, b""), bad, bad)


def _bounded(
    reader: Reader, history: History | None, seen: dict[int, bytes], vouched: int, until: int, why: str
) -> Verified:
    """Something kept says that an entry after `vouched`, and not after `until`, is another."""
    clue = None
    if history is not None and vouched + 1 < until:
        clue = first_clue(history, reader.requests_about([history.stream])[history.stream], vouched, until)
    bad = clue.entry if clue else until
    told = bounded(why, vouched + 1, until, clue)
    return Verified(bad, told, vouched, seen.get(vouched, b""), vouched + 1, until)


def check_history(history: History, stored: Iterable[Envelope]) -> None:
    """Check a history that is in no store: codec, fold and seed; its chain was checked when it was read.

    Raises CorruptLogError at the first bad entry.
    """
    for each in stored:
        read_content(history.codec, each, strict=True)
    _check_content(history)


def _check_content(history: History) -> None:
    """Fold every line and check the seeds. Raises CorruptLogError."""
    with without_collection():
        _check_fold(history)
    _check_seeds(history)


def _check_fold(history: History) -> None:
    """Fold the line that stands, and every line that a rewind left."""
    left = [
        history.entries[entry.number - 2].revision for entry in history.entries if isinstance(entry.content, Rewound)
    ]
    for end in (*left, history.revision):
        history.table_at(end)


def _check_seeds(history: History) -> None:
    for held in history.seeds():
        if held.kept and sha256(held.kept).digest() != held.commitment:
            raise CorruptLogError(history.game_id, held.since, "the seed is not the one committed to")
        if held.closing and sha256(held.opened).digest() != held.commitment:
            raise CorruptLogError(history.game_id, held.closing, "the seed opened is not the one committed to")
