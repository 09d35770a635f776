"""Two real server processes on one database: one winner a position, one effect a request, and a kill loses nothing."""

from __future__ import annotations

import asyncio
import random
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any, Self

import grpc
import pytest

from adjudicator.api.v1 import game_service_pb2 as games
from adjudicator.api.v1 import ruling_service_pb2 as pb
from adjudicator.application import Adjudication, Verified
from adjudicator.swtcg.game import SWTCG
from clients.python import AioAdjudicatorClient
from clients.python.errors import RefusedError, refused
from tests.bench.boards import EDITION
from tests.bench.calls import OPEN, PURSE, SUBMIT
from tests.kit.processes import ServerProcess

Pair = tuple[ServerProcess, ServerProcess]

CALLERS = 32
POSITIONS = 25
SAID = "dark: add 1 to card"


@pytest.fixture(scope="module")
def pair(shared_store: str) -> Iterator[Pair]:
    """Two processes over one store."""
    quick = ("--watch-poll-seconds", "0.1")
    with ServerProcess(shared_store, *quick) as one, ServerProcess(shared_store, *quick) as other:
        yield one, other


class Caller:
    """Both processes as one client sees them."""

    def __init__(self, pair: Pair) -> None:
        self._pair = pair
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        self._channels = [
            await self._stack.enter_async_context(grpc.aio.insecure_channel(each.address)) for each in self._pair
        ]
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._stack.aclose()

    async def opened(self) -> tuple[str, int]:
        """A new game and its revision."""
        request = games.OpenGameRequest(request_id=str(uuid.uuid4()), edition=EDITION, board=PURSE)
        call: Any = self._channels[0].unary_unary(OPEN, request_serializer=None, response_deserializer=None)
        answer = games.OpenGameResponse.FromString(await call(request.SerializeToString()))
        return answer.game.game, answer.basis.revision

    async def submit(self, at: int, game: str, revision: int, request_id: str) -> pb.SubmitDeclarationResponse:
        """SubmitDeclaration at one of the processes. Raises RefusedError."""
        request = pb.SubmitDeclarationRequest(request_id=request_id, game=game, expected_revision=revision)
        request.declaration.notation = SAID
        call: Any = self._channels[at].unary_unary(SUBMIT, request_serializer=None, response_deserializer=None)
        try:
            return pb.SubmitDeclarationResponse.FromString(await call(request.SerializeToString(), timeout=30))
        except grpc.aio.AioRpcError as error:
            raise refused(error) from error


def declared(store: str, game: str) -> list[int]:
    """The revisions that declarations of a sound game led to."""
    with Adjudication([SWTCG], store) as app:
        *_, last = app.verify(game)
        assert isinstance(last, Verified)
        assert last.sound, last.why
        return [entry.revision for entry in app.entries(game) if entry.kind == "declared"]


async def test_one_winner_a_position(pair: Pair, shared_store: str) -> None:
    """32 callers at two processes about one game: each position has one winner, all others learn the revision."""
    won, told = Counter[int](), list[tuple[int, int]]()
    async with Caller(pair) as caller:
        game, first = await caller.opened()
        last = first + POSITIONS

        async def call(number: int) -> None:
            revision = first
            while revision < last:
                try:
                    answer = await caller.submit(number % 2, game, revision, str(uuid.uuid4()))
                    won[revision] += 1
                    revision = answer.basis.revision
                except RefusedError as error:
                    if (error.code, error.reason) != (grpc.StatusCode.ABORTED, "STALE_REVISION"):
                        raise
                    told.append((revision, int(error.metadata["current_revision"])))
                    revision = told[-1][1]

        await asyncio.gather(*(call(number) for number in range(CALLERS)))
    revisions = declared(shared_store, game)
    assert revisions == sorted(set(revisions))
    assert dict.fromkeys((first, *revisions[:-1]), 1) == won
    assert all(old < new for old, new in told)


async def test_one_effect_and_one_answer_a_request(pair: Pair, shared_store: str) -> None:
    """Every request is sent up to six times, to both processes and out of turn: one entry, and always its answer."""
    dice = random.Random(5)
    async with Caller(pair) as caller:
        game, revision = await caller.opened()
        answers: dict[str, list[pb.SubmitDeclarationResponse]] = {}
        earlier: list[tuple[str, int]] = []
        for _ in range(15):
            mine = (str(uuid.uuid4()), revision)
            earlier.append(mine)
            sent = [mine] * dice.randint(1, 6) + dice.sample(earlier, min(2, len(earlier)))
            dice.shuffle(sent)
            found = await asyncio.gather(*(caller.submit(dice.randrange(2), game, at, id) for id, at in sent))
            for (id, _), answer in zip(sent, found, strict=True):
                answers.setdefault(id, []).append(answer)
            revision = answers[mine[0]][0].basis.revision
    assert len(answers) == len(declared(shared_store, game))
    for each in answers.values():
        assert 1 == sum(not answer.repeated for answer in each)
        for answer in each:
            answer.repeated = False
        assert 1 == len({answer.SerializeToString(deterministic=True) for answer in each})


async def test_a_watcher_hears_of_the_other_process(pair: Pair) -> None:
    """Who watches at one process sees what is said at the other, each entry once and in order; so does who asks."""
    async with Caller(pair) as caller, AioAdjudicatorClient(pair[0].address) as client:
        game, revision = await caller.opened()
        seen: list[int] = []

        async def watch() -> None:
            async for told in client.watch(game):
                seen.append(told.entry.number)
                if len(seen) > 20:
                    return

        watching = asyncio.create_task(watch())
        for number in range(20):
            revision = (await caller.submit(number % 3 > 0, game, revision, str(uuid.uuid4()))).basis.revision
        await asyncio.wait_for(watching, 20)
        assert list(range(1, 22)) == seen
        assert (await client.game(game)).game.entry == 21
        revision = (await caller.submit(1, game, revision, str(uuid.uuid4()))).basis.revision
        for _ in range(100):
            found = (await client.game(game)).basis.revision
            if found == revision:
                break
            await asyncio.sleep(0.1)
        assert revision == found


async def test_a_killed_process_loses_nothing(pair: Pair, shared_store: str) -> None:
    """Whoever was served by a process that is killed repeats his request at the other: once recorded, none lost."""
    acknowledged: list[tuple[str, int]] = []
    in_the_midst = asyncio.Event()
    async with Caller(pair) as caller:
        opened = [await caller.opened() for _ in range(8)]

        async def play(number: int, game: str, revision: int) -> None:
            at = number % 2
            for _ in range(30):
                request = str(uuid.uuid4())
                for _ in range(40):
                    try:
                        answer = await caller.submit(at, game, revision, request)
                        break
                    except RefusedError as error:
                        if error.code not in {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED}:
                            raise
                        at = 1
                        await asyncio.sleep(0.05)
                else:
                    raise AssertionError("nobody answers")
                revision = answer.basis.revision
                acknowledged.append((game, revision))
                if len(acknowledged) == 40:
                    in_the_midst.set()

        playing = asyncio.gather(*(play(number, *each) for number, each in enumerate(opened)))
        await in_the_midst.wait()
        pair[0].kill()
        await playing
    pair[0].start()
    for game, _ in opened:
        assert [revision for other, revision in acknowledged if other == game] == declared(shared_store, game)
