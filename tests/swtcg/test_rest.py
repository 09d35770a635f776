"""When the standing checks are left out."""

from __future__ import annotations

import random

import msgspec
import pytest

from adjudicator.kernel.judging import require
from adjudicator.kernel.run import Run
from adjudicator.play import begun, choice
from adjudicator.swtcg import rest
from adjudicator.swtcg.chapters.battle import damage
from adjudicator.swtcg.chapters.building import left_behind
from adjudicator.swtcg.chapters.turn import stars
from adjudicator.swtcg.chapters.units import contest, crew, face_down, falling, misfits, subordinates, unique
from adjudicator.swtcg.settling import ALWAYS, SETTLING
from adjudicator.swtcg.standing import durations
from adjudicator.swtcg.table.table import Table
from tests.kit.star_wars import SWTCG, opening_of, our_decks, read_board

KNOWN = [
    crew.follow_unit,
    left_behind.left_behind,
    durations.return_control,
    misfits.leave,
    falling.fall_off,
    stars.note_unknown,
    damage.discard_dead,
    unique.begin,
    contest.begin,
    crew.others_leave,
    crew.shed,
    durations.lose,
    durations.end_untapped,
    face_down.stay_out,
    subordinates.return_to_supply,
]
"""The checks that `rest.quiet` has been written for; one that is not among them has to be looked at there first."""


def test_every_standing_check_is_accounted_for() -> None:
    """A standing check is either made always or one that `rest.quiet` answers for."""
    assert KNOWN == SETTLING
    assert {damage.discard_dead, durations.end_untapped} == set(ALWAYS)


@pytest.mark.parametrize("edition", ["swtcg-2005", "swtcg-2022"])
def test_what_is_left_out_would_have_found_nothing(edition: str) -> None:
    """Over whole random games: where the checks are left out, each of them finds nothing and does nothing."""
    opening, left_out = opening_of(our_decks(), edition), 0
    for number in range(6):
        chance = random.Random(f"rest {number}")
        table = begun(SWTCG, opening).table
        while not SWTCG.over(table) and table.turn.number < 8:
            said = choice(SWTCG, table, chance)
            assert said is not None
            table = require(SWTCG, table, said).after
            if rest.quiet(table):
                left_out += 1
                run = Run(SWTCG, table.fork(), None)
                assert [] == [check.__name__ for check in SETTLING if check not in ALWAYS and check(run)]
                assert [] == run.facts
    assert left_out > 100


def board(lines: str, edition: str = "swtcg-2005") -> Table:
    """A table in a battle with these lines."""
    return read_board(f"turn 3, battle phase; dark to play or pass\n{lines}", edition)


def test_control_that_has_moved_is_not_quiet() -> None:
    """A stack whose controller is not the one it falls back to may have to go back."""
    table = board("dark:\n  character: Darth Vader (E)\nlight:")
    number, stack = next(iter(table.stacks.items()))
    table.stacks[number] = msgspec.structs.replace(stack, controller="light")
    assert not rest.quiet(table)


@pytest.mark.parametrize(
    ("lines", "quiet"),
    [
        ("dark:\n  character: Darth Vader (E)\nlight:\n  character: Luke Skywalker (F)", True),
        ("dark:\n  character: Darth Vader (E)\nlight:\n  character: Anakin Skywalker (A)", False),
        ("dark:\n  character: Darth Vader (E); Darth Vader (A)\nlight:", False),
        ("dark:\n  character: TIE Fighter Elite Pilot; TIE Fighter Elite Pilot\nlight:", True),
        ("dark:\n  build zone: TIE Fighter Squad with TIE Fighter Elite Pilot\nlight:", False),
    ],
)
def test_quiet(lines: str, quiet: bool) -> None:
    """A table is quiet unless a unique kind is there twice or a Pilot is in the build zone."""
    assert quiet == rest.quiet(board(lines))


@pytest.mark.parametrize(("unit", "quiet"), [("TIE Fighter", True), ("TIE Fighter Squad", False)])
def test_a_pilot_that_does_not_suit_its_unit_is_not_quiet(unit: str, quiet: bool) -> None:
    """Where Pilots fall off, a table is quiet only if each of them suits its unit; elsewhere none of them leaves."""
    lines = f"dark:\n  space: {unit} with TIE Fighter Elite Pilot\nlight:"
    assert [True, quiet] == [rest.quiet(board(lines, edition)) for edition in ("swtcg-2005", "swtcg-2022")]
