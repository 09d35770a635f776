"""A case, or a game in notation, under several editions: what each says of every step, up to where they part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.cases.case import Case, Step
from adjudicator.cases.judge_desk import begun, opening_of
from adjudicator.comparing import Comparison
from adjudicator.comparing.sides import compared, judged
from adjudicator.games import GameList
from adjudicator.kernel.game import NotComparableError
from adjudicator.kernel.verdict import Verdict


def compare_case(case: Case, games: GameList, editions: Sequence[str]) -> tuple[Comparison, ...]:
    """A comparison for each thing said or asked, the last one where the editions part on something that was said.

    A mere question changes nothing, so a parting there ends nothing. A step that begins at a new board
    begins anew. A board that one edition cannot have and another can is not comparable. Raises ValueError, and what
    reading a declaration raises.
    """
    found: list[Comparison] = []
    game, tables = _sat(case, games, editions, case.steps[0].start or "") if case.steps else (None, {})
    for number, step in enumerate(case.steps, 1):
        if step.start is not None:
            game, tables = _sat(case, games, editions, step.start)
        words = step.say if step.say is not None else step.ask
        if words is None:
            continue
        comparison, after = _compared(game, tables, words, number)
        found.append(comparison)
        if step.say is not None:
            if not comparison.agree and not _begins_anew(case.steps[number:]):
                break
            tables = after
    return tuple(found)


def _begins_anew(steps: Sequence[Step]) -> bool:
    """Whether the next step has a board of its own, so that a parting before it does not matter."""
    return bool(steps) and steps[0].start is not None


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
