"""What both clients ask about what would be: lines of play side by side, odds of attacks. Nothing is recorded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.api.v1 import whatif_service_pb2 as pb
from clients.python import requests
from clients.python.requests import Said, Where
from clients.python.wire import AioWire, Wire

Line = tuple[str, Sequence[Said]]
"""The name of a line and what is said in it."""


def _comparing(where: Where, lines: Sequence[Line], viewer: str, explain: str) -> pb.CompareLinesRequest:
    sent = [
        pb.SupposedLine(title=title, declarations=[requests.declaration(said) for said in words])
        for title, words in lines
    ]
    return pb.CompareLinesRequest(
        position=requests.position(where), lines=sent, viewer=viewer, explain=requests.LEVELS[explain]
    )


def _odds(
    where: Where,
    attack: str,
    before: Sequence[str],
    after: Sequence[str],
    *,
    enumerated: bool,
    viewer: str,
    plan: dict[str, Any],
) -> pb.GetAttackOddsRequest:
    return pb.GetAttackOddsRequest(
        position=requests.position(where),
        attack=attack,
        before=before,
        after=after,
        plan=pb.OddsPlan(**plan),
        viewer=viewer,
        enumerated=enumerated,
    )


class Supposing(Wire):
    """The methods of the blocking client about what would be."""

    def compare_lines(
        self, where: Where, lines: Sequence[Line], *, viewer: str = "", explain: str = "failing"
    ) -> pb.CompareLinesResponse:
        """Where lines of declarations would lead, hypothetical dice among them, and what differs."""
        return self._ask(self.what_ifs.CompareLines, _comparing(where, lines, viewer, explain))

    def attack_odds(
        self,
        where: Where,
        attack: str = "",
        *,
        before: Sequence[str] = (),
        after: Sequence[str] = (),
        enumerated: bool = False,
        viewer: str = "",
        **plan: Any,
    ) -> pb.GetAttackOddsResponse:
        """The exact odds of an attack; `plan` are the fields of OddsPlan."""
        sent = _odds(where, attack, before, after, enumerated=enumerated, viewer=viewer, plan=plan)
        return self._ask(self.what_ifs.GetAttackOdds, sent)


class AioSupposing(AioWire):
    """The methods of the asyncio client about what would be."""

    async def compare_lines(
        self, where: Where, lines: Sequence[Line], *, viewer: str = "", explain: str = "failing"
    ) -> pb.CompareLinesResponse:
        """Where lines of declarations would lead, hypothetical dice among them, and what differs."""
        return await self._ask(self.what_ifs.CompareLines, _comparing(where, lines, viewer, explain))

    async def attack_odds(
        self,
        where: Where,
        attack: str = "",
        *,
        before: Sequence[str] = (),
        after: Sequence[str] = (),
        enumerated: bool = False,
        viewer: str = "",
        **plan: Any,
    ) -> pb.GetAttackOddsResponse:
        """The exact odds of an attack; `plan` are the fields of OddsPlan."""
        sent = _odds(where, attack, before, after, enumerated=enumerated, viewer=viewer, plan=plan)
        return await self._ask(self.what_ifs.GetAttackOdds, sent)
