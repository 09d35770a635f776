"""The recipe of docs/dice.md: a stranger computes all rolls of a closed game from what is public."""

from __future__ import annotations

import asyncio
import copy
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from adjudicator.application.chance import Source
from adjudicator.application.commands import Reopen
from adjudicator_cli.main import main
from adjudicator_client.proofs import ProofError, check_rolls, rolled
from tests.kit.harbour import values as v
from tests.kit.recorded import play_on
from tests.service.running import SEATS as HOLDERS
from tests.service.running import Running

PAGE = Path(__file__).parents[2] / "docs" / "dice.md"
LINES = 20
ROLLS = 3
GAMES = 40
SEATS = tuple(each.seat for each in HOLDERS)
DECK = HOLDERS[0].deck


def script() -> str:
    """The script that stands on the page."""
    found = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found.group(1)


def stranger(told: dict[str, Any]) -> subprocess.CompletedProcess[str]:
    """The script, run by somebody who has nothing of ours."""
    return subprocess.run(
        [sys.executable, "-I", "-c", script()], input=json.dumps(told), capture_output=True, text=True, check=False
    )


async def rolled_often(service: Running) -> str:
    """A game with some rolls: by the house's seeds some games have none."""
    for _ in range(GAMES):
        game = await service.opened()
        await asyncio.to_thread(service.application.submit, game, v.Pass("north"), nonce=b"\x01\x02")
        await asyncio.to_thread(play_on, service.application, game, 120, 4)
        await asyncio.to_thread(service.application.submit, game, v.Pass("east"), nonce=b"late")
        await asyncio.to_thread(play_on, service.application, game, 120, 5)
        if len((await service.client.rolls(game)).rolls) >= ROLLS:
            return game
    raise AssertionError(f"{GAMES} games have fewer than {ROLLS} rolls each")


@pytest.fixture
async def told(service: Running, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """The public rolls of a closed game, in which both players have given nonces."""
    game = await rolled_often(service)
    assert not (await service.client.rolls(game)).seed
    await asyncio.to_thread(service.application.close_game, game)
    capsys.readouterr()
    assert 0 == await asyncio.to_thread(main, ["dice", game, "--server", service.address, "--json"])
    lines = [line for line in capsys.readouterr().out.splitlines() if "[info " not in line]
    found: dict[str, Any] = json.loads("\n".join(lines))
    assert 0 == await asyncio.to_thread(main, ["dice", "last", "--server", service.address])
    return found


def test_the_script_is_short() -> None:
    """A stranger reads it in a minute."""
    assert LINES >= len([line for line in script().splitlines() if line.strip()])


async def test_a_stranger_computes_every_roll(told: dict[str, Any], service: Running) -> None:
    """All of the log's house dice are there, with both nonces, and the script agrees with each."""
    entries = [each async for each in service.client.entries(told["game"])]
    rolls = [each for each in entries if each.said.startswith("chance: roll") and each.ruling == 1]
    assert [each.number for each in rolls] == [each["entry"] for each in told["rolls"]]
    assert [each.said.split()[-1] for each in rolls] == [str(each["dice"][-1]) for each in told["rolls"]]
    assert len(rolls) > 2
    assert {"north=0102", "east=6c617465,north=0102"} <= {each["nonces"] for each in told["rolls"]}
    done = stranger(told)
    assert (0, f"{len(rolls)} rolls are what the seed gives\n") == (done.returncode, done.stdout), done.stderr
    assert len(rolls) == check_rolls(told)


async def test_any_change_is_found(told: dict[str, Any]) -> None:
    """Another die, entry, purpose, nonce, seed, commitment or game: script and client refuse alike."""
    at = next(n for n, roll in enumerate(told["rolls"]) if roll["nonces"])
    changes: list[tuple[Any, ...]] = [("seed", "00" * 32), ("commitment", "00" * 32), ("game", "g")]
    changes += [
        ("rolls", at, name, value)
        for name, value in (("entry", 10_000), ("purpose", "dice:x"), ("nonces", "north=03"), ("dice", [7]))
    ]
    for *way, name, value in changes:
        forged: Any = copy.deepcopy(told)
        place = forged
        for step in way:
            place = place[step]
        if name != "dice":  # one die may be the same by chance; a hundred are not
            roll = forged["rolls"][at]
            roll["dice"] = rolled(bytes.fromhex(told["seed"]), _before(told, roll), roll["nonces"], 6, 100)
            assert 0 == stranger(forged).returncode, name  # so it is the change below that is refused
            check_rolls(forged)
        place[name] = value
        with pytest.raises(ProofError):
            check_rolls(forged)
        assert 0 != stranger(forged).returncode, name


def _before(told: dict[str, Any], roll: dict[str, Any]) -> str:
    return f"{told['game']}|{roll['purpose']}|{roll['entry']}"


def test_a_stranger_rolls_like_the_house() -> None:
    """Over 600,000 dice of six faces and some of others, the recipe and the house's own code agree."""
    source = Source(b"\7" * 32, "g", "dice:x", 1, (("b", b"\2"), ("a", b"\1")))
    dice = rolled(b"\7" * 32, "g|dice:x|1", "a=01,b=02", 6, 600_000)
    assert dice == [source.below(6) + 1 for _ in range(600_000)]
    counts = Counter(dice)
    chi = sum((counts[face] - 100_000) ** 2 / 100_000 for face in range(1, 7))
    assert chi < 20.5, chi
    for faces in (2, 3, 7, 3 * 2**30):  # of the last, a quarter of all words is passed over
        other = Source(b"\5" * 32, "g", "dice:y", 2)
        assert [other.below(faces) + 1 for _ in range(50)] == rolled(b"\5" * 32, "g|dice:y|2", "", faces, 50)


async def reopened(service: Running) -> tuple[str, Any]:
    """A game that was closed and reopened, with rolls before and after; and what its rolls were when it was closed."""
    app = service.application
    for _ in range(GAMES):
        game = await service.opened()
        await asyncio.to_thread(play_on, app, game, 80, 4)
        await asyncio.to_thread(app.close_game, game)
        first = await service.client.rolls(game)
        await asyncio.to_thread(app.do, Reopen(game, "overturned", "Hera"))
        await asyncio.to_thread(app.submit, game, v.Pass("north"), nonce=b"\x07")
        await asyncio.to_thread(play_on, app, game, 80, 6)
        if 0 < len(first.rolls) < len((await service.client.rolls(game)).rolls):
            return game, first
    raise AssertionError(f"{GAMES} games have no rolls before or after")


async def test_a_reopened_game_has_earlier_seeds(service: Running, capsys: pytest.CaptureFixture[str]) -> None:
    """Script and client compute each roll under the seed that it was drawn from; the last is told at the end."""
    app, client = service.application, service.client
    game, first = await reopened(service)
    going = await client.rolls(game)
    assert (b"", [first.seed], [first.commitment]) == (
        going.seed, [each.seed for each in going.earlier], [each.commitment for each in going.earlier],
    )  # fmt: skip
    assert not any("07" in each.nonces for each in going.rolls)
    await asyncio.to_thread(app.close_game, game)
    capsys.readouterr()
    assert 0 == await asyncio.to_thread(main, ["dice", game, "--server", service.address, "--json"])
    lines = [line for line in capsys.readouterr().out.splitlines() if "[info " not in line]
    told: dict[str, Any] = json.loads("\n".join(lines))
    later = [each for each in told["rolls"] if each["entry"] >= told["earlier"][0]["before"]]
    assert later
    assert len(told["rolls"]) == check_rolls(told)
    assert (0, f"{len(told['rolls'])} rolls are what the seed gives\n") == (
        (done := stranger(told)).returncode, done.stdout,
    )  # fmt: skip
    for change in ("seed", "before"):
        forged = copy.deepcopy(told)
        forged["earlier"][0][change] = "00" * 32 if change == "seed" else 10_000
        with pytest.raises(ProofError):
            check_rolls(forged)
        assert 0 != stranger(forged).returncode, change


async def test_an_open_game_keeps_its_secrets(service: Running) -> None:
    """Until a game is closed neither seed nor nonces are told, and nothing can be checked."""
    game = await rolled_often(service)
    found = await service.client.rolls(game)
    assert (b"", {""}) == (found.seed, {each.nonces for each in found.rolls})
    with pytest.raises(ProofError, match="not closed"):
        check_rolls({"seed": ""})


async def test_nonces_after_the_commitment(service: Running, capsys: pytest.CaptureFixture[str]) -> None:
    """A game opened to wait for nonces shows its commitment, then takes one of each seat by command, then draws."""

    async def done(*words: str) -> tuple[int, str]:
        capsys.readouterr()
        status = await asyncio.to_thread(main, [*words, "--server", service.address])
        lines = capsys.readouterr().out.splitlines()
        return status, "\n".join(each for each in lines if "[info " not in each)

    seats = [word for seat in SEATS for word in ("--deck", f"{seat}={DECK}")]
    status, told = await done("open", "--edition", "harbour-1", "--nonces-first", *seats)
    game, committed, waits, *_ = told.splitlines()
    commitment = committed.split()[-1]
    assert (0, 64) == (status, len(commitment))
    assert waits.endswith("nonces of north, east, south, west")
    assert 0 != (await done("nonce", game, "north", "--commitment", "00" * 32))[0]
    assert 0 != (await done("nonce", game, "north", "--nonce", "zz"))[0]
    for number, seat in enumerate(SEATS):
        assert list(SEATS[number:]) == list((await service.client.game(game)).game.nonces_due)
        given = ("--nonce", "0102") if number % 2 else ("--commitment", commitment)
        status, told = await done("nonce", game, seat, *given)
        assert (0, True, True) == (status, f"{seat} adds " in told, commitment in told)
    entries = [each async for each in service.client.entries(game)]
    assert ["", *SEATS, "chance"] == [each.seat for each in entries[:6]]
    assert "0102" not in str(entries[2])
    asked = (await service.client.game(game)).question.asked[0]
    status, _ = await done("say", game, f"{asked}: pass", "--nonce", "aabb")
    assert 0 == status
    assert b"\xaa\xbb" == dict(service.application.get(game).nonces)[asked]
    found = await service.client.rolls(game)
    there = await service.client.game(game)
    assert (there.basis.entry, there.basis.head, there.basis.revision) == (
        found.basis.entry, found.basis.head, found.basis.revision,
    )  # fmt: skip
