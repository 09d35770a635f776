"""AuditService: was a log altered, and would today's judge rule the same."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from typing import TypeVar

from adjudicator.api.v1 import audit_service_pb2 as pb
from adjudicator.api.v1.citation_pb2 import Basis
from adjudicator.application import Divergence, GameView, Progress, Verified
from adjudicator.service import errors
from adjudicator.service.house import House
from adjudicator.service.translating import corrupt

HEAD_BYTES = 32
KEPT_MAX = 10_000
"""At most so many heads, roots and parts are compared in one call; more would not fit into a message."""
DIVERGENCES_PER_MESSAGE = 50

Item = TypeVar("Item")


class AuditDesk:
    """The handlers of AuditService. The work is done in threads, step by step."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def VerifyGame(self, request: pb.VerifyGameRequest) -> AsyncGenerator[pb.VerifyGameResponse, None]:
        """Check a log; damage ends the call with DATA_LOSS."""
        witnesses = [_witness(request.witness, "witness")] if request.HasField("witness") else []
        if len(request.witnesses) > KEPT_MAX:
            raise errors.bad_field("witnesses", f"are more than {KEPT_MAX}")
        witnesses += [_witness(each, "witnesses") for each in request.witnesses]
        total = 0
        await asyncio.to_thread(self.house.delays.need_whole, request.game)
        async for found in in_thread(self.house.application.verify(request.game, *witnesses)):
            if isinstance(found, Progress):
                total = found.total
                yield pb.VerifyGameResponse(done=found.done, total=found.total)
            elif isinstance(found, Verified):
                if not found.sound:
                    raise corrupt(request.game, found.bad, found.why, found.since, found.until)
                basis = Basis(game=request.game, entry=found.last, head=found.head)
                yield pb.VerifyGameResponse(done=found.last, total=total or found.last, basis=basis)

    async def RejudgeGame(self, request: pb.RejudgeGameRequest) -> AsyncGenerator[pb.RejudgeGameResponse, None]:
        """Rule again on every declaration."""
        view = await self.house.view(request.game)
        divergences: list[pb.Divergence] = []
        progress = Progress(0, view.last)
        steps = await asyncio.to_thread(self.house.application.rejudge, request.game)
        async for found in in_thread(steps):
            if isinstance(found, Divergence):
                divergences.append(
                    pb.Divergence(entry=found.entry, what=found.what, recorded=found.recorded, today=found.now)
                )
            else:
                progress = found
            if isinstance(found, Progress) or len(divergences) >= DIVERGENCES_PER_MESSAGE:
                yield self._rejudged(progress, divergences, view)
                divergences = []
        if divergences:
            yield self._rejudged(progress, divergences, view)

    def _rejudged(self, progress: Progress, divergences: list[pb.Divergence], view: GameView) -> pb.RejudgeGameResponse:
        ended = progress.done >= progress.total
        return pb.RejudgeGameResponse(
            done=progress.done,
            total=progress.total,
            divergences=divergences,
            basis=self.house.basis(view) if ended else None,
        )


def _witness(sent: pb.Witness, field: str) -> tuple[int, bytes]:
    if len(sent.head) != HEAD_BYTES or sent.entry < 1:
        raise errors.bad_field(field, f"needs an entry number and a head of {HEAD_BYTES} bytes")
    return sent.entry, sent.head


async def in_thread(items: Iterator[Item]) -> AsyncIterator[Item]:
    """What an iterator yields, each item worked out in a thread."""
    ended = object()
    while (item := await asyncio.to_thread(next, items, ended)) is not ended:
        yield item  # type: ignore[misc]  # `ended` has been left out
