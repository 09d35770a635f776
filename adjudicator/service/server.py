"""The server: gRPC options, the guarded services, health, reflection, and the two steps of stopping."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, cast

import grpc
import structlog
from google.protobuf.descriptor import ServiceDescriptor

from adjudicator.application import LogWentBackError
from adjudicator.service.beside import NOT_SERVING, SERVING, Health, Reflection
from adjudicator.service.config import Configuration
from adjudicator.service.guard import Guard
from adjudicator.service.handlers import handlers
from adjudicator.service.notices import Notices
from adjudicator.service.tls import Certificates, Pems

Desks = Iterable[tuple[ServiceDescriptor, Any]]
"""Each service with the object that has its handlers."""

HARD_LIMIT = 4
"""gRPC itself refuses calls of so many times our own limits; below, our guard says why."""

HARD_SIZE = 2
"""So it does with messages of so many times ours, of which it holds several copies while they arrive."""

HANDSHAKE_SECONDS = 3
"""A connection that has not sent its HTTP/2 preface and settings (and, before, its TLS handshake) by then is closed."""

PING_SECONDS = 60
SILENT_SECONDS = 20
"""Every connection is pinged so often, and closed if it does not answer for so long."""

IDLE_SECONDS = 900
"""A connection without a call for so long is closed; clients connect again by themselves."""


ALIVE = "alive"
"""The name under which health tells of the process alone. All others are NOT_SERVING too while the store is away."""


class PortTakenError(RuntimeError):
    """The address is taken already, or is none of this machine."""

    told_to_people = True


def _grpc_options(configuration: Configuration) -> list[tuple[str, Any]]:
    """The channel options of the server; notes on each stand in docs/api.md."""
    return [
        ("grpc.so_reuseport", 0),  # a second server on the port is an error, not a silent half of the calls
        ("grpc.max_receive_message_length", configuration.max_message_bytes * HARD_SIZE),
        ("grpc.max_send_message_length", -1),
        ("grpc.max_metadata_size", 16_384),
        ("grpc.max_concurrent_streams", _calls_at_most(configuration) // 2),  # one connection does not get all of them
        ("grpc.max_allowed_incoming_connections", configuration.max_connections),
        ("grpc.server_handshake_timeout_ms", HANDSHAKE_SECONDS * 1000),
        ("grpc.keepalive_time_ms", PING_SECONDS * 1000),
        ("grpc.keepalive_timeout_ms", SILENT_SECONDS * 1000),
        ("grpc.http2.ping_timeout_ms", SILENT_SECONDS * 1000),  # else it waits a minute, whatever the line above says
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.min_ping_interval_without_data_ms", 10_000),  # watchers keep quiet connections alive
        ("grpc.max_connection_idle_ms", IDLE_SECONDS * 1000),
    ]


def _calls_at_most(configuration: Configuration) -> int:
    """How many calls gRPC takes at all."""
    return HARD_LIMIT * (configuration.max_concurrent_rpcs + configuration.max_watchers)


class Door(Protocol):
    """A further port, opened and closed with ours."""

    port: int

    async def start(self) -> int:
        """Bind the port and serve; returns the port. Raises PortTakenError."""
        ...

    async def stop(self, seconds: float) -> None:
        """Take nothing new, give the calls under way so long, then cut off the rest."""
        ...


def _credentials(configuration: Configuration) -> grpc.ServerCredentials:
    """What the port is opened with; gRPC looks at each connection whether the files have changed."""
    certificates = Certificates(configuration)

    def told(pems: Pems | None) -> grpc.ServerCertificateConfiguration | None:
        if pems is None:
            return None
        return grpc.ssl_server_certificate_configuration([(pems.key, pems.chain)], pems.authority)

    first = cast("grpc.ServerCertificateConfiguration", told(certificates.first))
    fetch = cast("Callable[[], grpc.ServerCertificateConfiguration]", lambda: told(certificates.changed()))  # or None
    required = certificates.first.authority is not None
    return grpc.dynamic_ssl_server_credentials(first, fetch, require_client_authentication=required)


class Server:
    """One server on one port, in the running event loop. `broken` has a result once it should be begun anew."""

    def __init__(self, configuration: Configuration, guard: Guard, desks: Desks, notices: Notices) -> None:
        self.configuration = configuration
        self.guard = guard
        self.notices = notices
        self.health = Health()
        self.port = 0
        self._beside: list[Callable[[], Coroutine[Any, Any, None]]] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._threads = ThreadPoolExecutor(thread_name_prefix="adjudicator")
        self._credentials = _credentials(configuration) if configuration.tls_certificate else None
        self._log: structlog.typing.FilteringBoundLogger = structlog.get_logger("adjudicator.service")
        at_most = _calls_at_most(configuration)
        self._server = grpc.aio.server(options=_grpc_options(configuration), maximum_concurrent_rpcs=at_most)
        self.is_ready = True
        self.broken: asyncio.Future[LogWentBackError] = asyncio.get_running_loop().create_future()
        self._closing: list[Callable[[], None]] = []
        self.doors: list[Door] = []
        self._ready_names = [""]
        for service, desk in desks:
            self._server.add_generic_rpc_handlers((handlers(guard, service, desk),))
            self._ready_names.append(service.full_name)
        looking_around = Reflection(self._ready_names[1:])
        self._server.add_generic_rpc_handlers((self.health.handlers(configuration), looking_around.handlers()))

    def while_serving(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Let something run beside the calls, from the start to the stop."""
        self._beside.append(work)

    def in_the_end(self, close: Callable[[], None]) -> None:
        """Let something close after the last call; it may wait."""
        self._closing.append(close)

    async def start(self) -> int:
        """Bind the port and serve; returns the port. Raises PortTakenError."""
        try:
            if self._credentials is None:
                self.port = self._server.add_insecure_port(self.configuration.listen)
            else:
                self.port = self._server.add_secure_port(self.configuration.listen, self._credentials)
        except RuntimeError as error:
            raise PortTakenError(f"cannot listen on {self.configuration.listen}: {error}") from error
        if not self.port:
            raise PortTakenError(f"cannot listen on {self.configuration.listen}")
        asyncio.get_running_loop().set_default_executor(self._threads)
        self.health.set((ALIVE, *self._ready_names), SERVING)
        for door in self.doors:
            await door.start()
        await self._server.start()
        self._tasks = [asyncio.create_task(self._kept_up(work)) for work in self._beside]
        self._log.info("serving", listen=self.configuration.listen, port=self.port, tls=self._credentials is not None)
        return self.port

    async def _kept_up(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do what runs beside the calls; begin again if it fails, but not if the log went back: that ends us."""
        while True:
            try:
                return await work()
            except LogWentBackError as error:
                self._log.error("log_went_back", why=str(error))
                self.store_answers(False)
                return self.broken.set_result(error)
            except Exception as error:  # noqa: BLE001 - whatever it is, the work has to go on
                self._log.error("defect", exc_info=error)
                await asyncio.sleep(self.configuration.watch_poll_seconds)

    async def stop(self) -> None:
        """Say NOT_SERVING, let watchers go, give the calls under way their grace, then cut off the rest."""
        self._log.info("stopping", grace_seconds=self.configuration.grace_seconds)
        self.health.set((ALIVE, *self._ready_names), NOT_SERVING)
        self.is_ready = False
        self.notices.stop()
        for task in self._tasks:
            task.cancel()
        grace = self.configuration.grace_seconds
        await asyncio.gather(self._server.stop(grace), *(door.stop(grace) for door in self.doors))
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._threads_are_done()
        for close in self._closing:
            await asyncio.to_thread(close)
        self._log.info("stopped")

    async def _threads_are_done(self) -> None:
        """Wait for what cancelled calls have left running in threads: after this the store may be closed under them."""
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(thread_name_prefix="adjudicator"))
        await asyncio.to_thread(self._threads.shutdown)

    def store_answers(self, there: bool) -> None:
        """Be ready for calls only while the store answers."""
        if there == self.is_ready or self.notices.stopping:
            return
        self.is_ready = there
        if there:
            self._log.info("ready")
        else:
            self._log.warning("not_ready", why="the store does not answer")
        self.health.set(self._ready_names, SERVING if there else NOT_SERVING)

    async def ended(self) -> None:
        """Wait until the server has stopped."""
        await self._server.wait_for_termination()
