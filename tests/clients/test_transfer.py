"""The commands export, import, diff and replay over a running service."""

from __future__ import annotations

import asyncio
import io
import json
from pathlib import Path
from typing import Any

import pytest

from adjudicator.application import GiveRuling
from adjudicator_cli.main import main
from adjudicator_cli.replay import stepped, turn_at
from tests.kit.recorded import play_on
from tests.service.running import Running, running


async def run(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    """What a command prints, without the log of the service in the same process."""
    capsys.readouterr()
    assert status == await asyncio.to_thread(main, arguments)
    return "\n".join(line for line in capsys.readouterr().out.splitlines() if "[info " not in line)


async def test_out_and_in_again(service: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Export writes a file that import checks, brings into another house, and refuses when it was altered."""
    server, file = ("--server", service.address), tmp_path / "game.jsonl"
    game = await service.opened()
    play_on(service.application, game, 20)
    await run(capsys, "export", game, "--out", str(file), *server)
    assert "the chain holds" in await run(capsys, "import", str(file), "--check", *server)
    assert game in await run(capsys, "import", str(file), *server)
    async with running() as third:
        assert "frozen: the game goes on" in await run(capsys, "import", str(file), "--server", third.address)
    revision = (await service.client.game(game)).basis.revision
    await service.client.close_game(game, expected_revision=revision)
    await run(capsys, "export", game, "--out", str(file), *server)
    async with running() as other:
        there = ("--server", other.address)
        assert game in await run(capsys, "import", str(file), *there)
        assert game in await run(capsys, "games", *there)
    text = file.read_text().splitlines()
    file.write_text("\n".join([*text[:5], *text[6:]]))
    assert "chain" in await run(capsys, "import", str(file), *server, status=1)


async def test_notation_by_commands(service: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A game from a board is exported in notation, and import finds out by itself that it is notation."""
    server = ("--server", service.address)
    board = (await service.client.game(await service.opened(), viewer="judge")).board
    opened = await service.client.open_game("harbour-1", [], board=board, dice="reported", decks="reported")
    play_on(service.application, opened.game.game, 10)
    text = await run(capsys, "export", "last", "--format", "notation", *server)
    file = tmp_path / "game.txt"
    file.write_text(text)
    found = json.loads(await run(capsys, "import", str(file), "--json", *server))
    assert (10, False) == (found["judged"], "differences" in found)
    assert found["game"] in await run(capsys, "games", *server)


async def test_what_changed(service: Running, capsys: pytest.CaptureFixture[str]) -> None:
    """Diff shows the board's lines that went and came, and with --json each value with its path."""
    server = ("--server", service.address)
    game = await service.opened()
    play_on(service.application, game, 12)
    printed = await run(capsys, "diff", game, "1", *server)
    assert "values of the table differ, not counting its frames" in printed
    assert any(line.startswith("+") for line in printed.splitlines())
    found = json.loads(await run(capsys, "diff", game, "1", "--as", "judge", "--json", *server))
    assert all({"path"} < set(each) for each in found["changes"])
    assert "left_out" not in found
    assert "not counting" not in await run(capsys, "diff", game, "1", "--as", "judge", *server)


async def test_replay_shows_what_is_wanted(
    service: Running, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Filters leave only what passes; `said`, `ruling` and `diff` lead and show."""
    server = ("--server", service.address)
    game = await service.opened()
    play_on(service.application, game, 60, seed=3)
    illegal = json.loads(await run(capsys, "replay", game, "--ruling", "illegal", "--json", *server))
    assert illegal
    assert {"illegal"} == {each["ruling"] for each in illegal}
    assert illegal[0]["number"] + 1 < service.application.get(game).last, "something has to come after it"
    chance = json.loads(await run(capsys, "replay", game, "--seat", "north", "--kind", "declared", "--json", *server))
    assert {"north"} == {each["seat"] for each in chance}
    monkeypatch.setattr("sys.stdin", io.StringIO("ruling\nsaid\ndiff\n-said\nq\n"))
    printed = await run(capsys, "replay", game, *server)
    heads = [line.split()[0] for line in printed.splitlines() if line[:5].strip().isdigit()]
    first = str(illegal[0]["number"])
    assert ["1", first, first] == [heads[0], heads[1], heads[3]]
    assert "values of the table differ" in printed or "the table is as it was" in printed


STEPS: list[dict[str, Any]] = [
    {"number": number, "turn": turn, "phase": phase, "kind": kind, "ruling": ruling}
    for number, (turn, phase, kind, ruling) in enumerate(
        (
            (0, "setup", "opened", ""),
            (1, "ready", "chance", "legal"),
            (1, "command", "declared", "legal"),
            (1, "battle", "declared", "illegal"),
            (1, "battle", "ruling_given", ""),
            (2, "ready", "chance", "legal"),
            (2, "command", "declared", "undecided"),
        ),
        1,
    )
]


@pytest.mark.parametrize(
    ("command", "start", "leads"),
    [
        ("turn", 1, 2),
        ("turn", 2, 6),
        ("-turn", 7, 6),
        ("-turn", 4, 2),
        ("turn 2", 1, 6),
        ("turn 9", 1, 1),
        ("turn 0", 5, 1),
        ("phase", 2, 3),
        ("phase", 4, 6),
        ("-phase", 5, 4),
        ("said", 1, 3),
        ("-said", 7, 4),
        ("ruling", 1, 4),
        ("ru", 5, 7),
        ("ruling", 7, 7),
        ("-ruling", 4, 4),
        ("-turn", 2, 1),
        ("-turn", 1, 1),
        ("t 5", 1, 5),
        ("t 99", 3, 3),
        ("t 0", 3, 1),
        ("n", 7, 7),
        ("b", 1, 1),
        ("wander", 3, 3),
    ],
)
def test_jumps(command: str, start: int, leads: int) -> None:
    """Each jump ends where its kind of place begins; where there is none one stays where one is."""
    assert leads == STEPS[stepped(command, start - 1, STEPS)]["number"]


@pytest.mark.parametrize(
    ("command", "start", "told"),
    [
        ("turn 9", 1, "there is no turn 9 here: they go from 0 to 2"),
        ("t 9999", 1, "there is no entry 9999 here: they go from 1 to 7"),
        ("ruling", 7, "there is no ruling after this entry"),
        ("-said", 3, "nothing was declared before this entry"),
        ("n", 7, "this is the last entry"),
        ("b", 1, "this is the first entry"),
    ],
)
def test_a_jump_to_nowhere_says_so(command: str, start: int, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What leads nowhere must not look like an answer."""
    stepped(command, start - 1, STEPS)
    assert told == capsys.readouterr().out.strip()


async def test_replay_of_what_is_not_there(service: Running, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither a turn nor an entry that the game does not have is where a replay begins; nobody means nobody."""
    server = ("--server", service.address)
    game = await service.opened()
    play_on(service.application, game, 20)
    for wrong in (("--turn", "77"), ("--to", "9999"), ("--seat", "bogus")):
        capsys.readouterr()
        assert 0 != await asyncio.to_thread(main, ("replay", game, *wrong, *server))
        assert wrong[1] in capsys.readouterr().err


async def test_notes_and_rulings_name_their_authors(
    service: Running, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`log` and `replay` say who wrote a note or gave a ruling, and about which entry; `--seat judge` finds rulings."""
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    server = ("--server", service.address)
    game = await service.opened()
    play_on(service.application, game, 20)
    service.application.note(game, "a word with both", by="Jo", about=7)
    service.application.ruling_given(GiveRuling(game, "Flo", "It stands.", about=9))
    last = service.application.get(game).last
    for command in ("log", "replay"):
        arguments = (game, "--to", str(last - 1)) if command == "replay" else (game,)
        printed = await run(capsys, command, *arguments, *server)
        assert "note by Jo on entry 7  a word with both" in printed
    for name in ("judge", "Flo"):
        found = json.loads(await run(capsys, "replay", game, "--seat", name, "--json", *server))
        assert [("Flo", 9)] == [(each["seat"], each["about"]) for each in found]
        assert "ruling_given by Flo on entry 9" in await run(capsys, "replay", game, "--seat", name, *server)


def test_a_turn_that_comes_again() -> None:
    """After a rewind the turn that stands is the one that is found."""
    again = [*STEPS, {"number": 8, "turn": 1, "phase": "ready"}, {"number": 9, "turn": 1, "phase": "ready"}]
    assert 7 == turn_at(again, 1)
