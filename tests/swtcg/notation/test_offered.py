"""The numbered options of a question are called by their words, and found again by them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from adjudicator.cases import CaseSettings
from adjudicator.cases.judge_desk import begun, opening_of
from adjudicator.kernel.forms import Some
from adjudicator.kernel.judging import judge
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.swtcg.notation import read, say
from adjudicator.swtcg.table.declarations import Select
from adjudicator.swtcg.table.table import Table
from tests.kit.star_wars import OUR_GAMES, SWTCG


def card(name: str, **more: Any) -> dict[str, Any]:
    """A made-up Character of Light's."""
    row = {"Name": name, "Side": "L", "Type": "Character", "Subtype": "Bounty Hunter"}
    return {**row, "Cost": 2, "Speed": 30, "Power": 2, "Health": 3, **more}


ONE = {"type": "OneOfThese", "options": [[{"type": "GainForce", "amount": 2}], [{"type": "Draw", "amount": 1}]]}
ODD = {"type": "Choose", "into": "any", "among": {"type": "Those"}}
"""What no card says, so that we have no words for it."""
OFFERS: dict[str, list[dict[str, Any]]] = {
    "arena": [{"type": "ChooseArena", "among": ["space", "ground"]}],
    "player": [{"type": "ChoosePlayer"}],
    "number": [{"type": "ChooseNumber", "into": "n", "least": 1, "most": 4}],
    "effect": [{**ONE, "who": "opponent"}],
    "unworded": [{"type": "OneOfThese", "options": [[ODD], [ODD, ODD]], "who": "opponent"}],
}
STARTS = {"type": "Event", "kind": "build step starts", "at": "your build"}


def asked(do: Sequence[dict[str, Any]] = (), text: str = "") -> Table:
    """The table when the offer at the start of Light's build step is on it."""
    offer = card("Offerer", Text=text) if text else card(
        "Offerer", Effects=[{"type": "Triggered", "when": STARTS, "do": list(do)}]
    )  # fmt: skip
    board = """
    turn 4, dark build step
    dark: deck 20
    light: force 3, build points 3, hand [Rebel], deck 20
      character: first = Rebel; offerer = Offerer
    """
    game, opening = opening_of(OUR_GAMES, "swtcg-2005", board, (offer, card("Rebel")), CaseSettings())
    table: Table = begun(game, opening)
    for words in ("dark: pass", "light: resolve offerer"):
        table = judge(game, table, read(table, words)).after
    return table


def said(table: Table) -> dict[str, tuple[int, ...]]:
    """What may be said, each option alone, and what it chooses."""
    (form,) = (each for each in SWTCG.forms(table) if each.kind == "Select")
    domain = dict(form.choices)["chosen"]
    assert isinstance(domain, Some)
    every = [Select(form.seat, (option,)) for option in domain.options]
    assert every == [read(table, say(table, each)) for each in every]
    return {say(table, each).partition(" choose ")[2]: each.chosen for each in every}


def test_costs_are_called_as_they_are_paid() -> None:
    """The costs of an Upkeep are said in words, whatever stands on the table under the same number."""
    table = asked(text="Upkeep: Pay 1 build point, tap this unit, or discard a card from your hand.")
    assert {'"1 build point"': (0,), "tap it": (1,), '"discard 1 from hand"': (2,)} == said(table)


@pytest.mark.parametrize(
    ("offer", "options"),
    [
        ("arena", {"space": (0,), "ground": (1,)}),
        ("player", {"dark": (0,), "light": (1,)}),
        ("number", {"1": (1,), "2": (2,), "3": (3,), "4": (4,)}),
        ("effect", {'"you gain 2 Force"': (0,), '"you draw 1 card"': (1,)}),
        ("unworded", {"0": (0,), "1": (1,)}),
    ],
)
def test_each_kind_of_option_has_its_words(offer: str, options: dict[str, tuple[int, ...]]) -> None:
    """Arenas, players and effects are called so; a number is a number, and so is what there are no words for."""
    assert options == said(asked(OFFERS[offer]))


@pytest.mark.parametrize(
    ("words", "chosen"),
    [
        ("light: choose TAP IT", 1), ("light: choose tap", 1), ("light: choose 1", 1),
        ("light: choose 1 build points", 0),
        ("light: choose 1 build point", 0), ("light: choose build", 0), ("light: choose discard 1 from hand", 2),
    ],
)  # fmt: skip
def test_options_are_understood_as_people_say_them(words: str, chosen: int) -> None:
    """All of an option, words that only it has, with or without quotation marks, or its number."""
    table = asked(text="Upkeep: Pay 1 build point, tap this unit, or discard a card from your hand.")
    assert Select("light", (chosen,)) == read(table, words)


def test_words_of_no_option_and_of_several() -> None:
    """The error lists what is offered; words that several options have name none."""
    table = asked(text="Upkeep: Pay 1 build point, tap this unit, or discard a card from your hand.")
    with pytest.raises(NotUnderstoodError, match="tap it"):
        read(table, "light: choose something else")
    with pytest.raises(AmbiguousError, match="build point"):
        read(table, 'light: choose "1"')


def test_an_alias_of_an_older_record_is_read() -> None:
    """Older records told an option by the alias of the stack that had its number; it means the same number."""
    table = asked(OFFERS["number"])
    alias, number = next((alias, number) for alias, number in table.names.items())
    assert Select("light", (number,)) == read(table, f"light: choose {alias}")


def test_a_refusal_names_the_options_that_are_open() -> None:
    """Costs that cannot be paid are left out, and the others keep their own words."""
    table = asked(text="Upkeep: Pay 9 Force, tap this unit, or discard a card from your hand.")
    assert {"tap it": (1,), '"discard 1 from hand"': (2,)} == said(table)
    refused = judge(SWTCG, table, Select("light", (0,)))
    assert ("tap it", "discard 1 from hand") == refused.options
