"""A form and a value for each of its open arguments make a declaration."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.base import Sealed
from adjudicator.kernel.filling import Kind, filled, kinds_of
from adjudicator.kernel.forms import Form, Number, OneOf
from adjudicator.swtcg.table import declarations as d
from tests.kit.star_wars import SWTCG


def made(form: Form, **values: Any) -> Any:
    """The declaration; dots of a name are written as two underlines."""
    return filled(kinds_of(SWTCG)[form.kind], form, {name.replace("__", "."): each for name, each in values.items()})


def test_what_is_chosen_for_a_sealed_argument_is_sealed_for_its_seat() -> None:
    """A card, several, and a seal that is one of the options."""
    form = Form("Build", "dark", (), (("card", OneOf((7,))), ("counters", Number(1, 4))))
    assert d.Build("dark", Sealed(("dark",), (7,)), 2) == made(form, card=7, counters=2)
    shut = Sealed(("dark", "judge"), (7,))
    assert d.Build("dark", shut, 1) == made(form, card=shut, counters=1)
    assert d.Mulligan("light", Sealed(("light",), (3, 4))) == made(Form("Mulligan", "light"), cards=(3, 4))


def test_items_of_an_argument_come_in_the_order_of_the_form() -> None:
    """`targets.0` is the first item of `targets`."""
    form = Form("Activate", "light", (("ability", "3.0"),))
    assert d.Activate("light", "3.0", targets=((5,), (6, 7))) == made(form, targets__0=(5,), targets__1=(6, 7))


def test_the_kinds_of_a_game_know_their_arguments() -> None:
    """By name: the struct, the arguments in order, and those that are sealed."""
    build = kinds_of(SWTCG)["Build"]
    assert Kind(d.Build, ("card", "counters"), frozenset({"card"})) == build
    assert all(kind.made.__name__ == name for name, kind in kinds_of(SWTCG).items())
