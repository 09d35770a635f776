"""CardService: the cards of the Star Wars TCG, and whether a deck of them is legal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from adjudicator.api.v1 import card_service_pb2 as pb
from adjudicator.api.v1.position_pb2 import CardColumn
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.service import errors, requests
from adjudicator.service.messages import RULINGS, clause_message
from adjudicator.service.quoting import Quoter
from adjudicator.swtcg.cards.catalogue import Catalogue
from adjudicator.swtcg.cards.coverage import Untold, coverage, untold
from adjudicator.swtcg.cards.deck_beside import told_beside
from adjudicator.swtcg.cards.deck_check import check_deck
from adjudicator.swtcg.cards.decks import read_deck
from adjudicator.swtcg.cards.entry import Entry
from adjudicator.swtcg.cards.inline import read_inline
from adjudicator.swtcg.cards.wording import state, told
from adjudicator.swtcg.editions import EDITIONS

_SIDES = ("", *dict.fromkeys(side for edition in EDITIONS.values() for side in edition.sides.value), "neutral")
_FACTS = ("cost", "speed", "power", "health", "rarity")


class CardDesk:
    """The handlers of CardService."""

    def __init__(self, catalogue: Catalogue, quote: Quoter) -> None:
        self.catalogue = catalogue
        self.quote = quote
        self._covered: dict[str, pb.SetCoverage] = {}

    def GetCard(self, request: pb.GetCardRequest) -> pb.GetCardResponse:
        """A card by its key or its name."""
        found = self._the_one(requests.needed(request.card, "card"))
        return pb.GetCardResponse(card=self._card(found), catalogue_digest=self.catalogue.digest)

    def SearchCards(self, request: pb.SearchCardsRequest) -> pb.SearchCardsResponse:
        """Cards by words, set and side."""
        size, begin = requests.page(request.page_size, request.page_token)
        code, side = self._set(request.set) if request.set else "", _side(request.side)
        every = self.catalogue.search(request.words, 100_000) if request.words else tuple(self.catalogue.entries())
        found = [each for each in every if code in {"", each.face.set} and side in {"", each.face.side}]
        end = begin + size
        return pb.SearchCardsResponse(
            cards=[self._card(each) for each in found[begin:end]],
            next_page_token=str(end) if len(found) > end else "",
            catalogue_digest=self.catalogue.digest,
        )

    def ListSetCoverage(self, request: pb.ListSetCoverageRequest) -> pb.ListSetCoverageResponse:
        """Per set how its effects are executed."""
        codes = (self._set(request.set),) if request.set else self.catalogue.sets
        for code in codes:
            if code not in self._covered:  # every effect of a set is put into words for it, so it is done once
                self._covered[code] = pb.SetCoverage(**msgspec.to_builtins(coverage(self.catalogue, code)))
        return pb.ListSetCoverageResponse(
            sets=[self._covered[code] for code in codes], catalogue_digest=self.catalogue.digest
        )

    def ListUntoldEffects(self, request: pb.ListUntoldEffectsRequest) -> pb.ListUntoldEffectsResponse:
        """The effects that are not compiled from their wording, and why."""
        size, begin = requests.page(request.page_size, request.page_token)
        if request.set and request.card:
            raise errors.bad_field("card", "and a set are both given; give one of them")
        if request.card:
            entries: Iterable[Entry] = (self._the_one(request.card),)
        else:
            entries = self.catalogue.card_set(self._set(request.set)).cards if request.set else self.catalogue.entries()
        found = list(untold(entries))
        end = begin + size
        return pb.ListUntoldEffectsResponse(
            effects=[_untold(each) for each in found[begin:end]],
            next_page_token=str(end) if len(found) > end else "",
            catalogue_digest=self.catalogue.digest,
        )

    def ReadCards(self, request: pb.ReadCardsRequest) -> pb.ReadCardsResponse:
        """Cards that the caller writes down: what their texts are read as."""
        if not request.cards:
            raise errors.bad_field("cards", "is missing")
        try:
            found = [read_inline(row) for row in requests.rows(request.cards)]
        except (ValueError, msgspec.DecodeError) as error:
            raise errors.bad_field("cards", str(error)) from error
        entries = [Entry(each.face, untold=each.untold) for each in found]
        return pb.ReadCardsResponse(
            cards=[self._card(each) for each in entries], catalogue_digest=self.catalogue.digest
        )

    def _card(self, entry: Entry) -> pb.Card:
        """A card as a message: its facts, its effects in our own words, and what corrects it."""
        told = card(entry)
        told.errata.extend(cited for rule in entry.errata if (cited := self.quote(rule, "")) is not None)
        return told

    def _the_one(self, name: str) -> Entry:
        """The only card of a key or name. Raises RefusedError."""
        try:
            return self.catalogue.the_one(name)
        except AmbiguousError as error:
            raise errors.not_understood(error, "card") from error
        except NotUnderstoodError as error:
            refused = errors.not_found("card", name, str(error))
            refused.metadata["close"] = ", ".join(error.fits)
            raise refused from error

    def _set(self, code: str) -> str:
        """The code of a set of the catalogue, in any case. Raises RefusedError."""
        if code.upper() not in self.catalogue.sets:
            known = ", ".join(self.catalogue.sets)
            raise errors.not_found("set", code, f"there is no set {code!r}; the sets are {known}")
        return code.upper()

    def CheckDeck(self, request: pb.CheckDeckRequest) -> pb.CheckDeckResponse:
        """Whether a deck is legal, and why not."""
        edition = EDITIONS.get(requests.needed(request.edition, "edition"))
        if edition is None:
            raise errors.not_found("edition", request.edition)
        side = _side(request.side)
        try:
            deck, remarks = read_deck(requests.needed(request.deck, "deck"), self.catalogue)
        except (NotUnderstoodError, AmbiguousError) as error:
            raise errors.not_understood(error, "deck") from error
        except ValueError as error:
            raise errors.bad_field("deck", str(error), "DECK_REFUSED") from error
        if side not in {"", deck.side, "neutral"}:
            remarks = (*remarks, f"the cards are of the {deck.side} side, not of the {side} side")
        remarks = (*remarks, *told_beside(deck, self.catalogue))
        verdict = check_deck(deck, self.catalogue, edition)
        return pb.CheckDeckResponse(
            ruling=RULINGS[verdict.ruling.value],
            clauses=[clause_message(each, edition.id, self.quote) for each in verdict.clauses],
            remarks=[*remarks, *(f"not in the catalogue: {name}" for name in verdict.missing)],
            cards=deck.size,
            catalogue_digest=self.catalogue.digest,
            options=verdict.options,
        )


def _side(side: str) -> str:
    """A side of the game in lower case, or none. Raises RefusedError."""
    if side.lower() not in _SIDES:
        raise errors.bad_field("side", f"{side!r} is not one of {', '.join(_SIDES[1:])}")
    return side.lower()


def card(entry: Entry) -> pb.Card:
    """A card as a message: its facts, and its effects in our own words."""
    face = entry.face
    stood: Mapping[str, object] = {name: getattr(face, name) for name in _FACTS}
    facts = [CardColumn(name=name, value=str(value)) for name, value in stood.items() if value not in {None, ""}]
    if face.cost_x:
        facts.insert(0, CardColumn(name="cost", value="X"))
    line = "/".join(kind.capitalize() for kind in face.types)
    return pb.Card(
        card=face.key,
        name=entry.title,
        set=face.set,
        number=face.number,
        side=face.side,
        type_line=f"{line} - {face.subtypes}" if face.subtypes else line,
        facts=facts,
        effects=[pb.CardEffect(text=told(each), state=state(each)) for each in face.abilities],
        untold=[_untold(each) for each in untold((entry,))],
        lost=entry.lost,
    )


def _untold(effect: Untold) -> pb.UntoldEffect:
    return pb.UntoldEffect(**msgspec.to_builtins(effect))
