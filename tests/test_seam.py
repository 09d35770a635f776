"""The miniature game by the list alone: what rules on it, plays it, records it and serves it asks for its edition."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.application import Adjudication
from adjudicator.cases import JudgeDesk, coverage, read_case, run_case
from adjudicator.games import DEFAULT_EDITION, GameList, UnknownEditionError
from adjudicator.kernel.game import Game, NotOfferedError, OwnCards, no_cards
from adjudicator.play import play_games
from adjudicator.service.config import Configuration
from adjudicator.service.start import of_all_games
from adjudicator_cli.main import main
from adjudicator_client import AioAdjudicatorClient, Board, RefusedError
from adjudicator_views.__main__ import main as views
from tests.kit.harbour import Harbour, opening
from tests.kit.harbour.offer import offer
from tests.kit.plugged import plugged
from tests.service.running import QUIET, SEATS

EDITION = "harbour-1"
SEATS_AT_REST = "".join(
    f"{seat}: purse 4, spent 0, hand [{hand}], pile [crate, gale], discard []\n"
    for seat, hand in (("north", "ship, crate"), ("east", ""), ("south", ""), ("west", ""))
)
BOARD = f"""round 1, north to play
score blue 0, red 0
order north, east, south, west
{SEATS_AT_REST}harbour
  ship of north
"""
CASE = f'''
title = "A ship may be put into the harbour"
edition = "{EDITION}"
board = """
{BOARD}"""

[[step]]
ask = "east: pass"
ruling = "illegal"
fails = ["SPEAKER_ASKED"]
cites = ["harbour.1.3"]

[[step]]
say = "north: play ship at harbour"
ruling = "legal"
next = ["east", "south", "west"]
board = "order north, east, south, west"

[[step]]
deck = "ship ship"
ruling = "illegal"
fails = ["TWELVE_CARDS"]

[[step]]
deck = "fleet"
ruling = "legal"
'''


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Harbour, installed as a plugin is."""
    monkeypatch.syspath_prepend(str(plugged(tmp_path / "installed")))


@pytest.fixture
def case(tmp_path: Path) -> str:
    """A case of Harbour in a file."""
    path = tmp_path / "case.toml"
    path.write_text(CASE, encoding="utf-8")
    return str(path)


@pytest.mark.usefixtures("plugin")
def test_an_installed_game_is_on_the_list() -> None:
    """Its editions stand behind ours, and it is made once."""
    games = GameList()
    assert isinstance(games.of(EDITION), Harbour)
    assert games.of(EDITION) is games.of(EDITION)
    assert EDITION == games.editions[-1]
    assert ["swtcg", "harbour"] == [game.id for game in games]
    assert (EDITION,) == games.alike(EDITION)
    assert "tests.kit.harbour.offer" in games.modules


def test_a_game_that_is_handed_in() -> None:
    """A game may be handed in, with the cards of who starts the process; others are not made for that."""
    given: list[OwnCards] = []

    def noted(own: OwnCards) -> Game:
        given.append(own)
        return offer(own)

    games = GameList(no_cards, {EDITION: noted})
    assert "harbour" == games.of(EDITION).id
    assert [no_cards] == given
    with pytest.raises(UnknownEditionError, match=r"there is no edition 'chess'; there are swtcg-2005, .*harbour-1"):
        games.of("chess")
    with pytest.raises(UnknownEditionError):
        GameList().of(EDITION)


def test_own_cards_are_asked_for_once_and_late() -> None:
    """Making a game reads no cards; the first question for them reads all."""
    asked: list[int] = []

    def own() -> tuple[tuple[str, bytes], ...]:
        asked.append(1)
        return ()

    game = GameList(own).of(DEFAULT_EDITION)
    assert [] == asked
    assert game.cards.digest == GameList().of(DEFAULT_EDITION).cards.digest
    assert game.cards.sets
    assert [1] == asked


def test_what_a_game_leaves_out() -> None:
    """It says so; what has an answer for every game is answered."""
    game = GameList(more={EDITION: offer}).of(EDITION)
    table = game.read_board(BOARD, EDITION)
    for question in (
        lambda: game.differences(table, table),
        lambda: game.held_by(table, "ship", "card"),
        lambda: game.cards.language,
        lambda: game.cards.workshop,
    ):
        with pytest.raises(NotOfferedError):
            question()
    with pytest.raises(KeyError):
        game.under(table, "swtcg-2005")
    assert ("a ship", 0, "") == (game.in_names(table, "a ship"), *game.when(table))


def test_cases_of_another_game(case: str) -> None:
    """A case runs, and proves what it cites, by the list that is handed in."""
    games = GameList(more={EDITION: offer})
    found = run_case(read_case(CASE), EDITION, JudgeDesk(games))
    assert () == found.problems
    assert () == coverage([case], games).failed


def test_random_games_of_another_game() -> None:
    """Whole random games are played and proven, with the decks and the leanings that the game tells."""
    game = GameList(more={EDITION: offer}).of(EDITION)
    results = play_games(game, EDITION, game.play.packs(EDITION), 5, 2)
    assert [True, True] == [each.declarations > 10 for each in results]


@pytest.fixture
def board(tmp_path: Path) -> str:
    """A board of Harbour with something said below it."""
    path = tmp_path / "board.txt"
    path.write_text(f"edition: {EDITION}\n{BOARD}> north: play ship at harbour\n? east: sail ship\n", encoding="utf-8")
    return str(path)


COMMANDS: list[tuple[list[str], int, str]] = [
    (["cases", "CASE"], 0, "1 of 1 cases pass"),
    (["rule", "CASE"], 0, "LEGAL"),
    (["rule", "BOARD"], 0, "LEGAL"),
    (["rule", "--form", "tree", "BOARD"], 0, "harbour.1.4"),
    (["explain", "BOARD", "west:", "pass"], 0, "harbour.3.6"),
    (["why-not", "BOARD", "west:", "bid", "2"], 0, "not listed"),
    (["decks", "check", "fleet", "--edition", EDITION], 0, "LEGAL"),
    (["play", "--edition", EDITION, "--games", "2"], 0, "2 games"),
    (["play", "--edition", EDITION, "--catalogue", "all"], 0, "1 games"),
    (["odds", "BOARD", "ship attacks crate"], 1, "no odds"),
]


@pytest.mark.usefixtures("plugin")
@pytest.mark.parametrize(("words", "status", "told"), COMMANDS, ids=[" ".join(each[0]) for each in COMMANDS])
def test_commands_know_an_installed_game(
    words: list[str], status: int, told: str, case: str, board: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """They rule, explain, check and play by an edition alone."""
    places = {"CASE": case, "BOARD": board}
    assert status == main([places.get(word, word) for word in words])
    printed = capsys.readouterr()
    assert told in printed.out + printed.err


@pytest.fixture
def store(tmp_path: Path, plugin: None) -> str:
    """A place for a log, where Harbour is installed."""
    return str(tmp_path / "log.sqlite")


async def test_a_service_knows_an_installed_game(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It opens, rules and records; projections follow its log, and audits read it."""
    server, application = of_all_games(Configuration(listen=QUIET.listen, store=f"sqlite:///{store}"))
    with application:
        port = await server.start()
        async with AioAdjudicatorClient(f"127.0.0.1:{port}") as client:
            game = (await client.open_game(EDITION, SEATS)).game.game
            first = (await client.game(game)).question.asked[0]
            made = await client.submit(game, f"{first}: pass")
            ruled = await client.judge(Board(EDITION, BOARD), "west: pass")
            deck = await client.check_deck("fleet", EDITION)
            with pytest.raises(RefusedError) as refused:
                await client.attack_odds(Board(EDITION, BOARD), "ship attacks crate")
        await server.stop()
    assert ["SPEAKER_ASKED"] == [each.code for each in ruled.verdict.clauses]
    assert (made.verdict.ruling, 12) == (deck.ruling, deck.cards)
    assert "NO_ODDS" == refused.value.reason
    assert 0 == views(["--log", store, "--views", f"{store}.views", "--once"])
    capsys.readouterr()
    assert 0 == main(["audit", "--store", store, "--jobs", "1", "--rejudge", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert [(game, "")] == [(each["game"], each.get("why", "")) for each in told["games"]]


def test_the_log_knows_what_it_is_handed(tmp_path: Path) -> None:
    """An application with the list reads what one with the game alone has recorded."""
    path = str(tmp_path / "log.sqlite")
    with Adjudication([Harbour()], path) as alone:
        game = alone.open_game(opening()).game_id
    with Adjudication(GameList(more={EDITION: offer}), path) as whole:
        assert "harbour" == whole.get(game).rules.id
