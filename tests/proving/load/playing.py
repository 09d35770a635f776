"""The ways to play many games: at the pace of people, or as fast as it goes; with what the servers spend on it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import uvloop

from adjudicator.application import stores
from tests.bench.rpc import Server
from tests.kit import behind
from tests.proving.load.tables import Connections, Table, Timings

SEATED_AT_ONCE = 16
Told = Callable[[str, int, int], None]
"""Is told of a phase how far it is."""


class Spent(NamedTuple):
    """What a run took: seconds by the clock, the servers' and the players' processor time, and the calls' times."""

    seconds: float
    processor: float
    players: float
    timings: Timings


@contextmanager
def serving(store: str, processes: int, games_in_memory: int = 1024) -> Iterator[list[Server]]:
    """So many server processes over one store."""
    url = store if stores.is_postgres(store) else f"{stores.SQLITE_URL}{store}"
    servers: list[Server] = []
    try:
        for _ in range(processes):
            servers.append(Server(url, games_in_memory))  # noqa: PERF401 - those that were started are stopped if the next one fails
        yield servers
    finally:
        for each in servers:
            each.stop()


def log_bytes(store: str) -> int:
    """How large the log is: its rows, without indexes."""
    return int(behind.sql(store, "SELECT sum(length(state) + length(topic)) FROM stored_events")[0][0])


def _processor(servers: Sequence[Server]) -> float:
    return sum(each.cpu() for each in servers)


async def _seated(connections: Connections, games: int, timings: Timings, told: Told) -> list[Table]:
    tables = [Table(connections, number, timings) for number in range(games)]
    for begun in range(0, games, SEATED_AT_ONCE):
        await asyncio.gather(*(table.sit_down() for table in tables[begun : begun + SEATED_AT_ONCE]))
        told("games opened", min(begun + SEATED_AT_ONCE, games), games)
    return tables


def paced(
    servers: list[Server], games: int, seconds: float, between: float, told: Told,
    look: Callable[[], None] = lambda: None,
) -> Spent:  # fmt: skip
    """Games at once, each with a declaration every so many seconds on average; `look` is called every second.

    Moments are fixed beforehand, so that a slow answer does not spare the server the next question.
    """

    async def at(table: Table, until: float) -> None:
        due = time.monotonic() + table.chance.uniform(0, between)
        while due < until:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            await table.step()
            due += table.chance.expovariate(1 / between)

    async def all_of_them() -> Spent:
        opening, timings = Timings(), Timings()
        async with Connections(servers) as connections:
            tables = await _seated(connections, games, opening, told)
            for table in tables:
                table.timings = timings
            before, own, begun = _processor(servers), time.process_time(), time.monotonic()
            playing = asyncio.gather(*(at(table, begun + seconds) for table in tables))
            while not playing.done():
                await asyncio.wait([playing], timeout=1.0)
                told("seconds played", min(int(time.monotonic() - begun), int(seconds)), int(seconds))
                look()
            await playing
            timings.errors += opening.errors
            passed, players = time.monotonic() - begun, time.process_time() - own
            return Spent(passed, _processor(servers) - before, players, timings)

    return uvloop.run(all_of_them())


def whole_games(servers: list[Server], tables: int, games: int, told: Told) -> Spent:
    """So many games, from their first declaration to their last, each as soon as the one before is answered."""
    left = list(range(games))

    async def at(table: Table) -> None:
        while left:
            left.pop()
            while await table.step():
                pass
            told("whole games", table.timings.games, games)

    return _at_full_speed(servers, tables, at)


def declarations(servers: list[Server], tables: int, count: int) -> Spent:
    """So many declarations at so many tables, as fast as they go."""

    async def at(table: Table) -> None:
        while table.timings.declarations < count:
            await table.step()

    return _at_full_speed(servers, tables, at)


def _at_full_speed(servers: list[Server], tables: int, at: Callable[[Table], Awaitable[None]]) -> Spent:
    async def all_of_them() -> Spent:
        timings = Timings()
        async with Connections(servers) as connections:
            seated = await _seated(connections, tables, Timings(), lambda *_: None)
            for table in seated:
                table.timings = timings
            before, own, begun = _processor(servers), time.process_time(), time.monotonic()
            await asyncio.gather(*(at(table) for table in seated))
            passed, players = time.monotonic() - begun, time.process_time() - own
            return Spent(passed, _processor(servers) - before, players, timings)

    return uvloop.run(all_of_them())
