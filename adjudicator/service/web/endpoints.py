"""The calls of our services as connectrpc's endpoints, from their descriptors: no second list of calls."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Any

from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.server import Endpoint
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.descriptor_pb2 import MethodOptions
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from adjudicator.service.guard import Guard
from adjudicator.service.web.arriving import WebContext
from adjudicator.service.web.wording import abort

Desks = Iterable[tuple[ServiceDescriptor, Any]]
Endpoints = dict[str, Any]
"""By path."""


def path(method: MethodDescriptor) -> str:
    """Where a call is made."""
    return f"/{method.containing_service.full_name}/{method.name}"


def info(method: MethodDescriptor) -> MethodInfo[Any, Any]:
    """What connectrpc has to know of a call."""
    reads = method.GetOptions().idempotency_level == MethodOptions.NO_SIDE_EFFECTS
    return MethodInfo(
        name=method.name,
        service_name=method.containing_service.full_name,
        input=GetMessageClass(method.input_type),
        output=GetMessageClass(method.output_type),
        idempotency_level=IdempotencyLevel.NO_SIDE_EFFECTS if reads else IdempotencyLevel.UNKNOWN,
        stream_type=StreamType.SERVER_STREAM if method.server_streaming else StreamType.UNARY,
    )


def endpoints(guard: Guard, desks: Desks) -> Endpoints:
    """The guarded calls of services; each desk has one handler per RPC, by the same name."""
    return dict(_each(guard, desks))


def _each(guard: Guard, desks: Desks) -> Iterator[tuple[str, Any]]:
    for service, desk in desks:
        for method in service.methods:
            make = _stream if method.server_streaming else _unary
            yield path(method), make(guard, method, getattr(desk, method.name))


def _unary(guard: Guard, method: MethodDescriptor, handle: Any) -> Any:
    guarded, kind = guard.unary(method, handle, abort), GetMessageClass(method.input_type)

    async def serve(sent: Any, _: object) -> Message:
        return await guarded(None, WebContext(sent, kind))

    return Endpoint.unary(info(method), serve)


def _stream(guard: Guard, method: MethodDescriptor, handle: Any) -> Any:
    guarded, kind = guard.stream(method, handle, abort), GetMessageClass(method.input_type)

    def serve(sent: Any, _: object) -> AsyncIterator[Message]:
        return guarded(None, WebContext(sent, kind))

    return Endpoint.server_stream(info(method), serve)
