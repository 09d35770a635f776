"""The application: games on an append-only log. The only place, with projections, that knows eventsourcing."""

from adjudicator.application.adjudication import Adjudication
from adjudicator.application.answers import Asked, Entry, GameSummary, GameView, Notice, Recorded, Step
from adjudicator.application.audit import Verified
from adjudicator.application.codec import (
    CHANCE,
    CLOSED,
    DECLARED,
    NONCE,
    NOTE,
    OPENED,
    REOPENED,
    REVEALED,
    REWOUND,
    RULING,
    Content,
)
from adjudicator.application.commands import (
    Close,
    Command,
    Fork,
    GiveNonce,
    GiveRuling,
    Note,
    Open,
    Rewind,
    Submit,
    Take,
)
from adjudicator.application.drafting import HouseChanceError
from adjudicator.application.errors import (
    AdjudicationError,
    CorruptLogError,
    GameClosedError,
    GameFrozenError,
    LogWentBackError,
    NonceRefusedError,
    OpeningRefusedError,
    RequestIdReusedError,
    RulingRefusedError,
    StaleRevisionError,
    StoreUnavailableError,
    UnknownEditionError,
    UnknownGameError,
    UnknownRevisionError,
)
from adjudicator.application.games import Games
from adjudicator.application.kept import HeadKept, Part, Root
from adjudicator.application.private import seen_by
from adjudicator.application.rejudging import Divergence, Progress
from adjudicator.application.stores import MEMORY
from adjudicator.application.whole import Inclusion
from adjudicator.application.whole_audit import LogVerified

__all__ = [
    "CHANCE",
    "CLOSED",
    "DECLARED",
    "MEMORY",
    "NONCE",
    "NOTE",
    "OPENED",
    "REOPENED",
    "REVEALED",
    "REWOUND",
    "RULING",
    "Adjudication",
    "AdjudicationError",
    "Asked",
    "Close",
    "Command",
    "Content",
    "CorruptLogError",
    "Divergence",
    "Entry",
    "Fork",
    "GameClosedError",
    "GameFrozenError",
    "GameSummary",
    "GameView",
    "Games",
    "GiveNonce",
    "GiveRuling",
    "HeadKept",
    "HouseChanceError",
    "Inclusion",
    "LogVerified",
    "LogWentBackError",
    "NonceRefusedError",
    "Note",
    "Notice",
    "Open",
    "OpeningRefusedError",
    "Part",
    "Progress",
    "Recorded",
    "RequestIdReusedError",
    "Rewind",
    "Root",
    "RulingRefusedError",
    "StaleRevisionError",
    "Step",
    "StoreUnavailableError",
    "Submit",
    "Take",
    "UnknownEditionError",
    "UnknownGameError",
    "UnknownRevisionError",
    "Verified",
    "seen_by",
]
