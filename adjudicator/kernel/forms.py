"""Forms: what may be said now, as typed domains instead of a product of choices."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.base import Declaration, Sealed


class OneOf(msgspec.Struct, frozen=True, tag="one_of"):
    """Exactly one of the options (ids, names or flags)."""

    options: tuple[Any, ...]


class Some(msgspec.Struct, frozen=True, tag="some"):
    """Between `least` and `most` different options, in any order."""

    options: tuple[Any, ...]
    least: int
    most: int


class Number(msgspec.Struct, frozen=True, tag="number"):
    """A whole number from `least` to `most`, both included."""

    least: int
    most: int


class Dice(msgspec.Struct, frozen=True, tag="dice"):
    """The results of `count` dice, each from 1 to `faces`; where `fewer` may be told, the others are asked for next,
    and 0 is a die that shows nothing clear.
    """

    count: int
    faces: int = 6
    fewer: bool = False


class Order(msgspec.Struct, frozen=True, tag="order"):
    """All the options, in an order to be chosen."""

    options: tuple[Any, ...]


Domain = OneOf | Some | Number | Dice | Order


class Form(msgspec.Struct, frozen=True):
    """One thing that may be said: the declaration's kind, what is settled, what is to be chosen.

    `kind` is the tag of a declaration; `given` holds the fields that are settled by the form,
    `choices` the typed domain of every field still open. `says` is a short wording for people.
    """

    kind: str
    seat: str
    given: tuple[tuple[str, Any], ...] = ()
    choices: tuple[tuple[str, Domain], ...] = ()
    says: str = ""


def admits(domain: Domain, value: Any) -> bool:
    """Whether a value lies in a domain."""
    if isinstance(domain, OneOf):
        return value in domain.options
    if isinstance(domain, Number):
        return isinstance(value, int) and domain.least <= value <= domain.most
    if isinstance(domain, Dice):
        if domain.fewer:
            return 0 < len(value) <= domain.count and all(0 <= die <= domain.faces for die in value)
        return len(value) == domain.count and all(1 <= die <= domain.faces for die in value)
    if isinstance(domain, Order):
        return sorted(map(str, value)) == sorted(map(str, domain.options))
    chosen = tuple(value)
    return (
        domain.least <= len(chosen) <= domain.most
        and len(set(chosen)) == len(chosen)
        and all(item in domain.options for item in chosen)
    )


def fits(form: Form, said: Declaration) -> bool:
    """Whether a declaration fits a form: same kind and seat, every field as given or in its domain.

    A choice may be of one item of a field ("targets.0"). A field that the form does not name must
    be left at its default.
    """
    if form.kind != type(said).__name__ or form.seat != said.seat:
        return False
    named = {name.partition(".")[0] for name, _ in (*form.given, *form.choices)}
    return (
        all(getattr(said, name) == value for name, value in form.given)
        and all(admits(domain, _opened(domain, _field(said, name))) for name, domain in form.choices)
        and _unsaid(said, named)
    )


def _field(said: Declaration, name: str) -> Any:
    field, dot, number = name.partition(".")
    value = getattr(said, field)
    if not dot:
        return value
    return value[int(number)] if int(number) < len(value) else ()


def _unsaid(said: Declaration, named: set[str]) -> bool:
    """Whether all fields beside the named ones are left at their defaults."""
    defaults = type(said).__struct_defaults__
    optional = type(said).__struct_fields__[len(type(said).__struct_fields__) - len(defaults) :]
    return all(
        getattr(said, name) == default for name, default in zip(optional, defaults, strict=True) if name not in named
    )


def _opened(domain: Domain, value: Any) -> Any:
    """What a sealed argument says: its one item where the domain asks for one, else all of them.

    A seal that is itself one of the options stays as it is.
    """
    if not isinstance(value, Sealed) or (isinstance(domain, OneOf) and value in domain.options):
        return value
    if isinstance(domain, OneOf | Number):
        return value.items[0] if len(value.items) == 1 else None
    return value.items
