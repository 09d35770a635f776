"""The entries of a game's log, as values; how they are stored is the application's affair."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from adjudicator.kernel.base import Sealed
from adjudicator.kernel.verdict import NonEvent


class Settings(msgspec.Struct, frozen=True):
    """How a game is run.

    `dice` and `decks` are "house" (the service rolls and shuffles) or "reported" (a physical
    table reports); `manual` is "ask" (the seat judge carries manual effects out) or "blank"
    (they do nothing); `strict` makes players declare even what leaves them no choice. With `nonces_first` the
    house draws nothing until every seat has given a nonce, which it can do once the seed is committed to
    (unset, never false: so openings without it are written as they were before there was such a setting).
    """

    dice: str = "house"
    decks: str = "house"
    manual: str = "ask"
    strict: bool = False
    nonces_first: Literal[True] | msgspec.UnsetType = msgspec.UNSET


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


class Declared(msgspec.Struct, frozen=True, gc=False):
    """A declaration with its ruling and what followed. Chance and the judge declare too.

    `failing` and `missing` are the codes that everybody may know. Why a hidden card was refused would tell what it is:
    so `reasons` of what was not legal hold, sealed, those that the speaker may know, and all of them (for nobody).
    """

    declaration: Any
    ruling: str
    failing: tuple[str, ...] = ()
    facts: tuple[Any, ...] = ()
    non_events: tuple[NonEvent, ...] = ()
    missing: tuple[str, ...] = ()
    remark: str = ""
    nonce: bytes = b""
    digests: tuple[str, str] = ("", "")
    """Digests of the edition and of the catalogue that ruled."""
    reasons: tuple[Sealed, ...] = ()

    @property
    def every_reason(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """All codes of what failed and of what was missing, for the judge; the public ones if the rest was removed."""
        if self.reasons and self.reasons[-1].items:
            failing, missing = self.reasons[-1].items
            return tuple(failing), tuple(missing)
        return self.failing, self.missing


class GameOpened(msgspec.Struct, frozen=True):
    """The first entry: what the game starts from, and what happened before anybody was asked.

    `commitment` is the SHA-256 of the house's seed, which lies in `seed`, sealed for nobody until
    the game is closed. `start` is the lossless board of a game that starts from one (no items: from
    the beginning); the opening itself then carries none. `nonces` pairs seats with what they add to
    the chance; `forked_from` names game and revision, if it is a fork. Up to entry `told` (0: none) the game was
    told by a record from elsewhere: its outcomes of chance are as reported there, and not from this seed.
    """

    opening: Opening
    commitment: bytes
    seed: Sealed
    start: Sealed = Sealed(())
    facts: tuple[Any, ...] = ()
    non_events: tuple[NonEvent, ...] = ()
    nonces: tuple[tuple[str, bytes], ...] = ()
    forked_from: tuple[str, int] | None = None
    digests: tuple[str, str] = ("", "")
    told: int = 0


class RulingGiven(msgspec.Struct, frozen=True):
    """A judge's word: on an entry (`about`), on a declaration, or by facts alone.

    `ruling` is the judge's ("" if none was asked for), `citation` a rule id, `facts` what followed.
    """

    by: str
    note: str
    ruling: str = ""
    about: int = 0
    declaration: Any = None
    citation: str = ""
    facts: tuple[Any, ...] = ()
    non_events: tuple[NonEvent, ...] = ()


class Rewound(msgspec.Struct, frozen=True):
    """The table goes on from an earlier revision; nothing of the log is lost."""

    to: int
    why: str
    by: str = ""


class NoteAdded(msgspec.Struct, frozen=True):
    """A remark that changes nothing; `about` names an entry, or 0."""

    text: str
    by: str = ""
    about: int = 0


class NonceGiven(msgspec.Struct, frozen=True):
    """What a seat adds to the house's chance from now on; it changes nothing else."""

    seat: str
    nonce: bytes


class GameClosed(msgspec.Struct, frozen=True):
    """How the game ended, and the house's seed, opened so that anybody may check the dice.

    The last entry, unless the game is reopened.
    """

    result: str
    seed: bytes
    why: str = ""
    by: str = ""


class GameReopened(msgspec.Struct, frozen=True):
    """A closed game goes on from where it stood: the result it was closed with (`void`) does not count any more.

    Its seed is open by now and good for nothing that is rolled later. So the house has drawn another, which lies in
    `seed`, sealed for nobody until the game is closed again; `commitment` is its SHA-256.
    """

    void: str
    commitment: bytes
    seed: Sealed
    why: str = ""
    by: str = ""
