"""The port for browsers: opened and closed with the service's own, in the same process and event loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from functools import partial

import structlog
from uvicorn.config import Config
from uvicorn.server import ServerState

from adjudicator.service.config import Configuration, address
from adjudicator.service.guard import Guard
from adjudicator.service.server import HANDSHAKE_SECONDS, Desks, PortTakenError
from adjudicator.service.tls import Certificates
from adjudicator.service.web.app import App
from adjudicator.service.web.connections import IDLE_SECONDS, Connection
from adjudicator.service.web.endpoints import Endpoints, endpoints
from adjudicator.service.web.pages import Pages
from adjudicator.service.web.views import Views

BACKLOG = 2048
LOOK_AGAIN_SECONDS = 0.05
"""While it stops: how often to look whether the calls under way have ended."""


class WebDoor:
    """One port. uvicorn's own server is not used: it takes the signals, and ends the process if the port is taken."""

    def __init__(self, configuration: Configuration, guarded: Iterable[tuple[Guard, Desks]]) -> None:
        self._configuration = configuration
        self._certificates = Certificates(configuration) if configuration.tls_certificate else None
        for name in ("uvicorn.error", "uvicorn.access", "uvicorn.asgi"):
            logging.getLogger(name).disabled = True  # callers' faults; ours are logged by the guard and by the app
        self._views = Views(configuration)
        calls: Endpoints = self._views.endpoints()
        for guard, desks in guarded:
            calls |= endpoints(guard, desks)
        self._config = Config(
            App(configuration, calls, Pages()), interface="asgi3", loop="none", lifespan="off", ws="none",
            http=Connection, log_config=None, access_log=False, proxy_headers=False, server_header=False,
            date_header=False, timeout_keep_alive=IDLE_SECONDS,
        )  # fmt: skip
        self._state = ServerState()
        self._server: asyncio.Server | None = None
        self._log: structlog.typing.FilteringBoundLogger = structlog.get_logger("adjudicator.service")
        self.port = 0

    async def start(self) -> int:
        """Bind the port and serve; returns the port. Raises PortTakenError."""
        options = self._configuration
        self._config.load()
        connection = partial(
            Connection, most=options.max_connections, size=options.max_message_bytes,
            config=self._config, server_state=self._state, app_state={},
        )  # fmt: skip
        host, port = address(options.web, "web")
        tls = None if self._certificates is None else self._certificates.context()
        try:
            self._server = await asyncio.get_running_loop().create_server(
                connection, host, port, ssl=tls, backlog=BACKLOG,
                ssl_handshake_timeout=None if tls is None else HANDSHAKE_SECONDS,
            )  # fmt: skip
        except OSError as error:
            raise PortTakenError(f"cannot listen on {options.web}: {error}") from error
        self.port = self._server.sockets[0].getsockname()[1]
        self._log.info("web", listen=options.web, port=self.port, tls=tls is not None)
        return self.port

    async def stop(self, seconds: float) -> None:
        """Take no new connections, give the calls under way so long, then cut off the rest."""
        if self._server is None:
            return
        self._server.close()
        for each in list(self._state.connections):
            each.shutdown()
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while self._state.tasks and loop.time() < until:  # noqa: ASYNC110 - uvicorn sets no event
            await asyncio.sleep(LOOK_AGAIN_SECONDS)
        for task in list(self._state.tasks):
            task.cancel()
        for each in list(self._state.connections):
            each.transport.close()
        await self._views.close()
