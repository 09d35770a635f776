"""A case, or a game in notation, under several editions: what each says of every step, and where they part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.cases.case import Case
from adjudicator.cases.judge_desk import begun, opening_of
from adjudicator.comparing import Comparison
from adjudicator.comparing.sides import compared, judged, staying
from adjudicator.games import GameList
from adjudicator.kernel.game import NotComparableError
from adjudicator.kernel.verdict import Verdict


def compare_case(case: Case, games: GameList, editions: Sequence[str]) -> tuple[Comparison, ...]:
    """A comparison for each thing said or asked. An edition that parts from the first on something that was said is
    heard no further; the others go on while two are left.

    A mere question changes nothing, so nobody leaves there. A step that begins at a new board begins anew, with all
    editions. A board that one edition cannot have and another can is not comparable. Raises ValueError, and what
    reading a declaration raises.
    """
    found: list[Comparison] = []
    game, tables = _sat(case, games, editions, case.steps[0].start or "") if case.steps else (None, {})
    for number, step in enumerate(case.steps, 1):
        if step.start is not None:
            game, tables = _sat(case, games, editions, step.start)
        words = step.say if step.say is not None else step.ask
        if words is None or not tables:
            continue
        comparison, after = _compared(game, tables, words, number)
        found.append(comparison)
        if step.say is not None:
            tables = staying(after, comparison)
    return tuple(found)


def _sat(case: Case, games: GameList, editions: Sequence[str], board: str) -> tuple[Any, dict[str, Any]]:
    tables: dict[str, Any] = {}
    game: Any = None
    failed: list[ValueError] = []
    for edition in editions:
        decks = {} if board else case.decks
        try:
            game, opening = opening_of(games, edition, board or case.board, case.cards, case.settings, decks)
            tables[edition] = begun(game, opening)
        except ValueError as error:
            failed.append(error)
            tables[edition] = NotComparableError(f"{edition} cannot have this board: {error}")
    if len(failed) == len(editions):
        raise failed[0]
    return game, tables


def _compared(game: Any, tables: dict[str, Any], words: str, number: int) -> tuple[Comparison, dict[str, Any]]:
    """The comparison of one thing said, and the tables after it."""
    here = next(table for table in tables.values() if not isinstance(table, NotComparableError))
    said = game.read(here, words)
    given = judged(game, tables, said)
    done = {edition: verdict.after for edition, verdict in given if isinstance(verdict, Verdict) and verdict.after}
    after = {**tables, **done}
    return compared(game, here, game.say(here, said), given, number), after
