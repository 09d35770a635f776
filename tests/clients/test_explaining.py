"""explain and why-not, over a service with the games of this project."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator.swtcg.standing import values
from adjudicator.swtcg.standing.keyword_values import NUMBERS
from adjudicator.swtcg.why import counts
from adjudicator.swtcg.why import values as why
from adjudicator_cli.explaining import value_meant
from adjudicator_cli.main import main
from adjudicator_client import AdjudicatorClient, Board, Game, RefusedError, Seat
from tests.served import served
from tests.service.tables import guarded

BOARD = """turn 3, light retreat step
dark: force 2
  character: vader = Darth Vader (E)
light: force 3
  character: luke = Luke Skywalker (F), tapped; han = Han Solo (A)
"""
REFUSED = "crf.retreat.tapped-units-cannot"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A service."""
    with served() as found:
        yield found


@pytest.fixture
def client(address: str) -> Iterator[AdjudicatorClient]:
    """A client of it."""
    with AdjudicatorClient(address) as found:
        yield found


def typed(monkeypatch: pytest.MonkeyPatch, address: str, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command prints about the board."""
    monkeypatch.setattr("sys.stdin", io.StringIO(BOARD))
    assert 0 == main([*words, "--server", address])
    return capsys.readouterr().out


def test_levels(client: AdjudicatorClient) -> None:
    """The three levels are told, each with the deciding rule first."""
    where = Board("swtcg-2005", BOARD)
    sizes = []
    for level in ("answer", "failing", "all"):
        answer = client.explain_verdict(where, "light: retreat luke", explain=level, viewer="judge")
        assert REFUSED == answer.tree.citation.rule
        sizes.append(len(answer.tree.below))
    assert sizes[0] == 0 < sizes[1] < sizes[2]


def test_recorded_ruling(client: AdjudicatorClient) -> None:
    """The ruling on an entry of the log is explained on the table it met."""
    seats = [Seat("dark", "Ann"), Seat("light", "Ben")]
    game = client.open_game("swtcg-2005", seats, board=BOARD).game.game
    client.submit(game, "light: retreat luke")
    answer = client.explain_verdict(game, entry=2, viewer="judge", forms=["short"])
    assert answer.drawings[0].text.startswith("ILLEGAL: light: retreat luke")
    with pytest.raises(RefusedError, match="not a declaration"):
        client.explain_verdict(game, entry=1)
    with pytest.raises(RefusedError, match="has to be one of"):
        client.explain_verdict(game, entry=99)


async def test_a_players_token_asks_as_the_player(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Commands that explain ask as the judge; with a token that may not look so, as its seat, and as no other."""
    async with guarded() as table:
        game, server = table.games["open"], ("--server", table.address)

        async def told(holder: str, *arguments: str) -> tuple[int, str]:
            monkeypatch.setenv("ADJUDICATOR_TOKEN", table.secrets[holder])
            capsys.readouterr()
            status = await asyncio.to_thread(main, [*arguments, *server])
            printed = capsys.readouterr()
            return status, "\n".join(line for line in printed.out.splitlines() if "[info " not in line) + printed.err

        build = "dark: build Darth Vader (E) 1"
        for holder in ("dark", "light", "spectator", "floor-judge"):
            for command in (
                ("explain", game, build), ("explain", game, "dark", "force"), ("why-not", game, build), ("legal", game),
                ("say", game, build, "--ask"),
            ):  # fmt: skip
                status, text = await told(holder, *command)
                assert (0, False) == (status, "VIEW_NOT_YOURS" in text)
        assert "VIEW_NOT_YOURS" in (await told("dark", "explain", game, build, "--as", "light"))[1]
        assert (
            "a player may not speak for dark; this token speaks only for light"
            in (await told("light", "say", game, build))[1]
        )


def test_force_followed_through_the_log(client: AdjudicatorClient) -> None:
    """A player's Force is the sum of what has happened to it, each change under its rule."""
    seats = [Seat("dark", "Ann"), Seat("light", "Ben")]
    board = "turn 3, light retreat step\nlight: force 3, deck 9\n  character: luke = Luke Skywalker (F)\ndark: deck 9\n"
    game = client.open_game("swtcg-2005", seats, board=board, dice="house").game.game
    for _ in range(12):
        state = client.game(game)
        if state.board.startswith("turn 4"):
            break
        client.submit(game, f"{state.question.asked[0]}: pass")
    tree = client.trace(game, "light", "force", viewer="judge").tree
    assert tree.amount == sum(part.amount for part in tree.below)
    assert "rots.ready.gain-four-force" in [part.citation.rule for part in tree.below]


def test_damage_followed_through_the_log(client: AdjudicatorClient) -> None:
    """Damage is told by the rule that its hits were counted by, the newest first; what was taken back is not told."""
    board = """turn 3, Character battle; chewie to attack
dark: force 0
  character: droid = Security Droid, tapped; vader = Darth Vader (J), damage 1, tapped
light: force 0
  character: chewie = Chewbacca (L)
"""
    seats = [Seat("dark", "Ann"), Seat("light", "Ben")]
    game = client.open_game("swtcg-2005", seats, board=board, dice="reported").game.game
    client.submit(game, "light: attack vader with chewie")
    declared = client.game(game).basis.revision
    client.submit(game, "chance: roll 5 5 1 1 1")
    assert [5, -2, 0, 0, -1] == _amounts(client, game)
    client.rewind(game, declared, "the dice had not been seen")
    client.submit(game, "chance: roll 1 1 1 1 5")
    assert [5, -1, 0, 0, -1] == _amounts(client, game)
    tree = client.trace(game, "vader", "remaining health", viewer="judge").tree
    assert "turn 3" in tree.below[1].text
    assert ["besides", "besides"] == [each.how for each in tree.below[2:4]]
    assert "at the beginning" == tree.below[4].text


def test_what_has_ended_is_told(client: AdjudicatorClient) -> None:
    """Power that was lent for an attack is told as ended; if the attack is taken back it was never lent."""
    board = """turn 3, Character battle; luke to attack
dark: force 0
  character: droid = Security Droid, tapped; vader = Darth Vader (J), tapped
light: force 1, hand [Surge of Power]
  character: luke = Luke Skywalker (F); chewie = Chewbacca (L)
"""
    seats = [Seat("dark", "Ann"), Seat("light", "Ben")]
    game = client.open_game("swtcg-2005", seats, board=board, dice="reported").game.game
    client.submit(game, "light: attack vader with luke")
    before = client.game(game).basis.revision
    client.submit(game, "light: play Surge of Power on luke")
    dice = _power(client, game).amount
    client.submit(game, "light: pass")
    client.submit(game, f"chance: roll{' 1' * dice}")
    told = _power(client, game).below[-1]
    assert ("ended", 0, "rots.chances.for-this-attack") == (told.how, told.amount, told.citation.rule)
    client.rewind(game, before, "the card was not in hand")
    assert "ended" not in [part.how for part in _power(client, game).below]


def _power(client: AdjudicatorClient, game: str) -> Any:
    return client.trace(game, "luke", "power", viewer="judge").tree


def _amounts(client: AdjudicatorClient, game: str) -> list[int]:
    """The parts of Darth Vader's remaining health; Chewbacca's hits and the passes he needs are not looked at."""
    while "chance" not in (asked := client.game(game).question.asked) and "attack" in client.game(game).board:
        client.submit(game, f"{asked[0]}: pass")
    tree = client.trace(game, "vader", "remaining health", viewer="judge").tree
    assert tree.amount == sum(part.amount for part in tree.below)
    return [part.amount for part in tree.below]


def test_unknown_values(client: AdjudicatorClient) -> None:
    """What is no value, and words that are no declaration, are refused in words."""
    where = Board("swtcg-2005", BOARD)
    for of, name in (("nobody", "power"), ("luke", "beauty"), ("roll", "hits"), ("light: dance", "price")):
        with pytest.raises(RefusedError):
            client.trace(where, of, name, viewer="judge")


def test_hidden_things_stay_hidden(client: AdjudicatorClient) -> None:
    """Whoever is not the speaker is not told what else the speaker could say."""
    board = BOARD.replace("force 3", "force 3, hand [Yoda's Intervention]")
    seats = [Seat("dark", "Ann"), Seat("light", "Ben")]
    game = client.open_game("swtcg-2005", seats, board=board).game.game
    told = client.why_not(game, "light: retreat luke", viewer="dark", forms=["lines"])
    own = client.why_not(game, "light: retreat luke", viewer="light", forms=["lines"])
    assert "retreat han" not in told.drawings[0].text
    assert "retreat han" in own.drawings[0].text


@pytest.mark.parametrize("form", ["lines", "short", "html"])
def test_explain_a_ruling(
    form: str, address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`explain` draws a ruling in every form, with the deciding rule."""
    out = typed(monkeypatch, address, capsys, "explain", "-", "light:", "retreat", "luke", "--form", form)
    assert REFUSED in out


@pytest.mark.parametrize(
    ("words", "says"),
    [("luke power", "power of Luke Skywalker"), ("light force", "3 force of light"),
     ("character control", "control of character: nobody"), ("luke remaining health", "remaining health of"),
     ("light: retreat han price", "0 price of"), ("price of light: retreat han", "0 price of"),
     ("vader attack dice", "attack dice of Darth Vader"), ("luke damage counters", "0 damage counters of Luke"),
     ("vader subtype sith", "1 subtype sith of Darth Vader"), ("subtype sith of luke", "0 subtype sith of Luke"),
     ("power of luke", "power of Luke Skywalker"), ("VADER POWER", "power of Darth Vader"),
     ("LIGHT Force", "3 force of light"), ("arenas controlled by light", "0 arenas controlled of light")],
)  # fmt: skip
def test_explain_a_value(
    words: str, says: str, address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`explain` draws values of stacks, players and arenas, and prices."""
    assert says in typed(monkeypatch, address, capsys, "explain", "-", *words.split())
    assert says in typed(monkeypatch, address, capsys, "explain", "-", words)


NAMED = (*values.NAMED, *why.ALSO, *NUMBERS, *counts.HELD, *counts.LYING, *counts.KEYWORDS,
         *counts.ATTACK_DICE, *counts.ALSO, *counts.ALSO.values(), "control", "hits", "price")  # fmt: skip


@pytest.mark.parametrize("name", dict.fromkeys(NAMED))
def test_every_value_can_be_asked_for(name: str) -> None:
    """Whatever value there is, the command takes its whole name for it, behind its unit or in front."""
    assert ("red five", name) == value_meant(f"red five {name}") == value_meant(f"{name} of red five")


def test_short_words_of_a_control_are_no_sum(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who controls an arena rests on the units of both sides, which nobody adds up."""
    out = typed(monkeypatch, address, capsys, "explain", "-", "character control", "--form", "short")
    assert "(0): dark: Darth Vader (E) 1; light: " in out
    assert "data-basis" not in typed(
        monkeypatch, address, capsys, "explain", "-", "character control", "--form", "html"
    )


def test_what_was_looked_at_is_told_as_it_stood(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a condition that holds nothing is shown that would have it fail, and no word without a value."""
    out = typed(monkeypatch, address, capsys, "explain", "-", "light: retreat han", "--level", "all")
    assert "unit: Han Solo (A), tapped: no" in out
    assert "winner: none" in out


def test_why_not(address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """`why-not` names the clause that keeps something off the list, and what is listed of its kind."""
    out = typed(monkeypatch, address, capsys, "why-not", "-", "light:", "retreat", "luke")
    assert "retreater untapped" in out
    assert "light: retreat han" in out


def test_json(address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """With --json the tree itself is printed."""
    told: Any = json.loads(typed(monkeypatch, address, capsys, "why-not", "-", "light: retreat luke", "--json"))
    assert ("listing", "all_of") == (told["tree"]["kind"], told["tree"]["basis"])


GONE = """turn 3, dark build step
dark: force 5, build points 4, deck 5, hand [Darth Vader (E)], discard [Boba Fett (A)]
  character: vader = Darth Vader (A)
light: force 3, hand [Yoda's Intervention], deck 30
  character: luke = Luke Skywalker (A)
"""


@pytest.mark.parametrize(
    ("words", "said", "code", "evidence"),
    [
        ("dark: deploy boba", "dark: deploy Boba Fett (A)", "CARD_IN_YOUR_BUILD_ZONE", ("zone", "discard")),
        ("dark: attack boba with vader", "dark: attack Boba Fett (A) with vader", "DEFENDER_IS_UNIT", None),
        ("dark: build Boba Fett (A) 2", "dark: build Boba Fett (A) 2", "CARD_IN_HAND", None),
        ("light: play Luke's Wrath on luke", "light: play Luke's Wrath on luke", "CARD_IN_HAND", ("hand", "1")),
    ],
)
def test_what_is_not_there_is_no_riddle(
    client: AdjudicatorClient, words: str, said: str, code: str, evidence: tuple[str, str] | None
) -> None:
    """Of a unit that was discarded, and of a card that a known hand does not hold, one is told why it is not listed."""
    tree = client.why_not(Board("swtcg-2005", GONE), words, viewer="judge").tree
    assert (said, "not listed") == (tree.text, tree.outcome)
    (found,) = (each for each in tree.below if each.code == code)
    assert evidence is None or evidence in [(each.name, each.value) for each in found.evidence]
    assert "CARD_IS_BATTLE_CARD" not in [each.code for each in tree.below]


def test_what_nobody_knows_is_a_riddle_still(client: AdjudicatorClient) -> None:
    """A name of no card, and a card that is nowhere where a unit is meant, are not understood."""
    for words in ("dark: play Nonsense on luke", "dark: deploy jango"):
        with pytest.raises(RefusedError, match="expected"):
            client.why_not(Board("swtcg-2005", GONE), words, viewer="judge")
    with pytest.raises(RefusedError, match="expected"):  # whoever plays it misspeaks; it is no ruling
        client.judge(Board("swtcg-2005", GONE), "light: play Luke's Wrath on luke", viewer="judge")


def test_nothing_is_listed_in_a_closed_game(client: AdjudicatorClient) -> None:
    """Why not, and what may be said at all, is told of a closed game as it is; of an earlier revision as it was."""
    seats = [Seat("dark", "Ann"), Seat("light", "Ben")]
    game = client.open_game("swtcg-2005", seats, board=BOARD).game.game
    client.submit(game, "light: retreat han")
    client.close_game(game, "dark concedes")
    tree = client.why_not(game, "dark: pass", viewer="judge").tree
    assert ("not listed", "GAME_RUNS_ON") == (tree.outcome, tree.below[0].code)
    assert "the game is closed (dark concedes)" == tree.below[0].text
    listed = client.legal(game, viewer="judge")
    assert ([], "the game is closed (dark concedes)") == (list(listed.forms), listed.question.over)
    assert client.legal(Game(game, 1), viewer="judge").forms
    assert "listed" == client.why_not(Game(game, 1), "light: pass", viewer="judge").tree.outcome
