"""What a token grants. Its secret is never kept, only the SHA-256 of it."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from adjudicator.application.errors import AdjudicationError


class Role(StrEnum):
    """In what capacity the holder of a token calls."""

    SPECTATOR = "spectator"
    PLAYER = "player"
    SCOREKEEPER = "scorekeeper"
    FLOOR_JUDGE = "floor-judge"
    HEAD_JUDGE = "head-judge"
    ADMINISTRATOR = "administrator"


class TokenIssued(msgspec.Struct, frozen=True):
    """A token was handed out.

    `token` is its public id, `digest` the SHA-256 of its secret, `name` whom it stands for. A player's token names
    `seat` and `games`; of other roles `games` limits it, none of them: every game. `expires` is the wall
    clock in milliseconds after which it is refused. `by` handed it out.
    """

    token: str
    digest: bytes
    role: Role
    name: str
    seat: str
    games: tuple[str, ...]
    expires: int
    by: str


class TokenRevoked(msgspec.Struct, frozen=True):
    """A token is taken back, for good."""

    token: str
    by: str
    why: str


class Grant(msgspec.Struct, frozen=True):
    """A token as it stands."""

    issued: TokenIssued
    at: int
    revoked: TokenRevoked | None = None


class IssueRefusedError(AdjudicationError):
    """A token cannot be handed out so; `field` names what does not fit."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field
        self.why = why


class TokenRefusedError(AdjudicationError):
    """A token that grants nothing: it was never handed out, has expired or was revoked (`why`)."""

    def __init__(self, why: str) -> None:
        super().__init__(f"the token {why}")
        self.why = why


class UnknownTokenError(AdjudicationError):
    """No token of this id was handed out."""

    def __init__(self, token: str) -> None:
        super().__init__(f"there is no token {token!r}")
        self.token = token
