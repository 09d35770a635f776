"""What a view is, and what it is told about an entry."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

import msgspec

from adjudicator.application.following import DisputeStep


class Seen(msgspec.Struct, frozen=True):
    """An entry as everybody may see it, with the game it belongs to and the tables before and after it.

    `content` has its seals closed; the tables are for telling and for asking who has won, and their hidden
    parts are never written down. `says` is its declaration in notation (of one with something hidden only its kind),
    `refused_by` the rules that a refusal cites; `revision`, `head` and `at` are the entry's.
    """

    game_id: str
    number: int
    kind: str
    content: Any
    rules: Any
    before: Any
    after: Any
    revision: int
    head: bytes
    at: int
    says: str = ""
    refused_by: tuple[str, ...] = ()


class Lost(msgspec.Struct, frozen=True):
    """A game or a dispute that is left out from an entry on, since that is not what was written, and why."""

    stream: str
    number: int
    why: str


def ignore(cursor: sqlite3.Cursor, told: object) -> None:
    """Keep nothing of it."""


class View(msgspec.Struct, frozen=True):
    """A read model: its name, the tables it makes, and what it does with an entry, a step of a dispute, and damage.

    Views that an older program has made with another schema are made anew.
    """

    name: str
    schema: str
    take: Callable[[sqlite3.Cursor, Seen], None]
    hear: Callable[[sqlite3.Cursor, DisputeStep], None] = ignore
    lose: Callable[[sqlite3.Cursor, Lost], None] = ignore


def facts_of(content: Any) -> tuple[Any, ...]:
    """The facts of an entry, if it has any."""
    return tuple(getattr(content, "facts", ()))
