"""The application: games recorded, asked about, rewound, forked and audited."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from adjudicator.application import audit, rejudging
from adjudicator.application.answers import Asked, Entry, GameSummary, GameView, Notice, Recorded, Step
from adjudicator.application.chance import Nonces
from adjudicator.application.commands import Close, Fork, GiveRuling, Note, Open, Rewind, Submit
from adjudicator.application.dice import Rolls, house_rolls
from adjudicator.application.errors import LogWentBackError
from adjudicator.application.following import Followed, followed
from adjudicator.application.histories import stream_of
from adjudicator.application.kept import HeadKept, Kept, Part, Root
from adjudicator.application.recording import Recording
from adjudicator.application.store import News, store_errors
from adjudicator.application.whole import WholeLog
from adjudicator.application.whole_audit import LogVerified, verify_log
from adjudicator.kernel.entries import Opening
from adjudicator.kernel.forms import Form
from adjudicator.kernel.game import Game
from adjudicator.kernel.judging import FAILING, judge


class Adjudication(Recording):
    """Games on an append-only log.

    `store` is the path of an SQLite file (made if missing), ":memory:", or the URL of a PostgreSQL
    database whose schema `stores.migrate` has made. At most `resident_games`
    tables stay in memory. `entropy` and `clock` (milliseconds) are the machine's unless a test gives
    others. Close it after use; it is a context manager.
    """

    name = "adjudicator"

    # --- recording --------------------------------------------------------------------------

    def open_game(self, opening: Opening, nonces: Nonces = (), request_id: str = "") -> Recorded:
        """Open a game; the answer names its id. Raises UnknownEditionError, OpeningRefusedError."""
        return self.do(Open(opening, nonces), request_id)

    def submit(
        self,
        game_id: str,
        declaration: Any,
        level: int = FAILING,
        *,
        expected_revision: int | None = None,
        request_id: str = "",
        remark: str = "",
        nonce: bytes = b"",
    ) -> Recorded:
        """Record a declaration with its ruling; see commands.Submit."""
        return self.do(Submit(game_id, declaration, level, expected_revision, remark, nonce), request_id)

    def note(self, game_id: str, text: str, by: str = "", about: int = 0, request_id: str = "") -> Recorded:
        """Add a remark."""
        return self.do(Note(game_id, text, by, about), request_id)

    def rewind(self, game_id: str, to_revision: int, why: str, by: str = "", request_id: str = "") -> Recorded:
        """Let a game go on from an earlier revision. Raises UnknownRevisionError."""
        return self.do(Rewind(game_id, to_revision, why, by), request_id)

    def fork(self, game_id: str, at_revision: int | None = None, request_id: str = "") -> Recorded:
        """Open a new game at a revision of this one; the answer names the new one. Raises UnknownRevisionError."""
        return self.do(Fork(game_id, at_revision), request_id)

    def ruling_given(self, command: GiveRuling, request_id: str = "") -> Recorded:
        """Record a judge's ruling; see commands.GiveRuling. Raises RulingRefusedError."""
        return self.do(command, request_id)

    def close_game(self, game_id: str, result: str = "", why: str = "", by: str = "", request_id: str = "") -> Recorded:
        """Close a game and open its seed."""
        return self.do(Close(game_id, result, why, by), request_id)

    # --- asking -----------------------------------------------------------------------------

    def in_memory(self, game_id: str) -> GameView | None:
        """A game as it stands, if it is at hand without reading the store; never waits."""
        held = self._residents.get(game_id)
        return None if held is None else held.view

    def games_in_memory(self) -> int:
        """How many games are at hand."""
        return len(self._residents)

    def ask(self, game_id: str, declaration: Any, level: int = FAILING, at_revision: int | None = None) -> Asked:
        """Judge a declaration without recording it, on the table as it stands or stood.

        Nothing of it depends on the seed: a run stops where chance is asked.
        """
        view = self.get(game_id)
        revision = view.revision if at_revision is None else at_revision
        verdict = judge(view.rules, self.table_at(game_id, revision), declaration, level)
        return Asked(game_id, view.last, revision, view.head, verdict)

    def forms(self, game_id: str, seat: str | None = None, at_revision: int | None = None) -> tuple[Form, ...]:
        """What may be said, by one seat or by all that are asked."""
        view = self.get(game_id)
        table = view.table if at_revision is None else self.table_at(game_id, at_revision)
        return view.rules.forms(table, seat)  # type: ignore[no-any-return]  # a Game; views carry it opaquely

    def entries(self, game_id: str, start: int = 1, limit: int | None = None) -> tuple[Entry, ...]:
        """Entries of a game from a number on, seals open: give them on only through `seen_by`."""
        stop = None if limit is None else start - 1 + limit
        return tuple(self._reader.history(game_id).entries[max(start, 1) - 1 : stop])

    def steps(self, game_id: str, start: int = 1) -> Iterator[Step]:
        """The entries of a game from a number on, each with the table before and after it."""
        return self._course.steps(game_id, max(start, 1))

    def left_by_rewinds(self, game_id: str) -> list[tuple[int, int]]:
        """What no longer stands; see course.Course.left."""
        return self._course.left(game_id)

    def last_entry(self, game_id: str) -> int:
        """The number of a game's last entry in the store, whoever wrote it. Raises UnknownGameError."""
        return self._reader.last_entry(game_id)

    def list_games(self, after: int = 0, limit: int = 50) -> tuple[GameSummary, ...]:
        """A page of games in the order in which they were opened, after a position."""
        return self._reader.list_games(after, limit)

    def notices(self, after: int = 0, limit: int = 100) -> tuple[Notice, ...]:
        """Entries of all games in the order in which they were saved, after a position; for followers that poll."""
        return self._reader.notices(after, limit)

    def followed(self, after: int = 0, limit: int = 100) -> Iterator[Followed]:
        """Entries of games and steps of disputes, as they were saved after a position; what cannot be read says so."""
        return followed(self.recorder, self._reader, after, limit)

    def rules_of(self, game_id: str) -> Game:
        """The game that a log is of, without reading all of it. Raises UnknownGameError, CorruptLogError."""
        return self._reader.game_of(stream_of(game_id))[0]

    def last_position(self) -> int:
        """The position of the newest entry of all games; 0 for an empty log."""
        return self._reader.last_position()

    def moved(self, after: int) -> tuple[int, Mapping[str, int]]:
        """What was saved after a position, whoever saved it: the new position, and the last entry of each game.

        Tables in memory that have fallen behind are read again when they are next asked for; a process that looks
        every so often answers no question from an older table than that.

        Raises StoreUnavailableError, LogWentBackError.
        """
        with store_errors():
            found = self.recorder.select_moved(after)
        if not found and (there := self.last_position()) < after:
            raise LogWentBackError(f"the log ends at position {there}, it was at {after}: it went back in time")
        last = {str(stream): number for _, stream, number in found}
        for game_id, number in last.items():
            self._residents.drop_behind(game_id, number)
        return max((place for place, _, _ in found), default=after), last

    def news(self) -> News | None:
        """Who tells of entries saved from now on; None if the store tells nobody and has to be polled. Close it."""
        return self.recorder.news()

    # --- auditing ---------------------------------------------------------------------------

    def verify(self, game_id: str, *witnesses: audit.Witness) -> Iterator[rejudging.Progress | audit.Verified]:
        """Recompute chain, codec and fold of a game; ends with Verified, which names the first bad position.

        A witness is an entry number with the head that somebody was given for it; several narrow down what was altered.
        """
        return audit.verify(self._reader, game_id, witnesses)

    def rejudge(self, game_id: str) -> Iterator[rejudging.Progress | rejudging.Divergence]:
        """Put today's judge on the recorded table before each entry, and report where it says otherwise."""
        history = self._reader.history(game_id)
        return rejudging.rejudge(history)

    def rolls(self, game_id: str) -> Rolls:
        """The house's rolls of a game, for strangers who compute them again."""
        return house_rolls(self._reader.history(game_id))

    @cached_property
    def whole(self) -> WholeLog:
        """The tree over the whole log: roots, inclusion and consistency proofs."""
        return WholeLog(self.recorder)

    def verify_log(
        self, roots: Sequence[Root] = (), heads: Sequence[HeadKept] = (), parts: Sequence[Part] = ()
    ) -> Iterator[rejudging.Progress | LogVerified]:
        """Check the whole log against what somebody has kept of it; see whole_audit.verify_log."""
        return verify_log(self.recorder, self._reader, Kept(tuple(roots), tuple(heads), tuple(parts)))
