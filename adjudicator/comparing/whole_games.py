"""A whole game under several editions side by side, and the declarations on which they part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from adjudicator.comparing.sides import Comparison, Side, bare, compared, judged, staying
from adjudicator.kernel.base import Declaration, Fact
from adjudicator.kernel.game import Game, NotComparableError
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.kernel.verdict import Verdict

Said = Declaration | str | tuple[Fact, ...]
"""What comes next in a game: a declaration, its words (read on the first edition's table), or facts of a judge."""


def compare_course(game: Game, tables: Mapping[str, Any], course: Iterable[Said]) -> Iterator[Comparison]:
    """The declarations on which editions part, none if the whole game comes out the same.

    `tables` has the table at the beginning by edition, or why there is none (`sides.tables_under`). An edition that
    parts from the first that has a table is heard no further; the others go on while two are left. Their tables are
    equal in all that can be seen, so what is said means the same on all of them. Raises what reading a declaration
    raises.
    """
    parted = _at_the_beginning(game, tables)
    if parted is not None:
        yield parted
    now = dict(tables) if parted is None else staying(tables, parted)
    for number, each in enumerate(course, 1):
        here = next((table for table in now.values() if not isinstance(table, NotComparableError)), None)
        if here is None:
            return
        if isinstance(each, tuple):
            now = {edition: _folded(game, table, each) for edition, table in now.items()}
            continue
        said = game.read(here, each) if isinstance(each, str) else each
        given = judged(game, now, said)
        found = compared(game, here, _words(game, here, said), given, number)
        if not found.agree:
            yield found
        now = staying({edition: _after(verdict, now[edition]) for edition, verdict in given}, found)


def _after(verdict: Verdict | NotComparableError, table: Any) -> Any:
    return table if isinstance(verdict, NotComparableError) or verdict.after is None else verdict.after


def _at_the_beginning(game: Game, tables: Mapping[str, Any]) -> Comparison | None:
    """A comparison of the first questions, if they are not the same, or if no edition has the table."""
    there = {edition: table for edition, table in tables.items() if not isinstance(table, NotComparableError)}
    if not there:
        return compared(game, None, "the beginning", list(tables.items()))
    asked = {edition: table.agenda.window for edition, table in there.items()}
    first, *others = ((edition, bare(window)) for edition, window in asked.items())
    leaving = tuple(edition for edition, window in others if window != first[1])
    if not leaving:
        return None
    sides = tuple(
        Side(edition, "", window.rule if window is not None else "", event=window.kind if window is not None else "")
        for edition, window in asked.items()
    )
    return Comparison("the beginning", "facts", sides, leaving=leaving)


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
