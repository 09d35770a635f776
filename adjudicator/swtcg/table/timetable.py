"""Timetables: the steps of setup, of a turn and of an attack as rows, which an edition gives.

A row says what a step is called, on which rule it rests, who acts in it, by which rule a chance opens there, what ends
there, and of which parts it consists; the room has a procedure by the name of each row and part. Names are stored in
frames: what each seat does is called after step and seat, like "build dark".
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import pairwise

import msgspec

from adjudicator.swtcg.table.seating import Seated

ALL, EACH, LAST = "all", "each", "last"
"""Who acts in a step: all at once, each seat in order of precedence, or for all the seat that comes last; or a side."""


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a timetable."""

    name: str
    rule: str = ""
    phase: str = ""
    who: str = ALL
    chance: str = ""
    """The rule by which a chance opens there; "" if none does."""
    ends: str = ""
    """What is over there: effects that last until then; several, parted by commas."""
    alone: str = ""
    """The rule by which nothing may be played there but what is meant for that step; "" if there is none."""
    parts: tuple[Step, ...] = ()
    """What the step consists of, if it is more than one thing."""

    def seats(self, table: Seated) -> tuple[str, ...]:
        """Who has a part of his or her own in this step, or acts for all; none if all act at once."""
        if self.who == ALL:
            return ()
        if self.who == LAST:
            return table.order[-1:]
        return table.order if self.who == EACH else table.on_side(self.who)


NOTHING = Step(name="")
"""The row of a step that there is not."""


class Timetable(msgspec.Struct, frozen=True, dict=True):
    """Steps in their order; `phases` has the rule on which each phase of them rests, `then` what follows the last step,
    or the last part of one. Raises ValueError if a step lacks a name of its own.

    Steps have a name each, and so have all parts of steps; a part may be called like a step.
    """

    steps: tuple[Step, ...]
    phases: dict[str, str] = {}
    then: str = ""

    def __post_init__(self) -> None:
        """Refuse two steps of one name."""
        self._rows, self._parts  # noqa: B018 - made now, so that it fails now

    @cached_property
    def _rows(self) -> dict[str, Step]:
        return _by_name(self.steps)

    @cached_property
    def _parts(self) -> dict[str, Step]:
        return _by_name(part for step in self.steps for part in step.parts)

    @cached_property
    def _after(self) -> dict[str, str]:
        after: dict[str, str] = {}
        for rows in (self.steps, *(step.parts for step in self.steps)):
            after.update(pairwise((*(row.name for row in rows), self.then)))
        return after

    def row(self, name: str) -> Step:
        """The row of a step; an empty one if there is none by that name."""
        return self._rows.get(name, NOTHING)

    def part(self, name: str) -> Step:
        """The row of a part of a step; an empty one if there is none by that name."""
        return self._parts.get(name, NOTHING)

    def has(self, name: str) -> bool:
        """Whether a step or a part of one is called so."""
        return name in self._rows or name in self._parts

    def after(self, name: str) -> str:
        """What follows a part, or a step if no part is called so. Raises KeyError for another name."""
        return self._after[name]

    def stored(self, table: Seated) -> tuple[str, ...]:
        """The steps at a table by the names that a frame stores."""
        names: list[str] = []
        for step in self.steps:
            shared = step.who in (ALL, LAST)
            names.extend([step.name] if shared else [f"{step.name} {seat}" for seat in step.seats(table)])
        return tuple(names)

    def read(self, stored: str) -> tuple[Step, str]:
        """The step and the seat of a stored name; no seat if the step is everybody's."""
        if stored in self._rows:
            return self._rows[stored], ""
        step, _, seat = stored.partition(" ")
        return self.row(step), seat


def _by_name(rows: Iterable[Step]) -> dict[str, Step]:
    named: dict[str, Step] = {}
    for row in rows:
        if row.name in named:
            raise ValueError(f"two steps of a timetable are called {row.name!r}")
        named[row.name] = row
    return named


def drawn(table: Seated, timetable: Timetable) -> str:
    """A timetable as text, a line a step: its phase, who acts, the rule of a chance that opens there, what ends, and
    by which rule nothing but effects of its own is played there.
    """
    lines: list[str] = []
    for step in timetable.steps:
        lines.append(_line(table, step, f"{step.phase:<8} " if timetable.phases else ""))
        indent = " " * 9 if timetable.phases else ""
        lines.extend(_line(table, part, f"{indent}  ") for part in step.parts)
    return "\n".join(lines)


def _line(table: Seated, row: Step, before: str) -> str:
    words = [before + row.name, ", ".join(row.seats(table))]
    words += [f"chance ({row.chance})" if row.chance else "", f"ends: {row.ends}" if row.ends else ""]
    words += [f"its own effects alone ({row.alone})" if row.alone else ""]
    return " | ".join(word for word in words if word)
