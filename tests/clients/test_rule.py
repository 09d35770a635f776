"""`adjudicate rule`: what each line is ruled, what the table waits for then, and what a bad line costs."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from adjudicator_cli.main import main

FIGHT = """# an attack of which the house passes over a part

turn 4, Character battle; dark to play or pass
dark: force 9, deck 40
  character: d = Dannik Jerriko (A), damage 3
light: force 9, deck 41
  character: l = Luke Skywalker (F), tapped
"""


def ruled(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, text: str, status: int = 0
) -> list[dict[str, Any]]:
    """What is ruled on each line of a text on standard input."""
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert status == main(["rule", "-", "--json"])
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["answers"][0]["rulings"]
    return found


def test_each_line_says_what_the_table_waits_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Behind every line stand the point of the turn, the attack and the question, and for whom the house has passed."""
    told = ruled(capsys, monkeypatch, f"{FIGHT}> dark: pass\n> light: pass\n> dark: attack l with d\n")
    assert ["turn 4, Character battle; d to attack"] == told[1]["waits"]
    assert ["dark"] == told[2]["passed"]
    assert "turn 4, Character battle; light to play or pass, dark has passed" == told[2]["waits"][0]


def test_a_pass_that_the_house_has_made_is_understood(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A script that says every pass goes through; a pass that nobody has made is still refused."""
    said = ["pass", "pass", "attack l with d", "pass", "pass"]
    lines = [f"> {seat}: {words}" for seat, words in zip(("dark", "light", "dark", "dark", "light"), said, strict=True)]
    told = ruled(capsys, monkeypatch, "\n".join([FIGHT + lines[0], *lines[1:], "> dark: pass"]))
    assert [None, None, None, True, None, None] == [each.get("already") for each in told]
    assert ["legal", "legal", "legal", None, "legal", "illegal"] == [each.get("ruling") for each in told]
    strict = ruled(capsys, monkeypatch, "\n".join(["settings: strict", FIGHT + lines[0], *lines[1:]]))
    assert ["legal"] * 5 == [each["ruling"] for each in strict]
    assert not any("already" in each or "passed" in each for each in strict)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("> light: dance", "line 9: `light: dance`: read 'dance'"),
        (
            "> light: retreat leia",
            "line 9: `light: retreat leia`: read 'leia' (behind 'light: retreat'), expected d, l",
        ),
        (f"> light: bid {10**30}", "digits"),
        ("= power of yoda", "line 9: `power of yoda`"),
        ("  > light: retreat leia", "line 9"),
    ],
)
def test_a_line_that_is_not_understood_costs_that_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, line: str, problem: str
) -> None:
    """The lines around it are ruled on, the error names its place in the file, and the exit status is 1."""
    told = ruled(capsys, monkeypatch, f"{FIGHT}> dark: pass\n{line}\n> light: pass\n", status=1)
    assert ["legal", None, "legal"] == [each.get("ruling") for each in told]
    assert problem in told[1]["problem"]


def test_errors_in_a_board_count_the_lines_of_the_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Remarks, blank lines and what stands before a board in a case file are counted; the nearest names are told."""
    for front, behind in (("", "> dark: pass"), ('title = "x"\nboard = """\n', '"""\n[[step]]\nsay = "dark: pass"')):
        monkeypatch.setattr("sys.stdin", io.StringIO(front + FIGHT.replace("Jerriko", "Jeriko") + behind))
        assert 1 == main(["rule"])
        line = 5 + front.count("\n")
        assert (
            f"line {line}, column 18: read 'Dannik Jeriko (A)', expected Dannik Jerriko (A)" in capsys.readouterr().err
        )


@pytest.mark.parametrize(
    ("words", "nearest"),
    [
        ("play Yoda's Interventoin on l", "expected Yoda's Intervention"),
        ("play Luke's Warth on l", "Luke's Wrath"),
        ("build Obi-Wan Kenoby (G) 3", "Obi-Wan Kenobi"),
    ],
)
def test_a_misspelt_card_gets_the_nearest_names(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: str, nearest: str
) -> None:
    """Those in hand first, then those that there are; also where the whole hand is known."""
    board = FIGHT.replace("deck 41", "deck 41, hand [Yoda's Intervention]")
    (told,) = ruled(capsys, monkeypatch, f"{board}> light: {words}\n", status=1)
    assert nearest in told["problem"]


def test_a_forced_choice_is_said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A legal deployment of a second Luke says that Light now chooses which of the two goes."""
    board = """turn 4, light build step
dark: deck 40
light: force 9, build points 9, deck 41
  character: luke = Luke Skywalker (F)
  build zone: other = Luke Skywalker (C) face down, 5 counters
> light: deploy other
"""
    (told,) = ruled(capsys, monkeypatch, board)
    assert any("light chooses 1 (which of the two to discard): other, luke" == line for line in told["waits"]), told


INLINE = f'''title = "a card beside the catalogue's"
board = """
{FIGHT.replace("Dannik Jerriko", "Rock Guard")}"""
[[card]]
name = "Rock Guard (A)"
side = "dark"
type = "Character"
subtype = "Guard"
cost = 3
speed = 30
power = 4
health = 5
text = ["Critical Hit 1"]
[[step]]
say = "dark: pass"
[[step]]
say = "light: pass"
'''


@pytest.mark.parametrize(
    ("words", "tells"),
    [
        (["explain", "-", "light: retreat l"], "crf.retreat.tapped-units-cannot"),
        (["explain", "-", "d power", "--form", "short"], "power of Rock Guard (A) is 4"),
        (["why-not", "-", "dark: retreat d", "--form", "tree"], "not listed"),
        (["explain", "-", "dark: attack l with d", "--form", "html"], "<section"),
        (["rule", "-", "--form", "tree"], "LEGAL dark: pass"),
        (["rule", "-", "--form", "short"], "dark: pass"),
        (["rule", "-", "--form", "html"], "<section"),
    ],
)
def test_explanations_need_no_service(
    words: list[str], tells: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board that is typed in, with cards beside it, is explained in every form where its last line leaves it."""
    monkeypatch.setattr("sys.stdin", io.StringIO(INLINE))
    assert 0 == main(words)
    assert tells in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "tells"),
    [("> light: retreat l", "is illegal (SEAT_ASKED, RIGHT_MOMENT"), ("> light: dance", "read 'dance'")],
)
def test_what_stands_below_a_board_to_be_explained_has_to_happen(
    line: str, tells: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that is not legal, or not understood, is no way to the table that is asked about."""
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{FIGHT}{line}\n"))
    assert 1 == main(["explain", "-", "d power"])
    assert tells in capsys.readouterr().err
