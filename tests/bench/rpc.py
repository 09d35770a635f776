"""Over the wire: judging against a call that does nothing behind the same guard, submitting against raw commits."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter

import uvloop

from tests.bench.measure import Measured, median, row
from tests.kit.processes import cpu_seconds, installed

CALLS = 1000
ROUNDS = 12
CLIENTS = 16
TURNS = 15
SUBMITS_A_TURN = 25
"""Of each client."""

RAW_SECONDS = 0.15
"""Of a turn."""

STATE_BYTES = 700
"""About what the entry of a submitted declaration takes."""


class Server:
    """A server in a process of its own; its first lines name its port and the idle service's.

    `processor`: the one that it keeps to, as an operator sets it up (`--processor`); None: it runs anywhere.
    """

    def __init__(self, store: str, games_in_memory: int = 1024, *, processor: int | None = None) -> None:
        kept_to = [] if processor is None else [str(processor)]
        command = [sys.executable, "-m", "tests.bench.server", store, str(games_in_memory), *kept_to]
        self.process = subprocess.Popen(command, env=installed(), stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())
        self.idle_port = int(self.process.stdout.readline())

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        return cpu_seconds(self.process.pid)

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()


def processors() -> list[int | None]:
    """The processors for servers: two, or nowhere in particular if there is but one."""
    ours = sorted(os.sched_getaffinity(0))
    return [*ours[:2]] if len(ours) > 1 else [None]


@contextmanager
def kept_off(processor: int | None) -> Iterator[None]:
    """The clients, who are in this process, leave a processor to its server meanwhile."""
    ours = os.sched_getaffinity(0)
    os.sched_setaffinity(0, ours - {processor})
    try:
        yield
    finally:
        os.sched_setaffinity(0, ours)


def judging() -> list[Measured]:
    """Server CPU of a no-op call over that of JudgeDeclaration at explain = failing, in one server by short turns."""
    from tests.bench.calls import judge_many, noop_many, open_on_board  # noqa: PLC0415 - loads grpc

    apart = processors()[0]
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"sqlite:///{folder}/log.sqlite", processor=apart)
        try:
            with kept_off(apart):
                target = open_on_board(server.port)
                ratios, costs = [], []
                for _ in range(ROUNDS):
                    begun = server.cpu()
                    uvloop.run(noop_many(server.idle_port, target, CALLS))
                    between = server.cpu()
                    uvloop.run(judge_many(server.port, target, CALLS))
                    done = server.cpu()
                    ratios.append((between - begun) / (done - between))
                    costs.append((done - between) / CALLS * 1e6)
        finally:
            server.stop()
    note = f"judging costs {median(costs):.0f} us of server CPU"
    return [row("rpc_judge_vs_noop", median(ratios), "ratio", 0.45, at_most=False, note=note)]


class RawCommits:
    """Raw SQLite commits: one event of a submit's size a transaction, WAL and synchronous=FULL.

    The table has the key of an event store (stream and version), as the peer measured for the bar had.
    """

    def __init__(self, folder: str) -> None:
        self.connection = sqlite3.connect(f"{folder}/raw.sqlite", isolation_level=None)
        self.connection.execute("PRAGMA journal_mode=WAL")
        self.connection.execute("PRAGMA synchronous=FULL")
        self.connection.execute(
            "CREATE TABLE events (stream TEXT, version INTEGER, topic TEXT, state BLOB, PRIMARY KEY (stream, version))"
        )
        self.streams = [str(uuid.uuid4()) for _ in range(CLIENTS)]
        self.count = 0

    def rate(self) -> float:
        """Commits a second in a turn."""
        state, before, begun = b"x" * STATE_BYTES, self.count, perf_counter()
        while perf_counter() - begun < RAW_SECONDS:
            row = (self.streams[self.count % CLIENTS], 1 + self.count // CLIENTS, "adjudicator.declared", state)
            self.connection.execute("BEGIN")
            self.connection.execute("INSERT INTO events VALUES (?, ?, ?, ?)", row)
            self.connection.execute("COMMIT")
            self.count += 1
        return (self.count - before) / (perf_counter() - begun)


def by_turns(places: Sequence[int | None]) -> tuple[float, str]:
    """SubmitDeclaration at a server on each of these processors, over raw commits: the ratio, and both rates in words.

    A single one has its processor to itself.
    """
    from tests.bench.calls import submit_by_turns  # noqa: PLC0415 - loads grpc

    with tempfile.TemporaryDirectory() as folder:
        servers = [Server(f"sqlite:///{folder}/log.sqlite", processor=each) for each in places]
        try:
            with kept_off(places[0] if len(places) == 1 else None):
                ports = [each.port for each in servers]
                rates = uvloop.run(submit_by_turns(ports, CLIENTS, SUBMITS_A_TURN, TURNS, RawCommits(folder).rate))
        finally:
            for each in servers:
                each.stop()
    told = f"{median([a for a, _ in rates]):.0f} submits/s, {median([b for _, b in rates]):.0f} commits/s"
    return median([submits / commits for submits, commits in rates]), told


def submitting() -> list[Measured]:
    """SubmitDeclaration by 16 clients on 16 games over raw commits, both on the same disk by short turns.

    The service runs as it is scaled: a process on each processor (of two), all over one log. What one process alone
    comes to is told beside it.
    """
    places = processors()
    ratio, told = by_turns(places)
    if len(places) > 1:
        alone, _ = by_turns(places[:1])
        told += f"; one process alone: {alone:.2f}"
    note = f"{len(places)} processes, {told}"
    return [row("rpc_submit_vs_sqlite_commit", ratio, "ratio", 0.4, at_most=False, note=note)]
