"""Places in words, and whose they are; what cannot be said raises NoWordsError."""

from __future__ import annotations

from adjudicator.swtcg.words.language import CARD_IN_PLAY, Those

ARENAS = ("space", "ground", "character")
HIDDEN = {"hand": "hand", "deck": "deck", "discard": "discard pile"}
SIDES = {"yours": "your", "opponents": "your opponent's"}


class NoWordsError(Exception):
    """Our wording has no phrase for it, so that it has to be written out exactly."""


def no_words() -> str:
    """Where a phrase would stand if there were one. Raises NoWordsError, always."""
    raise NoWordsError


def where(those: Those) -> str:
    """The place where those are, empty if none is said. Raises NoWordsError."""
    zones = those.zones
    if not zones:
        return "in any arena" if those.what == CARD_IN_PLAY else ""
    if zones == ("here",):
        return "in this arena"
    if zones == ("there",):
        return "in the arena concerned"
    if zones == (*ARENAS, "build"):
        whose = SIDES.get(those.side, "its owner's")
        return f"in any arena or {whose} build zone"
    if all(zone in ARENAS for zone in zones):
        return f"in the {arenas(zones)}"
    if len(zones) == 1 and those.side in SIDES:
        if zones[0] in HIDDEN and those.what == "card":
            return f"in {SIDES[those.side]} {HIDDEN[zones[0]]}"
        if zones[0] == "build":
            return f"in {SIDES[those.side]} build zone"
    if zones == ("under",) and those.what == "card":
        return "under this unit"
    raise NoWordsError


def arenas(zones: tuple[str, ...]) -> str:
    """Arenas by their names: "Space or Ground arena"."""
    names = [zone.capitalize() for zone in zones]
    return f"{', '.join(names[:-1])} or {names[-1]} arena" if len(names) > 1 else f"{names[0]} arena"
