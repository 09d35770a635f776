"""From words to an attack: the table at which a declared attack waits for its dice, without recording anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from adjudicator.kernel.judging import ALL, judge
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.kernel.values import Declaration
from adjudicator.kernel.verdict import Ruling, Verdict
from adjudicator.swtcg import declarations as d
from adjudicator.swtcg.moment import CHANCES
from adjudicator.swtcg.odds.situation import OddsError
from adjudicator.swtcg.table import DARK, LIGHT, Table

PASSES_MAX = 8
"""So many times the players are taken to pass before something that the table does not admit yet."""
BEFORE_IT = ("general",)
"""The chances in which they are, before an attack; once it is declared in all of them."""


class Declared(msgspec.Struct, frozen=True):
    """A table with an attack in progress, and what was taken as said to come to it."""

    table: Any
    said: tuple[str, ...]


def declared(
    game: Any, table: Table, attack: str, *, before: Sequence[str] = (), after: Sequence[str] = ()
) -> Declared:
    """The table with an attack: words as `vader attacks luke`, with or without the seat; empty for the attack that is
    in progress. `before` and `after` are declarations taken as said before and after it.

    Where a chance to play is open and it is not the word of the one who is to speak, the players are taken to pass.
    Raises OddsError for what is not legal, NotUnderstoodError or AmbiguousError for words that nobody understands.
    """
    said: list[str] = []
    for words in before:
        table = _after(game, table, words, BEFORE_IT, said)
    if attack.strip():
        table = _after(game, table, attack.strip(), BEFORE_IT, said, attacking=True)
    for words in after:
        table = _after(game, table, words, CHANCES, said)
    return Declared(table, tuple(said))


def _after(
    game: Any, table: Table, words: str, kinds: tuple[str, ...], said: list[str], *, attacking: bool = False
) -> Table:
    """The table after some words and the passes that lead to where they can be said; all of it goes to `said`."""
    passes: list[str] = []
    refused = ""
    while True:
        meant = _read(game, table, words) if attacking else game.read(table, words)
        verdict = judge(game, table, meant, ALL)
        if verdict.ruling is Ruling.LEGAL:
            said += [*passes, game.say(table, meant)]
            after: Table = verdict.after
            return after
        refused = refused or f"{game.say(table, meant)} is {_ruled(verdict)}"
        passing = _pass(game, table, kinds)
        if passing is None or len(passes) == PASSES_MAX:
            raise OddsError(refused)
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


def _pass(game: Any, table: Table, kinds: tuple[str, ...]) -> Declaration | None:
    """A pass of the one who is asked, in a chance of these kinds; None where none is open."""
    window = table.agenda.window
    if window is None or window.kind not in kinds or game.over(table) is not None:
        return None
    return d.Pass(window.asked[0])


def _ruled(verdict: Verdict) -> str:
    codes = [clause.code for clause in verdict.failing] or list(verdict.missing)
    return f"{verdict.ruling.value}: {', '.join(codes)}"
