"""The views follow a log of whole games: every entry once, positions with the rows, rebuilt to the same rows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudicator.application import Adjudication, Close
from adjudicator.application.commands import Reopen
from adjudicator.application.disputes.remedies import LOSES
from adjudicator.play import choice, opening_of, our_decks
from adjudicator.swtcg.game import SWTCG
from projections.follower import AnotherLogError, Follower
from projections.store import ProjectionStore
from projections.views import coverage, dice, rulings, standings, timeline
from projections.views.view import View
from tests.kit.recorded import counting


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


def test_every_entry_has_its_line(follower: Follower, log: tuple[Adjudication, list[str]]) -> None:
    """The timeline of each game has each of its entries once, in order."""
    application, games = log
    for game in games:
        expected = [entry.number for entry in application.entries(game)]
        assert expected == [row["entry"] for row in timeline.read(follower.store.connection, game, limit=10_000)]


def test_the_timeline_tells_nothing_hidden(follower: Follower, log: tuple[Adjudication, list[str]]) -> None:
    """No line names a card that lies in a hand, a deck or face down at the end of its game."""
    application, games = log
    for game in games:
        table = application.get(game).table
        hidden = {table.cards[card].face for zone, cards in table.zones.items() if "deck" in zone for card in cards}
        seen = {table.cards[card].face for zone, cards in table.zones.items() if "deck" not in zone for card in cards}
        seen |= {table.cards[card].face for stack in table.stacks.values() for card in stack.cards}
        told = " ".join(row["told"] for row in timeline.read(follower.store.connection, game, limit=10_000))
        names = {table.faces[face].title for face in hidden - seen}
        assert [] == sorted(name for name in names if name in told)


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
    assert [
        [("Ben", 1, 1, 0), ("Ann", 1, 0, 1)],
        [],
        [("Ann", 1, 1, 0), ("Ben", 1, 0, 1)],
    ] == found


def test_rebuilding_gives_the_same_rows(follower: Follower) -> None:
    """From nothing, the views come to the same rows and positions, and the progress ends at the number of entries."""
    before = rows(follower.store)
    seen: list[int] = []
    assert follower.application.last_position() == follower.store.position()
    done = follower.rebuild(seen.append)
    assert before == rows(follower.store)
    assert done == seen[-1]


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

    def take(cursor: Any, seen: Any) -> None:
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
    assert taken == len(rows(store)["fragile"]) == len(rows(store)["timeline"])
    store.close()
