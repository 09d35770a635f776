"""The client library: both kinds alike, witnesses, retries, typed refusals."""

from __future__ import annotations

import asyncio
import inspect
import json

import grpc
import pytest
from google.protobuf import descriptor_pool

from adjudicator.api.v1 import verdict_pb2
from clients.python import AdjudicatorClient, AioAdjudicatorClient, RefusedError, Structured, requests
from tests.service.running import SEATS, Running


def _methods(client: type) -> dict[str, str]:
    """The public methods of a client with their parameters."""
    return {
        name: str(inspect.signature(found).replace(return_annotation=inspect.Signature.empty))
        for name, found in vars(client).items()
        if inspect.isfunction(found) and not name.startswith("_")
    }


def test_both_clients_have_the_same_methods() -> None:
    """What the blocking client can do the other can too, with the same parameters."""
    assert _methods(AdjudicatorClient) == _methods(AioAdjudicatorClient)


def test_every_rpc_has_a_method() -> None:
    """No RPC is left to the stubs."""
    source = inspect.getsource(AdjudicatorClient)
    stubs = [
        f"self.{stub}.{name}"
        for stub, service in (
            ("rulings", "RulingService"), ("games", "GameService"), ("rulebook", "RulebookService"),
            ("cards", "CardService"), ("audits", "AuditService"),
        )
        for name in _rpcs(service)
    ]  # fmt: skip
    assert [] == [stub for stub in stubs if stub not in source]


def _rpcs(service: str) -> list[str]:
    found = descriptor_pool.Default().FindServiceByName(f"adjudicator.api.v1.{service}")
    return [method.name for method in found.methods]


def test_only_unavailable_is_tried_again() -> None:
    """The retry policy is gRPC's own, and names one code."""
    policy = json.loads(requests.SERVICE_CONFIG)["methodConfig"][0]["retryPolicy"]
    assert ["UNAVAILABLE"] == policy["retryableStatusCodes"]
    assert ("grpc.service_config", requests.SERVICE_CONFIG) in requests.channel_options()


async def test_the_blocking_client_plays(service: Running) -> None:
    """Opening, asking, saying, looking and auditing, blocking."""

    def play() -> None:
        with AdjudicatorClient(service.address) as client:
            opened = client.open_game("harbour-1", SEATS)
            game, seat = opened.game.game, opened.question.asked[0]
            assert verdict_pb2.RULING_LEGAL == client.judge(game, f"{seat}: pass", explain="all").verdict.ruling
            said = client.say(game, Structured("Pass", seat))
            witness = client.witness(game)
            assert witness is not None
            assert (said.basis.entry, said.basis.head) == (witness.entry, witness.head)
            assert client.game(game).board
            assert client.legal(game, viewer="judge").forms
            assert [game] == [each.game for each in client.list_games()]
            assert said.basis.entry == max(entry.number for entry in client.entries(game))
            assert said.basis.head == list(client.verify(game, witness))[-1].basis.head
            assert not [each for step in client.rejudge(game) for each in step.divergences]
            assert client.search_rules("retreat", limit=3)
            assert client.documents().documents
            first = next(client.watch(game, after=1))
            assert 2 == first.entry.number

    await asyncio.to_thread(play)


async def test_the_client_keeps_the_newest_witness_and_names_its_revision(service: Running) -> None:
    """A client that has fallen behind is told so, and goes on once it has looked again."""
    game = await service.opened()
    shown = await service.client.game(game)
    seat = shown.question.asked[0]
    async with AioAdjudicatorClient(service.address) as late:
        await late.game(game)
        done = await service.client.say(game, f"{seat}: pass")
        with pytest.raises(RefusedError) as caught:
            await late.say(game, f"{seat}: pass")
        assert (grpc.StatusCode.ABORTED, "STALE_REVISION") == (caught.value.code, caught.value.reason)
        assert str(done.basis.revision) == caught.value.metadata["current_revision"]
        await late.game(game)
        again = await late.say(game, f"{seat}: pass")
    assert verdict_pb2.RULING_ILLEGAL == again.verdict.ruling


async def test_no_service_is_a_refusal_without_reason() -> None:
    """Nobody listening: UNAVAILABLE, and no traceback of gRPC's."""
    async with AioAdjudicatorClient("127.0.0.1:1", timeout=2) as client:
        with pytest.raises(RefusedError) as caught:
            await client.game("x")
    assert (grpc.StatusCode.UNAVAILABLE, "") == (caught.value.code, caught.value.reason)


async def test_values_of_arguments() -> None:
    """Plain values become values of the API; what has none is a TypeError."""
    assert [1, 2] == [each.number for each in requests.value((1, 2)).list.values]
    assert requests.value(value := requests.value(True)) is value
    assert value.flag is True
    assert None is requests.value(None).WhichOneof("kind")
    with pytest.raises(TypeError):
        requests.value(1.5)
