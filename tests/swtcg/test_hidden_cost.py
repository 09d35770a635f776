"""Hidden Cost in the opponent's steps: what is asked and listed tells nobody else which card lies face down."""

from __future__ import annotations

import pytest

from adjudicator.kernel.judging import judge
from adjudicator.kernel.verdict import Ruling
from adjudicator.kernel.viewing import told_to, view_for
from adjudicator.swtcg.table import declarations as d
from adjudicator.swtcg.table.stored import encode
from adjudicator.swtcg.table.table import Table
from tests.kit.star_wars import SWTCG, read_board, read_cards

DARK, LIGHT = "dark", "light"
BOARD = """turn 4, dark {step} step
dark: force 4, deck 20
  character: ace = Rock Wall
light: force 3, deck 20
  character: foe = Rock Wall
  build zone: lurk = {hidden} face down, 3 counters
"""
UNIT = {"side": "neutral", "type": "Character", "cost": 5, "speed": 40, "power": 2, "health": 4}
CARDS = [
    {**UNIT, "name": "Rock Wall"},
    {**UNIT, "name": "Rock Lurker", "text": ["Hidden Cost 3"]},
]


def begun(hidden: str, step: str, edition: str = "swtcg-2022") -> Table:
    """A table on which Light has one card face down, in a step of Dark's."""
    return read_board(BOARD.format(hidden=hidden, step=step), edition, read_cards(CARDS))


def offered(table: Table, seat: str | None = None) -> list[str]:
    """Whose Hidden Costs a table lists."""
    return [form.seat for form in SWTCG.forms(table, seat) if form.kind == "PayHiddenCost"]


@pytest.mark.parametrize("step", ["build", "retreat"])
def test_two_games_that_differ_in_the_hidden_card_alone_look_the_same(step: str) -> None:
    """What the table waits for, what others see and what is listed for them are the same."""
    lurker, wall = (begun(hidden, step) for hidden in ("Rock Lurker", "Rock Wall"))
    assert lurker.agenda == wall.agenda
    for viewer in (DARK, ""):
        known = [view_for(SWTCG, table, viewer).table for table in (lurker, wall)]
        assert encode(known[0]) == encode(known[1])
        assert told_to(SWTCG, lurker, viewer) == told_to(SWTCG, wall, viewer)
        rulings = [judge(SWTCG, table, d.PayHiddenCost(LIGHT, lurker.names["lurk"])) for table in known]
        assert rulings[0].ruling is Ruling.UNDECIDED
        assert rulings[0].clauses == rulings[1].clauses
        assert SWTCG.forms(known[0]) == SWTCG.forms(known[1])
        assert not offered(known[0])
    assert [LIGHT] == offered(view_for(SWTCG, lurker, LIGHT).table, LIGHT)
    assert not offered(view_for(SWTCG, wall, LIGHT).table, LIGHT)


@pytest.mark.parametrize("step", ["build", "retreat"])
def test_under_an_edition_with_times_of_its_own_nothing_is_listed(step: str) -> None:
    """The editions of 2005 keep Hidden Cost to the general chances of battle."""
    assert not offered(begun("Rock Lurker", step, "swtcg-2005"))
