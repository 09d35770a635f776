"""WatchGames: every entry of every game, once and in order, whoever wrote it, and on again from any place."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import grpc
import pytest

from adjudicator.api.v1 import game_service_pb2 as pb
from adjudicator_client import AioAdjudicatorClient, RefusedError
from tests.service.running import SOON, Running, running
from tests.service.tables import guarded


async def _watched(
    client: AioAdjudicatorClient, until: tuple[str, int], after: int = 0, viewer: str = ""
) -> list[pb.WatchGamesResponse]:
    """What is sent up to an entry of a game."""
    found = []

    async def watch() -> None:
        async for each in client.watch_games(after_position=after, viewer=viewer):
            found.append(each)
            if (each.game, each.entry.number) == until:
                return

    await asyncio.wait_for(watch(), SOON)
    return found


def _places(found: Sequence[pb.WatchGamesResponse]) -> list[tuple[str, int]]:
    return [(each.game, each.entry.number) for each in found]


async def _asked(service: Running, game: str) -> str:
    return str((await service.client.game(game)).question.asked[0])


async def _passes(service: Running, game: str) -> int:
    """The last entry after somebody has passed in a game."""
    return (await service.client.submit(game, f"{await _asked(service, game)}: pass")).basis.entry


async def test_every_entry_of_every_game_in_the_order_of_saving() -> None:
    """While they are written; and from the middle on nothing is missing and nothing comes twice."""
    async with running() as service:
        one, two = await service.opened(), await service.opened()
        watching = asyncio.create_task(_watched(service.client, (two, await service.entries(two) + 1)))
        for _ in range(3):
            last = await _passes(service, one)
        done = await _passes(service, two)
        everything = await _watched(service.client, (two, done))
        assert (await watching)[: len(everything)] == everything[: len(watching.result())]
        for game, count in ((one, last), (two, done)):
            assert [number for each, number in _places(everything) if each == game] == list(range(1, count + 1))
        positions = [each.position for each in everything]
        assert positions == sorted(set(positions))
        for at in range(len(everything) - 1):
            assert everything[at + 1 :] == await _watched(service.client, (two, done), positions[at])


async def test_what_is_sent_is_what_the_log_shows() -> None:
    """The same entries as ListEntries gives."""
    async with running() as service:
        game = await service.opened()
        last = await _passes(service, game)
        listed = [each async for each in service.client.entries(game)]
        assert [each.entry for each in await _watched(service.client, (game, last))] == listed


async def test_it_goes_on_after_a_restart(tmp_path: Path) -> None:
    """From the position last received, at another process over the same store."""
    store = f"sqlite:///{tmp_path}/log.sqlite"
    async with running(store=store) as service:
        game = await service.opened()
        last = await _passes(service, game)
        before = await _watched(service.client, (game, last))
    async with running(store=store) as service:
        more = await _passes(service, game)
        after = await _watched(service.client, (game, more), before[-1].position)
        assert _places([*before, *after]) == [(game, number) for number in range(1, more + 1)]


async def test_entries_of_other_processes_are_found_by_looking() -> None:
    """What reaches the store by another way than this service comes with the next look."""
    async with running() as service:
        game = await service.opened()
        last = await service.entries(game)
        watching = asyncio.create_task(_watched(service.client, (game, last + 1)))
        await asyncio.sleep(0.05)
        await asyncio.to_thread(service.application.note, game, "from beside")
        assert _places(await watching)[-1] == (game, last + 1)


async def test_watchers_are_told_when_the_service_stops() -> None:
    """UNAVAILABLE, so that they come again."""
    async with running() as service:
        await service.opened()
        sent = asyncio.Event()

        async def watch() -> str:
            try:
                async for _ in service.client.watch_games():
                    sent.set()
            except RefusedError as error:
                return error.reason
            return "ended"

        watching = asyncio.create_task(watch())
        await asyncio.wait_for(sent.wait(), SOON)
        await service.server.stop()
        assert await asyncio.wait_for(watching, SOON) == "STOPPING"


@pytest.mark.parametrize(("after", "viewer"), [(-1, ""), (0, "north")])
async def test_what_cannot_be_watched(after: int, viewer: str) -> None:
    """A place before the first, and a seat: each game has its own."""
    async with running() as service:
        with pytest.raises(RefusedError) as caught:
            await _watched(service.client, ("", 0), after, viewer)
        assert caught.value.code is grpc.StatusCode.INVALID_ARGUMENT


async def test_a_player_is_sent_his_games_only_and_nobody_but_judges_sees_everything() -> None:
    """What a token is limited to holds for streams too."""
    async with guarded() as table:
        own = table.games["closed"]
        last = (await table.clients["head-judge"].game(own)).game.entry
        seen = await _watched(table.clients["dark"], (own, last))
        assert {each.game for each in seen} == {table.games["open"], own}
        assert {each.game for each in await _watched(table.clients["spectator"], (own, last))} == {
            *table.games.values()
        }
        assert await _watched(table.clients["head-judge"], (own, last), viewer="judge")
        with pytest.raises(RefusedError) as caught:
            await _watched(table.clients["spectator"], (own, last), viewer="judge")
        assert caught.value.reason == "VIEW_NOT_YOURS"
