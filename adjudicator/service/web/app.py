"""What answers a request: a call of the API, or a file of the console."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from http import HTTPStatus
from typing import Any

import structlog
from connectrpc.compression.gzip import GzipCompression
from connectrpc.method import StreamType
from connectrpc.server import ConnectASGIApplication

from adjudicator.service import errors
from adjudicator.service.config import Configuration
from adjudicator.service.errors import RefusedError
from adjudicator.service.status import Code
from adjudicator.service.telling import told
from adjudicator.service.web.arriving import ARRIVAL, Arrival
from adjudicator.service.web.codecs import Json, Proto
from adjudicator.service.web.endpoints import Endpoints
from adjudicator.service.web.pages import Page, Pages
from adjudicator.service.web.safety import HEADERS, PREFLIGHT, Safety
from adjudicator.service.web.wording import OwnWords

Event = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]
Pairs = Iterable[tuple[bytes, bytes]]

CONTENT = b"content-type"
UNARY = frozenset({b"application/proto", b"application/json"})
STREAM = frozenset({b"application/connect+proto", b"application/connect+json"})
EITHER = frozenset({b"application/grpc-web", b"application/grpc-web+proto", b"application/grpc-web+json"})
READ_BY_THE_ADAPTER = frozenset({
    CONTENT, b"content-encoding", b"accept-encoding", b"connect-content-encoding", b"connect-accept-encoding",
    b"grpc-encoding", b"grpc-accept-encoding",
})  # fmt: skip
"""The others are read by ourselves, or by the guard."""

FAST = 1
"""The level of compression: answers are small, and the network near."""

NOT_KEPT = ((b"cache-control", b"no-store"),)
JSON = b"application/json"
STATUSES = {Code.PERMISSION_DENIED: 403, Code.INVALID_ARGUMENT: 400, Code.INTERNAL: 500}


class _Adapter(ConnectASGIApplication[Endpoints]):
    """connectrpc's application over endpoints that are there already."""

    @property
    def path(self) -> str:
        """Where it is mounted."""
        return "/"


class App:
    """The ASGI application of one door."""

    def __init__(self, configuration: Configuration, endpoints: Endpoints, pages: Pages) -> None:
        self._safety = Safety(configuration)
        self._endpoints = endpoints
        self._services = frozenset(each[: each.rindex("/") + 1] for each in endpoints)
        self._pages = pages
        self._log: structlog.typing.FilteringBoundLogger = structlog.get_logger("adjudicator.service")
        limit = configuration.max_message_bytes
        self._adapter = _Adapter(
            service=endpoints,
            endpoints=lambda found: found,
            interceptors=[OwnWords(limit)],
            read_max_bytes=limit,
            compressions=[GzipCompression(FAST)],
            codecs=[Proto(), Json()],
        )

    async def __call__(self, scope: Event, receive: Receive, send: Send) -> None:
        """Answer one request."""
        headers = _single(scope["headers"])
        path = scope["path"]
        endpoint = self._endpoints.get(path)
        calls = endpoint is not None or path[: path.rfind("/") + 1] in self._services
        try:
            more = self._safety.check(scope["server"], headers, calls=calls)
        except RefusedError as refused:
            return await _refuse(send, refused)
        if not calls:
            return await self._show(scope, headers, send)
        if scope["method"] == "OPTIONS" and b"access-control-request-method" in headers:
            return await _answer(send, 204, (*more, *PREFLIGHT) if more else ())
        if endpoint is None:
            return await _answer(send, 404, more, b"no such call\n", b"text/plain")
        spoken = (STREAM if endpoint.method.stream_type is StreamType.SERVER_STREAM else UNARY) | EITHER
        if scope["method"] == "POST" and headers.get(CONTENT, b"").partition(b";")[0].strip().lower() not in spoken:
            accepted = (b"accept-post", b", ".join(sorted(spoken)))
            return await _answer(send, 415, (*more, accepted), b"send JSON or protobuf\n", b"text/plain")
        return await self._call(scope, headers, more, receive, send)

    async def _call(self, scope: Event, headers: dict[bytes, bytes], more: Pairs, receive: Receive, send: Send) -> None:
        """Make a call. Whatever goes wrong in the adapter is a defect of ours, and said to be one."""
        query = scope["query_string"]
        ARRIVAL.set(Arrival(headers))
        begun = False

        async def dressed(message: Event) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*message["headers"], *HEADERS, *NOT_KEPT, *more]
            await send(message)

        for_adapter = {
            "type": "http",
            "method": scope["method"],
            "path": scope["path"],
            "root_path": "",
            "headers": [each for each in headers.items() if each[0] in READ_BY_THE_ADAPTER and each[1].isascii()],
            "query_string": query if query.isascii() else b"",
        }
        try:
            await self._adapter(for_adapter, receive, dressed)
        except Exception as error:  # noqa: BLE001 - whatever it is, the caller is told no more than this
            self._log.error("defect", exc_info=error)
            if not begun:
                await _refuse(send, errors.our_fault())

    async def _show(self, scope: Event, headers: dict[bytes, bytes], send: Send) -> None:
        """Send a file."""
        if scope["method"] not in {"GET", "HEAD"}:
            return await _answer(send, 405, ((b"allow", b"GET, HEAD"),))
        page = self._pages.at(scope["path"])
        if page is None:
            return await _answer(send, 404, (), b"there is nothing at this address\n", b"text/plain")
        if headers.get(b"if-none-match") == page.tag:
            return await _answer(send, 304, _kept(page))
        return await _answer(send, 200, _kept(page), page.content, page.kind)


def _kept(page: Page) -> Pairs:
    """How long a browser may keep a file."""
    keep = b"public, max-age=31536000, immutable" if page.lasts else b"no-cache"
    return ((b"etag", page.tag), (b"cache-control", keep))


def _single(headers: Iterable[tuple[bytes, bytes]]) -> dict[bytes, bytes]:
    """Headers by name; of one that comes twice nothing is believed."""
    found: dict[bytes, bytes] = {}
    for name, value in headers:
        found[name] = value if name not in found else found[name] + b", " + value
    return found


async def _refuse(send: Send, refused: RefusedError) -> None:
    """Refuse a request before anything is read of it; what it still sends is thrown away with the connection."""
    status = STATUSES.get(refused.code, 400)
    await _answer(send, status, ((b"connection", b"close"), *NOT_KEPT), told(refused), JSON)


async def _answer(send: Send, status: int, more: Pairs = (), body: bytes = b"", kind: bytes = b"") -> None:
    """Send a whole answer."""
    headers = [*HEADERS, *more, (b"content-length", str(len(body)).encode())]
    if kind:
        headers.append((CONTENT, kind))
    if status in {HTTPStatus.NOT_MODIFIED, HTTPStatus.NO_CONTENT}:
        headers = [each for each in headers if each[0] != b"content-length"]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
