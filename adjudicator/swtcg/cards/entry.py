"""A card of a catalogue: its face, and what the rules do not care about."""

from __future__ import annotations

import msgspec

from adjudicator.swtcg.words.face import Face


class Untold(msgspec.Struct, frozen=True, array_like=True):
    """A paragraph that was not compiled: its number, its state ("by hand", "frame", "manual"), and why."""

    number: int
    state: str
    why: str


class Entry(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A card of the catalogue.

    `printing` says which printing it is (Promo, Starter ...), `image` is the plugin's image key. `untold` are its
    paragraphs that were not compiled from wording, `errata` the rules by which its print is corrected. `lost` says what
    of the row of a set file could not be read.
    """

    face: Face
    printing: str = ""
    image: str = ""
    untold: tuple[Untold, ...] = ()
    errata: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The written name with version and printing: "Luke Skywalker (C) (Promo)"."""
        return f"{self.face.title} ({self.printing})" if self.printing else self.face.title
