"""The one map from the application's errors to statuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.application import HouseChanceError, access, disputes
from adjudicator.application import errors as app
from adjudicator.service.errors import RefusedError, bad_field, not_found
from adjudicator.service.status import Code


def _stale(error: app.StaleRevisionError) -> RefusedError:
    return RefusedError(
        Code.ABORTED,
        "STALE_REVISION",
        str(error),
        metadata={
            "game": error.game_id,
            "expected_revision": str(error.expected),
            "current_revision": str(error.current),
        },
    )


def _reused(error: app.RequestIdReusedError) -> RefusedError:
    return bad_field("request_id", str(error), "REQUEST_ID_REUSED", request_id=error.request_id)


def _closed(error: app.GameClosedError) -> RefusedError:
    return RefusedError(
        Code.FAILED_PRECONDITION,
        "GAME_CLOSED",
        str(error),
        metadata={"game": error.game_id},
        precondition=("CLOSED", error.game_id),
    )


def _frozen(error: app.GameFrozenError) -> RefusedError:
    return RefusedError(
        Code.FAILED_PRECONDITION,
        "GAME_FROZEN",
        str(error),
        metadata={"game": error.game_id},
        precondition=("FROZEN", error.game_id),
    )


def _house(error: HouseChanceError) -> RefusedError:
    return RefusedError(
        Code.FAILED_PRECONDITION,
        "HOUSE_DRAWS",
        str(error),
        metadata={"game": error.game_id},
        precondition=("CHANCE", error.game_id),
    )


def _ruling(error: app.RulingRefusedError) -> RefusedError:
    return RefusedError(
        Code.FAILED_PRECONDITION,
        "RULING_REFUSED",
        str(error),
        metadata={"game": error.game_id},
        precondition=("RULING", error.game_id),
    )


def corrupt(id: str, entry: int, why: str, since: int = 0, until: int = 0, what: str = "game") -> RefusedError:
    """The log is not what was written: at `entry`, or, as far as can be known, somewhere from `since` to `until`."""
    return RefusedError(
        Code.DATA_LOSS,
        "LOG_CORRUPT",
        f"{what} {id}, entry {entry}: {why}",
        metadata={
            what: id,
            "first_bad_entry": str(entry),
            "since_entry": str(since or entry),
            "until_entry": str(until or entry),
        },
    )


def _store(error: app.StoreUnavailableError) -> RefusedError:
    return RefusedError(
        Code.UNAVAILABLE, "STORE_UNAVAILABLE", "the store does not answer; nothing is known to be recorded", retry=True
    )


def _state(error: disputes.DisputeStateError) -> RefusedError:
    return RefusedError(
        Code.FAILED_PRECONDITION,
        "DISPUTE_STATE",
        str(error),
        metadata={"dispute": error.dispute, "state": error.state},
        precondition=("STATE", error.dispute),
    )


def _stale_dispute(error: disputes.StaleDisputeError) -> RefusedError:
    return RefusedError(
        Code.ABORTED,
        "STALE_DISPUTE",
        str(error),
        metadata={
            "dispute": error.dispute,
            "expected_entry": str(error.expected),
            "current_entry": str(error.current),
        },
    )


def _role(error: disputes.RoleRefusedError) -> RefusedError:
    return RefusedError(
        Code.PERMISSION_DENIED,
        "ROLE_REFUSED",
        str(error),
        metadata={"role": error.role, "needed": ", ".join(error.needed)},
    )


_MAP: dict[type[Exception], Callable[[Any], RefusedError]] = {
    app.UnknownGameError: lambda error: not_found("game", error.game_id, str(error)),
    app.UnknownRevisionError: lambda error: not_found("revision", f"{error.game_id}/{error.revision}", str(error)),
    app.UnknownEditionError: lambda error: not_found("edition", error.asked, str(error)),
    app.OpeningRefusedError: lambda error: bad_field("seats", str(error), "OPENING_REFUSED"),
    app.NonceRefusedError: lambda error: bad_field("seat", str(error), "NOT_A_SEAT"),
    app.StaleRevisionError: _stale,
    app.RequestIdReusedError: _reused,
    app.GameClosedError: _closed,
    app.GameFrozenError: _frozen,
    app.RulingRefusedError: _ruling,
    HouseChanceError: _house,
    app.CorruptLogError: lambda error: corrupt(error.game_id, error.entry, error.why),
    disputes.CorruptDisputeError: lambda error: corrupt(error.game_id, error.entry, error.why, what=error.what),
    app.StoreUnavailableError: _store,
    access.IssueRefusedError: lambda error: bad_field(error.field, error.why, "TOKEN_NOT_ISSUED"),
    access.UnknownTokenError: lambda error: not_found("token", error.token, str(error)),
    disputes.UnknownDisputeError: lambda error: not_found("dispute", error.dispute, str(error)),
    disputes.DisputeStateError: _state,
    disputes.StaleDisputeError: _stale_dispute,
    disputes.RoleRefusedError: _role,
    disputes.DecisionRefusedError: lambda error: bad_field(error.field, error.why, "DECISION_REFUSED"),
}


def translate(error: Exception) -> RefusedError | None:
    """The refusal that an error of the application means; None for what only a defect of ours can raise."""
    found = _MAP.get(type(error))
    return None if found is None else found(error)
