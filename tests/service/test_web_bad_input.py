"""What the door for browsers refuses: each kind of bad input has its status, its reason and words."""

from __future__ import annotations

import gzip
import json
import re
from uuid import uuid4

import pytest

from tests.kit.http import API, JSON, PROTO, asked, called
from tests.service.running import SMALL, Running

GET, OPEN, WATCH = "GameService/GetGame", "GameService/OpenGame", "GameService/WatchGame"

J = {"content_type": JSON}
PACKED = {**J, "content_encoding": "gzip"}
MALFORMED, FIELD, LARGE = (400, "MALFORMED_MESSAGE"), (400, "FIELD_INVALID"), (429, "MESSAGE_TOO_LARGE")
HOST, ORIGIN = (403, "HOST_REFUSED"), (403, "ORIGIN_REFUSED")
REFUSED: list[tuple[str, str, bytes, dict[str, str], tuple[int, str], str]] = [
    ("no JSON", GET, b"{", J, MALFORMED, "not JSON"),
    ("no object", GET, b"[]", J, MALFORMED, "JSON object"),
    ("deep JSON", GET, b'{"game":' * 2000, J, MALFORMED, "not JSON"),
    ("no text", GET, b'{"game": "\xff"}', J, MALFORMED, "not JSON"),
    ("half a character", GET, b'{"game": "\\ud800"}', J, MALFORMED, "not JSON"),
    ("a typo", GET, b'{"gmae": "x"}', J, FIELD, "gmae: .* did you mean game"),
    ("a typo below", OPEN, b'{"settings": {"manuel": 1}}', J, FIELD, "settings.manuel: .* manual"),
    ("a typo in a list", OPEN, b'{"seats": [{}, {"saet": ""}]}', J, FIELD, "seats.saet: .* seat"),
    (
        "no such word",
        OPEN,
        b'{"settings": {"dice": "CHANCE_SORCE_HOUSE"}}',
        J,
        FIELD,
        "mean CHANCE_SOURCE_HOUSE",
    ),
    ("a wrong type", GET, b'{"game": 7}', J, FIELD, "game: is a string"),
    ("no number", GET, b'{"game": "x", "revision": "many"}', J, FIELD, "revision: is a whole number"),
    ("no list", OPEN, b'{"seats": {}}', J, FIELD, "seats: is a list"),
    ("no flag", GET, b'{"information": "yes"}', J, FIELD, "information: is true or false"),
    ("too large a number", GET, b'{"revision": "99999999999999999999"}', J, FIELD, "revision: is a whole number"),
    ("no message", GET, b"\xff\xff", {"content_type": PROTO}, MALFORMED, "read as adjudicator.api.v1.GetGameRequest"),
    ("too large", GET, b" " * (SMALL + 1), J, LARGE, f"more than {SMALL} bytes"),
    ("too large by far", GET, b" " * SMALL * 7, J, LARGE, f"more than {SMALL} bytes"),
    ("too large unpacked", GET, gzip.compress(b" " * SMALL * 100), PACKED, LARGE, "unpacked"),
    ("not packed at all", GET, b"{}", PACKED, MALFORMED, "decompress"),
    ("packed unheard of", GET, b"{}", {**J, "content_encoding": "zip"}, MALFORMED, "zip"),
    ("no time", GET, b"{}", {**J, "connect_timeout_ms": "soon"}, FIELD, "connect-timeout-ms"),
    ("another version", GET, b"{}", {**J, "connect_protocol_version": "2"}, FIELD, "connect-protocol-version"),
    ("no game", GET, b'{"game": "x"}', J, (404, "GAME_NOT_FOUND"), "no game"),
    ("a foreign host", GET, b"{}", {**J, "host": "evil.example"}, HOST, "--web-hosts"),
    ("a host that begins well", GET, b"{}", {**J, "host": "localhost.evil.example"}, HOST, "evil"),
    ("two hosts in one", GET, b"{}", {**J, "host": "127.0.0.1, evil.example"}, HOST, "evil"),
    ("another port", GET, b"{}", {**J, "host": "127.0.0.1:1"}, HOST, "127.0.0.1:1"),
    ("another address", GET, b"{}", {**J, "host": "192.0.2.7"}, HOST, "192.0.2.7"),
    ("a foreign page", GET, b"{}", {**J, "origin": "http://evil.example"}, ORIGIN, "--web-origins"),
    ("a page without an origin", GET, b"{}", {**J, "origin": "null"}, ORIGIN, "null"),
    ("a foreign site", GET, b"{}", {**J, "sec_fetch_site": "cross-site"}, ORIGIN, "cross-site"),
    ("another port's page", GET, b"{}", {**J, "sec_fetch_site": "same-site"}, ORIGIN, "same-site"),
]


@pytest.mark.parametrize(
    ("call", "body", "headers", "expected", "says"), [each[1:] for each in REFUSED], ids=[each[0] for each in REFUSED]
)
async def test_what_is_refused(
    door: Running, call: str, body: bytes, headers: dict[str, str], expected: tuple[int, str], says: str
) -> None:
    """Each has its status, its reason, and words; the door goes on."""
    heard = await asked(door.web, API + call, body, **headers)
    assert expected == (heard.status, heard.reason)
    assert re.search(says, heard.told["message"]), heard.told["message"]
    assert 200 == (await called(door.web, "GameService/ListGames")).status


BY_GET = "?encoding=json&message={}"
FROM_ELSEWHERE = {"origin": "http://evil.example", "access_control_request_method": "POST"}
NOT_ANSWERED: list[tuple[str, str, str, dict[str, str], int, tuple[str, str]]] = [
    ("another content", "POST", API + GET, {"content_type": "text/plain"}, 415, ("accept-post", JSON)),
    ("gRPC itself", "POST", API + GET, {"content_type": "application/grpc"}, 415, ("accept-post", JSON)),
    ("a stream as one answer", "POST", API + WATCH, J, 415, ("accept-post", "connect+json")),
    ("GET of what records", "GET", API + "GameService/AddNote" + BY_GET, {}, 405, ("allow", "POST")),
    ("GET of no encoding", "GET", API + GET + "?message={}", {}, 415, ("accept-post", JSON)),
    ("PUT", "PUT", API + GET, J, 405, ("allow", "GET, POST")),
    ("no such call", "POST", API + "GameService/Nothing", J, 404, ("content-type", "text/plain")),
    ("no such service", "POST", API + "NoService/Nothing", J, 405, ("allow", "GET")),
    ("no such file", "GET", "/nothing.js", {}, 404, ("content-type", "text/plain")),
    ("out of the folder", "GET", "/../__init__.py", {}, 404, ("content-type", "text/plain")),
    ("out of it, hidden", "GET", "/%2e%2e/__init__.py", {}, 404, ("content-type", "text/plain")),
    ("asking first, from elsewhere", "OPTIONS", API + GET, FROM_ELSEWHERE, 403, ("content-type", JSON)),
]


@pytest.mark.parametrize(
    ("method", "at", "headers", "status", "told"),
    [each[1:] for each in NOT_ANSWERED],
    ids=[each[0] for each in NOT_ANSWERED],
)
async def test_what_is_not_there(
    door: Running, method: str, at: str, headers: dict[str, str], status: int, told: tuple[str, str]
) -> None:
    """No call, no file, no such way to ask: HTTP's own status, and what would do."""
    heard = await asked(door.web, at, b"{}" if method != "GET" else b"", method, **headers)
    assert status == heard.status
    name, value = told
    assert value in heard.headers[name]


async def test_a_caller_in_a_hurry(door: Running) -> None:
    """The caller's own time is kept, and the refusal has our reason."""
    game = await door.opened()
    held = door.hold_the_store()
    note = json.dumps({"game": game, "requestId": str(uuid4()), "text": "late", "by": "ann"}).encode()
    for hurry in ({"connect_timeout_ms": "200"}, {"grpc_timeout": "200m"}):
        heard = await asked(door.web, API + "GameService/AddNote", note, content_type=JSON, **hurry)
        assert (504, "DEADLINE_EXCEEDED") == (heard.status, heard.reason)
    held.go_on.set()
