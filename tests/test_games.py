"""Random whole games from the deal to a win, proven as they go."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import pytest

from adjudicator.kernel.entries import Settings
from adjudicator.play import TURNS_MAX, Result, digest_of_all
from adjudicator.swtcg.cards.catalogue import our_catalogue
from adjudicator.swtcg.editions import EDITIONS
from adjudicator.swtcg.words.face import Face
from tests.kit.star_wars import opening_of, play_game, play_games, proven

GAMES = 20
SEED = 2005

_OTHER_RUN = """
from adjudicator.play import digest_of_all
from tests.kit.star_wars import play_games
print(digest_of_all(play_games(None, 2005, 4)))
"""


@pytest.fixture(scope="module")
def results() -> list[Result]:
    """Twenty games of the demo's decks; playing them raises PlayError at the first thing that is wrong."""
    return play_games(None, SEED, GAMES)


def test_games_end(results: list[Result]) -> None:
    """Games come to an end with a winner; at most one in twenty may be stopped by its number of turns."""
    assert GAMES == len(results)
    assert sum(result.stopped for result in results) <= GAMES * 5 // 100
    assert all(result.winner in ("dark", "light") for result in results if not result.stopped)
    assert all(1 <= result.turns <= TURNS_MAX for result in results)


def test_games_differ(results: list[Result]) -> None:
    """Each game takes a course of its own."""
    assert GAMES == len({result.course for result in results})


def test_listed_forms_are_legal() -> None:
    """Whatever is listed is legal, whichever arguments of its domains are said."""
    assert 3 == len(play_games(None, SEED + 1, 3, thorough=True))


DECK = (
    ("space", 14), ("ground", 14), ("character", 16), ("battle", 6), ("mission", 3), ("location", 3), ("equipment", 4),
)  # fmt: skip
"""How many cards of each type a random deck has."""


def random_deck(side: str, chance: random.Random) -> list[Face]:
    """Sixty cards of the catalogue that a side may have."""
    faces = [entry.face for entry in our_catalogue().entries() if entry.face.side in (side, "neutral")]
    return [chance.choice([face for face in faces if kind in face.types]) for kind, count in DECK for _ in range(count)]


@pytest.mark.parametrize("number", range(12))
def test_any_cards_can_be_played(number: int) -> None:
    """Random decks of the whole catalogue play whole games, with every listed form legal at every question."""
    chance = random.Random(f"decks {number}")
    decks = random_deck("dark", chance), random_deck("light", chance)
    edition = chance.choice(tuple(EDITIONS))
    settings = Settings(manual="blank", strict=number % 2 == 1)
    seed = f"any {number}"
    opening = opening_of(decks, edition, settings)
    assert proven(play_game(opening, seed, thorough=True), number, seed).declarations > 0


@pytest.mark.parametrize("edition", ["swtcg-2005-rulebook", "swtcg-web"])
def test_other_editions(edition: str) -> None:
    """Whole games can be played under every edition."""
    assert 3 == len(play_games(None, SEED, 3, edition=edition))


def test_progress_is_told() -> None:
    """Whoever waits is told after each game how far it is."""
    told: list[tuple[int, int]] = []
    play_games(None, SEED, 2, lambda done, total: told.append((done, total)))
    assert [(1, 2), (2, 2)] == told


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_same_course_under_every_hash_seed(results: list[Result], hash_seed: str) -> None:
    """The same seed gives the same games whatever the order of sets in the process."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-c", _OTHER_RUN], capture_output=True, text=True, check=True, env=environment
    )
    assert digest_of_all(results[:4]) == done.stdout.strip()
