"""What is different between two tables, by their lossless JSON forms."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

Path = tuple[str, ...]
Difference = tuple[Path, Any, Any]

NOTHING = object()
"""Where there is nothing to compare with."""

_NAMES = ("id", "key", "handle", "name")


def differences(before: Any, after: Any, path: Path = ()) -> Iterator[Difference]:
    """Every difference with its path from the outside in; NOTHING where one of the two has nothing there.

    Items of a list that have a number or a name of their own are compared by it, others by their place.
    """
    if type(before) is type(after) and isinstance(before, dict):
        for name in dict.fromkeys((*before, *after)):
            yield from differences(before.get(name, NOTHING), after.get(name, NOTHING), (*path, str(name)))
    elif type(before) is type(after) and isinstance(before, list):
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


def _keyed(items: list[Any]) -> dict[str, Any]:
    """The items by their own number or name; fewer than there are if some have none, or share one."""
    found: dict[str, Any] = {}
    for item in items:
        if isinstance(item, list) and item:
            own = item[0]
        elif isinstance(item, dict):
            own = next((item[name] for name in _NAMES if name in item), None)
        else:
            own = None
        if isinstance(own, int | str):
            found[str(own)] = item
    return found
