"""The build step: what stays hidden, what is listed, and what is never left hanging."""

from __future__ import annotations

from functools import cache
from typing import Any

from adjudicator.kernel.base import Sealed, closed
from adjudicator.kernel.forms import Form, Number, OneOf
from adjudicator.kernel.judging import ALL, judge, require
from adjudicator.swtcg.cards.inline import read_inline
from adjudicator.swtcg.chapters.building.hidden_cost import hidden_cost_of
from adjudicator.swtcg.table import declarations as d
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.words.face import Face
from tests.kit.star_wars import SWTCG

EDITION = "swtcg-2005"
BOARD = """
turn 3, dark build step
dark: force 4, build points 3, hand [Rock Scout, Loud Order, Free Word], deck 20
  character: boss = Rock Scout
  build zone: part = Rock Scout face down, 1 counter; done = Rock Scout face down, 3 counters; club = Rock Club
light: force 4, build points 3, hand 2, deck 20
  build zone: theirs = Rock Scout face down, 3 counters
"""


def _face(name: str, kind: str, cost: int | None = None, **more: Any) -> Face:
    row = {"name": name, "side": "neutral", "type": kind, **({} if cost is None else {"cost": cost})}
    return read_inline({**row, **more}).face


EQUIP = {"type": "EquipTo", "to": {"type": "Those", "side": "yours"}, "cost": {"type": "Cost", "points": 1}}


@cache
def _faces() -> tuple[Face, ...]:
    """The cards of these tests; reading their texts loads the compiler, which collecting tests need not do."""
    return (
        _face("Rock Scout", "Character", 3, speed=40, power=2, health=2, text=["Hidden Cost 2"]),
        _face("Loud Order", "Battle", effects=[{"type": "Play", "do": [{"type": "Draw"}]}]),
        _face("Free Word", "Mission", 0, effects=[{"type": "Play", "do": [{"type": "GainForce", "amount": 1}]}]),
        _face("Rock Club", "Equipment", 2, effects=[EQUIP]),
    )


def _table(board: str = BOARD) -> Table:
    return SWTCG.read_board(board, EDITION, _faces())


def _forms(table: Table, kind: str) -> list[Form]:
    return [form for form in SWTCG.forms(table, "dark") if form.kind == kind]


def _said(table: Table, *words: str) -> Table:
    for each in words:
        table = require(SWTCG, table, SWTCG.read(table, each)).after
    return table


def test_what_is_built_is_known_to_its_player_alone() -> None:
    """The fact of building seals the card for its player, and says how many counters to all."""
    table = _table()
    verdict = require(SWTCG, table, SWTCG.read(table, "dark: build Rock Scout 2"))
    built = next(fact for fact in verdict.facts if isinstance(fact, f.CardBuilt))
    assert ("dark",) == built.card.audience
    assert () == closed(built).card.items
    assert 2 == closed(built).counters


def test_nothing_public_tells_that_a_card_is_overbuilt() -> None:
    """Facts about a face-down card cite the same rules whether or not its counters exceed its cost."""
    table = _table()
    rules = []
    for counters in (1, 3):
        verdict = require(SWTCG, table, d.AddCounters("dark", table.names["part"], counters))
        rules.append(tuple(fact.rule for fact in verdict.facts))
    assert rules[0] == rules[1]


def test_building_is_listed_with_the_points_there_are() -> None:
    """A card that costs something takes from one counter to all points; one that costs nothing may also take none."""
    table = _table()
    least = {form.choices[1][1]: form.choices[0][1] for form in _forms(table, "Build")}
    hand = table.zones["hand:dark"]
    free, paid = least[Number(0, 0)], least[Number(1, 3)]
    assert OneOf((Sealed(("dark",), (hand[2],)),)) == free
    assert OneOf((Sealed(("dark",), (hand[0],)), Sealed(("dark",), (hand[2],)))) == paid


def test_only_what_can_be_finished_is_listed() -> None:
    """The unit with too few counters is listed for more of them, not for deploying."""
    table = _table()
    names = table.names
    assert [(("stack", names["done"]),)] == [form.given for form in _forms(table, "Deploy")]
    adding = dict(_forms(table, "AddCounters")[0].choices)
    assert OneOf((names["part"], names["done"])) == adding["stack"]


def test_without_points_nothing_is_built() -> None:
    """With no build points left, only what costs nothing is listed for building, and no counters are added."""
    table = _table(BOARD.replace("build points 3, hand [", "build points 0, hand ["))
    assert [Number(0, 0)] == [form.choices[1][1] for form in _forms(table, "Build")]
    assert [] == _forms(table, "AddCounters")


def test_a_card_laid_down_without_counters_holds_everything_else_up() -> None:
    """Until it is finished or has got a counter, its player can do nothing else, passing included."""
    table = _said(_table(), "dark: build Free Word 0")
    assert {"Complete", "AddCounters"} == {form.kind for form in SWTCG.forms(table, "dark")}
    assert "Pass" in {form.kind for form in SWTCG.forms(_said(table, "dark: add 1 to card"), "dark")}


def test_a_refusal_says_everything_that_is_wrong() -> None:
    """Out of turn and of a card that is not there: both are said, and so is what one cannot pay."""
    table = _table()
    verdict = judge(SWTCG, table, d.Build("light", Sealed(("light",), (1,)), 9), ALL)
    assert ["SEAT_ASKED", "CARD_IN_HAND", "BUILD_POINTS_SUFFICE"] == [clause.code for clause in verdict.failing]


def test_an_unknown_card_of_ones_own_leaves_the_ruling_open() -> None:
    """Nobody has said what the face-down card is, so whether it may be deployed is undecided."""
    table = _table(BOARD.replace("part = Rock Scout face down", "part = ? face down"))
    verdict = judge(SWTCG, table, d.Deploy("dark", table.names["part"]))
    assert ("undecided", ("CARD_IS_KNOWN",)) == (verdict.ruling.value, verdict.missing)


def test_hidden_cost_is_of_face_down_cards_only() -> None:
    """A unit in its arena has no Hidden Cost any more."""
    table = _table()
    found = {name: hidden_cost_of(table, table.stacks[table.names[name]]) for name in ("part", "done", "boss")}
    assert {"part": 2, "done": 2, "boss": 0} == found


def test_equipment_is_listed_for_ones_own_units() -> None:
    """The Equipment that lies ready may go onto the unit in the arena; there is nothing to take it off from."""
    table = _table()
    equip = _forms(table, "Equip")
    assert [(("unit", OneOf((table.names["boss"],))),)] == [form.choices for form in equip]
    assert [] == _forms(table, "Detach")
    after = _said(table, "dark: equip club on boss")
    assert table.names["boss"] == after.stacks[table.names["club"]].host
    assert 1 == len(_forms(after, "Detach"))
