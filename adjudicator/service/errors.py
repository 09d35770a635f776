"""Errors of the service: one code and one machine-readable reason each, as google.rpc details.

A ruling is never among them: an illegal play is an OK answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc import error_details_pb2 as details_pb2
from google.rpc.status_pb2 import Status

from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.service.status import Code

DOMAIN = "adjudicator"
RETRY_AFTER_SECONDS = 1
MESSAGE_LENGTH_MAX = 1000
DETAIL_LENGTH_MAX = 400
DETAILS_MAX = 12
"""Details travel in trailing metadata, for which clients take a few kilobytes only."""

_LOGGED = ("game", "expected_revision", "current_revision", "first_bad_entry", "limit", "bytes")
_DETAILS = "grpc-status-details-bin"


class RefusedError(Exception):
    """A call that is not answered: the code, the reason in capitals, a sentence, and its variables as data.

    `fields` pairs a field of the request with what is wrong with it; `resource` is (type, name) of what was
    not found; `precondition` is (type, subject) of what stands against the call; `retry` says that the same
    call may succeed later.
    """

    def __init__(
        self,
        code: Code,
        reason: str,
        message: str,
        *,
        metadata: Mapping[str, str] | None = None,
        fields: Sequence[tuple[str, str]] = (),
        resource: tuple[str, str] | None = None,
        precondition: tuple[str, str] | None = None,
        retry: bool = False,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.reason = reason
        self.message = _short(message, MESSAGE_LENGTH_MAX)
        self.metadata = {name: _short(value) for name, value in (metadata or {}).items()}
        self.fields = tuple((field, _short(wrong)) for field, wrong in fields[:DETAILS_MAX])
        self.resource = resource
        self.precondition = precondition
        self.retry = retry

    def logged(self) -> dict[str, str]:
        """What of it may stand in a log: names and numbers, never what was said."""
        return {name: self.metadata[name] for name in _LOGGED if name in self.metadata}

    def details(self) -> list[Message]:
        """The details of the status, ErrorInfo first."""
        found: list[Message] = [details_pb2.ErrorInfo(reason=self.reason, domain=DOMAIN, metadata=self.metadata)]
        if self.fields:
            violations = [
                details_pb2.BadRequest.FieldViolation(field=field, description=wrong) for field, wrong in self.fields
            ]
            found.append(details_pb2.BadRequest(field_violations=violations))
        if self.resource:
            kind, name = self.resource
            found.append(
                details_pb2.ResourceInfo(resource_type=kind, resource_name=name, description=self.message),
            )
        if self.precondition:
            kind, subject = self.precondition
            violation = details_pb2.PreconditionFailure.Violation(type=kind, subject=subject, description=self.message)
            found.append(details_pb2.PreconditionFailure(violations=[violation]))
        if self.retry:
            found.append(details_pb2.RetryInfo(retry_delay=Duration(seconds=RETRY_AFTER_SECONDS)))
        return found

    def trailing(self) -> tuple[tuple[str, bytes], ...]:
        """The trailing metadata that carries the details."""
        packed = []
        for detail in self.details():
            any_message = AnyMessage()
            any_message.Pack(detail)
            packed.append(any_message)
        status = Status(code=int(self.code), message=self.message, details=packed)
        return ((_DETAILS, status.SerializeToString()),)


def _short(text: str, length: int = DETAIL_LENGTH_MAX) -> str:
    """A text that fits into trailing metadata."""
    return text if len(text) <= length else text[: length - 1] + "…"


def malformed(message: str) -> RefusedError:
    """The bytes of the request are no message."""
    return RefusedError(Code.INVALID_ARGUMENT, "MALFORMED_MESSAGE", message)


def bad_field(field: str, wrong: str, reason: str = "FIELD_INVALID", **metadata: str) -> RefusedError:
    """A field of the request does not fit."""
    return RefusedError(Code.INVALID_ARGUMENT, reason, f"{field}: {wrong}", metadata=metadata, fields=[(field, wrong)])


def not_found(kind: str, name: str, message: str = "") -> RefusedError:
    """Something that the request names does not exist (or may not be seen)."""
    return RefusedError(
        Code.NOT_FOUND,
        f"{kind.upper()}_NOT_FOUND",
        message or f"there is no {kind} {name!r}",
        metadata={kind: name},
        resource=(kind, name),
    )


def too_large(size: int, limit: int) -> RefusedError:
    """The request is larger than the service takes."""
    return RefusedError(
        Code.RESOURCE_EXHAUSTED,
        "MESSAGE_TOO_LARGE",
        f"the message has {size} bytes; at most {limit} are taken",
        metadata={"bytes": str(size), "limit": str(limit)},
    )


def too_large_to_read(limit: int) -> RefusedError:
    """The request is larger than the service takes, as it came or unpacked; how large was not looked at."""
    return RefusedError(
        Code.RESOURCE_EXHAUSTED,
        "MESSAGE_TOO_LARGE",
        f"the message has more than {limit} bytes, as it came or unpacked",
        metadata={"limit": str(limit)},
    )


def too_large_unpacked(field: str, limit: int) -> RefusedError:
    """What a field packs is larger than the service takes."""
    wrong = f"has more than {limit} bytes unpacked"
    return RefusedError(
        Code.RESOURCE_EXHAUSTED,
        "MESSAGE_TOO_LARGE",
        f"{field}: {wrong}",
        metadata={"limit": str(limit)},
        fields=[(field, wrong)],
    )


def too_many(what: str, limit: int) -> RefusedError:
    """As many calls are under way as the service takes."""
    return RefusedError(
        Code.RESOURCE_EXHAUSTED,
        f"TOO_MANY_{what.upper()}",
        f"{limit} {what} are under way already; try again",
        metadata={"limit": str(limit)},
        retry=True,
    )


def too_fast(per_second: float) -> RefusedError:
    """This token makes more calls than it may."""
    return RefusedError(
        Code.RESOURCE_EXHAUSTED,
        "TOO_FAST",
        f"this token makes more than {per_second:g} calls a second; try again a little later",
        metadata={"limit": f"{per_second:g}"},
        retry=True,
    )


def ahead_of_log(field: str, named: int, last: int) -> RefusedError:
    """The caller has seen what this log does not have: it was restored, or is another one."""
    return RefusedError(
        Code.OUT_OF_RANGE,
        "AHEAD_OF_LOG",
        f"{field}: {named} is beyond the last one, {last}: the log was restored from a backup, or is another one",
        metadata={"last": str(last)},
        fields=[(field, f"is beyond {last}")],
    )


def delayed() -> RefusedError:
    """Spectators are behind, and this tells of what they may not see yet."""
    return RefusedError(
        Code.FAILED_PRECONDITION,
        "SPECTATORS_DELAYED",
        "spectators see games with a delay; this is told to them once the game is over",
        precondition=("DELAY", "spectator"),
    )


def game_needed() -> RefusedError:
    """What follows tells of all games, and the caller knows some only."""
    return RefusedError(Code.PERMISSION_DENIED, "GAME_NEEDED", "the token is limited to games; ask about one of them")


def not_shown(field: str) -> RefusedError:
    """The game does not show its tables as data."""
    return bad_field(field, "this game does not show its tables as data; it has its notation", "NOT_SHOWN")


def stopping() -> RefusedError:
    """The service is about to stop."""
    return RefusedError(Code.UNAVAILABLE, "STOPPING", "the service is stopping; connect again", retry=True)


def too_late() -> RefusedError:
    """The call has taken longer than it may."""
    return RefusedError(
        Code.DEADLINE_EXCEEDED,
        "DEADLINE_EXCEEDED",
        "the call took longer than it may; with the same request_id it may be repeated safely",
    )


def our_fault() -> RefusedError:
    """A defect of the service; what it was stands in its log only."""
    return RefusedError(Code.INTERNAL, "INTERNAL", "a defect of the service; its log says more")


def not_understood(error: Exception, field: str) -> RefusedError:
    """Words that no reading fits, or several; `error` is one of kernel.notation's."""
    if isinstance(error, AmbiguousError):
        return RefusedError(
            Code.INVALID_ARGUMENT,
            "AMBIGUOUS",
            str(error),
            metadata={"text": error.text, "readings": str(len(error.readings))},
            fields=[(field, reading) for reading in error.readings],
        )
    assert isinstance(error, NotUnderstoodError)
    return RefusedError(
        Code.INVALID_ARGUMENT,
        "NOT_UNDERSTOOD",
        str(error),
        metadata={
            "found": error.found,
            "fits": ", ".join(error.fits),
            "line": str(error.line),
            "column": str(error.column),
        },
        fields=[(field, str(error))],
    )
