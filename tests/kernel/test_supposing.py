"""Supposing, with the miniature game: lines are gone, tables stay as they are."""

from __future__ import annotations

import pytest

from adjudicator.kernel.supposing import LINE_MAX, LineTooLongError, suppose
from adjudicator.kernel.verdict import Ruling
from tests.kit.harbour import HARBOUR
from tests.kit.quay import quay


def test_a_line_is_gone_and_the_table_stays() -> None:
    """Each declaration meets the table after the one before; the first table is untouched."""
    table = quay()
    before = HARBOUR.encode(table)
    assert table.window is not None
    first = table.window.asked[0]
    line = suppose(HARBOUR, table, [f"{first}: pass"])
    assert line.whole
    assert table is line.steps[0].table
    assert before == HARBOUR.encode(table)
    assert before != HARBOUR.encode(line.after)


def test_a_line_stops_at_the_first_refusal() -> None:
    """The refused declaration is kept with its verdict, and nothing after it is read."""
    table = quay()
    assert table.window is not None
    first = table.window.asked[0]
    other = next(seat for seat in ("north", "east", "south", "west") if seat != first)
    line = suppose(HARBOUR, table, [f"{other}: pass", "this is never read"])
    assert not line.whole
    assert [Ruling.ILLEGAL] == [step.verdict.ruling for step in line.steps]
    assert table is line.after


def test_lines_are_bounded() -> None:
    """A line longer than the bound is refused before anything is judged."""
    with pytest.raises(LineTooLongError):
        suppose(HARBOUR, quay(), ["north: pass"] * (LINE_MAX + 1))
