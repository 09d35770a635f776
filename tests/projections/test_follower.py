"""The views follow a log of whole games: every entry once, positions with the rows, rebuilt to the same rows."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
import pytest

from adjudicator.application import Adjudication, Close, GiveNonce
from adjudicator.application.commands import Reopen
from adjudicator.application.disputes.remedies import LOSES
from adjudicator.kernel.entries import Declared, Rewound
from adjudicator.kernel.judging import judge
from adjudicator.kernel.verdict import Finding
from adjudicator.play import choice
from adjudicator_views.follower import AnotherLogError, Follower
from adjudicator_views.store import ProjectionStore
from adjudicator_views.timeline_lines import DAMAGED, Line, lines
from adjudicator_views.views import VIEWS, coverage, dice, rulings, standings, timeline
from adjudicator_views.views.view import View
from tests.kit.recorded import counting
from tests.kit.star_wars import SWTCG, opening_of, our_decks


def play(application: Adjudication, seed: int, most: int = 1_000) -> str:
    """A random game through the application; its id."""
    rng = random.Random(seed)
    game_id = application.open_game(opening_of(our_decks())).game_id
    for _ in range(most):
        view = application.get(game_id)
        if SWTCG.over(view.table):
            break
        application.submit(game_id, choice(SWTCG, view.table, rng), expected_revision=view.revision)
    return game_id


@pytest.fixture(scope="module")
def log() -> Iterator[tuple[Adjudication, list[str]]]:
    """A log with three random games, the same in every run, a refusal, a note, a rewind and a judge's word."""
    with Adjudication([SWTCG], entropy=counting()) as application:
        games = [play(application, seed) for seed in (1, 2)]
        third = play(application, 3, most=40)
        view = application.get(third)
        refused = SWTCG.read(view.table, "dark: bid 3")
        application.submit(third, refused, expected_revision=view.revision)
        application.note(third, "a word with the players", by="Jo")
        application.rewind(third, view.revision, why="a card was misread", by="Jo")
        yield application, [*games, third]


@pytest.fixture
def follower(log: tuple[Adjudication, list[str]]) -> Iterator[Follower]:
    """A follower that has read everything."""
    store = ProjectionStore(":memory:")
    found = Follower(log[0], store)
    found.catch_up()
    yield found
    store.close()


def rows(store: ProjectionStore) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all views."""
    names = [
        row[0] for row in store.connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    ]
    return {name: sorted(tuple(row) for row in store.connection.execute(f"SELECT * FROM {name}")) for name in names}


def told(follower: Follower, game: str, after: int = 0) -> list[Line]:
    """The lines of a game's timeline."""
    rows = timeline.read(follower.store.connection, game, after, limit=10_000)
    return lines(follower.application, game, rows)


def test_every_entry_has_its_line(follower: Follower, log: tuple[Adjudication, list[str]]) -> None:
    """The timeline of each game has each of its entries once, in order."""
    application, games = log
    for game in games:
        expected = [entry.number for entry in application.entries(game)]
        assert expected == [row.entry for row in timeline.read(follower.store.connection, game, limit=10_000)]
        assert expected == [line.entry for line in told(follower, game)]


def test_the_timeline_says_what_was_said(follower: Follower, log: tuple[Adjudication, list[str]]) -> None:
    """Declarations stand there in notation, a rewind with its revision and reason, all with time, revision and head."""
    application, games = log
    found = told(follower, games[2])
    entries = list(application.entries(games[2]))
    assert [(each.at, each.revision, each.head) for each in entries] == [
        (line.at_milliseconds, line.revision, line.head) for line in found
    ]
    refused, note, rewind = found[-3:]
    assert ("dark: bid 3", "illegal") == (refused.says, refused.ruling)
    assert ("note-added", "Jo", "a word with the players") == (note.kind, note.seat, note.says)
    last = entries[-1].content
    assert isinstance(last, Rewound)
    assert (f"back to revision {last.to}", "a card was misread") == (rewind.says, rewind.remark)
    hidden = [line.says for line in found if line.says.endswith("(hidden)")]
    assert [says for says in hidden if says.startswith("chance: ")]


def test_the_timeline_tells_nothing_hidden(follower: Follower, log: tuple[Adjudication, list[str]]) -> None:
    """No line names a card that lies in a hand, a deck or face down at the end of its game."""
    application, games = log
    for game in games:
        table = application.get(game).table
        hidden = {table.cards[card].face for zone, cards in table.zones.items() if "deck" in zone for card in cards}
        seen = {table.cards[card].face for zone, cards in table.zones.items() if "deck" not in zone for card in cards}
        seen |= {table.cards[card].face for stack in table.stacks.values() for card in stack.cards}
        words = " ".join(f"{line.told} {line.says}" for line in told(follower, game))
        names = {table.faces[face].title for face in hidden - seen}
        assert [] == sorted(name for name in names if name in words)


def test_refusals_and_judges_words_are_precedents(follower: Follower, log: tuple[Adjudication, list[str]]) -> None:
    """The refusal is found by its kind and its reason, and not by other words."""
    found = rulings.read(follower.store.connection, "bid", log[1][2])
    assert ["illegal"] == [row["ruling"] for row in found]
    assert "RIGHT_MOMENT" in found[0]["reasons"]
    assert "swtcg-2005" == found[0]["edition"]
    assert [] == rulings.read(follower.store.connection, "bid nonsense")
    assert [] == rulings.read(follower.store.connection, "b_d")


def test_coverage_counts_what_the_log_cites(follower: Follower, log: tuple[Adjudication, list[str]]) -> None:
    """Every rule that a fact of the log cites is counted as often as it is cited."""
    application, games = log
    cited: Counter[str] = Counter()
    for game in games:
        for entry in application.entries(game):
            cited.update(fact.rule for fact in getattr(entry.content, "facts", ()) if fact.rule)
    found = {row["rule"]: row["facts"] for row in coverage.read(follower.store.connection, limit=10_000)}
    assert dict(cited) == {rule: count for rule, count in found.items() if count}


def test_coverage_counts_by_which_rules_something_was_refused(
    follower: Follower, log: tuple[Adjudication, list[str]]
) -> None:
    """Each rule by which a declaration of the log was refused, as everybody may know it, is counted once for it."""
    application, games = log
    (refused,) = [
        step
        for game in games
        for step in application.steps(game)
        if isinstance(step.entry.content, Declared) and step.entry.content.ruling == "illegal"
    ]
    assert isinstance(refused.entry.content, Declared)
    asked = judge(SWTCG, refused.before, refused.entry.content.declaration)
    cited = {clause.rule for clause in asked.clauses if clause.finding is Finding.FAILS}
    assert cited
    found = {row["rule"]: row["refusals"] for row in coverage.read(follower.store.connection, limit=10_000)}
    assert dict.fromkeys(cited, 1) == {rule: count for rule, count in found.items() if count}


def test_dice_are_counted_as_they_fell(follower: Follower, log: tuple[Adjudication, list[str]]) -> None:
    """The faces counted are those of the rolls in the log."""
    application, games = log
    fell: Counter[int] = Counter()
    for game in games:
        for entry in application.entries(game):
            for fact in getattr(entry.content, "facts", ()):
                if type(fact).__name__ == "DiceRolled":
                    fell.update(fact.dice)
                elif type(fact).__name__ == "DiceRerolled":
                    fell.update(fact.dice[place] for place in fact.positions)
    counted: Counter[int] = Counter()
    for row in dice.read(follower.store.connection):
        counted[row["face"]] += row["times"]
    assert fell == counted
    assert 0 == dice.chi_square({})
    assert pytest.approx(6.0) == dice.chi_square({1: 6, 2: 6, 3: 6, 4: 6, 5: 6})


def test_standings_know_who_has_won(follower: Follower) -> None:
    """Two finished games between the same persons are two games played, won or lost."""
    (line,) = standings.read(follower.store.connection)
    assert ("random", 4, 2, 2) == tuple(line)


def test_a_nonce_is_a_line_that_does_not_tell_it() -> None:
    """The timeline says whose it is; what it is stays unsaid, as in the game's own entries."""
    with Adjudication([SWTCG], entropy=counting()) as application, closing(ProjectionStore(":memory:")) as store:
        game = application.open_game(opening_of(our_decks())).game_id
        application.do(GiveNonce(game, "light", b"a nonce of light"))
        Follower(application, store).catch_up()
        told = lines(application, game, timeline.read(store.connection, game))
    (line,) = [each for each in told if each.kind == "nonce-given"]
    assert ("light", "adds a nonce to the house's chance") == (line.seat, line.says)
    assert not any("nonce of" in str(each) for each in msgspec.structs.astuple(line))


def test_standings_follow_a_loss_by_ruling_and_its_appeal() -> None:
    """Who loses by a ruling has lost, the other has won; reopened on appeal, it counts for nobody till it ends."""
    with Adjudication([SWTCG], entropy=counting()) as application, closing(ProjectionStore(":memory:")) as store:
        opening = msgspec.structs.replace(opening_of(our_decks()), seats=(("dark", "Ann"), ("light", "Ben")))
        game = application.open_game(opening).game_id
        follower = Follower(application, store)
        found = []
        for command in (
            Close(game, "dark" + LOSES, "stacked", "Flo"),
            Reopen(game, "no loss", "Hera"),
            Close(game, "dark", "conceded"),
        ):
            application.do(command)
            follower.catch_up()
            found.append([tuple(each) for each in standings.read(store.connection)])
        told = lines(application, game, timeline.read(store.connection, game))
    (again,) = [each for each in told if each.kind == "game-reopened"]
    assert ("Hera", "the game goes on; void: dark" + LOSES, "no loss") == (again.seat, again.says, again.remark)
    assert [
        [("Ben", 1, 1, 0), ("Ann", 1, 0, 1)],
        [],
        [("Ann", 1, 1, 0), ("Ben", 1, 0, 1)],
    ] == found


def test_rebuilding_gives_the_same_rows(follower: Follower) -> None:
    """From nothing, the views come to the same rows and positions, and the progress ends at the last position."""
    before = rows(follower.store)
    seen: list[int] = []
    assert follower.application.last_position() == follower.store.position()
    follower.rebuild(seen.append)
    assert before == rows(follower.store)
    assert follower.application.last_position() == seen[-1]


@pytest.mark.parametrize("batch", [1, 7])
def test_following_step_by_step_gives_the_same_rows(
    batch: int, follower: Follower, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many entries a step reads, and if each of them is read by a follower that knows no game yet."""
    monkeypatch.setattr("adjudicator_views.follower.BATCH", batch)
    with closing(ProjectionStore(":memory:")) as store:
        again = Follower(follower.application, store)
        while again.step():
            again = again if batch > 1 else Follower(follower.application, store)
        assert rows(follower.store) == rows(store)


def test_the_newest_entry_of_all_is_known(log: tuple[Adjudication, list[str]], follower: Follower) -> None:
    """Of each game and of all games, whichever of them was opened first."""
    application, games = log
    views = {game: application.get(game) for game in games}
    assert {game: (game, view.last, view.head) for game, view in views.items()} == {
        game: follower.store.newest(game) for game in games
    }
    assert follower.store.newest() == follower.store.newest(games[2])


def test_a_page_tells_what_the_whole_timeline_does(follower: Follower, log: tuple[Adjudication, list[str]]) -> None:
    """From wherever it begins."""
    for game in log[1]:
        whole = told(follower, game)
        for after in (1, 20, len(whole) - 1, len(whole)):
            assert whole[after:] == told(follower, game, after)


def test_what_is_altered_after_it_was_read_is_told(tmp_path: Path) -> None:
    """The page says which entry is not what was written; those before it are told as ever."""
    file = str(tmp_path / "games.sqlite")
    with Adjudication([SWTCG], file) as application:
        game = play(application, 1, most=12)
    with closing(ProjectionStore(":memory:")) as store:
        with Adjudication([SWTCG], file) as application:
            follower = Follower(application, store)
            follower.catch_up()
            before = told(follower, game)
        with closing(sqlite3.connect(file)) as connection, connection:
            of = "WHERE originator_id = ? AND originator_version = 9"
            connection.execute(f"UPDATE stored_events SET state = ? {of}", (b"\xc1", UUID(game).hex))
        with Adjudication([SWTCG], file) as application:
            after = told(Follower(application, store), game)
    assert before[:8] == after[:8]
    assert {DAMAGED} == {line.kind for line in after[8:]}
    assert "entry 9 is not what was written" in after[8].told


def test_views_of_another_schema_are_made_anew(log: tuple[Adjudication, list[str]], tmp_path: Path) -> None:
    """What an older program has left in the file does not stand in the way: its views are read again from nothing."""
    file = str(tmp_path / "views.sqlite")
    older = [view if view is not standings.VIEW else View("standings", _OLD, lambda *_: None) for view in VIEWS]
    with closing(ProjectionStore(file, older)) as store:
        Follower(log[0], store).catch_up()
        assert "standings_results" in rows(store)
    with closing(ProjectionStore(file)) as store:
        assert 0 == store.position()
        Follower(log[0], store).catch_up()
        with closing(ProjectionStore(":memory:")) as fresh:
            Follower(log[0], fresh).catch_up()
            assert rows(fresh) == rows(store)


_OLD = "CREATE TABLE standings_seats (game TEXT NOT NULL);CREATE TABLE standings_results (game TEXT PRIMARY KEY)"


@pytest.mark.parametrize("batch", [1, 500])
def test_a_damaged_game_keeps_nobody_from_the_others(
    batch: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game is left out from its bad entry on, which its timeline says; the views of the others are whole.

    So it is with an entry that cannot be read, one that the chain does not hold, and one that is missing.
    """
    monkeypatch.setattr("adjudicator_views.follower.BATCH", batch)
    file = str(tmp_path / "games.sqlite")
    with Adjudication([SWTCG], file) as application:
        games = [play(application, seed, most=12) for seed in (1, 2, 3, 4)]
        others = {game: len(application.entries(game)) for game in games}
    with closing(sqlite3.connect(file)) as connection, connection:
        of = "WHERE originator_id = ? AND originator_version = ?"
        cut, edited, gone = (UUID(game).hex for game in games[:3])
        (state,) = connection.execute(f"SELECT state FROM stored_events {of}", (edited, 9)).fetchone()
        other = msgspec.msgpack.decode(state)
        other[0] = other[0].replace(b"legal", b"regal", 1)
        connection.execute(f"UPDATE stored_events SET state = ? {of}", (msgspec.msgpack.encode(other), edited, 9))
        connection.execute(f"UPDATE stored_events SET state = ? {of}", (b"\xc1", cut, 9))
        connection.execute(f"DELETE FROM stored_events {of}", (gone, 9))
    views = str(tmp_path / "views.sqlite")
    with Adjudication([SWTCG], file) as application, closing(ProjectionStore(views)) as store:
        follower = Follower(application, store)
        follower.catch_up()
        for game, bad in zip(games[:3], (9, 9, 10), strict=True):
            kinds = [(line.entry, line.kind) for line in told(follower, game)]
            assert (bad, DAMAGED) == kinds[-1]
            assert [*range(1, 9), bad] == [entry for entry, _ in kinds]
        assert others[games[3]] == len(timeline.read(store.connection, games[3]))
        assert sorted(games[:3]) == [each.stream for each in store.all_lost()]
        before = rows(store)
        follower.rebuild()
        assert before == rows(store)
        store.connection.execute("UPDATE made SET schema = '' WHERE view = 'timeline'")
        with closing(ProjectionStore(views)) as again:  # one view is made anew beside the others
            Follower(application, again).catch_up()
            assert before == rows(again)


def test_nothing_is_counted_twice(follower: Follower) -> None:
    """Catching up again, also with a new follower, changes nothing."""
    before = rows(follower.store)
    assert 0 == follower.catch_up()
    assert 0 == Follower(follower.application, follower.store).catch_up()
    assert before == rows(follower.store)


def test_a_log_that_was_restored_is_not_read_on(store: str, tmp_path: Path) -> None:
    """Views know the newest entry that they have read: of a log that lacks it, or has another one in its place, they
    say so, and are made anew by rebuilding; nothing is passed over in silence.
    """
    views = ProjectionStore(str(tmp_path / "views.sqlite"))
    with Adjudication([SWTCG], store) as application:
        play(application, 1, most=30)
        assert Follower(application, views).catch_up()
    for most in (5, 60):  # shorter than it was, and by now longer
        with Adjudication([SWTCG], tmp_path / f"restored-{most}.sqlite") as restored:
            play(restored, 2, most=most)
            follower = Follower(restored, views)
            with pytest.raises(AnotherLogError, match="--rebuild"):
                follower.step()
            with closing(ProjectionStore(str(tmp_path / f"copy-{most}.sqlite"))) as fresh:
                Follower(restored, fresh).catch_up()
                before = rows(fresh)
            again = ProjectionStore(":memory:")
            with closing(again):
                views.connection.backup(again.connection)
                assert Follower(restored, again).rebuild() == restored.last_position()
                assert before == rows(again)
                assert 0 == Follower(restored, again).catch_up()
    views.close()


def test_a_failing_view_leaves_rows_and_positions_together(log: tuple[Adjudication, list[str]], tmp_path: Path) -> None:
    """If a view fails in the middle of a batch nothing of the batch stands; afterwards it is taken in whole."""
    failing = {"after": 50}

    def take(cursor: Any, batch: Any) -> None:
        for seen in batch:
            failing["after"] -= 1
            if not failing["after"]:
                raise RuntimeError("a defect")
            cursor.execute("INSERT INTO fragile VALUES (?, ?)", (seen.game_id, seen.number))

    view = View("fragile", "CREATE TABLE fragile (game TEXT, entry INTEGER)", take)
    store = ProjectionStore(str(tmp_path / "views.sqlite"), [timeline.VIEW, view])
    follower = Follower(log[0], store)
    with pytest.raises(RuntimeError, match="a defect"):
        follower.catch_up()
    assert 0 == store.position()
    assert [] == rows(store)["fragile"]
    taken = follower.catch_up()
    in_timeline = [timeline.read(store.connection, game, limit=10_000) for game in log[1]]
    assert taken == len(rows(store)["fragile"]) == sum(map(len, in_timeline))
    store.close()
