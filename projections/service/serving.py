"""Following the log and answering, in one loop: the reading of the log happens in a thread of its own."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable

import grpc
import structlog
from grpc_health.v1 import health, health_pb2, health_pb2_grpc

from adjudicator.api.v1 import projection_service_pb2_grpc as stubs
from adjudicator.application import StoreUnavailableError
from projections.follower import Follower
from projections.service.desk import ProjectionDesk

GRACE_SECONDS = 5.0
SERVING, NOT_SERVING = health_pb2.HealthCheckResponse.SERVING, health_pb2.HealthCheckResponse.NOT_SERVING
Log = structlog.typing.FilteringBoundLogger


class PortTakenError(RuntimeError):
    """The address is taken already, or is none of this machine."""


async def serve(follower: Follower, listen: str, every: float, ready: Callable[[int], None] = lambda _: None) -> None:
    """Serve the views of a follower and keep following, until SIGTERM or SIGINT. Raises PortTakenError."""
    log: Log = structlog.get_logger("projections")
    server = grpc.aio.server(options=[("grpc.so_reuseport", 0)])
    stubs.add_ProjectionServiceServicer_to_server(ProjectionDesk(follower.store), server)
    healthy = health.aio.HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(healthy, server)
    try:
        port = server.add_insecure_port(listen)
    except RuntimeError as error:
        raise PortTakenError(f"cannot listen on {listen}: {error}") from error
    await healthy.set("", SERVING)
    await server.start()
    stop = asyncio.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(ValueError, NotImplementedError):  # not in the main thread, or not on this system
            asyncio.get_running_loop().add_signal_handler(each, stop.set)
    ready(port)
    log.info("following", listen=listen, port=port, position=follower.store.position())
    await _follow(follower, every, stop, log, healthy)
    await healthy.set("", NOT_SERVING)
    await server.stop(GRACE_SECONDS)
    log.info("stopped", position=follower.store.position())


async def _follow(
    follower: Follower, every: float, stop: asyncio.Event, log: Log, healthy: health.aio.HealthServicer
) -> None:
    """Read what is new whenever there is news, and at least every so many seconds, until the end.

    While the log cannot be read the views grow old: health says so.
    """
    news = follower.application.news()
    told = asyncio.create_task(stop.wait())
    while not stop.is_set():
        try:
            more = await asyncio.to_thread(follower.step)
            await healthy.set("", SERVING)
            if more:
                continue
        except StoreUnavailableError as error:
            await healthy.set("", NOT_SERVING)
            log.warning("the log cannot be read", why=str(error))
        waiting = {
            told,
            asyncio.create_task(asyncio.sleep(every) if news is None else asyncio.to_thread(news.wait, every)),
        }
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    if news is not None:
        news.close()
