"""What can go wrong when a game is asked for or recorded; a ruling is never among it."""

from __future__ import annotations


class AdjudicationError(Exception):
    """Anything that the application refuses or cannot do; `game_id` names the game, or is empty.

    The message is for people, and no defect of ours: so much says `told_to_people`, wherever an error has it.
    """

    told_to_people = True

    def __init__(self, message: str, game_id: str = "") -> None:
        super().__init__(message)
        self.game_id = game_id


class UnknownGameError(AdjudicationError):
    """No game of this id is in the store."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"no game {game_id!r}", game_id)


class UnknownRevisionError(AdjudicationError):
    """The game never had a table at this revision."""

    def __init__(self, game_id: str, revision: int, current: int) -> None:
        super().__init__(f"game {game_id} has no table at revision {revision}; it is at {current}", game_id)
        self.revision = revision
        self.current = current


class UnknownEditionError(AdjudicationError):
    """No game of this name, or no such edition of it, is known here; `known` lists what is."""

    def __init__(self, asked: str, known: tuple[str, ...]) -> None:
        super().__init__(f"{asked!r} is not known; known: {', '.join(known)}")
        self.asked = asked
        self.known = known


class OpeningRefusedError(AdjudicationError):
    """A game cannot start from this opening; the message is the game's own."""


class StaleRevisionError(AdjudicationError):
    """The caller spoke about an older table; `current` is the revision that stands."""

    def __init__(self, game_id: str, expected: int, current: int) -> None:
        super().__init__(f"game {game_id} is at revision {current}, not {expected}", game_id)
        self.expected = expected
        self.current = current


class LogWentBackError(AdjudicationError):
    """The store has less than it had: it was restored under us, or a standby took over that lacks commits."""


class RequestIdReusedError(AdjudicationError):
    """A request id came back with another body."""

    def __init__(self, request_id: str) -> None:
        super().__init__(f"request id {request_id!r} was used for another request")
        self.request_id = request_id


class GameClosedError(AdjudicationError):
    """Nothing more is recorded in a closed game."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"game {game_id} is closed", game_id)


class GameFrozenError(AdjudicationError):
    """The game goes on in the house that began it, which alone has its seed; here it is a record."""

    def __init__(self, game_id: str) -> None:
        super().__init__(
            f"game {game_id} goes on in the house that began it; here it is a record: read, check or fork it", game_id
        )


class NonceRefusedError(AdjudicationError):
    """The seat that would add something to the house's chance is none of the game's."""


class RulingRefusedError(AdjudicationError):
    """A judge's ruling that the table cannot carry: its facts break an invariant or do not fit."""


class CorruptLogError(AdjudicationError):
    """The stored log is not what was written; `entry` is the first bad position, `why` what is wrong there.

    `what` it is the log of, and `game_id` its id.
    """

    what = "game"

    def __init__(self, game_id: str, entry: int, why: str) -> None:
        super().__init__(f"{self.what} {game_id}, entry {entry}: {why}", game_id)
        self.entry = entry
        self.why = why


class StoreUnavailableError(AdjudicationError):
    """The store did not take or give what was asked; nothing is known to have been recorded."""
