"""The service inside its caller: the services that store nothing answer where there are no threads and no gRPC."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from google.protobuf import descriptor_pool

from adjudicator.api.v1 import game_service_pb2
from adjudicator.citations import load
from adjudicator.service.inside import OFFERED, Inside
from tests.kit.harbour import HARBOUR

API = "/adjudicator.api.v1."
BARE = """
import asyncio, sys, threading
for each in ("grpc", "grpc_health", "grpc_reflection", "cryptography", "uvicorn", "connectrpc", "uvloop", "rich"):
    sys.modules[each] = None  # importing it now fails
def start(thread):
    raise RuntimeError("can't start new thread")
threading.Thread.start = start

from adjudicator.api.v1 import ruling_service_pb2 as pb
from adjudicator.citations import load
from adjudicator.games import GameList
from adjudicator.kernel.game import no_cards
from adjudicator.service.inside import Inside

async def main():
    inside = Inside(GameList(no_cards), load())
    request = pb.JudgeDeclarationRequest(viewer="judge")
    request.position.board.edition = "swtcg-2005"
    request.position.board.notation = BOARD
    request.declaration.notation = "light: attack vader with obi"
    ok, body = await inside.answer("/adjudicator.api.v1.RulingService/JudgeDeclaration", request.SerializeToString())
    print(ok, [each.code for each in pb.JudgeDeclarationResponse.FromString(body).verdict.clauses][-1:])

BOARD = '''turn 4, Character battle; luke to attack
dark: force 6, deck 40
  character: vader = Darth Vader (J), tapped
light: force 5, deck 41
  character: luke = Luke Skywalker (F); obi = Obi-Wan Kenobi (G), tapped
'''
asyncio.run(main())
"""


def test_it_needs_no_threads_no_grpc_and_nothing_else_that_browsers_lack() -> None:
    """As in a browser: what cannot be had there is not imported, and no thread is begun."""
    done = subprocess.run([sys.executable, "-c", BARE], capture_output=True, text=True, check=False)
    assert ("True ['ATTACKER_UNTAPPED']", "") == (done.stdout.strip(), done.stderr)


@pytest.fixture
async def inside() -> Inside:
    """With the miniature game."""
    return Inside([HARBOUR], load())


async def test_a_refusal_is_told_as_connect_does(inside: Inside) -> None:
    """With its code, its reason and the field."""
    answer = await inside.answer(f"{API}RulingService/ShowTable", b"")
    told = json.loads(answer.body)
    assert (False, "invalid_argument") == (answer.ok, told["code"])
    assert "FIELD_INVALID" == told["details"][0]["debug"]["reason"]


async def test_what_would_be_stored_is_refused(inside: Inside) -> None:
    """Games, disputes and tokens are kept by nobody here; what there is no call for is not found."""
    for call, reason in (
        ("GameService/OpenGame", "NOTHING_STORED_HERE"),
        ("RulingService/SubmitDeclaration", "NOTHING_STORED_HERE"),
        ("AccessService/ListTokens", "NOTHING_STORED_HERE"),
        ("GameService/Nothing", "METHOD_NOT_FOUND"),
    ):
        answer = await inside.answer(API + call, game_service_pb2.OpenGameRequest().SerializeToString())
        assert (False, reason) == (answer.ok, json.loads(answer.body)["details"][0]["debug"]["reason"])


def test_what_is_offered_records_nothing() -> None:
    """None of the calls takes the id of a request, as recording calls do; no other service is among them."""
    pool, found = descriptor_pool.Default(), Inside([HARBOUR], load())._calls
    methods = [pool.FindMethodByName(path.strip("/").replace("/", ".")) for path in found]
    assert OFFERED == {each.containing_service.name for each in methods}
    assert [] == [each.full_name for each in methods if "request_id" in each.input_type.fields_by_name]
