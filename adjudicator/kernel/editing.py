"""Changes to a written board, one by one, as somebody makes them who clicks a board together instead of typing it.

A game makes them in its notation, so that a person reads and types on what was clicked. Things are called by the names
that a table as data gives them (kernel.showing), zones and seats by their own.
"""

from __future__ import annotations

from typing import Any

import msgspec


class Put(msgspec.Struct, frozen=True):
    """A card is put down for a seat: by itself in a zone, or on a thing.

    `card` is its key or its title; empty for one that nobody knows. `how` says how it is on the thing: `top`,
    `beneath`, or the role of what is attached.
    """

    card: str
    seat: str = ""
    zone: str = ""
    on: str = ""
    how: str = ""


class Move(msgspec.Struct, frozen=True):
    """A thing goes elsewhere with all that is on it: to a zone of a seat, or onto a thing."""

    thing: str
    seat: str = ""
    zone: str = ""
    on: str = ""
    how: str = ""


class Remove(msgspec.Struct, frozen=True):
    """A thing goes with all that is on it; or, where no thing is named, a card of a pile, or one that nobody knows."""

    thing: str = ""
    seat: str = ""
    zone: str = ""
    card: str = ""


class Mark(msgspec.Struct, frozen=True):
    """A thing gets a mark, as `tapped`, or loses it."""

    thing: str
    mark: str
    on: bool = True


class Count(msgspec.Struct, frozen=True):
    """A number of a thing, of a seat, of a seat's pile, or, where `of` is empty, of the turn."""

    of: str
    name: str
    amount: int


class Control(msgspec.Struct, frozen=True):
    """A seat controls a thing."""

    thing: str
    seat: str


class Line(msgspec.Struct, frozen=True):
    """A line of the board by its first word, as `attack`; empty for the first line. Without words it goes."""

    name: str
    words: str


class Link(msgspec.Struct, frozen=True):
    """Something is under way between two things (kernel.showing.Link); without a source nothing is any more."""

    kind: str
    source: str = ""
    target: str = ""
    mode: str = ""
    stage: str = ""
    numbers: tuple[int, ...] = ()


Edit = Put | Move | Remove | Mark | Count | Control | Line | Link


class Kind(msgspec.Struct, frozen=True):
    """What may be changed on things of a role by hand: marks, numbers, and in which roles others are attached."""

    role: str
    marks: tuple[str, ...] = ()
    amounts: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()


class Stage(msgspec.Struct, frozen=True):
    """A stage of what is under way: its name, the greatest number it can have (0: none), whether it has only one."""

    name: str
    most: int = 0
    one: bool = False


class LinkKind(msgspec.Struct, frozen=True):
    """A kind of what can be under way: the ways besides the ordinary one, and the stages a board can begin with."""

    kind: str
    modes: tuple[str, ...] = ()
    stages: tuple[Stage, ...] = ()


class Edited(msgspec.Struct, frozen=True):
    """A board after its changes: its text, its first line, what lies there, the first lines that it could have.

    `kinds`, `seat_amounts` and `link_kinds` say what may be changed. `things` is a table at no point of a turn, so that
    one can go on with a board whose first line does not fit it yet.
    """

    text: str
    moment: str
    things: Any
    moments: tuple[str, ...] = ()
    kinds: tuple[Kind, ...] = ()
    seat_amounts: tuple[str, ...] = ()
    link_kinds: tuple[LinkKind, ...] = ()


class EditError(ValueError):
    """A change that this board does not take, in a sentence for people; `at` counts the changes from 0."""

    told_to_people = True

    def __init__(self, message: str, at: int = 0) -> None:
        super().__init__(message)
        self.at = at
