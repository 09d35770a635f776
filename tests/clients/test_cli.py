"""The command: finds its subcommands, speaks text and JSON, fails in words."""

from __future__ import annotations

import asyncio
import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from adjudicator.cases import load
from adjudicator.swtcg.cards.catalogue import our_catalogue
from adjudicator.swtcg.cards.coverage import untold
from adjudicator_cli.main import COMMANDS, main
from adjudicator_cli.replay import stepped
from tests.service.running import SEATS, Running


async def _run(*arguments: str) -> int:
    return await asyncio.to_thread(main, arguments)


async def _json(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    capsys.readouterr()
    assert 0 == await _run(*arguments, "--json")
    return json.loads(_own(capsys.readouterr().out))


def _own(printed: str) -> str:
    """What the command has printed, without the log of the service in the same process."""
    return "\n".join(line for line in printed.splitlines() if "[info " not in line)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`adjudicate COMMAND --help` works for every command."""
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert 0 == ended.value.code
    assert "usage: adjudicate" in capsys.readouterr().out


def test_without_a_command_the_commands_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """No command, or one that does not exist, lists those that do; the exit status tells."""
    assert 2 == main([])
    assert 0 == main(["--help"])
    assert 2 == main(["dance"])
    printed = capsys.readouterr()
    assert all(f"  {name}" in printed.out for name in COMMANDS)
    assert "no command 'dance'" in printed.err


async def test_a_game_by_commands(service: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """open, games, show, legal, say, log, verify and rejudge, in text and in JSON."""
    deck = tmp_path / "deck.txt"
    deck.write_text(SEATS[0].deck)
    server = ("--server", service.address)
    seats = [word for each in SEATS for word in ("--deck", f"{each.seat}={deck}", "--person", f"{each.seat}=P")]
    opened = await _json(capsys, "open", "--edition", "harbour-1", *seats, *server)
    game, seat = opened["game"]["game"], opened["question"]["asked"][0]
    assert [game] == [each["game"] for each in await _json(capsys, "games", *server)]
    assert "round 1" in (await _json(capsys, "show", "last", *server))["board"]
    assert seat in {each["seat"] for each in (await _json(capsys, "legal", game[:8], *server))["forms"]}
    asked = await _json(capsys, "say", "last", f"{seat}:", "pass", "--ask", "--explain", "all", *server)
    assert "legal" == asked["verdict"]["ruling"]
    said = await _json(capsys, "say", "last", f"{seat}: pass", *server)
    assert "legal" == said["verdict"]["ruling"]
    entry, head = said["basis"]["entry"], said["basis"]["head"]
    assert entry == (await _json(capsys, "log", "last", *server))[-1]["number"]
    sound = await _json(capsys, "verify", "last", "--witness", f"{entry}:{head}", *server)
    assert (True, head) == (sound["sound"], sound["head"])
    assert [] == (await _json(capsys, "rejudge", "last", *server))["divergences"]
    replay = await _json(capsys, "replay", "last", *server)
    assert entry == len(replay)
    for words in (
        ["games"],
        ["show", "last"],
        ["show", "last", "--information"],
        ["legal", "last"],
        ["log", "last"],
        ["verify", "last"],
        ["rejudge", "last"],
    ):
        assert 0 == await _run(*words, *server)
    refused = await _run("say", "last", f"{seat}: pass", *server)
    printed = _own(capsys.readouterr().out)
    assert 0 == refused
    assert "ILLEGAL" in printed
    assert "harbour.1.3" in printed


async def test_the_course_of_a_game_by_commands(service: Running, capsys: pytest.CaptureFixture[str]) -> None:
    """note, rewind, fork and close, in JSON and in text; a closed game takes nothing more."""
    game = await service.opened()
    server = ("--server", service.address)
    await _json(capsys, "note", "last", "odd", "hands", "--by", "Flo", *server)
    rewound = await _json(capsys, "rewind", "last", "1", "--why", "once more", *server)
    assert rewound["question"]["asked"]
    forked = await _json(capsys, "fork", "last", *server)
    assert (game, rewound["basis"]["revision"]) == (forked["game"]["forked_from"], forked["game"]["forked_at"])
    closed = await _json(capsys, "close", game[:8], "called off", *server)
    assert 64 == len(closed["seed"])
    kept = {each["kind"]: str(each) for each in await _json(capsys, "log", game, *server)}
    for kind, remark in (("note", "odd hands"), ("rewound", "once more"), ("closed", "called off")):
        assert remark in kept[kind]
    for words in (
        ["fork", game],
        ["note", "last", "hm"],
        ["rewind", "last", "1"],
        ["close", "last"],
    ):
        assert 0 == await _run(*words, *server)
    assert "closed; the seed of its chance was " in capsys.readouterr().out
    assert 1 == await _run("note", game, "too late", *server)
    assert "GAME_CLOSED" in capsys.readouterr().err


async def test_replay_steps_forward_and_back(
    service: Running, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The commands on standard input lead through the entries, and the board is that of each."""
    await service.opened()
    monkeypatch.setattr("sys.stdin", io.StringIO("n\nb\nt 3\nwhat\nq\n"))
    assert 0 == await _run("replay", "last", "--server", service.address)
    heads = [line.split()[:2] for line in _own(capsys.readouterr().out).splitlines() if line[:5].strip().isdigit()]
    assert [["1", "opened"], ["2", "chance"], ["1", "opened"], ["3", "chance"], ["3", "chance"]] == [
        [number, kind.replace("revealed", "chance")] for number, kind in heads
    ]


@pytest.mark.parametrize(
    ("command", "leads"),
    [
        ("", 4),
        ("n", 4),
        ("b", 2),
        ("back", 2),
        ("t 7", 7),
        ("to 99", 3),
        ("t 0", 1),
        ("f", 1),
        ("l", 9),
        ("t x", 3),
        ("?", 3),
    ],
)
def test_where_a_step_leads(command: str, leads: int) -> None:
    """From entry 3 of 9."""
    steps = [{"number": number, "turn": 0, "phase": ""} for number in range(1, 10)]
    assert leads == steps[stepped(command, 2, steps)]["number"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["show", "abcdef"], "no games yet"),
        (["say", "last", "x: pass"], "`adjudicate open` opens one"),
        (["verify", "00000000-0000-4000-8000-000000000000", "--witness", "x"], "--witness takes ENTRY:HEAD"),
        (["show", "00000000-0000-4000-8000-000000000000"], "GAME_NOT_FOUND"),
        (["open", "--edition", "harbour-1", "--deck", "north"], "--deck takes SEAT=VALUE"),
        (["open", "--edition", "chess"], "EDITION_NOT_FOUND"),
    ],
)
async def test_failures_are_told_in_words(
    service: Running, arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What cannot be done is one line on standard error and the exit status 1, never a traceback."""
    assert 1 == await _run(*arguments, "--server", service.address)
    error = capsys.readouterr().err
    assert words in error
    assert "Traceback" not in error


def test_nothing_is_coloured_and_no_bar_is_drawn_off_terminals(tmp_path: Path) -> None:
    """Output that goes into a file or a pipe is plain."""
    run = subprocess.run(
        [sys.executable, "-m", "adjudicator_cli.main", "rules", "get", "rots.deck.minimum-sixty"],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    assert "\x1b" not in run.stdout + run.stderr
    assert "rots.deck.minimum-sixty" in run.stdout


@pytest.mark.parametrize(
    ("arguments", "modules"),
    [
        (["--help"], {"grpc", "google.protobuf", "lark", "msgspec", "rich", "asyncio", "adjudicator"}),
        (["rules", "documents"], {"grpc", "google.protobuf", "lark", "rich", "asyncio", "adjudicator.swtcg"}),
        (["decks", "list"], {"grpc", "google.protobuf", "rich", "asyncio"}),
    ],
)
def test_a_command_imports_only_what_it_needs(arguments: list[str], modules: set[str]) -> None:
    """Start-up time is what people wait for: commands without a service load no gRPC, and so on."""
    code = "import sys; from adjudicator_cli.main import main; main(sys.argv[1:]); print(sorted(sys.modules))"
    run = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    loaded = set(run.stdout.splitlines()[-1].strip("[]").replace("'", "").split(", "))
    assert set() == modules & loaded


@pytest.mark.parametrize("level", ["failing", "all"])
def test_rule_names_what_decides(level: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`rule` names the rule that the ruling rests on before all others, however many clauses it shows."""
    file = Path(__file__).parents[1] / "cases" / "swtcg-2005" / "disputes" / "asked-of-cards-that-decide.toml"
    steps = load(file).steps
    assert 0 == main(["rule", str(file), "--json", "--explain", level])
    rulings = json.loads(capsys.readouterr().out)["answers"][0]["rulings"]
    wanted = {at: step.decides for at, step in enumerate(steps) if step.decides is not None}
    assert len(wanted) > 2
    assert wanted == {at: rulings[at]["decides"]["rule"] for at in wanted}


def test_rules_and_cards_and_decks(capsys: pytest.CaptureFixture[str]) -> None:
    """Look-ups without a service: found ones are printed, unknown ones are named with what is close."""
    assert 0 == main(["rules", "search", "sixty", "cards", "--json"])
    assert any("rots.deck.minimum-sixty" == each["rule"] for each in json.loads(capsys.readouterr().out))
    assert 1 == main(["rules", "get", "rots.deck.minimum-sixy"])
    assert "rots.deck.minimum-sixty" in capsys.readouterr().err
    assert 0 == main(["cards", "show", "ESB/5", "--json"])
    assert "ESB/5" == json.loads(capsys.readouterr().out)[0]["card"]
    capsys.readouterr()
    assert 1 == main(["cards", "show", "Darth Ladder"])
    assert "no card has the name or key 'Darth Ladder'; close to it: Darth Vader" in capsys.readouterr().err
    assert 0 == main(["decks", "check", "imperial-hunt", "--json"])
    assert "legal" == json.loads(capsys.readouterr().out)["ruling"]


def test_cards_say_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    """How many more cards a search finds, that it finds none, and why a card's effect is not compiled."""
    assert 0 == main(["cards", "search", "vader", "--limit", "2"])
    printed = capsys.readouterr()
    assert 2 == len(printed.out.splitlines())
    assert re.fullmatch(r"2 of \d\d cards; --limit shows more\n", printed.err)
    assert 1 == main(["cards", "search", "vader", "kitchen"])
    assert "no card has all of these words: vader kitchen\n" == capsys.readouterr().err
    one = next(untold(our_catalogue().entries()))
    assert 0 == main(["cards", "show", one.card])
    assert f"! effect {one.effect}: {one.state}, {one.why}" in capsys.readouterr().out
    assert 0 == main(["cards", "coverage", "sr"])
    assert "in words" in capsys.readouterr().out


def test_a_deck_that_is_not_legal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each failing condition is printed with its rule, and the exit status is 1."""
    deck = tmp_path / "deck.txt"
    deck.write_text("3 Yoda's Intervention\n")
    assert 1 == main(["decks", "check", str(deck)])
    printed = capsys.readouterr().out
    assert "ILLEGAL" in printed
    assert "rots.deck.minimum-sixty" in printed
    deck.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    assert 1 == main(["decks", "check", str(deck)])
    assert "is no text" in capsys.readouterr().err
