"""A view, and the news of the log that it is told."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from adjudicator.application.following import DisputeStep


class Seen(msgspec.Struct, frozen=True, gc=False):
    """An entry as everybody may see it, and what came of it in its game.

    `content` has its seals closed, and of the reasons of a refusal those that everybody may know. `head` is the
    one after it, `winner` who has won by now, `refused_by` the rules that a refusal cites.
    """

    game_id: str
    number: int
    kind: str
    content: Any
    head: bytes
    winner: str = ""
    refused_by: tuple[str, ...] = ()


class Lost(msgspec.Struct, frozen=True):
    """A game or a dispute that is left out from an entry on, since that is not what was written, and why."""

    stream: str
    number: int
    why: str


Told = Seen | DisputeStep | Lost


class View(msgspec.Struct, frozen=True):
    """A read model: its name, the tables it makes, and what it keeps of a part of the log, which it is told in order.

    Views that an older program has made with another schema are made anew.
    """

    name: str
    schema: str
    take: Callable[[sqlite3.Cursor, Sequence[Told]], None]


def entries(batch: Sequence[Told]) -> list[Seen]:
    """The entries of games among what a view is told."""
    return [each for each in batch if isinstance(each, Seen)]


def facts_of(content: Any) -> tuple[Any, ...]:
    """The facts of an entry, if it has any."""
    found: tuple[Any, ...] = getattr(content, "facts", ())
    return found
