"""Over the wire, in the server's processor time: judging against a call that does nothing behind the same guard,
submitting against raw commits.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial

from tests.bench.measure import Cost, Measured, by_turns, spent
from tests.kit.processes import cpu_seconds, installed

CALLS = 400
CLIENTS = 16
SUBMITS = 15
"""Of each client in a turn."""

COMMITS = 400
STATE_BYTES = 700
"""About what the entry of a submitted declaration takes."""


class Server:
    """A server in a process of its own; its first lines name its port, the idle service's, and that for browsers.

    `processor`: the one that it keeps to, as an operator sets it up (`--processor`); None: it runs anywhere.
    """

    def __init__(self, store: str, games_in_memory: int = 1024, *, processor: int | None = None) -> None:
        kept_to = [] if processor is None else [str(processor)]
        command = [sys.executable, "-m", "tests.bench.server", store, str(games_in_memory), *kept_to]
        self.process = subprocess.Popen(command, env=installed(), stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())
        self.idle_port = int(self.process.stdout.readline())
        self.web = int(self.process.stdout.readline())

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        return cpu_seconds(self.process.pid)

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def serving(store: str) -> Iterator[Server]:
    """A server over a store, for a while; on a processor of its own if there are several, as it is set up."""
    ours = sorted(os.sched_getaffinity(0))
    apart = ours[0] if len(ours) > 1 else None
    server = Server(store, processor=apart)
    os.sched_setaffinity(0, set(ours) - {apart})
    try:
        yield server
    finally:
        os.sched_setaffinity(0, ours)
        server.stop()


def judging() -> list[Measured]:
    """JudgeDeclaration at explain = failing, against the call that does nothing, both in one server."""
    from tests.bench.calls import judge_many, judging_an_attack  # noqa: PLC0415 - loads grpc

    with tempfile.TemporaryDirectory() as folder, serving(f"sqlite:///{folder}/log.sqlite") as server:
        request = judging_an_attack(server.port)

        def cost(port: int) -> float:
            begun = server.cpu()
            judge_many(port, request, CALLS)
            return (server.cpu() - begun) / CALLS

        costs: dict[str, Cost] = {"judge-call": partial(cost, server.port)}
        return by_turns(partial(cost, server.idle_port), costs, "a call")


def submitting_at(server: Server) -> Cost:
    """What a SubmitDeclaration costs a server, by 16 clients on 16 games."""
    from tests.bench.calls import PURSE, open_games, submit_many  # noqa: PLC0415 - loads grpc

    players = open_games(server.port, PURSE, CLIENTS)

    def cost() -> float:
        begun = server.cpu()
        submit_many(server.port, players, SUBMITS)
        return (server.cpu() - begun) / (CLIENTS * SUBMITS)

    return cost


def submitting() -> list[Measured]:
    """SubmitDeclaration against raw commits on the same disk.

    A raw commit is one event of a submit's size in a transaction, WAL and synchronous=FULL, in a table with the key of
    an event store (stream and version).
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(f"sqlite:///{folder}/log.sqlite") as server,
        closing(sqlite3.connect(f"{folder}/raw.sqlite", isolation_level=None)) as raw,
    ):
        raw.execute("PRAGMA journal_mode=WAL")
        raw.execute("PRAGMA synchronous=FULL")
        raw.execute(
            "CREATE TABLE events (stream TEXT, version INTEGER, topic TEXT, state BLOB, PRIMARY KEY (stream, version))"
        )

        def commits() -> None:
            stream = str(uuid.uuid4())
            for number in range(COMMITS):
                raw.execute("BEGIN")
                row = (stream, number, "adjudicator.declared", b"x" * STATE_BYTES)
                raw.execute("INSERT INTO events VALUES (?, ?, ?, ?)", row)
                raw.execute("COMMIT")

        costs = {"submit-call": submitting_at(server)}
        return by_turns(partial(spent, commits, COMMITS), costs, "a declaration, a commit")
