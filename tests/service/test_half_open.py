"""Connections and calls that begin and do not go on: they are closed, and hold nothing that others need."""

from __future__ import annotations

import asyncio
import ssl
import struct
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

import grpc
import msgspec
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from adjudicator.service.beside import CALLS_MAX, REFLECTIONS_MAX, SERVING
from adjudicator.service.start import of_all_games
from adjudicator_client import RefusedError
from tests.service.certificates import Authority, written
from tests.service.running import QUIET, SEATS, running

CLOSED_WITHIN = 30.0
"""On a machine that is busy (`make fuzz` times it): nothing else ends a connection before gRPC's own two minutes."""
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
HALF = (b"", PREFACE[:10], PREFACE, PREFACE + b"\0\0")
"""Nothing, half of the preface, all of it, and half of the settings."""


def _literal(name: bytes, value: bytes) -> bytes:
    return b"\0" + bytes([len(name)]) + name + bytes([len(value)]) + value


def _frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def _begun(method: str) -> bytes:
    """A call whose headers are complete and whose message does not come."""
    named = {":path": method, ":authority": "localhost", "content-type": "application/grpc", "te": "trailers"}
    headers = b"\x83\x86" + b"".join(_literal(name.encode(), value.encode()) for name, value in named.items())
    return PREFACE + _frame(4, 0, 0, b"") + _frame(1, 4, 1, headers)


BEGUN = [_begun(f"/{each}") for each in ("adjudicator.api.v1.GameService/ListGames", "grpc.health.v1.Health/Check")]


async def _seconds_open(sent: bytes, port: int, tls: ssl.SSLContext | None = None) -> float:
    """After how many seconds the server closes a connection on which only this is sent."""
    name = "localhost" if tls else None
    reader, writer = await asyncio.open_connection("localhost", port, ssl=tls, server_hostname=name)
    begun = time.monotonic()
    writer.write(sent)
    async with asyncio.timeout(2 * CLOSED_WITHIN):
        while await reader.read(4096):
            pass
    writer.close()
    return time.monotonic() - begun


async def test_half_open_connections_are_closed() -> None:
    """However far the beginning of HTTP/2 has come."""
    async with running() as service:
        waiting = (_seconds_open(sent, service.server.port) for sent in HALF for _ in range(25))
        assert max(await asyncio.gather(*waiting)) <= CLOSED_WITHIN


async def test_half_open_connections_hold_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others are answered long before they are closed."""
    monkeypatch.setattr("adjudicator.service.server.HANDSHAKE_SECONDS", 300)
    async with running() as service:
        half = [await asyncio.open_connection("127.0.0.1", service.server.port) for _ in range(25 * len(HALF))]
        for number, (_, writer) in enumerate(half):
            writer.write(HALF[number % len(HALF)])
        await asyncio.sleep(0.2)
        await service.client.open_game("harbour-1", SEATS)
        assert not any(reader.at_eof() for reader, _ in half)
        for _, writer in half:
            writer.close()


async def test_half_open_connections_under_tls_are_closed(authority: Authority, tmp_path: Path) -> None:
    """Also if the handshake is not begun, or nothing comes after it."""
    configured = msgspec.structs.replace(QUIET, listen="localhost:0", **written(tmp_path, authority))
    server, application = of_all_games(configured)
    trusting = ssl.create_default_context(cadata=authority.pem.decode())
    trusting.set_alpn_protocols(["h2"])
    with application:
        port = await server.start()
        plain = (_seconds_open(sent, port) for sent in (b"", b"\x16\x03\x01\x02\x00"))
        within = (_seconds_open(sent, port, trusting) for sent in HALF)
        assert max(await asyncio.gather(*plain, *within)) <= CLOSED_WITHIN
        await server.stop()


async def test_no_more_connections_than_allowed() -> None:
    """One too many is closed as it comes; those there are go on."""
    async with running(max_connections=10) as service:
        game = await service.opened()
        port = service.server.port
        others = [await asyncio.open_connection("127.0.0.1", port) for _ in range(9)]
        for reader, writer in others:
            writer.write(PREFACE + _frame(4, 0, 0, b""))
            assert await reader.read(1)
        assert await _seconds_open(PREFACE + _frame(4, 0, 0, b""), port) < CLOSED_WITHIN
        assert await service.entries(game)
        for _, writer in others:
            writer.close()


async def test_a_call_whose_message_does_not_come_is_ended() -> None:
    """In the time of a call; it does not count among the calls under way, of which there are few."""
    async with running(deadline_seconds=1.0, max_concurrent_rpcs=2) as service:
        connections = [await asyncio.open_connection("127.0.0.1", service.server.port) for _ in range(6)]
        for number, (_, writer) in enumerate(connections):
            writer.write(BEGUN[number % 2])
        await asyncio.sleep(0.3)
        assert await service.opened()
        for reader, writer in connections:
            async with asyncio.timeout(CLOSED_WITHIN):
                await _ended(reader)
            writer.close()


async def _ended(reader: asyncio.StreamReader) -> None:
    """Wait until the server has ended the first call of a connection."""
    while True:
        head = await reader.readexactly(9)
        await reader.readexactly(int.from_bytes(head[:3], "big"))
        kind, flags, stream = head[3], head[4], int.from_bytes(head[5:], "big")
        if stream == 1 and kind == 1 and flags & 1:
            return


async def test_who_looks_around_holds_nothing_up() -> None:
    """Health and reflection ask for no token: of those who watch or look around there are few, and not for ever."""
    async with running() as service, grpc.aio.insecure_channel(service.address) as channel:
        watch = health_pb2_grpc.HealthStub(channel).Watch
        watching = [watch(health_pb2.HealthCheckRequest()) for _ in range(CALLS_MAX)]
        for each in watching:
            assert SERVING == (await each.read()).status
        with pytest.raises(grpc.aio.AioRpcError, match="RESOURCE_EXHAUSTED"):
            await watch(health_pb2.HealthCheckRequest()).read()
        stub = reflection_pb2_grpc.ServerReflectionStub(channel)
        asked = reflection_pb2.ServerReflectionRequest(list_services="")
        looking = [stub.ServerReflectionInfo() for _ in range(REFLECTIONS_MAX)]
        for each in looking:
            await each.write(asked)
            assert (await each.read()).list_services_response.service
        with pytest.raises(grpc.aio.AioRpcError, match="RESOURCE_EXHAUSTED"):
            await stub.ServerReflectionInfo(iter([asked])).read()
        assert await service.opened()
        for each in (*watching, *looking):
            each.cancel()


async def test_bytes_that_are_no_question_about_us() -> None:
    """Are an error of the caller's, for health and reflection too."""
    async with running() as service, grpc.aio.insecure_channel(service.address) as channel:
        method = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"
        looking: Any = channel.stream_stream(method)
        asking: Any = channel.unary_unary("/grpc.health.v1.Health/Check")
        with pytest.raises(grpc.aio.AioRpcError, match="INVALID_ARGUMENT"):
            await looking(iter([b"\xff\xff"])).read()
        with pytest.raises(grpc.aio.AioRpcError, match="INVALID_ARGUMENT"):
            await asking(b"\xff\xff")
        with pytest.raises(grpc.aio.AioRpcError, match="NOT_FOUND"):
            await health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(service="nobody"))
        told = await health_pb2_grpc.HealthStub(channel).List(health_pb2.HealthListRequest())
        assert {"", "alive", "adjudicator.api.v1.GameService"} <= set(told.statuses)


async def test_nobody_looks_around_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who opens reflection and asks nothing is sent away."""
    monkeypatch.setattr("adjudicator.service.beside.REFLECTION_SECONDS", 0.2)
    async with running() as service, grpc.aio.insecure_channel(service.address) as channel:
        with pytest.raises(grpc.aio.AioRpcError, match="DEADLINE_EXCEEDED"):
            await reflection_pb2_grpc.ServerReflectionStub(channel).ServerReflectionInfo().read()


async def test_no_call_takes_longer_than_the_longest_deadline() -> None:
    """Whatever deadline it names."""
    async with running(longest_deadline_seconds=0.3) as service:
        game = await service.opened()
        seat, revision = (await service.client.game(game)).question.asked[0], service.client.witnesses.revision(game)
        slow = service.hold_the_store()
        service.client.timeout = 3600.0
        begun = time.monotonic()
        with pytest.raises(RefusedError) as caught:
            await service.client.submit(game, f"{seat}: pass", expected_revision=revision, request_id=str(uuid4()))
        assert (grpc.StatusCode.DEADLINE_EXCEEDED, "DEADLINE_EXCEEDED") == (caught.value.code, caught.value.reason)
        assert time.monotonic() - begun < CLOSED_WITHIN
        slow.go_on.set()
