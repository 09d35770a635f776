"""Four seats in two teams play whole games at random under a toy edition: no rule counts to two.

The rules for teams come with their document; here nothing may break, and every seat has its part where its side has it.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from adjudicator.kernel.base import Sealed
from adjudicator.kernel.entries import Opening, Settings
from adjudicator.kernel.viewing import view_for
from adjudicator.play import Played
from adjudicator.swtcg.editions import EDITIONS
from adjudicator.swtcg.opening import decode, pack
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table import stored
from adjudicator.swtcg.table.seating import Chair
from adjudicator.swtcg.table.table import Table
from tests.kit.star_wars import KNOWING, SWTCG, play_game
from tests.test_games import random_deck

CHAIRS = (
    ("ann", "dark", "empire"), ("ben", "light", "rebels"), ("abe", "dark", "empire"), ("bea", "light", "rebels"),
)  # fmt: skip
ORDER = ("ann", "abe", "ben", "bea")
TEAMS = {name: team for name, _, team in CHAIRS}
GAMES = (11, 17, 29)
"""In these there are contests, secret bids, and a win by arenas that one of two partners holds alone."""
TOY = msgspec.structs.replace(EDITIONS["swtcg-2005"], id="four-seats", title="Four seats", seats=CHAIRS)


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy edition can be played while a test runs."""
    monkeypatch.setitem(EDITIONS, TOY.id, TOY)


def opening(number: int, chairs: tuple[Chair, ...] = CHAIRS) -> Opening:
    """The opening of a game: two decks of a side are as different as any."""
    chance = random.Random(f"decks of four {number}")
    packs = tuple((name, Sealed((name,), pack(random_deck(side, chance)))) for name, side, _ in chairs)
    settings = Settings(manual="blank", strict=number % 2 == 1)
    return Opening(SWTCG.id, TOY.id, settings, tuple((name, name) for name, _, _ in chairs), packs)


def turns(played: Played) -> list[list[Any]]:
    """What happened, turn by turn; what came before the first is left out, and a turn that did not end."""
    found: list[list[Any]] = []
    for fact in played.facts:
        if isinstance(fact, f.TurnBegan):
            found.append([])
        if found:
            found[-1].append(fact)
    return [turn for turn in found if any(isinstance(fact, f.TurnEnded) for fact in turn)]


@pytest.fixture(scope="module")
def games() -> list[Played]:
    """Some games of four, every other one with the house passing for nobody; the invariants hold all the while."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(EDITIONS, TOY.id, TOY)
        return [play_game(opening(number), f"four {number}", thorough=number == 17) for number in GAMES]


def test_every_seat_has_its_part_of_every_turn(games: list[Played]) -> None:
    """Each seat gains Force, gets the result of the roll, builds and retreats, the sides in order and a side's seats in
    theirs.
    """
    seen = 0
    for turn in (turn for played in games for turn in turns(played)):
        parts = {
            "force": [x.seat for x in turn if isinstance(x, f.ForceGained) and x.cause == "ready phase"],
            "points": [x.seat for x in turn if isinstance(x, f.BuildPointsGained) and x.cause == "build roll"],
            "build": [x.seat for x in turn if isinstance(x, f.StepBegan) and x.step == "build"],
            "retreat": [x.seat for x in turn if isinstance(x, f.StepBegan) and x.step == "retreat"],
        }
        for part, seats in parts.items():
            assert list(ORDER) == list(dict.fromkeys(seats)), part
        seen += 1
    assert seen > len(GAMES)


def test_every_seat_sets_up(games: list[Played]) -> None:
    """All draw and finish, and the side that goes first puts down the first unit."""
    for played in games:
        before = played.facts[: next(i for i, x in enumerate(played.facts) if isinstance(x, f.TurnBegan))]
        drawn = [x.seat for x in before if isinstance(x, f.CardsDrawn)]
        assert set(ORDER) == set(drawn)
        assert set(ORDER) == {x.seat for x in before if isinstance(x, f.SetupFinished)}
        assert ORDER[0] == next(x.seat for x in before if isinstance(x, f.UnitPlaced))


def test_only_opponents_fight_and_contest(games: list[Played]) -> None:
    """No unit attacks a partner's, and partners' units of one name do not contest each other."""
    attacks = contests = 0
    for played in games:
        table = SWTCG.deal(played.opening)
        for fact in played.facts:
            if isinstance(fact, f.AttackDeclared):
                attacker, defender = (table.stacks[each].controller for each in (fact.attacker, fact.defender))
                attacks += 1
                assert TEAMS[attacker] != TEAMS[defender]
            if isinstance(fact, f.ContestWon):
                winner, loser = (table.stacks[each].controller for each in (fact.winner, fact.loser))
                contests += 1
                assert TEAMS[winner] != TEAMS[loser]
            SWTCG.fold(table, fact)
    assert attacks
    assert contests


def test_opponents_bid_against_a_player_and_partners_do_not(games: list[Played]) -> None:
    """A secret bid is made by whoever asks for it and all opponents; it is opened with three bids."""
    opened = [fact for played in games for fact in played.facts if isinstance(fact, f.SecretBidWon)]
    assert opened
    assert all(len(fact.bids) == 3 for fact in opened)


def test_partners_win_together(games: list[Played]) -> None:
    """The winner's team holds the arenas that are named; in one game the winner alone would not have held two."""
    together = 0
    for played in games:
        table: Table = played.table
        won = next(fact for fact in played.facts if isinstance(fact, f.GameWon))
        held = {seat: table.reckoning.arenas_controlled(table, seat) for seat in table.order}
        team = (won.seat, *table.partners(won.seat))
        assert set(won.arenas) == {arena for seat in team for arena in held[seat]}
        assert [()] * 2 == [tuple(set(held[seat]) & set(won.arenas)) for seat in table.opponents(won.seat)]
        together += len(held[won.seat]) < 2
    assert together


def test_a_table_of_four_is_stored_and_seen(games: list[Played]) -> None:
    """A table decodes to itself, and a partner's hand is as hidden as an opponent's."""
    for played in games:
        table = played.table
        assert stored.form_of(table) == stored.form_of(decode(stored.encode(table), KNOWING))
        seen = view_for(SWTCG, table, "ann").table
        for seat in ORDER:
            known = [card in table.cards for card in seen.zones[f"hand:{seat}"]]
            assert [seat == "ann"] * len(known) == known


@pytest.mark.parametrize(
    "chairs",
    [
        (("ann", "dark", "a"), ("ben", "light", "b"), ("bea", "light", "c")),
        (("ann", "dark", "a"), ("ben", "light", "b"), ("bea", "light", "b")),
        (
            ("ann", "dark", "a"), ("abe", "dark", "a"), ("joe", "dark", "a"),
            ("ben", "light", "b"), ("bea", "light", "b"), ("jon", "light", "c"),
        ),
    ],
    ids=["three rivals", "one against two", "three teams of six"],
)  # fmt: skip
def test_any_number_of_seats_can_play(chairs: tuple[Chair, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Opponents may share a side, teams may differ in size and number: the game goes on to a win and nothing breaks."""
    monkeypatch.setitem(EDITIONS, TOY.id, msgspec.structs.replace(TOY, seats=chairs))
    played = play_game(opening(2, chairs), "x 2")
    assert played.table.winner in {name for name, _, _ in chairs}
    assert {name for name, _, _ in chairs} == {x.seat for x in played.facts if isinstance(x, f.SetupFinished)}
