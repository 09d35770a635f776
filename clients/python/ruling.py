"""What both clients ask of rulings: judged, recorded, decided by a judge, explained."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.api.v1 import ruling_service_pb2
from clients.python import requests
from clients.python.requests import Said, Where
from clients.python.wire import AioWire, Wire


class Ruling(Wire):
    """The methods of the blocking client about rulings."""

    def judge(
        self, where: Where, said: Said, *, assuming: Sequence[Said] = (), explain: str = "failing", viewer: str = ""
    ) -> ruling_service_pb2.JudgeDeclarationResponse:
        """Ask whether a declaration is legal, and why; nothing is recorded."""
        sent = requests.judging(where, said, assuming=assuming, explain=explain, viewer=viewer)
        return self._ask(self.rulings.JudgeDeclaration, sent)

    def say(
        self,
        game: str,
        said: Said,
        *,
        explain: str = "failing",
        viewer: str = "",
        remark: str = "",
        nonce: bytes = b"",
        expected: int | None = None,
        request_id: str | None = None,
    ) -> ruling_service_pb2.SubmitDeclarationResponse:
        """Record a declaration with its ruling, and let it happen if it is legal."""
        sent = requests.submission(
            game,
            said,
            self._revision(game, expected),
            explain=explain,
            viewer=viewer,
            remark=remark,
            nonce=nonce,
            request=request_id,
        )
        return self._ask(self.rulings.SubmitDeclaration, sent)

    def give_ruling(
        self,
        game: str,
        by: str,
        note: str,
        *,
        ruling: str = "",
        about: int = 0,
        said: Said | None = None,
        citation: str = "",
        viewer: str = "",
        expected: int | None = None,
        request_id: str | None = None,
    ) -> ruling_service_pb2.GiveRulingResponse:
        """Record what a judge decides; with a declaration ruled `legal` it is carried out."""
        sent = requests.judges_word(game, self._revision(game, expected), by, note, ruling, about, said, citation)
        sent.request_id = request_id or sent.request_id
        sent.viewer = viewer
        return self._ask(self.rulings.GiveRuling, sent)

    def legal(
        self, where: Where, *, seat: str = "", viewer: str | None = None, spelled: bool = False
    ) -> ruling_service_pb2.ListLegalDeclarationsResponse:
        """What may be said, as forms, and if wanted spelled in notation; without a viewer, as the seat sees it."""
        sent = ruling_service_pb2.ListLegalDeclarationsRequest(
            position=requests.position(where),
            seat=seat,
            viewer=seat if viewer is None else viewer,
            spelled=spelled,
        )
        return self._ask(self.rulings.ListLegalDeclarations, sent)

    def explain(self, where: Where, of: str, name: str, *, viewer: str = "") -> ruling_service_pb2.ExplainValueResponse:
        """What makes up a value."""
        sent = ruling_service_pb2.ExplainValueRequest(
            position=requests.position(where), of=of, name=name, viewer=viewer
        )
        return self._ask(self.rulings.ExplainValue, sent)


class AioRuling(AioWire):
    """The methods of the client for asyncio about rulings."""

    async def judge(
        self, where: Where, said: Said, *, assuming: Sequence[Said] = (), explain: str = "failing", viewer: str = ""
    ) -> ruling_service_pb2.JudgeDeclarationResponse:
        """Ask whether a declaration is legal, and why; nothing is recorded."""
        sent = requests.judging(where, said, assuming=assuming, explain=explain, viewer=viewer)
        return await self._ask(self.rulings.JudgeDeclaration, sent)

    async def say(
        self,
        game: str,
        said: Said,
        *,
        explain: str = "failing",
        viewer: str = "",
        remark: str = "",
        nonce: bytes = b"",
        expected: int | None = None,
        request_id: str | None = None,
    ) -> ruling_service_pb2.SubmitDeclarationResponse:
        """Record a declaration with its ruling, and let it happen if it is legal."""
        sent = requests.submission(
            game,
            said,
            await self._revision(game, expected),
            explain=explain,
            viewer=viewer,
            remark=remark,
            nonce=nonce,
            request=request_id,
        )
        return await self._ask(self.rulings.SubmitDeclaration, sent)

    async def give_ruling(
        self,
        game: str,
        by: str,
        note: str,
        *,
        ruling: str = "",
        about: int = 0,
        said: Said | None = None,
        citation: str = "",
        viewer: str = "",
        expected: int | None = None,
        request_id: str | None = None,
    ) -> ruling_service_pb2.GiveRulingResponse:
        """Record what a judge decides; with a declaration ruled `legal` it is carried out."""
        sent = requests.judges_word(game, await self._revision(game, expected), by, note, ruling, about, said, citation)
        sent.request_id = request_id or sent.request_id
        sent.viewer = viewer
        return await self._ask(self.rulings.GiveRuling, sent)

    async def legal(
        self, where: Where, *, seat: str = "", viewer: str | None = None, spelled: bool = False
    ) -> ruling_service_pb2.ListLegalDeclarationsResponse:
        """What may be said, as forms, and if wanted spelled in notation; without a viewer, as the seat sees it."""
        sent = ruling_service_pb2.ListLegalDeclarationsRequest(
            position=requests.position(where),
            seat=seat,
            viewer=seat if viewer is None else viewer,
            spelled=spelled,
        )
        return await self._ask(self.rulings.ListLegalDeclarations, sent)

    async def explain(
        self, where: Where, of: str, name: str, *, viewer: str = ""
    ) -> ruling_service_pb2.ExplainValueResponse:
        """What makes up a value."""
        sent = ruling_service_pb2.ExplainValueRequest(
            position=requests.position(where), of=of, name=name, viewer=viewer
        )
        return await self._ask(self.rulings.ExplainValue, sent)
