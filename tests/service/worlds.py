"""Two services that differ in Light's hidden cards alone, and everything that others can get out of them.

Of Light's deck some cards are others in the second world, and from the first turn on Light draws other cards there:
hand, deck and what lies face down differ, by card and by number. A *rehearsal* finds a course that is the same openly
in both worlds; each world is then played and asked by itself, and what it gives is written down byte for byte.

A commitment has to differ if what it commits to does. Here it is made of its salt alone, as an ideal one would be
that tells nothing, so that heads, proofs and exports can be compared too.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import grpc
import msgspec
import pytest
from google.protobuf.message import Message

from adjudicator.application import Adjudication, drafting, replay
from adjudicator.application.access import Role, TokenRoll
from adjudicator.application.chance import Source
from adjudicator.kernel.base import Sealed, seals
from adjudicator.kernel.entries import Opening, Settings
from adjudicator.kernel.judging import judge
from adjudicator.kernel.verdict import Ruling
from adjudicator.play import at_random
from adjudicator.service.start import of_all_games
from adjudicator.swtcg.cards.catalogue import our_catalogue
from adjudicator.swtcg.opening import pack
from adjudicator.swtcg.table import declarations as d
from adjudicator.swtcg.table.table import BUILDING, Table
from adjudicator.swtcg.words.face import Face
from adjudicator_views.follower import Follower
from adjudicator_views.service.serving import server_of
from adjudicator_views.store import ProjectionStore
from tests.kit.star_wars import SWTCG, card_pool, our_decks, random_deck, read_cards
from tests.service.running import QUIET

EDITION = "swtcg-2005"
TOKENS = msgspec.structs.replace(QUIET, access="tokens", calls_per_second=0.0)
DAY = 86_400_000
COURSES_MAX = 60
OTHER_CARDS = 30
"""So many of Light's cards are others in the second world."""
OTHER_DRAWS_AFTER = 70
"""After so many entries Light draws other cards in the second world; before, both put the same units into battle."""
WEIGHTS = {"Build": 12.0, "Place": 60.0, "AttackWith": 9.0, "Deploy": 9.0}
PLAYERS = (("dark", "dark"), ("light", "light"))
HOLDERS = ("spectator", "dark", "light", "scorekeeper", "floor-judge", "head-judge", "administrator")

THINGS = ("stack", "equipment", "unit")
"""The arguments by which something that lies face down is named."""

Pause = tuple[list[str], list[int], list[int], list[str]]
"""What is asked about: cards of Light by name and by number, what lies face down, and attacks that may be declared."""

Pair = tuple[Any, Any]
"""What is said in the first world and in the second."""


class Decks(NamedTuple):
    """Dark's deck, and two of Light's that are alike but for some cards, whatever their types."""

    dark: Sequence[Face]
    light: Sequence[Face]
    other: Sequence[Face]
    course: int
    """The first of the courses that chance would find with them that are tried."""
    edition: str = EDITION


def ours() -> Decks:
    """Our own decks."""
    return _with_another(*our_decks(), course=10)


def drawn() -> Decks:
    """Legal decks drawn from the whole catalogue."""
    catalogue = our_catalogue()
    pool = card_pool(catalogue)
    dark, light = (
        random_deck(side, pool, catalogue, EDITION, f"{side} of two worlds, 5") for side in ("dark", "light")
    )
    return _with_another(dark, light, course=1)


def trapped() -> Decks:
    """Our own decks under 2022; in the second world many of Light's cards are Traps that wait for what Dark does."""
    found = _with_another(*our_decks(), course=10)
    traps = read_cards([{**TRAP, "name": f"Net {number}"} for number in range(OTHER_CARDS // 2)])
    second = list(found.other)
    for at, face in zip(range(0, 4 * len(traps), 4), traps, strict=True):
        second[at] = face
    return found._replace(other=second, edition="swtcg-2022")


DONE = {"type": "Event", "kind": "tapped", "to": {"type": "Those", "side": "opponents"}}
TRAP = {
    "side": "light",
    "type": "Mission",
    "subtype": "Trap",
    "cost": 1,
    "effects": [{"type": "Triggered", "when": DONE, "do": [{"type": "GainForce", "amount": 1}]}],
}
"""A Trap whose condition is met by every attack of Dark's, every unit that Dark declines with."""


def _with_another(dark: Sequence[Face], light: Sequence[Face], course: int) -> Decks:
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
    return Decks(dark, light, second, course)


class Entropy:
    """The same bytes in the same order."""

    def __init__(self) -> None:
        self.drawn = 0

    def __call__(self, count: int) -> bytes:
        """The next bytes."""
        self.drawn += 1
        return hashlib.shake_256(f"entropy {self.drawn}".encode()).digest(count)


class Clock:
    """Goes on by a millisecond whenever somebody looks at it."""

    def __init__(self) -> None:
        self.at = 1_000_000

    def __call__(self) -> int:
        """The time."""
        self.at += 1
        return self.at


@dataclass
class Play:
    """A log with one game and everybody's tokens, which are the same in every world."""

    application: Adjudication
    game: str
    tokens: dict[str, str]

    @property
    def table(self) -> Table:
        """The table as it really is."""
        table: Table = self.application.get(self.game).table
        return table


def begun(application: Adjudication, decks: Decks, world: int) -> Play:
    """A game from its beginning."""
    light = (decks.light, decks.other)[world]
    packs = (("dark", Sealed(("dark",), pack(decks.dark))), ("light", Sealed(("light",), pack(light))))
    return seated(application, Opening(SWTCG.id, decks.edition, Settings(manual="blank"), PLAYERS, packs))


def seated(application: Adjudication, opening: Opening) -> Play:
    """The game opened and the tokens handed out, in this order."""
    application._entropy, application._clock = Entropy(), Clock()
    game = application.open_game(opening).game_id
    roll = TokenRoll(application)
    tokens = {"none": ""}
    for holder in HOLDERS:
        seat = holder if holder in ("dark", "light") else ""
        role = Role.PLAYER if seat else Role(holder)
        games = (game,) if seat else ()
        tokens[holder] = roll.issue(role, holder, DAY, seat=seat, games=games)[1]
    return Play(application, game, tokens)


@contextmanager
def ideal(monkeypatch: pytest.MonkeyPatch, world: int) -> Iterator[None]:
    """Commitments that tell nothing, and what Light draws in this world."""
    made = Source.__init__

    def source(self: Source, seed: bytes, game: str, purpose: str, entry: int, nonces: Any = ()) -> None:
        other = world and purpose == "draw:draw by light" and entry > OTHER_DRAWS_AFTER
        made(self, hashlib.sha256(seed).digest() if other else seed, game, purpose, entry, nonces)

    def commitment(salt: bytes, item: bytes) -> bytes:
        return hashlib.sha256(salt).digest()

    with monkeypatch.context() as patch:
        patch.setattr(Source, "__init__", source)
        patch.setattr(drafting, "commitment", commitment)
        patch.setattr(replay, "commitment", commitment)
        yield


# --- the rehearsal ------------------------------------------------------------------------------


@dataclass
class Course:
    """What is said in both worlds, and after which of it questions are asked, about which cards by name and number."""

    said: list[Pair] = field(default_factory=list)
    pauses: dict[int, Pause] = field(default_factory=dict)
    """Questions are asked after so much of it."""
    last_refused: int = 0
    """The entry with the last thing of Light's that was refused."""
    refused: int = 0
    built: int = 0
    by_other_numbers: int = 0


def rehearsed_well(monkeypatch: pytest.MonkeyPatch, decks: Decks, steps: int, pause: int) -> Course:
    """The first course in which enough is refused, built, said of other cards, and somebody may attack at a pause."""
    for number in range(decks.course, decks.course + COURSES_MAX):
        course = rehearsed(monkeypatch, decks._replace(course=number), steps, pause)
        attacks = any(asked[-1] for asked in course.pauses.values())
        if course.refused > 10 and min(course.built, course.by_other_numbers) > 2 and attacks:
            return course
    raise AssertionError(f"no course of {COURSES_MAX} will do: let more be tried")


def rehearsed(monkeypatch: pytest.MonkeyPatch, decks: Decks, steps: int, pause: int) -> Course:
    """A course that is the same openly in both worlds."""
    chance, course = random.Random(f"course {decks.course}"), Course()
    with Adjudication([SWTCG]) as here, Adjudication([SWTCG]) as there:
        plays = []
        for world, application in enumerate((here, there)):
            with ideal(monkeypatch, world):
                plays.append(begun(application, decks, world))
        one, two = plays
        for step in range(steps):
            asked = _asked_about(one.table, two.table)
            if step % pause == 0 or step == steps - 1 or (asked[-1] and not any(p[-1] for p in course.pauses.values())):
                course.pauses[len(course.said)] = asked
            pairs = list(_refusals(one.table, two.table))[:4] if step % 6 == 5 else []
            found = list(_options(one.table, two.table, chance))
            if not found:
                break
            chosen = chance.choices([pair for _, pair in found], [weight for weight, _ in found])[0]
            course.refused += len(pairs)
            course.built += isinstance(chosen[0], d.Build) and chosen[0].seat == "light"
            course.by_other_numbers += chosen[0] != chosen[1]
            for pair in (*pairs, chosen):
                course.said.append(pair)
                for world, (play, said) in enumerate(zip(plays, pair, strict=True)):
                    with ideal(monkeypatch, world):
                        done = play.application.submit(play.game, said)
                if pair is not chosen and pair[0].seat == "light":
                    course.last_refused = done.entry
            assert one.application.get(one.game).last == two.application.get(two.game).last, chosen
    return course


def _asked_about(one: Table, two: Table) -> Pause:
    hands = [table.zones.get("hand:light", ()) for table in (one, two)]
    titles = [
        face.title for table, hand in zip((one, two), hands, strict=True) for h in hand[:1] if (face := table.face(h))
    ]
    decks_ = [table.zones.get("deck:light", ())[:1] for table in (one, two)]
    numbers = sorted({h for hand in hands for h in hand[:1]} | {h for deck in decks_ for h in deck})
    down = [n for n, stack in one.stacks.items() if stack.role == BUILDING]
    attacks = [at_random(SWTCG, form, random.Random(0)) for form in SWTCG.forms(one) if form.kind == "AttackWith"]
    return titles, numbers, down, [SWTCG.say(one, said) for said in attacks[:2]]


def _hidden_stacks(one: Table, two: Table) -> set[int]:
    """What lies face down and is not the same card with the same number."""
    return {
        n
        for n, stack in one.stacks.items()
        if stack.role == BUILDING
        and (stack.cards != two.stacks[n].cards or one.face(stack.cards[0]) != two.face(stack.cards[0]))
    }


def _options(one: Table, two: Table, chance: random.Random) -> Iterator[tuple[float, Pair]]:
    """What may be said in both worlds with the same consequences openly, with weights."""
    hidden = _hidden_stacks(one, two)
    for form in SWTCG.forms(one):
        said = at_random(SWTCG, form, chance)
        if said.seat not in ("dark", "light"):
            continue
        if isinstance(said, d.Build):
            said = msgspec.structs.replace(said, counters=1)
            others: list[Any] = list(_built(two, said)) if said.seat == "light" else [said]
        else:
            others = [said] if _open_alike(one, two, said, hidden) else []
        others = [other for other in others if _legal(two, other)]
        if others and _legal(one, said):
            yield WEIGHTS.get(form.kind, 2.0), (said, chance.choice(others))


def _built(table: Table, said: d.Build) -> Iterator[d.Build]:
    """The same with each card of Light's hand."""
    for card in table.zones["hand:light"]:
        yield msgspec.structs.replace(said, card=_mine(card))


def _open_alike(one: Table, two: Table, said: Any, hidden: set[int]) -> bool:
    """Whether what is said names the same cards in both worlds; counters go on whatever lies there."""
    cards = {item for _, seal in seals(said) for item in seal.items}
    things = hidden & {getattr(said, name, 0) for name in THINGS}
    return all(one.face(card) == two.face(card) for card in cards) and (not things or isinstance(said, d.AddCounters))


def _mine(card: int) -> Sealed:
    return Sealed(("light",), (card,))


def _legal(table: Table, said: Any) -> bool:
    return judge(SWTCG, table, said).ruling is Ruling.LEGAL


def _refusals(one: Table, two: Table) -> Iterator[Pair]:
    """What is illegal in both worlds, first what is so by reasons that are not the same."""
    pairs: list[Pair] = []
    hands = [table.zones.get("hand:light", ())[:3] for table in (one, two)]
    for first, second in zip(*hands, strict=False):
        pairs += [
            (kind("light", _mine(first)), kind("light", _mine(second))) for kind in (d.PlayCard, d.Build, d.Place)
        ]
    for stack in one.stacks.values():
        if stack.role == BUILDING and stack.controller == "light":
            kinds = (d.Complete, d.PutLocation, d.FinishEquipment, d.Deploy)
            pairs += [(said, said) for kind in kinds for said in (kind("light", stack.id), kind("dark", stack.id))]
    found: list[tuple[bool, int, Pair]] = []
    for pair in pairs:
        verdicts = [judge(SWTCG, table, said) for table, said in zip((one, two), pair, strict=True)]
        if all(verdict.ruling is Ruling.ILLEGAL for verdict in verdicts):
            codes = [[clause.code for clause in verdict.failing] for verdict in verdicts]
            found.append((codes[0] == codes[1], len(found), pair))
    return iter(pair for *_, pair in sorted(found, key=lambda each: each[:2]))


# --- a world ------------------------------------------------------------------------------------


class World:
    """A running service with a game and everybody's tokens; each call's answer as bytes."""

    def __init__(self, number: int, game: str, tokens: dict[str, str], channel: grpc.aio.Channel) -> None:
        self.number = number
        self.game = game
        self._tokens = tokens
        self._channel: Any = channel

    def through(self, channel: grpc.aio.Channel) -> None:
        """Ask another service from now on, with the same tokens."""
        self._channel = channel

    async def ask(self, holder: str, call: str, request: Message, most: int = 0) -> Answer:
        """All that a caller gets: messages, status, metadata. Of a stream without an end at most so many messages."""
        token = self._tokens[holder]
        metadata = (("authorization", f"Bearer {token}"),) if token else ()
        made = self._channel.unary_stream(f"/adjudicator.api.v1.{call}")
        stream = made(request.SerializeToString(), metadata=metadata, timeout=60)
        messages: list[bytes] = []
        try:
            async for message in stream:
                messages.append(message)
                if most and len(messages) == most:
                    stream.cancel()
                    return Answer(messages, "UNDER WAY", "", ())
        except grpc.aio.AioRpcError as error:
            trailing = tuple(error.trailing_metadata() or ())
            return Answer(messages, error.code().name, error.details() or "", trailing)
        return Answer(messages, "OK", "", tuple(await stream.trailing_metadata() or ()))


@dataclass
class Answer:
    """What a caller has got."""

    messages: list[bytes]
    code: str
    details: str
    trailing: tuple[Any, ...]


@asynccontextmanager
async def world(
    monkeypatch: pytest.MonkeyPatch, begin: Callable[[Adjudication], Play], number: int, key: Path
) -> AsyncIterator[tuple[World, Adjudication]]:
    """One of the two services, with its game as it begins."""
    configuration = msgspec.structs.replace(TOKENS, log_level="debug", signing_key=str(key))
    with ideal(monkeypatch, number):
        server, application = of_all_games(configuration)
        with application:
            play = begin(application)
            address = f"127.0.0.1:{await server.start()}"
            try:
                async with grpc.aio.insecure_channel(address) as channel:
                    yield World(number, play.game, play.tokens, channel), application
            finally:
                await server.stop()


@asynccontextmanager
async def views(application: Adjudication) -> AsyncIterator[grpc.aio.Channel]:
    """The service of the views over the same log."""
    with closing(ProjectionStore(":memory:")) as store:
        follower = Follower(application, store)
        follower.catch_up()
        server = server_of(follower, TOKENS)
        try:
            async with grpc.aio.insecure_channel(f"127.0.0.1:{await server.start()}") as channel:
                yield channel
        finally:
            await server.stop()
