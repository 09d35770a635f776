"""The tree over the whole log: every tampering with a real store is found, at its first bad position."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
import pytest

from adjudicator.application import Adjudication, HeadKept, LogVerified, Root, UnknownGameError
from adjudicator.application.disputes import Docket, OpenDispute, Person, Question, Role
from adjudicator.application.store import request_stream
from adjudicator_client.proofs import Checkpoint, ProofError, check_consistency, check_inclusion, leaf_of
from tests.kit.meddled import SNAPSHOT_EVERY, Log
from tests.kit.recorded import application, say


@pytest.fixture
def log(store: str) -> Log:
    """A fresh log."""
    return Log(store)


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
    with application(log.store) as app:
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
    with application(log.store) as app:
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
    log.rewrite(log.games[1], 9)
    assert log.verified().sound
    kept = log.heads[1]
    found = log.verified(heads=[kept])
    assert (False, log.games[1], 1, kept.entry) == (found.sound, found.game_id, found.since, found.until)
    assert (9, log.place(log.games[1], 9)) == (found.entry, found.bad)


def test_a_rewritten_log_is_found_by_one_root(log: Log) -> None:
    """And by one root; with several roots the change is known to lie between two of them; the first is named."""
    for game in log.games:
        log.rewrite(game, 9)
    assert log.verified().sound
    first = min(log.place(game, 9) for game in log.games)
    for roots, proven in ((log.roots[1:], 0), (log.roots, log.roots[0].size)):
        found = log.verified(roots)
        assert (False, proven, log.roots[1].size) == (found.sound, found.proven, found.until_place)
        assert (first, 9) == (found.bad, found.entry)


def test_a_rewritten_log_contradicts_its_snapshots(log: Log) -> None:
    """Who rewrites the log and forgets the snapshots is found without anything kept."""
    snapshots = log.sql("SELECT * FROM stored_snapshots")
    log.rewrite(log.games[1], 9)
    for row in snapshots:
        log.sql(f"INSERT INTO stored_snapshots VALUES ({', '.join('?' * len(row))})", *row)
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
    with application(log.store) as app:
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
    with application(log.store) as app:
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


def test_a_kept_answer_is_compared_with_its_entry(log: Log) -> None:
    """An answer that was emptied, or tells of other failures than its entry, is found at the entry."""
    game = log.games[2]
    with application(log.store) as app:
        other = next(seat for seat in ("north", "east") if seat not in app.get(game).table.window.asked)
        refused = say(app, game, f"{other}: pass", request_id="r-3")
        assert refused.verdict is not None
        assert refused.verdict.failing
    assert log.verified().sound
    stream = request_stream("r-3").hex
    state = log.sql("SELECT state FROM stored_events WHERE originator_id = ?", stream)[0][0]
    code = refused.verdict.failing[0].code.encode()
    emptied = msgspec.msgpack.decode(state)
    emptied[-1] = b""
    for forged in (msgspec.msgpack.encode(emptied), state.replace(code, code[::-1])):
        assert forged != state
        log.sql("UPDATE stored_events SET state = ? WHERE originator_id = ?", forged, stream)
        found = log.verified()
        assert (game, refused.entry, True) == (found.game_id, found.entry, "answer" in found.why), found.why
        assert log.place(game, refused.entry) == found.bad
    log.sql("UPDATE stored_events SET state = ? WHERE originator_id = ?", state, stream)
    assert log.verified().sound


def test_a_removed_item_is_found_in_the_whole_log(log: Log) -> None:
    """Wherever in the log a private item is missing, its entry is named."""
    private = [number for number in range(2, log.last[log.games[1]] + 1) if log.state(log.games[1], number).private]
    for number in (1, private[0], private[-1]):
        parts = log.state(log.games[1], number)
        log.put(log.games[1], number, msgspec.structs.replace(parts, private=(None, *parts.private[1:])))
        found = log.verified()
        assert (log.games[1], number, True) == (found.game_id, found.entry, "removed" in found.why), found.why
        log.put(log.games[1], number, parts)
