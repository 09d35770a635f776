"""Calls that explain, or that compare several editions."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.api.v1 import compare_service_pb2, explain_service_pb2, verdict_pb2
from adjudicator_client import requests
from adjudicator_client.methods import asked
from adjudicator_client.requests import Declaration, Position, named
from adjudicator_client.wire import Connection


def _drawn(forms: Sequence[str]) -> list[explain_service_pb2.DrawingForm.ValueType]:
    return [named(explain_service_pb2.DrawingForm, each) for each in forms]


class Explaining(Connection):
    """The methods of clients about explanations and comparisons.

    `forms` are "lines", "short" and "html"; anything else raises ValueError.
    """

    @asked
    async def explain_verdict(
        self,
        position: Position,
        declaration: Declaration = "",
        *,
        entry: int = 0,
        explain: str = "failing",
        viewer: str = "",
        forms: Sequence[str] = (),
    ) -> explain_service_pb2.ExplainVerdictResponse:
        """The ruling on a declaration, or on a recorded one, as a tree."""
        sent = explain_service_pb2.ExplainVerdictRequest(
            position=requests.position(position),
            declaration=requests.declaration(declaration) if declaration else None,
            entry=entry,
            explain=named(verdict_pb2.ExplainLevel, explain),
            viewer=viewer,
            forms=_drawn(forms),
        )
        return await self._ask(self.explanations.ExplainVerdict, sent)

    @asked
    async def trace(
        self, position: Position, of: str, name: str, *, viewer: str = "", forms: Sequence[str] = ()
    ) -> explain_service_pb2.TraceValueResponse:
        """A value as a tree; what a player holds in a game is followed through its log."""
        sent = explain_service_pb2.TraceValueRequest(
            position=requests.position(position), of=of, name=name, viewer=viewer, forms=_drawn(forms)
        )
        return await self._ask(self.explanations.TraceValue, sent)

    @asked
    async def why_not(
        self, position: Position, declaration: Declaration, *, viewer: str = "", forms: Sequence[str] = ()
    ) -> explain_service_pb2.WhyNotListedResponse:
        """Why a declaration is not listed, and what would change it."""
        sent = explain_service_pb2.WhyNotListedRequest(
            position=requests.position(position),
            declaration=requests.declaration(declaration),
            viewer=viewer,
            forms=_drawn(forms),
        )
        return await self._ask(self.explanations.WhyNotListed, sent)

    @asked
    async def compare(
        self, position: Position, declaration: Declaration, editions: Sequence[str] = (), *, viewer: str = ""
    ) -> compare_service_pb2.CompareDeclarationResponse:
        """Each edition's ruling on a declaration; all editions of the game if none is named."""
        sent = compare_service_pb2.CompareDeclarationRequest(
            position=requests.position(position),
            declaration=requests.declaration(declaration),
            editions=editions,
            viewer=viewer,
        )
        return await self._ask(self.comparisons.CompareDeclaration, sent)

    @asked
    async def points(
        self, topic: str = "", *, rule: str = "", points: Sequence[str] = ()
    ) -> compare_service_pb2.ListPointsResponse:
        """The points on which the documents differ (of a topic, resting on a rule, or by id), with each answer."""
        sent = compare_service_pb2.ListPointsRequest(topic=topic, rule=rule, points=points)
        return await self._ask(self.comparisons.ListPoints, sent)

    @asked
    async def compare_game(
        self, game: str, editions: Sequence[str] = (), *, viewer: str = ""
    ) -> compare_service_pb2.CompareGameResponse:
        """The declarations of a recorded game on which editions part (`partings`), as far as the viewer knows them."""
        sent = compare_service_pb2.CompareGameRequest(game=game, editions=editions, viewer=viewer)
        return await self._ask(self.comparisons.CompareGame, sent)
