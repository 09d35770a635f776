"""Calls that look things up in rulebooks and among cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.api.v1 import card_service_pb2, rulebook_service_pb2
from adjudicator_client import requests
from adjudicator_client.methods import asked
from adjudicator_client.wire import Connection


class Consulting(Connection):
    """The methods of clients about rulebooks and cards."""

    @asked
    async def rule(self, rule: str, *, edition: str = "") -> rulebook_service_pb2.Rule:
        """A rule with everything that is known of it."""
        sent = rulebook_service_pb2.GetRuleRequest(rule=rule, edition=edition)
        return (await self._ask(self.rulebook.GetRule, sent)).rule

    @asked
    async def search_rules(
        self,
        words: str = "",
        *,
        document: str = "",
        section: str = "",
        edition: str = "",
        readings: bool = False,
        page_size: int = 10,
    ) -> Sequence[rulebook_service_pb2.Rule]:
        """The best rules for some words, the rules of a section, or our readings."""
        sent = rulebook_service_pb2.SearchRulesRequest(
            words=words, document=document, section=section, edition=edition, readings=readings, page_size=page_size
        )
        return (await self._ask(self.rulebook.SearchRules, sent)).rules

    @asked
    async def documents(
        self, edition: str = "", *, sections: bool = False
    ) -> rulebook_service_pb2.ListDocumentsResponse:
        """The documents, with their sections if they are asked for, and the editions."""
        sent = rulebook_service_pb2.ListDocumentsRequest(edition=edition, sections=sections)
        return await self._ask(self.rulebook.ListDocuments, sent)

    @asked
    async def card(self, card: str) -> card_service_pb2.Card:
        """A card by its key or name."""
        return (await self._ask(self.cards.GetCard, card_service_pb2.GetCardRequest(card=card))).card

    @asked
    async def search_cards(
        self, words: str = "", *, set: str = "", side: str = "", page_size: int = 20
    ) -> Sequence[card_service_pb2.Card]:
        """Cards by words of the name or the type line."""
        sent = card_service_pb2.SearchCardsRequest(words=words, set=set, side=side, page_size=page_size)
        return (await self._ask(self.cards.SearchCards, sent)).cards

    @asked
    async def set_coverage(self, set: str = "") -> Sequence[card_service_pb2.SetCoverage]:
        """Per set how its effects are executed."""
        sent = card_service_pb2.ListSetCoverageRequest(set=set)
        return (await self._ask(self.cards.ListSetCoverage, sent)).sets

    @asked
    async def untold_effects(
        self, *, set: str = "", card: str = "", page_size: int = 50, page_token: str = ""
    ) -> card_service_pb2.ListUntoldEffectsResponse:
        """The effects of a set or card (all, if none is named) that are not compiled from their wording, and why."""
        sent = card_service_pb2.ListUntoldEffectsRequest(set=set, card=card, page_size=page_size, page_token=page_token)
        return await self._ask(self.cards.ListUntoldEffects, sent)

    @asked
    async def read_cards(self, cards: Iterable[requests.Card]) -> Sequence[card_service_pb2.Card]:
        """How cards in LackeyCCG columns are read, as opening a game with them would read them."""
        sent = card_service_pb2.ReadCardsRequest(cards=requests.definitions(cards))
        return (await self._ask(self.cards.ReadCards, sent)).cards

    @asked
    async def read_set_file(
        self, file: bytes, *, set: str = "", page_size: int = 50, page_token: str = ""
    ) -> card_service_pb2.ReadSetFileResponse:
        """How the cards of a set file are read, part by part, and what is wrong with it."""
        sent = card_service_pb2.ReadSetFileRequest(file=file, set=set, page_size=page_size, page_token=page_token)
        return await self._ask(self.cards.ReadSetFile, sent)

    @asked
    async def check_deck(
        self, deck: str | bytes, edition: str, *, side: str = "", event: card_service_pb2.DeckEvent | None = None
    ) -> card_service_pb2.CheckDeckResponse:
        """Whether a deck (its list, its name, or the bytes of its file) is legal, in an `event` too, and why not."""
        sent = card_service_pb2.CheckDeckRequest(edition=edition, side=side, event=event)
        if isinstance(deck, bytes):
            sent.file = deck
        else:
            sent.deck = deck
        return await self._ask(self.cards.CheckDeck, sent)
