"""Calls to real servers by the type of the request alone, so that every RPC can be made in a loop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from typing import Any, Self

import grpc
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from adjudicator.api.v1 import (
    access_service_pb2,
    audit_service_pb2,
    card_service_pb2,
    compare_service_pb2,
    dispute_service_pb2,
    explain_service_pb2,
    game_service_pb2,
    proof_service_pb2,
    record_service_pb2,
    rulebook_service_pb2,
    ruling_service_pb2,
    whatif_service_pb2,
)
from adjudicator_client.errors import refused

SERVED = (
    access_service_pb2, audit_service_pb2, card_service_pb2, compare_service_pb2, dispute_service_pb2,
    explain_service_pb2, game_service_pb2, proof_service_pb2, record_service_pb2, rulebook_service_pb2,
    ruling_service_pb2, whatif_service_pb2,
)  # fmt: skip
SECONDS = 30.0


def methods() -> Iterator[MethodDescriptor]:
    """Every RPC of the service."""
    for module in SERVED:
        for service in module.DESCRIPTOR.services_by_name.values():
            yield from service.methods


def path(method: MethodDescriptor) -> str:
    """The path of an RPC in HTTP."""
    return f"/{method.containing_service.full_name}/{method.name}"


BY_REQUEST = {method.input_type.full_name: method for method in methods()}
"""Each request's type is that of one RPC."""

RECORDING = tuple(method for method in methods() if "request_id" in method.input_type.fields_by_name)
"""The calls that record something and carry a request id."""


class Calls:
    """Several servers as one client sees them; use it as a context."""

    def __init__(self, addresses: Sequence[str]) -> None:
        self._addresses = addresses
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        self.channels = [
            await self._stack.enter_async_context(grpc.aio.insecure_channel(each)) for each in self._addresses
        ]
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._stack.aclose()

    async def ask(self, message: Message, at: int = 0) -> Any:
        """The answer of one of the servers to a request. Raises RefusedError."""
        method = BY_REQUEST[message.DESCRIPTOR.full_name]
        call: Any = self.channels[at].unary_unary(path(method), request_serializer=None, response_deserializer=None)
        try:
            raw = await call(message.SerializeToString(), timeout=SECONDS)
        except grpc.aio.AioRpcError as error:
            raise refused(error) from error
        return GetMessageClass(method.output_type).FromString(raw)
