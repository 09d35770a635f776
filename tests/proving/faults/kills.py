"""T1: the process is killed at random points of a game between two people, and started again.

Each of the two keeps every answer that he got. After each kill: all of them are in the log with their heads, the log
is sound, the table waits for a player and not for a roll that was lost, both see the same of it, and whoever got no
answer repeats his request and gets one. Meanwhile the store holds a game of 10,000 entries, which is asked for first.
"""

from __future__ import annotations

import asyncio
import random
import uuid
from time import perf_counter

import grpc

from adjudicator.application import Adjudication
from adjudicator.application.commands import Take
from adjudicator.kernel.entries import Opening
from adjudicator_client import AioAdjudicatorClient, RefusedError, Structured, Witness
from tests.bench.calls import PURSE
from tests.bench.measure import percentile
from tests.kit.players import DARK, EDITION, LIGHT, choice, open_game
from tests.kit.processes import ServerProcess, cpu_seconds
from tests.kit.star_wars import SWTCG
from tests.proving.faults.winners import SAID
from tests.proving.programme import Found, Run, Trial

LONG = 10_000
RESTART_SECONDS = 2.0
"""By the clock, each time; processor time is told beside it, since others may share the machine."""
KILLED_WITHIN = 0.25
"""A process lives for so long at most once both have played on."""
DECLARATIONS_MAX = 250
TIRED_SECONDS = 0.01


def long_game(store: str, entries: int = LONG) -> str:
    """A game of many entries, written at once and without a service."""
    with Adjudication([SWTCG], store) as app:
        table = SWTCG.read_board(PURSE, EDITION)
        opening = Opening(SWTCG.id, EDITION, board=SWTCG.encode(table))
        return app.do(Take(opening, (SWTCG.read(table, SAID),) * entries)).game_id


class Player:
    """One of the two: what he was answered, and what he is still waiting to hear of."""

    def __init__(self, seat: str, chance: random.Random) -> None:
        self.seat = seat
        self.chance = chance
        self.kept: list[Witness] = []
        self.waiting: tuple[Structured, int, str] | None = None
        self.said = 0

    async def play(self, client: AioAdjudicatorClient, game: str) -> bool:
        """Say one thing if he is asked; whether the game goes on. Raises RefusedError."""
        if self.waiting is None:
            answer = await client.legal(game, seat=self.seat, viewer=self.seat)
            if not answer.forms:
                if (await client.game(game, viewer=self.seat)).question.over:
                    return False
                await asyncio.sleep(TIRED_SECONDS)
                return True
            request = str(uuid.UUID(bytes=self.chance.randbytes(16), version=4))
            self.waiting = choice(list(answer.forms), self.chance), answer.basis.revision, request
        said, revision, request = self.waiting
        try:
            told = await client.submit(game, said, expected_revision=revision, viewer=self.seat, request_id=request)
        except RefusedError as error:
            if error.reason == "STALE_REVISION":  # the other one was asked too, and was quicker
                self.waiting = None
                return True
            raise
        self.waiting = None
        self.kept.append(Witness(told.basis.entry, told.basis.revision, told.basis.head))
        self.said += 1
        return not told.question.over and self.said < DECLARATIONS_MAX


class Table:
    """Two players at a game, over processes that are killed."""

    def __init__(self, run: Run, server: ServerProcess, long: str) -> None:
        self.run = run
        self.server = server
        self.long = long
        self.chance = random.Random(run.seed)
        self.game = ""
        self.players: list[Player] = []
        self.wrong: list[str] = []
        self.seconds: list[float] = []
        self.processor: list[float] = []
        self.acknowledged = self.games = self.unheard = self.stood = 0

    async def life(self) -> None:
        """From the start of a process to its end: first what was kept, then playing on until it is killed."""
        begun = perf_counter()
        self.server.start()
        async with AioAdjudicatorClient(self.server.address) as client:
            entries = (await client.game(self.long, viewer=LIGHT)).game.entry
            self.seconds.append(perf_counter() - begun)
            self.processor.append(cpu_seconds(self.server.process.pid))
            if entries < LONG:
                self.wrong.append(f"the long game has {entries} entries")
            if self.game:
                await self._look(client)
            else:
                await self._sit_down(client)
            await self._until_killed(client)

    async def _sit_down(self, client: AioAdjudicatorClient) -> None:
        self.game = (await open_game(client)).game.game
        self.games += 1
        self.players = [Player(seat, random.Random(self.chance.random())) for seat in (DARK, LIGHT)]

    async def _look(self, client: AioAdjudicatorClient) -> None:
        """Whether all that was answered is there, nothing by halves, and the same for both."""
        kept = [each for player in self.players for each in player.kept]
        self.acknowledged += len(kept)
        try:
            async for _ in client.verify(self.game, *kept or (None,)):
                pass
        except RefusedError as error:
            self.wrong.append(f"verify: {error}")
        shown = [await client.game(self.game, viewer=player.seat) for player in self.players]
        if len({(each.basis.head, str(each.question)) for each in shown}) > 1:
            self.wrong.append("the two see different tables")
        question = shown[0].question
        if not question.over and (not question.asked or "chance" in question.asked):
            self.wrong.append(f"the table waits for {list(question.asked)}")
        last = max((each.entry for each in kept), default=0)
        for player in self.players:
            player.kept = []
            if player.waiting:
                self.unheard += 1
        self.stood += shown[0].game.entry > last

    async def _until_killed(self, client: AioAdjudicatorClient) -> None:
        """Both play; when both have said something the process is killed at a moment left to chance."""
        ended = asyncio.Event()
        playing = [asyncio.create_task(self._play(client, player, ended)) for player in self.players]
        await asyncio.sleep(self.chance.uniform(0.0, KILLED_WITHIN))
        self.server.process.kill()
        await asyncio.gather(*playing)
        self.server.kill()
        if ended.is_set():
            self.game = ""

    async def _play(self, client: AioAdjudicatorClient, player: Player, ended: asyncio.Event) -> None:
        while not ended.is_set():
            try:
                if not await player.play(client, self.game):
                    ended.set()
            except RefusedError as error:
                if error.code is not grpc.StatusCode.UNAVAILABLE:
                    self.wrong.append(f"{player.seat}: {error}")
                return


async def _killed(run: Run, server: ServerProcess, long: str) -> Table:
    table = Table(run, server, long)
    for number in range(1, run.runs + 2):  # the last life only looks at what the last kill has left
        await table.life()
        run.done(number)
    return table


def _kill(run: Run) -> Found:
    long = long_game(run.store)
    with ServerProcess(run.store) as server:
        server.kill()
        table = asyncio.run(_killed(run, server, long))
    usual, slowest, processor = percentile(table.seconds, 0.5), max(table.seconds), max(table.processor)
    said = f"{table.acknowledged} entries acknowledged in {table.games} games, {len(table.wrong)} findings"
    said += f"; {table.unheard} answers cut off; restart to first answer {usual:.2f} s (p99 "
    said += (
        f"{percentile(table.seconds, 0.99):.2f} s, slowest {slowest:.2f} s), processor time at most {processor:.2f} s"
    )
    if table.wrong:
        said += f"; {table.wrong[0]}"
    numbers = {
        "acknowledged": table.acknowledged, "wrong": len(table.wrong), "unheard": table.unheard,
        "restart_p50": usual, "restart_p99": percentile(table.seconds, 0.99), "restart_max": slowest,
        "restart_cpu_max": processor,
    }  # fmt: skip
    return Found(not table.wrong and slowest < RESTART_SECONDS, said, numbers, late=not table.wrong)


TRIAL = Trial(
    "T1", "killed at random points, two clients", "0 acknowledged lost, 0 half entries, restart under 2 s", _kill, 500,
    1, "kills",
)  # fmt: skip
