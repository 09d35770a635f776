"""Over the wire: judging against a call that does nothing behind the same guard, submitting against raw commits."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import tempfile
import uuid
from time import perf_counter

import uvloop

from tests.bench.measure import Measured, median, row
from tests.kit.processes import cpu_seconds

CALLS = 3000
ROUNDS = 3
CLIENTS = 16
SUBMITS = 150
STATE_BYTES = 700
"""About what the entry of a submitted declaration takes."""


class Server:
    """A server in a process of its own; its first lines name its port and the idle service's."""

    def __init__(self, store: str, games_in_memory: int = 1024) -> None:
        command = [sys.executable, "-m", "tests.bench.server", store, str(games_in_memory)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
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


def judging() -> list[Measured]:
    """Server CPU of a no-op call over that of JudgeDeclaration at explain = failing, both in one server."""
    from tests.bench.calls import judge_many, noop_many, open_on_board  # noqa: PLC0415 - loads grpc

    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"sqlite:///{folder}/log.sqlite")
        try:
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


def raw_commits(folder: str, seconds: float = 1.5) -> float:
    """Raw SQLite commits a second: one event of a submit's size a transaction, WAL and synchronous=FULL.

    The table has the key of an event store (stream and version), as the peer measured for the bar had.
    """
    connection = sqlite3.connect(f"{folder}/raw.sqlite", isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute(
        "CREATE TABLE IF NOT EXISTS events (stream TEXT, version INTEGER, topic TEXT, state BLOB,"
        " PRIMARY KEY (stream, version))"
    )
    streams = [str(uuid.uuid4()) for _ in range(CLIENTS)]
    first = connection.execute("SELECT coalesce(max(version), 0) FROM events").fetchone()[0]
    state, count, begun = b"x" * STATE_BYTES, 0, perf_counter()
    while perf_counter() - begun < seconds:
        connection.execute("BEGIN")
        row = (streams[count % CLIENTS], first + 1 + count // CLIENTS, "adjudicator.declared", state)
        connection.execute("INSERT INTO events VALUES (?, ?, ?, ?)", row)
        connection.execute("COMMIT")
        count += 1
    rate = count / (perf_counter() - begun)
    connection.close()
    return rate


def submitting() -> list[Measured]:
    """SubmitDeclaration by 16 clients on 16 games over raw commits, both on the same disk in the same run."""
    from tests.bench.calls import submit_many  # noqa: PLC0415 - loads grpc

    ratios, rates = [], []
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"sqlite:///{folder}/log.sqlite")
        try:
            for _ in range(ROUNDS):
                raw = raw_commits(folder)
                rate = uvloop.run(submit_many(server.port, CLIENTS, SUBMITS))
                ratios.append(rate / raw)
                rates.append((rate, raw))
        finally:
            server.stop()
    rate, raw = rates[-1]
    note = f"last round {rate:.0f} submits/s, {raw:.0f} commits/s"
    return [row("rpc_submit_vs_sqlite_commit", median(ratios), "ratio", 0.4, at_most=False, note=note)]
