"""`adjudicate odds` and `adjudicate what-if`: on a file and on a game of a service, and their charts."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from adjudicator_cli import charts
from adjudicator_cli.main import main
from adjudicator_cli.what_if import side_by_side
from adjudicator_client import AdjudicatorClient
from tests.served import served

BOARD = """turn 3, Character battle; dark to play or pass
dark: force 5
  character: vader = Darth Vader (E), damage 1
light: force 3
  character: luke = Luke Skywalker (A); han = Han Solo (A); toryn = Toryn Farr (A)
"""
ATTACK = "dark: pass; light: pass; dark: vader attacks luke; dark: pass; light: pass"


@pytest.fixture
def board(tmp_path: Path) -> str:
    """The path of a board."""
    path = tmp_path / "board.txt"
    path.write_text(BOARD, encoding="utf-8")
    return str(path)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a running service."""
    with served() as found:
        yield found


def _json(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> Any:
    capsys.readouterr()
    assert status == main([*arguments, "--json"])
    out = capsys.readouterr().out
    return json.loads(out[out.index("{") :])


def test_odds_of_a_file(board: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The chances add up, the text shows bars and fractions, and the chart is a well-formed picture."""
    told = _json(capsys, "odds", board, "vader attacks luke", "--prevent", "luke evade")
    assert Fraction(1) == sum(Fraction(each["chance"]["fraction"]) for each in told["units"][0]["damage"])
    picture = tmp_path / "odds.svg"
    words = ["odds", board, "vader", "attacks", "luke", "--terms", "--svg", str(picture)]
    assert 0 == main(words)
    printed = capsys.readouterr().out
    assert "discarded (by 4 or more)" in printed
    assert "rots.attack.step-4-roll" in printed
    assert "█" in printed
    root = ET.fromstring(picture.read_text(encoding="utf-8"))
    assert "{http://www.w3.org/2000/svg}svg" == root.tag


def test_a_play_and_what_may_be_said(board: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A stated play counts and is told to be played through; in the midst of an attack every answer is told."""
    rolled = ["--after", "chance: roll 4 4 5 5 6 1", "--after", "dark: pass"]
    words = ["odds", board, "vader attacks luke", *rolled]
    assert 0 == main(words)
    printed = capsys.readouterr().out
    assert "light: pass: discarded" in printed
    assert "<- best" in printed
    plain = _json(capsys, *words)
    played = _json(capsys, *words, "--play", "light: activate luke evade")
    assert played["played"]
    expected = [Fraction(told["units"][0]["expected"]["fraction"]) for told in (plain, played)]
    assert expected[0] - 1 == expected[1]


def test_odds_of_dice_that_lie_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board on standard input with an attack rolled: without words the attack in progress is meant."""
    text = BOARD.replace("dark to play or pass", "dark to play or pass") + "attack: vader on luke, rolled 1 1 4 4 5 6\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    told = _json(capsys, "odds", "-")
    assert "rolled" == told["stage"]
    assert [4] == [each["number"] for each in told["hits"]]


def test_a_file_and_a_service_answer_alike(board: str, address: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The same question gives the same answer in process and over the API."""
    with AdjudicatorClient(address) as client:
        game = client.open_game("swtcg-2005", [], dice="reported", decks="reported", board=BOARD).game.game
    here = _json(capsys, "odds", board, "vader attacks luke", "--prevent", "all")
    there = _json(capsys, "odds", game, "vader attacks luke", "--prevent", "all", "--server", address, "--as", "judge")
    assert here["units"][0]["discarded"] == there["units"][0]["discarded"]
    assert [each["formula"] for each in here["terms"]] == [each["formula"] for each in there["terms"]]
    played = "vader attacks luke", "--play", "light: activate luke evade", "--defender", "anything"
    here = _json(capsys, "odds", board, *played)
    there = _json(capsys, "odds", game, *played, "--server", address, "--as", "judge")
    assert [e["chance"] for e in here["units"][0]["damage"]] == [e["chance"] for e in there["units"][0]["damage"]]
    assert here["played"]
    assert there["played"]
    line = f"{ATTACK}; chance: roll 4 4 4 4 4 1"
    here = _json(capsys, "what-if", board, "--line", line)
    there = _json(capsys, "what-if", game, "--line", line, "--server", address, "--as", "judge")
    assert side_by_side(here["outcomes"]) == side_by_side(there["outcomes"])


def test_lines_side_by_side(board: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each line has its column beside how it stands now; a line that breaks off is told and makes the status 1."""
    lines = [
        "--line",
        f"hit = {ATTACK}; chance: roll 4 4 4 4 4 1",
        "--line",
        f"miss = {ATTACK}; chance: roll 1 1 1 1 1 1",
    ]
    told = _json(capsys, "what-if", board, *lines)
    rows = {words: (now, ends) for words, now, ends in side_by_side(told["outcomes"])}
    assert ("-", ["5 on luke", "-"]) == rows["attack damage pending"]
    assert ("no", ["yes", "yes"]) == rows["vader tapped"]
    assert 0 == main(["what-if", board, *lines, "--boards"])
    assert "attack: vader on luke, damage pending 5" in capsys.readouterr().out
    broken = _json(capsys, "what-if", board, "--line", "light: pass", status=1)
    assert "illegal" == broken["outcomes"][0]["verdicts"][0]["ruling"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["odds", "BOARD", "luke attacks vader"], "illegal"),
        (["odds", "BOARD"], "no attack is in progress"),
        (["odds", "BOARD", "vader attacks luke", "--prevent", "han evade"], "no such prevention"),
        (["what-if", "BOARD", "--line", "nothing = "], "says nothing"),
    ],
)
def test_what_cannot_be_told(board: str, words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Refusals are one line on standard error."""
    assert 1 == main([board if word == "BOARD" else word for word in words])
    printed = capsys.readouterr()
    assert said in printed.err
    assert "Traceback" not in printed.err


def test_a_chart_draws_what_it_is_given() -> None:
    """One bar a number, as long as its chance, marked where it is lethal; words that look like markup are words."""
    rows = [{"number": n, "chance": {"fraction": f"{n + 1}/6", "decimal": (n + 1) / 6}} for n in range(3)]
    text = charts.svg("A <b> & C", [("damage", rows, 2), ("empty", [], None)])
    root = ET.fromstring(text)
    drawn = [each for each in root.iter("{http://www.w3.org/2000/svg}rect") if "x" in each.attrib]
    widths = [float(each.attrib["width"]) for each in drawn]
    assert [1 / 3, 2 / 3, 1.0] == pytest.approx([width / widths[-1] for width in widths], abs=0.001)
    assert [False, False, True] == [each.attrib["fill"] == drawn[-1].attrib["fill"] for each in drawn]
    assert "A <b> & C" == root[0].text
    ys = [float(each.attrib["y"]) for each in drawn]
    assert sorted(set(ys)) == ys
    assert float(root.attrib["height"]) >= ys[-1]


CASE = '''title = "a case that names no edition"
board = """
turn 3, Character battle; dark to play or pass
dark: force 5
  character: vader = Darth Vader (E), damage 1
light: force 3
  character: luke = Luke Skywalker (A)
"""
'''


@pytest.mark.parametrize("editions", ["", 'editions = ["swtcg-2005-rulebook", "swtcg-web"]\n'])
def test_a_case_that_names_no_edition(editions: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A case without an edition is looked at under the default, one of several under the first of them."""
    path = tmp_path / "case.toml"
    path.write_text(editions + CASE, encoding="utf-8")
    told = _json(capsys, "odds", str(path), "vader attacks luke")
    assert "Darth Vader (E)" == told["attacker"]
    answer = _json(capsys, "what-if", str(path), "--line", "dark: pass")
    assert [True] == [each["whole"] for each in answer["outcomes"]]
