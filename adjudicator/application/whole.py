"""The whole log: the entries of all games and disputes in the order in which they were saved, as one tree.

A leaf is the id of a game (16 bytes), the number of an entry (8 bytes, big end first) and the head of
the game's chain after it (32 bytes). The head covers everything before it in its game, so a root
covers every entry of every game, and the order in which they came.
"""

from __future__ import annotations

import threading
from array import array
from uuid import UUID

import msgspec

from adjudicator.application.errors import UnknownGameError
from adjudicator.application.histories import stream_of
from adjudicator.application.kept import Root
from adjudicator.application.merkle import Tree, leaf_hash
from adjudicator.application.saved import entry_of, is_entry, saved
from adjudicator.application.store import Recorder


class Inclusion(msgspec.Struct, frozen=True):
    """That an entry is in the log: its place in it from 0, its head, and the audit path under a root."""

    index: int
    head: bytes
    path: tuple[bytes, ...]
    under: Root


def leaf_of(stream: UUID, number: int, head: bytes) -> bytes:
    """The hash of the leaf that an entry is."""
    return leaf_hash(stream.bytes + number.to_bytes(8, "big") + head)


class WholeLog:
    """The tree over a log, kept in memory (some 72 bytes an entry) and caught up with when it is asked.

    It believes the stored heads, as `whole_audit.verify_log` does not. Safe in threads.
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
