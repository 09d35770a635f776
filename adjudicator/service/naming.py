"""Names in JSON: `@NAME` stands for what a table calls so, in the way that the field says it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

MARK = "@"

Numbered = Callable[[Any, str, str], Any]
"""What a field holds of what a table calls by some words: of a table, the words, and the name of the field."""


def numbered(text: str, number: Numbered | None, table: Any) -> str:
    """A JSON text without names. Raises ValueError for no JSON, and what `number` raises for no such name."""
    if number is None:
        raise ValueError("this game has no names for what stands on the table; write numbers")
    return json.dumps(_each(json.loads(text), number, table, ""), ensure_ascii=False)


def _each(value: Any, number: Numbered, table: Any, field: str) -> Any:
    if isinstance(value, str) and value.startswith(MARK):
        return number(table, value.removeprefix(MARK), field)
    if isinstance(value, list):
        return [_each(each, number, table, field) for each in value]
    if isinstance(value, dict):
        return {name: _each(each, number, table, name) for name, each in value.items()}
    return value
