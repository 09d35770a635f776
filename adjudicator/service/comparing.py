"""CompareService: a declaration or a recorded game under several editions, and the known points of difference."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable, Iterator, Sequence

import msgspec

from adjudicator.api.v1 import compare_service_pb2 as pb
from adjudicator.application import GameView
from adjudicator.comparing import Comparison, answer_for, compare_declaration, points, tables_under
from adjudicator.comparing.whole_games import compare_course, numbered
from adjudicator.kernel.entries import Declared
from adjudicator.kernel.game import Game
from adjudicator.kernel.viewing import JUDGE
from adjudicator.service import errors, requests
from adjudicator.service.house import House, Place
from adjudicator.service.messages import RULINGS


class CompareDesk:
    """The handlers of CompareService."""

    def __init__(self, house: House) -> None:
        self.house = house

    def CompareDeclaration(
        self, request: pb.CompareDeclarationRequest
    ) -> pb.CompareDeclarationResponse | Awaitable[pb.CompareDeclarationResponse]:
        """What each edition says of a declaration."""

        def compared(place: Place) -> pb.CompareDeclarationResponse:
            viewer = place.viewer(request.viewer)
            known = place.known(viewer)
            said = requests.declaration(place.game, known, request.declaration)
            found = compare_declaration(place.game, known, said, self._editions(place.game, request.editions))
            whole = viewer == JUDGE or not place.seats
            return pb.CompareDeclarationResponse(comparison=self._told(found, whole=whole), basis=place.basis)

        return self.house.at(request.position, compared)

    async def CompareGame(self, request: pb.CompareGameRequest) -> pb.CompareGameResponse:
        """The declarations of a recorded game on which editions part, and the first of them."""
        view = await self.house.view(request.game)
        viewer = self.house.place_of(view, view.table).viewer(request.viewer)
        editions = self._editions(view.rules, request.editions)
        found = await asyncio.to_thread(lambda: list(self._compared(view, editions, viewer)))
        partings = [self._told(each, whole=viewer == JUDGE) for each in found]
        return pb.CompareGameResponse(
            parting=partings[0] if partings else None, partings=partings, basis=self.house.basis(view)
        )

    def _compared(self, view: GameView, editions: Sequence[str], viewer: str) -> Iterator[Comparison]:
        """A recorded game step by step, each declaration on the table it met, as far as the viewer knows both: that
        editions part on a hidden card would tell what it is.

        Every step begins at the recorded table, so that a rewind or a judge's word needs nothing of its own: the
        editions that go on stand where the record stands.
        """
        game = view.rules
        teller = self.house.teller(game, view.edition)
        for step in self.house.application.steps(view.game_id):
            content = step.entry.content
            if step.entry.number > view.last or len(editions) < 2:
                break
            if not isinstance(content, Declared):
                continue
            known = teller.known(step.before, viewer)
            tables = tables_under(game, known, editions)
            for found in compare_course(game, tables, [teller.weighed(content.declaration, viewer)]):
                words = teller.said(known, content.declaration, viewer)
                yield numbered(msgspec.structs.replace(found, said=words), step.entry.number)
                editions = [each for each in editions if each not in found.leaving]

    def ListPoints(self, request: pb.ListPointsRequest) -> pb.ListPointsResponse:
        """The known points, with what stands under each edition."""
        prefixes = {document.id: document.prefix for document in self.house.quote.books.documents}
        for each in request.points:
            if each not in points():
                raise errors.not_found("point", each)
        listed = []
        for point in points().values():
            if request.topic not in {"", point.topic} or (request.points and point.id not in request.points):
                continue
            told = pb.PointOfDifference(id=point.id, topic=point.topic, question=point.question, situation=point.case)
            for _, edition in self.house.editions():
                order = [prefixes[each] for each in edition.documents if each in prefixes]
                answer = answer_for(point, order)
                if answer is not None:
                    cited = [self.house.quote(rule, edition.id) for rule in answer[1].rules]
                    told.answers.add(
                        edition=edition.id, answer=answer[1].ruling, citations=[each for each in cited if each]
                    )
            if not request.rule or any(request.rule == cited.rule for each in told.answers for cited in each.citations):
                listed.append(told)
        return pb.ListPointsResponse(points=listed)

    def _editions(self, game: Game, asked: Iterable[str]) -> list[str]:
        """The editions to be compared. Raises RefusedError."""
        wanted = list(dict.fromkeys(asked)) or list(game.editions)
        for each in wanted:
            if each not in game.editions:
                raise errors.not_found("edition", each, f"no edition {each!r}; known: {', '.join(game.editions)}")
        if len(wanted) < 2:
            raise errors.bad_field("editions", "has to name two or more")
        return wanted

    def _told(self, found: Comparison, *, whole: bool) -> pb.Comparison:
        """A comparison as a message; sentences about facts only for whom nothing is hidden from."""
        return pb.Comparison(
            said=found.said,
            what=found.what,
            number=found.number,
            points=found.points,
            leaving=found.leaving,
            sides=[
                pb.ComparedSide(
                    edition=side.edition,
                    ruling=RULINGS[side.ruling],
                    citation=self.house.quote(side.rule, side.edition),
                    failing=[code for code, _ in side.failing],
                    event=side.event,
                    text=side.told if whole or not side.comparable else "",
                )
                for side in found.sides
            ],
        )
