"""From words to an attack: the table at which a declared attack waits for its dice, without recording anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from adjudicator.kernel.judging import ALL, judge
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.kernel.supposing import suppose
from adjudicator.kernel.values import Declaration
from adjudicator.kernel.verdict import Ruling, Verdict
from adjudicator.swtcg import declarations as d
from adjudicator.swtcg.odds.situation import OddsError
from adjudicator.swtcg.table import DARK, LIGHT, Table

PASSES_MAX = 8
"""So many times the players are taken to pass before an attack that the table does not admit yet."""


class Declared(msgspec.Struct, frozen=True):
    """A table with an attack in progress, and what was taken as said to come to it."""

    table: Any
    said: tuple[str, ...]


def declared(
    game: Any, table: Table, attack: str, *, before: Sequence[str] = (), after: Sequence[str] = ()
) -> Declared:
    """The table with an attack: words as `vader attacks luke`, with or without the seat; empty for the attack that is
    in progress. `before` and `after` are declarations taken as said before and after it.

    Where a chance to play is open, both players are taken to pass in it. Raises OddsError for an attack that is not
    legal, NotUnderstoodError or AmbiguousError for words that nobody understands.
    """
    table, said = _line(game, table, before)
    if attack.strip():
        table, passes, words = _attacked(game, table, attack.strip())
        said += [*passes, words]
    table, rest = _line(game, table, after)
    return Declared(table, tuple(said + rest))


def _line(game: Any, table: Table, words: Sequence[str]) -> tuple[Table, list[str]]:
    line = suppose(game, table, words)
    said = [game.say(step.table, step.said) for step in line.steps]
    if not line.whole:
        raise OddsError(f"{said[-1]} is {_ruled(line.steps[-1].verdict)}")
    return line.after, said


def _attacked(game: Any, table: Table, words: str) -> tuple[Table, list[str], str]:
    passes: list[str] = []
    while True:
        said = _read(game, table, words)
        verdict = judge(game, table, said, ALL)
        if verdict.ruling is Ruling.LEGAL:
            return verdict.after, passes, game.say(table, said)
        passing = _pass(game, table)
        if passing is None or len(passes) == PASSES_MAX:
            raise OddsError(f"{game.say(table, said)} is {_ruled(verdict)}")
        passes.append(game.say(table, passing))
        table = judge(game, table, passing).after


def _read(game: Any, table: Table, words: str) -> Declaration:
    """The attack in words; the seat is that of the attacking unit if none is said."""
    if ":" in words:
        said = game.read(table, words)
    else:
        found: list[Any] = []
        trouble: NotUnderstoodError | AmbiguousError | None = None
        for seat in (DARK, LIGHT):
            try:
                found.append(game.read(table, f"{seat}: {words}"))
            except (NotUnderstoodError, AmbiguousError) as error:
                trouble = error
        if not found and trouble is not None:
            raise trouble
        said = next((each for each in found if _own(table, each)), found[0])
    if not isinstance(said, d.AttackWith):
        raise OddsError(f"{game.say(table, said)} is no attack")
    return said


def _own(table: Table, said: Declaration) -> bool:
    unit = table.stacks.get(getattr(said, "attacker", 0))
    return unit is not None and unit.controller == said.seat


def _pass(game: Any, table: Table) -> Declaration | None:
    """A pass of the one who is asked, in a chance to play; None where no chance is open."""
    window = table.agenda.window
    if window is None or window.kind != "general" or game.over(table) is not None:
        return None
    return d.Pass(window.asked[0])


def _ruled(verdict: Verdict) -> str:
    codes = [clause.code for clause in verdict.failing] or list(verdict.missing)
    return f"{verdict.ruling.value}: {', '.join(codes)}"
