"""Which role may make which call. Every RPC stands here; a call that does not is nobody's.

The handler knows more: what a role may *see* through a call, for which seat it may *speak* and how it may *sign* is
checked there (service.callers).
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.application.access import Role
from adjudicator.service.callers import Caller
from adjudicator.service.errors import RefusedError
from adjudicator.service.status import Code

EVERYBODY = frozenset(Role)
JUDGES = frozenset({Role.FLOOR_JUDGE, Role.HEAD_JUDGE})
AT_TABLE = JUDGES | {Role.PLAYER}
OFFICIALS = JUDGES | {Role.SCOREKEEPER}
AUDITORS = JUDGES | {Role.ADMINISTRATOR}

MAY: Mapping[str, frozenset[Role]] = {
    # asking, on what the caller may see
    "RulingService/JudgeDeclaration": EVERYBODY,
    "RulingService/ListLegalDeclarations": EVERYBODY,
    "RulingService/ExplainValue": EVERYBODY,
    "RulingService/ShowTable": EVERYBODY,
    "RulingService/EditBoard": EVERYBODY,
    "ExplainService/ExplainVerdict": EVERYBODY,
    "ExplainService/TraceValue": EVERYBODY,
    "ExplainService/WhyNotListed": EVERYBODY,
    "CompareService/CompareDeclaration": EVERYBODY,
    "CompareService/CompareGame": EVERYBODY,
    "CompareService/ListPoints": EVERYBODY,
    "WhatIfService/CompareLines": EVERYBODY,
    "WhatIfService/GetAttackOdds": EVERYBODY,
    # the table
    "RulingService/SubmitDeclaration": AT_TABLE,
    "RulingService/GiveRuling": JUDGES,
    "GameService/OpenGame": OFFICIALS,
    "GameService/CloseGame": OFFICIALS,
    "GameService/RewindGame": JUDGES,
    "GameService/ForkGame": JUDGES,
    "GameService/GiveNonce": AT_TABLE,
    "GameService/AddNote": AT_TABLE | OFFICIALS,
    "GameService/GetGame": EVERYBODY,
    "GameService/ListGames": EVERYBODY,
    "GameService/ListEntries": EVERYBODY,
    "GameService/WatchGame": EVERYBODY,
    "GameService/WatchGames": EVERYBODY,
    # disputes
    "DisputeService/OpenDispute": AT_TABLE,
    "DisputeService/AppealDispute": AT_TABLE,
    "DisputeService/AddDisputeNote": AT_TABLE,
    "DisputeService/RuleDispute": JUDGES,
    "DisputeService/DecideDispute": frozenset({Role.HEAD_JUDGE}),
    "DisputeService/GetDispute": EVERYBODY,
    "DisputeService/ListDisputes": EVERYBODY,
    "DisputeService/FindPrecedents": EVERYBODY,
    "DisputeService/VerifyDispute": EVERYBODY,
    # records and proofs
    "RecordService/ExportGame": EVERYBODY,
    "RecordService/ImportGame": OFFICIALS,
    "RecordService/CompareTables": EVERYBODY,
    "RecordService/ListSteps": EVERYBODY,
    "AuditService/VerifyGame": EVERYBODY,
    "AuditService/RejudgeGame": AUDITORS,
    "ProofService/GetCheckpoint": EVERYBODY,
    "ProofService/ProveEntry": EVERYBODY,
    "ProofService/ProveGrowth": EVERYBODY,
    "ProofService/VerifyLog": AUDITORS,
    "ProofService/ListRolls": EVERYBODY,
    # books and cards
    "RulebookService/GetRule": EVERYBODY,
    "RulebookService/SearchRules": EVERYBODY,
    "RulebookService/ListDocuments": EVERYBODY,
    "CardService/GetCard": EVERYBODY,
    "CardService/SearchCards": EVERYBODY,
    "CardService/CheckDeck": EVERYBODY,
    "CardService/ListSetCoverage": EVERYBODY,
    "CardService/ListUntoldEffects": EVERYBODY,
    "CardService/ReadCards": EVERYBODY,
    "CardService/ReadSetFile": EVERYBODY,
    # views, served by a process of their own
    "ProjectionService/ListTimeline": EVERYBODY,
    "ProjectionService/ListRulings": EVERYBODY,
    "ProjectionService/GetRuleCoverage": EVERYBODY,
    "ProjectionService/GetDiceStatistics": EVERYBODY,
    "ProjectionService/ListStandings": EVERYBODY,
    # tokens
    "AccessService/IssueToken": frozenset({Role.ADMINISTRATOR}),
    "AccessService/RevokeToken": frozenset({Role.ADMINISTRATOR}),
    "AccessService/ListTokens": frozenset({Role.ADMINISTRATOR}),
    "AccessService/GetCaller": EVERYBODY,
}


def permit(caller: Caller, call: str) -> None:
    """Whether a caller's role may make a call at all. Raises RefusedError."""
    if caller.role is None:
        return
    allowed = MAY.get(call, frozenset())
    if caller.role in allowed:
        return
    who = ", ".join(str(role) for role in Role if role in allowed) or "nobody"
    raise RefusedError(
        Code.PERMISSION_DENIED,
        "ROLE_REFUSED",
        f"a {caller.role} may not call {call}; it is for: {who}",
        metadata={"role": str(caller.role), "needed": who, "call": call},
    )
