"""The examples of docs/api.md and the README are what comes of them, and the page of commands has each of them."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from adjudicator_cli.main import COMMANDS, GROUPS, main
from tests.served import served

ROOT = Path(__file__).parents[2]
API = ROOT / "docs" / "api.md"
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_example_of_the_documentation_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """Ten lines of Python open a game, ask, list what may be said, and keep a witness."""
    text = API.read_text(encoding="utf-8")
    (code,) = re.findall(r"<!-- tests/clients/test_example.py runs this -->\n```python\n(.*?)```", text, re.DOTALL)
    with served() as address:
        exec(compile(code, "docs/api.md", "exec"), {"address": address})
    printed = capsys.readouterr().out
    assert "SEAT_ASKED rots." in printed
    assert "Witness(entry=" in printed


def test_the_example_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """A frontend connects, opens a game, asks and lists, as the README has it."""
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    with served() as address:
        exec(compile(code, "README.md", "exec"), {"address": address})
    assert "SEAT_ASKED rots." in capsys.readouterr().out


def test_the_dispute_of_the_readme_is_ruled_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The five lines, and to the letter what `adjudicate rule` prints."""
    (shown,) = re.findall(r"```\n\$ adjudicate rule - <<END\n(.*?)```", README, re.DOTALL)
    typed, _, printed = shown.partition("END\n")
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert 0 == main(["rule", "-"])
    assert printed == capsys.readouterr().out


def test_the_page_of_commands_knows_each() -> None:
    """Its tables have every command once, under the heading of those who use it and with the words of --help."""
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `adjudicate ([a-z-]+)` \| (.*?) \|", page, re.MULTILINE)
    assert [(name, what) for name, (_, what) in COMMANDS.items()] == rows
    assert [f"## {group[0].upper()}{group[1:]}" in page for group in GROUPS] == [True] * len(GROUPS)


def test_a_game_of_star_wars_by_commands(capsys: pytest.CaptureFixture[str]) -> None:
    """The decks of the demo open a game by the command, and it can be shown, listed and verified."""
    with served() as address:
        server = ("--server", address)
        assert 0 == main(
            ["open", "--deck", "dark=imperial-hunt", "--deck", "light=rebel-alliance", "--manual", "blank", *server]
        )
        for words in (["show", "last"], ["legal", "last"], ["log", "last"], ["verify", "last"], ["rejudge", "last"]):
            assert 0 == main([*words, *server])
        assert 0 == main(["say", "last", "light: pass", *server])
    printed = capsys.readouterr().out
    assert "dark: force 0, hand 7, deck 53" in printed
    assert "ILLEGAL" in printed
    assert "effects that no rule of ours carries out do nothing" in printed


def test_a_deck_that_nobody_can_play_is_refused_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Unknown cards, ambiguous names, unknown deck names and files that are no list."""
    with served() as address:
        for words, told in (
            ("60 Darth Ladder\n", "does not have: Darth Ladder"),
            ("4 Yoda\n", "AMBIGUOUS: 'Yoda' can mean"),
            ("imperial-haunt", "no deck is called"),
            ("<deck><superzone>", "DECK_REFUSED"),
            ("\x00\x01", "DECK_REFUSED"),
        ):
            deck = tmp_path / "deck.txt"
            deck.write_text(words)
            assert 1 == main(["open", "--deck", f"dark={deck}", "--server", address])
            assert told in capsys.readouterr().err
