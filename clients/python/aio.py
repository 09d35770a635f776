"""The client for asyncio: the same methods as the blocking one, to be awaited or iterated over."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from types import TracebackType
from typing import Any, Self, TypeVar

import grpc

from adjudicator.api.v1 import (
    audit_service_pb2,
    audit_service_pb2_grpc,
    card_service_pb2,
    card_service_pb2_grpc,
    compare_service_pb2,
    compare_service_pb2_grpc,
    dispute_service_pb2_grpc,
    explain_service_pb2,
    explain_service_pb2_grpc,
    game_service_pb2,
    game_service_pb2_grpc,
    proof_service_pb2_grpc,
    record_service_pb2_grpc,
    rulebook_service_pb2,
    rulebook_service_pb2_grpc,
    ruling_service_pb2,
    ruling_service_pb2_grpc,
    whatif_service_pb2_grpc,
)
from clients.python import requests
from clients.python.errors import refused
from clients.python.proving import AioProving
from clients.python.requests import Card, Said, Seat, Where, Witness
from clients.python.supposing import AioSupposing

Answer = TypeVar("Answer")


class AioAdjudicatorClient(AioProving, AioSupposing):
    """A client of one service. Every method raises RefusedError if the service does not answer.

    `timeout` is in seconds, for each call but the streams; None leaves it to the service. The stubs of the services
    are there for whatever has no method of its own: `rulings`, `games`, `rulebook`, `cards`, `audits`, `disputes`,
    `records`; `call` asks them.
    """

    def __init__(
        self, target: str = "127.0.0.1:50051", *, timeout: float | None = 10.0, channel: grpc.aio.Channel | None = None
    ) -> None:
        self.channel = channel or grpc.aio.insecure_channel(target, options=requests.channel_options())
        self.timeout = timeout
        self.witnesses = requests.Witnesses()
        self.rulings = ruling_service_pb2_grpc.RulingServiceStub(self.channel)
        self.games = game_service_pb2_grpc.GameServiceStub(self.channel)
        self.rulebook = rulebook_service_pb2_grpc.RulebookServiceStub(self.channel)
        self.cards = card_service_pb2_grpc.CardServiceStub(self.channel)
        self.comparisons = compare_service_pb2_grpc.CompareServiceStub(self.channel)
        self.explanations = explain_service_pb2_grpc.ExplainServiceStub(self.channel)
        self.proofs = proof_service_pb2_grpc.ProofServiceStub(self.channel)
        self.what_ifs = whatif_service_pb2_grpc.WhatIfServiceStub(self.channel)
        self.audits = audit_service_pb2_grpc.AuditServiceStub(self.channel)
        self.disputes = dispute_service_pb2_grpc.DisputeServiceStub(self.channel)
        self.records = record_service_pb2_grpc.RecordServiceStub(self.channel)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection."""
        await self.channel.close()

    def witness(self, game: str) -> Witness | None:
        """Where a game stood when the service last spoke of it to this client."""
        return self.witnesses.kept.get(game)

    # --- games ------------------------------------------------------------------------------

    async def open_game(
        self,
        edition: str,
        seats: Sequence[Seat],
        *,
        dice: str = "house",
        decks: str = "house",
        manual: str = "ask",
        strict: bool = False,
        board: str = "",
        cards: Sequence[Card] = (),
        request_id: str | None = None,
    ) -> game_service_pb2.OpenGameResponse:
        """Open a game, from the beginning or from a board."""
        sent = requests.opening(
            edition,
            seats,
            dice=dice,
            decks=decks,
            manual=manual,
            strict=strict,
            board=board,
            cards=cards,
            request=request_id,
        )
        return await self._ask(self.games.OpenGame, sent)

    async def game(self, game: str, *, revision: int = 0, viewer: str = "") -> game_service_pb2.GetGameResponse:
        """A game with its board, now (revision 0) or as it was."""
        return await self._ask(
            self.games.GetGame, game_service_pb2.GetGameRequest(game=game, revision=revision, viewer=viewer)
        )

    async def list_games(self) -> AsyncGenerator[game_service_pb2.Game, None]:
        """All games, the newest last."""
        token = ""
        while True:
            answer = await self._ask(self.games.ListGames, game_service_pb2.ListGamesRequest(page_token=token))
            for each in answer.games:
                yield each
            token = answer.next_page_token
            if not token:
                return

    async def entries(
        self, game: str, *, after: int = 0, viewer: str = ""
    ) -> AsyncGenerator[game_service_pb2.Entry, None]:
        """The entries of a game's log with greater numbers than `after`."""
        token = ""
        while True:
            sent = game_service_pb2.ListEntriesRequest(game=game, after_entry=after, page_token=token, viewer=viewer)
            answer = await self._ask(self.games.ListEntries, sent)
            for each in answer.entries:
                yield each
            token = answer.next_page_token
            if not token:
                return

    async def watch(
        self, game: str, *, after: int = 0, viewer: str = ""
    ) -> AsyncGenerator[game_service_pb2.WatchGameResponse, None]:
        """The entries of a game as they are written; after a lost connection go on after the last one received."""
        sent = game_service_pb2.WatchGameRequest(game=game, after_entry=after, viewer=viewer)
        async with aclosing(self._stream(self.games.WatchGame, sent)) as answers:
            async for answer in answers:
                yield answer

    async def rewind(
        self, game: str, to_revision: int, reason: str, *, expected: int | None = None, request_id: str | None = None
    ) -> game_service_pb2.RewindGameResponse:
        """Take a game back to an earlier revision."""
        sent = game_service_pb2.RewindGameRequest(
            game=game,
            request_id=request_id or requests.request_id(),
            expected_revision=await self._revision(game, expected),
            to_revision=to_revision,
            reason=reason,
        )
        return await self._ask(self.games.RewindGame, sent)

    async def fork(
        self, game: str, *, at_revision: int = 0, expected: int | None = None, request_id: str | None = None
    ) -> game_service_pb2.ForkGameResponse:
        """Open a new game at a revision of another one (0: where it stands)."""
        sent = game_service_pb2.ForkGameRequest(
            game=game,
            request_id=request_id or requests.request_id(),
            expected_revision=await self._revision(game, expected),
            at_revision=at_revision,
        )
        return await self._ask(self.games.ForkGame, sent)

    async def close_game(
        self, game: str, result: str = "", *, expected: int | None = None, request_id: str | None = None
    ) -> game_service_pb2.CloseGameResponse:
        """Close a game; the seed of its chance is opened."""
        sent = game_service_pb2.CloseGameRequest(
            game=game,
            request_id=request_id or requests.request_id(),
            expected_revision=await self._revision(game, expected),
            result=result,
        )
        return await self._ask(self.games.CloseGame, sent)

    async def note(
        self, game: str, text: str, *, by: str = "", about: int = 0, request_id: str | None = None
    ) -> game_service_pb2.AddNoteResponse:
        """Write a remark into a game's log."""
        sent = game_service_pb2.AddNoteRequest(
            game=game, request_id=request_id or requests.request_id(), text=text, by=by, about=about
        )
        return await self._ask(self.games.AddNote, sent)

    # --- rulings ----------------------------------------------------------------------------

    async def judge(
        self, where: Where, said: Said, *, assuming: Sequence[Said] = (), explain: str = "failing", viewer: str = ""
    ) -> ruling_service_pb2.JudgeDeclarationResponse:
        """Ask whether a declaration is legal, and why; nothing is recorded."""
        sent = requests.judging(where, said, assuming=assuming, explain=explain, viewer=viewer)
        return await self._ask(self.rulings.JudgeDeclaration, sent)

    async def say(
        self,
        game: str,
        said: Said,
        *,
        explain: str = "failing",
        viewer: str = "",
        remark: str = "",
        nonce: bytes = b"",
        expected: int | None = None,
        request_id: str | None = None,
    ) -> ruling_service_pb2.SubmitDeclarationResponse:
        """Record a declaration with its ruling, and let it happen if it is legal."""
        sent = requests.submission(
            game,
            said,
            await self._revision(game, expected),
            explain=explain,
            viewer=viewer,
            remark=remark,
            nonce=nonce,
            request=request_id,
        )
        return await self._ask(self.rulings.SubmitDeclaration, sent)

    async def give_ruling(
        self,
        game: str,
        by: str,
        note: str,
        *,
        ruling: str = "",
        about: int = 0,
        said: Said | None = None,
        citation: str = "",
        viewer: str = "",
        expected: int | None = None,
        request_id: str | None = None,
    ) -> ruling_service_pb2.GiveRulingResponse:
        """Record what a judge decides; with a declaration ruled `legal` it is carried out."""
        sent = requests.judges_word(game, await self._revision(game, expected), by, note, ruling, about, said, citation)
        sent.request_id = request_id or sent.request_id
        sent.viewer = viewer
        return await self._ask(self.rulings.GiveRuling, sent)

    async def legal(
        self, where: Where, *, seat: str = "", viewer: str | None = None, spelled: bool = False
    ) -> ruling_service_pb2.ListLegalDeclarationsResponse:
        """What may be said, as forms, and if wanted spelled in notation; without a viewer, as the seat sees it."""
        sent = ruling_service_pb2.ListLegalDeclarationsRequest(
            position=requests.position(where),
            seat=seat,
            viewer=seat if viewer is None else viewer,
            spelled=spelled,
        )
        return await self._ask(self.rulings.ListLegalDeclarations, sent)

    async def explain(
        self, where: Where, of: str, name: str, *, viewer: str = ""
    ) -> ruling_service_pb2.ExplainValueResponse:
        """What makes up a value."""
        sent = ruling_service_pb2.ExplainValueRequest(
            position=requests.position(where), of=of, name=name, viewer=viewer
        )
        return await self._ask(self.rulings.ExplainValue, sent)

    # --- explanations -----------------------------------------------------------------------

    async def explain_verdict(
        self,
        where: Where,
        said: Said = "",
        *,
        entry: int = 0,
        explain: str = "failing",
        viewer: str = "",
        forms: Sequence[str] = (),
    ) -> explain_service_pb2.ExplainVerdictResponse:
        """The ruling on a declaration, or on a recorded one, as a tree; `forms` are lines, short and html."""
        sent = requests.explaining(where, said, entry=entry, explain=explain, viewer=viewer, forms=forms)
        return await self._ask(self.explanations.ExplainVerdict, sent)

    async def trace(
        self, where: Where, of: str, name: str, *, viewer: str = "", forms: Sequence[str] = ()
    ) -> explain_service_pb2.TraceValueResponse:
        """A value as a tree; what a player holds in a game is followed through its log."""
        sent = explain_service_pb2.TraceValueRequest(
            position=requests.position(where), of=of, name=name, viewer=viewer, forms=requests.drawn(forms)
        )
        return await self._ask(self.explanations.TraceValue, sent)

    async def why_not(
        self, where: Where, said: Said, *, viewer: str = "", forms: Sequence[str] = ()
    ) -> explain_service_pb2.WhyNotListedResponse:
        """Why a declaration is not listed, and what would change it."""
        sent = explain_service_pb2.WhyNotListedRequest(
            position=requests.position(where),
            declaration=requests.declaration(said),
            viewer=viewer,
            forms=requests.drawn(forms),
        )
        return await self._ask(self.explanations.WhyNotListed, sent)

    async def compare(
        self, where: Where, said: Said, editions: Sequence[str] = (), *, viewer: str = ""
    ) -> compare_service_pb2.CompareDeclarationResponse:
        """What each edition says of a declaration; all editions of the game if none is named."""
        sent = compare_service_pb2.CompareDeclarationRequest(
            position=requests.position(where),
            declaration=requests.declaration(said),
            editions=editions,
            viewer=viewer,
        )
        return await self._ask(self.comparisons.CompareDeclaration, sent)

    async def compare_game(self, game: str, editions: Sequence[str] = ()) -> compare_service_pb2.CompareGameResponse:
        """The first declaration of a recorded game on which editions part."""
        sent = compare_service_pb2.CompareGameRequest(game=game, editions=editions)
        return await self._ask(self.comparisons.CompareGame, sent)

    # --- rulebooks and cards ----------------------------------------------------------------

    async def rule(self, rule: str, *, edition: str = "") -> rulebook_service_pb2.Rule:
        """A rule with everything that is known of it."""
        return (
            await self._ask(self.rulebook.GetRule, rulebook_service_pb2.GetRuleRequest(rule=rule, edition=edition))
        ).rule

    async def search_rules(
        self, words: str = "", *, document: str = "", section: str = "", edition: str = "", limit: int = 10
    ) -> Sequence[rulebook_service_pb2.Rule]:
        """The best rules for some words, or the rules of a section."""
        sent = rulebook_service_pb2.SearchRulesRequest(
            words=words, document=document, section=section, edition=edition, page_size=limit
        )
        return (await self._ask(self.rulebook.SearchRules, sent)).rules

    async def documents(self, edition: str = "") -> rulebook_service_pb2.ListDocumentsResponse:
        """The documents and the editions."""
        return await self._ask(self.rulebook.ListDocuments, rulebook_service_pb2.ListDocumentsRequest(edition=edition))

    async def card(self, card: str) -> card_service_pb2.Card:
        """A card by its key or name."""
        return (await self._ask(self.cards.GetCard, card_service_pb2.GetCardRequest(card=card))).card

    async def search_cards(
        self, words: str = "", *, set: str = "", side: str = "", limit: int = 20
    ) -> Sequence[card_service_pb2.Card]:
        """Cards by words of the name or the type line."""
        sent = card_service_pb2.SearchCardsRequest(words=words, set=set, side=side, page_size=limit)
        return (await self._ask(self.cards.SearchCards, sent)).cards

    async def check_deck(self, deck: str, edition: str, *, side: str = "") -> card_service_pb2.CheckDeckResponse:
        """Whether a deck is legal, and why not."""
        sent = card_service_pb2.CheckDeckRequest(deck=deck, edition=edition, side=side)
        return await self._ask(self.cards.CheckDeck, sent)

    # --- audits -----------------------------------------------------------------------------

    async def verify(
        self, game: str, witness: Witness | None = None
    ) -> AsyncGenerator[audit_service_pb2.VerifyGameResponse, None]:
        """Check that nobody altered a log and that it holds a kept head; sends progress, the last with the basis."""
        kept = None if witness is None else audit_service_pb2.Witness(entry=witness.entry, head=witness.head)
        sent = audit_service_pb2.VerifyGameRequest(game=game, witness=kept)
        async with aclosing(self._stream(self.audits.VerifyGame, sent)) as answers:
            async for answer in answers:
                yield answer

    async def rejudge(self, game: str) -> AsyncGenerator[audit_service_pb2.RejudgeGameResponse, None]:
        """Rule again on every declaration of a game; sends progress and every divergence."""
        sent = audit_service_pb2.RejudgeGameRequest(game=game)
        async with aclosing(self._stream(self.audits.RejudgeGame, sent)) as answers:
            async for answer in answers:
                yield answer

    # --- whatever has no method of its own --------------------------------------------------

    async def call(self, method: Callable[..., Any], sent: Any) -> Any:
        """One call of a stub's method, as `client.disputes.GetDispute`; a request id is made if it is missing."""
        return await self._ask(method, requests.with_request_id(sent))

    # --- the wire ---------------------------------------------------------------------------

    async def _ask(self, method: Callable[..., Awaitable[Answer]], sent: Any) -> Answer:
        """One call; what its answer rests on is kept."""
        try:
            answer = await method(sent, timeout=self.timeout)
        except grpc.RpcError as error:
            raise refused(error) from None
        basis = getattr(answer, "basis", None)
        if basis is not None:
            self.witnesses.keep(basis)
        return answer

    async def _stream(self, method: Callable[..., Any], sent: Any) -> AsyncGenerator[Any, None]:
        """One call with many answers."""
        call = method(sent)
        try:
            async for answer in call:
                yield answer
        except grpc.RpcError as error:
            raise refused(error) from None
        finally:
            call.cancel()

    async def _revision(self, game: str, expected: int | None) -> int:
        """The revision that the caller names, or the last one seen, or the one that stands."""
        found = self.witnesses.revision(game) if expected is None else expected
        return (await self.game(game)).basis.revision if found is None else found
