"""Calls about what nobody has played: lines of play side by side, odds of attacks. Nothing is recorded."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.api.v1 import verdict_pb2
from adjudicator.api.v1 import whatif_service_pb2 as pb
from adjudicator_client import requests
from adjudicator_client.methods import asked
from adjudicator_client.requests import Declaration, Position, named
from adjudicator_client.wire import Connection

Line = tuple[str, Sequence[Declaration]]
"""The name of a line and what is said in it."""


class Supposing(Connection):
    """The methods of clients about what would be."""

    @asked
    async def compare_lines(
        self, position: Position, lines: Sequence[Line], *, viewer: str = "", explain: str = "failing"
    ) -> pb.CompareLinesResponse:
        """Where lines of declarations would lead, hypothetical dice among them, and what differs."""
        sent = pb.CompareLinesRequest(
            position=requests.position(position),
            lines=[
                pb.SupposedLine(title=title, declarations=[requests.declaration(each) for each in said])
                for title, said in lines
            ],
            viewer=viewer,
            explain=named(verdict_pb2.ExplainLevel, explain),
        )
        return await self._ask(self.what_ifs.CompareLines, sent)

    @asked
    async def attack_odds(
        self,
        position: Position,
        attack: str = "",
        *,
        before: Sequence[str] = (),
        after: Sequence[str] = (),
        enumerated: bool = False,
        viewer: str = "",
        plan: pb.OddsPlan | None = None,
    ) -> pb.GetAttackOddsResponse:
        """The exact odds of an attack; `plan` is how both players choose."""
        sent = pb.GetAttackOddsRequest(
            position=requests.position(position),
            attack=attack,
            before=before,
            after=after,
            plan=plan,
            viewer=viewer,
            enumerated=enumerated,
        )
        return await self._ask(self.what_ifs.GetAttackOdds, sent)
