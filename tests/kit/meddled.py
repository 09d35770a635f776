"""A store that is meddled with while nobody runs."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from adjudicator.application import HeadKept, LogVerified, Part, Progress, Root, chain
from adjudicator.application.saved import GAME_TOPICS
from adjudicator.application.store import _encode, _Parts
from tests.kit import behind
from tests.kit.recorded import application, opened, play_on

_parts = msgspec.msgpack.Decoder(_Parts).decode
SNAPSHOT_EVERY = 15


class Log:
    """A store of three games played side by side, with what players have kept; to be meddled with while nobody runs."""

    def __init__(self, store: str) -> None:
        self.store = store
        with application(store, snapshot_every=SNAPSHOT_EVERY) as app:
            self.games = [opened(app) for _ in range(3)]
            self.roots = [app.whole.root()]
            for turn in range(12):
                for game in self.games:
                    play_on(app, game, 2, seed=turn)
                if turn == 5:
                    self.roots.append(app.whole.root())
                    self.heads = [HeadKept(g, app.get(g).last, app.get(g).head) for g in self.games]
            app.note(self.games[0], "the end", request_id="r-1")
            self.roots.append(app.whole.root())
            self.last = {game: app.get(game).last for game in self.games}
        self.middle = self.games[1].replace("-", "")

    def sql(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Run a statement on the store (see behind.sql); what it finds."""
        return behind.sql(self.store, statement, *values)

    def state(self, game: str, number: int) -> _Parts:
        """One entry as stored."""
        statement = "SELECT state FROM stored_events WHERE originator_id = ? AND originator_version = ?"
        return _parts(self.sql(statement, game.replace("-", ""), number)[0][0])

    def put(self, game: str, number: int, parts: _Parts) -> None:
        """Overwrite one entry."""
        state = _encode((parts.public, parts.commitments, parts.private, parts.head, parts.at))
        self.sql(
            "UPDATE stored_events SET state = ? WHERE originator_id = ? AND originator_version = ?",
            state,
            game.replace("-", ""),
            number,
        )

    def edit(self, game: str, number: int) -> None:
        """Change the ruling of an entry, or else some byte of it."""
        parts = self.state(game, number)
        self.put(game, number, msgspec.structs.replace(parts, public=_forged(parts.public)))

    def rewrite(self, game: str, start: int, change: Callable[[bytes], bytes] | None = None) -> None:
        """Change an entry and compute all heads of the game after it again; the snapshots go."""
        self.sql("DELETE FROM stored_snapshots")
        head = self.state(game, start - 1).head
        for number in range(start, self.last[game] + 1):
            parts = self.state(game, number)
            public = (change or _forged)(parts.public) if number == start else parts.public
            head = chain.next_head(head, number, public, parts.commitments)
            self.put(game, number, msgspec.structs.replace(parts, public=public, head=head))

    def place(self, game: str, number: int) -> int:
        """The place of an entry in the order of saving."""
        marks = ",".join("?" * len(GAME_TOPICS))
        rows = self.sql(
            f"SELECT originator_id, originator_version FROM stored_events WHERE topic IN ({marks}) ORDER BY rowid",
            *GAME_TOPICS,
        )
        return rows.index((game.replace("-", ""), number)) + 1

    def neighbours(self) -> tuple[int, int]:
        """The last two rows that follow each other and are entries of different games."""
        rows = self.sql("SELECT rowid, originator_id, topic FROM stored_events ORDER BY rowid DESC")
        return next(
            (before[0], after[0])
            for after, before in itertools.pairwise(rows)
            if before[1] != after[1] and {before[2], after[2]} <= GAME_TOPICS
        )

    def verified(
        self, roots: Sequence[Root] = (), heads: Sequence[HeadKept] = (), parts: Sequence[Part] = ()
    ) -> LogVerified:
        """How a verification of the file ends."""
        with application(self.store) as app:
            *progress, last = app.verify_log(roots, heads, parts)
        assert all(isinstance(each, Progress) for each in progress)
        assert isinstance(last, LogVerified)
        return last


def _forged(public: bytes) -> bytes:
    """Other bytes of the same length that can still be read: another remark, spelled into the same place."""
    found = public.replace(b"legal", b"LEGAL", 1)
    return found if found != public else public[:-1] + bytes([public[-1] ^ 1])
