"""The command `dispute`: the whole way in text and in JSON, and the ruling report as HTML and PDF."""

from __future__ import annotations

import asyncio
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from adjudicator_cli.disputes_telling import shown_lines
from adjudicator_cli.main import main
from adjudicator_cli.reports import sections
from adjudicator_client import AdjudicatorClient, Structured
from tests.served import served
from tests.service.running import Running
from tests.service.test_what_if import BOARD

SEATS = ("north", "east", "south", "west")
RULE = "rots.attack.choose-and-tap"


async def run(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    """What a command prints, without the log of the service in the same process."""
    capsys.readouterr()
    assert status == await asyncio.to_thread(main, arguments)
    printed = capsys.readouterr()
    text = printed.out if status == 0 else printed.err
    return "\n".join(line for line in text.splitlines() if "[info " not in line)


async def asked(service: Running) -> tuple[str, int]:
    """A game, and the entry of a declaration by a seat that is not asked."""
    game = await service.opened()
    window = (await service.client.game(game)).question.asked
    other = next(seat for seat in SEATS if seat not in window)
    return game, (await service.client.submit(game, f"{other}: pass")).basis.entry


async def test_a_dispute_by_commands(service: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """open, show, rule, appeal, decide, note, list, precedents and verify, in text and in JSON."""
    server = ("--server", service.address)
    game, about = await asked(service)
    opened = await run(
        capsys, "dispute", "open", game, "May", "she?", "--about", str(about), "--by", "Ann", *server
    )  # fmt: skip
    assert "OPENED" in opened
    assert "May she?" in opened
    assert "harbour.1.3" in opened
    shown = json.loads(await run(capsys, "dispute", "show", "last", "--as", "north", "--json", *server))
    assert ["illegal", about] == [shown["verdict"]["ruling"], shown["entries"][-1]["number"]]
    dispute = shown["dispute"]["dispute"]
    ruling = ("--rule", RULE, "--ruling", "illegal", "--minutes", "3", "--situation", "albatross", "--card", "Parrot")
    told = await run(capsys, "dispute", "rule", dispute[:8], "No,", "never.", *ruling, "--by", "Flo", *server)
    assert "ruled by Flo (floor judge): No, never." in told
    assert "ILLEGAL" in told
    await run(capsys, "dispute", "appeal", "last", "Look", "again.", "--by", "Ann", *server)
    refused = ("dispute", "decide", "last", "--uphold", "So.", "--by", "Flo", "--role", "floor-judge", *server)
    assert "ROLE_REFUSED" in await run(capsys, *refused, status=1)
    facts = tmp_path / "facts.json"
    facts.write_text('[["CoinGiven", "north", 99, "", "judge"]]')
    wrong = ("--offender", "north", "--infraction", "game-play-error", "--penalty", "warning")
    decide = ("--overturn", "She", "may.", "--ruling", "legal", "--rewind", "--repair", str(facts), "--carry-out")
    told = await run(capsys, "dispute", "decide", "last", *decide, *wrong, "--by", "Hera", *server)
    assert "OVERTURNED" in told
    assert "remedy: back to the frozen position" in told
    assert "infraction: game play error, warning, north" in told
    await run(capsys, "dispute", "note", "last", "Both", "were", "calm.", "--by", "Flo", *server)
    assert dispute in await run(capsys, "dispute", "list", "--state", "overturned", *server)
    assert "" == await run(capsys, "dispute", "list", "--state", "ruled", "--game", game, *server)
    assert "the penalty is only recorded" not in told
    found = json.loads(await run(capsys, "dispute", "precedents", "pass", "--json", *server))
    assert [dispute] == [each["dispute"] for each in found]
    assert "no ruling is like it" == await run(capsys, "dispute", "precedents", "kraken", *server)
    assert "[]" == await run(capsys, "dispute", "precedents", "kraken", "--json", *server)
    assert "RULE_NOT_FOUND" in await run(capsys, "dispute", "precedents", "--rule", "rots.tip", *server, status=1)
    head = json.loads(await run(capsys, "dispute", "show", "last", "--json", *server))["dispute"]["head"]
    assert "sound: 5 entries" in await run(capsys, "dispute", "verify", "last", "--witness", f"5:{head}", *server)
    assert "LOG_CORRUPT" in await run(capsys, "dispute", "verify", "last", "--witness", f"4:{head}", *server, status=1)
    assert "0 disputes begin" in await run(capsys, "dispute", "show", "zzz", *server, status=1)


def test_what_was_said_is_what_is_disputed(capsys: pytest.CaptureFixture[str]) -> None:
    """`say` prints the number of the declaration itself, though the house has rolled since; a dispute about that number
    freezes the table that the declaration met, also when the game was taken back.
    """
    with served() as address, AdjudicatorClient(address) as client:
        server = ("--server", address)
        game = client.open_game("swtcg-2005", [], dice="house", decks="house", board=BOARD).game.game
        for words in ("dark: pass", "light: pass", "dark: vader attacks luke", "dark: pass"):
            client.submit(game, words)
        before = client.game(game)
        capsys.readouterr()
        assert 0 == main(["say", game, "light: pass", *server])
        told = re.search(r"entry (\d+); the game stands at entry (\d+), head", capsys.readouterr().out)
        assert told is not None
        assert (str(before.basis.entry + 1), str(before.basis.entry + 2)) == told.groups()
        for _ in range(2):
            assert 0 == main(["dispute", "open", game, "Too", "soon?", "--about", told[1], "--by", "Ann", *server])
            assert f"in question: light: pass (entry {told[1]})" in capsys.readouterr().out
            *_, found = client.list_disputes(game)
            frozen = client.dispute(found.dispute)
            assert (before.basis.revision, before.board) == (found.revision, frozen.board)
            client.rewind(game, 2, "a misplay")


async def test_what_a_judge_had_carried_out_is_in_question_too(
    service: Running, capsys: pytest.CaptureFixture[str]
) -> None:
    """A dispute about a judge's ruling asks about the declaration ruled on, at the table that it met."""
    server = ("--server", service.address)
    game, _ = await asked(service)
    stands = await service.client.game(game)
    before = stands.basis.revision
    seat = next(each for each in SEATS if each not in stands.question.asked)
    given = await service.client.give_ruling(game, "Flo", "So be it.", ruling="legal", declaration=f"{seat}: pass")
    told = await run(
        capsys, "dispute", "open", game, "May", "she?", "--about", str(given.entry), "--by", "Ann", *server
    )
    assert f"at revision {before} " in told
    assert f"in question: {seat}: pass (entry {given.entry})" in told
    assert "the adjudicator: ILLEGAL" in told
    await run(capsys, "dispute", "rule", "last", "Yes.", "--ruling", "legal", "--carry-out", "--by", "Flo", *server)
    steps = service.client.steps(game, kinds=["ruling-given"])
    assert [f"{seat}: pass"] * 2 == [each.entry.said async for each in steps]


async def test_a_remark_makes_nobody_a_judge(service: Running, capsys: pytest.CaptureFixture[str]) -> None:
    """A remark is recorded in the role in which its speaker has last spoken there, else a player's, else as it says."""
    server = ("--server", service.address)
    game, about = await asked(service)
    await run(capsys, "dispute", "open", game, "May", "she?", "--about", str(about), "--by", "Ann", *server)
    await run(capsys, "dispute", "rule", "last", "No.", "--by", "Flo", *server)
    for options, role in (
        (("--by", "Ann"), "Ann (player)"),
        (("--by", "Flo"), "Flo (floor judge)"),
        (("--by", "Zoë"), "Zoë (player)"),
        (("--by", "Hera", "--role", "head-judge"), "Hera (head judge)"),
    ):
        told = await run(capsys, "dispute", "note", "last", "So", "it", "was.", *options, *server)
        assert f"noted by {role}: So it was." in told
    bad = await run(capsys, "dispute", "verify", "last", "--witness", f"1:{'00' * 32}", *server, status=1)
    dispute = json.loads(await run(capsys, "dispute", "show", "last", "--json", *server))["dispute"]["dispute"]
    assert f"dispute {dispute}, entry 1:" in bad


async def test_a_hidden_declaration_is_told_to_who_may_know_it(
    service: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The judge's head of a dispute and his report name the declaration, and say what differs for everybody else."""
    server = ("--server", service.address)
    game = await service.opened()
    about = (await service.client.submit(game, Structured("Bid", "north", {"coins": 2}), viewer="north")).basis.entry
    await run(capsys, "dispute", "open", game, "Too", "many?", "--about", str(about), "--by", "Ann", *server)
    assert "in question: north: Bid (hidden)" in await run(capsys, "dispute", "show", "last", *server)
    told = await run(capsys, "dispute", "show", "last", "--as", "judge", *server)
    assert "in question: north: bid" in told
    page = tmp_path / "report.html"
    await run(capsys, "dispute", "report", "last", "--html", str(page), "--as", "judge", *server)
    assert "<dt>Declaration</dt><dd>north: bid" in page.read_text(encoding="utf-8")


def test_what_everybody_knows_is_told_beside_what_the_viewer_knows() -> None:
    """Where the two answers differ, both are told, in text and on paper."""
    found = {
        "dispute": "d", "state": "opened", "game": "g", "edition": "e", "revision": 3, "entry": 1, "head": "h",
        "game_entry": 4, "game_head": "k", "question": {"said": "dark: Build (hidden)", "ruling": "undecided"},
    }  # fmt: skip
    seen = {"dispute": found, "said": "dark: build vader 3", "verdict": {"ruling": "legal"}}
    told = list(shown_lines(seen))
    assert "  in question: dark: build vader 3" in told
    assert "  the adjudicator: LEGAL; on what everybody knows: UNDECIDED" in told
    paper = {title: pairs for each in sections(seen) for title, pairs in [(each.title, dict(each.pairs))]}
    assert {"Answer": "LEGAL", "On what everybody knows": "UNDECIDED"} == paper["The adjudicator"]
    assert "dark: build vader 3" == paper["Question"]["Declaration"]


async def test_what_a_decision_says_of_who_did_wrong(
    service: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The offender is told by himself too, a loss that is only recorded says so, and an empty repair is none."""
    server = ("--server", service.address)
    for options, words in (
        (("--offender", "north"), "infraction: north"),
        (("--penalty", "game-loss", "--offender", "north"), "without the remedy --game-loss this game goes on"),
        (("--penalty", "game-loss", "--game-loss", "north"), "remedy: north loses the game"),
    ):
        game, about = await asked(service)
        await run(capsys, "dispute", "open", game, "May", "she?", "--about", str(about), "--by", "Ann", *server)
        assert words in await run(capsys, "dispute", "rule", "last", "No.", *options, "--by", "Flo", *server)
    empty = tmp_path / "empty.json"
    empty.write_text("\n")
    await run(capsys, "dispute", "open", (await asked(service))[0], "May", "she?", "--by", "Ann", *server)
    for options, words in (
        (("--repair", str(empty)), "repair with no facts"),
        (("--game-loss", ""), "'' is not a seat of this game"),
        (("--offender", "green"), "'green' is not a seat of this game"),
        (("--penalty", "match-loss"), "a match-loss is somebody's"),
    ):
        refused = await run(capsys, "dispute", "rule", "last", "No.", *options, "--by", "Flo", *server, status=1)
        assert "DECISION_REFUSED" in refused
        assert words in refused


class _Seen(HTMLParser):
    """The tags that a page opens and closes, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert tag == self.open.pop()

    def handle_data(self, data: str) -> None:
        self.text += data


async def test_the_report(service: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """HTML (whole, escaped, with a print style sheet) and PDF have question, position, clauses, citations, lines."""
    server = ("--server", service.address)
    game, about = await asked(service)
    await run(capsys, "dispute", "open", game, "<b>May</b> Zoë?", "--about", str(about), "--by", "Ann", *server)
    await run(capsys, "dispute", "rule", "last", "No.", "--rule", RULE, "--by", "Flo", *server)
    page, paper = tmp_path / "report.html", tmp_path / "report.pdf"
    await run(capsys, "dispute", "report", "last", "--html", str(page), "--pdf", str(paper), *server)
    text = page.read_text(encoding="utf-8")
    seen = _Seen()
    seen.feed(text)
    assert [] == seen.open
    assert "@media print" in text
    board = (await service.client.game(game)).board.strip().splitlines()[0].strip()
    for each in ("<b>May</b> Zoë?", board, "harbour.1.3", RULE, "No.", "Head judge, date", "Flo, floor judge"):
        assert each in seen.text
    assert "<b>" not in text
    data = paper.read_bytes()
    assert data.startswith(b"%PDF-")
    assert data.rstrip().endswith(b"%%EOF")
    await run(capsys, "dispute", "report", "last", "--pdf", str(tmp_path / "again.pdf"), *server)
    assert data == (tmp_path / "again.pdf").read_bytes()
    assert "--html" in await run(capsys, "dispute", "report", "last", *server, status=1)
