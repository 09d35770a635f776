"""T2: there is no room at whatever is written next; and then there is again.

The kernel itself refuses to let files grow: the limit on the size of files (RLIMIT_FSIZE) of the running processes is
lowered, so that writes end in the middle of wherever they are. On SQLite it is the service's own limit; on PostgreSQL
that of the processes of the server which serve it, at the size of the table of events.
"""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import uuid
from pathlib import Path

import grpc
import psycopg

from adjudicator.api.v1 import game_service_pb2 as games
from adjudicator.api.v1 import ruling_service_pb2 as rulings
from adjudicator.application import stores
from adjudicator_client.errors import RefusedError
from tests.kit.calls import Calls
from tests.kit.processes import ServerProcess
from tests.proving.faults.winners import declared, opened, submitting
from tests.proving.programme import Found, Run, Trial

SUBMITS_MAX = 60
"""So many declarations are tried until one meets the end of the room."""
TABLE_BYTES_MIN = 17_000_000
"""PostgreSQL's log segments have 16 MB; the table of events has to be larger, or the limit would hit those."""
_FILL = """
INSERT INTO adjudicator_events (originator_id, originator_version, topic, state)
SELECT gen_random_uuid(), 1, 'adjudicator.request', decode(repeat(md5(n::text), 119), 'hex')
FROM generate_series(1, 10000) AS n
"""
"""Rows of nearly two kilobytes, four a page with no room beside them; requests that nobody made."""


class Room:
    """How much room there is."""

    def __init__(self, store: str, server: ServerProcess, dice: random.Random) -> None:
        self.store = store
        self.server = server
        self.dice = dice

    def none(self) -> None:
        """From now on some write ahead fails."""
        if stores.is_postgres(self.store):
            with psycopg.connect(self.store) as connection:
                row = connection.execute("SELECT pg_relation_size('adjudicator_events')").fetchone()
            assert row is not None
            self._limit(int(row[0]))
        else:
            log = Path(f"{self.store}-wal")
            self._limit(self.dice.randint(4096, (log.stat().st_size if log.exists() else 0) + 8192))

    def again(self) -> None:
        """As much as one likes."""
        self._limit("unlimited")

    def _limit(self, size: int | str) -> None:
        """By the command, as the process's own user: another one may not, not even root without its powers."""
        for pid in self._writers():
            command = ["prlimit", "--pid", str(pid), f"--fsize={size}:"]
            try:
                owner = Path(f"/proc/{pid}").stat()
                if owner.st_uid != os.geteuid():
                    whom = ["--reuid", str(owner.st_uid), "--regid", str(owner.st_gid), "--clear-groups"]
                    command = ["setpriv", *whom, *command]
                subprocess.run(command, check=True, capture_output=True)
            except (FileNotFoundError, subprocess.CalledProcessError):
                if Path(f"/proc/{pid}").exists():  # else a connection that was let go
                    raise

    def _writers(self) -> list[int]:
        if not stores.is_postgres(self.store):
            return [self.server.process.pid]
        query = "SELECT pid FROM pg_stat_activity WHERE application_name = 'adjudicator'"
        with psycopg.connect(self.store) as connection:
            return [row[0] for row in connection.execute(query)]


class Filling:
    """One game whose every next entry may be the one for which there is no room."""

    def __init__(self, run: Run, room: Room) -> None:
        self.run = run
        self.room = room
        self.refused = self.went_through = 0
        self.wrong: list[str] = []

    async def on(self, calls: Calls) -> None:
        """So many times: no room, a refusal, a look, room again, the same request once more."""
        self.game, self.revision = await opened(calls)
        for number in range(1, self.run.runs + 1):
            self.room.none()
            message = await self._until_refused(calls)
            await self._look(calls)
            self.room.again()
            if message is not None:
                await self._say(calls, message)
            self.run.done(number)
        await self._look(calls)

    async def _until_refused(self, calls: Calls) -> rulings.SubmitDeclarationRequest | None:
        for _ in range(SUBMITS_MAX):
            message = submitting(self.game, self.revision, str(uuid.uuid4()))
            try:
                answer = await calls.ask(message)
            except RefusedError as error:
                if error.code is not grpc.StatusCode.UNAVAILABLE:
                    self.wrong.append(f"refused otherwise: {error}")
                self.refused += 1
                return message
            self.revision = answer.basis.revision
        self.went_through += 1
        return None

    async def _look(self, calls: Calls) -> None:
        try:
            found = (await calls.ask(games.GetGameRequest(game=self.game))).basis.revision
        except RefusedError as error:
            self.wrong.append(f"not even to be read: {error}")
        else:
            if found != self.revision:
                self.wrong.append(f"reads revision {found}, acknowledged was {self.revision}")

    async def _say(self, calls: Calls, message: rulings.SubmitDeclarationRequest) -> None:
        try:
            answer = await calls.ask(message)
        except RefusedError as error:
            self.wrong.append(f"there is room, and still: {error}")
        else:
            self.revision = answer.basis.revision


def _fill(run: Run) -> Found:
    if stores.is_postgres(run.store):
        _grow(run.store)

    async def filling() -> Filling:
        room = Room(run.store, server, random.Random(run.seed))
        found = Filling(run, room)
        async with Calls([server.address]) as calls:
            await found.on(calls)
        return found

    with ServerProcess(run.store, log=run.folder / "log") as server:
        filled = asyncio.run(filling())
    revisions = declared(run.store, filled.game)
    if revisions[-1] != filled.revision:
        filled.wrong.append(f"the log ends at {revisions[-1]}, acknowledged was {filled.revision}")
    said = f"{filled.refused} times refused as UNAVAILABLE, read meanwhile, recovered; {filled.went_through} times the"
    said += f" write fitted; {len(revisions)} entries, sound; {len(filled.wrong)} findings"
    if filled.wrong:
        said += f": {filled.wrong[0]}"
    return Found(not filled.wrong and filled.refused > 0, said, {"refused": filled.refused, "wrong": len(filled.wrong)})


def _grow(store: str) -> None:
    """Make the table of events larger than a segment of the server's own log."""
    with psycopg.connect(store) as connection:
        connection.execute(_FILL)
        row = connection.execute("SELECT pg_relation_size('adjudicator_events')").fetchone()
    assert row is not None
    assert row[0] > TABLE_BYTES_MIN, row[0]


TRIAL = Trial(
    "T2", "no room for whatever is written next", "UNAVAILABLE, reads served, recovers", _fill, 200, 3, "times no room"
)
