"""T4: many callers about one game at once, all with the revision that they have seen; each position has one winner."""

from __future__ import annotations

import asyncio
import uuid
from collections import Counter

import grpc

from adjudicator.api.v1 import game_service_pb2 as games
from adjudicator.api.v1 import ruling_service_pb2 as rulings
from adjudicator.application import Adjudication, Verified
from adjudicator_client.errors import RefusedError
from tests.bench.boards import EDITION
from tests.bench.calls import PURSE
from tests.kit.calls import Calls
from tests.kit.processes import ServerProcess
from tests.kit.star_wars import SWTCG
from tests.proving.programme import Found, Run, Trial

CALLERS = 32
SAID = "dark: add 1 to card"
"""Legal as often as one likes, on the board of a purse."""


def submitting(game: str, revision: int, request_id: str = "") -> rulings.SubmitDeclarationRequest:
    """A declaration that is legal on that board."""
    message = rulings.SubmitDeclarationRequest(
        request_id=request_id or str(uuid.uuid4()), game=game, expected_revision=revision
    )
    message.declaration.notation = SAID
    return message


async def opened(calls: Calls) -> tuple[str, int]:
    """A new game on that board, and its revision."""
    answer = await calls.ask(games.OpenGameRequest(request_id=str(uuid.uuid4()), edition=EDITION, board=PURSE))
    return answer.game.game, answer.basis.revision


def declared(store: str, game: str) -> list[int]:
    """The revisions that declarations of a sound game led to."""
    with Adjudication([SWTCG], store) as app:
        *_, last = app.verify(game)
        assert isinstance(last, Verified)
        assert last.sound, last.why
        return [entry.revision for entry in app.entries(game) if entry.kind == "declared"]


class Race:
    """Who won which position, and who was told to look again."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.won = Counter[int]()
        self.late = 0
        self.wrong: list[str] = []

    async def on(self, calls: Calls) -> None:
        """Let everybody declare until so many positions are taken."""
        self.game, self.first = await opened(calls)
        self.last = self.first + self.run.runs
        await asyncio.gather(*(self._caller(calls, number) for number in range(CALLERS)))

    async def _caller(self, calls: Calls, number: int) -> None:
        revision = self.first
        while revision < self.last:
            try:
                answer = await calls.ask(submitting(self.game, revision), number % 2)
            except RefusedError as error:
                if (error.code, error.reason) != (grpc.StatusCode.ABORTED, "STALE_REVISION"):
                    self.wrong.append(str(error))
                    return
                told = int(error.metadata["current_revision"])
                if told <= revision:
                    self.wrong.append(f"stale at {revision}, but the table is at {told}")
                self.late += 1
                revision = told
            else:
                self.won[revision] += 1
                revision = answer.basis.revision
                self.run.done(revision - self.first)


def _race(run: Run) -> Found:
    """32 callers at two processes over one store."""

    async def racing() -> Race:
        race = Race(run)
        async with Calls([one.address, other.address]) as calls:
            await race.on(calls)
        return race

    with ServerProcess(run.store) as one, ServerProcess(run.store) as other:
        race = asyncio.run(racing())
    revisions = declared(run.store, race.game)
    places = (race.first, *revisions[:-1])
    one_winner = revisions == sorted(set(revisions)) and dict.fromkeys(places, 1) == dict(race.won)
    said = f"{len(race.won)} positions, each with one winner" if one_winner else f"winners {dict(race.won)}"
    said += f"; {race.late} times ABORTED; " + ("; ".join(race.wrong[:3]) or "nothing else")
    return Found(one_winner and not race.wrong, said, {"positions": len(race.won), "aborted": race.late})


TRIAL = Trial(
    "T4", "32 clients at two processes on one game", "one winner a position, all others ABORTED", _race, 500, 10,
    "positions",
)  # fmt: skip
