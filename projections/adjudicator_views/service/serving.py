"""Following the log and answering, in one loop: the reading of the log happens in a thread of its own.

The views stand behind the same door as the service itself: its limits, tokens, TLS and health.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable

import structlog

from adjudicator.api.v1 import projection_service_pb2 as pb
from adjudicator.application import StoreUnavailableError
from adjudicator.application.access import TokenRoll
from adjudicator.service.config import Configuration, read_delay
from adjudicator.service.doorkeeper import Doorkeeper
from adjudicator.service.guard import Guard
from adjudicator.service.notices import Notices
from adjudicator.service.server import Server
from adjudicator.service.telemetry import observe
from adjudicator.service.translating import translate
from adjudicator_views.follower import Follower
from adjudicator_views.service.desk import ProjectionDesk

Log = structlog.typing.FilteringBoundLogger


def server_of(follower: Follower, configuration: Configuration) -> Server:
    """The server of the views of a follower; call it in the running loop. Raises ConfigurationError."""
    doorkeeper = None
    if configuration.access == "tokens":
        roll = TokenRoll(follower.application)
        roll.read_on()
        doorkeeper = Doorkeeper(roll, configuration.calls_per_second)
    desk = ProjectionDesk(follower, read_delay(configuration.spectator_delay))
    service = pb.DESCRIPTOR.services_by_name["ProjectionService"]
    guard = Guard(configuration, translate, doorkeeper)
    server = Server(configuration, guard, [(service, desk)], Notices())
    gauges = {("views_position", "The position of the log up to which the views have read it"): follower.store.position}
    observe(configuration, guard, server, gauges)
    if doorkeeper is not None:
        every = configuration.watch_poll_seconds
        server.while_serving(lambda: doorkeeper.follow(every))
    return server


async def serve(
    follower: Follower, configuration: Configuration, every: float, ready: Callable[[int], None] = lambda _: None
) -> None:
    """Serve the views of a follower and keep following, until SIGTERM or SIGINT.

    Raises PortTakenError, ConfigurationError, AnotherLogError.
    """
    log: Log = structlog.get_logger("adjudicator_views")
    server = server_of(follower, configuration)
    stop = asyncio.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(ValueError, NotImplementedError):  # not in the main thread, or not on this system
            asyncio.get_running_loop().add_signal_handler(each, stop.set)
    ready(await server.start())
    log.info("following", position=follower.store.position())
    try:
        await _follow(follower, every, stop, log, server)
    finally:
        await server.stop()
    log.info("stopped", position=follower.store.position())


async def _follow(follower: Follower, every: float, stop: asyncio.Event, log: Log, server: Server) -> None:
    """Read what is new whenever there is news, and at least every so many seconds, until the end.

    While the log cannot be read the views grow old: health says so.
    """
    news = follower.application.news()
    told = asyncio.create_task(stop.wait())
    while not stop.is_set():
        try:
            more = await asyncio.to_thread(follower.step)
            server.store_answers(there=True)
            if more:
                continue
        except StoreUnavailableError as error:
            server.store_answers(there=False)
            log.warning("the log cannot be read", why=str(error))
        waiting = {
            told,
            asyncio.create_task(asyncio.sleep(every) if news is None else asyncio.to_thread(news.wait, every)),
        }
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    if news is not None:
        news.close()
