"""A set that the user imported is known wherever a card is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec import structs

from adjudicator.service.config import Configuration
from adjudicator.service.start import games_of
from adjudicator_cli.main import main
from adjudicator_views.__main__ import main as views
from tests.kit.star_wars import SWTCG
from tests.service.running import QUIET
from tests.service.test_desk_of_star_wars import desk

HEADER = "Name\tSet\tSide\tType\tSubtype\tCost\tSpeed\tPower\tHealth\tNumber\tText"
NAMING = "Pay 0 Force -> Name a card. Your opponent reveals his or her hand and discards each card with that name."
ROWS = ("Marsh Runner (A)\tMRS\tD\tCharacter\tScout\t3\t50\t3\t3\t1\tPay 1 Force -> Evade 1",
        "Reed Cutter\tMRS\tL\tCharacter\tScout\t3\t40\t2\t3\t2\t",
        "Reed Singer\tMRS\tL\tCharacter\tScout\t3\t40\t2\t3\t4\t",
        f"Guess of Reeds\tMRS\tL\tBattle\t\t0\t\t\t\t3\t{NAMING}")  # fmt: skip
BOARD = """turn 4, Character battle; dark to attack
dark: force 5
  character: runner = Marsh Runner (A)
light: force 5
  character: cutter = Reed Cutter
"""
ATTACK = "dark: attack cutter with runner"
GUESSING = BOARD.replace("dark to attack", "light to play or pass").replace(
    "light: force 5", "light: force 5, hand [Guess of Reeds]"
)
GUESS = ("light: play Guess of Reeds", "dark: pass", "light: pass")


@pytest.fixture(autouse=True)
def imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    """A folder of imported sets with invented cards."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("ADJUDICATOR_CARDS", str(tmp_path / "cards"))
    path = tmp_path / "MRS.txt"
    path.write_text("\n".join((HEADER, *ROWS)), encoding="utf-8")
    assert 0 == main(["cards", "import", str(path)])
    capsys.readouterr()
    return tmp_path / "cards"


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """A board of the imported cards, with an attack said at it."""
    path = tmp_path / "board.txt"
    path.write_text(f"{BOARD}> {ATTACK}\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (("rule", "FILE"), "LEGAL"),
        (("compare", "FILE", "--editions", "swtcg-2005,swtcg-web"), "agree"),
        (("odds", "BARE", "attack cutter with runner"), "Reed Cutter"),
        (("explain", "FILE", "power of runner"), "3"),
        (("what-if", "BARE", "--line", ATTACK), ATTACK),
    ],
)
def test_commands_know_it(command: tuple[str, ...], told: str, board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What reads a board in process finds the cards of the imported set on it."""
    bare = board.with_name("bare.txt")
    bare.write_text(BOARD, encoding="utf-8")
    places = {"FILE": str(board), "BARE": str(bare)}
    status = main([places.get(word, word) for word in command])
    out = capsys.readouterr()
    assert (0, "", True) == (status, out.err, told.casefold() in out.out.casefold())


def test_cases_and_decks_know_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A case names its cards; the deck check counts them as known."""
    case = tmp_path / "case.toml"
    lines = ('title = "Imported"', 'edition = "swtcg-2005"', f'board = """{BOARD}"""', "[[step]]",
             f'say = "{ATTACK}"', 'ruling = "legal"')  # fmt: skip
    case.write_text("\n".join(lines), encoding="utf-8")
    assert 0 == main(["cases", str(case)]), capsys.readouterr()
    deck = tmp_path / "deck.txt"
    deck.write_text("4 Marsh Runner (A)\n", encoding="utf-8")
    capsys.readouterr()
    assert 1 == main(["decks", "check", "--json", str(deck)])
    checked = json.loads(capsys.readouterr().out)
    assert ("dark", 4, []) == (checked["side"], checked["cards"], checked["missing"])


def test_a_service_with_the_set_knows_it(imported: Path) -> None:
    """Boards on it name the cards, names that may be said hold theirs, and what it records says which cards ruled."""
    (game,) = games_of(Configuration(cards=str(imported)))
    table = game.read_board(BOARD, "swtcg-2005")
    assert "Marsh Runner" in table.reckoning.catalogue().names
    assert table.reckoning.catalogue() is game.decode(game.encode(table)).reckoning.catalogue()
    assert SWTCG.cards.digest != game.cards.digest == table.reckoning.catalogue().digest


@pytest.mark.parametrize(("name", "ruling"), [("Reed Cutter", "legal"), ("Reed Gutter", "illegal")])
def test_its_cards_can_be_named_for_an_effect(
    name: str, ruling: str, board: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever names a card by an effect may name one of the imported set, and none that nobody knows."""
    board.write_text(GUESSING + "".join(f"> {line}\n" for line in (*GUESS, f"light: name {name}")), encoding="utf-8")
    main(["rule", "--json", str(board)])
    (told,) = json.loads(capsys.readouterr().out)["answers"]
    assert (f"light: name {name}", ruling) == tuple(told["rulings"][-1][key] for key in ("said", "ruling"))


async def test_a_log_of_its_games_is_audited_and_viewed(
    imported: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`audit` and the views take the folder that the service was started with."""
    log = tmp_path / "log.sqlite"
    async with desk(structs.replace(QUIET, cards=str(imported), store=f"sqlite:///{log}")) as (_, client):
        opened = await client.open_game("swtcg-2005", [], board=GUESSING)
        for line in (*GUESS, "light: name Reed Singer"):
            await client.submit(opened.game.game, line)
    assert 1 == main(["audit", "--store", str(log), "--rejudge"]), capsys.readouterr()
    for kind in ("--verify", "--rejudge"):
        assert 0 == main(["audit", "--store", str(log), kind, "--cards", str(imported)]), capsys.readouterr()
    assert 0 == views(["--log", str(log), "--views", str(tmp_path / "views"), "--once", "--cards", str(imported)])
    capsys.readouterr()
    assert 1 == main(["audit", "--store", str(log), "--cards", str(tmp_path / "nowhere")])
    assert "there is no such folder" in capsys.readouterr().err
