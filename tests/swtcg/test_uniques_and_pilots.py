"""Stacks, unique units, Pilots and contests at their edges: names, replacements, changes of control, the house."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.kernel.forms import Number
from adjudicator.kernel.judging import ALL, judge
from adjudicator.kernel.verdict import Ruling
from adjudicator.swtcg.cards.inline import read_inline
from adjudicator.swtcg.chapters.units.contest import contested
from adjudicator.swtcg.chapters.units.unique import duplicates
from adjudicator.swtcg.editions import DEFAULT
from adjudicator.swtcg.standing.boarding import kinds
from adjudicator.swtcg.standing.invariants import broken
from adjudicator.swtcg.standing.stack_prices import stack_price
from adjudicator.swtcg.standing.stacking import kind, may_stack, same_person
from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.words.face import Face
from tests.kit.star_wars import SWTCG, new_table

THIS = {"type": "Those", "bound": "this", "what": "stack"}
IT = {"type": "Those", "bound": "it", "what": "stack"}


def unit(
    name: str, kind_of: str = "Character", subtype: str = "Rebel", cost: int = 3, *does: Mapping[str, Any]
) -> Face:
    """A unit card written in place."""
    row = {"name": name, "side": "neutral", "type": kind_of, "subtype": subtype, "cost": cost}
    effects = {"effects": list(does)} if does else {}
    return read_inline({**row, "speed": 30, "power": 2, "health": 3, **effects}).face


def pilot(*subtypes: str) -> Mapping[str, Any]:
    """The Pilot ability for some subtypes, giving nothing."""
    return {"type": "PilotOf", "subtypes": list(subtypes), "gives": []}


def activated(*do: Mapping[str, Any], **among: Any) -> Mapping[str, Any]:
    """An activated ability without cost that chooses a thing and does something to it."""
    choose = {"type": "Choose", "into": "it", "among": {"type": "Those", **among}}
    return {"type": "Activated", "do": [choose, *do]}


LEND = {"type": "TakeControl", "of": IT, "until": "turn"}
SAVE = {
    "type": "Static",
    "changes": [
        {
            "type": "Instead",
            "event": {"type": "Event", "kind": "would be discarded", "to": {"type": "Those", "what": "pilot"}},
            "do": [{"type": "MoveTo", "what": IT, "to": "build"}],
            "until": "static",
            "repeats": True,
        }
    ],
}
CARDS = (
    unit("Wing", "Space", "Starfighter"),
    unit("Ace (A)", "Character", "Rebel", 3, pilot("Starfighter")),
    unit("Ace (B)", "Character", "Rebel", 4, pilot("Starfighter", "Capital Ship")),
    unit("Pod", "Space", "Escape Pod", 1, SAVE),
    unit("Gun", "Character", "Rebel", 2, activated({"type": "Discard", "what": IT}, what="unit")),
    unit("Man"),
    unit("Taker", "Character", "Rebel", 2, activated(LEND, what="unit", side="opponents", zones=["build"])),
    unit("Boba Fett (A)", cost=4),
    unit("Boba Fett (B)", cost=4),
)


def seated(board: str, edition: str = DEFAULT) -> Table:
    """A table by notation, with the cards of this file."""
    return SWTCG.read_board(board, edition, CARDS)


def said(table: Table, words: str) -> Table:
    """The table after a declaration that has to be legal."""
    verdict = judge(SWTCG, table, SWTCG.read(table, words), ALL)
    assert Ruling.LEGAL is verdict.ruling, [clause.code for clause in verdict.failing]
    after: Table = verdict.after
    assert () == broken(after)
    return after


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Anakin Skywalker", "Darth Vader"),
        ("Padmé Amidala", "Queen Amidala"),
        ("Padme Amidala", "Queen Amidala"),
        ("Chancellor Palpatine", "Darth Sidious"),
        ("Emperor Palpatine", "Chancellor Palpatine"),
        ("Beru Lars", "Beru Whitesun"),
    ],
)
def test_listed_names_are_one_person(first: str, second: str) -> None:
    """The listed names count as one under the rulebook's list, and not under the older general rulings."""
    one, other = unit(f"{first} (A)"), unit(f"{second} (B)")
    assert same_person(new_table(DEFAULT), one, other)
    assert kind(new_table(DEFAULT), one) == kind(new_table(DEFAULT), other)
    assert not same_person(new_table("swtcg-web"), one, other)
    assert kind(new_table("swtcg-web"), one) != kind(new_table("swtcg-web"), other)


def test_other_names_of_a_person_are_not_on_the_list() -> None:
    """Princess Leia and Leia Organa stay two; a card without a version is one of no unique kind."""
    table = new_table(DEFAULT)
    assert not same_person(table, unit("Princess Leia (A)"), unit("Leia Organa (B)"))
    assert "" == kind(table, unit("Wing Guard"))


def test_what_joining_a_stack_costs() -> None:
    """A card no dearer costs 1 either way; a dearer one 1 beneath and the difference plus 1 on top."""
    table = seated("turn 3, light build step\nlight: force 1\n  character: boba = Boba Fett (A)\n")
    stack = table.stacks[table.names["boba"]]
    for cost, on_top, beneath in ((3, 1, 1), (4, 1, 1), (5, 2, 1), (8, 5, 1)):
        face = unit("Boba Fett (Z)", cost=cost)
        prices = [stack_price(table, face, stack, on_top=way).counters for way in (True, False)]
        assert [on_top, beneath] == prices
    assert all(condition.ok for condition in may_stack(table, unit("Boba Fett (Z)"), stack))
    failing = [condition.code for condition in may_stack(table, unit("Man"), stack) if not condition.ok]
    assert ["CARD_HAS_VERSION", "STACKS_SAME_NAME"] == failing


def test_the_discard_of_a_pilot_with_its_unit_can_be_replaced() -> None:
    """The unit is discarded all the same; its Pilot goes where the replacing effect sends it."""
    table = seated(
        "turn 3, Space battle; dark to play or pass\n"
        "dark: force 1\n  character: gun = Gun\n"
        "light: force 1\n  space: wing = Wing with ace = Ace (A), damage 1; pod = Pod\n"
    )
    wing, ace = table.names["wing"], table.names["ace"]
    after = said(table, "dark: activate gun on wing")
    assert wing not in after.stacks
    assert ("build:light", "unit", 0, 1) == (
        after.stacks[ace].zone,
        after.stacks[ace].role,
        after.stacks[ace].host,
        after.stacks[ace].damage,
    )


def test_a_retreated_unit_that_changes_hands_changes_build_zones() -> None:
    """A unit in a build zone lies in that of the player who controls it, there and back again."""
    table = seated(
        "turn 3, Character battle; dark to play or pass\n"
        "dark: force 0\n  character: taker = Taker, tapped\n"
        "light: force 0\n  build zone: man = Man, retreated\n"
    )
    man = table.names["man"]
    lent = said(table, "dark: activate taker on man")
    assert ("dark", "build:dark") == (lent.stacks[man].controller, lent.stacks[man].zone)
    back = said(lent, "dark: pass")
    assert 4 == back.turn.number
    assert ("light", "build:light") == (back.stacks[man].controller, back.stacks[man].zone)


def test_pilots_on_units_are_unique_too_but_not_in_every_edition() -> None:
    """A piloting card and its namesake are two of a kind, and contested, where the edition says so."""
    board = (
        "turn 3, Space battle; dark to play or pass\n"
        "dark: force 1\n  character: rival = Ace (A)\n"
        "light: force 1\n  space: wing = Wing with ace = Ace (A)\n  character: twin = Ace (B)\n"
    )
    table = seated(board)
    ace, twin, rival = (table.names[name] for name in ("ace", "twin", "rival"))
    assert [(ace, twin)] == [(one.id, other.id) for one, other in duplicates(table)]
    assert [(rival, ace)] == [(dark.id, light.id) for dark, light in contested(table)]
    web = seated(board, "swtcg-web")
    assert [] == duplicates(web)
    assert [(rival, twin)] == [(dark.id, light.id) for dark, light in contested(web)]


def test_a_contest_without_force_is_settled_by_the_house() -> None:
    """Players without Force can only bid 0 and not raise: nobody is asked, and the tie is Dark's."""
    table = seated(
        "turn 3, light retreat step\n"
        "dark: force 0\n  character: one = Boba Fett (A)\n"
        "light: force 0\n  character: two = Boba Fett (B)\n"
    )
    after = said(table, "light: pass")
    assert "build:light" == after.stacks[table.names["two"]].zone
    assert "build:light" != after.stacks[table.names["one"]].zone


def test_bids_are_one_form_each() -> None:
    """The first bid is any number from 0 to the bidder's Force; afterwards higher ones and not raising."""
    table = seated(
        "turn 3, contest of one and two; dark to bid\n"
        "dark: force 3\n  character: one = Boba Fett (A)\n"
        "light: force 2\n  character: two = Boba Fett (B)\n"
    )
    (first,) = SWTCG.forms(table)
    assert ("Bid", (("amount", Number(0, 3)),)) == (first.kind, first.choices)
    again = said(said(table, "dark: bid 1"), "light: bid 2")
    assert [("Bid", (("amount", Number(2, 3)),)), ("Pass", ())] == [(f.kind, f.choices) for f in SWTCG.forms(again)]


def test_a_pilot_of_several_kinds() -> None:
    """Subtypes of more than one word and alternatives are all of a Pilot's kinds."""
    assert ("Starfighter", "Capital Ship") == kinds(
        unit("Both", "Character", "Rebel", 2, pilot("Starfighter", "Capital Ship"))
    )
