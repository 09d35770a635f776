"""Calls for views are passed on to the process that has them, as bytes; what it says comes back as it is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import grpc
from connectrpc.errors import ConnectError
from connectrpc.server import Endpoint
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc.status_pb2 import Status

from adjudicator.api.v1 import projection_service_pb2
from adjudicator.service import errors
from adjudicator.service.config import Configuration
from adjudicator.service.errors import RefusedError
from adjudicator.service.status import Code
from adjudicator.service.web.arriving import WebContext
from adjudicator.service.web.endpoints import Endpoints, info, path
from adjudicator.service.web.wording import connect_error, passed_on

SERVICE = projection_service_pb2.DESCRIPTOR.services_by_name["ProjectionService"]
PASSED_ON = frozenset({"authorization", "adjudicator-game", "traceparent"})
DETAILS = "grpc-status-details-bin"


class Views:
    """The calls of ProjectionService at the door for browsers."""

    def __init__(self, configuration: Configuration) -> None:
        self._configuration = configuration
        self._channel: grpc.aio.Channel | None = None

    def endpoints(self) -> Endpoints:
        """The calls; each says how to start the views if nobody has named them."""
        return {path(method): Endpoint.unary(info(method), self._passing(method)) for method in SERVICE.methods}

    def _passing(self, method: MethodDescriptor) -> Callable[[Any, Any], Awaitable[Any]]:
        asked, answered = GetMessageClass(method.input_type), GetMessageClass(method.output_type)

        async def serve(sent: Any, _: object) -> Any:
            context = WebContext(sent, asked)
            try:
                read = await context.read()
                raw = read.SerializeToString() if isinstance(read, Message) else read
                answer = await self._asked(path(method), raw, context)
            except RefusedError as refused:
                raise connect_error(refused) from None
            except grpc.aio.AioRpcError as error:
                raise _told(error) from None
            return answered.FromString(answer) if context.is_json else answer

        return serve

    async def _asked(self, at: str, raw: bytes, context: WebContext) -> bytes:
        if not self._configuration.views:
            raise RefusedError(
                Code.UNIMPLEMENTED,
                "VIEWS_MISSING",
                "no views here: start `python -m adjudicator_views`, and the service with --views HOST:PORT",
            )
        if self._channel is None:
            self._channel = grpc.aio.insecure_channel(self._configuration.views)
        call: Any = self._channel.unary_unary(at, request_serializer=None, response_deserializer=None)
        given, most = context.time_remaining(), self._configuration.longest_deadline_seconds
        seconds = self._configuration.deadline_seconds if given is None else min(given, most)
        beside = [each for each in context.invocation_metadata() if each[0] in PASSED_ON]
        found: bytes = await call(raw, timeout=seconds, metadata=beside)
        return found

    async def close(self) -> None:
        """Ask no more."""
        if self._channel is not None:
            await self._channel.close()


def _told(error: grpc.aio.AioRpcError) -> ConnectError:
    """What the views have said, with their details; that they are not there is UNAVAILABLE."""
    code = Code(error.code().value[0])
    trailing = dict(error.trailing_metadata() or ())
    status = Status.FromString(raw) if isinstance(raw := trailing.get(DETAILS), bytes) else None
    if status is None and code is Code.DEADLINE_EXCEEDED:
        return connect_error(errors.too_late())
    if status is None:
        return connect_error(RefusedError(code, "VIEWS_AWAY", "the views do not answer; try again", retry=True))
    return passed_on(code, status)
