"""Reckoning: what a card's words read off a table and what in turn depends on what cards say.

"Each unit with power 3 or more" has to know the power of units, and a power may hang on how many units there are. The
words (`standing.selectors`, `standing.amounts`) are read below, the values reckoned above them. So a table carries the
answers with it: `standing.reckoned` puts them together, and whoever makes a table hands them in.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import msgspec

from adjudicator.kernel.explained import Explained


class Reckoning(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The questions to a table that words may come to; each function takes the table first."""

    index: Callable[[Any], Any]
    """The index of effects in play."""
    value: Callable[[Any, Any, str], int | None]
    """The value of a stack by its name, or of a keyword that is a number; None for another word."""
    explained: Callable[[Any, Any, str], Explained]
    """The same with its parts. Raises KeyError for an unknown name."""
    amount: Callable[[Any, Any, Any], int]
    """The number that an amount of the effect language stands for, in a scene."""
    can_attack: Callable[[Any, Any, Any], bool]
    """Whether one unit can attack another."""
    arenas_controlled: Callable[[Any, str], tuple[str, ...]]
    """The arenas that a seat controls."""
    precedence: Callable[[Any], tuple[str, ...]]
    """The seats in the order in which they win ties."""
    catalogue: Callable[[], Any]
    """The cards that there are, read when somebody first asks: `names` of cards, `face` by its key."""
    cited: Callable[[Any, str, str, tuple[Any, ...]], str]
    """The ruling on a card that decides in a general rule's place, or that rule: for what kind of thing, about what."""
    cards_ruled: Callable[[Any, str, str], Collection[str]]
    """The cards of a game of which a ruling works out a rule for something of a kind."""
    done_words: Callable[[Any], str]
    """What some instructions do, in our words; empty if they do not say all of it."""
