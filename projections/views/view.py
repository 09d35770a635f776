"""What a view is, and what it is told about an entry."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

import msgspec


class Seen(msgspec.Struct, frozen=True):
    """An entry as everybody may see it, with the game it belongs to and the tables before and after it.

    `content` has its seals closed; the tables are for telling and for asking who has won, and their hidden
    parts are never written down.
    """

    game_id: str
    number: int
    kind: str
    content: Any
    rules: Any
    before: Any
    after: Any


class View(msgspec.Struct, frozen=True):
    """A read model: its name, the tables it makes, and what it does with an entry."""

    name: str
    schema: str
    take: Callable[[sqlite3.Cursor, Seen], None]


def facts_of(content: Any) -> tuple[Any, ...]:
    """The facts of an entry, if it has any."""
    return tuple(getattr(content, "facts", ()))
