"""RulingService: asking, declaring, a judge's word, what may be said, and what makes up a value."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

from adjudicator.api.v1 import ruling_service_pb2 as pb
from adjudicator.api.v1.declaration_pb2 import Declaration
from adjudicator.api.v1.position_pb2 import Question
from adjudicator.application import GiveRuling, StaleRevisionError, Submit
from adjudicator.kernel.judging import doubted, judge
from adjudicator.kernel.verdict import Ruling
from adjudicator.kernel.viewing import JUDGE
from adjudicator.service import editing, errors, messages, requests, showing
from adjudicator.service.callers import CALLER
from adjudicator.service.house import House, Place
from adjudicator.service.spelling import options_spelled, spelled

MANUAL_BLANK = "effects that no rule of ours carries out do nothing in this game (manual = blank)"
ON_TRUST = "statements about hidden cards are taken at their word here"
NONCE_BYTES_MAX = 32
_RULING_NAMES = {number: name for name, number in messages.RULINGS.items()}


class RulingDesk:
    """The handlers of RulingService."""

    def __init__(self, house: House) -> None:
        self.house = house

    def JudgeDeclaration(
        self, request: pb.JudgeDeclarationRequest
    ) -> pb.JudgeDeclarationResponse | Awaitable[pb.JudgeDeclarationResponse]:
        """Judge a declaration on a table without recording it."""

        def judged(place: Place) -> pb.JudgeDeclarationResponse:
            level, viewer = requests.level(request.explain), place.viewer(request.viewer)
            game, table = place.game, place.known(viewer)
            if len(request.assuming) > requests.ASSUMING_MAX:
                raise errors.bad_field("assuming", f"has more than {requests.ASSUMING_MAX} declarations")
            for number, sent in enumerate(request.assuming):
                table = _assumed(place, table, sent, f"assuming[{number}]")
            said = requests.declaration(game, table, request.declaration)
            verdict = judge(game, table, said, level, place.teller.listener(viewer, level))
            remarks = [_remark(place)]
            if viewer and viewer != JUDGE:
                verdict = doubted(game, table, said, verdict, viewer)
            elif game.on_trust(table, said):
                remarks.append(ON_TRUST)
            remark = "; ".join(filter(None, remarks))
            follows = level and verdict.after is not None
            answer = pb.JudgeDeclarationResponse()
            place.teller.write(answer.verdict, table, table, said, verdict, level, viewer, remark)
            answer.basis.CopyFrom(place.basis)
            if request.board and verdict.after is not None:
                answer.board = game.board(verdict.after, None if viewer == JUDGE or not place.seats else viewer)
            if follows:
                answer.question.CopyFrom(place.teller.question(verdict.after))
            return answer

        return self.house.at(request.position, judged)

    async def SubmitDeclaration(self, request: pb.SubmitDeclarationRequest) -> pb.SubmitDeclarationResponse:
        """Record a declaration with its ruling; the answer comes once it is on disk."""
        house, level = self.house, requests.level(request.explain)
        request_id = requests.request_id(request.request_id)
        game, revision, nonce = request.game, request.expected_revision, request.nonce
        view, before = house.now_at(game, revision) or await house.known(game, revision)
        place = house.place_of(view, before)
        if speaker := requests.speaker(request.declaration):
            CALLER.get().speak(speaker)  # before it is read: whether it fits would tell what another seat holds
        teller, viewer = place.teller, place.viewer(request.viewer)
        if len(nonce) > NONCE_BYTES_MAX:
            raise errors.bad_field("nonce", f"has more than {NONCE_BYTES_MAX} bytes")
        try:
            said = _said(place, request.declaration, viewer)
        except errors.RefusedError:
            if revision != view.revision:  # the words were meant for another table
                raise StaleRevisionError(game, revision, view.revision) from None
            raise
        CALLER.get().speak(said.seat)
        command = Submit(game, said, level, revision, request.remark, nonce)
        done = await house.application.do_soon(command, request_id, teller.listener(viewer, level))
        house.publish(done, view, before)
        assert done.verdict is not None
        known = place.known(viewer)
        given = teller.as_known(known, said, done.verdict, level, viewer)
        answer = pb.SubmitDeclarationResponse(repeated=done.repeated, entry=done.entry)
        teller.write(answer.verdict, before, known, said, given, level, viewer, _remark(place))
        after = done.verdict.after
        if after is None:  # nothing happened, or the answer is repeated
            after = teller.facts(before, done.verdict.facts, viewer)[0]
        if len(done.entries) > 1:
            after, chance = teller.entries(after, done.entries[1:], viewer)
            answer.chance.extend(chance)
        answer.basis.CopyFrom(house.recorded(done, view))
        answer.question.CopyFrom(teller.question(after))
        return answer

    async def GiveRuling(self, request: pb.GiveRulingRequest) -> pb.GiveRulingResponse:
        """Record what a judge decides."""
        house = self.house
        request_id = requests.request_id(request.request_id)
        view, before = await house.known(request.game, request.expected_revision)
        place = house.place_of(view, before)
        viewer = place.viewer(request.viewer)
        if request.ruling not in _RULING_NAMES:
            raise errors.bad_field("ruling", f"{request.ruling} is not a ruling")
        said, by = None, requests.needed(request.by, "by")
        CALLER.get().sign(by)
        if request.HasField("declaration"):
            said = _said(place, request.declaration, viewer)
        command = GiveRuling(
            request.game,
            by,
            request.note,
            _RULING_NAMES[request.ruling],
            request.about,
            said,
            request.citation,
            expected_revision=request.expected_revision,
        )
        done = await house.application.do_soon(command, request_id)
        house.publish(done, view, before)
        after, facts = place.teller.entries(before, done.entries, viewer)
        return pb.GiveRulingResponse(
            basis=house.recorded(done, view), facts=facts, question=place.teller.question(after), entry=done.entry
        )

    def ListLegalDeclarations(
        self, request: pb.ListLegalDeclarationsRequest
    ) -> pb.ListLegalDeclarationsResponse | Awaitable[pb.ListLegalDeclarationsResponse]:
        """What may be said, as forms."""

        def listed(place: Place) -> pb.ListLegalDeclarationsResponse:
            viewer = place.viewer(request.viewer)
            table = place.known(viewer)
            seat = place.speaker(request.seat)
            if place.shut:
                return pb.ListLegalDeclarationsResponse(question=Question(over=place.shut), basis=place.basis)
            forms = place.game.forms(table, seat or None)
            shown = [form for form in forms if viewer in {form.seat, JUDGE}]
            told = [messages.form(form, viewer) for form in shown]
            for form, message in zip(shown, told, strict=True) if request.spelled else ():
                message.notations.extend(spelled(place.game, table, form))
                for choice in message.choices:
                    choice.notations.extend(options_spelled(place.game, table, form, choice.name))
            return pb.ListLegalDeclarationsResponse(
                forms=told,
                question=place.teller.question(place.table),
                basis=place.basis,
            )

        return self.house.at(request.position, listed)

    def ShowTable(self, request: pb.ShowTableRequest) -> pb.ShowTableResponse | Awaitable[pb.ShowTableResponse]:
        """Show a table as data."""

        def shown(place: Place) -> pb.ShowTableResponse:
            viewer = place.viewer(request.viewer)
            known = place.known(viewer)
            data = showing.table(place.game, known)
            if data is None:
                raise errors.not_shown("position")
            everything = viewer == JUDGE or not place.seats
            return pb.ShowTableResponse(
                table=data,
                board=place.game.board(known, None if everything else viewer),
                question=place.teller.question(place.table),
                basis=place.basis,
            )

        return self.house.at(request.position, shown)

    def EditBoard(self, request: pb.EditBoardRequest) -> pb.EditBoardResponse:
        """Change a written board."""
        return editing.edited(self.house, request)

    def ExplainValue(
        self, request: pb.ExplainValueRequest
    ) -> pb.ExplainValueResponse | Awaitable[pb.ExplainValueResponse]:
        """What makes up a value."""

        def explained(place: Place) -> pb.ExplainValueResponse:
            table = place.known(place.viewer(request.viewer))
            try:
                found = place.game.value(table, request.of, request.name)
            except KeyError as error:
                name = f"{request.name} of {request.of}"
                raise errors.not_found("value", name) from error
            return pb.ExplainValueResponse(value=place.teller.explained(found), basis=place.basis)

        return self.house.at(request.position, explained)


def _said(place: Place, sent: Declaration, viewer: str) -> Any:
    """What is declared, as its speaker means it; what is not understood is told as far as the viewer may know.

    Raises RefusedError: the names that would fit are those of hidden cards too.
    """
    try:
        return requests.declaration(place.game, place.table, sent)
    except errors.RefusedError:
        if place.known(viewer) is not place.table:
            requests.declaration(place.game, place.known(viewer), sent)
            raise errors.bad_field(
                "declaration", "names something that its speaker does not have", "NOT_UNDERSTOOD"
            ) from None
        raise


def _assumed(place: Place, table: Any, sent: Declaration, field: str) -> Any:
    """The table after a declaration that is taken as said. Raises RefusedError unless it is legal."""
    said = requests.declaration(place.game, table, sent, field)
    verdict = judge(place.game, table, said)
    if verdict.ruling is not Ruling.LEGAL:
        failing = ", ".join(clause.code for clause in verdict.failing)
        raise errors.bad_field(
            field, f"is {verdict.ruling.value}: {failing}", "ASSUMPTION_NOT_LEGAL", ruling=verdict.ruling.value
        )
    return verdict.after


def _remark(place: Place) -> str:
    return MANUAL_BLANK if place.settings.manual == "blank" else ""
