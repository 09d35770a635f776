"""What both clients ask to be explained or compared under several editions."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.api.v1 import compare_service_pb2, explain_service_pb2
from clients.python import requests
from clients.python.requests import Said, Where
from clients.python.wire import AioWire, Wire


class Explaining(Wire):
    """The methods of the blocking client about explanations and comparisons."""

    def explain_verdict(
        self,
        where: Where,
        said: Said = "",
        *,
        entry: int = 0,
        explain: str = "failing",
        viewer: str = "",
        forms: Sequence[str] = (),
    ) -> explain_service_pb2.ExplainVerdictResponse:
        """The ruling on a declaration, or on a recorded one, as a tree; `forms` are lines, short and html."""
        sent = requests.explaining(where, said, entry=entry, explain=explain, viewer=viewer, forms=forms)
        return self._ask(self.explanations.ExplainVerdict, sent)

    def trace(
        self, where: Where, of: str, name: str, *, viewer: str = "", forms: Sequence[str] = ()
    ) -> explain_service_pb2.TraceValueResponse:
        """A value as a tree; what a player holds in a game is followed through its log."""
        sent = explain_service_pb2.TraceValueRequest(
            position=requests.position(where), of=of, name=name, viewer=viewer, forms=requests.drawn(forms)
        )
        return self._ask(self.explanations.TraceValue, sent)

    def why_not(
        self, where: Where, said: Said, *, viewer: str = "", forms: Sequence[str] = ()
    ) -> explain_service_pb2.WhyNotListedResponse:
        """Why a declaration is not listed, and what would change it."""
        sent = explain_service_pb2.WhyNotListedRequest(
            position=requests.position(where),
            declaration=requests.declaration(said),
            viewer=viewer,
            forms=requests.drawn(forms),
        )
        return self._ask(self.explanations.WhyNotListed, sent)

    def compare(
        self, where: Where, said: Said, editions: Sequence[str] = (), *, viewer: str = ""
    ) -> compare_service_pb2.CompareDeclarationResponse:
        """What each edition says of a declaration; all editions of the game if none is named."""
        sent = compare_service_pb2.CompareDeclarationRequest(
            position=requests.position(where),
            declaration=requests.declaration(said),
            editions=editions,
            viewer=viewer,
        )
        return self._ask(self.comparisons.CompareDeclaration, sent)

    def points(self, topic: str = "") -> compare_service_pb2.ListPointsResponse:
        """The points on which the documents differ (of a topic), with each edition's answer."""
        return self._ask(self.comparisons.ListPoints, compare_service_pb2.ListPointsRequest(topic=topic))

    def compare_game(
        self, game: str, editions: Sequence[str] = (), *, viewer: str = ""
    ) -> compare_service_pb2.CompareGameResponse:
        """The first declaration of a recorded game on which editions part, as far as the viewer knows it."""
        sent = compare_service_pb2.CompareGameRequest(game=game, editions=editions, viewer=viewer)
        return self._ask(self.comparisons.CompareGame, sent)


class AioExplaining(AioWire):
    """The methods of the client for asyncio about explanations and comparisons."""

    async def explain_verdict(
        self,
        where: Where,
        said: Said = "",
        *,
        entry: int = 0,
        explain: str = "failing",
        viewer: str = "",
        forms: Sequence[str] = (),
    ) -> explain_service_pb2.ExplainVerdictResponse:
        """The ruling on a declaration, or on a recorded one, as a tree; `forms` are lines, short and html."""
        sent = requests.explaining(where, said, entry=entry, explain=explain, viewer=viewer, forms=forms)
        return await self._ask(self.explanations.ExplainVerdict, sent)

    async def trace(
        self, where: Where, of: str, name: str, *, viewer: str = "", forms: Sequence[str] = ()
    ) -> explain_service_pb2.TraceValueResponse:
        """A value as a tree; what a player holds in a game is followed through its log."""
        sent = explain_service_pb2.TraceValueRequest(
            position=requests.position(where), of=of, name=name, viewer=viewer, forms=requests.drawn(forms)
        )
        return await self._ask(self.explanations.TraceValue, sent)

    async def why_not(
        self, where: Where, said: Said, *, viewer: str = "", forms: Sequence[str] = ()
    ) -> explain_service_pb2.WhyNotListedResponse:
        """Why a declaration is not listed, and what would change it."""
        sent = explain_service_pb2.WhyNotListedRequest(
            position=requests.position(where),
            declaration=requests.declaration(said),
            viewer=viewer,
            forms=requests.drawn(forms),
        )
        return await self._ask(self.explanations.WhyNotListed, sent)

    async def compare(
        self, where: Where, said: Said, editions: Sequence[str] = (), *, viewer: str = ""
    ) -> compare_service_pb2.CompareDeclarationResponse:
        """What each edition says of a declaration; all editions of the game if none is named."""
        sent = compare_service_pb2.CompareDeclarationRequest(
            position=requests.position(where),
            declaration=requests.declaration(said),
            editions=editions,
            viewer=viewer,
        )
        return await self._ask(self.comparisons.CompareDeclaration, sent)

    async def points(self, topic: str = "") -> compare_service_pb2.ListPointsResponse:
        """The points on which the documents differ (of a topic), with each edition's answer."""
        return await self._ask(self.comparisons.ListPoints, compare_service_pb2.ListPointsRequest(topic=topic))

    async def compare_game(
        self, game: str, editions: Sequence[str] = (), *, viewer: str = ""
    ) -> compare_service_pb2.CompareGameResponse:
        """The first declaration of a recorded game on which editions part, as far as the viewer knows it."""
        sent = compare_service_pb2.CompareGameRequest(game=game, editions=editions, viewer=viewer)
        return await self._ask(self.comparisons.CompareGame, sent)
