"""The miniature game as a whole: random games, its notation, and the same digests under two hash seeds."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.kernel.game import Game
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from tests.kit.harbour import HARBOUR, opening
from tests.kit.harbour import values as v
from tests.kit.play import begun, played
from tests.kit.quay import quay

ROOT = Path(__file__).resolve().parents[2]


def digest(games: int) -> str:
    """The digest of all facts and all last tables of some random games."""
    found = hashlib.sha256()
    for seed in range(games):
        for _, _, verdict in played(HARBOUR, opening(), seed, 300):
            found.update(repr(verdict.facts).encode())
        found.update(HARBOUR.encode(verdict.after))
    return found.hexdigest()


def test_it_is_a_game_as_the_protocol_has_it() -> None:
    """Harbour can stand wherever a game is asked for (checked by the type checker as well)."""
    game: Game = HARBOUR
    assert "harbour" == game.id


@pytest.mark.parametrize("seed", range(12))
def test_random_games_break_nothing(seed: int) -> None:
    """Everything a form offers is legal, every table is sound, and folding the facts again gives the same table."""
    again = HARBOUR.fork(begun(HARBOUR, opening()))
    for _, said, verdict in played(HARBOUR, opening(), seed, 800):
        assert ("legal", ()) == (verdict.ruling.value, HARBOUR.invariants(verdict.after)), said
        for fact in verdict.facts:
            HARBOUR.fold(again, fact)
    assert HARBOUR.encode(verdict.after) == HARBOUR.encode(again)
    assert HARBOUR.over(verdict.after) in {"blue wins", "red wins"}


def test_random_games_need_the_whole_kernel() -> None:
    """Among a few games every kind of fact happens that the usual deck can bring about."""
    seen = {
        type(fact) for seed in range(25) for *_, verdict in played(HARBOUR, opening(), seed) for fact in verdict.facts
    }
    rare = {v.EchoSounded, v.WaterTurned}  # cards that the usual deck does not hold
    assert set(v.Happening.__args__) - rare == seen


def test_digests_do_not_depend_on_the_hash_seed() -> None:
    """The same games under two hash seeds give the same facts and tables, byte for byte."""
    code = "from tests.kernel.test_harbour import digest; print(digest(4))"
    digests = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env=dict(os.environ, PYTHONHASHSEED=seed, PYTHONPATH=str(ROOT)),
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert {digest(4)} == digests


def test_a_table_survives_its_lossless_form() -> None:
    """decode(encode(table)) is the table, in the middle of things too."""
    for _, _, verdict in played(HARBOUR, opening(), 3, 120):
        assert HARBOUR.decode(HARBOUR.encode(verdict.after)) == verdict.after


def test_declarations_round_trip() -> None:
    """read(say(declaration)) is the declaration, for everything said in random games."""
    said_so_far = 0
    for table, said, _ in played(HARBOUR, opening(), 9, 250):
        due = HARBOUR.chance_due(table)
        spoken = said if due is None else HARBOUR.chance_said(table, (due.pool or (3,))[: due.count or 2])
        assert spoken == HARBOUR.read(table, HARBOUR.say(table, spoken))
        said_so_far += 1
    assert said_so_far > 50


def test_boards_round_trip_at_quiet_points() -> None:
    """board(read_board(board)) is the board wherever a turn's main question is open."""
    quiet = 0
    for _, _, verdict in played(HARBOUR, opening(), 4, 300):
        table = verdict.after
        if table.window is not None and table.window.kind == "main" and not table.frames[-1].used:
            text = HARBOUR.board(table)
            assert text == HARBOUR.board(HARBOUR.read_board(text, "harbour-1"))
            assert () == HARBOUR.invariants(HARBOUR.read_board(text, "harbour-1"))
            quiet += 1
    assert quiet > 10


def test_a_board_hides_what_a_seat_may_not_know() -> None:
    """A seat sees its own hand and how many cards the others hold; swapping their cards changes nothing it sees."""
    one = quay(hands={"north": "gale", "east": "ship"})
    other = quay(hands={"north": "gale", "east": "calm"})
    assert HARBOUR.board(one, "north") == HARBOUR.board(other, "north")
    assert HARBOUR.board(one, "east") != HARBOUR.board(other, "east")
    assert "hand [gale]" in HARBOUR.board(one, "north")


def test_a_board_may_leave_cards_unknown() -> None:
    """A number instead of a list: so many cards that nobody at the table has named."""
    text = HARBOUR.board(quay(hands={"east": "ship, calm"}), "north")
    table = HARBOUR.read_board(text, "harbour-1")
    assert ["?", "?"] == [table.kind(handle) for handle in table.hand["east"]]
    assert text == HARBOUR.board(table, "north")


@pytest.mark.parametrize(
    ("text", "found"),
    [("north: dance", "d"), ("north play ship", "p"), ("north: sail", ""), ("north: play kraken", "kraken")],
)
def test_what_is_not_understood_is_named(text: str, found: str) -> None:
    """The error names the words that broke it and what would have fitted."""
    with pytest.raises(NotUnderstoodError) as error:
        HARBOUR.read(quay(hands={"north": "ship"}), text)
    assert error.value.found.startswith(found)
    assert error.value.fits


def test_two_readings_are_listed() -> None:
    """Which of two ships is meant is asked back, not guessed."""
    table = quay("ship of north", "ship of north")
    with pytest.raises(AmbiguousError) as error:
        HARBOUR.read(table, "north: sail ship")
    assert tuple(f"ship#{thing}" for thing in table.things) == error.value.readings


def test_a_value_is_explained() -> None:
    """What a ship would score is the sum of its parts; anything else has no value."""
    table = quay("ship of north", "  crate of north", "    crate of south")
    ship = next(iter(table.things))
    explained = HARBOUR.value(table, f"ship#{ship}", "points")
    assert (3, 3) == (explained.total, len(explained.parts))
    with pytest.raises(KeyError):
        HARBOUR.value(table, f"ship#{ship}", "beauty")
