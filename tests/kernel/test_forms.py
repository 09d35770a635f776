"""Forms: domains, fitting, and their agreement with the judge."""

from __future__ import annotations

import random
from typing import Any

import pytest

from adjudicator.kernel.base import Sealed
from adjudicator.kernel.forms import Dice, Domain, Form, Number, OneOf, Order, Some, admits, fits
from adjudicator.kernel.judging import can
from tests.kit.harbour import HARBOUR, opening
from tests.kit.harbour import values as v
from tests.kit.play import chosen, played
from tests.kit.quay import after, passed, quay


@pytest.mark.parametrize(
    ("domain", "inside", "outside"),
    [
        (OneOf((1, 2)), [1, 2], [3, "1", None]),
        (Some((1, 2, 3), 1, 2), [(1,), (3, 1)], [(), (1, 1), (1, 2, 3), (4,)]),
        (Number(0, 3), [0, 3], [-1, 4, "2"]),
        (Dice(2), [(1, 6)], [(1,), (0, 3), (7, 1)]),
        (Order((1, 2, 3)), [(3, 1, 2)], [(1, 2), (1, 2, 2)]),
    ],
)
def test_a_domain_admits_its_values(domain: Domain, inside: list[Any], outside: list[Any]) -> None:
    """Values on each side of every boundary of a domain."""
    assert [True] * len(inside) == [admits(domain, value) for value in inside]
    assert [False] * len(outside) == [admits(domain, value) for value in outside]


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("domain", [OneOf(("a", "b")), Some((1, 2, 3), 0, 2), Number(2, 5), Dice(3), Order((1, 2))])
def test_what_is_chosen_from_a_domain_is_admitted(domain: Domain, seed: int) -> None:
    """Random play chooses within the domain."""
    assert admits(domain, chosen(domain, random.Random(seed)))


def test_a_declaration_fits_its_form_only() -> None:
    """Kind, seat, what is given and what is chosen all have to agree."""
    form = Form("Play", "north", (("card", 5),), (("at", OneOf((1, 2))),))
    said = [v.Play("north", 5, 2), v.Play("east", 5, 2), v.Play("north", 6, 2), v.Play("north", 5, 3), v.Pass("north")]
    assert [True, False, False, False, False] == [fits(form, each) for each in said]


def test_a_sealed_argument_is_measured_by_what_it_says() -> None:
    """A sealed bid fits a number's domain by its one item; a closed one fits nothing."""
    form = Form("Bid", "north", choices=(("coins", Number(0, 2)),))
    bids = [Sealed(("north",), (2,)), Sealed(("north",), (3,)), Sealed(("north",)), Sealed(("north",), (1, 1))]
    assert [True, False, False, False] == [fits(form, v.Bid("north", bid)) for bid in bids]
    among = Form("Bid", "north", choices=(("coins", OneOf((bids[0],))),))
    assert [True, False] == [fits(among, v.Bid("north", bid)) for bid in bids[:2]]
    drawn = Form("Draw", "chance", choices=(("cards", Some((4, 5), 1, 1)),))
    assert [True, False] == [fits(drawn, v.Draw("chance", Sealed(("north",), (card,)))) for card in (4, 6)]


def test_forms_name_every_legal_declaration_and_no_other() -> None:
    """Over all cards and all places: a declaration is legal exactly if it fits a form."""
    table = quay(
        "ship of north", "  crate of south", "siren of east", hands={"north": "ship, crate, gale, calm, beacon, pilot"}
    )
    forms = HARBOUR.forms(table)
    for handle in table.hand["north"]:
        for at in (0, *table.places, *table.things, 99):
            said = v.Play("north", handle, at)
            assert can(HARBOUR, table, said) == any(fits(form, said) for form in forms), said
    for ship in (*table.things, 99):
        said_sail = v.Sail("north", ship)
        assert can(HARBOUR, table, said_sail) == any(fits(form, said_sail) for form in forms), said_sail


def test_forms_are_asked_for_by_seat() -> None:
    """On an open floor each seat has its own forms, in the order of the seats asked."""
    table = after(quay(hands={"north": "gale", "west": "calm"}), "north: play gale at harbour")
    assert ["Pass", "Pass", "Play", "Pass"] == [form.kind for form in HARBOUR.forms(table)]
    assert ["Play", "Pass"] == [form.kind for form in HARBOUR.forms(table, "west")]
    assert () == HARBOUR.forms(table, "north")
    assert ["roll"] == [form.says for form in HARBOUR.forms(passed(table))]


def test_everything_played_at_random_fits_a_form() -> None:
    """In a whole game each declaration that was judged legal fits a form of its table."""
    for table, said, verdict in played(HARBOUR, opening(), seed=5, most=150):
        assert "legal" == verdict.ruling.value
        assert said is None or any(fits(form, said) for form in HARBOUR.forms(table))
