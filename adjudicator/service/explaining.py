"""ExplainService: rulings, values and absences as trees, and drawn in the forms asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from adjudicator.api.v1 import explain_service_pb2 as pb
from adjudicator.api.v1 import verdict_pb2
from adjudicator.application import GameView
from adjudicator.explaining import (
    Node,
    explain_value,
    explain_verdict,
    lines,
    of_books,
    page,
    short,
    traced,
    why_not_listed,
)  # fmt: skip
from adjudicator.explaining.tree import Cite
from adjudicator.kernel.entries import Declared
from adjudicator.kernel.explained import Explained
from adjudicator.kernel.judging import ALL, judge
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.kernel.viewing import JUDGE
from adjudicator.service import errors, reading
from adjudicator.service.house import House, Place

DRAWN: dict[int, Callable[[Node], str]] = {
    pb.DRAWING_FORM_LINES: lambda tree: "\n".join(str(line) for line in lines(tree)),
    pb.DRAWING_FORM_SHORT: short,
    pb.DRAWING_FORM_HTML: page,
}


class ExplainDesk:
    """The handlers of ExplainService."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._cites: dict[str, Cite] = {}

    def ExplainVerdict(
        self, request: pb.ExplainVerdictRequest
    ) -> pb.ExplainVerdictResponse | Awaitable[pb.ExplainVerdictResponse]:
        """A ruling as a tree."""
        level = reading.level(request.explain)
        if request.entry:
            return self._recorded(request, level)

        def explained(place: Place) -> pb.ExplainVerdictResponse:
            viewer = place.viewer(request.viewer)
            known = place.known(viewer)
            said = reading.declaration(place.game, known, request.declaration)
            return self._verdict(place, known, known, said, level, viewer, request.forms)

        return self.house.at(request.position, explained)

    async def _recorded(self, request: pb.ExplainVerdictRequest, level: int) -> pb.ExplainVerdictResponse:
        """The ruling on a recorded declaration, as the judge gives it on the table it met."""
        if request.position.WhichOneof("source") != "game":
            raise errors.bad_field("position", "has to be a game, if an entry of its log is to be explained")
        view = await self.house.view(request.position.game.game)
        if not 1 <= request.entry <= view.last:
            raise errors.bad_field("entry", f"has to be one of 1 to {view.last}")
        steps = self.house.application.steps
        step = await asyncio.to_thread(lambda: next(iter(steps(view.game_id, request.entry))))
        content = step.entry.content
        if not isinstance(content, Declared):
            raise errors.bad_field("entry", f"{request.entry} is no declaration")
        place = self.house.place_of(view, step.before, step.entry.revision)
        viewer = place.viewer(request.viewer)
        known = place.known(viewer)
        return self._verdict(place, step.before, known, content.declaration, level, viewer, request.forms)

    def _verdict(
        self, place: Place, table: Any, known: Any, said: Any, level: int, viewer: str, forms: Iterable[int]
    ) -> pb.ExplainVerdictResponse:
        teller = place.teller
        verdict = judge(place.game, table, said, ALL)
        given = teller.as_known(known, said, verdict, ALL, viewer) if table is not known else verdict
        happened = [
            (fact.kind, fact.text, fact.citation.rule) for fact in teller.facts(table, verdict.facts, viewer)[1]
        ]
        words = teller.said(known, said, viewer)
        tree = explain_verdict(words, given, happened, self._cite(teller.edition), level)
        return pb.ExplainVerdictResponse(
            tree=self._told(tree, place), drawings=_drawings(tree, forms), basis=place.basis
        )

    def TraceValue(self, request: pb.TraceValueRequest) -> pb.TraceValueResponse | Awaitable[pb.TraceValueResponse]:
        """A value as a tree."""

        def explained(place: Place) -> pb.TraceValueResponse | Awaitable[pb.TraceValueResponse]:
            viewer = place.viewer(request.viewer)
            found = _value(place, place.known(viewer), request)
            hold = getattr(place.game, "held", None)
            if place.basis.game and hold is not None and hold(place.table, request.of, request.name) is not None:
                return self._traced(place, found, request, viewer)
            return self._value(place, found, request)

        return self._awaited(self.house.at(request.position, explained))

    def _value(self, place: Place, found: Explained, request: pb.TraceValueRequest) -> pb.TraceValueResponse:
        tree = explain_value(found, self._cite(place.teller.edition))
        drawings = _drawings(tree, request.forms)
        return pb.TraceValueResponse(tree=self._told(tree, place), drawings=drawings, basis=place.basis)

    async def _traced(
        self, place: Place, found: Explained, request: pb.TraceValueRequest, viewer: str
    ) -> pb.TraceValueResponse:
        """What a player holds, followed through the log; a game that was rewound is told as it stands."""
        view = await self.house.view(place.basis.game)
        full = await asyncio.to_thread(self._followed, place, view, found, request, viewer)
        return self._value(place, full, request)

    def _followed(
        self, place: Place, view: GameView, found: Explained, request: pb.TraceValueRequest, viewer: str
    ) -> Explained:
        game: Any = place.game
        steps = list(self.house.application.steps(view.game_id))
        start = game.fork(steps[0].before)
        facts: list[tuple[Any, str]] = []
        for step in steps:
            if step.entry.number > place.basis.revision:
                break
            draft = game.fork(step.before)
            for fact in getattr(step.entry.content, "facts", ()):
                game.fold(draft, fact)
                facts.append((fact, _when(game, draft, fact)))
        return traced(lambda table: game.held(table, request.of, request.name), start, facts, game.fold, found)

    def WhyNotListed(
        self, request: pb.WhyNotListedRequest
    ) -> pb.WhyNotListedResponse | Awaitable[pb.WhyNotListedResponse]:
        """Why something is not on the list."""

        def explained(place: Place) -> pb.WhyNotListedResponse:
            viewer = place.viewer(request.viewer)
            known = place.known(viewer)
            said = reading.declaration(place.game, known, request.declaration)
            own = not place.seats or viewer in {said.seat, JUDGE}
            tree = why_not_listed(place.game, known, said, self._cite(place.teller.edition), whole=own)
            drawings = _drawings(tree, request.forms)
            return pb.WhyNotListedResponse(tree=self._told(tree, place), drawings=drawings, basis=place.basis)

        return self.house.at(request.position, explained)

    async def _awaited(self, answer: Any) -> pb.TraceValueResponse:
        """An answer that may have to be waited for, more than once."""
        while not isinstance(answer, pb.TraceValueResponse):
            answer = await answer
        return answer

    def _cite(self, edition: str) -> Cite:
        found = self._cites.get(edition)
        if found is None:
            found = self._cites[edition] = of_books(self.house.quote.books, edition)
        return found

    def _told(self, node: Node, place: Place) -> pb.ExplanationNode:
        """A tree as a message."""
        rule = node.citation.rule if node.citation is not None else ""
        return pb.ExplanationNode(
            kind=pb.NodeKind.Value(f"NODE_KIND_{node.kind.name}"),
            text=node.text,
            outcome=node.outcome,
            basis=pb.NodeBasis.Value(f"NODE_BASIS_{node.basis.name if node.basis else 'UNSPECIFIED'}"),
            code=node.code,
            citation=self.house.quote(rule, place.teller.edition),
            evidence=[verdict_pb2.Evidence(name=name, value=stood) for name, stood in node.evidence],
            amount=node.amount or 0,
            how=node.how,
            below=[self._told(each, place) for each in node.below],
        )


def _value(place: Place, table: Any, request: pb.TraceValueRequest) -> Explained:
    """The value asked for. Raises RefusedError."""
    reading.bounded(request.of, reading.DECLARATION_LENGTH_MAX, "of")
    try:
        return place.game.value(table, request.of, request.name)
    except KeyError as error:
        told = str(error.args[0]) if error.args else ""
        raise errors.not_found("value", f"{request.name} of {request.of}", told if " " in told else "") from error
    except (NotUnderstoodError, AmbiguousError) as error:
        raise errors.not_understood(error, "of") from error


def _when(game: Any, table: Any, fact: Any) -> str:
    """A fact with the turn in which it happened, where the game tells turns."""
    number = getattr(getattr(table, "turn", None), "number", None)
    told = game.tell(table, fact)
    return f"turn {number}: {told}" if number and told else told


def _drawings(tree: Node, forms: Iterable[int]) -> list[pb.Drawing]:
    """The forms asked for. Raises RefusedError."""
    wanted = list(forms)
    for form in wanted:
        if form not in DRAWN:
            raise errors.bad_field("forms", f"{form} is no form of an explanation")
    return [pb.Drawing(form=form, text=DRAWN[form](tree)) for form in wanted]  # type: ignore[arg-type]  # looked up above
