"""Changes to a written board, as messages of the API."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from adjudicator.api.v1 import position_pb2
from adjudicator.api.v1 import ruling_service_pb2 as pb
from adjudicator.kernel import editing as to
from adjudicator.service import errors, requests, showing
from adjudicator.service.errors import RefusedError
from adjudicator.service.house import House

EDITS_MAX = 100

CHANGES: Mapping[str, Callable[[Any], to.Edit]] = {
    "put": lambda sent: to.Put(sent.card, sent.seat, sent.zone, sent.on, sent.how),
    "move": lambda sent: to.Move(sent.thing, sent.seat, sent.zone, sent.on, sent.how),
    "remove": lambda sent: to.Remove(sent.thing, sent.seat, sent.zone, sent.card),
    "mark": lambda sent: to.Mark(sent.thing, sent.mark, not sent.off),
    "count": lambda sent: to.Count(sent.of, sent.name, sent.amount),
    "control": lambda sent: to.Control(sent.thing, sent.seat),
    "line": lambda sent: to.Line(sent.name, sent.words),
    "link": lambda sent: to.Link(sent.kind, sent.source, sent.target, sent.mode, sent.stage, tuple(sent.numbers)),
}
"""By the field of the message, the change."""


def edited(house: House, request: pb.EditBoardRequest) -> pb.EditBoardResponse:
    """The board after its changes, and what could be changed. Raises RefusedError."""
    requests.needed(request.board.edition, "board.edition")
    if len(request.edits) > EDITS_MAX:
        raise errors.bad_field("edits", f"has more than {EDITS_MAX} changes")
    edits = [_change(each, at) for at, each in enumerate(request.edits)]
    game, found, basis = house.edited(request.board, edits)
    wrong, table = "", found.things
    try:
        after = position_pb2.Board(edition=request.board.edition, notation=found.text, cards=request.board.cards)
        table = house.read_board(game, after.edition, after.notation, requests.rows(after.cards), "board")
    except RefusedError as error:
        wrong = error.message
    return pb.EditBoardResponse(
        notation=found.text,
        table=showing.table(game, table),
        wrong=wrong,
        moment=found.moment,
        moments=found.moments,
        kinds=[
            pb.EditableKind(role=each.role, marks=each.marks, amounts=each.amounts, takes=each.takes)
            for each in found.kinds
        ],
        seat_amounts=found.seat_amounts,
        link_kinds=map(_link_kind, found.link_kinds),
        basis=basis,
    )


def _link_kind(kind: to.LinkKind) -> pb.LinkKind:
    stages = [pb.LinkStage(stage=each.name, most=each.most, one=each.one) for each in kind.stages]
    return pb.LinkKind(kind=kind.kind, modes=kind.modes, stages=stages)


def _change(sent: pb.BoardEdit, at: int) -> to.Edit:
    which = sent.WhichOneof("edit")
    if which is None:
        raise errors.bad_field(f"edits[{at}]", "has no change")
    return CHANGES[which](getattr(sent, which))
