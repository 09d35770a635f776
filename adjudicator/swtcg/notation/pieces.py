"""A written board taken apart so that it can be changed, and put together again in its own words.

What stands on the board becomes pieces. The first line, the lines of what is under way, and comments stay as they were
typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from adjudicator.swtcg.notation.names import ZONES
from adjudicator.swtcg.notation.syntax import parse_board
from adjudicator.swtcg.notation.texts import BoardText, CardText, PileText, StackText, written_card, written_under

_HEAD = re.compile(r"\s*(turn|setup)\b", re.IGNORECASE)
_UNDER_WAY = re.compile(r"\s*(attack|waiting|lasting|besides)\s*:", re.IGNORECASE)
_COMMENT = re.compile(r"\s*# ")
_FLAGS = ("tapped", "untapped", "undamaged", "retreated", "shown")


@dataclass(eq=False)
class Piece:
    """A stack of a written board."""

    alias: str = ""
    cards: list[CardText] = field(default_factory=list)
    conditions: dict[str, Any] = field(default_factory=dict)
    attached: list[tuple[str, Piece]] = field(default_factory=list)
    marks: tuple[tuple[int, str], ...] = ()

    def everything(self) -> Iterator[Piece]:
        """The piece and all that is on it, in the order in which a board is read."""
        yield self
        for _, piece in self.attached:
            yield from piece.everything()


@dataclass(eq=False)
class Part:
    """A seat's part of a written board."""

    side: str = ""
    items: dict[str, Any] = field(default_factory=dict)
    zones: dict[str, list[Piece]] = field(default_factory=dict)


class Pieces:
    """A board taken apart; `order` has its seats where it names no others."""

    def __init__(self, text: str, order: tuple[str, ...]) -> None:
        lines = text.splitlines()
        self.head = next((line.strip() for line in lines if _HEAD.match(line)), "")
        self.under_way: dict[str, str] = {}
        for line in lines:
            if found := _UNDER_WAY.match(line):
                word = found[1].lower()
                self.under_way[word] = "\n".join((*filter(None, (self.under_way.get(word),)), line.strip()))
        self.comments = [line.strip() for line in lines if _COMMENT.match(line)]
        self.locations: dict[str, tuple[str, Piece]] = {}
        board = parse_board(text) if text.strip() else BoardText()
        there = {seat.seat for seat in board.seats}
        self.parts = {seat: Part() for seat in order if there.issubset(order)}
        if not text.strip():
            self.head = f"turn 1, {order[0]} build step"
            return
        for seat in board.seats:
            part = self.parts.setdefault(seat.seat, Part())
            part.side = seat.side
            part.items.update(seat.items)
            for zone, stacks in seat.zones.items():
                part.zones[zone] = [_piece(stack) for stack in stacks]
        for each in board.locations or ():
            self.locations[each.arena] = (each.seat, _piece(each.stack))

    def everything(self) -> Iterator[Piece]:
        """All pieces in the order in which a board is read."""
        for part in self.parts.values():
            for zone in ZONES:
                for piece in part.zones.get(zone, ()):
                    yield from piece.everything()
        for _, piece in self.locations.values():
            yield from piece.everything()

    def take(self, piece: Piece) -> None:
        """Take a piece off the board with all that is on it."""
        for part in self.parts.values():
            for pieces in part.zones.values():
                if piece in pieces:
                    pieces.remove(piece)
        self.locations = {arena: each for arena, each in self.locations.items() if each[1] is not piece}
        for other in list(self.everything()):
            other.attached = [each for each in other.attached if each[1] is not piece]

    def text(self) -> str:
        """The board in words."""
        lines = [*self.comments, self.head]
        for seat, part in self.parts.items():
            player = f"{seat} ({part.side})" if part.side else seat
            lines.append(f"{player}: {', '.join(_item(word, value) for word, value in part.items.items())}".rstrip())
            written_zones = ((zone, "; ".join(map(_stack, part.zones.get(zone, ())))) for zone in ZONES)
            lines.extend(f"  {zone}: {stacks}" for zone, stacks in written_zones if stacks)
        if self.locations:
            there = (f"{arena} = {_stack(piece, seat)}" for arena, (seat, piece) in self.locations.items())
            lines.append("locations: " + "; ".join(there))
        return "\n".join(line for line in (*lines, *self.under_way.values()) if line) + "\n"


def _piece(stack: StackText) -> Piece:
    attached = [(how, _piece(each)) for how, each in stack.attached]
    return Piece(stack.alias, list(stack.cards), dict(stack.conditions), attached, stack.all_of("marks"))


def _stack(piece: Piece, side: str = "") -> str:
    words = f"{piece.alias} = " if piece.alias else ""
    words += " over ".join(map(written_card, piece.cards))
    if side:
        words += f" ({side})"
    if piece.conditions.get("face down"):
        words += " face down"
    marks = (f"{number} {kind} counter{'s' * (number != 1)}" for number, kind in piece.marks)
    words = ", ".join([words, *marks, *_conditions(piece.conditions)])
    for how, other in piece.attached:
        words += f" {how} ({_stack(other)})" if other.attached else f" {how} {_stack(other)}"
    return words


def _conditions(conditions: dict[str, Any]) -> Iterator[str]:
    if counters := conditions.get("counters"):
        yield f"{counters} counter" + ("s" if counters != 1 else "")
    if damage := conditions.get("damage"):
        yield f"damage {damage}"
    if cards := conditions.get("under"):
        yield written_under(cards)
    yield from (word for word in _FLAGS if conditions.get(word))
    for word in ("owned", "controlled"):
        if seat := conditions.get(word):
            yield f"{word} by {seat}"


def _item(word: str, value: Any) -> str:
    if isinstance(value, PileText):
        count = "" if value.count is None else f" {value.count}"
        cards = "" if value.cards is None else f" [{', '.join(map(written_card, value.cards))}]"
        return f"{word}{count}{cards}"
    name = "build points" if word == "points" else word
    return name if value is True else f"{name} {value}"
