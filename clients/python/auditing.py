"""What both clients ask about one recorded game: was it altered, would it be ruled the same today."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Iterator
from contextlib import aclosing

from adjudicator.api.v1 import audit_service_pb2
from clients.python.requests import Witness
from clients.python.wire import AioWire, Wire


def _verifying(game: str, witnesses: Iterable[Witness | None]) -> audit_service_pb2.VerifyGameRequest:
    kept = [audit_service_pb2.Witness(entry=each.entry, head=each.head) for each in witnesses if each is not None]
    return audit_service_pb2.VerifyGameRequest(game=game, witnesses=kept)


class Auditing(Wire):
    """The methods of the blocking client about audits of a game."""

    def verify(
        self, game: str, witness: Witness | None = None, *more: Witness
    ) -> Iterator[audit_service_pb2.VerifyGameResponse]:
        """Check that nobody altered a log and that it holds kept heads; sends progress, the last with the basis."""
        sent = _verifying(game, (witness, *more))
        yield from self._stream(self.audits.VerifyGame, sent)

    def rejudge(self, game: str) -> Iterator[audit_service_pb2.RejudgeGameResponse]:
        """Rule again on every declaration of a game; sends progress and every divergence."""
        sent = audit_service_pb2.RejudgeGameRequest(game=game)
        yield from self._stream(self.audits.RejudgeGame, sent)


class AioAuditing(AioWire):
    """The methods of the client for asyncio about audits of a game."""

    async def verify(
        self, game: str, witness: Witness | None = None, *more: Witness
    ) -> AsyncGenerator[audit_service_pb2.VerifyGameResponse, None]:
        """Check that nobody altered a log and that it holds kept heads; sends progress, the last with the basis."""
        sent = _verifying(game, (witness, *more))
        async with aclosing(self._stream(self.audits.VerifyGame, sent)) as answers:
            async for answer in answers:
                yield answer

    async def rejudge(self, game: str) -> AsyncGenerator[audit_service_pb2.RejudgeGameResponse, None]:
        """Rule again on every declaration of a game; sends progress and every divergence."""
        sent = audit_service_pb2.RejudgeGameRequest(game=game)
        async with aclosing(self._stream(self.audits.RejudgeGame, sent)) as answers:
            async for answer in answers:
                yield answer
