"""Players who choose their sides at the table: what they may bring, who knows what, and what leaves the game."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from adjudicator.kernel.base import Sealed
from adjudicator.kernel.entries import Opening, Settings
from adjudicator.kernel.judging import ANSWER, judge
from adjudicator.kernel.viewing import view_for
from adjudicator.play import at_random, begun, play_game, proven
from adjudicator.swtcg.notation import board, read
from adjudicator.swtcg.opening import deal, pack
from adjudicator.swtcg.table import stored
from adjudicator.swtcg.table.facts import SideGiven
from adjudicator.swtcg.words.face import Face
from tests.kit.star_wars import KNOWING, SWTCG, read_board
from tests.test_games import random_deck

EDITION = "swtcg-2022"
SUPPLY = Face(key="x/sup", name="Small Helper", side="neutral", types=("character", "subordinate"))


def deck(side: str, name: str = "card", count: int = 20) -> tuple[Face, ...]:
    """A small deck of a side, each card of its own name."""
    return tuple(
        Face(key=f"{name}/{side}/{at}", name=f"{name} {side} {at}", side=side, types=("ground",), cost=3, power=1,
             speed=30, health=3)
        for at in range(count)
    )  # fmt: skip


def opening(brought: Mapping[str, Sequence[Sequence[Face]]], edition: str = EDITION, **settings: Any) -> Opening:
    """The opening of a game to which players bring decks, each with a supply of one card."""
    packs = tuple(
        (seat, Sealed((seat,), pack(faces, supply=(SUPPLY,) if edition == EDITION else ())))
        for seat, decks in brought.items()
        for faces in decks
    )
    run = Settings(**{"manual": "blank", **settings})
    return Opening(SWTCG.id, edition, run, tuple((seat, seat.capitalize()) for seat in brought), packs)


BOTH = {"ann": (deck("dark", "a"), deck("light", "b")), "ben": (deck("dark", "c"), deck("yuuzhan vong", "d"))}


@pytest.mark.parametrize(
    ("brought", "edition", "told"),
    [
        ({"ann": (deck("dark"),), "ben": (deck("light"),)}, "swtcg-2005", "are dark and light, not ann, ben"),
        ({"dark": (deck("dark"),), "light": (deck("light"),), "vong": (deck("dark"),)}, EDITION, "two of dark, vong"),
        ({"dark": (deck("dark"),), "ben": (deck("light"),)}, EDITION, "or two of dark, vong, light, not dark, ben"),
        ({"ann": (deck("dark", "a"),), "ben": (deck("dark", "b"),)}, EDITION, "ann has dark; ben has dark"),
        ({"ann": (deck("dark"),) * 4, "ben": (deck("light"),)}, EDITION, "ann has 4 decks; .* may bring 3"),
        ({"dark": (deck("dark"), deck("dark", "b")), "light": (deck("light"),)}, EDITION, "dark has 2 decks"),
        ({"ann": ((*deck("dark"), *deck("light")),), "ben": (deck("light"),)}, EDITION, "have it in a dark deck"),
        ({"ann": (deck("dark"),), "ben": ()}, EDITION, "no deck for ben"),
    ],
)  # fmt: skip
def test_what_cannot_be_brought_is_refused(
    brought: Mapping[str, Sequence[Sequence[Face]]], edition: str, told: str
) -> None:
    """The message names the seats, the sides or the decks that there are."""
    with pytest.raises(ValueError, match=told):
        deal(opening(brought, edition), KNOWING)


def test_players_with_nothing_to_choose_just_get_their_sides() -> None:
    """One deck each, of different sides: nobody is asked."""
    run = begun(SWTCG, opening({"ann": (deck("light"),), "ben": (deck("yuuzhan vong"),)}))
    given = [(x.seat, x.side, x.points) for x in run.facts if isinstance(x, SideGiven)]
    assert [("ben", "yuuzhan vong", 30), ("ann", "light", 30)] == given
    assert ("ben", "ann") == run.table.order


@pytest.mark.parametrize("decks", ["house", "reported"])
def test_decks_that_are_not_played_leave_the_game(decks: str) -> None:
    """With their supplies, and with all that the table knew of their cards."""
    table = begun(SWTCG, opening(BOTH, decks=decks)).table
    assert (84, ("sides", ("ann",))) == (len(table.cards), (table.agenda.window.kind, table.agenda.window.asked))
    for words in ("ann: take light", "ben: take dark"):
        table = judged(table, words)
    assert 42 == len(table.cards)
    assert {"b", "c", "x"} == {key.partition("/")[0] for key in table.faces}
    assert (1, 1) == (len(table.zones["supply:ann"]), len(table.zones["supply:ben"]))
    known = [card for card in table.zones["deck:ann"] if table.face(card) is not None]
    assert bool(known) == (decks == "house")


def judged(table: Any, words: str) -> Any:
    """The table after a declaration that is legal."""
    after = judge(SWTCG, table, read(table, words), ANSWER).after
    assert after is not None
    return after


def test_who_has_brought_what_is_known_to_its_player() -> None:
    """The other one sees how many cards there are, and not which; the board is read as the same table again."""
    table = begun(SWTCG, opening(BOTH, manual="ask")).table
    for seat, other in (("ann", "ben"), ("ben", "ann")):
        seen = view_for(SWTCG, table, seat).table
        mine, theirs = (seen.zones[f"deck 1:{each}"] for each in (seat, other))
        assert all(seen.face(card) is not None for card in mine)
        assert all(seen.face(card) is None for card in theirs)
    text = board(table, exact=True)
    assert text.startswith("setup; ann to choose\nann: ")
    assert stored.encode(table) == stored.encode(read_board(text, EDITION, table.faces.values()))


@pytest.mark.parametrize("number", range(6))
def test_games_that_begin_with_a_bid_are_played(number: int) -> None:
    """Whole games at random; every listed declaration is said again as it is written."""
    chance = random.Random(f"sides {number}")
    brought = {
        seat: tuple(random_deck(side, chance) for side in sides)
        for seat, sides in (("ann", ("dark", "light")), ("ben", ("light", "dark")))
    }
    played = play_game(SWTCG, opening(brought, strict=bool(number % 2)), f"bid {number}", thorough=number == 0)
    assert {"ann", "ben"} == {x.seat for x in played.facts if isinstance(x, SideGiven)}
    assert proven(SWTCG, played, number, str(number)).declarations == len(played.said)


def test_what_is_listed_is_written_and_read() -> None:
    """Naming a side, bids, rolls and letting go: parse(render(x)) == x."""
    chance, table = random.Random(7), begun(SWTCG, opening(BOTH)).table
    for words in ("ann: take dark", "ben: take dark", "ann: roll for the bid", "ben: bid 29", "ann: bid 27"):
        for form in SWTCG.forms(table):
            for _ in range(5):
                said = at_random(SWTCG, form, chance)
                assert said == read(table, SWTCG.say(table, said))
        table = judged(table, words)
