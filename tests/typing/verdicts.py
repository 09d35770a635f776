"""The kernel's values as a reader of verdicts and a writer of rooms use them."""

from __future__ import annotations

from typing import Any, assert_never, assert_type

from adjudicator.kernel.base import Declaration, Fact
from adjudicator.kernel.judging import Judging, can, judge, require
from adjudicator.kernel.verdict import Clause, Finding, NonEvent, Ruling, Verdict


class Pass(Declaration, frozen=True, tag=True):
    """A declaration as a game defines it."""


class Passed(Fact, frozen=True, tag=True, kw_only=True):
    """A fact as a game defines it."""

    seat: str


def three_verbs(game: Any, table: Any) -> None:
    """Judge gives a value, can a bool, require a verdict or an exception."""
    assert_type(judge(game, table, Pass(seat="dark")), Verdict)
    assert_type(can(game, table, Pass(seat="dark")), bool)
    assert_type(require(game, table, Pass(seat="dark")), Verdict)


def reader(verdict: Verdict) -> str:
    """A ruling is one of three, and a checker knows when all are handled."""
    assert_type(verdict.failing, tuple[Clause, ...])
    assert_type(verdict.non_events, tuple[NonEvent, ...])
    match verdict.ruling:
        case Ruling.LEGAL:
            return "legal"
        case Ruling.ILLEGAL:
            return "illegal"
        case Ruling.UNDECIDED:
            return "undecided"
    assert_never(verdict.ruling)


def clause_of_a_room(judging: Judging) -> None:
    """A clause takes a bool, or None for something unknown; it hands back whether it holds."""
    assert_type(judging.clause("YOUR_TURN", "rots.turn.order", ok=None), bool)
    assert_type(judging.clause("YOUR_TURN", "rots.turn.order", ok=True, evidence=lambda: (("seat", "dark"),)), bool)


def mistakes(verdict: Verdict, clause: Clause) -> None:
    """Each line is wrong; strict mypy would report an ignore that is not needed."""
    verdict.ruling = Ruling.LEGAL  # type: ignore[misc]
    clause.finding = Finding.HOLDS  # type: ignore[misc]
    Clause("NO_CITATION")  # type: ignore[call-arg]
    Passed(rule="rots.turn.order")  # type: ignore[call-arg]
    Pass(seat=1)  # type: ignore[arg-type]
