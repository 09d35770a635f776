"""The client library: both kinds alike, witnesses, retries, typed refusals."""

from __future__ import annotations

import asyncio
import inspect
import json

import grpc
import pytest
from google.protobuf import descriptor_pool

from adjudicator.api.v1 import ruling_service_pb2 as pb
from adjudicator.api.v1 import verdict_pb2
from clients.cli.telling import plain
from clients.python import (
    AdjudicatorClient,
    AioAdjudicatorClient,
    Decision,
    RefusedError,
    Speaker,
    Structured,
    requests,
)
from tests.service.running import SEATS, Running


def _methods(client: type) -> dict[str, str]:
    """The public methods of a client with their parameters."""
    return {
        name: str(inspect.signature(found).replace(return_annotation=inspect.Signature.empty))
        for name, found in inspect.getmembers(client)
        if inspect.isfunction(found) and not name.startswith("_")
    }


def test_both_clients_have_the_same_methods() -> None:
    """What the blocking client can do the other can too, with the same parameters."""
    assert _methods(AdjudicatorClient) == _methods(AioAdjudicatorClient)


def test_every_rpc_has_a_method() -> None:
    """No RPC is left to the stubs."""
    source = "".join(inspect.getsource(each) for each in AdjudicatorClient.__mro__[:-1])
    stubs = [
        f"self.{stub}.{name}"
        for stub, service in (
            ("rulings", "RulingService"), ("games", "GameService"), ("rulebook", "RulebookService"),
            ("cards", "CardService"), ("audits", "AuditService"), ("disputes", "DisputeService"),
            ("records", "RecordService"), ("proofs", "ProofService"), ("comparisons", "CompareService"),
            ("explanations", "ExplainService"), ("what_ifs", "WhatIfService"),
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


def test_calls_name_their_game_to_routers() -> None:
    """The game goes beside the request, wherever in the request it stands; a call about none names none."""
    of_game = pb.JudgeDeclarationRequest()
    of_game.position.game.game = "g-1"
    on_board = pb.JudgeDeclarationRequest()
    on_board.position.board.edition = "harbour-1"
    named = (("adjudicator-game", "g-1"),)
    assert named == requests.metadata(pb.SubmitDeclarationRequest(game="g-1")) == requests.metadata(of_game)
    for none in (on_board, pb.SubmitDeclarationRequest(), pb.SubmitDeclarationRequest(game="g\n1")):
        assert () == requests.metadata(none)


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


async def test_a_dispute_from_a_client(service: Running) -> None:
    """Opened, ruled, appealed, decided, noted, found, checked, and its game taken out, with typed calls only."""
    client, game = service.client, await service.opened()
    ann, flo, hera = Speaker("Ann"), Speaker("Flo", "floor-judge"), Speaker("Hera", "head-judge")
    seat = (await client.game(game)).question.asked[0]
    dispute = (await client.open_dispute(game, "May she pass?", ann, said=f"{seat}: pass")).dispute.dispute
    wait = Decision("Not yet.", "illegal", ["rots.attack.choose-and-tap"], infraction="game-play-error", minutes=2)
    assert 2 == (await client.rule_dispute(dispute, wait, flo)).dispute.entry
    assert 3 == (await client.appeal_dispute(dispute, "Why not?", ann)).dispute.entry
    with pytest.raises(RefusedError) as stale:
        await client.decide_dispute(dispute, Decision("No."), hera, upheld=True, expected_entry=1)
    assert "STALE_DISPUTE" == stale.value.reason
    yes = Decision("She may.", "legal", carry_out="")
    done = await client.decide_dispute(dispute, yes, hera, upheld=False)
    assert "overturned" == plain(done.dispute)["state"]
    assert done.basis.entry == (await client.game(game)).basis.entry
    noted = (await client.note_dispute(dispute, "Both were calm.", flo)).dispute
    assert (dispute, 5) == ((await client.dispute(dispute)).dispute.dispute, noted.entry)
    assert [dispute] == [each.dispute async for each in client.list_disputes(game, ["overturned"])]
    assert [] == [each async for each in client.list_disputes(game, ["opened"])]
    assert [dispute] == [each.dispute for each in await client.precedents("pass")]
    assert 5 == (await client.verify_dispute(dispute, (5, noted.head))).entry
    text = (await client.export_game(game)).text
    assert (await client.import_game(text, check=True)).chain_holds
    ruled = [each.entry.number async for each in client.steps(game, kinds=["ruling-given"])]
    assert [done.dispute.entries[step].game_entries[0] for step in (1, 3)] == ruled
    assert (await client.compare_tables(game, 1)).changes


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
