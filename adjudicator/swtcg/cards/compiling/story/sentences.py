"""The values that sentences are read as."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from adjudicator.swtcg.cards.compiling.reading.cutting import counts_under_this
from adjudicator.swtcg.cards.compiling.story.moments import Only
from adjudicator.swtcg.cards.compiling.story.saying import Say

EACH_TIME = "each time"
"""Held by a "when" besides its event: it means every such event, not only the next."""


FIRST, ONCE = "the first time each turn", "once each turn"
"""Held by a "when" besides its event: only the first such event of a turn is meant, or one of them."""
MODES = (EACH_TIME, FIRST, ONCE)


class Mark(msgspec.Struct, frozen=True):
    """An opener or closer of a sentence: which one, and what it holds."""

    kind: str
    held: Any = None
    each: bool = False
    goes_on: bool = False


class Sentence(msgspec.Struct, frozen=True):
    """A sentence as read: what stands before its clauses, the clauses, what stands after."""

    openers: tuple[Mark, ...]
    clauses: tuple[Say, ...]
    closers: tuple[Mark, ...]
    more: Sentence | None = None


class Restriction(msgspec.Struct, frozen=True):
    """A sentence that says when something may be played."""

    only: tuple[Only, ...]


class Extra(msgspec.Struct, frozen=True):
    """A sentence that says what else a Mission costs."""

    cost: tuple[Say, ...]


class ChooseOne(msgspec.Struct, frozen=True):
    """A sentence of options, of which one is chosen."""

    openers: tuple[Mark, ...]
    options: tuple[Sentence, ...]
    who: str = "you"


class ChooseKind(msgspec.Struct, frozen=True):
    """A sentence in which one of several subtypes is chosen: what follows is about the one chosen."""

    kinds: tuple[str, ...]


class KeywordX(msgspec.Struct, frozen=True):
    """Of "Retaliate X, where X is ...": the keyword, and what X is (None: the X that is paid)."""

    keyword: str
    amount: Any = None


Read = Sentence | Restriction | Extra | ChooseOne | ChooseKind | KeywordX


def is_played_once(read: Read) -> bool:
    """Whether a sentence says what may be done once each turn, whenever one likes."""
    return isinstance(read, Sentence) and bool(read.openers) and read.openers[0].kind == ONCE


def joined_at(texts: Sequence[str], read: Callable[[str], Read]) -> int:
    """Where another ability begins that the files have not parted: behind a restriction, always on or a trigger; what
    this card gets by what lies under it, once something has been put there.
    """
    restricted = False
    for at, text in enumerate(texts):
        if counts_under_this(text, texts[:at]):
            return at
        said = read(text)
        opens = said.openers[:1] if isinstance(said, Sentence) else ()
        if restricted and opens and (opens[0].kind == "as long as" or EACH_TIME in (opens[0].held or ())):
            return at
        restricted = restricted or isinstance(said, Restriction)
    return len(texts)
