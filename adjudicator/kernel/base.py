"""Base values: facts, declarations, frames, and what is sealed in them."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

import msgspec

S = TypeVar("S", bound=msgspec.Struct)


class Sealed(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Content that only an audience may know.

    `audience` lists seats; `items` is the content (card handles, face keys), empty once closed.
    """

    audience: tuple[str, ...]
    items: tuple[Any, ...] = ()

    def closed(self) -> Sealed:
        """The same seal without its content."""
        return Sealed(self.audience)


class Fact(msgspec.Struct, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """Something that happened; the smallest unit of history.

    `rule` is the deciding citation, `cause` names what brought it about (a card, a step).
    A fact kind is frozen once released: a new meaning is a new kind. `still` marks kinds that change nothing
    a standing check could look at, so that the checks need not be made again after them. `aside` marks what is done on
    the way (a payment): no ruling rests on it while something else happens. `untold` marks what is no event that
    anybody is told of: no ruling rests on it at all. `closes` marks where more ends than what was said: a "step" or
    a "turn", so that another part of the game goes on, or the "game".
    """

    looks_back: ClassVar[bool] = False
    still: ClassVar[bool] = False
    aside: ClassVar[bool] = False
    untold: ClassVar[bool] = False
    departs: ClassVar[bool] = False
    closes: ClassVar[str] = ""
    rule: str = ""
    cause: str = ""


class Declaration(msgspec.Struct, frozen=True, gc=False, tag=True):
    """One utterance of one seat. Every argument is a field; hidden ones are Sealed."""

    seat: str


class Frame(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """One procedure in progress: the named step it is at, and its bound values as fields.

    Frame and step names are part of the stored schema. `deals_triggers` marks procedures
    between whose steps waiting triggers may resolve, `departs` those that carry out effects: what they bring about
    departs from the plain course of the game.
    """

    deals_triggers: ClassVar[bool] = False
    departs: ClassVar[bool] = False
    step: str = "start"


def seals(value: msgspec.Struct) -> list[tuple[str, Sealed]]:
    """The sealed fields of a fact or declaration with their names, in field order."""
    return [(name, found) for name in value.__struct_fields__ if isinstance(found := getattr(value, name), Sealed)]


def closed(value: S) -> S:
    """The value as everybody may see it: every seal without its content."""
    found = [(name, seal.closed()) for name, seal in seals(value) if seal.items]
    return msgspec.structs.replace(value, **dict(found)) if found else value
