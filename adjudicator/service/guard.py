"""What stands before every handler: limits, safe decoding, deadlines, errors as statuses, the log.

It is built once per method, around the handler, so that a call pays for none of it twice. A handler is a
function of a request that gives its answer at once, or a coroutine if it has to wait (for the store, for a
thread that reads it), or an asynchronous generator for streams.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from types import CoroutineType
from typing import Any, cast

import grpc
import structlog
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass

from adjudicator.service import errors
from adjudicator.service.callers import CALLER
from adjudicator.service.config import Configuration
from adjudicator.service.doorkeeper import Doorkeeper

Context = grpc.aio.ServicerContext[Any, Any]
Translate = Callable[[Exception], errors.RefusedError | None]
"""Turns an error of the application into a refusal; None for what it does not know, which is our fault."""


class Guard:
    """The limits of one server and how many calls are under way."""

    def __init__(self, options: Configuration, translate: Translate, doorkeeper: Doorkeeper | None = None) -> None:
        self.options = options
        self.doorkeeper = doorkeeper
        self.translate = translate
        self.calls = 0
        self.streams = 0
        self.log: structlog.typing.FilteringBoundLogger = structlog.get_logger("adjudicator.service")
        self.debugging = options.log_level == "debug"

    def handlers(self, service: ServiceDescriptor, desk: Any) -> grpc.GenericRpcHandler:
        """The guarded methods of a service; `desk` has one handler per RPC, by the same name."""
        methods = {
            method.name: (self.stream if method.server_streaming else self.unary)(method, getattr(desk, method.name))
            for method in service.methods
        }
        return grpc.method_handlers_generic_handler(service.full_name, methods)

    def unary(self, method: MethodDescriptor, handle: Callable[[Any], Any]) -> grpc.RpcMethodHandler[Any, Any]:
        """A guarded call with one answer."""
        decode = self._decoder(method)
        limit = self.options.max_concurrent_rpcs
        doorkeeper, name = self.doorkeeper, _name(method)
        telling = self.debugging or "request_id" in method.input_type.fields_by_name

        async def call(_: object, context: Context) -> Message:
            counted = 0
            begun = time.perf_counter_ns()
            limited = self._time(context)
            try:
                async with limited:
                    if doorkeeper is not None:
                        await doorkeeper.admit(context, name)
                    raw = await _received(context)
                    _room("calls", self.calls, limit)
                    counted = 1
                    self.calls += 1
                    request = decode(raw)
                    answer: Any = handle(request)
                    if type(answer) is CoroutineType:
                        answer = await answer
            except Exception as error:
                await self._refuse(method, context, errors.too_late() if limited.expired() else error)
                raise
            finally:
                self.calls -= counted
            if telling:
                self._tell(method, request, answer, begun)
            return cast("Message", answer)

        return grpc.stream_unary_rpc_method_handler(call, None, GetMessageClass(method.output_type).SerializeToString)

    def stream(
        self, method: MethodDescriptor, handle: Callable[[Any], AsyncGenerator[Message, None]]
    ) -> grpc.RpcMethodHandler[Any, Any]:
        """A guarded call with many answers."""
        decode = self._decoder(method)
        limit = self.options.max_watchers
        doorkeeper, name = self.doorkeeper, _name(method)

        async def call(_: object, context: Context) -> AsyncIterator[Message]:
            counted = 0
            begun = time.perf_counter_ns()
            limited = self._time(context)
            try:
                async with limited:
                    if doorkeeper is not None:
                        await doorkeeper.admit(context, name)
                    raw = await _received(context)
                _room("streams", self.streams, limit)
                counted = 1
                self.streams += 1
                request = decode(raw)
                async with contextlib.aclosing(handle(request)) as answers:
                    async for answer in answers:
                        yield answer
            except Exception as error:  # noqa: BLE001 - every error has to become a status
                await self._refuse(method, context, errors.too_late() if limited.expired() else error)
            finally:
                self.streams -= counted
            self._tell(method, request, None, begun)

        return grpc.stream_stream_rpc_method_handler(call, None, GetMessageClass(method.output_type).SerializeToString)

    def _decoder(self, method: MethodDescriptor) -> Callable[[bytes], Message]:
        """Reads the bytes of a request. Raises RefusedError."""
        limit = self.options.max_message_bytes
        parse: Callable[[bytes], Message] = GetMessageClass(method.input_type).FromString
        name = method.input_type.full_name
        of_a_game = self.doorkeeper is not None and "game" in method.input_type.fields_by_name

        def decode(raw: bytes) -> Message:
            if len(raw) > limit:
                raise errors.too_large(len(raw), limit)
            try:
                request = parse(raw)
            except DecodeError as error:
                raise errors.malformed(f"the bytes are no {name}") from error
            if of_a_game:
                game: str = request.game  # type: ignore[attr-defined]  # its descriptor has the field
                if game:
                    CALLER.get().enter(game)
            return request

        return decode

    def _time(self, context: Context) -> asyncio.Timeout:
        """The time of a call: the caller's up to a limit; the configured one if he names none."""
        seconds = cast("float | None", context.time_remaining())
        if seconds is None:
            return asyncio.timeout(self.options.deadline_seconds)
        return asyncio.timeout(min(seconds, self.options.longest_deadline_seconds))

    async def _refuse(self, method: MethodDescriptor, context: Context, error: Exception) -> None:
        """Ends a call with the status of an error. Always raises: gRPC's own abortion."""
        known = error if isinstance(error, errors.RefusedError) else self.translate(error)
        refused = known or errors.our_fault()
        if known is None:
            self.log.error("defect", method=method.name, exc_info=error)
        else:
            self.log.info("refused", method=method.name, reason=refused.reason, **refused.logged())
        await context.abort(refused.code, refused.message, cast("Any", refused.trailing()))

    def _tell(self, method: MethodDescriptor, request: Any, answer: Any, begun: int) -> None:
        """One line of the log about an answered call: never what was said, never what lies hidden."""
        basis = getattr(answer, "basis", None)
        self.log.info(
            "answered",
            method=method.name,
            request_id=getattr(request, "request_id", ""),
            game=basis.game if basis is not None else getattr(request, "game", ""),
            entry=basis.entry if basis is not None else 0,
            ms=(time.perf_counter_ns() - begun) // 10_000 / 100,
        )


def _room(what: str, under_way: int, limit: int) -> None:
    """Whether there is room for one more. Raises RefusedError."""
    if under_way >= limit:
        raise errors.too_many(what, limit)


async def _received(context: Context) -> bytes:
    """The bytes of the request. Raises RefusedError.

    Methods are registered as if they took many messages, so that it is us who wait for the one: gRPC itself would wait
    for as long as the caller takes to send it.
    """
    raw: Any = await context.read()
    if not isinstance(raw, bytes):
        raise errors.malformed("the call has no message")
    return raw


def _name(method: MethodDescriptor) -> str:
    """A call as permissions name it."""
    return f"{method.containing_service.name}/{method.name}"
