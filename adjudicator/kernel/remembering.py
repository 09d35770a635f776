"""Looks at a value that are taken once for each value and remembered.

The values of faces and effects live long and are looked at in every listing. They are told apart by identity,
because comparing two of them by content would take longer than looking again. This is the one place where an
address in memory is used, and no answer depends on it: what is remembered is what the look would find again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

E = TypeVar("E")
V = TypeVar("V")

REMEMBERED_MAX = 8192
"""So many values are remembered by one look; then it begins anew."""


def remembered(look: Callable[[E], V], most: int = REMEMBERED_MAX) -> Callable[[E], V]:
    """The same look, taken once for each value. It has to be pure, and its value must not be changed by callers."""
    known: dict[int, tuple[E, V]] = {}

    @wraps(look)
    def looked(value: E) -> V:
        found = known.get(id(value))
        if found is not None and found[0] is value:  # it is kept alive here, so nothing else can have its address
            return found[1]
        return _remember(known, value, look(value), most)

    return looked


def _remember(known: dict[int, tuple[E, V]], value: E, seen: V, most: int) -> V:
    if len(known) >= most:
        known.clear()
    known[id(value)] = (value, seen)
    return seen


def remembered_by_word(look: Callable[[E, str], V], most: int = REMEMBERED_MAX) -> Callable[[E, str], V]:
    """The same for a look at a value and a word: taken once for each value and word."""
    by_word: dict[str, dict[int, tuple[E, V]]] = {}

    @wraps(look)
    def looked(value: E, word: str) -> V:
        known = by_word.get(word)
        if known is None:
            known = by_word[word] = {}
        found = known.get(id(value))
        if found is not None and found[0] is value:
            return found[1]
        return _remember(known, value, look(value, word), most)

    return looked


GAMES_MAX = 512
"""Of what a whole game brings with it less is remembered: it is large, and in play it is always the same few."""


def remembered_of_game(look: Callable[[E], V]) -> Callable[[E], V]:
    """The same for looks at what a whole game brings with it, as all faces of its cards."""
    return remembered(look, GAMES_MAX)
