"""`adjudicate show` says the stage that a game stands at, and what led there or can be typed in again."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from adjudicator_cli.main import main
from tests.served import served

FIGHT = """turn 4, Character battle; d to attack
dark: force 9, deck 40
  character: d = Dannik Jerriko (A), damage 3
light: force 9, deck 41
  character: l = Luke Skywalker (F), tapped
"""
SAID = ("dark: attack l with d", "light: pass", "chance: roll 6 1 1", "light: pass")


def test_the_stage_of_an_attack_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After damage was placed, while abilities wait, the board says so. For who may see everything it is typed in again
    as it is printed; for one player a remark names the declarations since the last board that a game can begin at.
    """
    (tmp_path / "board.txt").write_text(FIGHT, encoding="utf-8")
    with served() as address:
        server = ("--server", address)
        begun = ["open", "--board", str(tmp_path / "board.txt"), "--dice", "reported"]
        assert 0 == main([*begun, "--decks", "reported", *server])
        for words in SAID:
            assert 0 == main(["say", "last", words, *server])
        capsys.readouterr()
        assert 0 == main(["show", "last", "--as", "judge", *server])
        judges = capsys.readouterr().out
        assert 0 == main(["show", "last", "--as", "light", *server])
        players = capsys.readouterr().out
    for board in (judges, players):
        assert "turn 4, Character battle; dark to resolve" in board
        assert "attack: d on l, damage placed" in board
    assert "besides:" not in players
    assert "# from revision 4, where a board can begin: light: pass" in players
    whole = judges.partition("\ntriggers:")[0]
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{whole}\n> dark: resolve d #1\n"))
    assert 0 == main(["rule"])
    assert "LEGAL" in capsys.readouterr().out
