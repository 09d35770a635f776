"""The chain of hashes over the stored bytes of a game's entries.

h(0) = SHA-256("adjudicator" || game id), h(n) = SHA-256(h(n-1) || n || SHA-256(public part) ||
commitments), with n as 8 bytes, big end first. A person who keeps one head can prove later that
everything up to it is still what it was; without a head kept outside, a full rewrite of a log
that also recomputes the chain cannot be found.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from uuid import UUID


def genesis(game: UUID) -> bytes:
    """The head of a game before its first entry."""
    return sha256(b"adjudicator" + game.bytes).digest()


def next_head(head: bytes, number: int, public: bytes, commitments: Sequence[bytes]) -> bytes:
    """The head after one more entry."""
    link = head + number.to_bytes(8, "big") + sha256(public).digest()
    return sha256(link + b"".join(commitments) if commitments else link).digest()
