"""What the application answers with; every answer names entry number, revision and head."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.application.chance import Nonces, nonces_due
from adjudicator.application.codec import Content
from adjudicator.kernel.entries import Settings
from adjudicator.kernel.verdict import Verdict


class GameView(msgspec.Struct, frozen=True):
    """A game as it stands: its table with the numbers that say which one it is.

    `last` is the number of the last entry, `revision` that of the last one that changed the table,
    `head` the hash of the chain at `last`. `rules` is the game (kernel.game.Game) itself. The table
    is everybody's: never fold on it, fork it.
    """

    game_id: str
    rules: Any
    edition: str
    settings: Settings
    seats: tuple[tuple[str, str], ...]
    table: Any
    last: int
    revision: int
    head: bytes
    commitment: bytes = b""
    nonces: Nonces = ()
    closed: bool = False
    result: str = ""
    forked_from: tuple[str, int] | None = None
    frozen: bool = False
    """It goes on elsewhere: its seed is not here, so nothing is recorded in it."""

    @property
    def nonces_due(self) -> tuple[str, ...]:
        """The seats whose nonces the house waits for before it draws anything."""
        return nonces_due(self.settings, self.seats, dict(self.nonces)) if self.settings.nonces_first else ()


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One entry of a log, read: its kind (application.codec) and content, seals open.

    Give it to somebody only through `private.seen_by`. `revision` is the revision it led to.
    """

    number: int
    kind: str
    content: Content
    head: bytes
    at: int
    revision: int


class Step(msgspec.Struct, frozen=True):
    """One entry with the tables before and after it (the same one if it changed nothing)."""

    entry: Entry
    before: Any
    after: Any


class Asked(msgspec.Struct, frozen=True):
    """The verdict on a question, and the table it was judged on; nothing was recorded."""

    game_id: str
    last: int
    revision: int
    head: bytes
    verdict: Verdict


class Recorded(msgspec.Struct, frozen=True):
    """What a recording call led to: its own entry, and where the game stands after it.

    `entries` are all entries it led to: its own first, then what the house's chance added. `last`,
    `revision` and `head` are those after all of them; whoever keeps `last` and `head` is a witness.
    """

    game_id: str
    entry: int
    last: int
    revision: int
    head: bytes
    entries: tuple[Entry, ...]
    verdict: Verdict | None = None
    """The verdict on a declaration; `after` and `facts` are those of the declaration alone, without
    the house's chance, and `after` is None when the answer is repeated."""
    repeated: bool = False


class GameSummary(msgspec.Struct, frozen=True):
    """A line of the list of games. `position` is where to go on listing."""

    position: int
    game_id: str
    game: str
    edition: str
    seats: tuple[tuple[str, str], ...]
    last: int
    closed: bool
    forked_from: tuple[str, int] | None = None
    frozen: bool = False


class Notice(msgspec.Struct, frozen=True):
    """An entry of some game, for those who follow all games.

    `position` counts over all of them; the entry's `revision` is its number if it changed the table, else 0.
    """

    position: int
    game_id: str
    entry: Entry
