"""The lossless JSON form of a table: every attribute, faces by value, typed on the way back.

Two tables are the same if their forms are; the index of effects is derived and not kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from adjudicator.swtcg.table.facts import TableAgenda
from adjudicator.swtcg.table.seating import Seat, Seated, side_of
from adjudicator.swtcg.table.table import Attack, Card, Delayed, Met, Modifier, Stack, Table, Turn
from adjudicator.swtcg.words.face import Face

DERIVED = (
    "concealed",
    "index_cache",
    "just_met",
    "let_pass",
    "parts",
    "reckoning",
    "seating",
    "so_before",
    "stood",
    "why",
)
"""Attributes of a table that follow from the others, or from who looks at it."""
SLOTS = tuple(sorted((*Seated.__slots__, *Table.__slots__)))
"""All attributes of a table."""


class TableForm(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A table as it is stored; the fields are the attributes of `Table`."""

    edition: str
    manual: str = "ask"
    strict: bool = False
    reported_decks: bool = False
    faces: tuple[Face, ...] = ()
    cards: tuple[Card, ...] = ()
    zones: dict[str, tuple[int, ...]] = {}
    stacks: tuple[Stack, ...] = ()
    seats: tuple[Seat, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    delayed: tuple[Delayed, ...] = ()
    used: dict[str, str] = {}
    happened: tuple[tuple[str, int, str], ...] = ()
    attacks: tuple[Attack, ...] = ()
    names: dict[str, int] = {}
    bids: dict[str, int] = {}
    shortcut: tuple[str, str] = ("", "")
    met: dict[str, tuple[Met, ...]] = {}
    starting: dict[str, int] = {}
    turn: Turn = Turn()
    winner: str = ""
    next_id: int = 1
    agenda: TableAgenda = TableAgenda()
    suppressed: str | None = None


KEYED = {
    "faces": "key", "cards": "handle", "stacks": "id", "seats": "name", "modifiers": "id", "delayed": "id",
}  # fmt: skip
"""Attributes that are dicts, with the field of their values that is the key."""
_DECODER = msgspec.json.Decoder(TableForm)


def form_of(table: Table) -> TableForm:
    """A table as the value that is stored."""
    fields: dict[str, Any] = {}
    for name in SLOTS:
        if name in DERIVED:
            continue
        value = getattr(table, name)
        fields[name] = tuple(value.values()) if name in KEYED else value
    agenda = table.agenda
    fields["agenda"] = TableAgenda(agenda.frames, agenda.window, agenda.pool, agenda.pending)
    fields["edition"] = table.edition.id
    return TableForm(**fields)


def encode(table: Table) -> bytes:
    """A table in JSON."""
    return msgspec.json.encode(form_of(table))


def decode(data: bytes, made: Callable[[str], Table]) -> Table:
    """A table from its JSON, `made` for the id of its edition. Raises ValueError (msgspec.ValidationError)."""
    form = _DECODER.decode(data)
    table = made(form.edition)
    if form.seats:
        sides = table.edition.sides.value
        chairs = ((seat.name, seat.side or side_of(seat.name, sides), seat.team or seat.name) for seat in form.seats)
        table.sit(tuple(chairs))
    for name in SLOTS:
        if name in DERIVED or name == "edition":
            continue
        value = getattr(form, name)
        if name == "seats":  # one from before has no side yet, but the chair that it sits on has
            table.seats.update({seat.name: _seated(seat, table.seats[seat.name]) for seat in value})
            continue
        if name in KEYED:
            key = KEYED[name]
            value = {getattr(each, key): each for each in value}
        setattr(table, name, value)
    return table


def _seated(seat: Seat, chair: Seat) -> Seat:
    return seat if seat.side else msgspec.structs.replace(seat, side=chair.side, team=chair.team)
