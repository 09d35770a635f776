"""Facts in words."""

from __future__ import annotations

from typing import get_args

import pytest

from adjudicator.kernel.base import Sealed
from adjudicator.play import Played
from adjudicator.swtcg.sentences import TOLD
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.table import BUILDING, UNIT, Card, Modifier, Scene, Stack, Table
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.language import THIS, Modify
from tests.kit.star_wars import SWTCG, new_table, opening_of, our_decks, play_game


@pytest.fixture(scope="module")
def played() -> Played:
    """A random game."""
    return play_game(opening_of(our_decks()), "told")


def test_every_kind_has_a_sentence() -> None:
    """There is a line for every kind of fact, and for nothing else."""
    assert set(get_args(f.AnyEvent)) | {f.Awaits} == set(TOLD)


def test_a_whole_game_can_be_told(played: Played) -> None:
    """Every fact of a game but that the table waits is told in one short sentence that ends with a full stop."""
    table = SWTCG.fork(SWTCG.deal(played.opening))
    for fact in played.facts:
        SWTCG.fold(table, fact)
        told = SWTCG.tell(table, fact)
        if isinstance(fact, f.Awaits):
            assert "" == told
        else:
            assert told.endswith("."), fact
            assert "\n" not in told
            assert len(told) < 200


def hidden_table() -> Table:
    """A table with one card, known to the table but hidden from the opponent."""
    table = new_table("swtcg-2005")
    table.faces["X/1"] = Face(key="X/1", name="Secret Walker", types=("ground",), cost=3)
    table.cards[1] = Card(1, "dark", "X/1")
    table.stacks[7] = Stack(7, (1,), "dark", "dark", "build:dark", BUILDING, counters=2)
    return table


@pytest.mark.parametrize(
    "fact",
    [
        f.CardsDrawn(seat="dark", count=1, cards=Sealed(("dark",), (1,))),
        f.CardsMovedUnseen(source="deck:dark", target="hand:dark", count=1, cards=Sealed(("dark",), (1,))),
        f.CardBound(seat="dark", cards=Sealed(("dark",), ((1, "X/1"),))),
        f.CardBuilt(stack=7, seat="dark", counters=2, card=Sealed(("dark",), (1,))),
        f.BuildCountersAdded(stack=7, amount=2),
        f.StackMoved(stack=7, zone="build:light", how="effect"),
    ],
)
def test_hidden_things_are_not_told(fact: f.AnyEvent) -> None:
    """What lies face down or goes between hidden zones is never named."""
    told = SWTCG.tell(hidden_table(), fact)
    assert "Secret" not in told
    assert told.endswith(".")


def test_damage_is_told_by_name() -> None:
    """Whose damage got a unit discarded is told by name, also if that one was discarded with it."""
    table = hidden_table()
    for number, name in ((4, "Iron Squad"), (5, "Wood Squad")):
        table.faces[f"X/{number}"] = Face(key=f"X/{number}", name=name, types=("ground",))
        table.cards[number] = Card(number, "dark", f"X/{number}")
        table.stacks[number] = Stack(number, (number,), "dark", "dark", "ground", UNIT)
    dead = f.StackDiscarded(stack=5, rule="rots.discard.damage-at-least-health", by=4, cause="damage")
    SWTCG.fold(table, dead)
    assert "Wood Squad is discarded (damage by Iron Squad)." == SWTCG.tell(table, dead)
    SWTCG.fold(table, f.StackDiscarded(stack=4, rule="rots.discard.damage-at-least-health", by=5, cause="damage"))
    assert "Wood Squad is discarded (damage by Iron Squad)." == SWTCG.tell(table, dead)


def test_what_is_shown_is_told() -> None:
    """The last unit of setup lies face down but has been shown, so it is named."""
    table = hidden_table()
    table.stacks[7] = Stack(7, (1,), "dark", "dark", "build:dark", BUILDING, counters=2, shown=True)
    built = f.CardBuilt(stack=7, seat="dark", counters=2, card=Sealed(("dark", "light"), (1,)), shown=True)
    assert "Dark builds Secret Walker partially with 2 build counters." == SWTCG.tell(table, built)


def test_dice_of_what_is_not_in_an_arena_are_not_said_to_be_of_something_that_has_left() -> None:
    """Dice of a Battle card, or of a unit in the build zone, have no source in play; one discarded has its name."""
    table = hidden_table()
    assert "The dice come to 2 hits." == SWTCG.tell(table, f.HitsCounted(source=0, target=7, hits=2))
    assert "The dice come to no hit." == SWTCG.tell(table, f.HitsCounted(source=0, target=7, hits=0))
    table.stacks[8] = Stack(8, (1,), "dark", "dark", "ground", UNIT)
    SWTCG.fold(table, f.StackDiscarded(stack=8))
    assert "Secret Walker scores 1 hit." == SWTCG.tell(table, f.HitsCounted(source=8, target=7, hits=1))


def test_several_things_have_a_verb_of_their_own() -> None:
    """Names are told once each, joined by "and", with the verb that suits them."""
    table = hidden_table()
    table.faces["X/2"] = Face(key="X/2", name="Plain Tank", types=("ground",), cost=3)
    table.cards |= {2: Card(2, "dark", "X/2"), 3: Card(3, "dark", "X/2")}
    table.stacks |= {n: Stack(n, (card,), "dark", "dark", "ground", UNIT) for n, card in ((11, 1), (12, 2), (13, 3))}
    assert "Secret Walker taps." == SWTCG.tell(table, f.Tapped(stacks=(11,)))
    assert "Secret Walker and Plain Tank (twice) tap." == SWTCG.tell(table, f.Tapped(stacks=(11, 12, 13)))
    moved = f.CardsMoved(source="playing", target="discard:dark", cards=(2,), cause="Plain Tank")
    assert "Plain Tank goes to Dark's discard pile." == SWTCG.tell(table, moved)


def test_what_lies_under_a_unit_is_told_by_the_unit() -> None:
    """Cards, and a unit that leaves, go under a thing with a name, not to a zone with a number."""
    table = hidden_table()
    table.stacks[11] = Stack(11, (1,), "dark", "dark", "ground", UNIT)
    under = f.CardsMovedUnseen(source="deck:dark", target="under:11", count=1, cards=Sealed((), (2,)))
    assert "1 card goes from Dark's deck under Secret Walker." == SWTCG.tell(table, under)
    left = f.StackLeft(stack=12, to="under:11")
    assert "A card goes face down under Secret Walker." == SWTCG.tell(table, left)


@pytest.mark.parametrize(
    ("until", "told"),
    [("permanent", ""), ("turn", ", until end of turn"), ("next untap", ", until your next untap step")],
)
def test_how_long_a_change_lasts_is_told_in_words(until: str, told: str) -> None:
    """What lasts for good has no end to be told."""
    made = Modifier(5, Modify(of=THIS, stat="power", amount=1), Scene("dark", "Test Coach"), until, amount=1)
    assert f"Test Coach: power +1{told}." == SWTCG.tell(hidden_table(), f.ModifierBegan(modifier=made))
