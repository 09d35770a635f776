"""The door for browsers: every protocol gives what gRPC gives, streams come live, stopping is graceful."""

from __future__ import annotations

import asyncio
import base64
import gzip
import json
from urllib.parse import quote
from uuid import uuid4

import pytest
from google.protobuf.json_format import MessageToDict

from adjudicator.api.v1 import game_service_pb2 as games
from tests.kit.calls import methods, path
from tests.kit.http import API, ENDED, JSON, PROTO, asked, called, connected, enveloped, envelopes, written
from tests.service.running import SOON, Running, running, until

GET = "GameService/GetGame"
WATCH = {"content-type": "application/connect+json"}


async def test_every_protocol_tells_the_same(door: Running) -> None:
    """Connect in binary and in JSON, compressed or not, by GET, and gRPC-Web."""
    game = await door.opened()
    expected = await door.client.game(game)
    sent = games.GetGameRequest(game=game)
    raw, at = sent.SerializeToString(), API + GET
    in_json = json.dumps({"game": game}).encode()

    heard = await asked(door.web, at, raw, content_type=PROTO)
    assert (200, expected) == (heard.status, games.GetGameResponse.FromString(heard.body))
    packed = await asked(
        door.web, at, gzip.compress(raw), content_type=PROTO, content_encoding="gzip", accept_encoding="gzip"
    )
    assert expected == games.GetGameResponse.FromString(gzip.decompress(packed.body))
    assert MessageToDict(expected) == (await asked(door.web, at, in_json, content_type=JSON)).told
    assert MessageToDict(expected) == (await called(door.web, GET, {"game": game})).told

    query = f"{at}?connect=v1&encoding=json&message={quote(in_json)}"
    assert MessageToDict(expected) == (await asked(door.web, query, b"", "GET")).told
    query = f"{at}?encoding=proto&base64=1&message={base64.urlsafe_b64encode(raw).decode().rstrip('=')}"
    assert expected == games.GetGameResponse.FromString((await asked(door.web, query, b"", "GET")).body)

    web = await asked(door.web, at, enveloped(raw), content_type="application/grpc-web+proto")
    (_, answer), (flags, trailers) = envelopes(web.body)
    assert (expected, 0x80, b"grpc-status: 0\r\n") == (games.GetGameResponse.FromString(answer), flags, trailers)


async def test_every_call_is_here() -> None:
    """No call of gRPC's is missing: an empty request is answered or refused by us, never unknown."""
    async with running(web="127.0.0.1:0") as door:
        for method in methods():
            if method.containing_service.name == "CardService":  # belongs to one game, which does not run here
                continue
            kind = "application/connect+json" if method.server_streaming else JSON
            body = enveloped(b"{}") if method.server_streaming else b"{}"
            async with connected(door.web) as line, asyncio.timeout(SOON):
                line.writer.write(written(door.web, "POST", path(method), {"content-type": kind}, body))
                if method.name != "WatchGames":  # has nothing to tell yet
                    status, _ = await line.head()
                    assert status not in {404, 405, 415, 500, 501}, method.name


async def test_a_recording_call(door: Running) -> None:
    """In JSON, repeated with its id: recorded once. 64-bit numbers are strings."""
    game = await door.opened()
    note = {"game": game, "requestId": str(uuid4()), "text": "<b>a note</b>", "by": "ann"}
    first, second = [(await called(door.web, "GameService/AddNote", note)).told for _ in range(2)]
    assert first == second
    assert str(await door.entries(game)) == first["basis"]["entry"]


async def test_a_watch(door: Running) -> None:
    """Old entries, then each new one at once; its place is free as soon as the caller leaves."""
    game = await door.opened()
    guard = door.server.guard
    async with connected(door.web) as line, asyncio.timeout(SOON):
        body = enveloped(json.dumps({"game": game, "afterEntry": "1"}).encode())
        line.writer.write(written(door.web, "POST", API + "GameService/WatchGame", WATCH, body))
        status, _ = await line.head()
        assert 200 == status
        seen = [json.loads(next(envelopes(await line.chunk()))[1])["entry"]["number"] for _ in range(2)]
        assert ["2", "3"] == seen
        await door.client.add_note(game, "new", by="ann")
        assert "new" == json.loads(next(envelopes(await line.chunk()))[1])["entry"]["said"]
        assert 1 == guard.streams.count
    await until(lambda: not guard.streams.count)


async def test_stopping_tells_watchers_and_ends_calls(door: Running) -> None:
    """Both doors: a watcher hears UNAVAILABLE with its reason, and the port is closed."""
    game = await door.opened()
    async with connected(door.web) as line, asyncio.timeout(SOON):
        body = enveloped(json.dumps({"game": game, "afterEntry": "2"}).encode())
        line.writer.write(written(door.web, "POST", API + "GameService/WatchGame", WATCH, body))
        await line.head()
        await line.chunk()
        address = door.web
        await door.server.stop()
        ((flags, last),) = envelopes(await line.chunk())
        told = json.loads(last)["error"]
        assert (ENDED, "unavailable", "STOPPING") == (flags, told["code"], told["details"][0]["debug"]["reason"])
        assert b"" == await line.chunk()
    with pytest.raises(ConnectionError):
        await asked(address, "/", b"", "GET")


async def test_health_is_told_here_too(door: Running) -> None:
    """As gRPC's own health, also of the API's services."""
    health = "/grpc.health.v1.Health/Check"
    asking = json.dumps({"service": "adjudicator.api.v1.GameService"}).encode()
    assert {"status": "SERVING"} == (await asked(door.web, health, asking, content_type=JSON)).told
    door.server.store_answers(there=False)
    assert {"status": "NOT_SERVING"} == (await asked(door.web, health, asking, content_type=JSON)).told
