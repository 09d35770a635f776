"""Non-interference (T14): what Light holds has no influence on any byte that anybody else is answered, by any RPC."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
import pytest
import structlog
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from adjudicator.api.v1 import game_service_pb2, ruling_service_pb2
from adjudicator.api.v1.verdict_pb2 import EXPLAIN_LEVEL_ALL
from adjudicator.application.access import Role
from adjudicator.application.checkpoints import Signer
from adjudicator.service import permissions
from adjudicator_client import Structured
from adjudicator_client.requests import declaration
from tests.service import asks
from tests.service.asks import ASKS, DECISION, METHODS, Scene
from tests.service.worlds import (
    Answer,
    Course,
    Decks,
    World,
    begun,
    drawn,
    ours,
    rehearsed_well,
    trapped,
    views,
    world,
)

OTHERS = ("dark", "spectator", "scorekeeper", "administrator", "none")
"""Those from whom Light's cards are hidden."""
THEIRS = frozenset({Role.PLAYER, Role.SPECTATOR, Role.SCOREKEEPER, Role.ADMINISTRATOR})
STEPS, PAUSE = 90, 45
FEW = 12
"""So many requests of each RPC are made once the course is over; until then all."""
NOT_OF_THE_WORLD = ("ms", "port", "listen")
"""What of a line of the log says how long something took, or where."""

Got = list[tuple[Any, Answer]]
"""What was asked, by whom, and what it gave."""


def test_every_rpc_is_asked() -> None:
    """A new RPC has to be added here before it can be released."""
    assert sorted(ASKS) == sorted(METHODS)


class Witness:
    """Plays the course in one world and writes down what everybody else can get of it."""

    def __init__(self, world: World, course: Course) -> None:
        self.world = world
        self.course = course
        self.got: Got = []
        self.dispute = ""
        self.entry = self.revision = self.count = 0
        self.revisions: list[int] = []
        self.own: list[Answer] = []
        """What Light gets once there is a hand, which has to differ."""

    async def play(self) -> None:
        """The course with its pauses; then the judges and the office have their say; then the game is closed."""
        for number, pair in enumerate(self.course.said):
            if number in self.course.pauses:
                await self.ask_all(number, recording=False)
            await self.submit(pair[self.world.number])
        last = len(self.course.said)
        await self.dispute_it()
        await self.ask_all(last, recording=True)
        await self.judges()
        await self.ask_all(last, recording=True)
        await self.must("scorekeeper", "GameService/CloseGame", {**await self.now(), "result": "called off"})
        await self.ask_all(last, recording=True)

    async def submit(self, said: Any) -> None:
        """A declaration of a player, as the rehearsal has it."""
        fields = {name: getattr(said, name) for name in said.__struct_fields__[1:]}
        fields = {name: each for name, each in fields.items() if each is not msgspec.UNSET}
        plain = {name: list(each.items) if hasattr(each, "items") else each for name, each in fields.items()}
        now = await self.now()
        self.revisions.append(self.revision)
        sent = ruling_service_pb2.SubmitDeclarationRequest(
            game=now["game"],
            request_id=now["requestId"],
            expected_revision=now["expectedRevision"],
            declaration=declaration(Structured(type(said).__name__, said.seat, plain)),
            explain=EXPLAIN_LEVEL_ALL,
            viewer=said.seat,
        )
        answer = await self.world.ask(said.seat, "RulingService/SubmitDeclaration", sent)
        assert answer.code == "OK", (said, answer)
        if said.seat == "dark":
            self.got.append((("dark", sent), answer))

    async def now(self) -> Any:
        """What a recording call says of where the game stands."""
        asked = asks.request("GameService/GetGame", {"game": self.world.game})
        answer = await self.world.ask("spectator", "GameService/GetGame", asked)
        shown = game_service_pb2.GetGameResponse.FromString(answer.messages[0])
        self.entry, self.revision = shown.basis.entry, shown.basis.revision
        self.count += 1
        return {
            "game": self.world.game,
            "requestId": str(UUID(int=self.count, version=4)),
            "expectedRevision": self.revision,
        }

    async def must(self, holder: str, call: str, body: Any) -> Message:
        """A call that has to succeed; its answer is the holder's alone."""
        answer = await self.world.ask(holder, call, asks.request(call, body))
        assert answer.code == "OK", (call, answer)
        if holder in OTHERS:
            self.got.append(((holder, asks.request(call, body)), answer))
        return GetMessageClass(METHODS[call].output_type).FromString(answer.messages[0])

    async def dispute_it(self) -> None:
        """Dark disputes the last thing of Light's that was refused."""
        now = await self.now()
        question = {"text": "Was that so?", "about": self.course.last_refused}
        body = {"requestId": now["requestId"], "game": self.world.game, "question": question, "by": by("dark")}
        opened: Any = await self.must("dark", "DisputeService/OpenDispute", body)
        self.dispute = opened.dispute.dispute

    async def judges(self) -> None:
        """A token that comes and goes, a ruling at the table, a dispute to its end, a rewind and a fork."""
        wanted = {**asks.TOKEN, "requestId": (await self.now())["requestId"]}
        issued: Any = await self.must("administrator", "AccessService/IssueToken", wanted)
        back = {"token": issued.token.token, "why": "lost", "requestId": (await self.now())["requestId"]}
        await self.must("administrator", "AccessService/RevokeToken", back)
        floor, head = "floor-judge", "head-judge"
        await self.dispute_it()
        await self.must(floor, "RulingService/GiveRuling", {**await self.now(), "by": floor, "note": "so be it"})
        dispute = {"dispute": self.dispute, "decision": DECISION}
        for holder, call, more in (
            (floor, "RuleDispute", {**dispute, "expectedEntry": 1}),
            ("dark", "AppealDispute", {"dispute": self.dispute, "expectedEntry": 2, "grounds": "I think not"}),
            (head, "DecideDispute", {**dispute, "expectedEntry": 3, "upheld": True}),
        ):
            now = await self.now()
            body = {**more, "requestId": now["requestId"], "by": by(holder)}
            if holder != "dark":
                body["expectedRevision"] = now["expectedRevision"]
            await self.must(holder, f"DisputeService/{call}", body)
        now = await self.now()
        await self.must(head, "GameService/ForkGame", now)
        rewound = {**await self.now(), "toRevision": self.revisions[-9], "reason": "so be it"}
        await self.must(floor, "GameService/RewindGame", rewound)

    async def ask_all(self, number: int, *, recording: bool) -> None:
        """Every RPC by everybody else, with all requests by who knows most, with some by the others."""
        await self.now()
        pause = self.course.pauses[min(number, max(self.course.pauses))]
        scene = Scene(self.world.game, self.entry, self.revision, *pause, dispute=self.dispute)
        for call, bodies in ASKS.items():
            if call.startswith("ProjectionService") or (not recording and records(call)):
                continue
            for at, body in enumerate(islice(bodies(scene), None if self.dispute == "" else FEW)):
                for holder, viewer in lookers(call, everybody=at == 0):
                    sent = asks.request(call, {**body, **({"viewer": viewer} if viewer else {})})
                    most = self.entry if call == "GameService/WatchGame" else 0
                    if call == "GameService/WatchGames":
                        most = await self.entries(holder)
                    self.got.append(((holder, sent), await self.world.ask(holder, call, sent, most)))
        if pause[0]:
            light = asks.request("GameService/GetGame", {"game": self.world.game, "viewer": "light"})
            self.own.append(await self.world.ask("light", "GameService/GetGame", light))

    async def entries(self, holder: str) -> int:
        """How many entries of all games there are for somebody."""
        answer = await self.world.ask(holder, "GameService/ListGames", asks.request("GameService/ListGames", {}))
        if not answer.messages:
            return 1
        return sum(each.entry for each in game_service_pb2.ListGamesResponse.FromString(answer.messages[0]).games)


def by(holder: str) -> dict[str, str]:
    """Who signs."""
    return {"name": holder, "role": "ROLE_PLAYER" if holder == "dark" else f"ROLE_{holder.upper().replace('-', '_')}"}


def records(call: str) -> bool:
    """Whether a call writes into the log: it is asked once the rehearsed course is over."""
    return "request_id" in METHODS[call].input_type.fields_by_name


def lookers(call: str, *, everybody: bool) -> Iterator[tuple[str, str]]:
    """Who asks, and as whom he looks; also as whom he may not."""
    yield "spectator", ""
    yield "dark", "dark" if asks.has_viewer(call) else ""
    if everybody:
        yield from ((holder, "") for holder in OTHERS if holder != "spectator")
        if asks.has_viewer(call):
            yield from (("dark", "light"), ("spectator", "judge"))


async def witnessed(
    monkeypatch: pytest.MonkeyPatch, decks: Decks, number: int, key: Path, course: Course
) -> tuple[Witness, list[dict[str, Any]]]:
    """One world from its beginning to its end, with what the service has logged."""
    with structlog.testing.capture_logs() as logged:
        async with world(monkeypatch, partial(begun, decks=decks, world=number), number, key) as (there, application):
            witness = Witness(there, course)
            await witness.play()
            async with views(application) as channel:
                there.through(channel)
                scene = Scene(there.game, witness.entry, witness.revision, *course.pauses[0])
                for call, bodies in ASKS.items():
                    for body in bodies(scene) if call.startswith("ProjectionService") else ():
                        sent = asks.request(call, body)
                        witness.got += [((holder, sent), await there.ask(holder, call, sent)) for holder in OTHERS]
    return witness, [{name: line[name] for name in line if name not in NOT_OF_THE_WORLD} for line in logged]


@pytest.mark.parametrize("decks_of", [ours, drawn, trapped])
async def test_nobody_else_gets_a_byte_that_depends_on_what_light_holds(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, decks_of: Callable[[], Decks]
) -> None:
    """Every RPC, streams and unary, answers and refusals, exports, proofs, views, and the service's log."""
    key = tmp_path / "key"
    Signer("house", bytes(32)).write(key)
    decks = decks_of()
    course = rehearsed_well(monkeypatch, decks, STEPS, PAUSE)
    one, logged = await witnessed(monkeypatch, decks, 0, key, course)
    two, also_logged = await witnessed(monkeypatch, decks, 1, key, course)
    found = [difference(*pair) for pair in zip(one.got, two.got, strict=True) if pair[0] != pair[1]]
    assert not found, f"{len(found)} of {len(one.got)} answers differ: " + "\n".join(each[:400] for each in found[:20])
    assert logged == also_logged
    assert one.own
    assert all(mine != theirs for mine, theirs in zip(one.own, two.own, strict=True))
    answered = {type(sent) for (_, sent), answer in one.got if answer.code in ("OK", "UNDER WAY")}
    silent = {call for call in ASKS if GetMessageClass(METHODS[call].input_type) not in answered}
    assert silent == {call for call, roles in permissions.MAY.items() if not roles & THEIRS}


def difference(one: tuple[Any, Answer], two: tuple[Any, Answer]) -> str:
    """What is different between what two worlds give."""
    (holder, sent), here = one
    (_, other), there = two
    kind = type(sent).__name__.removesuffix("Request")
    if sent != other:
        return f"{kind} is not asked the same: {sent} {other}"
    if (here.code, here.details, here.trailing) != (there.code, there.details, there.trailing):
        return f"{kind} by {holder}: {here.code} {here.details} / {there.code} {there.details}: {sent}"
    call = next(each for each in METHODS.values() if each.input_type.full_name == sent.DESCRIPTOR.full_name)
    for first, second in zip_longest(here.messages, there.messages, fillvalue=b""):
        if first != second:
            texts = [str(GetMessageClass(call.output_type).FromString(each)).splitlines() for each in (first, second)]
            lines = [f"{a} / {b}" for a, b in zip_longest(*texts, fillvalue="-") if a != b]
            return f"{kind} by {holder}: {lines[:6]}: {str(sent)[:300]}"
    return f"{kind} by {holder}"
