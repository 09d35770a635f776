"""T11: bytes that are no message, real messages with bytes changed, and sound messages full of nonsense, at every RPC.

Both of the service and of the views. They may refuse, and may answer what happens to be a sound question. They may not
call any of it their own defect.
"""

from __future__ import annotations

import asyncio
import random
import uuid
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import grpc
from google.protobuf.descriptor import Descriptor, FieldDescriptor, MethodDescriptor
from google.protobuf.message_factory import GetMessageClass

from adjudicator.api.v1 import projection_service_pb2 as projections
from adjudicator_client import AioAdjudicatorClient
from tests.bench.boards import FOLDER
from tests.bench.calls import PURSE
from tests.kit.calls import methods, path
from tests.kit.players import EDITION, open_game
from tests.kit.processes import ServerProcess, ViewsProcess, resident_bytes
from tests.proving.programme import NO_STORE, Found, Run, Trial

AT_ONCE = 8
GAMES = 4
VIEWS = projections.DESCRIPTOR.services_by_name["ProjectionService"]
SECONDS = 20.0
STREAMED_MAX = 3
"""So many answers of a stream are read; then the caller goes."""
DEPTH_MAX = 4
GROWTH_BYTES_MAX = 20_000_000
FORBIDDEN = {grpc.StatusCode.UNKNOWN, grpc.StatusCode.INTERNAL, grpc.StatusCode.UNAVAILABLE}
"""Ours would be INTERNAL; UNAVAILABLE would be a process that has ended."""

_KIND = FieldDescriptor
_INTEGERS = (0, 1, 2, -1, 7, 2**31 - 1, -(2**31), 2**63 - 1, -(2**63))
_TEXTS = (
    "", "judge", "light", "dark", "chance", EDITION, "swtcg-web", "dark: add 1 to card", "light: pass", "light: attack",
    "card", "vader", "power", "rots.winning.checked-at-turn-end", "rots", "no.such.rule", "\x00", "é" * 300, "🂡" * 50,
    "a" * 5000, "../../etc/passwd", "{{", "\ud7ff", "dark: part build 99999999999999999999 to card", PURSE, "turn 9, ",
    "imperial-hunt", "60 Luke Skywalker", "[" * 500, "(" * 500, '{"KIND": {}}', "[" * 20 + "]" * 20,
)  # fmt: skip


class Filler:
    """Messages full of what fits their types, and sometimes even makes sense."""

    def __init__(self, dice: random.Random, games: list[str]) -> None:
        self.dice = dice
        self.texts = (*_TEXTS, *games * 4, (FOLDER / "crowded-character-attack.board").read_text(encoding="utf-8"))

    def message(self, descriptor: Descriptor, depth: int = 0) -> Any:
        """A message of a type."""
        found: Any = GetMessageClass(descriptor)()
        for field in descriptor.fields:
            if self.dice.random() < 0.35 or depth > DEPTH_MAX:
                continue
            values = [
                self._value(field, depth) for _ in range(self.dice.choice((1, 1, 2, 5)) if field.is_repeated else 1)
            ]
            if field.is_repeated:
                getattr(found, field.name).extend(values)
            elif field.type == _KIND.TYPE_MESSAGE:
                getattr(found, field.name).CopyFrom(values[0])
            else:
                setattr(found, field.name, values[0])
        if "request_id" in descriptor.fields_by_name and self.dice.random() < 0.7:
            found.request_id = str(uuid.UUID(bytes=self.dice.randbytes(16), version=4))
        return found

    def _value(self, field: FieldDescriptor, depth: int) -> Any:
        dice = self.dice
        if field.type == _KIND.TYPE_MESSAGE:
            assert field.message_type is not None
            return self.message(field.message_type, depth + 1)
        if field.type == _KIND.TYPE_STRING:
            return dice.choice(self.texts)
        if field.type == _KIND.TYPE_BYTES:
            return dice.randbytes(dice.choice((0, 1, 32, 33, 500)))
        if field.type == _KIND.TYPE_ENUM:
            return dice.choice((0, 1, 2, 3, 99))
        if field.type == _KIND.TYPE_BOOL:
            return dice.random() < 0.5
        if field.type in {_KIND.TYPE_DOUBLE, _KIND.TYPE_FLOAT}:
            return dice.choice((0.0, -1.0, float("nan"), float("inf"), 1e300))
        number = dice.choice(_INTEGERS)
        return max(-(2**31), min(number, 2**31 - 1)) if field.type == _KIND.TYPE_INT32 else number


def mutated(raw: bytes, dice: random.Random) -> bytes:
    """Some bytes changed, put in, taken out or cut off."""
    found = bytearray(raw or b"\x0a")
    for _ in range(dice.randint(1, 6)):
        at = dice.randrange(len(found) + 1)
        what = dice.randrange(4)
        if what == 0 and at < len(found):
            found[at] ^= 1 << dice.randrange(8)
        elif what == 1:
            found[at:at] = dice.randbytes(dice.randint(1, 8))
        elif what == 2:
            del found[at : at + dice.randint(1, 8)]
        else:
            del found[at:]
    return bytes(found)


class Nonsense:
    """So many calls, their codes, and what was wrong with some."""

    def __init__(self, run: Run, every: Iterable[MethodDescriptor], games: list[str]) -> None:
        self.run = run
        self.dice = random.Random(run.seed)
        self.codes = Counter[str]()
        self.wrong: list[str] = []
        self.every = list(every)
        self.filler = Filler(self.dice, games)
        self.made = 0

    async def at(self, address: str, weigh: Callable[[], int]) -> int:
        """Make the calls; how much more memory the second half has left than the first."""
        async with grpc.aio.insecure_channel(address) as channel:
            half = self.run.runs // 2
            await asyncio.gather(*(self._some(channel, half) for _ in range(AT_ONCE)))
            between = weigh()
            await asyncio.gather(*(self._some(channel, self.run.runs) for _ in range(AT_ONCE)))
        return weigh() - between

    async def _some(self, channel: grpc.aio.Channel, until: int) -> None:
        while self.made < until:
            self.made += 1
            method = self.dice.choice(self.every)
            raw = self._bytes(method)
            code = await _answered(channel, method, raw)
            self.codes[code.name] += 1
            if code in FORBIDDEN:
                self.wrong.append(f"{method.name} {code.name} {raw[:200]!r}")
            self.run.done(self.made)

    def _bytes(self, method: MethodDescriptor) -> bytes:
        kind = self.dice.random()
        if kind < 0.3:
            return self.dice.randbytes(self.dice.choice((1, 5, 20, 100, 1000)))
        raw: bytes = self.filler.message(method.input_type).SerializeToString()
        return mutated(raw, self.dice) if kind < 0.7 else raw


async def _answered(channel: grpc.aio.Channel, method: MethodDescriptor, raw: bytes) -> grpc.StatusCode:
    """The code of a call with these bytes."""
    try:
        if method.server_streaming:
            calls: Any = channel.unary_stream(path(method))
            stream = calls(raw, timeout=1.0)
            for _ in range(STREAMED_MAX):
                if await stream.read() is grpc.aio.EOF:
                    break
            stream.cancel()
        else:
            call: Any = channel.unary_unary(path(method))
            await call(raw, timeout=SECONDS)
    except grpc.aio.AioRpcError as error:
        return error.code()
    return grpc.StatusCode.OK


TOLD = {"Name": "Plain Guard", "Type": "Character", "Cost": "3", "Text": "This unit gets +1 power."}
"""A card with a text: who reads the first one loads the compiler's grammar, which is no growth."""


async def opened(address: str) -> list[str]:
    """Some games, once the grammar of card texts is loaded."""
    async with AioAdjudicatorClient(address, timeout=3 * SECONDS) as client:
        await client.read_cards([TOLD])
        return [(await open_game(client)).game.game for _ in range(GAMES)]


def _to_the_service(run: Run) -> Found:
    with ServerProcess(str(run.folder / "games.db"), log=run.folder / "log") as server:
        return _told(run, server, Nonsense(run, methods(), asyncio.run(opened(server.address))))


def _to_the_views(run: Run) -> Found:
    games = str(run.folder / "games.db")
    with ServerProcess(games) as server:
        games_there = asyncio.run(opened(server.address))
    with ViewsProcess(games, run.folder / "views.db", log=run.folder / "log") as views:
        return _told(run, views, Nonsense(run, VIEWS.methods, games_there))


def _told(run: Run, server: ServerProcess, nonsense: Nonsense) -> Found:
    grown = asyncio.run(nonsense.at(server.address, lambda: resident_bytes(server.process.pid)))
    told = (run.folder / "log").read_text(encoding="utf-8", errors="replace")
    defects = told.count('"defect"') + told.count("Traceback")
    holds = not nonsense.wrong and not defects and grown < GROWTH_BYTES_MAX
    codes = ", ".join(f"{code} {count}" for code, count in nonsense.codes.most_common())
    said = f"{codes}; {defects} tracebacks; memory {grown / 1e6:+.1f} MB over the second half"
    if nonsense.wrong or defects:
        said += f"; {(nonsense.wrong or [told[:1500]])[0]}"
    numbers = {"calls": nonsense.made, "wrong": len(nonsense.wrong), "defects": defects, "grown_bytes": grown}
    return Found(holds, said, numbers)


BAR = "never UNKNOWN or INTERNAL, no traceback, memory flat"
TRIALS = (
    Trial(
        "T11", "malformed and nonsensical requests at every RPC", BAR, _to_the_service, 100_000, 600, "calls", NO_STORE
    ),
    Trial("T11", "the same at the views", BAR, _to_the_views, 20_000, 200, "calls", NO_STORE),
)
