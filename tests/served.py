"""A service with the games of this project, in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Queue

from adjudicator.service.config import Configuration
from adjudicator.service.start import of_all_games

START_SECONDS = 20


@contextmanager
def served() -> Iterator[str]:
    """The address of a running service, whose log is in memory."""
    ready: Queue[tuple[asyncio.AbstractEventLoop, asyncio.Event, int]] = Queue()

    async def serve() -> None:
        server, application = of_all_games(
            Configuration(listen="127.0.0.1:0", store="sqlite:///:memory:", log_level="error", grace_seconds=1.0)
        )
        with application:
            stop = asyncio.Event()
            ready.put((asyncio.get_running_loop(), stop, await server.start()))
            await stop.wait()
            await server.stop()

    thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    thread.start()
    loop, stop, port = ready.get(timeout=START_SECONDS)
    try:
        yield f"127.0.0.1:{port}"
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(START_SECONDS)
