"""The port that Prometheus asks: a connection has little time and little room, and none holds up another or a call.

The library's own server gives every connection a thread for as long as it stays, however little comes. Here all of them
are in one thread, beside the loop that judges.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import threading
from collections.abc import Callable

HEAD_SECONDS = 3.0
"""From the opening of a connection until the head of its request has come."""
HEAD_BYTES_MAX = 8192
ANSWER_SECONDS = 10.0
"""How long a caller may take to read the answer."""
REQUEST_LINE = re.compile(rb"([A-Z]+) [!-~]+ HTTP/1\.[01]\r\n")


class ScrapedPort:
    """Answers whoever asks with the text of the moment, and closes the connection.

    `text` is called in the port's own thread. Of connections at once there are at most `most`; more are closed.
    """

    def __init__(self, host: str, port: int, text: Callable[[], bytes], content_type: str, most: int) -> None:
        """Raises OSError if the port cannot be had."""
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._socket = socket.create_server((host, port), family=family)
        self.port: int = self._socket.getsockname()[1]
        self._text, self._content_type, self._most = text, content_type, most
        self._connections = 0
        self._ended, self._begun = asyncio.Event(), threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), name="metrics", daemon=True)
        self._thread.start()
        self._begun.wait()

    def close(self) -> None:
        """Answer no longer; whoever is connected is let go."""
        self._loop.call_soon_threadsafe(self._ended.set)
        self._thread.join()

    async def _serve(self) -> None:
        """Until the end; what is then still connected is cancelled with the loop."""
        self._loop = asyncio.get_running_loop()
        server = await asyncio.start_server(
            self._connected, sock=self._socket, limit=HEAD_BYTES_MAX, backlog=self._most
        )  # who has to wait to be taken in has not been given its three seconds yet
        self._begun.set()
        await self._ended.wait()
        server.close()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._connections += 1
        try:
            if self._connections <= self._most:
                await self._answered(reader, writer)
        except (TimeoutError, EOFError, OSError, asyncio.LimitOverrunError):
            pass  # too slow, gone, or too much to say: nobody is told
        finally:
            self._connections -= 1
            with contextlib.suppress(OSError):
                writer.transport.abort()

    async def _answered(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async with asyncio.timeout(HEAD_SECONDS):
            head = await reader.readuntil(b"\r\n\r\n")
        async with asyncio.timeout(ANSWER_SECONDS):
            writer.write(self._answer(head))
            await writer.drain()
            writer.close()
            await writer.wait_closed()

    def _answer(self, head: bytes) -> bytes:
        asked = REQUEST_LINE.match(head)
        if asked is None:
            return _response("400 Bad Request")
        if asked[1] != b"GET":
            return _response("405 Method Not Allowed")
        return _response("200 OK", self._text(), self._content_type)


def _response(status: str, body: bytes = b"", content_type: str = "text/plain") -> bytes:
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode("ascii") + body
