"""Bulk audits: the same findings in one process, in several, and on a cluster."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import msgspec
import pytest

from adjudicator.application import CorruptLogError, LogVerified, StoreUnavailableError, Verified, bulk
from adjudicator.application.bulk import REJUDGE, VERIFY, Audited, Task, audit_games, tasks
from adjudicator.application.disputes import Docket, OpenDispute, Person, Question, Role
from adjudicator.application.saved import saved
from adjudicator.kernel.entries import GameOpened
from tests.kit import behind
from tests.kit.recorded import application, opened, play_on, the_games

GAMES = 7


@pytest.fixture
def played(store: str) -> tuple[str, list[tuple[str, int]]]:
    """A log of some games: its store, and each game with the number of its entries."""
    with application(store) as app:
        for number in range(GAMES):
            play_on(app, opened(app), 12 + number, seed=number)
        games = [(each.game_id, each.last) for each in app.list_games()]
    return store, games


def tamper(store: str, game: str, entry: int) -> None:
    """Pass an entry off as another kind."""
    behind.sql(
        store,
        "UPDATE stored_events SET topic = 'adjudicator.note-added' WHERE originator_id = ? AND originator_version = ?",
        game.replace("-", ""),
        entry,
    )


@contextmanager
def nobody() -> Iterator[None]:
    """No executor: the work is done here."""
    yield None


@contextmanager
def on_a_cluster() -> Iterator[Executor]:
    """Two workers under a scheduler of our own."""
    if importlib.util.find_spec("distributed") is None:
        pytest.skip("the extra `cluster` is not installed")
    with bulk.cluster("local", 2) as executor:
        yield executor


EXECUTORS: dict[str, Callable[[], AbstractContextManager[Executor | None]]] = {
    "here": nobody,
    "threads": lambda: ThreadPoolExecutor(2),
    "processes": lambda: bulk.processes(2, ("tests.kit.recorded",)),
    "cluster": on_a_cluster,
}


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # what Dask and its parts warn of is theirs
@pytest.mark.parametrize("where", EXECUTORS)
def test_the_findings_do_not_depend_on_who_does_the_work(played: tuple[str, list[tuple[str, int]]], where: str) -> None:
    """Verified or rejudged, here, in threads, in processes or on a cluster: every game once, the bad one named."""
    path, games = played
    bad = games[3][0]
    sound = [Audited(game, last) for game, last in games]
    with EXECUTORS[where]() as executor:
        for kind in (VERIFY, REJUDGE):
            found = list(audit_games(the_games, tasks(path, games, kind, entries=20), executor, 2))
            assert sorted(sound, key=_id) == sorted(found, key=_id)
        tamper(path, bad, 5)
        for kind in (VERIFY, REJUDGE):
            found = list(audit_games(the_games, tasks(path, games, kind, entries=20), executor, 2))
            assert [(bad, 5)] == [(each.game_id, each.bad) for each in found if not each.clean]
            assert GAMES == len(found)


def _id(each: Audited) -> str:
    return each.game_id


@pytest.fixture
def disputed(store: str) -> tuple[str, str, str]:
    """A log of two games, the first with a request kept for its last entry and a dispute: store, game, dispute."""
    with application(store) as app:
        game = opened(app, request_id="r-1")
        play_on(app, opened(app), 12)
        play_on(app, game, 12)
        app.note(game, "the end", request_id="r-2")
        asked = OpenDispute(game, Question("Was that legal?"), Person("Ann", Role.PLAYER))
        return store, game, Docket(app).do(asked).dispute.id


def audited(store: str) -> dict[str, tuple[int, str]]:
    """What an audit of everything finds: the first bad entry of each, and why."""
    with application(store) as app:
        there = bulk.survey(app.recorder)
    work = (*tasks(store, there.games.items(), VERIFY), *tasks(store, there.disputes.items(), bulk.DISPUTES))
    found = tuple(bulk.with_broken(audit_games(the_games, work, None, 1), there.broken))
    assert {*there.games, *there.disputes, *there.broken} == {each.game_id for each in found}
    return {each.game_id: (each.bad, each.why) for each in found if not each.clean}


def test_a_survey_finds_all_there_is(disputed: tuple[str, str, str]) -> None:
    """Games and disputes with their entries, in the order of saving, and nothing wrong; disputes by their game."""
    store, game, dispute = disputed
    with application(store) as app:
        there = bulk.survey(app.recorder)
        assert [(each.game_id, each.last) for each in app.list_games()] == list(there.games.items())
        assert ({dispute: 1}, {}) == (there.disputes, there.broken)
        other = next(each for each in there.games if each != game)
        about = [list(bulk.disputes_about(app.recorder, there.disputes, (each,))) for each in (game, other)]
        assert [[dispute], []] == about
    assert {} == audited(store)


def test_an_audit_finds_what_somebody_was_told_of(disputed: tuple[str, str, str]) -> None:
    """A tail cut off and a game that is gone are found by the requests kept for them, as by `verify_log`."""
    store, game, dispute = disputed
    name = game.replace("-", "")
    behind.sql(store, "DELETE FROM stored_events WHERE originator_id = ? AND originator_version > 5", name)
    found = audited(store)
    assert {game, dispute} == set(found)
    assert (6, True) == (found[game][0], "told of entry" in found[game][1])
    behind.sql(store, "DELETE FROM stored_events WHERE originator_id = ?", name)
    assert (1, True) == (audited(store)[game][0], "told of entry" in audited(store)[game][1])


def test_an_audit_finds_an_altered_dispute(disputed: tuple[str, str, str]) -> None:
    """A dispute is verified as a game is."""
    store, _, dispute = disputed
    tamper(store, dispute, 1)
    with application(store) as app:
        assert {} == bulk.survey(app.recorder).disputes  # passed off as a game, and found as one
    assert 1 == audited(store)[dispute][0]


def test_an_audit_finds_a_removed_seed(disputed: tuple[str, str, str]) -> None:
    """A game without its seed is from elsewhere; one about which this house has answered requests is not."""
    store, game, _ = disputed
    row = ("stored_events WHERE originator_id = ? AND originator_version = 1", game.replace("-", ""))
    parts = msgspec.msgpack.decode(behind.sql(store, f"SELECT state FROM {row[0]}", row[1])[0][0])
    with application(store) as app:
        begun = app.entries(game)[0].content
        assert isinstance(begun, GameOpened)
    packs = len(begun.opening.packs)
    parts[2][packs] = None  # what is private is in the order of the seals
    where = row[0].removeprefix("stored_events ")
    behind.sql(store, f"UPDATE stored_events SET state = ? {where}", msgspec.msgpack.encode(parts), row[1])
    with application(store) as app:
        *_, verified = app.verify(game)
        assert isinstance(verified, Verified)
        assert verified.sound, "the game by itself does not show it"
        *_, whole = app.verify_log()
        assert isinstance(whole, LogVerified)
        assert (game, 1) == (whole.game_id, whole.entry)
    assert (1, True) == (audited(store)[game][0], "removed" in audited(store)[game][1])


def test_tasks_are_of_a_size() -> None:
    """Games are put together until a task has its entries; order and games are kept, nothing twice."""
    games = [(str(number), number) for number in (5, 1, 9, 30, 2, 2)]
    cut = list(tasks("s", games, VERIFY, entries=10))
    assert [("5", "1", "9"), ("30",), ("2", "2")] == [each.games for each in cut]
    assert {Task("s", each.games, VERIFY) for each in cut} == set(cut)
    assert [] == list(tasks("s", [], VERIFY))


def test_an_unknown_game_stops_nobody_else(played: tuple[str, list[tuple[str, int]]]) -> None:
    """A game that the store does not have is a finding of its own."""
    path, games = played
    missing = "00000000-0000-4000-8000-000000000000"
    work = [Task(path, (missing, games[0][0]), VERIFY)]
    one, other = audit_games(the_games, work, None, 1)
    assert (missing, 1, True) == (one.game_id, one.bad, other.clean)


def test_a_store_that_fails_ends_the_audit(tmp_path: Path) -> None:
    """A file that is no log is an error, not a clean bill."""
    path = tmp_path / "none.sqlite"
    path.write_bytes(b"not a database at all" * 100)
    with pytest.raises(StoreUnavailableError):
        list(audit_games(the_games, [Task(str(path), ("x",), VERIFY)], None, 1))
    with ThreadPoolExecutor(1) as executor, pytest.raises(StoreUnavailableError):
        list(audit_games(the_games, [Task(str(path), ("x",), VERIFY)], executor, 1))


def test_without_the_extra_a_cluster_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks for a cluster without Dask is told what to install."""
    monkeypatch.setattr(importlib, "import_module", _nothing)
    with pytest.raises(bulk.ClusterMissingError, match="cluster"), bulk.cluster("local", 1):
        pass


def _nothing(name: str) -> None:
    raise ImportError(name)


def test_rows_of_nobody_are_damage(tmp_path: Path) -> None:
    """A row whose stream is no id is found when the whole log is read; PostgreSQL would not have taken it."""
    path = tmp_path / "log.sqlite"
    with application(path) as app:
        opened(app)
    behind.sql(path, "INSERT INTO stored_events VALUES ('nobody', 1, 'adjudicator.declared', x'00')")
    with application(path) as app, pytest.raises(CorruptLogError):
        list(saved(app.recorder))
