"""A card of a catalogue: its face, and what the rules do not care about."""

from __future__ import annotations

import msgspec

from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.language import Ability


class Untold(msgspec.Struct, frozen=True, array_like=True):
    """A paragraph that was not compiled: its number, its state ("by hand", "frame", "read", "manual"), and why."""

    number: int
    state: str
    why: str


class ReadAhead(msgspec.Struct, frozen=True):
    """A paragraph that is understood and not carried out yet: its number, and what it says."""

    number: int
    says: tuple[Ability, ...]


class Limit(msgspec.Struct, frozen=True, array_like=True):
    """How many copies of a card a deck may have in events of a format; in all sanctioned ones if it names none."""

    most: int
    within: str = ""


class Entry(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A card of the catalogue.

    `printing` says which printing it is (Promo, Starter ...), `image` is the plugin's image key. `untold` are its
    paragraphs that were not compiled from wording, `read` what those say that are understood and not carried out yet,
    `errata` the rules by which its print is corrected. `lost` says what of the row of a set file could not be
    read. `limits` are the committee's bans and restrictions.
    """

    face: Face
    printing: str = ""
    image: str = ""
    untold: tuple[Untold, ...] = ()
    errata: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    read: tuple[ReadAhead, ...] = ()
    limits: tuple[Limit, ...] = ()

    @property
    def title(self) -> str:
        """The written name with version and printing: "Luke Skywalker (C) (Promo)"."""
        return f"{self.face.title} ({self.printing})" if self.printing else self.face.title
