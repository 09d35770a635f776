"""What is different between two tables, by the names of their parts."""

from __future__ import annotations

import json
from collections.abc import Container, Iterator
from enum import Enum
from typing import Any

import msgspec

from adjudicator.kernel.game import Game

Path = tuple[str, ...]
Difference = tuple[Path, Any, Any]

NOTHING = object()
"""Where there is nothing to compare with."""

_NAMES = ("id", "key", "handle", "name")
_TYPE = "type"
"""Under this name stands which of several kinds of value it is."""


def form(game: Game, table: Any, left_out: Container[str] = ()) -> dict[str, Any]:
    """A table as mappings, lists and plain values; every field under its name, also where it is stored without.

    Its parts are those of the lossless JSON form, so caches and the like stay out.
    """
    stored = json.loads(game.encode(table))
    return {
        name: named(getattr(table, name)) if hasattr(table, name) else value
        for name, value in stored.items()
        if name not in left_out
    }


def named(value: Any) -> Any:
    """A value as mappings, lists and plain values."""
    if isinstance(value, msgspec.Struct):
        tag = value.__struct_config__.tag
        fields = {name: named(getattr(value, name)) for name in value.__struct_fields__}
        return {_TYPE: tag, **fields} if tag is not None else fields
    if isinstance(value, dict):
        return {str(named(name)): named(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [named(each) for each in value]
    if isinstance(value, set | frozenset):
        return sorted((named(each) for each in value), key=repr)
    if isinstance(value, Enum):
        return value.value
    return value.hex() if isinstance(value, bytes) else value


def differences(before: Any, after: Any, path: Path = ()) -> Iterator[Difference]:
    """Every difference with its path from the outside in; NOTHING where one of the two has nothing there.

    Items of a list that have a number or a name of their own are compared by it, others by their place. Values of
    different kinds are different as a whole.
    """
    if _alike(before, after) and isinstance(before, dict):
        for name in dict.fromkeys((*before, *after)):
            yield from differences(before.get(name, NOTHING), after.get(name, NOTHING), (*path, str(name)))
    elif _alike(before, after) and isinstance(before, list):
        keyed = _keyed(before), _keyed(after)
        if len(keyed[0]) == len(before) and len(keyed[1]) == len(after) and (before or after):
            yield from differences(keyed[0], keyed[1], path)
        else:
            for at in range(max(len(before), len(after))):
                pair = (before[at] if at < len(before) else NOTHING, after[at] if at < len(after) else NOTHING)
                yield from differences(*pair, (*path, str(at)))
    elif before != after or type(before) is not type(after):
        yield path, before, after


def shown(value: Any) -> str:
    """A value as JSON; nothing for nothing."""
    return "" if value is NOTHING else json.dumps(value, ensure_ascii=False)


def _alike(before: Any, after: Any) -> bool:
    """Whether two values are of one kind, so that their parts can be compared."""
    if type(before) is not type(after):
        return False
    return not isinstance(before, dict) or before.get(_TYPE) == after.get(_TYPE)


def _keyed(items: list[Any]) -> dict[str, Any]:
    """The items by their own number or name; fewer than there are if some have none, or share one."""
    found: dict[str, Any] = {}
    for item in items:
        own: Any = None
        if isinstance(item, list) and item:
            own = item[0]
        elif isinstance(item, dict) and _TYPE not in item:
            first = next(iter(item.values()), None)
            own = next((item[name] for name in _NAMES if name in item), first)
        if isinstance(own, int | str):
            found[str(own)] = item
    return found
