"""Two real server processes on one database: watchers hear of both, and a kill loses nothing (more: tests/proving)."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Iterator

import grpc
import pytest

from adjudicator.application import Adjudication
from adjudicator_client import AioAdjudicatorClient
from adjudicator_client.errors import RefusedError
from tests.bench.store import recorded_game
from tests.kit import behind
from tests.kit.calls import Calls
from tests.kit.processes import ServerProcess
from tests.kit.star_wars import SWTCG
from tests.proving.faults.winners import declared, opened, submitting
from tests.service.running import SOON

Pair = tuple[ServerProcess, ServerProcess]


@pytest.fixture(scope="module")
def pair(shared_store: str) -> Iterator[Pair]:
    """Two processes over one store."""
    quick = ("--watch-poll-seconds", "0.1")
    with ServerProcess(shared_store, *quick) as one, ServerProcess(shared_store, *quick) as other:
        yield one, other


async def test_a_watcher_hears_of_the_other_process(pair: Pair) -> None:
    """Who watches at one process sees what is said at the other, each entry once and in order; so does who asks."""
    async with Calls([each.address for each in pair]) as caller, AioAdjudicatorClient(pair[0].address) as client:
        game, revision = await opened(caller)
        seen: list[int] = []

        async def watch() -> None:
            async for told in client.watch(game):
                seen.append(told.entry.number)
                if len(seen) > 20:
                    return

        watching = asyncio.create_task(watch())
        for number in range(20):
            revision = (await caller.ask(submitting(game, revision), number % 3 > 0)).basis.revision
        await asyncio.wait_for(watching, SOON)
        assert list(range(1, 22)) == seen
        assert (await client.game(game)).game.entry == 21
        revision = (await caller.ask(submitting(game, revision), 1)).basis.revision
        for _ in range(10 * SOON):
            found = (await client.game(game)).basis.revision
            if found == revision:
                break
            await asyncio.sleep(0.1)
        assert revision == found


async def test_a_killed_process_loses_nothing(pair: Pair, shared_store: str) -> None:
    """Whoever was served by a process that is killed repeats his request at the other: once recorded, none lost."""
    acknowledged: list[tuple[str, int]] = []
    in_the_midst = asyncio.Event()
    async with Calls([each.address for each in pair]) as caller:
        begun = [await opened(caller) for _ in range(8)]

        async def play(number: int, game: str, revision: int) -> None:
            at = number % 2
            for _ in range(30):
                request = str(uuid.uuid4())
                for _ in range(40):
                    try:
                        answer = await caller.ask(submitting(game, revision, request), at)
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

        playing = asyncio.gather(*(play(number, *each) for number, each in enumerate(begun)))
        await in_the_midst.wait()
        pair[0].kill()
        await playing
    pair[0].start()
    for game, _ in begun:
        assert [revision for other, revision in acknowledged if other == game] == declared(shared_store, game)


def test_a_log_that_goes_back_ends_the_process(store: str) -> None:
    """Who holds tables that are ahead of the store would write where nothing comes before. He is to be begun anew."""
    with Adjudication([SWTCG], store) as application:
        recorded_game(application, 1, most=10)
    with ServerProcess(store, "--watch-poll-seconds", "0.1") as service:
        behind.sql(store, "DELETE FROM stored_events WHERE rowid = (SELECT max(rowid) FROM stored_events)")
        assert 1 == service.process.wait(30)
