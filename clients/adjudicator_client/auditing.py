"""Calls about one recorded game: was it altered, would it be ruled the same today."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from adjudicator.api.v1 import audit_service_pb2 as pb
from adjudicator_client.methods import streamed
from adjudicator_client.requests import Witness
from adjudicator_client.wire import Connection


class Auditing(Connection):
    """The methods of clients about audits of a game."""

    @streamed
    def verify(self, game: str, *witnesses: Witness | None) -> AsyncGenerator[pb.VerifyGameResponse, None]:
        """Check that nobody altered a log and that it holds kept heads; sends progress, the last with the basis."""
        kept = [pb.Witness(entry=each.entry, head=each.head) for each in witnesses if each is not None]
        return self._stream(self.audits.VerifyGame, pb.VerifyGameRequest(game=game, witnesses=kept))

    @streamed
    def rejudge(self, game: str) -> AsyncGenerator[pb.RejudgeGameResponse, None]:
        """Rule again on every declaration of a game; sends progress and every divergence."""
        return self._stream(self.audits.RejudgeGame, pb.RejudgeGameRequest(game=game))
