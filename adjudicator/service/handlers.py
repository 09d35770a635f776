"""Guarded calls as gRPC's handlers.

Methods are registered as if they took many messages, so that it is us who wait for the one: gRPC itself would
wait for as long as the caller takes to send it.
"""

from __future__ import annotations

from typing import Any, NoReturn, cast

import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message_factory import GetMessageClass

from adjudicator.service.errors import RefusedError
from adjudicator.service.guard import Guard
from adjudicator.service.status import Code

Context = grpc.aio.ServicerContext[Any, Any]
CODES = {Code(each.value[0]): each for each in grpc.StatusCode}


def handlers(guard: Guard, service: ServiceDescriptor, desk: Any) -> grpc.GenericRpcHandler:
    """The guarded methods of a service; `desk` has one handler per RPC, by the same name."""
    methods = {method.name: _handler(guard, method, getattr(desk, method.name)) for method in service.methods}
    return grpc.method_handlers_generic_handler(service.full_name, methods)


def _handler(guard: Guard, method: MethodDescriptor, handle: Any) -> grpc.RpcMethodHandler[Any, Any]:
    written = GetMessageClass(method.output_type).SerializeToString
    if method.server_streaming:
        return grpc.stream_stream_rpc_method_handler(guard.stream(method, handle, _abort), None, written)
    return grpc.stream_unary_rpc_method_handler(guard.unary(method, handle, _abort), None, written)


async def _abort(context: Context, refused: RefusedError) -> NoReturn:
    await context.abort(CODES[refused.code], refused.message, cast("Any", refused.trailing()))
    raise AssertionError("gRPC's abortion always raises")
