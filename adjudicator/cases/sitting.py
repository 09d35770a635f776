"""A table at which lines are said one after the other: what each is ruled, what the table waits for then, and for whom
the house has passed on the way.

A line that is not understood costs that line alone. A pass that the house has made already is understood as that.
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.base import Declaration
from adjudicator.kernel.filling import filled, kinds_of
from adjudicator.kernel.game import Game
from adjudicator.kernel.judging import ALL, FAILING, judge
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.kernel.verdict import Ruling, Verdict

PASSES_MAX = 64
"""So many passes of the house are looked for behind one declaration."""


class Heard(msgspec.Struct, frozen=True):
    """What came of a line: what was said at which table and the verdict, or the error of one that was not understood.

    `waits` says where the table stands then and what it waits for, `passed` the seats that the house has passed for, in
    order; with `already` it had passed for the speaker before, and nothing happens.
    """

    words: str
    said: Declaration | None = None
    before: Any = None
    verdict: Verdict | None = None
    error: ValueError | None = None
    waits: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
    already: bool = False


class Sitting:
    """A table, and what is said at it; `table` is the table as it stands."""

    def __init__(self, game: Game, table: Any) -> None:
        self.game = game
        self.table = table
        self._passed: list[Declaration] = []

    def hear(self, words: str, *, made: bool) -> Heard:
        """Judge a line; what is legal happens if it is `made`, and not only asked."""
        game, table = self.game, self.table
        try:
            said = game.read(table, words)
        except (NotUnderstoodError, AmbiguousError) as error:
            return Heard(words, error=error, waits=game.stands(table))
        verdict = judge(game, table, said, ALL)
        passed: tuple[Declaration, ...] = ()
        already = made and verdict.ruling is Ruling.ILLEGAL and said in self._passed
        if already:
            self._passed.remove(said)
        elif made and verdict.ruling is Ruling.LEGAL:
            passed = house_passes(game, table, said, verdict.after)
            earlier = self._passed if said == game.let_go(table) else ()  # a script may tell passes in another order
            self.table, self._passed = verdict.after, [*earlier, *passed]
        return Heard(
            words,
            said,
            table,
            verdict,
            waits=game.stands(self.table),
            passed=tuple(each.seat for each in passed),
            already=already,
        )


def house_passes(game: Game, table: Any, said: Declaration, after: Any) -> tuple[Declaration, ...]:
    """The passes that the house makes by itself behind a declaration, up to the table that it leads to.

    Found by asking for each of them: the same is played with `strict`, until it stands where the other does.
    """
    if table.strict:
        return ()
    draft = game.fork(table)
    draft.strict = True
    here, found = judge(game, draft, said, FAILING).after, list[Declaration]()
    for _ in range(PASSES_MAX):
        if here is None or here.agenda == after.agenda:
            return tuple(found)
        only = game.let_go(here)
        if only is not None:
            found.append(only)
        elif (only := _forced(game, here)) is None:
            return tuple(found)
        here = judge(game, here, only, FAILING).after
    return ()


def _forced(game: Game, table: Any) -> Declaration | None:
    """The only thing that may be said, if there is nothing to choose in it."""
    forms = game.forms(table)
    if len(forms) != 1 or forms[0].choices:
        return None
    found: Declaration = filled(kinds_of(game)[forms[0].kind], forms[0], {})
    return found
