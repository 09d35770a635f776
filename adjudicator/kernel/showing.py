"""A table as data: what lies where, for a frontend that draws it without reading any notation.

A game shows the table that it is given. Handed the table as a viewer knows it (kernel.viewing), it can show no more.
Seats, sides, arenas and zones are the game's own, as many as there are.
"""

from __future__ import annotations

from enum import Enum

import msgspec


class ZoneKind(Enum):
    """How a zone is laid out."""

    SHARED = "shared"
    """Things of all seats stand there, as in an arena."""
    OWN = "own"
    """Things of one seat stand there, as in a build zone."""
    PILE = "pile"
    """Cards of one seat lie there, as in a hand or a deck."""


class Amount(msgspec.Struct, frozen=True, gc=False):
    """A number of something, by the name under which its explanation is asked for; `printed` is that of the card."""

    name: str
    amount: int
    printed: int | None = None


class Card(msgspec.Struct, frozen=True, gc=False):
    """A card: its key in the catalogue and its title. Both are empty for one that the viewer does not know."""

    card: str = ""
    title: str = ""


class Thing(msgspec.Struct, frozen=True, gc=False):
    """What stands on the table, with all that is attached to it.

    `name` is what the notation calls it, and what questions about it name. `cards` has the top one first. `seat`
    controls it, `owner` owns its top card. `role` is the game's word for what it is there, `marks` how it stands.
    """

    name: str
    seat: str
    owner: str
    role: str
    cards: tuple[Card, ...]
    marks: tuple[str, ...] = ()
    amounts: tuple[Amount, ...] = ()
    attached: tuple[Thing, ...] = ()


class Zone(msgspec.Struct, frozen=True, gc=False):
    """A zone: of a seat, or of nobody. `count` cards lie in a pile; `cards` are those of them that the viewer knows.

    `ordered` says that these lie in their order, the first on top. `controller` has a shared zone for itself.
    """

    name: str
    kind: ZoneKind
    seat: str = ""
    things: tuple[Thing, ...] = ()
    count: int = 0
    cards: tuple[Card, ...] = ()
    ordered: bool = False
    controller: str = ""


class SeatShown(msgspec.Struct, frozen=True, gc=False):
    """A seat with its side, its team, and its numbers."""

    seat: str
    side: str = ""
    team: str = ""
    amounts: tuple[Amount, ...] = ()


class Link(msgspec.Struct, frozen=True, gc=False):
    """What is under way between two things, as an attack; `mode` is the game's word for how, if there are several.

    `stage` is the game's word for how far it has come, `numbers` are its dice or the like there.
    """

    kind: str
    source: str
    target: str
    mode: str = ""
    stage: str = ""
    numbers: tuple[int, ...] = ()


class Shown(msgspec.Struct, frozen=True, gc=False):
    """A table."""

    seats: tuple[SeatShown, ...]
    zones: tuple[Zone, ...]
    links: tuple[Link, ...] = ()
