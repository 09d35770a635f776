"""Filling forms: a form and a value for each of its open arguments make a declaration."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, get_args

import msgspec

from adjudicator.kernel.base import Declaration, Sealed
from adjudicator.kernel.forms import Form
from adjudicator.kernel.game import Game


class Kind(msgspec.Struct, frozen=True):
    """A kind of declaration: its struct, its arguments in order, and which of them are sealed."""

    made: type[Declaration]
    places: tuple[str, ...]
    sealed: frozenset[str]


def kinds_of(game: Game) -> dict[str, Kind]:
    """The kinds of declaration of a game, by name."""
    return _kinds_of(game)  # type: ignore[arg-type]  # every object is hashed by what it is


@cache
def _kinds_of(game: Game) -> dict[str, Kind]:
    declarations: Any = game.declaration_type
    return {
        str(kind.__struct_config__.tag): Kind(
            kind,
            kind.__struct_fields__[1:],
            frozenset(field.name for field in msgspec.structs.fields(kind) if field.type is Sealed),
        )
        for kind in get_args(declarations) or (declarations,)
    }


def filled(kind: Kind, form: Form, values: Mapping[str, Any]) -> Declaration:
    """The declaration that a form makes with a value for each open argument, in the form's order.

    `targets.0` is the first item of `targets`; what is chosen for a sealed argument is sealed for the form's seat.
    """
    fields: dict[str, Any] = dict(form.given)
    for name, value in values.items():
        whole, dot, _ = name.partition(".")
        if dot:
            fields[whole] = (*fields.get(whole, ()), value)
        elif name in kind.sealed and not isinstance(value, Sealed):
            fields[name] = Sealed((form.seat,), value if isinstance(value, tuple) else (value,))
        else:
            fields[name] = value
    return kind.made(form.seat, **fields)
