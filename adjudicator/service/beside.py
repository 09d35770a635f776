"""What every gRPC server has beside its own services: health and reflection; without tokens, so few at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from typing import Any

import grpc
import msgspec
from google.protobuf.message import DecodeError
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection, reflection_pb2

from adjudicator.service import errors
from adjudicator.service.config import Configuration
from adjudicator.service.guard import Guard
from adjudicator.service.handlers import handlers
from adjudicator.service.translating import translate

SERVING, NOT_SERVING = health_pb2.HealthCheckResponse.SERVING, health_pb2.HealthCheckResponse.NOT_SERVING
HEALTH = health_pb2.DESCRIPTOR.services_by_name["Health"]

CALLS_MAX = 64
"""Checks of health under way at once, and as many watchers of it."""

REFLECTIONS_MAX = 16
REFLECTION_SECONDS = 60.0


def guard_of_few(configuration: Configuration) -> Guard:
    """The guard of what asks for no token."""
    few = msgspec.structs.replace(configuration, max_concurrent_rpcs=CALLS_MAX, max_watchers=CALLS_MAX)
    return Guard(few, translate)


class Health:
    """The handlers of grpc.health.v1.Health."""

    def __init__(self) -> None:
        self._statuses: dict[str, Any] = {}
        self._changed = asyncio.Event()

    def handlers(self, configuration: Configuration) -> grpc.GenericRpcHandler:
        """The guarded methods; they take nothing from the numbers of the other calls."""
        return handlers(guard_of_few(configuration), HEALTH, self)

    def set(self, names: Iterable[str], status: Any) -> None:
        """From now on these have a status."""
        self._statuses |= dict.fromkeys(names, status)
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def Check(self, request: health_pb2.HealthCheckRequest) -> health_pb2.HealthCheckResponse:
        """The status of a name."""
        if request.service not in self._statuses:
            raise errors.not_found("service", request.service)
        return health_pb2.HealthCheckResponse(status=self._statuses[request.service])

    def List(self, request: health_pb2.HealthListRequest) -> health_pb2.HealthListResponse:
        """The status of every name."""
        told = {name: health_pb2.HealthCheckResponse(status=status) for name, status in self._statuses.items()}
        return health_pb2.HealthListResponse(statuses=told)

    async def Watch(
        self, request: health_pb2.HealthCheckRequest
    ) -> AsyncGenerator[health_pb2.HealthCheckResponse, None]:
        """The status of a name, and each new one."""
        told = None
        while True:
            changed = self._changed
            status = self._statuses.get(request.service, health_pb2.HealthCheckResponse.SERVICE_UNKNOWN)
            if status != told:
                yield health_pb2.HealthCheckResponse(status=status)
                told = status
            await changed.wait()


class Reflection:
    """Which services and messages there are, for tools that know nothing of us."""

    def __init__(self, services: Iterable[str]) -> None:
        names = (*services, HEALTH.full_name, reflection.SERVICE_NAME)
        self._tellers = reflection.aio.ReflectionServicer(names)
        self._under_way = 0

    def handlers(self) -> grpc.GenericRpcHandler:
        """The one method."""
        serialize = reflection_pb2.ServerReflectionResponse.SerializeToString
        method: Any = grpc.stream_stream_rpc_method_handler(self._tell, None, serialize)
        return grpc.method_handlers_generic_handler(reflection.SERVICE_NAME, {"ServerReflectionInfo": method})

    async def _tell(self, requests: AsyncIterator[bytes], context: Any) -> AsyncIterator[Any]:
        if self._under_way >= REFLECTIONS_MAX:
            await context.abort(
                grpc.StatusCode.RESOURCE_EXHAUSTED, "too many reflection calls are under way; try again"
            )
        self._under_way += 1
        try:
            async with asyncio.timeout(REFLECTION_SECONDS):
                async for answer in self._tellers.ServerReflectionInfo(_parsed(requests), context):
                    yield answer
        except DecodeError:
            await context.abort(grpc.StatusCode.INVALID_ARGUMENT, "the bytes do not read as a ServerReflectionRequest")
        except TimeoutError:
            await context.abort(
                grpc.StatusCode.DEADLINE_EXCEEDED, f"a call for reflection may last {REFLECTION_SECONDS:g} s"
            )
        finally:
            self._under_way -= 1


async def _parsed(requests: AsyncIterator[bytes]) -> AsyncIterator[reflection_pb2.ServerReflectionRequest]:
    async for raw in requests:
        yield reflection_pb2.ServerReflectionRequest.FromString(raw)
