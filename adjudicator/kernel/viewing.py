"""Who may know what: the one place where a table is narrowed to what a viewer may know, with the rule for each place.

A game says where things lie and who may know what they are (`Game.information`). What everybody may look at is *free*,
what everybody can work out from that is *derived* (how many cards a hand has), and what only some may know is
*private*. `view_for` decides what is hidden from a viewer, and the game takes just that off a draft of its table
(`Game.conceal`). Whatever is told to somebody is told from such a view, so that it cannot tell more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Any, Protocol

import msgspec

EVERYBODY, JUDGE = "", "judge"
"""The viewer who knows what everybody may know, and the one from whom nothing is hidden; all others are seats."""


class Information(Enum):
    """What kind of information something is."""

    FREE = "free"
    DERIVED = "derived"
    PRIVATE = "private"


class Lying(msgspec.Struct, frozen=True, gc=False):
    """What lies in one place, and who may know it.

    `place` is the game's name of the place, `what` says in a word what is meant of it ("cards", "number"). `things` are
    what lies there as the game keeps it; they are never told. `knows` lists the seats that may know them, None stands
    for everybody; to the seats in `shown` it is shown besides, which others are not told. `rule` decides it; where a
    card does so against the rules, `source` is its name.
    """

    place: str
    what: str
    kind: Information
    things: tuple[Any, ...]
    rule: str
    knows: tuple[str, ...] | None = None
    source: str = ""
    shown: tuple[str, ...] = ()

    def open_to(self, viewer: str) -> bool:
        """Whether a viewer may know it."""
        return self.knows is None or viewer == JUDGE or viewer in self.knows or viewer in self.shown


class View(msgspec.Struct, frozen=True):
    """A table as a viewer knows it, and the places whose contents the viewer does not know."""

    viewer: str
    table: Any
    hidden: tuple[Lying, ...]


class ViewedGame(Protocol):
    """The part of a game that looking needs; the whole is `kernel.game.Game`."""

    def information(self, table: Any) -> Iterable[Lying]:
        """Where things lie, what kind of information they are, who may know them, and by which rule."""

    def conceal(self, table: Any, hidden: Sequence[Lying], viewer: str) -> Any:
        """A draft of the table in which that is unknown; ask `view_for` instead."""


def told_to(game: ViewedGame, table: Any, viewer: str) -> tuple[Lying, ...]:
    """Who may know what, place by place, as a viewer may be told it.

    Hidden things are one row a place: how much of it is shown to another would tell what it is.
    """
    found: dict[tuple[str, str, bool], Lying] = {}
    for each in game.information(table):
        key = (each.place, each.what, each.open_to(viewer))
        before = found[key].things if key in found else ()
        found[key] = msgspec.structs.replace(each, things=(*before, *each.things))
    return tuple(found.values())


def view_for(game: ViewedGame, table: Any, viewer: str) -> View:
    """The table as a viewer knows it: a seat, EVERYBODY or JUDGE. Of the judge's view the table is the table itself."""
    if viewer == JUDGE:
        return View(viewer, table, ())
    hidden = tuple(each for each in game.information(table) if not each.open_to(viewer))
    return View(viewer, game.conceal(table, hidden, viewer), hidden)
