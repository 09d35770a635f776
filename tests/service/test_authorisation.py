"""The authorisation matrix (T15): every RPC by every role in every state of a game, against the real server.

The expected answers stand in authorisation.txt: a row for each RPC, a group of letters for each state, a letter for
each role. `python -m tests.service.test_authorisation` writes down what the server answers, to be read before it is
kept.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from adjudicator.api.v1 import dispute_service_pb2
from adjudicator.application import Adjudication, Close, Fork
from adjudicator.application.access import Role, TokenRoll
from adjudicator.service import permissions
from adjudicator.service.start import of_all_games
from adjudicator.swtcg.table import declarations as d
from adjudicator_client import AioAdjudicatorClient, Credentials, Seat
from tests.kit.star_wars import SWTCG
from tests.service import asks
from tests.service.asks import ASKS, DECISION, METHODS, SEATS, Scene
from tests.service.running import QUIET
from tests.service.tables import BOARD, EDITION, HOLDERS, HOUR
from tests.service.worlds import World, views

TABLE = Path(__file__).with_name("authorisation.txt")
STATES = ("setup", "running", "over", "closed")
VIEWS = "ProjectionService"
"""Served by a process of its own, behind the same door."""

LETTERS = {
    "OK": "+", "UNDER WAY": "+", "UNAUTHENTICATED": "u", "PERMISSION_DENIED": "-", "FAILED_PRECONDITION": "f",
}  # fmt: skip
"""All other codes would mean that the request was not good, and the cell not tested."""

WON = """turn 3, Character battle; dark to play or pass
dark: force 1
light: force 1
  ground: Bespin Cloud Car Squad
  character: Wedge Antilles (A)
"""
ATTACK = """turn 3, Character battle; dark to attack
dark: force 1
  character: vader = Darth Vader (A)
light: force 1
  character: wedge = Wedge Antilles (A)
"""
HEAD = """# Who may make which call in which state of a game (tests/service/test_authorisation.py).
# Letters by role: {roles}.
# + answered, - not for this role, u who has no token, f not in this state of the game, g names no game and tells of all
"""


@dataclass
class House:
    """The service, a game for each state that others are forked from, and a token for each office."""

    application: Adjudication
    admin: AioAdjudicatorClient
    views: Any
    games: dict[str, str]
    tokens: dict[str, str]
    made: int = 0

    def game(self, state: str) -> str:
        """A game of its own in a state."""
        forked = self.application.do(Fork(self.games[state]), self.new_id()).game_id
        if state == "closed":
            self.application.do(Close(forked, "called off"), self.new_id())
        return forked

    def new_id(self) -> str:
        """An id for a request."""
        self.made += 1
        return f"{self.made:08}-0000-4000-8000-000000000000"

    async def world(self, game: str) -> World:
        """Everybody at this game: the players' tokens are limited to it."""
        tokens = {**self.tokens}
        for seat in ("dark", "light"):
            tokens[seat] = (
                await self.admin.issue_token("player", seat, lifetime_seconds=600, seat=seat, games=[game])
            ).secret
        return World(0, game, tokens, self.admin.channel)


@asynccontextmanager
async def house() -> AsyncIterator[House]:
    """Runs within the block."""
    configuration = msgspec.structs.replace(QUIET, access="tokens", calls_per_second=0.0)
    server, application = of_all_games(configuration)
    with application:
        roll = TokenRoll(application)
        tokens = {"none": ""}
        for role in Role:
            if role is not Role.PLAYER:
                tokens[str(role)] = roll.issue(role, str(role), HOUR)[1]
        address = f"127.0.0.1:{await server.start()}"
        try:
            async with (
                AioAdjudicatorClient(address, credentials=Credentials(tokens["scorekeeper"])) as office,
                AioAdjudicatorClient(address, credentials=Credentials(tokens["administrator"])) as admin,
            ):
                games = {state: await _opened(office, state) for state in STATES}
                _win(application, games["over"])
                async with views(application) as channel:
                    yield House(application, admin, channel, games, tokens)
        finally:
            await server.stop()


async def _opened(client: AioAdjudicatorClient, state: str) -> str:
    """A game that stands at the beginning, in its midst, or before its end."""
    decks = dict(SEATS) if state == "setup" else {"dark": "", "light": ""}
    seats = [Seat(seat, seat, deck) for seat, deck in decks.items()]
    board = {"setup": "", "over": WON}.get(state, BOARD)
    return (await client.open_game(EDITION, seats, board=board)).game.game


def _win(application: Adjudication, game: str) -> None:
    """Both pass until Light, alone in two arenas, has won."""
    for _ in range(20):
        table = application.get(game).table
        if SWTCG.over(table):
            return
        application.submit(game, d.Pass(table.agenda.window.asked[0]))
    raise AssertionError("nobody has won")


# --- what is asked ------------------------------------------------------------------------------


def records(call: str) -> bool:
    """Whether a call writes something, so that each role needs a game of its own."""
    return "request_id" in METHODS[call].input_type.fields_by_name


async def request(there: House, world: World, call: str, holder: str, dispute: str) -> asks.Body:
    """A request that is good in every state in which the call is possible at all."""
    view = there.application.get(world.game)
    game = {"game": world.game, "requestId": there.new_id(), "expectedRevision": view.revision}
    by = {"name": holder, "role": "ROLE_PLAYER" if holder in ("dark", "light") else _role(holder)}
    signed = {"requestId": there.new_id(), "dispute": dispute, "by": by}
    at = {"position": {"game": {"game": world.game}}}
    said = {**at, "declaration": {"notation": "dark: pass"}}
    value = {**at, "of": "dark", "name": "force"}
    spare = await there.admin.issue_token("spectator", "Dan", lifetime_seconds=60)
    special: dict[str, asks.Body] = {
        "RulingService/JudgeDeclaration": said,
        "RulingService/SubmitDeclaration": {
            **game, "declaration": {"notation": f"{holder if holder == 'light' else 'dark'}: pass"}
        },
        "RulingService/GiveRuling": {**game, "by": holder, "note": "so be it"},
        "RulingService/ExplainValue": value,
        "ExplainService/ExplainVerdict": said,
        "ExplainService/TraceValue": value,
        "ExplainService/WhyNotListed": said,
        "CompareService/CompareDeclaration": said,
        "WhatIfService/CompareLines": {**at, "lines": [{"declarations": [{"notation": "dark: pass"}]}]},
        "WhatIfService/GetAttackOdds": {
            "position": {"board": {"edition": EDITION, "notation": ATTACK}}, "attack": "dark: attack wedge with vader"
        },
        "GameService/OpenGame": {**asks.OTHER_GAME, "requestId": there.new_id()},
        "GameService/ForkGame": game,
        "GameService/RewindGame": {**game, "toRevision": 1, "reason": "so be it"},
        "GameService/CloseGame": {**game, "result": "called off"},
        "GameService/GiveNonce": {
            "game": world.game, "requestId": there.new_id(), "nonce": "AQI=",
            "seat": holder if holder == "light" else "dark",
        },
        "GameService/AddNote": {"game": world.game, "requestId": there.new_id(), "text": "noted", "by": holder},
        "DisputeService/OpenDispute": {
            "game": world.game, "requestId": there.new_id(), "question": {"text": "May I?"}, "by": by
        },
        "DisputeService/AddDisputeNote": {**signed, "text": "noted"},
        "DisputeService/RuleDispute": {**signed, "expectedEntry": 1, "decision": DECISION},
        "DisputeService/AppealDispute": {**signed, "expectedEntry": 2, "grounds": "no"},
        "DisputeService/DecideDispute": {**signed, "expectedEntry": 3, "upheld": True, "decision": DECISION},
        "RecordService/ImportGame": {
            "requestId": there.new_id(), "format": "RECORD_FORMAT_NOTATION", "text": asks.RECORD
        },
        "CardService/GetCard": {"card": "Yoda (C)"},
        "AccessService/RevokeToken": {"token": spare.token.token, "requestId": there.new_id()},
    }  # fmt: skip
    if call in special:
        return special[call]
    scene = Scene(world.game, view.last, view.revision, [], [], [], [], dispute=dispute)
    return next(iter(ASKS[call](scene)))


def _role(holder: str) -> str:
    """An office as disputes name it; who has none there says that he is a judge, and is refused as what he is."""
    return "ROLE_HEAD_JUDGE" if holder == "head-judge" else "ROLE_FLOOR_JUDGE"


async def disputed(there: House, world: World, steps: int) -> str:
    """A dispute about a game, opened, ruled and appealed as far as is asked for."""
    by = {"name": "floor-judge", "role": "ROLE_FLOOR_JUDGE"}
    ways = (
        ("OpenDispute", {"game": world.game, "question": {"text": "May he?"}}),
        ("RuleDispute", {"expectedEntry": 1, "decision": DECISION}),
        ("AppealDispute", {"expectedEntry": 2, "grounds": "no"}),
    )
    dispute = ""
    for call, body in ways[:steps]:
        sent = {**body, "requestId": there.new_id(), "by": by, **({"dispute": dispute} if dispute else {})}
        answer = await world.ask("floor-judge", f"DisputeService/{call}", asks.request(f"DisputeService/{call}", sent))
        assert answer.code == "OK", (call, answer)
        if not dispute:
            dispute = dispute_service_pb2.OpenDisputeResponse.FromString(answer.messages[0]).dispute.dispute
    return dispute


STEPS = {"DisputeService/AppealDispute": 2, "DisputeService/DecideDispute": 3}
"""How far a dispute has to be for a call; one that is open will do for the others."""


async def cells(there: House) -> AsyncIterator[tuple[str, str, str, str]]:
    """What the server answers: call, state, role, letter."""
    for state in STATES:
        shared = await there.world(there.game(state))
        opened = await disputed(there, shared, 1)
        for call in CALLS:
            for holder in HOLDERS:
                world, dispute = shared, opened
                if records(call):
                    world = await there.world(there.game(state))
                    if call.startswith("DisputeService"):
                        dispute = await disputed(there, world, STEPS.get(call, 1))
                body = await request(there, world, call, holder, dispute)
                world.through(there.views if call.startswith(VIEWS) else there.admin.channel)
                answer = await world.ask(holder, call, asks.request(call, body), most=METHODS[call].server_streaming)
                letter = LETTERS.get(answer.code, f"[{answer.code}: {answer.details}]")
                yield call, state, holder, "g" if answer.details.startswith("the token is limited") else letter


CALLS = sorted(METHODS)


def kept() -> dict[tuple[str, str, str], str]:
    """The table: the letter of each cell."""
    found: dict[tuple[str, str, str], str] = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            call, *groups = line.split()
            assert len(groups) == len(STATES), f"{call} has not a group for each state"
            for state, letters in zip(STATES, groups, strict=True):
                assert len(letters) == len(HOLDERS), f"{call} has not a letter for each role"
                found |= {(call, state, holder): letter for holder, letter in zip(HOLDERS, letters, strict=True)}
    return found


def test_no_cell_is_missing() -> None:
    """Every RPC of the protos, in every state, for every role; and nothing that does not exist."""
    assert {(call, state, holder) for call in CALLS for state in STATES for holder in HOLDERS} == set(kept())


def test_the_table_says_what_the_permissions_say() -> None:
    """Who has no token may call nothing; a role is refused exactly where permissions.MAY refuses it."""
    for (call, state, holder), letter in kept().items():
        if holder == "none":
            assert letter == "u", (call, state)
            continue
        role = Role.PLAYER if holder in ("dark", "light") else Role(holder)
        assert (letter == "-") == (role not in permissions.MAY[call]), (call, state, holder)


async def test_the_server_answers_as_the_table_says() -> None:
    """Each cell by a call over gRPC that would be good if the role and the state were."""
    async with house() as there:
        answered = {(call, state, holder): letter async for call, state, holder, letter in cells(there)}
    wrong = {cell: (letter, kept().get(cell)) for cell, letter in answered.items() if kept().get(cell) != letter}
    assert not wrong
    assert set(answered) == set(kept())


async def _written() -> str:
    rows: dict[str, dict[str, str]] = {call: dict.fromkeys(STATES, "") for call in CALLS}
    async with house() as there:
        async for call, state, _, letter in cells(there):
            rows[call][state] += letter
    width = max(map(len, CALLS)) + 2
    lines = [f"# {'':{width - 2}}" + " ".join(f"{state:{len(HOLDERS)}}" for state in STATES)]
    lines += [f"{call:{width}}" + " ".join(row.values()) for call, row in rows.items()]
    return HEAD.format(roles=", ".join(HOLDERS)) + "\n".join(line.rstrip() for line in lines) + "\n"


if __name__ == "__main__":
    TABLE.write_text(asyncio.run(_written()), encoding="utf-8")
