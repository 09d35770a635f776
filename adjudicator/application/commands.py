"""What can be recorded, as values: the body of a request is its command."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec

from adjudicator.application.chance import Nonces
from adjudicator.kernel.entries import Opening
from adjudicator.kernel.judging import FAILING


class Open(msgspec.Struct, frozen=True, tag="open"):
    """Open a game. `nonces` are what the players add to the house's chance."""

    opening: Opening
    nonces: Nonces = ()


class Fork(msgspec.Struct, frozen=True, tag="fork"):
    """Open a new game at a revision of an old one (None: where it stands), with a fresh seed."""

    game_id: str
    at_revision: int | None = None


class Take(msgspec.Struct, frozen=True, tag="take"):
    """Open a game and record what a record from elsewhere tells of it: legal declarations, and judges' rulings.

    Outcomes of chance are taken as they are told; only after the last of them the house draws. All of it is
    recorded, or nothing.
    """

    opening: Opening
    said: tuple[Any, ...]


class Submit(msgspec.Struct, frozen=True, tag="submit"):
    """Record a declaration with its ruling, legal or not.

    `level` (kernel.judging) says which clauses the answer carries; `nonce` replaces what the seat
    adds to the house's chance from now on.
    """

    game_id: str
    declaration: Any
    level: int = FAILING
    expected_revision: int | None = None
    remark: str = ""
    nonce: bytes = b""


class GiveRuling(msgspec.Struct, frozen=True, tag="give-ruling"):
    """Record a judge's ruling.

    With a `declaration` and the ruling "legal" it is carried out although clauses may fail; with
    `facts` these happen; with neither the ruling only stands in the log. `about` names the entry
    ruled on, `citation` a rule id.
    """

    game_id: str
    by: str
    note: str
    ruling: str = ""
    about: int = 0
    declaration: Any = None
    citation: str = ""
    facts: tuple[Any, ...] = ()
    expected_revision: int | None = None


class Rewind(msgspec.Struct, frozen=True, tag="rewind"):
    """Let the game go on from an earlier revision."""

    game_id: str
    to_revision: int
    why: str
    by: str = ""
    expected_revision: int | None = None


class Note(msgspec.Struct, frozen=True, tag="note"):
    """Add a remark; `about` names an entry, or 0."""

    game_id: str
    text: str
    by: str = ""
    about: int = 0


class GiveNonce(msgspec.Struct, frozen=True, tag="give-nonce"):
    """Let a seat add something of its own to the house's chance, in place of what it gave before."""

    game_id: str
    seat: str
    nonce: bytes


class Close(msgspec.Struct, frozen=True, tag="close"):
    """Close a game and open its seed; `result` is the game's own if it is over and none is given."""

    game_id: str
    result: str = ""
    why: str = ""
    by: str = ""
    expected_revision: int | None = None


class Reopen(msgspec.Struct, frozen=True, tag="reopen"):
    """Let a closed game go on from where it stood: its result is void, and the house draws from a new seed."""

    game_id: str
    why: str
    by: str = ""
    expected_revision: int | None = None


class Together(msgspec.Struct, frozen=True, tag="together"):
    """Several things that one ruling does to a game, in this order; all of them are recorded, or none is."""

    game_id: str
    commands: tuple[GiveRuling | Rewind | Close | Reopen, ...]
    expected_revision: int | None = None


Command = Open | Fork | Take | Submit | GiveRuling | Rewind | Note | GiveNonce | Close | Reopen | Together

_encode = msgspec.msgpack.Encoder().encode


def digest(command: Command) -> bytes:
    """The digest of a request's body."""
    return sha256(_encode(command)).digest()
