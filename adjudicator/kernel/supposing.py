"""Supposing: a line of declarations on a table that stays as it is; nothing is recorded, nothing is drawn.

Chance speaks only as the line says (`chance: roll 4 2`), so no seed and no order of a deck is ever read. A line ends
where it is over or at the first thing that is not legal, and what was ruled on it is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from adjudicator.kernel.base import Declaration
from adjudicator.kernel.judging import FAILING, judge
from adjudicator.kernel.verdict import Ruling, Verdict

LINE_MAX = 200
"""So many declarations a line may have."""


class LineTooLongError(ValueError):
    """A line has more than LINE_MAX declarations."""


class Difference(msgspec.Struct, frozen=True):
    """One thing that differs between two tables: the topic (the game's word, as turn, player or stack), of whom or
    what, which of its values, and how it stands on the one and on the other ("-" where it is not there).
    """

    topic: str
    of: str
    what: str
    before: str
    after: str


class Step(msgspec.Struct, frozen=True):
    """One declaration of a line: the table it met, what was said and how it was ruled."""

    table: Any
    said: Declaration
    verdict: Verdict


class Line(msgspec.Struct, frozen=True):
    """A line as far as it went: its steps, the table at its end, and whether every declaration was legal."""

    steps: tuple[Step, ...]
    after: Any
    whole: bool


def suppose(game: Any, table: Any, line: Sequence[str | Declaration], level: int = FAILING) -> Line:
    """Go a line from a table; words are read at the table that they meet.

    Raises LineTooLongError, and what the game's `read` raises for words that are not understood.
    """
    if len(line) > LINE_MAX:
        raise LineTooLongError(f"a line has at most {LINE_MAX} declarations, not {len(line)}")
    steps: list[Step] = []
    for words in line:
        said = game.read(table, words) if isinstance(words, str) else words
        verdict = judge(game, table, said, level)
        steps.append(Step(table, said, verdict))
        if verdict.ruling is not Ruling.LEGAL:
            return Line(tuple(steps), table, whole=False)
        table = verdict.after
    return Line(tuple(steps), table, whole=True)
