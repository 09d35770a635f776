"""The client library: both kinds alike, witnesses, retries, typed refusals."""

from __future__ import annotations

import asyncio
import inspect
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import grpc
import pytest
from google.protobuf.descriptor import Descriptor, MethodDescriptor

from adjudicator.api.v1 import ruling_service_pb2 as pb
from adjudicator.api.v1 import verdict_pb2
from adjudicator_cli.lines import plain
from adjudicator_client import (
    AdjudicatorClient,
    AioAdjudicatorClient,
    Decision,
    RefusedError,
    Speaker,
    Structured,
    requests,
)
from tests.architecture.sources import ROOT
from tests.kit.calls import methods
from tests.service.running import SEATS, Running, until

OWN = ("call", "close", "witness")
"""What a client does beside asking: whatever is asked of a stub, the end of the connection, what it has kept."""


def _methods(client: type) -> dict[str, Callable[..., Any]]:
    """The methods of a client that each ask an RPC."""
    return {
        name: found
        for name, found in inspect.getmembers(client, inspect.isfunction)
        if not name.startswith("_") and name not in OWN
    }


def _asks(method: Callable[..., Any]) -> MethodDescriptor:
    """The one RPC that a method asks."""
    (name,) = re.findall(r"self\.\w+\.([A-Z]\w+)", inspect.getsource(method))
    (found,) = (each for each in methods() if each.name == name)
    return found


def _fields(message: Descriptor, above: tuple[str, ...] = ()) -> Iterator[str]:
    """The names of all fields of a message, and of the messages in it."""
    for field in message.fields:
        yield field.name
        if field.message_type is not None and field.message_type.full_name not in above:
            yield from _fields(field.message_type, (*above, message.full_name))


def test_both_clients_have_the_same_methods() -> None:
    """What the blocking client can do the other can too, with the same parameters, awaited."""
    mine, other = _methods(AdjudicatorClient), _methods(AioAdjudicatorClient)
    assert mine.keys() == other.keys()
    for name, method in mine.items():
        assert str(inspect.signature(method)) == str(inspect.signature(other[name]))
        assert method.__doc__ == other[name].__doc__
        assert not inspect.iscoroutinefunction(method)
    assert inspect.iscoroutinefunction(other["submit"])


def test_every_rpc_has_a_method() -> None:
    """No RPC is left to the stubs, and none has two."""
    assert sorted(each.full_name for each in methods()) == sorted(
        _asks(method).full_name for method in _methods(AdjudicatorClient).values()
    )


def test_methods_and_parameters_have_the_names_of_the_api() -> None:
    """A method is called by words of its RPC, in their order; a parameter as a field of what the RPC takes."""
    for name, method in _methods(AdjudicatorClient).items():
        rpc = _asks(method)
        words = iter(re.findall(r"[A-Z][a-z]+", rpc.name))
        assert all(any(word == each.lower() for each in words) for word in name.split("_")), (name, rpc.name)
        taken = list(inspect.signature(method).parameters)[1:]
        assert [] == [each for each in taken if each not in set(_fields(rpc.input_type))], name


def test_the_documentation_lists_every_method() -> None:
    """The table of docs/api.md has a row for each method: its RPC, and the first sentence of its docstring."""
    rows = []
    for rpc in methods():
        (name, method) = next((n, m) for n, m in _methods(AdjudicatorClient).items() if _asks(m) is rpc)
        told = (method.__doc__ or "").partition("\n\n")[0].partition(". ")[0].strip().removesuffix(".")
        rows.append(f"| `{name}` | {rpc.containing_service.name}.{rpc.name} | {told} |")
    table = "\n".join(["| method | RPC | |", "|---|---|---|", *rows])
    assert table in (ROOT / "docs" / "api.md").read_text(encoding="utf-8"), table


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
            said = client.submit(game, Structured("Pass", seat))
            witness = client.witness(game)
            assert witness is not None
            assert (said.basis.entry, said.basis.head) == (witness.entry, witness.head)
            assert client.game(game).board
            assert client.legal(game, viewer="judge").forms
            assert [game] == [each.game for each in client.list_games()]
            assert said.basis.entry == max(entry.number for entry in client.entries(game))
            assert said.basis.head == list(client.verify(game, witness))[-1].basis.head
            assert not [each for step in client.rejudge(game) for each in step.divergences]
            assert client.search_rules("retreat", page_size=3)
            assert client.documents().documents
            first = next(client.watch(game, after_entry=1))
            assert 2 == first.entry.number

    await asyncio.to_thread(play)


async def test_the_blocking_client_blocks_and_lets_go(service: Running) -> None:
    """In a thread with a running loop of its own it still blocks; a stream that is left early ends its call."""

    async def look() -> str:
        with AdjudicatorClient(service.address) as client:
            game = client.open_game("harbour-1", SEATS).game.game
            watching = client.watch(game)
            assert 1 == next(watching).entry.number
            watching.close()  # type: ignore[attr-defined]  # as the end of a loop that is left does
            with pytest.raises(StopIteration):
                next(watching)
            with pytest.raises(RefusedError, match="GAME_NOT_FOUND"):
                next(client.watch("nobody's"))
            assert [game] == [each.game for each in client.list_games()]
            return game

    game = await asyncio.to_thread(asyncio.run, look())
    await until(lambda: not service.server.notices.watched(game))


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
    noted = (await client.add_dispute_note(dispute, "Both were calm.", flo)).dispute
    assert (dispute, 5) == ((await client.dispute(dispute)).dispute.dispute, noted.entry)
    assert [dispute] == [each.dispute async for each in client.list_disputes(game, ["overturned"])]
    assert [] == [each async for each in client.list_disputes(game, ["opened"])]
    assert [dispute] == [each.dispute for each in await client.precedents("pass")]
    assert 5 == (await client.verify_dispute(dispute, 5, noted.head)).entry
    text = (await client.export_game(game)).text
    assert (await client.import_game(text, check_only=True)).chain_holds
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
        done = await service.client.submit(game, f"{seat}: pass")
        with pytest.raises(RefusedError) as caught:
            await late.submit(game, f"{seat}: pass")
        assert (grpc.StatusCode.ABORTED, "STALE_REVISION") == (caught.value.code, caught.value.reason)
        assert str(done.basis.revision) == caught.value.metadata["current_revision"]
        await late.game(game)
        again = await late.submit(game, f"{seat}: pass")
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
