"""What both clients ask about the log as a whole; `clients.python.proofs` checks the answers."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Iterator, Sequence
from contextlib import aclosing

from adjudicator.api.v1 import audit_service_pb2, proof_service_pb2
from clients.python.proofs import Checkpoint
from clients.python.requests import Witness
from clients.python.wire import AioWire, Wire

LeafRange = tuple[int, int, bytes]
"""From the first place (from 0) to before the second: the hash over the leaves there."""


def _kept(
    roots: Sequence[Checkpoint], heads: Iterable[tuple[str, Witness]], parts: Iterable[LeafRange]
) -> proof_service_pb2.VerifyLogRequest:
    """What somebody has kept, as a message."""
    return proof_service_pb2.VerifyLogRequest(
        roots=[proof_service_pb2.LogRoot(size=each.size, root=each.root) for each in roots],
        heads=[
            proof_service_pb2.HeadKept(
                game=game, witness=audit_service_pb2.Witness(entry=witness.entry, head=witness.head)
            )
            for game, witness in heads
        ],
        parts=[proof_service_pb2.LogPart(start=start, end=end, hash=found) for start, end, found in parts],
    )


class Proving(Wire):
    """The methods of the blocking client about the log as a whole."""

    def checkpoint(self) -> proof_service_pb2.GetCheckpointResponse:
        """The newest checkpoint of the log."""
        return self._ask(self.proofs.GetCheckpoint, proof_service_pb2.GetCheckpointRequest())

    def prove_entry(self, game: str, entry: int, *, size: int = 0) -> proof_service_pb2.ProveEntryResponse:
        """The proof that an entry is in the log (of a size, 0: the newest)."""
        return self._ask(self.proofs.ProveEntry, proof_service_pb2.ProveEntryRequest(game=game, entry=entry, size=size))

    def prove_growth(self, old: int, new: int = 0) -> proof_service_pb2.ProveGrowthResponse:
        """The proof that the log of an old size is the beginning of that of a new one (0: the newest)."""
        return self._ask(self.proofs.ProveGrowth, proof_service_pb2.ProveGrowthRequest(old_size=old, new_size=new))

    def verify_log(
        self,
        roots: Sequence[Checkpoint] = (),
        heads: Iterable[tuple[str, Witness]] = (),
        parts: Iterable[LeafRange] = (),
    ) -> Iterator[proof_service_pb2.VerifyLogResponse]:
        """Check the whole log against kept roots, heads and parts of proofs (`proofs.parts_of`).

        Sends progress, the last with the root.
        """
        return self._stream(self.proofs.VerifyLog, _kept(roots, heads, parts))

    def rolls(self, game: str) -> proof_service_pb2.ListRollsResponse:
        """The house's rolls of a game; `proofs.check_rolls` computes them again once it is closed."""
        return self._ask(self.proofs.ListRolls, proof_service_pb2.ListRollsRequest(game=game))


class AioProving(AioWire):
    """The methods of the client for asyncio about the log as a whole."""

    async def checkpoint(self) -> proof_service_pb2.GetCheckpointResponse:
        """The newest checkpoint of the log."""
        return await self._ask(self.proofs.GetCheckpoint, proof_service_pb2.GetCheckpointRequest())

    async def prove_entry(self, game: str, entry: int, *, size: int = 0) -> proof_service_pb2.ProveEntryResponse:
        """The proof that an entry is in the log (of a size, 0: the newest)."""
        return await self._ask(
            self.proofs.ProveEntry, proof_service_pb2.ProveEntryRequest(game=game, entry=entry, size=size)
        )

    async def prove_growth(self, old: int, new: int = 0) -> proof_service_pb2.ProveGrowthResponse:
        """The proof that the log of an old size is the beginning of that of a new one (0: the newest)."""
        return await self._ask(
            self.proofs.ProveGrowth, proof_service_pb2.ProveGrowthRequest(old_size=old, new_size=new)
        )

    async def verify_log(
        self,
        roots: Sequence[Checkpoint] = (),
        heads: Iterable[tuple[str, Witness]] = (),
        parts: Iterable[LeafRange] = (),
    ) -> AsyncGenerator[proof_service_pb2.VerifyLogResponse, None]:
        """Check the whole log against kept roots, heads and parts of proofs (`proofs.parts_of`).

        Sends progress, the last with the root.
        """
        async with aclosing(self._stream(self.proofs.VerifyLog, _kept(roots, heads, parts))) as answers:
            async for answer in answers:
                yield answer

    async def rolls(self, game: str) -> proof_service_pb2.ListRollsResponse:
        """The house's rolls of a game; `proofs.check_rolls` computes them again once it is closed."""
        return await self._ask(self.proofs.ListRolls, proof_service_pb2.ListRollsRequest(game=game))
