"""T5: every recording call up to six times, at once, late, out of turn, after restarts: one effect, one answer."""

from __future__ import annotations

import asyncio
import random
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from google.protobuf.message import Message

from adjudicator.api.v1 import access_service_pb2 as access
from adjudicator.api.v1 import dispute_service_pb2 as disputes
from adjudicator.api.v1 import game_service_pb2 as games
from adjudicator.api.v1 import record_service_pb2 as records
from adjudicator.api.v1 import ruling_service_pb2 as rulings
from adjudicator.api.v1 import verdict_pb2
from adjudicator.application.store import REQUEST_TOPIC
from adjudicator_client.errors import RefusedError
from tests.bench.boards import EDITION
from tests.bench.calls import PURSE
from tests.kit import behind
from tests.kit.calls import RECORDING, Calls
from tests.kit.processes import ServerProcess
from tests.proving.faults.winners import SAID
from tests.proving.programme import Found, Run, Trial

COPIES_MAX = 6
RESTART_EVERY = 40
"""Requests between two kills of both processes."""
GAMES_MIN = 4
BESIDE = {"repeated", "precedents"}
"""What a repeated answer may say otherwise: that it is one, and the rulings in like cases that there are by now."""

ANN = disputes.Speaker(name="Ann", role=disputes.ROLE_PLAYER)
FLO = disputes.Speaker(name="Flo", role=disputes.ROLE_FLOOR_JUDGE)
HEAD = disputes.Speaker(name="Hera", role=disputes.ROLE_HEAD_JUDGE)
RULED = disputes.Decision(answer="So it is.", ruling=verdict_pb2.RULING_LEGAL, rules=["rots.attack.choose-and-tap"])


class House:
    """What the caller knows of the service: games that are open, disputes by their state."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)  # a seed decides what is sent
        self.revisions: dict[str, int] = {}
        self.disputes: dict[int, list[Any]] = {}
        self.tokens: list[str] = []
        self.record = ""

    def id(self) -> str:
        """A request id."""
        return str(uuid.UUID(bytes=self.dice.randbytes(16), version=4))

    def game(self) -> tuple[str, int]:
        """An open game and its revision."""
        return self.dice.choice(sorted(self.revisions.items()))

    def dispute(self, state: int) -> Any:
        """A dispute that is in a state; it leaves it now. None if there is none."""
        waiting = self.disputes.get(state, [])
        return waiting.pop(self.dice.randrange(len(waiting))) if waiting else None

    def heard(self, message: Message, answer: Any) -> None:
        """Keep what the first answer to a request has told."""
        basis = getattr(answer, "basis", None)
        if basis is not None and basis.game:
            self.revisions[basis.game] = basis.revision
        if isinstance(message, games.CloseGameRequest):
            del self.revisions[message.game]
            for state, found in self.disputes.items():
                self.disputes[state] = [each for each in found if each.game != message.game]
        if isinstance(message, access.IssueTokenRequest):
            self.tokens.append(answer.token.token)
        if hasattr(answer, "dispute"):
            found = self.disputes.setdefault(answer.dispute.state, [])
            found[:] = [each for each in found if each.dispute != answer.dispute.dispute] + [answer.dispute]


def _open(house: House) -> Message:
    return games.OpenGameRequest(request_id=house.id(), edition=EDITION, board=PURSE)


def _rewind(house: House) -> Message:
    game, revision = house.game()
    return games.RewindGameRequest(
        game=game, request_id=house.id(), expected_revision=revision, to_revision=1, reason="once more"
    )


def _fork(house: House) -> Message:
    game, revision = house.game()
    return games.ForkGameRequest(game=game, request_id=house.id(), expected_revision=revision)


def _close(house: House) -> Message | None:
    if len(house.revisions) <= GAMES_MIN:
        return None
    game, revision = house.game()
    return games.CloseGameRequest(game=game, request_id=house.id(), expected_revision=revision, result="called off")


def _note(house: House) -> Message:
    return games.AddNoteRequest(game=house.game()[0], request_id=house.id(), text="a coffee was drunk", by="Ann")


def _nonce(house: House) -> Message:
    return games.GiveNonceRequest(
        game=house.game()[0], request_id=house.id(), seat="dark", nonce=house.dice.randbytes(16)
    )


def _submit(house: House) -> Message:
    game, revision = house.game()
    message = rulings.SubmitDeclarationRequest(game=game, request_id=house.id(), expected_revision=revision)
    message.declaration.notation = SAID if house.dice.random() < 0.8 else "light: pass"
    return message


def _give_ruling(house: House) -> Message:
    game, revision = house.game()
    return rulings.GiveRulingRequest(
        game=game, request_id=house.id(), expected_revision=revision, by="Hera", note="I have spoken"
    )


def _import(house: House) -> Message:
    return records.ImportGameRequest(request_id=house.id(), format=records.RECORD_FORMAT_NOTATION, text=house.record)


def _dispute(house: House) -> Message:
    message = disputes.OpenDisputeRequest(request_id=house.id(), game=house.game()[0], by=ANN)
    message.question.text = "May it be built upon?"
    message.question.said = SAID
    return message


def _rule(house: House) -> Message | None:
    found = house.dispute(disputes.DISPUTE_STATE_OPENED)
    return found and disputes.RuleDisputeRequest(
        request_id=house.id(), dispute=found.dispute, expected_entry=found.entry, decision=RULED, by=FLO
    )


def _appeal(house: House) -> Message | None:
    found = house.dispute(disputes.DISPUTE_STATE_RULED)
    return found and disputes.AppealDisputeRequest(
        request_id=house.id(), dispute=found.dispute, expected_entry=found.entry, grounds="It is not.", by=ANN
    )


def _decide(house: House) -> Message | None:
    found = house.dispute(disputes.DISPUTE_STATE_APPEALED)
    return found and disputes.DecideDisputeRequest(
        request_id=house.id(), dispute=found.dispute, expected_entry=found.entry, upheld=True,
        decision=disputes.Decision(answer="It is."), by=HEAD,
    )  # fmt: skip


def _dispute_note(house: House) -> Message | None:
    found = house.dispute(disputes.DISPUTE_STATE_OPENED)
    return found and disputes.AddDisputeNoteRequest(
        request_id=house.id(), dispute=found.dispute, text="Ben agrees.", by=ANN
    )


def _issue(house: House) -> Message:
    return access.IssueTokenRequest(
        request_id=house.id(), role=access.ACCESS_ROLE_SPECTATOR, name="Sam", lifetime_seconds=600,
        randomness=house.dice.randbytes(32),
    )  # fmt: skip


def _revoke(house: House) -> Message | None:
    if not house.tokens:
        return None
    token = house.tokens.pop(house.dice.randrange(len(house.tokens)))
    return access.RevokeTokenRequest(request_id=house.id(), token=token, why="lost")


MAKING: dict[str, Callable[[House], Message | None]] = {
    "OpenGame": _open, "RewindGame": _rewind, "ForkGame": _fork, "CloseGame": _close, "AddNote": _note,
    "GiveNonce": _nonce,
    "SubmitDeclaration": _submit, "GiveRuling": _give_ruling, "ImportGame": _import, "OpenDispute": _dispute,
    "RuleDispute": _rule, "AppealDispute": _appeal, "DecideDispute": _decide, "AddDisputeNote": _dispute_note,
    "IssueToken": _issue, "RevokeToken": _revoke,
}  # fmt: skip
"""A sound request of each recording call; None while there is nothing to be said so."""


class Repeating:
    """One session: what was sent, what was answered, what is still to be sent again."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.house = House(run.seed)
        self.answers: dict[str, Any] = {}
        self.late: list[Message] = []
        self.made: dict[str, int] = {}
        self.copies = 0
        self.wrong: list[str] = []

    async def begin(self, calls: Calls) -> None:
        """A few games, and one of them written down."""
        for _ in range(GAMES_MIN):
            await self.send(calls, _open(self.house), 1)
        await self.send(calls, _submit(self.house), 1)
        game = self.house.game()[0]
        export = records.ExportGameRequest(game=game, format=records.RECORD_FORMAT_NOTATION, viewer="judge")
        self.house.record = (await calls.ask(export)).text

    async def go_on(self, calls: Calls, count: int) -> None:
        """So many requests of every kind, each with its copies; some of those are kept for later."""
        await self._copies(calls, self.late)
        self.late = []
        for _ in range(count):
            message = None
            while message is None:
                message = MAKING[self.house.dice.choice(sorted(MAKING))](self.house)
            copies = self.house.dice.randint(1, COPIES_MAX)
            now = self.house.dice.randint(1, copies)
            self.late += [message] * (copies - now)
            await self.send(calls, message, now)
            self.run.done(len(self.answers))

    async def send(self, calls: Calls, message: Any, copies: int) -> None:
        """A request in so many copies at once, among copies of earlier ones."""
        dice = self.house.dice
        some = [self.late.pop(dice.randrange(len(self.late))) for _ in range(min(2, len(self.late)))]
        self.made[message.DESCRIPTOR.name] = self.made.get(message.DESCRIPTOR.name, 0) + 1
        await self._copies(calls, [message] * copies + some)
        if message.request_id in self.answers:
            self.house.heard(message, self.answers[message.request_id])

    async def _copies(self, calls: Calls, messages: list[Any]) -> None:
        self.house.dice.shuffle(messages)
        self.copies += len(messages)
        asked = [self._ask(calls, each, self.house.dice.randrange(2)) for each in messages]
        for message, answer in zip(messages, await asyncio.gather(*asked), strict=True):
            if answer is None:
                continue
            first = self.answers.setdefault(message.request_id, answer)
            if first != answer:
                self.wrong.append(f"{message.DESCRIPTOR.name}: another {', '.join(_differing(first, answer))}")

    async def _ask(self, calls: Calls, message: Any, at: int) -> Any:
        try:
            answer = await calls.ask(message, at)
        except RefusedError as error:
            self.wrong.append(f"{message.DESCRIPTOR.name}: {error}")
            return None
        for beside in BESIDE & set(answer.DESCRIPTOR.fields_by_name):
            answer.ClearField(beside)
        return answer


def _differing(one: Any, other: Any) -> list[str]:
    return [field.name for field in one.DESCRIPTOR.fields if getattr(one, field.name) != getattr(other, field.name)]


Place = tuple[str, int]


def effects(store: str) -> tuple[set[Place], Counter[Place], int]:
    """The entries of games and disputes; how many requests each is the effect of; how many requests there are."""
    entries, caused, requests = set[Place](), Counter[Place](), 0
    for stream, number, topic, state in behind.sql(
        store, "SELECT originator_id, originator_version, topic, state FROM stored_events"
    ):
        if topic == REQUEST_TOPIC:
            requests += 1
            _, game, first, last, _ = msgspec.msgpack.decode(state)
            caused.update((game.hex(), each) for each in range(first, last + 1))
        else:
            entries.add((stream, number))
    return entries, caused, requests


def _amiss(store: str, answers: dict[str, Any]) -> Iterator[str]:
    """What the store does not hold as it was answered."""
    entries, caused, requests = effects(store)
    if requests != len(answers):
        yield f"{len(answers)} requests answered, {requests} kept"
    if twice := [place for place, count in caused.items() if count > 1]:
        yield f"caused by two requests: {twice[:3]}"
    told = [answer.dispute for answer in answers.values() if hasattr(answer, "dispute")]
    beside = {(each.game.replace("-", ""), entry) for each in told for entry in each.entries[-1].game_entries}
    if entries != set(caused) | beside:
        yield f"caused by no request, or missing: {sorted(entries ^ (set(caused) | beside))[:3]}"


def _repeat(run: Run) -> Found:
    """Sessions of RESTART_EVERY requests at two processes, which are then killed and started again."""
    repeating = Repeating(run)
    assert set(MAKING) == {method.name for method in RECORDING}, "a recording call is missing here"

    async def session(first: bool, count: int) -> None:
        async with Calls([one.address, other.address]) as calls:
            if first:
                await repeating.begin(calls)
            await repeating.go_on(calls, count)

    with ServerProcess(run.store) as one, ServerProcess(run.store) as other:
        for begun in range(0, run.runs, RESTART_EVERY):
            if begun:
                for each in (one, other):
                    each.kill()
                    each.start()
            asyncio.run(session(begun == 0, min(RESTART_EVERY, run.runs - begun)))
        one.kill()
        one.start()
        asyncio.run(session(False, 0))
    repeating.wrong += _amiss(run.store, repeating.answers)
    said = f"{len(repeating.answers)} requests of {len(repeating.made)} kinds in {repeating.copies} copies; "
    said += f"{len(repeating.wrong)} with another answer or effect"
    if repeating.wrong:
        said += ": " + repeating.wrong[0]
    numbers = {"requests": len(repeating.answers), "copies": repeating.copies, "wrong": len(repeating.wrong)}
    return Found(not repeating.wrong, said, numbers)


TRIAL = Trial(
    "T5", "every recording call 1 to 6 times, reordered, across restarts", "one effect and one answer a request",
    _repeat, 1000, 20, "requests",
)  # fmt: skip
