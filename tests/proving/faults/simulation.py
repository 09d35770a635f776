"""T7: two processes over one store, with one thing at a time; a seed decides what is said and all that goes wrong.

The seed drives the clients, which process each of them reaches, the house's chance, the clock, and the store: a commit
may be refused, may stand without an answer, may be overtaken by the other process, or may be the last thing a process
does. Clients repeat what was not answered, and now and then what was. At the end nothing fails any more, and:

- every answer that was given is in the log, with its head; every entry was caused by exactly one request
- the log is sound, and today's judge rules as it was ruled: a ruling depends on rules and table alone
- no table breaks an invariant of its game (every card in one place, one owner), in any process, at any time
- positions and revisions only grow
- the same seed leads to the same log, byte for byte
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import uuid
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from eventsourcing.persistence import OperationalError

from adjudicator import play
from adjudicator.application import Adjudication, Divergence, Note, Recorded, StoreUnavailableError, Verified, stores
from adjudicator.application.commands import Close, Command, Fork, Open, Rewind, Submit
from adjudicator.application.errors import AdjudicationError
from tests.kit import behind
from tests.kit.harbour import HARBOUR, opening
from tests.kit.play import filled
from tests.kit.star_wars import SWTCG, opening_of, our_decks
from tests.proving.programme import Found, Run, Trial

STEPS = 60
PROCESSES = 2
HOUR = 3_600_000
FATES = {"stands": 76, "refused": 6, "unanswered": 6, "overtaken": 6, "crash before": 3, "crash after": 3}
"""What becomes of a commit, and how often."""
WISHES = {"say": 70, "note": 6, "rewind": 4, "fork": 3, "open": 4, "close": 2, "say nonsense": 6, "say late": 5}
"""What a client does, and how often."""
TWICE_EVERY = 23
"""Every so many seeds one is played twice, to see that it decides everything."""


class Asked(NamedTuple):
    """A request with its id."""

    command: Command
    id: str


class Amiss(AssertionError):
    """Something that must not be; the message says what."""


class Clock:
    """A wall clock that goes forward, stands still, and jumps both ways."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice
        self._now = 1_900_000_000_000

    def __call__(self) -> int:
        """Milliseconds."""
        self._now += self._dice.choice((0, 0, 1, 1000, -HOUR, HOUR, 24 * HOUR))
        return self._now


class World:
    """Everything there is, for one seed."""

    def __init__(self, store: str, seed: int, fates: dict[str, int] | None = None) -> None:
        self.store = store
        self.dice = random.Random(seed)
        self.fates = fates or FATES
        self.clock = Clock(self.dice)
        self.game: Any = SWTCG if seed % 3 == 0 else HARBOUR
        self.healthy = False
        self.within = False
        self.answers: dict[str, tuple[Asked, Recorded]] = {}
        self.unanswered: list[Asked] = []
        self.seen: dict[str, int] = {}
        self.position = 0
        self.crashed: set[int] = set()
        self.fate = Counter[str]()
        self.processes = [self._process(at) for at in range(PROCESSES)]

    # --- processes and their store ----------------------------------------------------------

    def _process(self, at: int) -> Adjudication:
        app = Adjudication([self.game], self.store, snapshot_every=17, entropy=self.dice.randbytes, clock=self.clock)
        real: Callable[..., Any] = app.recorder.insert_events
        app.recorder.insert_events = lambda rows, **more: self._commit(at, real, rows, more)  # type: ignore[method-assign]  # here it may fail
        return app

    def _commit(self, at: int, real: Callable[..., Any], rows: Sequence[Any], more: dict[str, Any]) -> Any:
        fate = "stands"
        if not self.healthy and not self.within:
            fate = self.dice.choices(list(self.fates), list(self.fates.values()))[0]
        self.fate[fate] += 1
        if fate == "overtaken":
            self.within = True
            self._step(1 - at)
            self.within = False
        if fate == "forgotten":  # a store that lies; no fate of a sound world
            return list(range(len(rows)))
        if fate.startswith("crash"):
            self.crashed.add(at)
        if fate in {"refused", "crash before"}:
            raise OperationalError("there is no room")
        places = real(rows, **more)
        if fate in {"unanswered", "crash after"}:
            raise OperationalError("the line went dead")
        return places

    def _revive(self) -> None:
        for at in sorted(self.crashed):
            self.processes[at].close()
            self.processes[at] = self._process(at)
        self.crashed.clear()

    # --- clients ----------------------------------------------------------------------------

    def run(self) -> str:
        """All of it; the digest of the log that came of it. Raises Amiss."""
        try:
            self._ask(0, self._open())
            for _ in range(STEPS):
                self._step(self.dice.randrange(PROCESSES))
                self._revive()
            self._heal()
            self._judge()
        finally:
            for each in self.processes:
                each.close()
        return self._digest()

    def _step(self, at: int) -> None:
        if self.unanswered and self.dice.random() < 0.3:
            self._ask(at, self.unanswered.pop(self.dice.randrange(len(self.unanswered))))
        elif self.answers and self.dice.random() < 0.1:
            self._ask(at, self.answers[self.dice.choice(sorted(self.answers))][0])
        else:
            command = self._wish(at)
            if command is not None:
                self._ask(at, command)
        self.processes[self.dice.randrange(PROCESSES)].moved(0)

    def _open(self) -> Asked:
        start = opening_of(our_decks()) if self.game is SWTCG else opening()
        return Asked(Open(start), self._id())

    def _id(self) -> str:
        return str(uuid.UUID(bytes=self.dice.randbytes(16), version=4))

    def _wish(self, at: int) -> Asked | None:
        """What a client who looks at this process comes to want."""
        wish = self.dice.choices(list(WISHES), list(WISHES.values()))[0]
        if wish == "open" or not self.seen:
            return self._open()
        game = self.dice.choice(sorted(self.seen))
        view = self.processes[at].get(game)
        if broken := self.game.invariants(view.table):
            raise Amiss(f"game {game}: {broken}")
        command: Command
        if wish == "note":
            command = Note(game, f"note {self.dice.randrange(1000)}")
        elif wish == "rewind":
            command = Rewind(game, self.dice.randint(1, view.revision), "once more", expected_revision=view.revision)
        elif wish == "fork":
            command = Fork(game)
        elif wish == "close":
            command = Close(game, why="called off", expected_revision=view.revision)
        else:
            forms = self.game.forms(view.table)
            if not forms:
                return None
            form = self.dice.choice(forms)
            said = (
                play.at_random(self.game, form, self.dice, view.table)
                if self.game is SWTCG
                else filled(self.game, form, self.dice)
            )
            if wish == "say nonsense":
                others = [seat for seat, _ in view.seats if seat != said.seat]
                said = type(said)(**{
                    **{name: getattr(said, name) for name in said.__struct_fields__}, "seat": self.dice.choice(others)
                })  # fmt: skip
            expected = max(1, view.revision - 1) if wish == "say late" else view.revision
            command = Submit(game, said, expected_revision=expected)
        return Asked(command, self._id())

    def _ask(self, at: int, asked: Asked) -> None:
        """One request to one process, in either of the two ways to record. Raises Amiss."""
        app = self.processes[at]
        try:
            if self.within or self.dice.random() < 0.5:
                answer = app.do(asked.command, asked.id)
            else:
                answer = asyncio.run(app.do_soon(asked.command, asked.id))
        except StoreUnavailableError:
            self.unanswered.append(asked)
            return
        except AdjudicationError as error:
            if asked.id in self.answers:
                raise Amiss(f"answered once, and now {error!r}") from error
            return
        first = self.answers.setdefault(asked.id, (asked, answer))[1]
        if (first.game_id, first.entry, first.last, first.head) != (
            answer.game_id, answer.entry, answer.last, answer.head,
        ):  # fmt: skip
            raise Amiss(f"two answers to {asked.id}: {first.entry} and {answer.entry}")
        if first is answer and answer.repeated:  # it stood, and nobody had been told
            self.seen.setdefault(answer.game_id, answer.revision)
        elif first is answer:
            if answer.revision < self.seen.get(answer.game_id, 0):
                raise Amiss(f"game {answer.game_id} went back to revision {answer.revision}")
            self.seen[answer.game_id] = answer.revision
            position = app.last_position()
            if position <= self.position:
                raise Amiss(f"position {position} after {self.position}")
            self.position = position

    # --- the end ----------------------------------------------------------------------------

    def _heal(self) -> None:
        """Nothing fails any more; whoever still waits for an answer asks until he has one, or is refused."""
        self.healthy = True
        for at in range(PROCESSES):
            self.crashed.add(at)
        self._revive()
        while self.unanswered:
            self._ask(0, self.unanswered.pop(0))

    def _judge(self) -> None:
        """Raises Amiss."""
        app = self.processes[1]
        found: dict[tuple[str, int], bytes] = {}
        for game in sorted(self.seen):
            *_, last = app.verify(game)
            if not (isinstance(last, Verified) and last.sound):
                raise Amiss(f"the log of {game} is not sound: {last}")
            if different := [each for each in app.rejudge(game) if isinstance(each, Divergence)]:
                raise Amiss(f"ruled otherwise today: {different[:2]}")
            for step in app.steps(game):
                if broken := self.game.invariants(step.after):
                    raise Amiss(f"game {game}, entry {step.entry.number}: {broken}")
                found[game, step.entry.number] = step.entry.head
        caused = Counter(
            (answer.game_id, entry)
            for _, answer in self.answers.values()
            for entry in range(answer.entry, answer.last + 1)
        )
        entries = Counter(found.keys())
        if caused != entries:
            raise Amiss(f"entries and answers differ: {sorted((caused - entries) + (entries - caused))[:3]}")
        for _, answer in self.answers.values():
            if found[answer.game_id, answer.last] != answer.head:
                raise Amiss(f"entry {answer.last} of {answer.game_id} has another head than was answered")

    def _digest(self) -> str:
        rows = behind.sql(
            self.store, "SELECT originator_id, originator_version, topic, state FROM stored_events ORDER BY rowid"
        )
        return hashlib.sha256(repr(rows).encode()).hexdigest()


def digest_of(run: Run, seed: int, fates: Counter[str]) -> str:
    """Play a seed on an empty store; what became of its commits is added up. Raises Amiss."""
    store = run.store
    if stores.is_postgres(store):
        for table in ("stored_events", "stored_snapshots"):
            behind.sql(store, f"DELETE FROM {table}")
    else:
        store = str(run.folder / f"{uuid.uuid4()}.db")
    world = World(store, seed)
    try:
        return world.run()
    finally:
        fates.update(world.fate)


def _play(run: Run, seed: int, fates: Counter[str], *, twice: bool) -> None:
    digest = digest_of(run, seed, fates)
    if twice and digest != digest_of(run, seed, fates):
        raise Amiss("the same seed led to another log")


def _simulate(run: Run) -> Found:
    """Seeds from the given one on; the first that fails ends it."""
    fates = Counter[str]()
    for number, seed in enumerate(range(run.seed, run.seed + run.runs), 1):
        try:
            _play(run, seed, fates, twice=number % TWICE_EVERY == 1)
        except Exception as error:  # noqa: BLE001 - whatever it is, the seed is what matters
            kind = "postgresql" if stores.is_postgres(run.store) else "sqlite"
            said = f"seed {seed}: {error!r}; again: make faults ARGS='T7 --store {kind} --runs 1 --seed {seed}'"
            return Found(False, said, {"seed": seed})
        run.done(number)
    said = (
        f"seeds {run.seed} to {run.seed + run.runs - 1}: nothing amiss; every {TWICE_EVERY}rd twice with the same log"
    )
    return Found(True, said, {"seeds": run.runs})


TRIAL = Trial(
    "T7", "simulation: one seed for clients, store, clock and dice", "no invariant broken, no answer lost or doubled",
    _simulate, 1000, 4, "seeds",
)  # fmt: skip
