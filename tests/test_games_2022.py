"""Random whole games of the edition of 2022, with a third side, sides chosen at the table, Events and Resources."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from adjudicator import play
from adjudicator.kernel.game.play import Packs
from tests.kit.own_set import own_set, with_own_set

EDITION, GAMES, SEED = "swtcg-2022", 20, 2022


class Drawn:
    """The packs of some games, and the games, which raise PlayError at the first thing that is wrong."""

    def __init__(self) -> None:
        self.game = with_own_set().of(EDITION)
        draw = self.game.play.drawn(EDITION)
        self.packs: list[Packs] = []

        def kept(seed: str) -> Packs:
            self.packs.append(draw(seed, random.Random))
            return self.packs[-1]

        self.results = play.play_games(self.game, EDITION, kept, SEED, GAMES)


@pytest.fixture(scope="module")
def drawn() -> Drawn:
    """Twenty games of random decks of the whole catalogue and the set of our own."""
    return Drawn()


def test_games_end(drawn: Drawn) -> None:
    """Games come to an end with a winner who sat there; at most one in twenty may be stopped by its number of turns."""
    assert sum(result.stopped for result in drawn.results) <= GAMES * 5 // 100
    for packs, result in zip(drawn.packs, drawn.results, strict=True):
        assert result.winner in {"", *(seat for seat, _ in packs)}


def test_sides_are_drawn(drawn: Drawn) -> None:
    """Yuuzhan Vong sit at some of the tables, and at some each player brings a deck for each side."""
    seats = Counter(seat for packs in drawn.packs for seat in dict(packs))
    assert min(seats["dark"], seats["light"], seats["vong"], seats["ann"]) >= 2
    assert seats["ann"] == seats["ben"]
    assert {2, 4} == {len(packs) for packs in drawn.packs}


def test_all_of_our_own_set_is_carried_out() -> None:
    """No effect of it is left to the judge."""
    told = own_set().tally
    assert (told.frame, told.manual, told.read) == (0, 0, 0)
    assert told.compiled > 50


@pytest.mark.parametrize("number", range(3))
def test_listed_forms_are_legal(number: int) -> None:
    """Whatever is listed is legal, whichever arguments of its domains are said."""
    game = with_own_set().of(EDITION)
    draw = game.play.drawn(EDITION)
    assert 1 == len(
        play.play_games(game, EDITION, lambda seed: draw(seed, random.Random), SEED + number, 1, thorough=True)
    )
