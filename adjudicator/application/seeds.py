"""The seeds of the house's chance: one from the opening on, and another from each reopening on.

A seed is opened when the game is closed. It tells all that would be rolled from it, so a game that is
reopened goes on with a new one, to which the house commits in the same entry (docs/decisions/0030).
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.application.answers import Entry
from adjudicator.kernel.entries import GameClosed, GameOpened, GameReopened


class SeedHeld(msgspec.Struct, frozen=True):
    """A seed that the house draws from, from entry `since` on: what it committed to, and the seed.

    `kept` is the sealed one (empty where it was removed, or never left its house), `opened` the one that a closing
    has opened in entry `closing` (empty, and 0, until then).
    """

    since: int
    commitment: bytes
    kept: bytes
    opened: bytes = b""
    closing: int = 0

    @property
    def seed(self) -> bytes:
        """The seed as far as the log has it."""
        return self.kept or self.opened


def seeds_of(entries: Sequence[Entry]) -> tuple[SeedHeld, ...]:
    """The seeds of a game, in order."""
    found: list[SeedHeld] = []
    for entry in entries:
        content = entry.content
        if isinstance(content, GameOpened | GameReopened):
            kept = content.seed.items[0] if content.seed.items else b""
            found.append(SeedHeld(entry.number, content.commitment, kept))
        elif isinstance(content, GameClosed):
            found[-1] = msgspec.structs.replace(found[-1], opened=content.seed, closing=entry.number)
    return tuple(found)


def seed_at(seeds: Sequence[SeedHeld], number: int) -> SeedHeld:
    """The seed that the house drew from under an entry."""
    return next(each for each in reversed(seeds) if each.since <= number)
