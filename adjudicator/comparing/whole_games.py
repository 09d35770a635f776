"""A whole game under several editions side by side, up to the first declaration on which they part."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from adjudicator.comparing.sides import Comparison, Side, bare, compared
from adjudicator.kernel.base import Declaration, Fact
from adjudicator.kernel.game import Game
from adjudicator.kernel.judging import ALL, judge
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError

Said = Declaration | str | tuple[Fact, ...]
"""What comes next in a game: a declaration, its words (read on the first edition's table), or facts of a judge."""


def compare_course(game: Game, tables: Mapping[str, Any], course: Iterable[Said]) -> Comparison | None:
    """The first declaration on which the editions part, None if the whole game comes out the same.

    `tables` has the table at the beginning by edition. Up to the parting they are equal in all that can be seen, so
    what is said means the same on all of them. Raises what reading a declaration raises.
    """
    editions = list(tables)
    parted = _at_the_beginning(game, tables)
    if parted is not None:
        return parted
    now = dict(tables)
    for number, each in enumerate(course, 1):
        here = now[editions[0]]
        if isinstance(each, tuple):
            now = {edition: _folded(game, table, each) for edition, table in now.items()}
            continue
        said = game.read(here, each) if isinstance(each, str) else each
        given = [(edition, judge(game, now[edition], said, ALL)) for edition in editions]
        found = compared(game, here, _words(game, here, said), given, number)
        if not found.agree:
            return found
        now = {edition: now[edition] if verdict.after is None else verdict.after for edition, verdict in given}
    return None


def _at_the_beginning(game: Game, tables: Mapping[str, Any]) -> Comparison | None:
    """A comparison of the first questions, if they are not the same."""
    asked = {edition: table.agenda.window for edition, table in tables.items()}
    if len({bare(window) for window in asked.values()}) <= 1:
        return None
    sides = tuple(
        Side(edition, "", window.rule if window is not None else "", event=window.kind if window is not None else "")
        for edition, window in asked.items()
    )
    return Comparison("the beginning", "facts", sides)


def _folded(game: Game, table: Any, facts: tuple[Fact, ...]) -> Any:
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
