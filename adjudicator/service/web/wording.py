"""Refusals as Connect tells them: our codes, and every detail with its `debug` form, which needs no descriptors."""

from __future__ import annotations

from typing import Any, NoReturn

import msgspec
from connectrpc.code import Code as ConnectCode
from connectrpc.errors import ConnectError, ErrorDetail
from google.protobuf.descriptor_pool import Default
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc.status_pb2 import Status
from protobuf.wkt import Any as Packed
from protobuf.wkt import Struct

from adjudicator.service import errors
from adjudicator.service.errors import RefusedError
from adjudicator.service.status import Code

CODES: dict[Code, ConnectCode] = {
    each: ConnectCode[each.name.replace("CANCELLED", "CANCELED")] for each in Code if each != Code.OK
}
TYPE = "type.googleapis.com/"


class _Detail(ErrorDetail):
    """A detail of ours. connectrpc knows other descriptors than protobuf's own, so its `debug` form is made here."""

    def __init__(self, message: Message) -> None:
        super().__init__(Packed(type_url=TYPE + message.DESCRIPTOR.full_name, value=message.SerializeToString()))
        self._told = message

    def value(self, desc_or_registry: Any = None) -> Any:
        """The detail as connectrpc can write it in JSON."""
        return Struct.from_json(msgspec.json.encode(MessageToDict(self._told)))


def connect_error(refused: RefusedError) -> ConnectError:
    """A refusal as connectrpc sends it, in the words of whichever protocol the caller speaks."""
    return ConnectError(CODES[refused.code], refused.message, [_Detail(each) for each in refused.details()])


def passed_on(code: Code, status: Status) -> ConnectError:
    """A refusal by another process, as it said it; details of a kind that nobody knows here are left out."""
    details = []
    for each in status.details:
        kind = each.type_url.rpartition("/")[2]
        try:
            message = GetMessageClass(Default().FindMessageTypeByName(kind))()
        except KeyError:
            continue
        each.Unpack(message)
        details.append(_Detail(message))
    return ConnectError(CODES[code], status.message, details)


async def abort(_: object, refused: RefusedError) -> NoReturn:
    """End a guarded call so."""
    raise connect_error(refused)


class OwnWords:
    """Gives a reason to what connectrpc itself refuses, which has none."""

    def __init__(self, limit: int) -> None:
        self._limit = limit

    async def on_start(self, ctx: object) -> None:
        """Nothing to remember."""

    async def on_end(self, token: object, ctx: object, error: Exception | None, /) -> None:
        """A call ends. Raises the error that is told instead."""
        if not isinstance(error, ConnectError) or error.details or error.code is ConnectCode.CANCELED:
            return
        if error.code is ConnectCode.RESOURCE_EXHAUSTED:
            raise connect_error(errors.too_large_to_read(self._limit))
        if error.code is ConnectCode.DEADLINE_EXCEEDED:
            raise connect_error(errors.too_late())
        raise connect_error(errors.malformed(error.message))
