"""Calls about the log as a whole; `adjudicator_client.proofs` checks the answers."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Sequence

from adjudicator.api.v1 import audit_service_pb2
from adjudicator.api.v1 import proof_service_pb2 as pb
from adjudicator_client.methods import asked, streamed
from adjudicator_client.proofs import Checkpoint
from adjudicator_client.requests import Witness
from adjudicator_client.wire import Connection

LeafRange = tuple[int, int, bytes]
"""From the first place (from 0) to before the second: the hash over the leaves there."""


class Proving(Connection):
    """The methods of clients about the log as a whole."""

    @asked
    async def checkpoint(self) -> pb.GetCheckpointResponse:
        """The newest checkpoint of the log."""
        return await self._ask(self.proofs.GetCheckpoint, pb.GetCheckpointRequest())

    @asked
    async def prove_entry(self, game: str, entry: int, *, size: int = 0) -> pb.ProveEntryResponse:
        """The proof that an entry is in the log (of a size, 0: the newest)."""
        return await self._ask(self.proofs.ProveEntry, pb.ProveEntryRequest(game=game, entry=entry, size=size))

    @asked
    async def prove_growth(self, old_size: int, new_size: int = 0) -> pb.ProveGrowthResponse:
        """The proof that the log of an old size is the beginning of that of a new one (0: the newest)."""
        sent = pb.ProveGrowthRequest(old_size=old_size, new_size=new_size)
        return await self._ask(self.proofs.ProveGrowth, sent)

    @streamed
    def verify_log(
        self,
        roots: Sequence[Checkpoint] = (),
        heads: Iterable[tuple[str, Witness]] = (),
        parts: Iterable[LeafRange] = (),
    ) -> AsyncGenerator[pb.VerifyLogResponse, None]:
        """Check the whole log against kept roots, heads and parts of proofs (`proofs.parts_of`).

        Sends progress, the last with the root.
        """
        sent = pb.VerifyLogRequest(
            roots=[pb.LogRoot(size=each.size, root=each.root) for each in roots],
            heads=[
                pb.HeadKept(game=game, witness=audit_service_pb2.Witness(entry=witness.entry, head=witness.head))
                for game, witness in heads
            ],
            parts=[pb.LogPart(start=start, end=end, hash=found) for start, end, found in parts],
        )
        return self._stream(self.proofs.VerifyLog, sent)

    @asked
    async def rolls(self, game: str) -> pb.ListRollsResponse:
        """The house's rolls of a game; `proofs.check_rolls` computes them again once it is closed."""
        return await self._ask(self.proofs.ListRolls, pb.ListRollsRequest(game=game))
