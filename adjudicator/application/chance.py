"""The house's chance: dice and decks by commit and reveal.

Before the game the house draws a seed of 32 bytes and shows its SHA-256; players may add nonces, and
with `nonces_first` nothing is drawn until all have; at the end the seed is opened, so that a stranger
can compute every outcome again:

    block(c) = HMAC-SHA256(key = seed, message = game|purpose|entry|c|nonces)

with `game` the game's id, `purpose` as "dice:<what>", "draw:<what>" or "order:<what>", `entry` the
number of the log entry that reports the outcome, `c` counting blocks from 0, and `nonces` as
"seat=hex" joined by commas in the order of the seats. The blocks together are a row of words of
4 bytes, big end first. A number below n is the next word that is smaller than the greatest
multiple of n within 2**32 (others are passed over, so no number is favoured), modulo n. A die is
such a number plus one; a draw takes, count times, the item at such a number out of what is left of
the pool, whose last item then fills the gap; an order draws all of it.

Before a game is dealt, each pack is put into an order of purpose "pack:<seat>", entry 0 and no game
id, so that cards numbered in that order tell nothing to whoever knows the deck's list.

An outcome is bound to its entry's number, which never comes twice: nothing is rolled again, also
not after a rewind.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Container, Iterable

from adjudicator.kernel.entries import Settings
from adjudicator.kernel.game import ChanceDue

Nonces = tuple[tuple[str, bytes], ...]

_WORD = 1 << 32


class Source:
    """The row of numbers that belongs to one entry of one game."""

    def __init__(self, seed: bytes, game: str, purpose: str, entry: int, nonces: Nonces = ()) -> None:
        mixed = ",".join(f"{seat}={nonce.hex()}" for seat, nonce in sorted(nonces))
        self._seed = seed
        self._message = (f"{game}|{purpose}|{entry}|".encode(), f"|{mixed}".encode())
        self._counter = 0
        self._words: list[int] = []

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each as likely as any other. `bound` from 1 to 2**32."""
        fair = _WORD - _WORD % bound
        while (word := self._word()) >= fair:
            pass
        return word % bound

    def _word(self) -> int:
        if not self._words:
            before, after = self._message
            block = hmac.digest(self._seed, before + str(self._counter).encode() + after, hashlib.sha256)
            self._counter += 1
            self._words = [int.from_bytes(block[at : at + 4], "big") for at in range(28, -1, -4)]
        return self._words.pop()


def nonces_due(settings: Settings, seats: Iterable[tuple[str, str]], given: Container[str]) -> tuple[str, ...]:
    """The seats without whose nonces nothing is drawn yet."""
    return tuple(seat for seat, _ in seats if seat not in given) if settings.nonces_first else ()


def purpose_of(due: ChanceDue) -> str:
    """What an outcome is for, as it enters the generator."""
    return f"{due.kind}:{due.what}"


def outcome(due: ChanceDue, source: Source) -> tuple[int, ...]:
    """The outcome of what is due. Raises ValueError for a kind that nobody knows or a draw from too few."""
    if due.kind == "dice":
        return tuple(source.below(due.faces) + 1 for _ in range(due.count))
    if due.kind not in {"draw", "order"}:
        raise ValueError(f"no chance of kind {due.kind!r}")
    count = len(due.pool) if due.kind == "order" else due.count
    if count > len(due.pool):
        raise ValueError(f"cannot draw {count} of {len(due.pool)}")
    left, drawn = list(due.pool), []
    for _ in range(count):
        at = source.below(len(left))
        drawn.append(left[at])
        left[at] = left[-1]
        left.pop()
    return tuple(drawn)
