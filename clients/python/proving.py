"""What both clients ask about the log as a whole; `clients.python.proofs` checks the answers."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import aclosing
from typing import Any, Protocol, TypeVar

from adjudicator.api.v1 import audit_service_pb2, proof_service_pb2, proof_service_pb2_grpc
from clients.python.proofs import Checkpoint
from clients.python.requests import Witness

Answer = TypeVar("Answer")


def _kept(roots: Sequence[Checkpoint], heads: Iterable[tuple[str, Witness]]) -> proof_service_pb2.VerifyLogRequest:
    """What somebody has kept, as a message."""
    return proof_service_pb2.VerifyLogRequest(
        roots=[proof_service_pb2.LogRoot(size=each.size, root=each.root) for each in roots],
        heads=[
            proof_service_pb2.HeadKept(
                game=game, witness=audit_service_pb2.Witness(entry=witness.entry, head=witness.head)
            )
            for game, witness in heads
        ],
    )


class _Asking(Protocol):
    """A blocking client, as far as it is needed here."""

    proofs: proof_service_pb2_grpc.ProofServiceStub

    def _ask(self, method: Callable[..., Answer], sent: Any) -> Answer: ...
    def _stream(self, method: Callable[..., Any], sent: Any) -> Iterator[Any]: ...


class Proving:
    """The methods of the blocking client about the log as a whole."""

    def checkpoint(self: _Asking) -> proof_service_pb2.GetCheckpointResponse:
        """The newest checkpoint of the log."""
        return self._ask(self.proofs.GetCheckpoint, proof_service_pb2.GetCheckpointRequest())

    def prove_entry(self: _Asking, game: str, entry: int, *, size: int = 0) -> proof_service_pb2.ProveEntryResponse:
        """The proof that an entry is in the log (of a size, 0: the newest)."""
        return self._ask(self.proofs.ProveEntry, proof_service_pb2.ProveEntryRequest(game=game, entry=entry, size=size))

    def prove_growth(self: _Asking, old: int, new: int = 0) -> proof_service_pb2.ProveGrowthResponse:
        """The proof that the log of an old size is the beginning of that of a new one (0: the newest)."""
        return self._ask(self.proofs.ProveGrowth, proof_service_pb2.ProveGrowthRequest(old_size=old, new_size=new))

    def verify_log(
        self: _Asking, roots: Sequence[Checkpoint] = (), heads: Iterable[tuple[str, Witness]] = ()
    ) -> Iterator[proof_service_pb2.VerifyLogResponse]:
        """Check the whole log against kept roots and heads of games; sends progress, the last with the root."""
        return self._stream(self.proofs.VerifyLog, _kept(roots, heads))

    def rolls(self: _Asking, game: str) -> proof_service_pb2.ListRollsResponse:
        """The house's rolls of a game; `proofs.check_rolls` computes them again once it is closed."""
        return self._ask(self.proofs.ListRolls, proof_service_pb2.ListRollsRequest(game=game))


class _AioAsking(Protocol):
    """A client for asyncio, as far as it is needed here."""

    proofs: proof_service_pb2_grpc.ProofServiceAsyncStub

    async def _ask(self, method: Callable[..., Awaitable[Answer]], sent: Any) -> Answer: ...
    def _stream(self, method: Callable[..., Any], sent: Any) -> AsyncGenerator[Any, None]: ...


class AioProving:
    """The methods of the client for asyncio about the log as a whole."""

    async def checkpoint(self: _AioAsking) -> proof_service_pb2.GetCheckpointResponse:
        """The newest checkpoint of the log."""
        return await self._ask(self.proofs.GetCheckpoint, proof_service_pb2.GetCheckpointRequest())

    async def prove_entry(
        self: _AioAsking, game: str, entry: int, *, size: int = 0
    ) -> proof_service_pb2.ProveEntryResponse:
        """The proof that an entry is in the log (of a size, 0: the newest)."""
        return await self._ask(
            self.proofs.ProveEntry, proof_service_pb2.ProveEntryRequest(game=game, entry=entry, size=size)
        )

    async def prove_growth(self: _AioAsking, old: int, new: int = 0) -> proof_service_pb2.ProveGrowthResponse:
        """The proof that the log of an old size is the beginning of that of a new one (0: the newest)."""
        return await self._ask(
            self.proofs.ProveGrowth, proof_service_pb2.ProveGrowthRequest(old_size=old, new_size=new)
        )

    async def verify_log(
        self: _AioAsking, roots: Sequence[Checkpoint] = (), heads: Iterable[tuple[str, Witness]] = ()
    ) -> AsyncGenerator[proof_service_pb2.VerifyLogResponse, None]:
        """Check the whole log against kept roots and heads of games; sends progress, the last with the root."""
        async with aclosing(self._stream(self.proofs.VerifyLog, _kept(roots, heads))) as answers:
            async for answer in answers:
                yield answer

    async def rolls(self: _AioAsking, game: str) -> proof_service_pb2.ListRollsResponse:
        """The house's rolls of a game; `proofs.check_rolls` computes them again once it is closed."""
        return await self._ask(self.proofs.ListRolls, proof_service_pb2.ListRollsRequest(game=game))
