"""CardService: the cards of a game, and whether a deck of them is legal.

Its requests name no game, so it tells of the cards of the first one on the list; a deck is checked by the game that
has the edition.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

import msgspec

from adjudicator.api.v1 import card_service_pb2 as pb
from adjudicator.api.v1.position_pb2 import CardColumn
from adjudicator.kernel.game import NotOfferedError
from adjudicator.kernel.game.cards import Cards, CardTold, Event, Untold
from adjudicator.kernel.game.workshop import Finding
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.service import errors, requests
from adjudicator.service.house import House
from adjudicator.service.messages import RULINGS, clause_message


class CardDesk:
    """The handlers of CardService."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.cards = house.games[0].cards

    def GetCard(self, request: pb.GetCardRequest) -> pb.GetCardResponse:
        """A card by its key or its name."""
        found = self._the_one(requests.needed(request.card, "card"))
        return pb.GetCardResponse(card=self._card(found), catalogue_digest=self.cards.digest)

    def SearchCards(self, request: pb.SearchCardsRequest) -> pb.SearchCardsResponse:
        """Cards by words, set and side."""
        size, begin = requests.page(request.page_size, request.page_token)
        code, side = self._set(request.set) if request.set else "", _side(self.cards, request.side)
        found = self.cards.search(request.words, code, side)
        end = begin + size
        return pb.SearchCardsResponse(
            cards=[self._card(each) for each in found[begin:end]],
            next_page_token=str(end) if len(found) > end else "",
            catalogue_digest=self.cards.digest,
        )

    def ListSetCoverage(self, request: pb.ListSetCoverageRequest) -> pb.ListSetCoverageResponse:
        """Per set how its effects are executed."""
        codes = (self._set(request.set),) if request.set else self.cards.sets
        told = [pb.SetCoverage(**msgspec.to_builtins(self.cards.coverage(code))) for code in codes]
        return pb.ListSetCoverageResponse(
            sets=told, catalogue_digest=self.cards.digest, sides=self.cards.sides, formats=self.cards.formats
        )

    def ListUntoldEffects(self, request: pb.ListUntoldEffectsRequest) -> pb.ListUntoldEffectsResponse:
        """The effects that are not compiled from their wording, and why."""
        size, begin = requests.page(request.page_size, request.page_token)
        if request.set and request.card:
            raise errors.bad_field("card", "and a set are both given; give one of them")
        asked: Iterable[Any] = (
            (self._the_one(request.card),)
            if request.card
            else self.cards.search(code=self._set(request.set) if request.set else "")
        )
        found = list(self.cards.untold(asked))
        end = begin + size
        return pb.ListUntoldEffectsResponse(
            effects=[_untold(each) for each in found[begin:end]],
            next_page_token=str(end) if len(found) > end else "",
            catalogue_digest=self.cards.digest,
        )

    def ReadCards(self, request: pb.ReadCardsRequest) -> pb.ReadCardsResponse:
        """Cards that the caller writes down: what their texts are read as."""
        if not request.cards:
            raise errors.bad_field("cards", "is missing")
        try:
            found = self.cards.written(requests.rows(request.cards))
        except (ValueError, msgspec.DecodeError) as error:
            raise errors.bad_field("cards", str(error)) from error
        return pb.ReadCardsResponse(cards=[self._card(each) for each in found], catalogue_digest=self.cards.digest)

    def ReadSetFile(self, request: pb.ReadSetFileRequest) -> pb.ReadSetFileResponse:
        """Some cards of a set file: the readings of their texts, and the flaws of their rows."""
        size, begin = requests.page(request.page_size, request.page_token)
        data = requests.set_file(request.file)
        try:
            part = self.cards.workshop.read_part(
                data, request.set, begin, cards=size, characters=requests.CARD_TEXT_MAX
            )
        except (ValueError, NotOfferedError) as error:
            raise errors.bad_field("file", str(error)) from error
        return pb.ReadSetFileResponse(
            cards=[self._card(each.entry) for each in part.cards],
            findings=[_finding(each) for each in part.findings],
            next_page_token=str(part.then) if part.then else "",
            total=part.of,
            catalogue_digest=self.cards.digest,
        )

    def CheckDeck(self, request: pb.CheckDeckRequest) -> pb.CheckDeckResponse:
        """Whether a deck is legal, and why not."""
        edition = requests.needed(request.edition, "edition")
        cards = self.house.game_of(edition).cards
        side = _side(cards, request.side)
        if request.deck and request.file:
            raise errors.bad_field("file", "and a deck are both given; give one of them")
        try:
            found = cards.check_deck(
                edition, request.file or requests.needed(request.deck, "deck"), event=_event(request.event)
            )
        except (NotUnderstoodError, AmbiguousError) as error:
            raise errors.not_understood(error, "deck") from error
        except ValueError as error:
            raise errors.bad_field("deck", str(error), "DECK_REFUSED") from error
        remarks = found.remarks
        if side not in {"", found.side, "neutral"}:
            remarks = (*remarks, f"the cards are of the {found.side} side, not of the {side} side")
        verdict = found.verdict
        return pb.CheckDeckResponse(
            ruling=RULINGS[verdict.ruling.value],
            clauses=[clause_message(each, edition, self.house.quote) for each in verdict.clauses],
            remarks=[*remarks, *(f"not in the catalogue: {name}" for name in verdict.missing)],
            cards=found.size,
            catalogue_digest=cards.digest,
            options=verdict.options,
        )

    def _card(self, found: Any) -> pb.Card:
        """A card as a message: its facts, its effects in our own words, and what corrects it."""
        told = self.cards.told(found)
        card = card_message(told)
        card.errata.extend(cited for rule in told.errata if (cited := self.house.quote(rule, "")) is not None)
        return card

    def _the_one(self, name: str) -> Any:
        """The only card of a key or name. Raises RefusedError."""
        try:
            return self.cards.the_one(name)
        except AmbiguousError as error:
            raise errors.not_understood(error, "card") from error
        except NotUnderstoodError as error:
            refused = errors.not_found("card", name, str(error))
            refused.metadata["close"] = ", ".join(error.fits)
            raise refused from error

    def _set(self, code: str) -> str:
        """The code of a set of the catalogue, in any case. Raises RefusedError."""
        if code.upper() not in self.cards.sets:
            known = ", ".join(self.cards.sets)
            raise errors.not_found("set", code, f"there is no set {code!r}; the sets are {known}")
        return code.upper()


def _event(asked: pb.DeckEvent) -> Event:
    """The event that a deck is for. Raises RefusedError."""
    if asked.day and not asked.sanctioned:
        raise errors.bad_field("event.day", "is of the list of a sanctioned event, and this one is not")
    if (asked.sets or asked.newest) and not asked.format:
        raise errors.bad_field("event.format", "is missing: sets and the newest one belong to a format")
    try:
        day = date.fromisoformat(asked.day).isoformat() if asked.day else ""
    except ValueError as error:
        raise errors.bad_field("event.day", f"is no day (YYYY-MM-DD): {asked.day!r}") from error
    within = (asked.format, tuple(code.strip().upper() for code in asked.sets)) if asked.format else None
    return Event(asked.sanctioned, day, within, asked.newest)


def _side(cards: Cards, side: str) -> str:
    """A side of the game in lower case, or none. Raises RefusedError."""
    if side and side.lower() not in cards.sides:
        raise errors.bad_field("side", f"{side!r} is not one of {', '.join(cards.sides)}")
    return side.lower()


def card_message(told: CardTold) -> pb.Card:
    """A card as a message: its facts, and its effects in our own words."""
    return pb.Card(
        card=told.card,
        name=told.name,
        set=told.set,
        number=told.number,
        side=told.side,
        type_line=told.type_line,
        facts=[CardColumn(name=name, value=str(value)) for name, value in told.facts],
        effects=[pb.CardEffect(text=text, state=state) for text, state in told.effects],
        untold=[_untold(each) for each in told.untold],
        lost=told.lost,
    )


def _finding(found: Finding) -> pb.FileFinding:
    return pb.FileFinding(line=found.line, card=found.card, code=found.code, said=found.render(), lost=found.lost)


def _untold(effect: Untold) -> pb.UntoldEffect:
    return pb.UntoldEffect(**msgspec.to_builtins(effect))
