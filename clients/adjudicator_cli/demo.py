"""`adjudicate demo`: one whole game through the service, and disputes about it.

Starts the service on an embedded log, opens a game of our two decks with house dice, plays it by random legal
declarations from the deal to a win, prints its course, and then asks what people would call a judge for, each
question about a position of that game, with every failing clause and its citation. The log is kept.
"""

from __future__ import annotations

import argparse
import random
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from adjudicator.api.v1 import declaration_pb2 as said_pb2
from adjudicator_cli import EDITION
from adjudicator_cli.lines import plain, verdict_lines
from adjudicator_cli.table import NONCE_BYTES
from adjudicator_cli.terminal import coloured, progress
from adjudicator_client import AdjudicatorClient, Game, Seat, filled

DECKS = {"dark": "imperial-hunt", "light": "rebel-alliance"}
SEED = 78
"""The seed of the random players; dice and decks are the house's, whose seed nobody knows beforehand."""

TURNS_MAX = 60
"""A game without a winner is left after so many turns."""

START_SECONDS_MAX = 20.0

WEIGHTS = {
    "Pass": 4,
    "Stop": 1,
    "Decline": 1,
    "Retreat": 1,
    "Place": 90,
    "PartBuild": 0.2,
    "AttackWith": 12,
    "Deploy": 12,
    "Build": 4,
}
"""How often a random player takes a kind of form; kinds that are not named weigh 5."""

TOLD = {
    "MulliganTaken", "UnitPlaced", "CardStacked", "SetupFinished", "CardTurnedUp", "UnitDeployed", "StackMoved",
    "LocationPut", "Attached", "StackDiscarded", "StackLeft", "DamageCountersPlaced", "DamagePrevented",
    "AttackDeclared", "DefenderChanged", "DiceRolled", "CardPlayed", "MissionPlayed", "AbilityPlayed", "Disrupted",
    "BidMade", "ContestWon", "ControlChanged", "GameWon", "CardBuilt", "ForceLost",
}  # fmt: skip
"""The kinds of fact that the course of the game is told by."""


def demo_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `demo`."""
    parser.add_argument("--edition", default=EDITION, help="the edition of the rules (default: %(default)s)")
    parser.add_argument("--keep", metavar="FILE", help="an SQLite file for the game (default: a new one)")


def demo(args: argparse.Namespace) -> int:
    """Play, tell and ask."""
    kept = Path(args.keep or Path(tempfile.mkdtemp(prefix="adjudicator-demo-")) / "game.sqlite").resolve()
    store = f"sqlite:///{kept}"
    with _service(store) as address, AdjudicatorClient(address) as client:
        print(f"The service listens on {address}; its log is {kept}.")
        course = Course(client, random.Random(SEED), args.edition)  # noqa: S311 - a demo, nothing secret
        course.play()
        course.tell()
        course.disputes()
        course.proof()
    print(f"The game is kept. Serve it with `adjudicate serve --store {store}`;")
    print("then `adjudicate replay last` steps through it.")
    return 0


@contextmanager
def _service(store: str) -> Iterator[str]:
    """The service in a process of its own, on a free port; gives its address."""
    flags = ["--listen", "127.0.0.1:0", "--store", store, "--log-level", "error"]
    command = [sys.executable, "-m", "adjudicator_cli.main", "serve", *flags]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - our own program
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            if not line.startswith("serving on "):
                raise RuntimeError(f"the service did not start: {line!r}")
            yield line.removeprefix("serving on ").strip()
        finally:
            process.terminate()
            process.wait(timeout=START_SECONDS_MAX)


class Course:
    """One game: how it was opened, what was said and what happened, turn by turn."""

    def __init__(self, client: AdjudicatorClient, chance: random.Random, edition: str) -> None:
        self.client = client
        self.edition = edition
        self.chance = chance
        self.over = ""
        self.turn = 0
        self.declarations = 0
        self.lines: list[str] = []
        self.placed: tuple[str, int] = ("", 0)
        """A unit put down in setup, in words, and the revision after it."""
        self.attack: tuple[str, int] = ("", 0)
        """An attack that was made, in words, and a revision after it at which somebody was asked."""
        seats = [Seat(seat, f"{seat} at random", deck) for seat, deck in DECKS.items()]
        opened = client.open_game(edition, seats, nonces_first=True)
        self.game = opened.game.game
        self.commitment = opened.game.commitment
        for seat in DECKS:  # the house is bound by now, and has drawn nothing yet
            self.question = client.give_nonce(self.game, seat, secrets.token_bytes(NONCE_BYTES)).question

    # --- playing ----------------------------------------------------------------------------

    def play(self) -> None:
        """Say random legal things until the game is over or has had TURNS_MAX turns."""
        began = time.monotonic()
        with progress("declarations") as moved:
            while not self.question.over and self.turn <= TURNS_MAX:
                self._say(self.question.asked[0])
                moved(self.declarations, None)
        self.over = self.question.over
        self.seconds = time.monotonic() - began

    def _say(self, seat: str) -> None:
        """One declaration of the seat that is asked."""
        forms = self.client.legal(self.game, seat=seat).forms
        form = self.chance.choices(forms, [WEIGHTS.get(each.kind, 5) for each in forms])[0]
        choices = {each.name: chosen(each.domain, self.chance) for each in form.choices}
        answer = self.client.submit(self.game, filled(form, choices), viewer="judge")
        told = plain(answer.verdict)
        if told["ruling"] != "legal":
            raise RuntimeError(f"listed as legal, but {told}")
        self.declarations += 1
        self.question = answer.question
        facts = [*answer.verdict.facts, *answer.chance]
        if all(fact.kind not in {"StackDiscarded", "StackLeft"} for fact in facts):
            self._note(form.kind, told.get("said", ""), answer.basis.revision)
        self._hear(facts)

    def _note(self, kind: str, said: str, revision: int) -> None:
        """Remember what can be argued about, as long as all units are still there."""
        if self.question.over:
            return
        if kind == "Place" and not self.placed[0]:
            self.placed = (said, revision)
        if kind == "AttackWith":
            self.attack = (said, revision)

    def _hear(self, facts: Iterable[Any]) -> None:
        """Keep what is worth telling."""
        for fact in facts:
            if fact.kind == "TurnBegan":
                self.turn += 1
                self.lines.append(coloured(f"\nTurn {self.turn}", "strong"))
            elif fact.kind == "PhaseBegan" and fact.text:
                self.lines.append(coloured(f"  {fact.text}", "quiet"))
            elif fact.kind in TOLD:
                self.lines.append(f"    {fact.text}")

    # --- telling ----------------------------------------------------------------------------

    def tell(self) -> None:
        """Print the course of the game."""
        print(f"Game {self.game}, edition {self.edition}: {DECKS['dark']} (Dark) against {DECKS['light']} (Light).")
        print(f"House dice and decks; the seed is committed to as {self.commitment.hex()[:32]}...")
        print("Both players added nonces of their own before anything was drawn.")
        print("The cards' effects are carried out; what no rule of ours carries out would be put to the judge.")
        print(coloured("\nSetup", "strong"))
        print("\n".join(self.lines))
        per_second = self.declarations / self.seconds
        end = f"{self.over.capitalize()} has won" if self.over else f"nobody has won after {TURNS_MAX} turns"
        print(
            f"\n{self.declarations} declarations through gRPC in {self.seconds:.1f} s "
            f"({per_second:.0f} a second, each listed, judged and stored): {end}."
        )

    # --- disputes ---------------------------------------------------------------------------

    def disputes(self) -> None:
        """Ask about positions of this game: three questions, or one if no unit has attacked in it."""
        asked = [("May the same card be put into battle a second time in setup?", *self.placed)]
        attack, after = self.attack
        if attack:
            seat, attacker = _attacker(attack)
            asked += [
                ("May a unit that has just attacked attack once more?", attack, after),
                ("May it retreat now, in the middle of the battle?", f"{seat}: retreat {attacker}", after),
            ]
        for number, (question, said, revision) in enumerate(asked, 1):
            print(coloured(f"\nDispute {number}: {question}", "strong"))
            print(f"(revision {revision} of the game, asked and not recorded)")
            answer = self.client.judge(Game(self.game, revision), said, viewer="judge")
            print("\n".join(verdict_lines(plain(answer.verdict))))

    def proof(self) -> None:
        """Close the game, which opens the seed, and verify the record."""
        closed = self.client.close_game(self.game)
        last = list(self.client.verify(self.game, self.client.witness(self.game)))[-1]
        print(
            f"\nThe game is closed and its seed open: {closed.seed.hex()[:32]}...; {last.basis.entry} entries verified."
        )


def _attacker(said: str) -> tuple[str, str]:
    """The seat that declared an attack, and its unit: "dark: attack luke with vader by bombard"."""
    seat, _, words = said.partition(": ")
    return seat, words.rpartition(" with ")[2].partition(" by ")[0]


def chosen(domain: said_pb2.Domain, chance: random.Random) -> Any:
    """A random value of an open argument."""
    kind = domain.WhichOneof("kind")
    if kind == "one_of":
        return chance.choice(domain.one_of.options)
    if kind == "some":
        options = domain.some.options
        return chance.sample(list(options), chance.randint(domain.some.least, min(domain.some.most, len(options))))
    if kind == "number":
        return chance.randint(domain.number.least, domain.number.most)
    if kind == "order":
        return chance.sample(list(domain.order.options), len(domain.order.options))
    return [chance.randint(1, domain.dice.faces) for _ in range(domain.dice.count)]
