"""PostgreSQL: submitting over the wire against what eventsourcing itself saves, on one durable server."""

from __future__ import annotations

import sys
from functools import partial
from time import perf_counter
from uuid import UUID

import uvloop
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from psycopg.conninfo import conninfo_to_dict

from adjudicator.application import stores
from tests.bench.measure import Measured, median, row
from tests.bench.rpc import CLIENTS, Server
from tests.kit.postgres import NoServerError, PostgresServer

DURABLE = ("shared_buffers=128MB",)
"""All else as PostgreSQL comes: fsync and synchronous_commit are on."""


class Tally(Aggregate):
    """The peer's aggregate, about as small as one can be."""

    def __init__(self) -> None:
        self.total = 0

    @event("Added")
    def add(self, number: int) -> None:
        """Count."""
        self.total += number


ROUNDS = 3
SUBMITS = 150
"""Of each client in a round."""


def peer_saves(url: str, seconds: float = 1.5) -> float:
    """Saves a second by the library as it comes: one event of an aggregate a save, one after another."""
    found = conninfo_to_dict(url)
    environment = {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": str(found["dbname"]),
        "POSTGRES_HOST": str(found["host"]),
        "POSTGRES_USER": str(found["user"]),
        "POSTGRES_PASSWORD": "",
    }
    peer: Application[UUID] = Application(environment)
    with peer:
        tallies = [Tally() for _ in range(CLIENTS)]
        peer.save(*tallies)
        count, begun = 0, perf_counter()
        while perf_counter() - begun < seconds:
            tally = tallies[count % CLIENTS]
            tally.add(1)
            peer.save(tally)
            count += 1
        return count / (perf_counter() - begun)


def submitting() -> list[Measured]:
    """SubmitDeclaration by 16 clients on 16 games over the peer's saves; no row where there is no PostgreSQL."""
    from tests.bench.calls import submit_by_turns  # noqa: PLC0415 - loads grpc

    try:
        database = PostgresServer(DURABLE)
    except NoServerError as error:
        print(f"PostgreSQL is NOT measured: {error}", file=sys.stderr)
        return []
    try:
        ours, theirs = database.empty(), database.empty()
        stores.migrate(ours)
        server = Server(ours)
        try:
            saves = partial(peer_saves, theirs)
            rates = uvloop.run(submit_by_turns([server.port], CLIENTS, SUBMITS, ROUNDS, saves))
        finally:
            server.stop()
    finally:
        database.stop()
    ratios = [submits / saved for submits, saved in rates]
    note = f"PostgreSQL {database.version}; last round {rates[-1][0]:.0f} submits/s, {rates[-1][1]:.0f} saves/s"
    return [row("rpc_submit_vs_postgres_save", median(ratios), "ratio", 0.8, at_most=False, note=note)]
