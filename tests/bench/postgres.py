"""PostgreSQL: submitting over the wire against what eventsourcing itself saves, on one durable server."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from psycopg.conninfo import conninfo_to_dict

from adjudicator.application import stores
from tests.bench.measure import Cost, Measured, by_turns, spent
from tests.bench.rpc import CLIENTS, serving, submitting_at
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


SAVES = 300


@contextmanager
def peer(url: str) -> Iterator[Cost]:
    """What a save costs the library as it comes: one event of an aggregate, one after another."""
    found = conninfo_to_dict(url)
    environment = {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": str(found["dbname"]),
        "POSTGRES_HOST": str(found["host"]),
        "POSTGRES_USER": str(found["user"]),
        "POSTGRES_PASSWORD": "",
    }
    application: Application[UUID] = Application(environment)
    with application:
        tallies = [Tally() for _ in range(CLIENTS)]
        application.save(*tallies)

        def saves() -> None:
            for number in range(SAVES):
                tally = tallies[number % CLIENTS]
                tally.add(1)
                application.save(tally)

        yield partial(spent, saves, SAVES)


def submitting() -> list[Measured]:
    """SubmitDeclaration against the peer's saves, the time of PostgreSQL itself apart; no row where there is none."""
    try:
        database = PostgresServer(DURABLE)
    except NoServerError as error:
        print(f"PostgreSQL is NOT measured: {error}", file=sys.stderr)
        return []
    try:
        ours, theirs = database.empty(), database.empty()
        stores.migrate(ours)
        with serving(ours) as server, peer(theirs) as cost:
            costs = {"submit-call-postgres": submitting_at(server)}
            return by_turns(cost, costs, f"a declaration, a save; PostgreSQL {database.version}", rounds=9)
    finally:
        database.stop()
