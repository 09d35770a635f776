"""Every action of setup, building, Pilots, Equipment and retreats, asked of everything on some boards."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adjudicator.kernel.base import Declaration, Sealed
from adjudicator.kernel.judging import ALL, judge
from adjudicator.swtcg.editions import EDITIONS
from adjudicator.swtcg.table import declarations as d
from adjudicator.swtcg.table.citing import DOCUMENTS
from adjudicator.swtcg.table.table import Table
from tests.kit.star_wars import SWTCG, read_board

BUILDING = """turn 3, dark build step
dark: force 5, build points 4, hand [Darth Vader (B), Battle Droid Squad, Dark Cave, Sith Lightsaber], deck 10
  space: tie = TIE Fighter DS-3-12 with (pilot = TIE Fighter Pilot carrying pistol = Blaster Pistol)
  ground: squad = Battle Droid Squad
  character: vader = Darth Vader (C) over Darth Vader (J) carrying saber = Sith Lightsaber
  character: luke = Luke Skywalker (D), owned by light
  build zone: second = Darth Vader (D) face down, 8 counters; spare = Blaster Rifle; away = TIE Fighter DS-29-4, tapped
  build zone: cave = Dark Cave face down, 3 counters; gas = Gas Attack face down, 1 counter
light: force 3, hand 2, deck 10
  space: red = X-wing Red Ten with wedge = Wedge Antilles (A), controlled by dark
  character: anakin = Anakin Skywalker (C), owned by dark
locations: character = Executor Bridge (dark)
"""
BOARDS = {
    "building": BUILDING,
    "retreating": BUILDING.replace("dark build step", "light retreat step"),
    "fighting": BUILDING.replace("dark build step", "battle phase; dark to play or pass"),
    "setting up": """setup; dark to place
dark: force 0, setup cost 7, hand [Darth Vader (B), Darth Vader (C), Battle Droid Squad, Gas Attack], deck 40
  ground: Battle Droid Squad
  character: vader = Darth Vader (C)
light: force 0, setup cost 5, hand 7, deck 40
  character: anakin = Anakin Skywalker (C)
""",
}


def sayable(table: Table, seat: str) -> Iterator[Declaration]:
    """Each kind of declaration about each stack, each pair of stacks and each card, sensible or not."""
    stacks = (*table.stacks, 999)
    alone = (d.Retreat, d.Return, d.FinishEquipment, d.Detach, d.Disembark, d.Deploy, d.PutLocation, d.Complete)
    for one in stacks:
        yield from (kind(seat, one) for kind in alone)
        yield d.AddCounters(seat, one, 1)
        yield d.PayHiddenCost(seat, one)
        for other in stacks:
            yield d.Board(seat, one, other)
            yield d.Equip(seat, one, other)
            yield d.Deploy(seat, one, False, other, True)
    for card in tuple(table.cards)[:24]:
        sealed = Sealed((seat,), (card,))
        yield from (d.Build(seat, sealed, 1), d.Place(seat, sealed), d.PartBuild(seat, sealed))
        yield from (d.Rearrange(seat, one, card, 0) for one in stacks)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("board", BOARDS)
def test_every_answer_rests_on_the_editions_documents(board: str, edition: str) -> None:
    """Whatever is asked is answered, and nothing is cited that the edition at the table does not have."""
    table = read_board(BOARDS[board], edition)
    table.manual = "blank"
    heard = EDITIONS[edition].documents
    for seat in ("dark", "light"):
        for said in sayable(table, seat):
            verdict = judge(SWTCG, table, said, ALL)
            for part in (*verdict.clauses, *verdict.facts, *verdict.non_events):
                document = DOCUMENTS.get(part.rule.partition(".")[0])
                assert document is None or document in heard, (said, part)
