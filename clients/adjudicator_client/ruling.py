"""Calls about rulings: judged, recorded, decided by a judge, explained."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.api.v1 import ruling_service_pb2 as pb
from adjudicator.api.v1 import verdict_pb2
from adjudicator_client import requests
from adjudicator_client.methods import asked
from adjudicator_client.requests import Board, Declaration, Position, named
from adjudicator_client.wire import Connection


class Ruling(Connection):
    """The methods of clients about rulings. `explain` is "answer", "failing" or "all"; else it raises ValueError."""

    @asked
    async def judge(
        self,
        position: Position,
        declaration: Declaration,
        *,
        assuming: Sequence[Declaration] = (),
        explain: str = "failing",
        viewer: str = "",
        board: bool = False,
    ) -> pb.JudgeDeclarationResponse:
        """Ask whether a declaration is legal, why, and if wanted for the board after it; nothing is recorded."""
        sent = pb.JudgeDeclarationRequest(
            position=requests.position(position),
            declaration=requests.declaration(declaration),
            assuming=[requests.declaration(each) for each in assuming],
            explain=named(verdict_pb2.ExplainLevel, explain),
            viewer=viewer,
            board=board,
        )
        return await self._ask(self.rulings.JudgeDeclaration, sent)

    @asked
    async def submit(
        self,
        game: str,
        declaration: Declaration,
        *,
        explain: str = "failing",
        viewer: str = "",
        remark: str = "",
        nonce: bytes = b"",
        expected_revision: int | None = None,
        request_id: str = "",
    ) -> pb.SubmitDeclarationResponse:
        """Record a declaration with its ruling, and let it happen if it is legal."""
        sent = pb.SubmitDeclarationRequest(
            game=game,
            request_id=request_id,
            expected_revision=await self._revision(game, expected_revision),
            declaration=requests.declaration(declaration),
            explain=named(verdict_pb2.ExplainLevel, explain),
            viewer=viewer,
            remark=remark,
            nonce=nonce,
        )
        return await self._record(self.rulings.SubmitDeclaration, sent)

    @asked
    async def give_ruling(
        self,
        game: str,
        by: str,
        note: str,
        *,
        ruling: str = "",
        about: int = 0,
        declaration: Declaration | None = None,
        citation: str = "",
        viewer: str = "",
        expected_revision: int | None = None,
        request_id: str = "",
    ) -> pb.GiveRulingResponse:
        """Record what a judge decides; with a declaration ruled `legal` it is carried out."""
        sent = pb.GiveRulingRequest(
            game=game,
            request_id=request_id,
            expected_revision=await self._revision(game, expected_revision),
            by=by,
            note=note,
            ruling=named(verdict_pb2.Ruling, ruling),
            about=about,
            declaration=None if declaration is None else requests.declaration(declaration),
            citation=citation,
            viewer=viewer,
        )
        return await self._record(self.rulings.GiveRuling, sent)

    @asked
    async def legal(
        self, position: Position, *, seat: str = "", viewer: str | None = None, spelled: bool = False
    ) -> pb.ListLegalDeclarationsResponse:
        """The legal declarations as forms, if wanted spelled in notation; without a viewer, as the seat sees them."""
        sent = pb.ListLegalDeclarationsRequest(
            position=requests.position(position),
            seat=seat,
            viewer=seat if viewer is None else viewer,
            spelled=spelled,
        )
        return await self._ask(self.rulings.ListLegalDeclarations, sent)

    @asked
    async def show_table(self, position: Position, *, viewer: str = "") -> pb.ShowTableResponse:
        """A table as data, with its notation."""
        return await self._ask(
            self.rulings.ShowTable, pb.ShowTableRequest(position=requests.position(position), viewer=viewer)
        )

    @asked
    async def edit_board(self, board: Board, *edits: pb.BoardEdit) -> pb.EditBoardResponse:
        """A written board after changes, as notation and as data; without any, what could be changed on it."""
        written = requests.position(board).board
        return await self._ask(self.rulings.EditBoard, pb.EditBoardRequest(board=written, edits=edits))

    @asked
    async def explain(self, position: Position, of: str, name: str, *, viewer: str = "") -> pb.ExplainValueResponse:
        """A value with the parts that make it up."""
        sent = pb.ExplainValueRequest(position=requests.position(position), of=of, name=name, viewer=viewer)
        return await self._ask(self.rulings.ExplainValue, sent)
