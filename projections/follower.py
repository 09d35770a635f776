"""The follower: reads the log from where the views stand, entry by entry, and never in any other order.

Positions count over all games, and who reads on from one misses nothing. `news` tells when to look again; where
the store tells nobody (SQLite), the log is polled.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import msgspec

from adjudicator.application import Adjudication, Notice
from adjudicator.application.knowing import known_reasons
from adjudicator.application.private import seen_by
from adjudicator.kernel.entries import Declared
from projections.store import ProjectionStore
from projections.views.view import Seen

BATCH = 500
TABLES_KEPT_MAX = 256

Progress = Callable[[int], None]


class AnotherLogError(RuntimeError):
    """The log is not the one that the views were made from: it was restored from a backup, or is another one."""

    def __init__(self) -> None:
        super().__init__("the log is not the one that the views were made from; make them anew with --rebuild")


class Follower:
    """Keeps the views of a store up to date with a log."""

    def __init__(self, application: Adjudication, store: ProjectionStore) -> None:
        self.application = application
        self.store = store
        self._tables: OrderedDict[str, tuple[int, Any, Any]] = OrderedDict()

    def step(self) -> int:
        """Take in the next batch of entries in one transaction; how many there were. Raises AnotherLogError."""
        self._same_log()
        after = self.store.position()
        notices = self.application.notices(after, BATCH)
        if not notices:
            return 0
        reached = self.store.positions()
        try:
            with self.store.transaction() as cursor:
                for notice in notices:
                    seen = self._seen(notice)
                    for view in self.store.views:
                        if reached[view.name] < notice.position:
                            view.take(cursor, seen)
                last = notices[-1].position
                cursor.execute("UPDATE positions SET position = ? WHERE position < ?", (last, last))
                cursor.execute(
                    "INSERT INTO mark VALUES (1, ?, ?) ON CONFLICT (one) DO UPDATE "
                    "SET position = excluded.position, head = excluded.head WHERE position < excluded.position",
                    (last, notices[-1].entry.head),
                )
        except BaseException:
            self._tables.clear()  # they have run ahead of the rows
            raise
        return len(notices)

    def catch_up(self, progress: Progress | None = None) -> int:
        """Take in all there is; how many entries it was. `progress` is told the number so far after each batch."""
        done = 0
        while taken := self.step():
            done += taken
            if progress is not None:
                progress(done)
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
            found = self.application.notices(mark[0] - 1, 1)
            if not found or (found[0].position, found[0].entry.head) != mark:
                raise AnotherLogError

    def _seen(self, notice: Notice) -> Seen:
        """An entry as everybody may see it, with the tables around it."""
        entry = notice.entry
        rules, before = self._table(notice.game_id, entry.number - 1)
        after = before
        facts = getattr(entry.content, "facts", ())
        if entry.number == 1 or entry.kind == "rewound":
            after = self.application.table_at(notice.game_id, entry.number)
        elif facts:
            after = rules.fork(before)
            for fact in facts:
                rules.fold(after, fact)
        self._tables[notice.game_id] = (entry.number, rules, after)
        self._tables.move_to_end(notice.game_id)
        while len(self._tables) > TABLES_KEPT_MAX:
            self._tables.popitem(last=False)
        content = seen_by(entry.content, ())
        if isinstance(content, Declared):
            failing, missing = known_reasons(rules, before, entry.content, "")  # type: ignore[arg-type]  # the same kind
            content = msgspec.structs.replace(content, failing=failing, missing=missing)
        return Seen(notice.game_id, entry.number, entry.kind, content, rules, before, after)

    def _table(self, game_id: str, number: int) -> tuple[Any, Any]:
        """The rules of a game and its table after an entry (None before the first one)."""
        kept = self._tables.get(game_id)
        if kept is not None and kept[0] == number:
            return kept[1], kept[2]
        rules = self.application.get(game_id).rules
        if not number:
            return rules, None
        for step in self.application.steps(game_id):
            if step.entry.number == number:
                return rules, step.after
        raise LookupError(f"game {game_id} has no entry {number}")
