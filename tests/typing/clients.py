"""The clients as a frontend uses them: one source, and exact types for whoever blocks and for whoever awaits."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator
from typing import assert_type

import grpc

from adjudicator.api.v1 import access_service_pb2, audit_service_pb2, game_service_pb2, ruling_service_pb2
from adjudicator.api.v1.game_service_pb2_grpc import GameServiceAsyncStub, GameServiceStub
from adjudicator_client import AdjudicatorClient, AioAdjudicatorClient, Structured

Submitted = ruling_service_pb2.SubmitDeclarationResponse


def blocking(client: AdjudicatorClient) -> None:
    """Answers, and iterators of answers."""
    assert_type(client.submit("g", Structured("Pass", "dark"), expected_revision=3), Submitted)
    assert_type(client.caller(), access_service_pb2.Token | None)
    assert_type(client.list_games(), Iterator[game_service_pb2.Game])
    assert_type(client.watch("g", after_entry=1), Iterator[game_service_pb2.WatchGameResponse])
    assert_type(client.verify("g", client.witness("g")), Iterator[audit_service_pb2.VerifyGameResponse])
    assert_type(client.games, GameServiceStub)
    sent = game_service_pb2.GetGameRequest(game="g")
    assert_type(client.call(client.games.GetGame, sent), game_service_pb2.GetGameResponse)
    assert_type(client.channel, grpc.Channel)
    with client as entered:
        assert_type(entered, AdjudicatorClient)


async def waiting(client: AioAdjudicatorClient) -> None:
    """The same, to be awaited and iterated over."""
    assert_type(await client.submit("g", "dark: pass", expected_revision=3), Submitted)
    assert_type(await client.caller(), access_service_pb2.Token | None)
    assert_type(client.list_games(), AsyncGenerator[game_service_pb2.Game, None])
    assert_type([each async for each in client.watch("g")], list[game_service_pb2.WatchGameResponse])
    assert_type(client.games, GameServiceAsyncStub)
    sent = game_service_pb2.GetGameRequest(game="g")
    assert_type(await client.call(client.games.GetGame, sent), game_service_pb2.GetGameResponse)
    assert_type(client.channel, grpc.aio.Channel)
    async with client as entered:
        assert_type(entered, AioAdjudicatorClient)


async def mistakes(client: AdjudicatorClient, other: AioAdjudicatorClient) -> None:
    """Each line is wrong; strict mypy would report an ignore that is not needed."""
    client.submit("g")  # type: ignore[call-arg]
    client.submit("g", 7)  # type: ignore[arg-type]
    client.submit("g", "dark: pass", expected=3)  # type: ignore[call-arg]
    client.rewind("g", "3", "a mistake")  # type: ignore[arg-type]
    await client.submit("g", "dark: pass")  # type: ignore[misc]
    other.submit("g", "dark: pass").verdict  # type: ignore[attr-defined]  # noqa: B018 - it is not awaited
    for _ in other.list_games():  # type: ignore[attr-defined]
        pass
