"""Disputes: opened at a frozen position, ruled, appealed, decided; an aggregate of their own on the same store."""

from adjudicator.application.disputes.commands import (
    AppealDispute,
    DecideDispute,
    NoteDispute,
    OpenDispute,
    RuleDispute,
)
from adjudicator.application.disputes.dispute import (
    CarryOut,
    Decision,
    Dispute,
    GameLoss,
    Infraction,
    Penalty,
    Person,
    Question,
    Repair,
    RewindTo,
    Role,
    State,
)
from adjudicator.application.disputes.docket import DisputeRecorded, Docket
from adjudicator.application.disputes.errors import (
    CorruptDisputeError,
    DecisionRefusedError,
    DisputeStateError,
    RoleRefusedError,
    StaleDisputeError,
    UnknownDisputeError,
)
from adjudicator.application.disputes.precedents import Like, Precedent

__all__ = [
    "AppealDispute",
    "CarryOut",
    "CorruptDisputeError",
    "DecideDispute",
    "Decision",
    "DecisionRefusedError",
    "Dispute",
    "DisputeRecorded",
    "DisputeStateError",
    "Docket",
    "GameLoss",
    "Infraction",
    "Like",
    "NoteDispute",
    "OpenDispute",
    "Penalty",
    "Person",
    "Precedent",
    "Question",
    "Repair",
    "RewindTo",
    "Role",
    "RoleRefusedError",
    "RuleDispute",
    "StaleDisputeError",
    "State",
    "UnknownDisputeError",
]
