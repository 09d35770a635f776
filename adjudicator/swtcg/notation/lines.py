"""The lines of a board put together: what may be written once only, and what contradicts itself.

A zone, the Locations, what waits and what lasts may take several lines, which add up. Anything else is written once,
so that nothing that is written is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

import msgspec

from adjudicator.kernel.notation import NotUnderstoodError
from adjudicator.swtcg.notation.texts import (
    NUMBER_MAX,
    AttackText,
    BoardText,
    ChangeText,
    HeadText,
    LocationText,
    SeatText,
    StackText,
    WaitText,
)
from adjudicator.swtcg.table.table import RESOURCE

CONTRARY = (
    ("tapped", "untapped"),
    ("damage", "undamaged"),
    ("face down", "face up"),
    ("face up", "counters"),
    ("face up", "shown"),
    ("retreated", "face down"),
)
"""Conditions that are never both true of a card; "counters" are those to build it."""
MEANT = {("face up", "counters"): "'shown' for a card that is being built and that everybody has seen"}
"""What somebody may have meant who wrote both."""
ADDING_UP = ("gone", "waiting", "lasting")
_replace = msgspec.structs.replace


def put_together(lines: Sequence[Any], text: str, *, part: bool = False) -> BoardText:
    """The board of its lines, as the parser makes them; a `part` of a board may begin with a zone. Raises
    NotUnderstoodError.
    """
    board = _Lines(text, part=part)
    for number, line in zip(_numbers(text), lines, strict=True):
        board.add(number, line)
    return board.text()


def _numbers(text: str) -> Iterator[int]:
    """The numbers of the lines that say something."""
    lines = ((number, line.strip()) for number, line in enumerate(text.split("\n"), 1))
    return (number for number, line in lines if line and line != "#" and not line.startswith("# "))


class _Lines:
    """What has been written so far."""

    def __init__(self, text: str, *, part: bool) -> None:
        self._lines = text.split("\n")
        self._part = part
        self._at = 0
        self._seat = ""
        self._once: dict[str, Any] = {}
        self._seats: dict[str, SeatText] = {}
        self._locations: tuple[LocationText, ...] | None = None
        self._more: dict[str, tuple[Any, ...]] = {}

    def add(self, number: int, line: Any) -> None:
        """Take one more line in."""
        self._at = number
        kind = line[0] if isinstance(line, tuple) else type(line).__name__
        if kind == "seat":
            self._player(*line[1:])
        elif kind == "zone":
            self._zone(*line[1:])
        else:
            self._seat = ""
            self._other(kind, line)

    def text(self) -> BoardText:
        """The board."""
        waits: tuple[WaitText, ...] = self._more.get("waiting", ())
        changes: tuple[ChangeText, ...] = self._more.get("lasting", ())
        head: HeadText | None = self._once.get(HeadText.__name__)
        attack: AttackText | None = self._once.get(AttackText.__name__)
        seats, gone = tuple(self._seats.values()), self._more.get("gone", ())
        return BoardText(head, seats, self._locations, attack, gone, self._once.get("besides", ""), waits, changes)

    def _other(self, kind: str, line: Any) -> None:
        if kind == "locations":
            found = tuple(_replace(each, stack=self._stack(each.stack)) for each in line[1])
            self._locations = (self._locations or ()) + found
        elif kind in ADDING_UP:
            self._more[kind] = self._more.get(kind, ()) + line[1]
        elif kind in self._once:
            self._refuse(self._first_word(), f"one line of {CALLED[kind]}: no second one")
        else:
            self._once[kind] = line[1] if kind == "besides" else line

    def _player(self, seat: str, items: Sequence[tuple[str, Any]], side: str) -> None:
        if self._seats.get(seat, SeatText(seat)).line:
            self._refuse(self._first_word(), f"one line for {seat}, with everything on it: no second one")
        found: dict[str, Any] = {}
        for word, value in items:
            if word in found:
                said = WRITTEN.get(word, word)
                self._refuse(said, f"'{said}' once")
            self._in_bounds(value)
            found[word] = value
        self._seat = seat
        zones = self._seats[seat].zones if seat in self._seats else {}
        self._seats[seat] = SeatText(seat, found, zones, side, self._at)

    def _zone(self, zone: str, stacks: tuple[StackText, ...]) -> None:
        if not self._seat and not self._part:
            self._refuse(zone, "a zone below the line of its player, as 'dark:'")
        seat = self._seats.setdefault(self._seat, SeatText(self._seat, {}, {}))
        if zone == RESOURCE:
            stacks = tuple(map(_named_counters, stacks))
        seat.zones[zone] = seat.zones.get(zone, ()) + tuple(map(self._stack, stacks))

    def _stack(self, stack: StackText) -> StackText:
        """A stack, with its line, that does not contradict itself, nor what is on it."""
        for each in _everything(stack):
            words = [word for word, _ in each.conditions if word != "marks"]
            words += [f"{kind} counters" for _, kind in each.all_of("marks")]
            for word, value in each.conditions:
                self._in_bounds(value[0] if word == "marks" else value)
            twice = next((word for word in words if words.count(word) > 1), "")
            if twice:
                self._refuse(twice.removesuffix(" counters"), f"'{twice}' once for {_name(each)}")
            for one, other in CONTRARY:
                if one in words and other in words:
                    self._refuse(
                        other, MEANT.get((one, other), ""), f"'{one}' or '{other}' for {_name(each)}, not both"
                    )
        return _replace(stack, line=self._at)

    def _in_bounds(self, value: Any) -> None:
        if isinstance(value, int) and value > NUMBER_MAX:
            self._refuse(str(value), f"a number up to {NUMBER_MAX}")

    def _first_word(self) -> str:
        return re.split(r"[\s:,(]", self._lines[self._at - 1].strip(), maxsplit=1)[0]

    def _refuse(self, found: str, *fits: str) -> NoReturn:
        """Say which words of the line are not taken: the last of them, for the first may be right."""
        line = self._lines[self._at - 1]
        column = line.casefold().rfind(found.casefold()) + 1
        raise NotUnderstoodError("\n".join(self._lines), found, tuple(filter(None, fits)), self._at, column or 1)


CALLED = {HeadText.__name__: "the point of the turn", AttackText.__name__: "the attack", "besides": "besides"}
"""What lines are called that a board has once."""
WRITTEN = {"points": "build points"}
"""How items of a player are written, where otherwise than they are called."""


def _named_counters(stack: StackText) -> StackText:
    """A Resource with its counters called by their kind, which may be left out (idc.resource.counters-named)."""
    said = ((word, value) if word != "counters" else ("marks", (value, RESOURCE)) for word, value in stack.conditions)
    return _replace(stack, conditions=tuple(said))


def _everything(stack: StackText) -> Iterator[StackText]:
    yield stack
    for _, other in stack.attached:
        yield from _everything(other)


def _name(stack: StackText) -> str:
    return stack.alias or stack.cards[0].title
