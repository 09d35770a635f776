"""What a text is on, and what one that is played comes to."""

from __future__ import annotations

import msgspec

from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import FREE, Cost, Those

GIVER = Those(what="stack", bound="giver")
"""The Pilot or Equipment that gives an ability, in that ability."""


class About(msgspec.Struct, frozen=True):
    """What a text is on: the card's name, whether it is unique, its types; `own`: what its name means in a grant."""

    name: str
    unique: bool
    types: tuple[str, ...]
    own: Those = w.THIS


class Played(msgspec.Struct, frozen=True):
    """A text that is played: cost, restrictions, effect."""

    do: tuple[w.Instruction, ...]
    cost: Cost = FREE
    only: str = ""
    condition: w.Condition | None = None
    limit: str = ""
    instead: bool = False
