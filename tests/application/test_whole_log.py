"""The tree over the whole log: every tampering with a real store is found, at its first bad position."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudicator.application import Adjudication, HeadKept, LogVerified, Progress, Root, UnknownGameError, chain
from adjudicator.application.disputes import Docket, OpenDispute, Person, Question, Role
from adjudicator.application.saved import GAME_TOPICS
from adjudicator.application.store import _encode, _Parts
from clients.python.proofs import Checkpoint, ProofError, check_consistency, check_inclusion, leaf_of
from tests.kit.recorded import application, opened, play_on, say

_parts = msgspec.msgpack.Decoder(_Parts).decode
SNAPSHOT_EVERY = 15


class Log:
    """A store of three games played side by side, with what players have kept; to be meddled with while nobody runs."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with application(path, snapshot_every=SNAPSHOT_EVERY) as app:
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

    def sql(self, statement: str, *values: Any) -> None:
        """Run a statement on the file."""
        connection = sqlite3.connect(self.path)
        with connection:
            connection.execute(statement, values)
        connection.close()

    def state(self, game: str, number: int) -> _Parts:
        """One entry as stored."""
        connection = sqlite3.connect(self.path)
        found = connection.execute(
            "SELECT state FROM stored_events WHERE originator_id = ? AND originator_version = ?",
            (game.replace("-", ""), number),
        ).fetchone()
        connection.close()
        return _parts(found[0])

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

    def rewrite(self, game: str, start: int) -> None:
        """Change an entry and compute all heads of the game after it again."""
        head = self.state(game, start - 1).head
        for number in range(start, self.last[game] + 1):
            parts = self.state(game, number)
            public = _forged(parts.public) if number == start else parts.public
            head = chain.next_head(head, number, public, parts.commitments)
            self.put(game, number, msgspec.structs.replace(parts, public=public, head=head))

    def place(self, game: str, number: int) -> int:
        """The place of an entry in the order of saving."""
        connection = sqlite3.connect(self.path)
        marks = ",".join("?" * len(GAME_TOPICS))
        rows = connection.execute(
            f"SELECT originator_id, originator_version FROM stored_events WHERE topic IN ({marks}) ORDER BY rowid",
            tuple(GAME_TOPICS),
        ).fetchall()
        connection.close()
        return rows.index((game.replace("-", ""), number)) + 1

    def neighbours(self) -> tuple[int, int]:
        """The last two rows that follow each other and are entries of different games."""
        connection = sqlite3.connect(self.path)
        rows = connection.execute(
            "SELECT rowid, originator_id, topic FROM stored_events ORDER BY rowid DESC"
        ).fetchall()
        connection.close()
        return next(
            (before[0], after[0])
            for after, before in itertools.pairwise(rows)
            if before[1] != after[1] and {before[2], after[2]} <= GAME_TOPICS
        )

    def verified(self, roots: list[Root] | None = None, heads: list[HeadKept] | None = None) -> LogVerified:
        """How a verification of the file ends."""
        with application(self.path) as app:
            *progress, last = app.verify_log(roots or (), heads or ())
        assert all(isinstance(each, Progress) for each in progress)
        assert isinstance(last, LogVerified)
        return last


def _forged(public: bytes) -> bytes:
    """Other bytes of the same length that can still be read: another remark, spelled into the same place."""
    found = public.replace(b"legal", b"LEGAL", 1)
    return found if found != public else public[:-1] + bytes([public[-1] ^ 1])


@pytest.fixture
def log(tmp_path: Path) -> Log:
    """A fresh log."""
    return Log(tmp_path / "log.sqlite")


def deleted(log: Log) -> None:
    """An entry from the middle is taken out."""
    log.sql("DELETE FROM stored_events WHERE originator_version = 9 AND originator_id = ?", log.middle)


def renumbered(log: Log) -> None:
    """An entry is taken out and the gap closed."""
    deleted(log)
    for number in range(10, log.last[log.games[1]] + 1):
        log.sql(
            "UPDATE stored_events SET originator_version = ? WHERE originator_version = ? AND originator_id = ?",
            number - 1,
            number,
            log.middle,
        )


def swapped(log: Log) -> None:
    """Two entries of a game change their contents."""
    one, two = log.state(log.games[1], 8), log.state(log.games[1], 9)
    log.put(log.games[1], 8, two)
    log.put(log.games[1], 9, one)


def topic_changed(log: Log) -> None:
    """An entry is passed off as something that is no entry."""
    log.sql(
        "UPDATE stored_events SET topic = 'adjudicator.nothing' WHERE originator_version = 9 AND originator_id = ?",
        log.middle,
    )


def made_void(log: Log) -> None:
    """The content of an entry is taken away."""
    log.sql("UPDATE stored_events SET state = NULL WHERE originator_version = 9 AND originator_id = ?", log.middle)


def edited(log: Log) -> None:
    """An entry is edited."""
    log.edit(log.games[1], 9)


def edited_before_a_snapshot(log: Log) -> None:
    """An entry before the game's last snapshot is edited: whoever believes snapshots would not see it."""
    assert log.last[log.games[1]] > SNAPSHOT_EVERY > 9
    with application(log.path) as app:
        assert app._reader._last_snapshot(app._reader.history(log.games[1]).stream) is not None
    log.edit(log.games[1], 9)


def first_deleted(log: Log) -> None:
    """The first entry of a game is taken out."""
    log.sql("DELETE FROM stored_events WHERE originator_version = 1 AND originator_id = ?", log.middle)


Tamper = Callable[[Log], None]


def test_an_untouched_log_is_sound(log: Log) -> None:
    """With everything that was kept nothing is found; all of it is vouched for, and the root is the tree's."""
    assert LogVerified(0, "", 0, "", log.roots[-1].size, log.roots[-1]) == log.verified(log.roots, log.heads)
    assert sum(log.last.values()) == log.roots[-1].size


@pytest.mark.parametrize(
    ("tamper", "entry"),
    [
        (edited, 9),
        (deleted, 9),
        (swapped, 8),
        (renumbered, 9),
        (topic_changed, 9),
        (made_void, 9),
        (edited_before_a_snapshot, 9),
        (first_deleted, 1),
    ],
)
def test_tampering_is_found_without_anything_kept(log: Log, tamper: Tamper, entry: int) -> None:
    """Edits, deletions, exchanges, new numbers: the log itself shows them, whatever is cached."""
    tamper(log)
    found = log.verified()
    assert (False, log.games[1], entry) == (found.sound, found.game_id, found.entry), found.why
    assert found.bad > 0
    assert found.why


def test_the_place_of_an_edit_is_its_place(log: Log) -> None:
    """The first bad position counts over all games in the order of saving."""
    log.edit(log.games[1], 9)
    assert log.place(log.games[1], 9) == log.verified().bad


def test_of_two_edits_the_first_is_named(log: Log) -> None:
    """First means: saved first, whichever game it is in."""
    log.edit(log.games[0], 11)
    log.edit(log.games[2], 6)
    found = log.verified()
    assert (log.games[2], 6, log.place(log.games[2], 6)) == (found.game_id, found.entry, found.bad)


def cut(log: Log, game: str, entries: int) -> None:
    """Take the last entries of a game away, with the snapshots."""
    log.sql("DELETE FROM stored_snapshots")
    log.sql(
        "DELETE FROM stored_events WHERE originator_id = ? AND originator_version > ?",
        game.replace("-", ""),
        log.last[game] - entries,
    )


def test_a_cut_tail_is_found_by_a_checkpoint(log: Log) -> None:
    """A shorter log is sound in itself; one root kept from before the cut shows that something is missing."""
    cut(log, log.games[1], 3)
    assert log.verified().sound
    found = log.verified([log.roots[-1]])
    assert (False, log.roots[-1].size - 2) == (found.sound, found.bad)


def test_a_cut_tail_is_found_by_a_head(log: Log) -> None:
    """And so does one head of the game, which names the entry."""
    game, last = log.games[1], log.last[log.games[1]]
    with application(log.path) as app:
        kept = HeadKept(game, last, app.get(game).head)
    cut(log, game, 3)
    found = log.verified(heads=[kept])
    assert (False, game, last - 2) == (found.sound, found.game_id, found.entry)


def test_a_cut_tail_is_found_by_an_answer(log: Log) -> None:
    """Nothing kept outside is needed while the store still knows of a request that the tail answered."""
    cut(log, log.games[0], 2)
    found = log.verified()
    assert (False, log.games[0], log.last[log.games[0]] - 1) == (found.sound, found.game_id, found.entry)


def test_a_rewritten_game_is_found_by_one_head(log: Log) -> None:
    """Whoever changes an entry and computes the chain again is found by one head given after it."""
    log.sql("DELETE FROM stored_snapshots")
    log.rewrite(log.games[1], 9)
    assert log.verified().sound
    kept = log.heads[1]
    found = log.verified(heads=[kept])
    assert (False, log.games[1], kept.entry) == (found.sound, found.game_id, found.entry)


def test_a_rewritten_log_is_found_by_one_root(log: Log) -> None:
    """And by one root; with several roots the change is known to lie between two of them."""
    log.sql("DELETE FROM stored_snapshots")
    for game in log.games:
        log.rewrite(game, 9)
    assert log.verified().sound
    assert log.roots[1].size == log.verified([log.roots[1]]).bad
    found = log.verified(log.roots)
    first = min(log.place(game, 9) for game in log.games)
    assert (False, log.roots[1].size) == (found.sound, found.bad)
    assert found.proven < first <= found.bad


def test_a_rewritten_log_contradicts_its_snapshots(log: Log) -> None:
    """Who rewrites the log and forgets the snapshots is found without anything kept."""
    log.rewrite(log.games[1], 9)
    found = log.verified()
    assert (False, log.games[1], log.place(log.games[1], found.entry)) == (found.sound, found.game_id, found.bad)
    assert "snapshot" in found.why


def test_games_that_change_places_are_found_by_a_root(log: Log) -> None:
    """The order of saving over all games is in the tree, though each chain stays whole."""
    one, two = log.neighbours()
    for old, new in ((one, 1_000_000), (two, one), (1_000_000, two)):
        log.sql("UPDATE stored_events SET rowid = ? WHERE rowid = ?", new, old)
    assert log.verified().sound
    found = log.verified(log.roots)
    assert (False, log.roots[-1].size) == (found.sound, found.bad)


def test_a_false_root_of_nothing_is_refused(log: Log) -> None:
    """The empty log has one root."""
    found = log.verified([Root(0, bytes(32))])
    assert (False, 1) == (found.sound, found.bad)


@pytest.fixture
def app(log: Log) -> Iterator[Adjudication]:
    """The application over the log."""
    with application(log.path) as app:
        yield app


def test_every_entry_is_proven_to_a_stranger(log: Log, app: Adjudication) -> None:
    """Each entry of each game is in the log, by a proof that needs only id, number, head and root."""
    root = app.whole.root()
    under = Checkpoint(root.size, root.root)
    places = set()
    for game in log.games:
        for entry in app.entries(game):
            found = app.whole.inclusion(game, entry.number)
            assert (entry.head, root) == (found.head, found.under)
            check_inclusion(leaf_of(game, entry.number, entry.head), found.index, found.path, under)
            places.add(found.index)
            with pytest.raises(ProofError):
                check_inclusion(leaf_of(game, entry.number, bytes(32)), found.index, found.path, under)
    assert set(range(root.size)) == places


def test_a_log_only_grows(log: Log, app: Adjudication) -> None:
    """Every root kept is proven to be the beginning of the newest, also after more was played."""
    say(app, log.games[2], f"{app.get(log.games[2]).table.window.asked[0]}: pass")
    new = app.whole.root()
    assert new.size > log.roots[-1].size
    for old in log.roots:
        path, before, after = app.whole.consistency(old.size)
        assert (old, new) == (before, after)
        check_consistency(Checkpoint(old.size, old.root), Checkpoint(new.size, new.root), path)


def test_a_small_tree_of_a_grown_log(log: Log, app: Adjudication) -> None:
    """An old checkpoint's entries are proven under that checkpoint, later entries are not in it."""
    old = log.roots[1]
    found = app.whole.inclusion(log.games[0], 1, old.size)
    assert old == found.under
    with pytest.raises(ValueError, match="no leaf"):
        app.whole.inclusion(log.games[0], log.last[log.games[0]], old.size)


def test_what_is_not_in_the_log_cannot_be_proven(log: Log, app: Adjudication) -> None:
    """Unknown games and entries are refused."""
    with pytest.raises(UnknownGameError):
        app.whole.inclusion("00000000-0000-4000-8000-000000000000", 1)
    with pytest.raises(ValueError, match="no entry"):
        app.whole.inclusion(log.games[0], 999)
    with pytest.raises(ValueError, match="no beginning"):
        app.whole.consistency(5, 3)


def test_disputes_are_in_the_tree(log: Log) -> None:
    """A dispute's entries are leaves like a game's: proven, and missed or found altered like them."""
    with application(log.path) as app:
        before = app.whole.root()
        asked = OpenDispute(log.games[0], Question("Was that legal?"), Person("Ann", Role.PLAYER))
        dispute = Docket(app).do(asked, request_id="r-2").dispute.id
        assert before.size + 1 == app.whole.root().size
        proof = app.whole.inclusion(dispute, 1)
        under = Checkpoint(proof.under.size, proof.under.root)
        check_inclusion(leaf_of(dispute, 1, proof.head), proof.index, proof.path, under)
    assert log.verified([before, proof.under]).sound
    log.edit(dispute, 1)
    found = log.verified()
    assert (before.size + 1, dispute, 1) == (found.bad, found.game_id, found.entry)
    log.sql("DELETE FROM stored_events WHERE originator_id = ?", dispute.replace("-", ""))
    found = log.verified()
    assert (dispute, 1, True) == (found.game_id, found.entry, "missing" in found.why)
