"""What the command line says of input that cannot be used: one line on standard error, never a traceback."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from adjudicator_cli.main import main

ROOT = Path(__file__).parents[2]
BOARD = """turn 3, light retreat step
light: force 3
  character: luke = Luke Skywalker (F), tapped
"""
DECK_CASE = """title = "A small deck"
[[step]]
deck = '''
3 Darth Vader (E)
'''
"""

FLAWS = [
    ("an unknown name", f"{BOARD.replace('(F)', '(Z)')}> light: pass\n", "line 3"),
    ("a name with several readings", f"{BOARD.replace(' (F)', '')}> light: pass\n", "Luke Skywalker (B) {ANH/25}"),
    ("nothing said", BOARD, "nothing is said"),
    ("nothing at all", "", "a game begins at a board"),
    ("a board that cannot be", f"{BOARD.replace('character:', 'space:')}> light: pass\n", "no unit of the Space arena"),
    ("an unknown edition", f"edition: chess\n{BOARD}> light: pass\n", "chess"),
    ("a case of wrong types", 'title = "x"\nboard = 3\n', "Expected `str`"),
    ("a case with keys nobody knows", f"title = 'x'\nboard = '''{BOARD}'''\n[[step]]\nsaid = 'light: pass'\n", "said"),
    ("half a case", 'title = "x', "adjudicate rule: "),
]


@pytest.mark.parametrize(("text", "tells"), [each[1:] for each in FLAWS], ids=[each[0] for each in FLAWS])
@pytest.mark.parametrize("from_file", [True, False], ids=["file", "standard input"])
def test_rule_refuses(
    text: str,
    tells: str,
    *,
    from_file: bool,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`adjudicate rule` fails with a message that says what is wrong, from a file and from standard input."""
    (tmp_path / "case").write_text(text, encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert 1 == main(["rule", str(tmp_path / "case")] if from_file else ["rule"])
    printed = capsys.readouterr()
    assert "" == printed.out
    assert printed.err.startswith("adjudicate rule: ")
    assert tells in printed.err


COMMANDS = [
    (["rule", "no such file"], "No such file"),
    (["rule", "."], "directory"),
    (["cases", "no such folder"], "no such file or folder"),
    (["cases", "tests/cases/swtcg-2005/deck/empty.toml", "--port", "chess"], "no edition 'chess'"),
    (["coverage", "no such folder"], "no such file or folder"),
    (["play", "--games", "0"], "from 1 on"),
    (["play", "--games", "-3"], "from 1 on"),
    (["play", "--edition", "chess"], "no edition 'chess'"),
    (["play", "--decks", "imperial-hunt", "imperial-hunt"], "one dark deck too many"),
    (["play", "--decks", "imperial-hunt", "no such deck"], "no deck of ours, which are imperial-hunt"),
    (["decks", "check", "no such deck"], "no deck of ours, which are imperial-hunt"),
    (["decks", "check", "imperial-hunt", "--edition", "chess"], "no edition 'chess'"),
    (["cards", "show", "Luke Skywalker"], "can mean"),
    (["cards", "show", "👻"], "👻"),
    (["cards", "search", "vader", "--limit", "-1"], "from 1 on"),
    (["rules", "search", "attack", "--limit", "0"], "from 1 on"),
    (["rules", "get", "rots.what"], "rots.what"),
    (["rules", "search", "attack", "--edition", "chess"], "no document or edition has the id 'chess'"),
    (["rules", "search", "attack", "--document", "chess"], "no document or edition has the id 'chess'"),
    (["rules", "search", "zzzz"], "no rule has any of these words: zzzz"),
    (["compare", "no such file"], "No such file"),
    (["points", "no such folder"], "no such file or folder"),
    (["games", "--server", "127.0.0.1:1"], "UNAVAILABLE: nothing answers at 127.0.0.1:1; `adjudicate serve` starts"),
    (["serve", "--store", "mysql://x"], "mysql"),
]


@pytest.mark.parametrize(("arguments", "tells"), COMMANDS, ids=[" ".join(each[0]) for each in COMMANDS])
def test_a_command_that_cannot_be_carried_out(
    arguments: list[str], tells: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exit status is 1 and one line on standard error says why."""
    assert 1 == main(arguments)
    printed = capsys.readouterr()
    assert tells in printed.err
    assert 1 == printed.err.count("\n")


@pytest.mark.parametrize("arguments", [["dance"], ["play", "--games", "x"], ["rules", "get"], ["show"], ["cards"]])
def test_commands_that_are_not_understood(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Words that are no command, or options of the wrong kind: the exit status is 2 and the usage is printed."""
    try:
        status: object = main(arguments)
    except SystemExit as ended:
        status = ended.code
    assert 2 == status
    assert "usage" in capsys.readouterr().err


def test_bytes_that_are_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A board that is not UTF-8 is refused with the place; of a deck list, which may be otherwise, it is told."""
    file = tmp_path / "case"
    file.write_bytes(b"\xff\xfe\x00")
    assert 1 == main(["rule", str(file)])
    assert "is no text: invalid start byte at byte 0" in capsys.readouterr().err
    assert 1 == main(["decks", "check", str(file)])
    assert "bytes that are no text" in capsys.readouterr().out
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe\x00")))
        assert 1 == main(["rule"])
    assert "standard input is no text" in capsys.readouterr().err


def test_rule_takes_decks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A case about a deck is ruled on, with the clauses that fail; with `--explain all` those that hold too."""
    file = tmp_path / "deck.toml"
    file.write_text(DECK_CASE)
    assert 0 == main(["rule", str(file), "--json"])
    ruling = json.loads(capsys.readouterr().out)["answers"][0]["rulings"][0]
    assert "illegal" == ruling["ruling"]
    assert {"fails"} == {each["finding"] for each in ruling["clauses"]}
    assert "rots.deck.minimum-sixty" in {each["citation"]["rule"] for each in ruling["clauses"]}
    assert 0 == main(["rule", str(file), "--json", "--explain", "all"])
    ruling = json.loads(capsys.readouterr().out)["answers"][0]["rulings"][0]
    assert "holds" in {each["finding"] for each in ruling["clauses"]}


def test_a_case_on_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A case is told from a board by its first line, whichever key that has."""
    text = f'# a remark\nedition = "swtcg-2005"\ntitle = "x"\nboard = """\n{BOARD}"""\n[[step]]\nask = "light: pass"\n'
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert 0 == main(["rule", "--json"])
    assert "legal" == json.loads(capsys.readouterr().out)["answers"][0]["rulings"][0]["ruling"]


def test_decks_are_taken_in_any_order(capsys: pytest.CaptureFixture[str]) -> None:
    """`play --decks A B`: the sides are the decks' own, so the order does not matter; digests are printed."""
    digests = []
    for decks in (["imperial-hunt", "rebel-alliance"], ["rebel-alliance", "imperial-hunt"]):
        assert 0 == main(["play", "--decks", *decks, "--seed", "3", "--games", "1", "--json"])
        digests.append(json.loads(capsys.readouterr().out)["digest"])
    assert digests[0] == digests[1]
    assert 64 == len(digests[0])


def test_shapes_that_programs_read(capsys: pytest.CaptureFixture[str]) -> None:
    """The JSON of `coverage` and `cases` has the shape that others call for."""
    folder = str(ROOT / "tests" / "cases" / "swtcg-2005" / "deck")
    main(["coverage", folder, "--json"])
    told = json.loads(capsys.readouterr().out)
    for document in told.values():
        assert {"entries", "testable", "proven", "unproven", "joined"} <= document.keys()
        assert isinstance(document["unproven"], list)
    assert 0 == main(["cases", folder, "--json"])
    assert {"cases", "passed", "results"} <= json.loads(capsys.readouterr().out).keys()


def test_a_word_that_looks_like_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    """A misspelt command is answered with those that look like it."""
    assert 2 == main(["comapre"])
    assert "did you mean compare?" in capsys.readouterr().err
