"""Names in JSON: `@NAME` stands for what a table calls so, in the way that the field says it."""

from __future__ import annotations

import json
from typing import Any

from adjudicator.kernel.game import Game

MARK = "@"


def numbered(text: str, game: Game, table: Any) -> str:
    """A JSON text without names. Raises ValueError for no JSON, and what `Game.held_by` raises for no such name."""
    return json.dumps(_each(json.loads(text), game, table, ""), ensure_ascii=False)


def _each(value: Any, game: Game, table: Any, field: str) -> Any:
    if isinstance(value, str) and value.startswith(MARK):
        return game.held_by(table, value.removeprefix(MARK), field)
    if isinstance(value, list):
        return [_each(each, game, table, field) for each in value]
    if isinstance(value, dict):
        return {name: _each(each, game, table, name) for name, each in value.items()}
    return value
