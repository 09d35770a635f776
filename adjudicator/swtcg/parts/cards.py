"""The part *cards* of the Star Wars TCG (kernel.game.cards.Cards): the catalogue, decks, cards written down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from adjudicator.kernel.game.cards import CardTold, Coverage, DeckRuled, Event, Language, OwnDeck, Untold
from adjudicator.kernel.notation import AmbiguousError
from adjudicator.swtcg.cards.catalogue import Catalogue
from adjudicator.swtcg.editions import EDITIONS
from adjudicator.swtcg.words.face import Face

if TYPE_CHECKING:
    from adjudicator.kernel.game.workshop import Workshop
    from adjudicator.swtcg.cards.decks import Deck
    from adjudicator.swtcg.cards.entry import Entry

FACTS = ("cost", "speed", "power", "health", "rarity")
EVERY = 1_000_000
"""More cards than any catalogue has."""
FACES_KEPT = 256
"""So many cards written down are kept: a case puts many boards up with the same ones."""


@lru_cache(maxsize=FACES_KEPT)
def _whole_face(card: bytes) -> Face:
    """The face of a card, given as JSON. Raises ValueError for a text that nobody can carry out."""
    from adjudicator.swtcg.cards.inline import read_inline  # noqa: PLC0415 - loading the card reader takes a while

    columns: dict[str, Any] = msgspec.json.decode(card)
    allowed = columns.pop("manual", False)
    read = read_inline(columns)
    if read.manual and not allowed:
        where = "; ".join(f"paragraph {number} at {words!r}" for number, words in read.manual)
        raise ValueError(
            f"card {read.face.title!r}: not understood: {where}; write it as `effects`, or set manual = true"
        )
    return read.face


class StarWarsCards:
    """The cards of the Star Wars TCG, over a catalogue that is loaded when it is needed."""

    def __init__(self, catalogue: Callable[[], Catalogue]) -> None:
        self._catalogue = catalogue
        self._covered: dict[str, Coverage] = {}

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue itself, for the game's own modules and its workshop."""
        return self._catalogue()

    @cached_property
    def digest(self) -> str:
        """Which card data rules."""
        return self.catalogue.digest

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """Those of the editions, and neutral."""
        return (*dict.fromkeys(side for edition in EDITIONS.values() for side in edition.sides.value), "neutral")

    @property
    def formats(self) -> tuple[str, ...]:
        """The labels of the formats of the documents."""
        from adjudicator.swtcg.cards.lackey_lists import our_formats  # noqa: PLC0415 - as above

        return tuple(each.label for each in our_formats())

    @property
    def sets(self) -> tuple[str, ...]:
        """The codes of the sets."""
        return self.catalogue.sets

    # --- cards ------------------------------------------------------------------------------

    def the_one(self, name: str) -> Entry:
        """The only card of a name or a key. Raises UnknownCardError, AmbiguousCardError."""
        return self.catalogue.the_one(name)

    def titled(self, name: str) -> str:
        """The title of the card of a name, or the name itself if several are called so. Raises UnknownCardError."""
        try:
            return self.catalogue.the_one(name).face.title
        except AmbiguousError:
            return name

    def search(self, words: str = "", code: str = "", side: str = "") -> Sequence[Entry]:
        """Cards by words, set and side."""
        every = self.catalogue.search(words, EVERY) if words else tuple(self.catalogue.entries())
        return [each for each in every if code in {"", each.face.set} and side in {"", each.face.side}]

    def told(self, card: Entry) -> CardTold:
        """A card in plain values."""
        from adjudicator.swtcg.cards.wording import state, told  # noqa: PLC0415 - most questions need no words for effects

        face = card.face
        stood = {name: getattr(face, name) for name in FACTS} | ({"cost": "X"} if face.cost_x else {})
        return CardTold(
            card=face.key,
            name=card.title,
            set=face.set,
            number=face.number,
            side=face.side,
            types=face.types,
            subtypes=face.subtypes,
            facts=tuple((name, value) for name, value in stood.items() if value not in {None, ""}),
            effects=tuple((told(each), state(each)) for each in face.abilities),
            errata=card.errata,
            untold=tuple(self.untold((card,))),
            lost=card.lost,
        )

    def untold(self, cards: Iterable[Entry]) -> Iterable[Untold]:
        """The effects that were not compiled from their wording."""
        from adjudicator.swtcg.cards.coverage import untold  # noqa: PLC0415 - as above

        return untold(cards)

    def coverage(self, code: str) -> Coverage:
        """How the effects of a set are carried out; every effect is put into words for it, so it is kept."""
        from adjudicator.swtcg.cards.coverage import coverage  # noqa: PLC0415 - as above

        if code not in self._covered:
            self._covered[code] = coverage(self.catalogue, code)
        return self._covered[code]

    # --- written down -----------------------------------------------------------------------

    def written(self, rows: Sequence[Mapping[str, Any]]) -> Sequence[Entry]:
        """Cards in LackeyCCG columns. Raises ValueError."""
        from adjudicator.swtcg.cards.entry import Entry  # noqa: PLC0415 - as above
        from adjudicator.swtcg.cards.inline import read_inline  # noqa: PLC0415 - as above

        return [Entry(each.face, untold=each.untold) for each in map(read_inline, rows)]

    def faces(self, rows: Sequence[Mapping[str, Any]], *, whole: bool = False) -> tuple[Face, ...]:
        """The faces of such cards. Raises ValueError."""
        if not rows:
            return ()
        if whole:
            return tuple(_whole_face(msgspec.json.encode(row)) for row in rows)
        from adjudicator.swtcg.cards.inline import read_inline  # noqa: PLC0415 - as above

        return tuple(read_inline(row).face for row in rows)

    # --- decks ------------------------------------------------------------------------------

    def decks(self) -> Sequence[OwnDeck]:
        """The decks of the demo."""
        from adjudicator.swtcg.cards.decks import OUR_DECKS, our_deck  # noqa: PLC0415 - as above

        return [OwnDeck(name, our_deck(name).title, our_deck(name).side) for name in OUR_DECKS]

    def pack(
        self, edition: str, deck: str, rows: Sequence[Mapping[str, Any]] = (), *, whole: bool = False
    ) -> tuple[Any, ...]:
        """The cards of a deck by value. Raises ValueError, or as `read_deck` does."""
        from adjudicator.swtcg.cards.decks import faces_of, supply_faces  # noqa: PLC0415 - as above
        from adjudicator.swtcg.opening import pack  # noqa: PLC0415 - as above

        found, _, catalogue = self._read_deck(deck, rows, whole=whole)
        supply = supply_faces(found, catalogue) if EDITIONS[edition].supply.value else ()
        return pack(faces_of(found, catalogue), supply=supply)

    def check_deck(
        self,
        edition: str,
        deck: str | bytes,
        rows: Sequence[Mapping[str, Any]] = (),
        event: Event = Event(),  # noqa: B008 - a value
        suppressed: str = "",
    ) -> DeckRuled:
        """The ruling on a deck. Raises ValueError, or as `read_deck` does."""
        from adjudicator.swtcg.cards.deck_beside import told_beside  # noqa: PLC0415 - as above
        from adjudicator.swtcg.cards.deck_check import check_deck  # noqa: PLC0415 - as above
        from adjudicator.swtcg.cards.formats import format_asked  # noqa: PLC0415 - as above

        found, remarks, catalogue = self._read_deck(deck, rows, whole=True)
        within = format_asked(*event.within, event.newest) if event.within else None
        verdict = check_deck(
            found,
            catalogue,
            EDITIONS[edition],
            sanctioned=event.sanctioned,
            on=event.on or None,
            within=within,
            suppressed=suppressed or None,
        )
        return DeckRuled(
            verdict, found.title, found.side, found.size, (*remarks, *told_beside(found, catalogue, within))
        )

    def _read_deck(
        self, deck: str | bytes, rows: Sequence[Mapping[str, Any]], *, whole: bool
    ) -> tuple[Deck, tuple[str, ...], Catalogue]:
        """A deck, what is to be told of its list, and the catalogue it is of, cards written down included."""
        from adjudicator.swtcg.cards.decks import read_deck  # noqa: PLC0415 - as above

        catalogue = self.catalogue
        if rows:
            from adjudicator.swtcg.cards.inline import with_faces  # noqa: PLC0415 - as above

            catalogue = with_faces(catalogue, self.faces(rows, whole=whole))
        return (*read_deck(deck, catalogue), catalogue)

    # --- texts ------------------------------------------------------------------------------

    @property
    def language(self) -> Language:
        """The words of the effect language."""
        from adjudicator.swtcg.parts.language import EffectLanguage  # noqa: PLC0415 - as above

        return EffectLanguage()

    @property
    def workshop(self) -> Workshop:
        """The reader and compiler of LackeyCCG set files: the module `cards.workshop`."""
        from adjudicator.swtcg.cards import workshop  # noqa: PLC0415 - as above

        return workshop
