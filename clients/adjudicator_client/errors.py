"""The error of a refused call, with all that it carries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import grpc
from google.rpc import error_details_pb2
from google.rpc.status_pb2 import Status

_DETAILS = "grpc-status-details-bin"


class RefusedError(Exception):
    """The service did not answer: the status code, the reason in capitals, its variables, and the fields at fault.

    `reason` is empty if nobody gave one (no connection, for instance).
    """

    told_to_people = True

    def __init__(
        self,
        code: grpc.StatusCode,
        message: str,
        reason: str = "",
        metadata: Mapping[str, str] | None = None,
        fields: tuple[tuple[str, str], ...] = (),
    ) -> None:
        super().__init__(f"{reason or code.name}: {message}")
        self.code = code
        self.message = message
        self.reason = reason
        self.metadata = dict(metadata or {})
        self.fields = fields


def refused(error: Any) -> RefusedError:
    """The refusal that an error of gRPC, blocking or not, carries."""
    code = error.code()
    message = error.details() or ""
    packed = next((value for key, value in error.trailing_metadata() or () if key == _DETAILS), None)
    if packed is None:
        return RefusedError(code, message)
    reason, metadata = "", {}
    fields: list[tuple[str, str]] = []
    for detail in Status.FromString(packed).details:
        info, bad = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
        if detail.Unpack(info):
            reason, metadata = info.reason, dict(info.metadata)
        elif detail.Unpack(bad):
            fields += [(each.field, each.description) for each in bad.field_violations]
    return RefusedError(code, message, reason, metadata, tuple(fields))
