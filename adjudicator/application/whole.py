"""The whole log: the entries of all games and disputes in the order in which they were saved, as one tree.

A leaf is the id of a game (16 bytes), the number of an entry (8 bytes, big end first) and the head of
the game's chain after it (32 bytes). The head covers everything before it in its game, so a root
covers every entry of every game, and the order in which they came.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from uuid import UUID

import msgspec

from adjudicator.application import audit
from adjudicator.application.audit import Progress, Verified
from adjudicator.application.chain import genesis
from adjudicator.application.errors import CorruptLogError, UnknownGameError
from adjudicator.application.merkle import Tree, leaf_hash
from adjudicator.application.reading import Reader, stream_of
from adjudicator.application.replay import linked
from adjudicator.application.saved import BATCH, GAME_TOPICS, Saved, answered, count_entries, entry_of, is_entry, saved
from adjudicator.application.store import Recorder


class Root(msgspec.Struct, frozen=True):
    """What a checkpoint says: so many entries, and the root of the tree over them."""

    size: int
    root: bytes


class HeadKept(msgspec.Struct, frozen=True):
    """A head that somebody was given for an entry of a game, and has kept."""

    game_id: str
    entry: int
    head: bytes


class Inclusion(msgspec.Struct, frozen=True):
    """That an entry is in the log: its place in it from 0, its head, and the audit path under a root."""

    index: int
    head: bytes
    path: tuple[bytes, ...]
    under: Root


class LogVerified(msgspec.Struct, frozen=True):
    """The outcome of verifying a whole log.

    `bad` is the first place in the order of saving, counted from 1, that is not what was recorded (0:
    none), `game_id` and `entry` name it where it has a name, and `why` says what is wrong. If only a
    root or a head kept outside contradicts, what was changed lies after `proven` (the last place that a
    root vouches for) and not after `bad`. `under` is the root over what was read.
    """

    bad: int
    game_id: str
    entry: int
    why: str
    proven: int
    under: Root

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong with the log."""
        return self.bad == 0


def leaf_of(stream: UUID, number: int, head: bytes) -> bytes:
    """The hash of the leaf that an entry is."""
    return leaf_hash(stream.bytes + number.to_bytes(8, "big") + head)


class WholeLog:
    """The tree over a log, kept in memory (some 72 bytes an entry) and caught up with when it is asked.

    It believes the stored heads, as `verify_log` does not. Safe in threads.
    """

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._tree = Tree()
        self._heads = bytearray()
        self._places: dict[UUID, array[int]] = {}
        self._after = 0
        self._mutex = threading.Lock()

    def root(self) -> Root:
        """The root over all that is saved by now. Raises CorruptLogError, StoreUnavailableError."""
        with self._mutex:
            self._catch_up()
            return Root(len(self._tree), self._tree.root())

    def inclusion(self, game_id: str, entry: int, size: int | None = None) -> Inclusion:
        """That an entry is among the first `size` (None: all). Raises UnknownGameError, ValueError, as `root`."""
        stream = stream_of(game_id)
        with self._mutex:
            self._catch_up()
            places = self._places.get(stream)
            if places is None:
                raise UnknownGameError(game_id)
            if not 1 <= entry <= len(places):
                raise ValueError(f"game {game_id} has no entry {entry}; its last is {len(places)}")
            index, size = places[entry - 1], len(self._tree) if size is None else size
            path = tuple(self._tree.inclusion(index, size))
            head = bytes(self._heads[32 * index : 32 * index + 32])
            return Inclusion(index, head, path, Root(size, self._tree.root(size)))

    def consistency(self, old: int, new: int | None = None) -> tuple[tuple[bytes, ...], Root, Root]:
        """The proof that the first `old` entries begin the first `new` (None: all), and both roots.

        Raises ValueError for sizes that the log has not had, else as `root`.
        """
        with self._mutex:
            self._catch_up()
            new = len(self._tree) if new is None else new
            path = tuple(self._tree.consistency(old, new))
            return path, Root(old, self._tree.root(old)), Root(new, self._tree.root(new))

    def _catch_up(self) -> None:
        for row in saved(self._recorder, self._after):
            rowid, stream, number, _, _ = row
            if is_entry(row):
                places = self._places.setdefault(stream, array("q"))
                found = entry_of(row, len(places) + 1)
                places.append(len(self._tree))
                self._tree.append(leaf_of(stream, number, found.head))
                self._heads += found.head
            self._after = rowid


class _Scan:
    """One reading of a whole log: chains, order, answers given, and what others have kept."""

    def __init__(self, roots: Iterable[Root], heads: Iterable[HeadKept]) -> None:
        self.tree = Tree()
        self.proven, self.place = 0, 0
        self.last: dict[UUID, tuple[int, bytes]] = {}
        self.games: dict[UUID, None] = {}
        self.promised: list[tuple[UUID, int]] = []
        self.roots: dict[int, list[bytes]] = {}
        for root in roots:
            self.roots.setdefault(root.size, []).append(root.root)
        self.heads: dict[tuple[UUID, int], list[bytes]] = {}
        for kept in heads:
            self.heads.setdefault((stream_of(kept.game_id), kept.entry), []).append(kept.head)

    def begin(self) -> None:
        """Before the first row. Raises CorruptLogError for a false root of nothing."""
        self._check_roots()

    def take(self, row: Saved) -> None:
        """The next row. Raises CorruptLogError."""
        _, stream, number, topic, _ = row
        before, head = self.last.get(stream) or (0, genesis(stream))
        if not is_entry(row) and not before:
            told = answered(row)
            if told is None:
                raise CorruptLogError("", 0, "what is kept of a request cannot be read")
            self.promised.append(told)
            return
        self.place += 1
        head = linked(head, entry_of(row, before + 1))
        self.last[stream] = number, head
        if topic in GAME_TOPICS:
            self.games.setdefault(stream)
        self._check_heads(stream, number, head)
        self.tree.append(leaf_of(stream, number, head))
        self._check_roots(stream, number)

    def end(self) -> None:
        """After the last row: nothing that somebody was told of may be missing. Raises CorruptLogError."""
        self.place += 1
        for stream, number in (*self.promised, *self.heads):
            last = self.last.get(stream, (0, b""))[0]
            if number > last:
                raise CorruptLogError(str(stream), last + 1, f"missing, though somebody was told of entry {number}")
        largest = max(self.roots, default=0)
        if largest > len(self.tree):
            raise CorruptLogError("", 0, f"missing; a checkpoint covers {largest} entries")

    def under(self) -> Root:
        """The root over what has been taken in."""
        return Root(len(self.tree), self.tree.root())

    def _check_heads(self, stream: UUID, number: int, head: bytes) -> None:
        if any(kept != head for kept in self.heads.get((stream, number), ())):
            why = "this entry or one before it was rewritten: somebody was given another head for it"
            raise CorruptLogError(str(stream), number, why)

    def _check_roots(self, stream: UUID | None = None, number: int = 0) -> None:
        size = len(self.tree)
        if any(kept != self.tree.root() for kept in self.roots.get(size, ())):
            where = f"between entries {self.proven + 1} and {size} of the log something was rewritten"
            why = f"{where}: the checkpoint over {size} entries has another root"
            raise CorruptLogError(str(stream or ""), number, why)
        if size in self.roots:
            self.proven = size


def verify_log(
    recorder: Recorder, reader: Reader, roots: Sequence[Root] = (), heads: Sequence[HeadKept] = ()
) -> Iterator[Progress | LogVerified]:
    """Check a whole log from its first entry on, then every game in it by itself (audit.verify).

    `roots` and `heads` are what somebody has kept. Believes neither memory nor snapshots. Finds entries
    edited, missing, exchanged or renumbered, a tail cut off although a request, a snapshot, a head or
    a root tells of it, and, given one root or head from before, a log rewritten with all its chains.
    Progress counts the entries twice, once for each pass. Ends with one LogVerified. Raises
    StoreUnavailableError, UnknownGameError for a head of what is no game id.
    """
    total, done = 2 * count_entries(recorder), 0
    scan = _Scan(roots, heads)
    try:
        scan.begin()
        for row in saved(recorder):
            scan.take(row)
            if scan.place >= done + BATCH:
                done = scan.place
                yield Progress(done, total)
        scan.end()
    except CorruptLogError as found:
        yield LogVerified(max(scan.place, 1), found.game_id, found.entry, found.why, scan.proven, scan.under())
        return
    yield from _each_game(recorder, reader, scan, total)


def _each_game(recorder: Recorder, reader: Reader, scan: _Scan, total: int) -> Iterator[Progress | LogVerified]:
    """The second pass: every game by itself."""
    done = len(scan.tree)
    yield Progress(done, total)
    for stream in scan.games:
        found: Any = None
        for found in audit.verify(reader, str(stream), None):  # noqa: B007 - its last word is what counts
            pass
        assert isinstance(found, Verified)
        if not found.sound:
            place = _place_of(recorder, stream, found.bad)
            yield LogVerified(place, str(stream), found.bad, found.why, scan.proven, scan.under())
            return
        done += scan.last[stream][0]
        yield Progress(done, total)
    yield Progress(total, total)
    yield LogVerified(0, "", 0, "", scan.proven, scan.under())


def _place_of(recorder: Recorder, stream: UUID, number: int) -> int:
    """The place of an entry in the order of saving, from 1; one after the last for an entry that is missing."""
    place = 0
    for row in saved(recorder):
        place += is_entry(row)
        if (stream, number) == row[1:3]:
            return place
    return place + 1
