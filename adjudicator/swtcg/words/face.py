"""The face of a card: its facts and, as data, its effects."""

from __future__ import annotations

import msgspec

from adjudicator.swtcg.words.language import Ability

UNIT_TYPES = ("space", "ground", "character")
"""The card types that are units, which are also the names of the arenas they fight in."""


SUBORDINATE = "subordinate"
"""The card type of units that come out of a supply, which is no part of the deck, and go back there."""


_UNITS = frozenset(UNIT_TYPES)


class Face(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One card as printed (with its errata).

    `key` identifies it ("ROTS/1"), `name` is without the version letter, `version` is the letter
    or empty (rots.cards.version-letter). `side` is light, dark or neutral; `types` are in lower
    case; `subtypes` is the text after the type. Numbers are None where the card has none;
    `cost_x` marks a cost printed as X.
    """

    key: str
    name: str
    version: str = ""
    set: str = ""
    number: str = ""
    side: str = "neutral"
    types: tuple[str, ...] = ()
    subtypes: str = ""
    cost: int | None = None
    cost_x: bool = False
    speed: int | None = None
    power: int | None = None
    health: int | None = None
    rarity: str = ""
    abilities: tuple[Ability, ...] = ()

    @property
    def title(self) -> str:
        """Name and version as people write them: "Darth Vader (E)"."""
        return f"{self.name} ({self.version})" if self.version else self.name

    @property
    def unit_type(self) -> str | None:
        """The first unit type, which names its arena; None if the card is not a unit."""
        for kind in self.types:
            if kind in UNIT_TYPES:
                return kind
        return None

    @property
    def is_unit(self) -> bool:
        """Whether the card is a unit card."""
        return not _UNITS.isdisjoint(self.types)

    @property
    def costless(self) -> bool:
        """Whether the card has no build cost at all, so that nothing that speaks of one is about it."""
        return SUBORDINATE in self.types

    @property
    def unique(self) -> bool:
        """Whether the card is unique: it has a version letter."""
        return bool(self.version)
