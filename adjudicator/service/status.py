"""How a call ends: the codes of gRPC, by their own names and numbers, without gRPC.

Only the server of gRPC, and what it stands on, knows gRPC itself (`handlers`, `server`, `beside`): everything
else also serves other doors, and runs where there is no gRPC.
"""

from __future__ import annotations

from enum import IntEnum


class Code(IntEnum):
    """The status of a call."""

    OK = 0
    CANCELLED = 1
    UNKNOWN = 2
    INVALID_ARGUMENT = 3
    DEADLINE_EXCEEDED = 4
    NOT_FOUND = 5
    ALREADY_EXISTS = 6
    PERMISSION_DENIED = 7
    RESOURCE_EXHAUSTED = 8
    FAILED_PRECONDITION = 9
    ABORTED = 10
    OUT_OF_RANGE = 11
    UNIMPLEMENTED = 12
    INTERNAL = 13
    UNAVAILABLE = 14
    DATA_LOSS = 15
    UNAUTHENTICATED = 16
