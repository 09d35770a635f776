"""Counting the tree: on small boards, how many courses of declarations there are, counted by hand beside it."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.forms import Dice, Number, OneOf, Some
from adjudicator.kernel.judging import ANSWER, judge
from adjudicator.swtcg.table import declarations as d
from tests.kit.star_wars import SWTCG

DUEL = """
turn 3, Character battle; luke to attack
dark: force 0
  character: vader = Darth Vader (D)
light: force 0
  character: luke = Luke Skywalker (E)
"""
BUILDING = """
turn 3, dark build step
dark: force 0, build points 2, hand [TIE Bomber EX-1-8]
light: force 0
"""


def declarations(table: Any) -> list[Any]:
    """Every declaration that fits a form on a table; dice and sets of several are not multiplied out."""
    found: list[Any] = []
    for form in SWTCG.forms(table):
        ways: list[dict[str, Any]] = [{}]
        for name, domain in form.choices:
            assert not isinstance(domain, Dice)
            values: list[Any]
            if isinstance(domain, OneOf):
                values = list(domain.options)
            elif isinstance(domain, Number):
                values = list(range(domain.least, domain.most + 1))
            else:
                assert isinstance(domain, Some)
                values = [(option,) for option in domain.options] + ([()] if not domain.least else [])
            ways = [{**way, name: value} for way in ways for value in values]
        found.extend(getattr(d, form.kind)(form.seat, **dict(form.given), **way) for way in ways)
    return found


def count(table: Any, depth: int) -> int:
    """How many courses of so many declarations begin at a table (a course ends where chance is asked)."""
    if not depth or SWTCG.chance_due(table) is not None or SWTCG.over(table):
        return 1
    return sum(count(judge(SWTCG, table, said, ANSWER).after, depth - 1) for said in declarations(table))


@pytest.mark.parametrize(
    ("board", "depth", "courses"),
    [
        # Luke (speed 50) attacks Vader, or is tapped instead.
        (DUEL, 1, 2),
        # After the attack the dice are due at once: nobody has cards, and both units' abilities only prevent damage.
        # After the tap Vader attacks Luke or is tapped: 1 + 2.
        (DUEL, 2, 3),
        # Build the bomber with 1 or 2 counters, or be done. It costs 3, so it cannot be finished at once.
        (BUILDING, 1, 3),
        # With 1 counter: one more, or done. With 2: done. Done: Light builds nothing and is done.
        (BUILDING, 2, 4),
    ],
    ids=["duel-1", "duel-2", "building-1", "building-2"],
)
def test_the_tree_has_so_many_courses(board: str, depth: int, courses: int) -> None:
    """What may be said, and what may be said after it, is neither more nor less than counted by hand."""
    assert courses == count(SWTCG.read_board(board, "swtcg-2005"), depth)
