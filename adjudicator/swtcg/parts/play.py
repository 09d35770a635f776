"""The part *play* of the Star Wars TCG (kernel.game.play.Play): decks, and what a random player leans to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from adjudicator.kernel.forms import Form, OneOf
from adjudicator.kernel.game.play import Chance, Packs
from adjudicator.swtcg.cards.catalogue import Catalogue
from adjudicator.swtcg.cards.decks import OUR_DECKS, faces_of, our_deck, read_deck
from adjudicator.swtcg.editions import EDITIONS
from adjudicator.swtcg.opening import pack
from adjudicator.swtcg.parts.random_decks import Pool
from adjudicator.swtcg.table.edition import Edition
from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.words.face import Face

WEIGHTS = {
    "Pass": 4, "Stop": 1, "Decline": 1, "Retreat": 1, "Disembark": 1, "Detach": 1, "Board": 2, "Rearrange": 1,
    "Place": 90, "PartBuild": 2, "AttackWith": 12, "Build": 4, "AddCounters": 6, "Deploy": 12, "Return": 8, "Move": 1,
    "Complete": 6, "PutLocation": 4, "FinishEquipment": 4, "Spring": 6, "Propose": 1, "TakeBack": 1,
    "PlayEvent": 12, "PullResource": 12,
}  # fmt: skip
"""The player is weighted towards building and attacking, or hardly a game would end; the rules are left alone."""

LEANS = ("Place", "Build")
LEANINGS = (12, 3, 1)
"""How much a unit card weighs for an arena with no unit of its player's, with one, with more."""


class StarWarsPlay:
    """Decks and leanings of the Star Wars TCG."""

    weights: Mapping[str, int] = MappingProxyType(WEIGHTS)

    def __init__(self, catalogue: Callable[[], Catalogue]) -> None:
        self._catalogue = catalogue

    def leaning(self, table: Table, form: Form, argument: str, domain: OneOf) -> Sequence[int] | None:
        """A card to put into battle or to build: rather a unit for an arena in which its player has none.

        Without that most random games would be over after a turn or two, for want of units to hold two arenas.
        """
        if form.kind not in LEANS or argument != "card":
            return None
        weights = []
        for option in domain.options:
            face = table.face(option.items[0])
            kind = None if face is None else face.unit_type
            units = 1 if kind is None else len(table.units(kind, form.seat))
            weights.append(LEANINGS[min(units, len(LEANINGS) - 1)])
        return weights

    def turn(self, table: Table) -> int:
        """The number of the turn."""
        return table.turn.number

    def packs(self, edition: str, decks: Sequence[str | bytes] = ()) -> Packs:
        """Packs of two decks, one of each side in any order. Raises ValueError."""
        catalogue, found = self._catalogue(), dict[str, tuple[Face, ...]]()
        places = _places(EDITIONS[edition])
        given = decks or [next(name for name in OUR_DECKS if our_deck(name).side == side) for side in places.values()]
        for deck in given:
            read, _ = read_deck(deck, catalogue)
            if read.unknown:
                missing = ", ".join(card for _, card in read.unknown)
                raise ValueError(f"{read.title or 'a deck'}: not in the catalogue: {missing}")
            free = (seat for seat, side in places.items() if seat not in found and read.side in {side, "neutral"})
            if (seat := next(free, None)) is None:
                wanted = " and ".join(f"a {side} deck" for side in places.values())
                raise ValueError(f"there is one {read.side} deck too many; a game needs {wanted}")
            found[seat] = faces_of(read, catalogue)
        return tuple((seat, pack(found[seat])) for seat in places)

    def drawn(self, edition: str, sets: Sequence[str] = ()) -> Callable[[str, Callable[[str], Chance]], Packs]:
        """A function that draws random legal packs of all cards or of some sets. Raises ValueError."""
        whole = self._catalogue()
        if unknown := [code for code in sets if code not in whole.sets]:
            raise ValueError(f"there is no set {', '.join(unknown)}; there are {', '.join(whole.sets)}")
        catalogue = Catalogue((), [whole.card_set(code) for code in sets]) if sets else whole
        return Pool(catalogue, EDITIONS[edition]).packs


def _places(edition: Edition) -> dict[str, str]:
    """By seat its side."""
    return {seat: side for seat, side, _ in edition.chairs}
