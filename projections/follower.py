"""The follower: reads the log from where the views stand, entry by entry, and never in any other order.

Positions count over all games and disputes, and who reads on from one misses nothing. `news` tells when to look
again; where the store tells nobody (SQLite), the log is polled. A game that is not what was written is left out from
its bad entry on, and the others are read all the same.
"""

from __future__ import annotations

import sqlite3
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import msgspec
import structlog

from adjudicator.application import Adjudication, AdjudicationError, StoreUnavailableError
from adjudicator.application.errors import CorruptLogError
from adjudicator.application.following import DisputeStep, Followed, GameEntry, Unreadable
from adjudicator.application.knowing import known_reasons, known_refusing
from adjudicator.application.private import seen_by
from adjudicator.application.replay import fold_all, linked
from adjudicator.kernel.entries import Declared
from adjudicator.kernel.viewing import view_for
from projections.store import ProjectionStore
from projections.views.view import Lost, Seen

BATCH = 500
WINDING = frozenset({"rewound", "game-reopened"})
"""Entries after which a game does not go on from the table before them."""

TABLES_KEPT_MAX = 256
Progress = Callable[[int], None]

_OF_ALTERED_BYTES = (AdjudicationError, LookupError, ValueError, TypeError, AttributeError, AssertionError)
"""What a game may raise that is asked about what it has never written."""


class AnotherLogError(RuntimeError):
    """The log is not the one that the views were made from: it was restored from a backup, or is another one."""

    def __init__(self) -> None:
        super().__init__("the log is not the one that the views were made from; make them anew with --rebuild")


class _Stands(msgspec.Struct, frozen=True):
    """A game after an entry that was read: its revision, head and table."""

    number: int
    revision: int
    head: bytes
    table: Any


class Follower:
    """Keeps the views of a store up to date with a log."""

    def __init__(self, application: Adjudication, store: ProjectionStore) -> None:
        self.application = application
        self.store = store
        self._tables: OrderedDict[str, _Stands] = OrderedDict()

    def step(self) -> int:
        """Take in the next batch of entries in one transaction; how many there were. Raises AnotherLogError."""
        self._same_log()
        reached = self.store.positions()
        done = 0
        try:
            with self.store.transaction() as cursor:
                for each in self.application.followed(min(reached.values()), BATCH):
                    self._take(cursor, each, [view for view in self.store.views if reached[view.name] < each.position])
                    done += 1
                    self.store.reach(cursor, each.position)
        except BaseException:
            self._tables.clear()  # they have run ahead of the rows
            raise
        return done

    def catch_up(self, progress: Progress | None = None) -> int:
        """Take in all there is; how many entries it was. `progress` is told the position after each batch."""
        done = 0
        while taken := self.step():
            done += taken
            if progress is not None:
                progress(self.store.position())
        return done

    def rebuild(self, progress: Progress | None = None) -> int:
        """Forget everything and read the whole log again."""
        self._tables.clear()
        self.store.forget()
        return self.catch_up(progress)

    def _same_log(self) -> None:
        """Whether the log still has the newest entry that was read. Raises AnotherLogError.

        A restored log is shorter, and may have grown since: reading on from a position in it would pass over entries.
        """
        mark = self.store.mark()
        if mark is not None:
            found = next(self.application.followed(mark[0] - 1, 1), None)
            if found is None or (found.position, _head(found)) != mark:
                raise AnotherLogError

    def _take(self, cursor: sqlite3.Cursor, each: Followed, views: list[Any]) -> None:
        """Let some views take an entry in, or know that from it on a game or a dispute is left out."""
        stream, number = _place(each)
        known = self.store.lost(stream)
        if known is not None and number > known.number:
            return
        lost = known if known is not None and number == known.number else None
        seen: Seen | None = None
        if isinstance(each, Unreadable):
            lost = Lost(stream, number, each.why)
        elif isinstance(each, GameEntry) and lost is None:
            try:
                seen = self._seen(each)
            except StoreUnavailableError:
                raise
            except _OF_ALTERED_BYTES as error:
                lost = Lost(stream, number, _why(error))
        if lost is not None:
            self._leave(cursor, lost, views)
            return
        for view in views:
            if isinstance(each, DisputeStep):
                view.hear(cursor, each)
            else:
                view.take(cursor, seen)
        self.store.read(cursor, (stream, number, _head(each)), each.position, of_game=seen is not None)

    def _leave(self, cursor: sqlite3.Cursor, lost: Lost, views: list[Any]) -> None:
        """Leave a game or a dispute out from an entry on, and say so."""
        self.store.lose(cursor, lost)
        self._tables.pop(lost.stream, None)
        for view in views:
            view.lose(cursor, lost)
        structlog.get_logger("projections").warning("left out", stream=lost.stream, entry=lost.number, why=lost.why)

    def _seen(self, each: GameEntry) -> Seen:
        """An entry as everybody may see it, with the tables around it. Raises CorruptLogError, and what games raise."""
        entry, rules = each.entry, self.application.rules_of(each.game_id)
        before, stands = self._around(each, rules)
        self._keep(each.game_id, stands)
        content, said = seen_by(entry.content, ()), getattr(entry.content, "declaration", None)
        refused_by: tuple[str, ...] = ()
        if isinstance(entry.content, Declared):
            failing, missing = known_reasons(rules, before, entry.content, "")
            content = msgspec.structs.replace(content, failing=failing, missing=missing)
            refused_by = known_refusing(rules, before, entry.content, "")
        return Seen(
            each.game_id,
            entry.number,
            entry.kind,
            content,
            rules,
            before,
            stands.table,
            stands.revision,
            entry.head,
            entry.at,
            "" if said is None else _said(rules, before, said),
            refused_by,
        )

    def _around(self, each: GameEntry, rules: Any) -> tuple[Any, _Stands]:
        """The table before an entry (None before the first one), and the game after it. Raises CorruptLogError."""
        entry, facts = each.entry, getattr(each.entry.content, "facts", ())
        stood = self._tables.get(each.game_id)
        if stood is None or stood.number != entry.number - 1 or entry.kind in WINDING:
            step = next(self.application.steps(each.game_id, entry.number))
            before = None if entry.number == 1 else step.before
            return before, _Stands(entry.number, step.entry.revision, entry.head, step.after)
        linked(stood.head, each.stored)
        if not facts:
            return stood.table, _Stands(entry.number, stood.revision, entry.head, stood.table)
        after = rules.fork(stood.table)
        fold_all(rules.fold, after, facts, each.game_id, entry.number)
        return stood.table, _Stands(entry.number, entry.number, entry.head, after)

    def _keep(self, game_id: str, stands: _Stands) -> None:
        self._tables[game_id] = stands
        self._tables.move_to_end(game_id)
        while len(self._tables) > TABLES_KEPT_MAX:
            self._tables.popitem(last=False)


def _place(each: Followed) -> tuple[str, int]:
    """Of which game or dispute an entry is, and its number."""
    if isinstance(each, GameEntry):
        return each.game_id, each.entry.number
    if isinstance(each, DisputeStep):
        return each.dispute.id, each.told.number
    return each.stream, each.number


def _head(each: Followed) -> bytes:
    """The head of the chain after an entry; empty if it cannot be read."""
    if isinstance(each, Unreadable):
        return b""
    return each.entry.head if isinstance(each, GameEntry) else each.told.head


def _why(error: Exception) -> str:
    """What is wrong with an entry."""
    if isinstance(error, CorruptLogError):
        return f"entry {error.entry} is not what was written: {error.why}"
    return f"it cannot be read: {error!r}"


def _said(rules: Any, table: Any, said: Any) -> str:
    """A declaration in notation; of one with something hidden only who spoke and its kind."""
    if seen_by(said, ()) is not said:
        return f"{said.seat}: {type(said).__name__} (hidden)"
    return str(rules.say(view_for(rules, table, "").table, said))
