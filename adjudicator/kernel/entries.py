"""The entries of a game's log, as values; how they are stored is the application's affair."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.values import Sealed
from adjudicator.kernel.verdict import NonEvent


class Settings(msgspec.Struct, frozen=True):
    """How a game is run.

    `dice` and `decks` are "house" (the service rolls and shuffles) or "reported" (a physical
    table reports); `manual` is "ask" (the seat judge carries manual effects out) or "blank"
    (they do nothing); `strict` makes players declare even what forces itself.
    """

    dice: str = "house"
    decks: str = "house"
    manual: str = "ask"
    strict: bool = False


class Opening(msgspec.Struct, frozen=True):
    """All that a game starts from, by value, so that it can always be rejudged.

    `seats` pairs each seat with a person; `packs` holds per seat what only that seat may know
    (its deck with the cards' faces), encoded by the game; `board` is a lossless table to start
    from instead of the beginning (empty: from the beginning), encoded by the game.
    """

    game: str
    edition: str
    settings: Settings = Settings()
    seats: tuple[tuple[str, str], ...] = ()
    packs: tuple[tuple[str, Sealed], ...] = ()
    board: bytes = b""


class Declared(msgspec.Struct, frozen=True):
    """A declaration with its ruling and what followed. Chance and the judge declare too."""

    declaration: Any
    ruling: str
    failing: tuple[str, ...] = ()
    facts: tuple[Any, ...] = ()
    non_events: tuple[NonEvent, ...] = ()
    missing: tuple[str, ...] = ()
    remark: str = ""
