"""The private part of an entry: what is sealed goes there, and only a salted commitment stays outside.

A commitment is SHA-256(salt || item) with a salt of 32 random bytes of its own, so that nobody can
find out a hidden card by trying all cards. Every seal is committed to, an empty one too: how much
somebody holds is no less hidden than the things themselves.
"""

from __future__ import annotations

import hashlib
import typing
from collections.abc import Callable
from operator import attrgetter, is_not
from typing import Any

import msgspec

from adjudicator.kernel.base import Sealed

_plans: dict[type, tuple[str, ...]] = {}
_sealless: set[type] = set()
"""Kinds of values that are known to hold no seal: most of what is looked at."""

_parts: dict[type, Callable[[Any], tuple[Any, ...]]] = {}
_items = msgspec.msgpack.Decoder(tuple[Any, ...])
NOT_THE_SAME = "it is not the same when it is read and written again"


def pack_items(items: tuple[Any, ...]) -> bytes:
    """The content of a seal as bytes."""
    return msgspec.msgpack.encode(items)


def unpack_items(data: bytes) -> tuple[Any, ...]:
    """The content of a seal from its bytes.

    Sequences come back as tuples, so that it is a value again; what is within a mapping stays plain data.
    """
    items = _items.decode(data)
    return tuple(map(_value, items)) if list in map(type, items) else items


def commitment(salt: bytes, item: bytes) -> bytes:
    """What everybody may know of a private item."""
    return hashlib.sha256(salt + item).digest()


def seals_in(value: Any) -> list[Sealed]:
    """Every seal within a value, in field order."""
    found: list[Sealed] = []
    _collect(value, found)
    return found


def may_seal(kind: type) -> bool:
    """Whether there can be a seal within a value of a kind."""
    return kind not in _sealless and bool(_plan(kind))


def close_seals(value: Any) -> Any:
    """The value with every seal closed: its audience stays, its content goes."""
    return _each_seal(value, _closed)


def seen_by(value: Any, seats: tuple[str, ...]) -> Any:
    """The value as the holders of some seats may see it: seals that are not for them are closed."""

    def look(seal: Sealed) -> Sealed:
        return seal if any(seat in seal.audience for seat in seats) else seal.closed()

    return _each_seal(value, look)


def fill_seals(found: list[Sealed], contents: list[bytes | None], *, strict: bool = False) -> None:
    """Put private items back into the seals of a value just decoded; None leaves one closed (its items are missing).

    Raises ValueError if there are more or fewer seals than items or, if `strict`, for items that we would have
    packed otherwise.
    """
    if len(found) != len(contents):
        raise ValueError(f"{len(found)} seals but {len(contents)} private items")
    for seal, content in zip(found, contents, strict=True):
        if content is not None:
            # The value was decoded a moment ago and nobody else holds it.
            items = unpack_items(content)
            if strict and pack_items(items) != content:
                raise ValueError(NOT_THE_SAME)
            msgspec.structs.force_setattr(seal, "items", items)


def _closed(seal: Sealed) -> Sealed:
    return seal.closed() if seal.items else seal


def _collect(value: Any, found: list[Sealed]) -> None:
    kind = type(value)
    if kind is Sealed:
        found.append(value)
        return
    for part in value if kind is tuple else (_parts.get(kind) or _parts_of(kind))(value):
        if part and type(part) not in _sealless:
            _collect(part, found)


def _parts_of(kind: type) -> Callable[[Any], tuple[Any, ...]]:
    """What takes out of a value of a kind all in which a seal can be, in field order; worked out once per kind."""
    paths = _paths(kind) if _plan(kind) else {}
    take: Callable[[Any], Any] = attrgetter(*paths) if paths else lambda _: ()
    lone = len(paths) == 1 and all(typing.get_origin(hint) is not tuple for hint in paths.values())
    _parts[kind] = found = (lambda value: (take(value),)) if lone else take  # the parts of a lone tuple are its own
    return found


def _paths(kind: type) -> dict[str, Any]:
    """The fields in which a seal can be, with their types; of a field that is one kind of struct, its fields."""
    hints = typing.get_type_hints(kind)
    found: dict[str, Any] = {}
    for name in _plan(kind):
        hint = hints[name]
        one = isinstance(hint, type) and issubclass(hint, msgspec.Struct) and hint is not Sealed
        found |= {f"{name}.{path}": each for path, each in _paths(hint).items()} if one else {name: hint}
    return found


def _each_seal(value: Any, look: Callable[[Sealed], Sealed]) -> Any:
    kind = type(value)
    if kind is Sealed:
        return look(value)
    if kind is tuple:
        parts = tuple([part if type(part) in _sealless else _each_seal(part, look) for part in value])
        return parts if any(map(is_not, parts, value)) else value
    changed = {}
    for name in _plan(kind):
        old = getattr(value, name)
        if old and type(old) not in _sealless and (new := _each_seal(old, look)) is not old:
            changed[name] = new
    return msgspec.structs.replace(value, **changed) if changed else value


def _plan(kind: type) -> tuple[str, ...]:
    """The fields of a kind of value in which a seal can be, none if it is no struct; worked out once per kind."""
    plan = _plans.get(kind)
    if plan is None:
        names: tuple[str, ...] = ()
        if issubclass(kind, msgspec.Struct):
            hints = typing.get_type_hints(kind)
            names = tuple(name for name in kind.__struct_fields__ if _may_seal(hints[name], set()))
        plan = _plans[kind] = names
        if not names and kind is not tuple:
            _sealless.add(kind)
    return plan


def _may_seal(hint: Any, met: set[Any]) -> bool:
    """Whether a seal can be reached from a type; types refer to each other, so each is looked at once (`met`)."""
    if hint is Any or hint is Sealed:
        return True
    if hint in met:
        return False
    met.add(hint)
    inner = typing.get_args(hint)
    if inner:
        return any(_may_seal(part, met) for part in inner if part is not Ellipsis)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        hints = typing.get_type_hints(hint)
        return any(_may_seal(hints[name], met) for name in hint.__struct_fields__)
    return False


def _value(item: Any) -> Any:
    return tuple(map(_value, item)) if type(item) is list else item
