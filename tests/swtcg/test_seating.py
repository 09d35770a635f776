"""Who sits at a table: sides in order of precedence, teams, and what is asked of them."""

from __future__ import annotations

import msgspec
import pytest

from adjudicator.swtcg.opening import decode
from adjudicator.swtcg.table import stored
from adjudicator.swtcg.table.frames import ContestFrame
from adjudicator.swtcg.table.seating import chairs_given, chairs_of, seat_them
from tests.kit.star_wars import KNOWING, new_table

PAIRS = (("ben", "light", "rebels"), ("ann", "dark", "empire"), ("bea", "light", "rebels"), ("abe", "dark", "empire"))


def test_two_seats_play_a_side_each() -> None:
    """The editions of 2005 seat one player a side, Dark first."""
    table = new_table("swtcg-2005")
    assert (("dark", "light"), ("dark", "light")) == (table.order, table.sides)
    assert [("light",), ("dark",), ()] == [table.opponents(seat) for seat in ("dark", "light", "judge")]
    assert ((), ("dark",), True, False) == (
        table.partners("dark"),
        table.on_side("dark"),
        table.leads("dark"),
        table.leads("light"),
    )


def test_partners_share_a_side_and_face_opponents() -> None:
    """Order is by side, then as they sit; whoever sits opposite is the first of the opponents."""
    seating = seat_them(PAIRS, ("dark", "light"))
    assert ("ann", "abe", "ben", "bea") == seating.order
    assert {
        "ann": ("ben", "bea"), "abe": ("bea", "ben"), "ben": ("ann", "abe"), "bea": ("abe", "ann"),
    } == seating.opponents  # fmt: skip
    assert {"ann": ("abe",), "abe": ("ann",), "ben": ("bea",), "bea": ("ben",)} == seating.partners
    assert {"dark": ("ann", "abe"), "light": ("ben", "bea")} == seating.on_side
    assert frozenset({"ann", "abe"}) == seating.leading


def test_a_side_that_nobody_plays_leads_nobody() -> None:
    """The first side that is played leads, and of an empty one nobody is asked."""
    seating = seat_them((("ben", "light", "ben"), ("vic", "vong", "vic")), ("dark", "vong", "light"))
    assert (("vic", "ben"), (), frozenset({"vic"})) == (seating.order, seating.on_side["dark"], seating.leading)


@pytest.mark.parametrize("chairs", [(("ann", "grey", "ann"),), (("ann", "dark", "x"), ("ann", "light", "y"))])
def test_chairs_that_cannot_be_are_refused(chairs: tuple[tuple[str, str, str], ...]) -> None:
    """A side has to be one of the edition's, and a name is had by one seat."""
    with pytest.raises(ValueError, match=r"no side|one name"):
        seat_them(chairs, ("dark", "light"))


def test_a_seat_stored_without_a_side_is_called_like_it() -> None:
    """What was stored before seats had sides is the same table."""
    table = new_table("swtcg-2005")
    old = stored.encode(table).replace(b',"dark","dark"]', b"]").replace(b',"light","light"]', b"]")
    assert old != stored.encode(table)
    assert stored.form_of(table) == stored.form_of(decode(old, KNOWING))
    assert table.seating == decode(old, KNOWING).seating


def test_a_table_of_four_keeps_its_seats() -> None:
    """Sides and teams are stored with the seats."""
    table = new_table("swtcg-2005")
    table.sit(PAIRS)
    again = decode(stored.encode(table), KNOWING)
    assert (table.seats, table.seating) == (again.seats, again.seating)


def test_a_contest_stored_before_its_seats_were_named_is_the_same_contest() -> None:
    """The first unit was Dark's, the second Light's, and so were the bids."""
    old = b'"dark":7,"light":9,"bids":[2,-1],"bidder":"light","held":true,"chosen":[]}'
    new = b'"seats":["dark","light"],"units":[7,9],"bids":[2,-1],"bidder":"light","held":true}'
    head = b'{"type":"ContestFrame","step":"ask",'
    found = msgspec.json.decode(head + old, type=ContestFrame)
    assert msgspec.json.decode(head + new, type=ContestFrame) == found
    assert (("dark", "light"), (7, 9), (2, -1), "light") == (found.seats, found.units, found.bids, found.bidder)
    begun = b'{"type":"ContestFrame","step":"start","dark":0,"light":0,"bids":[-1,-1],"bidder":"dark"}'
    assert ContestFrame() == msgspec.json.decode(begun, type=ContestFrame)


SIDES = ("dark", "yuuzhan vong", "light")
PLAIN = chairs_of(("dark", "light"))


@pytest.mark.parametrize(
    ("given", "sat"),
    [
        ([], PLAIN),
        ([("light", "")], PLAIN),
        ([("vong", ""), ("light", "")], (("vong", "yuuzhan vong", "vong"), ("light", "light", "light"))),
        ([("ann", "light"), ("ben", "dark")], (("ann", "light", "ann"), ("ben", "dark", "ben"))),
        ([("dark", "light"), ("light", "dark")], (("dark", "light", "dark"), ("light", "dark", "light"))),
    ],
)
def test_players_sit_by_name_and_side(given: list[tuple[str, str]], sat: tuple[tuple[str, str, str], ...]) -> None:
    """A seat that is called after its side plays it; the plain seats stand where nobody else is named."""
    assert sat == chairs_given(given, PLAIN, SIDES)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ([("dark", ""), ("light", ""), ("vong", "")], "light, or two of dark, vong, light, not dark, light, vong"),
        ([("vong", "")], "not vong"),
        ([("ann", ""), ("ben", "")], "not ann, ben"),
        ([("ann", "dark"), ("ben", "grey")], "not ann, ben"),
        ([("ann", "dark"), ("ben", "dark")], "two seats play the side dark; the sides are dark, vong, light"),
    ],
)
def test_players_who_cannot_sit_are_told_what_there_is(given: list[tuple[str, str]], told: str) -> None:
    """Three seats, two of a side, sides and seats that there are not."""
    with pytest.raises(ValueError, match=told):
        chairs_given(given, PLAIN, SIDES)


@pytest.mark.parametrize("name", ["judge", "Chance", "event", "Space", "ann marie", "7of9", "#3", ""])
def test_what_names_anything_else_calls_no_seat(name: str) -> None:
    """A seat called like the judge would see what the judge sees; one called like a zone could not stand on a board."""
    with pytest.raises(ValueError, match=f"no seat can be called '{name}'"):
        chairs_given([(name, ""), ("ben", "")], PLAIN, SIDES, open_sides=True)


def test_seats_called_alike_but_for_capital_letters_are_refused() -> None:
    """Whoever says "ann" would mean either of them."""
    with pytest.raises(ValueError, match="two seats are called alike: ann and Ann"):
        chairs_given([("ann", ""), ("Ann", "")], PLAIN, SIDES, open_sides=True)


def test_it_may_be_open_who_plays_which_side() -> None:
    """Seats without a side sit in the order in which they are named, and none of them leads; all or none lack one."""
    found = chairs_given([("ben", ""), ("ann", "")], PLAIN, SIDES, open_sides=True)
    seating = seat_them(found, SIDES)
    assert (("ben", "ann"), frozenset(), frozenset(SIDES)) == (seating.order, seating.leading, seating.unplayed)
    with pytest.raises(ValueError, match="not ben, ann"):
        chairs_given([("ben", "dark"), ("ann", "")], PLAIN, SIDES, open_sides=True)
