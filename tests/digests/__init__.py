"""Digests of random games: whether a change of the code's layout has changed what happens in a game, or only why.

Each game has two digests. The *whole* one covers every declaration, every fact and the rules of every non-event, with
the rule that each one cites. The *bare* one leaves out what only says why: the fields in `REASONS`. Of what waits on
the agenda the names of the procedures count, so that a procedure may keep its values in another way.

`python -m tests.digests` compares all games with `kept.txt`; `--keep` writes that file anew.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from adjudicator import play
from adjudicator.kernel.judging import ANSWER, judge
from adjudicator.swtcg.cards.catalogue import our_catalogue
from tests.kit.star_wars import SWTCG, card_pool, opening_of, random_deck

GAMES = 300
EDITIONS = ("swtcg-2005", "swtcg-2005-rulebook", "swtcg-web")
REASONS = frozenset({"rule", "force_rule", "held"})
KEPT = Path(__file__).with_name("kept.txt")


class Digests(NamedTuple):
    """The two digests of one game, shortened to what tells 900 games apart."""

    whole: str
    bare: str


@cache
def _pool() -> Any:
    return card_pool(our_catalogue())


def opening(edition: str, number: int) -> Any:
    """The opening of a game: random legal decks of all cards, decided by the game's number alone."""
    catalogue = our_catalogue()
    dark, light = (random_deck(side, _pool(), catalogue, edition, f"{side} {number}") for side in ("dark", "light"))
    return opening_of((dark, light), edition)


def digests_of(edition: str, number: int) -> Digests:
    """Play one game and digest it. Raises adjudicator.play.PlayError."""
    chance = random.Random(f"digest {edition} {number}")
    begun = play.begun(SWTCG, opening(edition, number))
    table = begun.table
    whole, bare = hashlib.sha256(), hashlib.sha256()

    def take(*parts: Any) -> None:
        whole.update(msgspec.json.encode([plain(part, frozenset()) for part in parts]))
        bare.update(msgspec.json.encode([plain(part, REASONS) for part in parts]))

    take(*begun.facts)
    while not SWTCG.over(table) and table.turn.number <= play.TURNS_MAX:
        said = play.choice(SWTCG, table, chance)
        assert said is not None, f"nothing can be said in game {number} under {edition}"
        verdict = judge(SWTCG, table, said, ANSWER)
        assert verdict.after is not None, f"{said} is {verdict.ruling} in game {number} under {edition}"
        take(said, *verdict.facts)
        whole.update(msgspec.json.encode([event.rule for event in verdict.non_events]))
        table = verdict.after
    take(*_state(table))
    return Digests(whole.hexdigest()[:12], bare.hexdigest()[:12])


def _state(table: Any) -> list[Any]:
    """What lies where at the end of a game, for whom, and who has won."""
    seats = [(seat.name, seat.force, seat.points) for seat in table.seats.values()]
    return [seats, dict(table.zones), list(table.stacks.values()), table.winner, table.turn.number]


def plain(value: Any, without: frozenset[str]) -> Any:
    """A value as lists and texts, structs by their tag and the fields that differ from their defaults."""
    if isinstance(value, msgspec.Struct):
        if hasattr(value, "agenda"):
            return _waiting(value, without)
        fields = [
            (field.name, plain(getattr(value, field.name), without))
            for field in _fields(type(value))
            if field.name not in without and getattr(value, field.name) != field.default
        ]
        return [value.__struct_config__.tag, fields]
    if isinstance(value, dict):
        return [(str(key), plain(each, without)) for key, each in value.items()]
    if isinstance(value, list | tuple):
        return [plain(each, without) for each in value]
    return value


def _waiting(fact: Any, without: frozenset[str]) -> Any:
    """That the table waits: by what procedures, for whom, with what in the pool."""
    agenda = fact.agenda
    frames = [frame.__struct_config__.tag for frame in agenda.frames]
    return [frames, *(plain(each, without) for each in (agenda.window, agenda.pool, agenda.pending))]


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(kind)


def kept() -> dict[tuple[str, int], Digests]:
    """The digests as they were kept, by edition and number of the game."""
    rows = (line.split() for line in KEPT.read_text(encoding="utf-8").splitlines())
    return {(edition, int(number)): Digests(whole, bare) for edition, number, whole, bare in rows}


def all_games() -> Iterator[tuple[str, int]]:
    """Every game that has digests."""
    return ((edition, number) for edition in EDITIONS for number in range(1, GAMES + 1))
