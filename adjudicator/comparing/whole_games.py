"""A whole game under several editions side by side, up to the first declaration on which they part."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from adjudicator.comparing.sides import Comparison, Side, bare, compared, judged
from adjudicator.kernel.base import Declaration, Fact
from adjudicator.kernel.game import Game, NotComparableError
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.kernel.verdict import Verdict

Said = Declaration | str | tuple[Fact, ...]
"""What comes next in a game: a declaration, its words (read on the first edition's table), or facts of a judge."""


def compare_course(game: Game, tables: Mapping[str, Any], course: Iterable[Said]) -> Comparison | None:
    """The first declaration on which the editions part, None if the whole game comes out the same.

    `tables` has the table at the beginning by edition, or why there is none (`sides.tables_under`). Up to the parting
    they are equal in all that can be seen, so what is said means the same on all of them. Raises what reading a
    declaration raises.
    """
    there = {edition: table for edition, table in tables.items() if not isinstance(table, NotComparableError)}
    parted = _at_the_beginning(game, tables, there)
    if parted is not None:
        return parted
    now = dict(tables)
    for number, each in enumerate(course, 1):
        here = now[next(iter(there))]
        if isinstance(each, tuple):
            now = {edition: _folded(game, table, each) for edition, table in now.items()}
            continue
        said = game.read(here, each) if isinstance(each, str) else each
        given = judged(game, now, said)
        found = compared(game, here, _words(game, here, said), given, number)
        if not found.agree:
            return found
        now = {edition: _after(verdict, now[edition]) for edition, verdict in given}
    return None


def _after(verdict: Verdict | NotComparableError, table: Any) -> Any:
    return table if isinstance(verdict, NotComparableError) or verdict.after is None else verdict.after


def _at_the_beginning(game: Game, tables: Mapping[str, Any], there: Mapping[str, Any]) -> Comparison | None:
    """A comparison of the first questions, if they are not the same, or if no edition has the table."""
    if not there:
        return compared(game, None, "the beginning", list(tables.items()))
    asked = {edition: table.agenda.window for edition, table in there.items()}
    if len({bare(window) for window in asked.values()}) <= 1:
        return None
    sides = tuple(
        Side(edition, "", window.rule if window is not None else "", event=window.kind if window is not None else "")
        for edition, window in asked.items()
    )
    return Comparison("the beginning", "facts", sides)


def _folded(game: Game, table: Any, facts: tuple[Fact, ...]) -> Any:
    if isinstance(table, NotComparableError):
        return table
    draft = game.fork(table)
    for fact in facts:
        game.fold(draft, fact)
    return draft


def _words(game: Game, table: Any, said: Declaration) -> str:
    try:
        return game.say(table, said)
    except (NotUnderstoodError, AmbiguousError, KeyError):
        return f"{said.seat}: {type(said).__name__}"


def numbered(found: Comparison, number: int) -> Comparison:
    """The same comparison under another number, as that of an entry of a log."""
    return msgspec.structs.replace(found, number=number)
