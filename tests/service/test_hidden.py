"""Non-interference over gRPC: what a player may not know has no influence on any byte that he is answered.

Two games of the Star Wars TCG are played in lock-step, with the same seed, the same declarations and the same
questions; they differ only in what Light's hidden cards are: hand, deck, and what lies face down.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

import msgspec

from adjudicator.api.v1 import ruling_service_pb2, verdict_pb2
from adjudicator.application import Adjudication
from adjudicator.kernel.entries import Opening, Settings
from adjudicator.kernel.judging import judge
from adjudicator.kernel.values import Sealed, seals
from adjudicator.kernel.verdict import Ruling
from adjudicator.play import filled, our_decks
from adjudicator.service.start import of_star_wars
from adjudicator.swtcg import declarations as d
from adjudicator.swtcg.cards.catalogue import our_catalogue
from adjudicator.swtcg.face import Face
from adjudicator.swtcg.game import SWTCG
from adjudicator.swtcg.opening import pack
from adjudicator.swtcg.table import BUILDING, Table
from clients.python import AioAdjudicatorClient, RefusedError, Structured
from clients.python.requests import declaration
from tests.service.running import QUIET

VIEWERS = ("", "dark")
SEATS = ("dark", "light")
STEPS = 90
OTHER_CARDS = 30
"""So many of Light's cards are others in the second game."""


def decks() -> tuple[list[Face], list[Face], list[Face]]:
    """Dark's deck, and two of Light's that are alike but for some cards, whatever their types."""
    dark, light = our_decks()
    ours = {face.name for face in light}
    others = [
        entry.face
        for entry in our_catalogue().entries()
        if entry.face.side == "light" and entry.face.name not in ours and entry.face.cost and not entry.face.cost_x
    ]
    chance = random.Random("other cards")
    second = list(light)
    for at, face in zip(range(0, 2 * OTHER_CARDS, 2), chance.sample(others, OTHER_CARDS), strict=True):
        second[at] = face
    return list(dark), list(light), second


class Entropy:
    """The same bytes in the same order."""

    def __init__(self) -> None:
        self.drawn = 0

    def __call__(self, count: int) -> bytes:
        """The next bytes."""
        self.drawn += 1
        return hashlib.shake_256(f"entropy {self.drawn}".encode()).digest(count)


class World:
    """One of the two services with its game."""

    def __init__(self, application: Adjudication, client: AioAdjudicatorClient, game: str) -> None:
        self.application = application
        self.client = client
        self.game = game

    @property
    def table(self) -> Table:
        """The table as it really is."""
        table: Table = self.application.get(self.game).table
        return table


@asynccontextmanager
async def world(dark: list[Face], light: list[Face]) -> AsyncIterator[World]:
    """A service with one game by house dice and house decks."""
    server, application = of_star_wars(QUIET)
    application._entropy, application._clock = Entropy(), lambda: 1_000
    packs = (("dark", Sealed(("dark",), pack(dark))), ("light", Sealed(("light",), pack(light))))
    seats = (("dark", "Ann"), ("light", "Ben"))
    with application:
        port = await server.start()
        try:
            async with AioAdjudicatorClient(f"127.0.0.1:{port}") as client:
                opening = Opening(SWTCG.id, "swtcg-2005", Settings(manual="blank"), seats, packs)
                yield World(application, client, application.open_game(opening).game_id)
        finally:
            await server.stop()


def plain(message: Any) -> Any:
    """A message without the heads of the chain, which are salted commitments."""
    copy = type(message)()
    copy.CopyFrom(message)
    for each in (copy, getattr(copy, "basis", None), getattr(copy, "entry", None)):
        if each is not None and hasattr(each, "DESCRIPTOR") and "head" in each.DESCRIPTOR.fields_by_name:
            each.ClearField("head")
    return copy


async def answer(asked: Any) -> Any:
    """What a call gives, or how it is refused."""
    try:
        return plain(await asked)
    except RefusedError as error:
        return (error.code, error.reason, error.message, error.metadata, error.fields)


def structured(said: Any) -> Structured:
    """A declaration as kind and arguments; of cards their handles."""
    fields = {name: getattr(said, name) for name in said.__struct_fields__[1:]}
    plain = {name: list(each.items) if isinstance(each, Sealed) else each for name, each in fields.items()}
    return Structured(type(said).__name__, said.seat, plain)


def words(table: Table, titles: list[str], handles: list[int]) -> Iterator[str]:
    """What somebody might ask to find something out."""
    down = [alias for stack in table.stacks.values() if stack.role == BUILDING for alias in (f"#{stack.id}",)]
    for seat in ("dark", "light"):
        for what in [*titles, *(f"#{each}" for each in handles)]:
            yield f"{seat}: build {what} 2"
            yield f"{seat}: play {what}"
            yield f"{seat}: place {what}"
        for what in [*down, "card", *titles]:
            for verb in ("deploy {}", "complete {}", "put {}", "finish {}", "add 1 to {}", "activate {} ability"):
                yield f"{seat}: {verb.format(what)}"
            yield f"{seat}: deploy {what} by force"
    yield "light: mulligan [" + ", ".join(f"? #{each}" for each in handles) + "]"


async def told(where: World, asked: list[str], viewer: str) -> list[Any]:
    """Everything that a viewer gets out of the service at this point."""
    client, game = where.client, where.game
    found = [
        await answer(client.game(game, viewer=viewer)),
        await answer(client.legal(game, viewer=viewer, spelled=True)),
        *[await answer(client.judge(game, each, viewer=viewer, explain="all")) for each in asked],
    ]
    names = [*dict.fromkeys(each.split(": ", 1)[1].split(" ", 1)[-1] for each in asked)]
    found += [await answer(client.explain(game, each, "power", viewer=viewer)) for each in names[:40]]
    found += [await answer(client.trace(game, each, "power", viewer=viewer)) for each in names[:8]]
    for each in asked[:: max(1, len(asked) // 12)]:
        found.append(await answer(client.explain_verdict(game, each, viewer=viewer)))
        found.append(await answer(client.why_not(game, each, viewer=viewer)))
        found.append(await answer(client.compare(game, each, viewer=viewer)))
    return found


async def log(where: World, viewer: str) -> list[Any]:
    """The log, and the same as a watcher gets it, and what auditors get."""
    client, game = where.client, where.game
    listed = [plain(each) async for each in client.entries(game, viewer=viewer)]
    watched = []
    async for each in client.watch(game, viewer=viewer):
        watched.append(plain(each))
        if len(watched) == len(listed):
            break
    verified = [plain(each) async for each in client.verify(game)]
    again = [plain(each) async for each in client.rejudge(game)]
    explained = [
        await answer(client.explain_verdict(game, entry=each.number, viewer=viewer))
        for each in listed
        if each.ruling == verdict_pb2.RULING_ILLEGAL
    ]
    return [listed, watched, verified, again, explained, await answer(client.compare_game(game))]


def options(one: World, two: World, differing: set[int]) -> Iterator[tuple[float, Any]]:
    """What may be said in both games, of Light's differing cards only that one is laid face down, with weights."""
    chance = random.Random(f"options {one.application.get(one.game).last}")
    for form in SWTCG.forms(one.table):
        said = filled(SWTCG, form, chance)
        if said.seat in ("dark", "light"):
            cards = {item for _, seal in seals(said) for item in seal.items}
            stacks = {getattr(said, name, 0) for name in ("stack", "equipment", "unit")}
            hidden = {n for n, stack in one.table.stacks.items() if differing & set(stack.cards)}
            if isinstance(said, d.Build):
                said = msgspec.structs.replace(said, counters=1)
            elif cards & differing or (hidden & stacks and not isinstance(said, d.AddCounters)):
                continue
            if all(judge(SWTCG, each.table, said).ruling is Ruling.LEGAL for each in (one, two)):
                yield {"Build": 9.0, "Place": 60.0, "AttackWith": 9.0, "Deploy": 9.0}.get(form.kind, 2.0), said


def refusals(one: World, two: World, handles: list[int]) -> list[Any]:
    """What is illegal in both games, first what is so by reasons that are not the same."""
    kinds = (d.PlayCard, d.Build, d.Place, d.PartBuild)
    said: list[Any] = [kind(seat, Sealed((seat,), (h,))) for h in handles for kind in kinds for seat in SEATS]
    for stack in one.table.stacks.values():
        if stack.role == BUILDING and stack.controller == "light":
            kinds_of_stack = (d.Complete, d.PutLocation, d.FinishEquipment, d.Deploy)
            said += [kind(seat, stack.id) for kind in kinds_of_stack for seat in SEATS]
    found = []
    for each in said:
        first, second = (judge(SWTCG, where.table, each) for where in (one, two))
        if first.ruling is second.ruling is Ruling.ILLEGAL:
            codes = [[clause.code for clause in verdict.failing] for verdict in (first, second)]
            found.append((codes[0] == codes[1], each))
    return [each for _, each in sorted(found, key=lambda pair: pair[0])]


async def submitted(where: World, said: Any, viewer: str) -> Any:
    """The answer to a declaration that is recorded, told to somebody."""
    view = where.application.get(where.game)
    request = ruling_service_pb2.SubmitDeclarationRequest(
        game=where.game,
        request_id=str(UUID(int=view.last, version=4)),
        expected_revision=view.revision,
        declaration=declaration(structured(said)),
        explain=verdict_pb2.EXPLAIN_LEVEL_ALL,
        viewer=viewer,
    )
    return plain(await where.client._ask(where.client.rulings.SubmitDeclaration, request))


async def test_others_are_answered_the_same_whatever_light_holds() -> None:
    """Board, question, forms, verdicts, refusals, entries, streams, values and audits are byte-equal for Dark and
    for the public, over a game in which Light builds face down and says illegal things about hidden cards.
    """
    dark, light, other = decks()
    chance = random.Random("course")
    compared = refused = built = 0
    async with world(dark, light) as one, world(dark, other) as two:
        for step in range(STEPS):
            differing = {h for h, card in one.table.cards.items() if card.face != two.table.cards[h].face}
            assert len(differing) <= OTHER_CARDS
            hand = [h for h in one.table.zones.get("hand:light", ()) if h in differing][:3]
            titles = [face.title for each in (one, two) for h in hand[:1] if (face := each.table.face(h))]
            if step % 10 == 0:
                for viewer in VIEWERS:
                    asked = list(words(one.table, titles, hand))
                    first, second = await told(one, asked, viewer), await told(two, asked, viewer)
                    for question, here, there in zip(["board", "forms", *asked], first, second, strict=False):
                        assert here == there, question
                    assert first == second
                    compared += len(first)
            viewer = VIEWERS[step % 2]
            if step % 6 == 5:
                for said in refusals(one, two, hand)[:4]:
                    assert await submitted(one, said, viewer) == await submitted(two, said, viewer)
                    refused += 1
            found = list(options(one, two, differing))
            if not found:
                break
            said = chance.choices([each for _, each in found], [weight for weight, _ in found])[0]
            built += isinstance(said, d.Build) and bool(set(said.card.items) & differing)
            assert await submitted(one, said, viewer) == await submitted(two, said, viewer), said
        for viewer in VIEWERS:
            assert await log(one, viewer) == await log(two, viewer)
        assert await log(one, "light") != await log(two, "light")
        assert await told(one, [], "light") != await told(two, [], "light")
    assert compared > 500
    assert refused > 10
    assert built > 0
