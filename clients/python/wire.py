"""The connection of both clients: stubs, calls, streams, and the witnesses that answers leave."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from types import TracebackType
from typing import Any, Self, TypeVar

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
from clients.python import requests
from clients.python.credentials import NO_CREDENTIALS, Credentials
from clients.python.errors import refused
from clients.python.requests import Witness

Answer = TypeVar("Answer")


class Wire:
    """What every part of a client stands on: the connection, the stubs, what it has witnessed."""

    def __init__(
        self,
        target: str = "127.0.0.1:50051",
        *,
        timeout: float | None = 10.0,
        channel: grpc.Channel | None = None,
        credentials: Credentials = NO_CREDENTIALS,
    ) -> None:
        self.channel = channel or credentials.channel(target)
        self.metadata = credentials.metadata()
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
        self.access = access_service_pb2_grpc.AccessServiceStub(self.channel)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self.channel.close()

    def witness(self, game: str) -> Witness | None:
        """Where a game stood when the service last spoke of it to this client."""
        return self.witnesses.kept.get(game)

    # --- whatever has no method of its own --------------------------------------------------

    def call(self, method: Callable[..., Any], sent: Any) -> Any:
        """One call of a stub's method, as `client.disputes.GetDispute`; a request id is made if it is missing."""
        return self._ask(method, requests.with_request_id(sent))

    # --- the wire ---------------------------------------------------------------------------

    def _ask(self, method: Callable[..., Answer], sent: Any) -> Answer:
        """One call; what its answer rests on is kept."""
        try:
            answer = method(sent, timeout=self.timeout, metadata=(*self.metadata, *requests.metadata(sent)))
        except grpc.RpcError as error:
            raise refused(error) from None
        basis = getattr(answer, "basis", None)
        if basis is not None:
            self.witnesses.keep(basis)
        return answer

    def _stream(self, method: Callable[..., Any], sent: Any) -> Iterator[Any]:
        """One call with many answers."""
        call = method(sent, metadata=(*self.metadata, *requests.metadata(sent)))
        try:
            yield from call
        except grpc.RpcError as error:
            raise refused(error) from None
        finally:
            call.cancel()

    def _revision(self, game: str, expected: int | None) -> int:
        """The revision that the caller names, or the last one seen, or the one that stands."""
        found = self.witnesses.revision(game) if expected is None else expected
        if found is None:
            found = self._ask(self.games.GetGame, game_service_pb2.GetGameRequest(game=game)).basis.revision
        return found


class AioWire:
    """What every part of a client for asyncio stands on: the connection, the stubs, what it has witnessed."""

    def __init__(
        self,
        target: str = "127.0.0.1:50051",
        *,
        timeout: float | None = 10.0,
        channel: grpc.aio.Channel | None = None,
        credentials: Credentials = NO_CREDENTIALS,
    ) -> None:
        self.channel = channel or credentials.aio_channel(target)
        self.metadata = credentials.metadata()
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
        self.access = access_service_pb2_grpc.AccessServiceStub(self.channel)

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

    # --- whatever has no method of its own --------------------------------------------------

    async def call(self, method: Callable[..., Any], sent: Any) -> Any:
        """One call of a stub's method, as `client.disputes.GetDispute`; a request id is made if it is missing."""
        return await self._ask(method, requests.with_request_id(sent))

    # --- the wire ---------------------------------------------------------------------------

    async def _ask(self, method: Callable[..., Awaitable[Answer]], sent: Any) -> Answer:
        """One call; what its answer rests on is kept."""
        try:
            answer = await method(sent, timeout=self.timeout, metadata=(*self.metadata, *requests.metadata(sent)))
        except grpc.RpcError as error:
            raise refused(error) from None
        basis = getattr(answer, "basis", None)
        if basis is not None:
            self.witnesses.keep(basis)
        return answer

    async def _stream(self, method: Callable[..., Any], sent: Any) -> AsyncGenerator[Any, None]:
        """One call with many answers."""
        call = method(sent, metadata=(*self.metadata, *requests.metadata(sent)))
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
        if found is None:
            told = await self._ask(self.games.GetGame, game_service_pb2.GetGameRequest(game=game))
            found = told.basis.revision
        return found
