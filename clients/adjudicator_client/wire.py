"""The connections of both clients: stubs, calls, streams, and the witnesses that answers leave."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

import grpc

from adjudicator.api.v1 import (
    access_service_pb2_grpc,
    audit_service_pb2_grpc,
    card_service_pb2_grpc,
    compare_service_pb2_grpc,
    dispute_service_pb2_grpc,
    explain_service_pb2_grpc,
    game_service_pb2,
    game_service_pb2_grpc,
    proof_service_pb2_grpc,
    record_service_pb2_grpc,
    rulebook_service_pb2_grpc,
    ruling_service_pb2_grpc,
    whatif_service_pb2_grpc,
)
from adjudicator_client import requests
from adjudicator_client.credentials import NO_CREDENTIALS, Credentials
from adjudicator_client.errors import refused
from adjudicator_client.requests import Witness

Answer = TypeVar("Answer")
Item = TypeVar("Item")


class Connection(ABC):
    """The ground that every part of a client stands on: the stubs, how they are asked, what was witnessed.

    Its methods are coroutines for both clients; see `adjudicator_client.methods`.
    """

    def __init__(self, channel: grpc.Channel, timeout: float | None, credentials: Credentials) -> None:
        self.metadata = credentials.metadata()
        self.timeout = timeout
        self.witnesses = requests.Witnesses()
        self.rulings = ruling_service_pb2_grpc.RulingServiceStub(channel)
        self.games = game_service_pb2_grpc.GameServiceStub(channel)
        self.rulebook = rulebook_service_pb2_grpc.RulebookServiceStub(channel)
        self.cards = card_service_pb2_grpc.CardServiceStub(channel)
        self.comparisons = compare_service_pb2_grpc.CompareServiceStub(channel)
        self.explanations = explain_service_pb2_grpc.ExplainServiceStub(channel)
        self.proofs = proof_service_pb2_grpc.ProofServiceStub(channel)
        self.what_ifs = whatif_service_pb2_grpc.WhatIfServiceStub(channel)
        self.audits = audit_service_pb2_grpc.AuditServiceStub(channel)
        self.disputes = dispute_service_pb2_grpc.DisputeServiceStub(channel)
        self.records = record_service_pb2_grpc.RecordServiceStub(channel)
        self.access = access_service_pb2_grpc.AccessServiceStub(channel)

    def witness(self, game: str) -> Witness | None:
        """Where a game stood when the service last spoke of it to this client."""
        return self.witnesses.kept.get(game)

    @abstractmethod
    async def _answer(self, called: Any) -> Any:
        """The answer of a call that was made."""

    @abstractmethod
    def _answers(self, called: Any) -> AsyncIterator[Any]:
        """The answers of a call that was made."""

    async def _ask(self, method: Callable[..., Answer], sent: Any) -> Answer:
        """One call; what its answer rests on is kept."""
        try:
            called = method(sent, timeout=self.timeout, metadata=(*self.metadata, *requests.metadata(sent)))
            answer: Answer = await self._answer(called)
        except grpc.RpcError as error:
            raise refused(error) from None
        basis = getattr(answer, "basis", None)
        if basis is not None:
            self.witnesses.keep(basis)
        return answer

    async def _record(self, method: Callable[..., Answer], sent: Any) -> Answer:
        """One call that records something; a request id is made if it has none."""
        return await self._ask(method, requests.with_request_id(sent))

    async def _stream(self, method: Callable[..., Iterator[Answer]], sent: Any) -> AsyncGenerator[Answer, None]:
        """One call with many answers."""
        call: Any = method(sent, metadata=(*self.metadata, *requests.metadata(sent)))
        try:
            async for answer in self._answers(call):
                yield answer
        except grpc.RpcError as error:
            raise refused(error) from None
        finally:
            call.cancel()

    async def _pages(
        self, method: Callable[..., Answer], sent: Any, of: Callable[[Answer], Iterable[Item]]
    ) -> AsyncGenerator[Item, None]:
        """The items on all pages of a list, from the requested page on."""
        while True:
            page = await self._ask(method, sent)
            for each in of(page):
                yield each
            sent.page_token = cast("Any", page).next_page_token
            if not sent.page_token:
                return

    async def _revision(self, game: str, expected: int | None) -> int:
        """The revision that the caller names, or the last one seen, or the one that stands."""
        found = self.witnesses.revision(game) if expected is None else expected
        if found is None:
            told = await self._ask(self.games.GetGame, game_service_pb2.GetGameRequest(game=game))
            found = told.basis.revision
        return found


class Wire(Connection):
    """A connection that blocks."""

    def __init__(
        self,
        target: str = "127.0.0.1:50051",
        *,
        timeout: float | None = 10.0,
        channel: grpc.Channel | None = None,
        credentials: Credentials = NO_CREDENTIALS,
    ) -> None:
        self.channel = channel or credentials.channel(target)
        super().__init__(self.channel, timeout, credentials)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self.channel.close()

    def call(self, method: Callable[..., Answer], sent: Any) -> Answer:
        """One call of a stub's method, as `client.disputes.GetDispute`; a request id is made if it is missing."""
        return run(self._record(method, sent))

    async def _answer(self, called: Any) -> Any:
        return called

    async def _answers(self, called: Any) -> AsyncIterator[Any]:
        for each in called:
            yield each


class AioWire(Connection):
    """A connection for asyncio."""

    if TYPE_CHECKING:  # the same stubs, whose calls are awaited
        rulings: ruling_service_pb2_grpc.RulingServiceAsyncStub
        games: game_service_pb2_grpc.GameServiceAsyncStub
        rulebook: rulebook_service_pb2_grpc.RulebookServiceAsyncStub
        cards: card_service_pb2_grpc.CardServiceAsyncStub
        comparisons: compare_service_pb2_grpc.CompareServiceAsyncStub
        explanations: explain_service_pb2_grpc.ExplainServiceAsyncStub
        proofs: proof_service_pb2_grpc.ProofServiceAsyncStub
        what_ifs: whatif_service_pb2_grpc.WhatIfServiceAsyncStub
        audits: audit_service_pb2_grpc.AuditServiceAsyncStub
        disputes: dispute_service_pb2_grpc.DisputeServiceAsyncStub
        records: record_service_pb2_grpc.RecordServiceAsyncStub
        access: access_service_pb2_grpc.AccessServiceAsyncStub

    def __init__(
        self,
        target: str = "127.0.0.1:50051",
        *,
        timeout: float | None = 10.0,
        channel: grpc.aio.Channel | None = None,
        credentials: Credentials = NO_CREDENTIALS,
    ) -> None:
        self.channel = channel or credentials.aio_channel(target)
        super().__init__(cast("grpc.Channel", self.channel), timeout, credentials)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection."""
        await self.channel.close()

    async def call(self, method: Callable[..., Awaitable[Answer]], sent: Any) -> Answer:
        """One call of a stub's method, as `client.disputes.GetDispute`; a request id is made if it is missing."""
        return cast("Answer", await self._record(method, sent))

    async def _answer(self, called: Any) -> Any:
        return await called

    def _answers(self, called: Any) -> AsyncIterator[Any]:
        return aiter(called)


def run(coroutine: Awaitable[Answer]) -> Answer:
    """The result of a coroutine over a connection that blocks: it never waits, so it runs to its end at once."""
    try:
        coroutine.__await__().send(None)
    except StopIteration as done:
        return cast("Answer", done.value)
    raise AssertionError("a call that blocks has nothing to wait for")
