"""ExplainService: rulings, values and absences as trees, and drawn in the forms asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any

from adjudicator.api.v1 import explain_service_pb2 as pb
from adjudicator.api.v1 import verdict_pb2
from adjudicator.api.v1.declaration_pb2 import Declaration
from adjudicator.application.answers import Step
from adjudicator.explaining import (
    Node,
    explain_value,
    explain_verdict,
    lines,
    of_books,
    page,
    short,
    why_not_listed,
)  # fmt: skip
from adjudicator.explaining.tree import Cite
from adjudicator.kernel.entries import Declared, Rewound
from adjudicator.kernel.explained import Explained
from adjudicator.kernel.following import Happening, course, followed, whole
from adjudicator.kernel.game import Game
from adjudicator.kernel.judging import ALL, judge
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.kernel.viewing import JUDGE
from adjudicator.service import errors, requests
from adjudicator.service.house import House, Place

DRAWN: dict[int, Callable[[Node], str]] = {
    pb.DRAWING_FORM_LINES: lambda tree: "\n".join(str(line) for line in lines(tree)),
    pb.DRAWING_FORM_SHORT: short,
    pb.DRAWING_FORM_HTML: page,
}
LATELY = 64
"""So many entries back it is looked for what has ended in this turn."""


class ExplainDesk:
    """The handlers of ExplainService."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._cites: dict[str, Cite] = {}

    def ExplainVerdict(
        self, request: pb.ExplainVerdictRequest
    ) -> pb.ExplainVerdictResponse | Awaitable[pb.ExplainVerdictResponse]:
        """A ruling as a tree."""
        level = requests.level(request.explain)
        if request.entry:
            return self._recorded(request, level)

        def explained(place: Place) -> pb.ExplainVerdictResponse:
            viewer = place.viewer(request.viewer)
            known = place.known(viewer)
            said = requests.declaration(place.game, known, request.declaration)
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
            raise errors.bad_field("entry", f"{request.entry} is not a declaration")
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
            if not place.basis.game:
                return self._value(place, found, request)
            held = place.game.held(place.table, request.of, request.name) is not None
            if not held and not place.game.lasts(request.name):
                return self._value(place, found, request)
            since = 1 if held else max(1, place.basis.revision - LATELY)
            return self._followed(place, found, since, request)

        return self._awaited(self.house.at(request.position, explained))

    def _value(self, place: Place, found: Explained, request: pb.TraceValueRequest) -> pb.TraceValueResponse:
        tree = explain_value(found, self._cite(place.teller.edition))
        drawings = _drawings(tree, request.forms)
        return pb.TraceValueResponse(tree=self._told(tree, place), drawings=drawings, basis=place.basis)

    async def _followed(
        self, place: Place, found: Explained, since: int, request: pb.TraceValueRequest
    ) -> pb.TraceValueResponse:
        """A value with what the log tells of it from an entry on; a game that was rewound is told as it stands."""
        view = await self.house.view(place.basis.game)

        def full() -> Explained:
            start, steps = _standing(self.house.application.steps(view.game_id, since), place.basis.revision)
            game, happened = place.game, _course(place.game, steps)
            return followed(game, place.table, (request.of, request.name), game.fork(start), happened, found)

        return self._value(place, await asyncio.to_thread(full), request)

    def WhyNotListed(
        self, request: pb.WhyNotListedRequest
    ) -> pb.WhyNotListedResponse | Awaitable[pb.WhyNotListedResponse]:
        """Why something is not on the list."""

        def explained(place: Place) -> pb.WhyNotListedResponse:
            viewer = place.viewer(request.viewer)
            known = place.known(viewer)
            said = _anyway(place.game, known, request.declaration)
            own = not place.seats or viewer in {said.seat, JUDGE}
            cite = self._cite(place.teller.edition)
            tree = why_not_listed(place.game, known, said, cite, whole=own, shut=place.shut)
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


def _anyway(game: Game, table: Any, sent: Declaration) -> Any:
    """What is declared, though it be of a card that is nowhere at the table. Raises RefusedError."""
    try:
        return requests.declaration(game, table, sent)
    except errors.RefusedError as refused:
        if sent.WhichOneof("said") != "notation":
            raise
        try:
            return game.read_anyway(table, sent.notation)
        except (NotUnderstoodError, AmbiguousError):
            raise refused from None


def _value(place: Place, table: Any, request: pb.TraceValueRequest) -> Explained:
    """The value asked for. Raises RefusedError."""
    requests.bounded(request.of, requests.DECLARATION_LENGTH_MAX, "of")
    try:
        return place.game.value(table, request.of, request.name)
    except KeyError as error:
        told = str(error.args[0]) if error.args else ""
        raise errors.not_found("value", f"{request.name} of {request.of}", told if " " in told else "") from error
    except (NotUnderstoodError, AmbiguousError) as error:
        raise errors.not_understood(error, "of") from error


def _standing(steps: Iterable[Step], revision: int) -> tuple[Any, list[Step]]:
    """The steps that led to a revision, and the table before them; what had been taken back before it did not."""
    start, led = None, list[Step]()
    for step in steps:
        if step.entry.number > revision:
            break
        start = step.before if start is None else start
        if isinstance(step.entry.content, Rewound):
            back = step.entry.content.to
            led = [each for each in led if each.entry.revision <= back]
            start = start if led else step.after
        else:
            led.append(step)
    return start, led


def _course(game: Game, steps: Iterable[Step]) -> Iterator[Happening]:
    """All that happened in some steps."""
    for step in steps:
        yield from course(game, game.fork(step.before), whole(step.entry.content))


def _drawings(tree: Node, forms: Iterable[int]) -> list[pb.Drawing]:
    """The forms asked for. Raises RefusedError."""
    wanted = list(forms)
    for form in wanted:
        if form not in DRAWN:
            raise errors.bad_field("forms", f"{form} is not a form of an explanation")
    return [pb.Drawing(form=form, text=DRAWN[form](tree)) for form in wanted]  # type: ignore[arg-type]  # looked up above
