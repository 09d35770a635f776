"""Watchers live through restarts, kills and upgrades (T17): every entry once and in order, on both stores."""

from __future__ import annotations

import asyncio
import contextlib
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import grpc
import pytest

from adjudicator.application import Adjudication, Verified, codec
from adjudicator.application.store import TOPIC_PREFIX
from adjudicator_client import AioAdjudicatorClient, RefusedError
from tests.kit.calls import Calls
from tests.kit.processes import ServerProcess
from tests.kit.star_wars import SWTCG
from tests.proving.faults.winners import opened, submitting

LEAVES = {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED, grpc.StatusCode.UNKNOWN}
"""How a stream or a call ends when its server does; UNKNOWN if it was killed in the midst of a frame."""
QUICK = ("--watch-poll-seconds", "0.1", "--grace-seconds", "2")
SAID, SECONDS = 8, 60
"""So many declarations between two ends of a server, and how long the last watcher may take."""


class Service:
    """One server at a time over a store; where it is now."""

    def __init__(self, store: str, release: str) -> None:
        self.store = store
        self.server = ServerProcess(store, *QUICK, release=release)
        self.cut = 0

    def again(self, end: Callable[[ServerProcess], None], release: str) -> None:
        """End the server and start one over the same store."""
        end(self.server)
        self.cut += 1
        self.server = ServerProcess(self.store, *QUICK, release=release)

    async def until(self, stream: Callable[[AioAdjudicatorClient], Any], seen: Callable[[Any], bool]) -> int:
        """Watch until all has been seen, coming again whenever the server is gone; how often that was."""
        came = 0
        while True:
            came += 1
            async with AioAdjudicatorClient(self.server.address, timeout=None) as client:
                try:
                    async for each in stream(client):
                        if seen(each):
                            return came
                except RefusedError as error:
                    if error.code not in LEAVES:
                        raise
            await asyncio.sleep(0.05)

    async def say(self, game: str, revision: int) -> int:
        """A declaration, repeated with its id until a server has answered."""
        request = submitting(game, revision, str(uuid.uuid4()))
        while True:
            async with Calls([self.server.address]) as caller:
                try:
                    answer = await caller.ask(request)
                    return int(answer.basis.revision)
                except RefusedError as error:
                    if error.code not in LEAVES:
                        raise
            await asyncio.sleep(0.05)


@asynccontextmanager
async def served(store: str, release: str = "adjudicator_cli.main") -> AsyncIterator[Service]:
    """Runs within the block."""
    service = Service(store, release)
    try:
        yield service
    finally:
        service.server.stop()


ENDS: dict[str, tuple[str, list[tuple[Callable[[ServerProcess], None], str]]]] = {
    "restart": (
        "adjudicator_cli.main",
        [
            (ServerProcess.stop, "adjudicator_cli.main"),
            (ServerProcess.kill, "adjudicator_cli.main"),
            (ServerProcess.stop, "adjudicator_cli.main"),
        ],
    ),
    "upgrade": ("tests.kit.older", [(ServerProcess.stop, "adjudicator_cli.main")]),
}
"""With which release it begins; how each server ends, and which release comes after it."""


@pytest.mark.parametrize("way", list(ENDS))
async def test_watchers_miss_nothing_and_get_nothing_twice(store: str, way: str) -> None:
    """One watches a game, one all games, one comes late and reads from the middle; all while it is written on."""
    release, ends = ENDS[way]
    async with served(store, release) as service:
        async with Calls([service.server.address]) as caller:
            games = [await opened(caller) for _ in range(2)]
        last = 1 + SAID * (len(ends) + 1)
        own: list[int] = []
        every: list[tuple[int, str, int]] = []
        game = games[0][0]

        def of_the_game(each: Any) -> bool:
            own.append(each.entry.number)
            return own[-1] == last

        def of_all(each: Any) -> bool:
            every.append((each.position, each.game, each.entry.number))
            return sum(number == last for _, _, number in every) == len(games)

        watchers = [
            asyncio.create_task(
                service.until(lambda client: client.watch(game, after_entry=own[-1] if own else 0), of_the_game)
            ),
            asyncio.create_task(
                service.until(lambda client: client.watch_games(after_position=every[-1][0] if every else 0), of_all)
            ),
        ]
        for end, after in [*ends, (None, "")]:
            writing = [asyncio.create_task(_written(service, game, revision)) for game, revision in games]
            if end is not None:
                await asyncio.sleep(0.2)
                await asyncio.to_thread(service.again, end, after)
            reached = await asyncio.gather(*writing)
            games = [(name, revision) for (name, _), revision in zip(games, reached, strict=True)]
        came = await asyncio.wait_for(asyncio.gather(*watchers), SECONDS)
        assert min(came) > len(ends)
        late = await _late(service, every[len(every) // 2][0], every[-1][0])
    assert own == list(range(1, last + 1))
    assert {name: [n for _, other, n in every if other == name] for name, _ in games} == dict.fromkeys(
        (name for name, _ in games), own
    )
    assert [position for position, *_ in every] == sorted({position for position, *_ in every})
    assert late == every[len(every) // 2 + 1 :]
    _sound(store, [name for name, _ in games], older=way == "upgrade")


async def _written(service: Service, game: str, revision: int) -> int:
    """Some declarations, one after another."""
    for _ in range(SAID):
        revision = await service.say(game, revision)
    return revision


async def _late(service: Service, after: int, until: int) -> list[tuple[int, str, int]]:
    found = []
    async with (
        AioAdjudicatorClient(service.server.address) as client,
        contextlib.aclosing(client.watch_games(after_position=after)) as answers,
    ):
        async for each in answers:
            found.append((each.position, each.game, each.entry.number))
            if each.position == until:
                break
    return found


def _sound(store: str, games: list[str], *, older: bool) -> None:
    """The log verifies; after an upgrade both layouts stand in it."""
    with Adjudication([SWTCG], store) as application:
        for game in games:
            *_, verified = application.verify(game)
            assert isinstance(verified, Verified)
            assert verified.sound
            stored = application.envelopes(game)
            layouts = {codec._layout(each.topic.removeprefix(TOPIC_PREFIX), each.public) for each in stored}
            assert layouts == ({1, codec.LAYOUT} if older else {codec.LAYOUT})
