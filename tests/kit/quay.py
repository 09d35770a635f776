"""Boards of Harbour in few words, and talking at them."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.judging import ALL, judge, require
from adjudicator.kernel.verdict import Verdict
from tests.kit.harbour import HARBOUR
from tests.kit.harbour import values as v


def quay(*things: str, hands: dict[str, str] | None = None, to_play: str = "north", purse: int = 4) -> v.Table:
    """A table at a quiet point: `things` are the lines under the harbour, `hands` the cards of each seat."""
    held = hands or {}
    seats = "\n".join(
        f"{seat}: purse {purse}, spent 0, hand [{held.get(seat, '')}], pile [crate, gale, ship], discard []"
        for seat in v.SEATS
    )
    under = "\n".join("  " + thing for thing in things)
    order = "order north, east, south, west"
    text = f"round 1, {to_play} to play\nscore blue 0, red 0\n{order}\n{seats}\nharbour\n{under}\n"
    return HARBOUR.read_board(text, "harbour-1")


def asked(table: Any, text: str, level: int = ALL) -> Verdict:
    """The verdict on some words, with every clause or those of a level."""
    return judge(HARBOUR, table, HARBOUR.read(table, text), level)


def after(table: Any, *texts: str) -> Any:
    """The table after some legal words, one after another."""
    for text in texts:
        table = require(HARBOUR, table, HARBOUR.read(table, text)).after
    return table


def passed(table: Any) -> Any:
    """The table once everybody who is asked for an answer has passed."""
    while table.window is not None and table.window.kind == "answer":
        table = after(table, f"{table.window.asked[0]}: pass")
    return table


def named(facts: tuple[Any, ...]) -> list[str]:
    """The kinds of facts, in order, but for the agenda that ends every run."""
    return [type(fact).__name__ for fact in facts if not isinstance(fact, v.Awaited)]


def codes(verdict: Verdict) -> list[str]:
    """The codes of the failing clauses."""
    return [clause.code for clause in verdict.failing]
