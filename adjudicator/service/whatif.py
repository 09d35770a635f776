"""WhatIfService: lines of play side by side, and the odds of an attack. Nothing here reaches the log."""

from __future__ import annotations

import asyncio
from typing import Any

from adjudicator.api.v1 import position_pb2
from adjudicator.api.v1 import whatif_service_pb2 as pb
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.kernel.supposing import LINE_MAX, Line, suppose
from adjudicator.service import errors, reading
from adjudicator.service.house import House, Place
from adjudicator.service.odds_telling import answer_message
from adjudicator.swtcg.comparing import Difference, differences
from adjudicator.swtcg.game import SwtcgGame
from adjudicator.swtcg.odds.asking import Question, asked
from adjudicator.swtcg.odds.situation import OddsError

LINES_MAX = 8
ENUMERATED_MAX = 5_000
"""So many outcomes of dice the service plays through for one question."""


class WhatIfDesk:
    """The handlers of WhatIfService."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def CompareLines(self, request: pb.CompareLinesRequest) -> pb.CompareLinesResponse:
        """Go each line from the position as the viewer knows it, and set the ends side by side."""
        place = await self._place(request.position)
        level, viewer = reading.level(request.explain), place.viewer(request.viewer)
        if not 1 <= len(request.lines) <= LINES_MAX:
            raise errors.bad_field("lines", f"takes one to {LINES_MAX} lines, not {len(request.lines)}")
        known = place.known(viewer)
        ends: list[Any] = []
        outcomes: list[pb.LineOutcome] = []
        for number, sent in enumerate(request.lines):
            line = _supposed(place, known, sent, f"lines[{number}]", level)
            ends.append(line.after)
            outcomes.append(_outcome(place, known, line, sent.title, viewer, level))
        return pb.CompareLinesResponse(
            outcomes=outcomes,
            comparisons=[
                pb.LineComparison(first=0, second=number, differences=_differences(ends[0], ends[number]))
                for number in range(1, len(ends))
            ],
            basis=place.basis,
        )

    async def GetAttackOdds(self, request: pb.GetAttackOddsRequest) -> pb.GetAttackOddsResponse:
        """Reckon the odds on the table that the viewer knows, beside the event loop."""
        place = await self._place(request.position)
        table = place.known(place.viewer(request.viewer))
        reading.bounded(request.attack, reading.DECLARATION_LENGTH_MAX, "attack")
        plan = request.plan
        for field, lines in (("before", request.before), ("after", request.after), ("plan.prevent", plan.prevent)):
            if len(lines) > LINE_MAX:
                raise errors.bad_field(field, f"has more than {LINE_MAX} lines")
            for words in lines:
                reading.bounded(words, reading.DECLARATION_LENGTH_MAX, field)
        question = Question(
            attack=request.attack,
            before=tuple(request.before),
            after=tuple(request.after),
            attacker=plan.attacker or Question().attacker,
            defender=plan.defender or Question().defender,
            aim=plan.aim or Question().aim,
            overkill=plan.overkill,
            prevent=tuple(plan.prevent),
            enumerated=request.enumerated,
            most=ENUMERATED_MAX,
        )
        try:
            found = await asyncio.to_thread(asked, place.game, table.fork(), question)
        except OddsError as error:
            raise errors.bad_field("attack", str(error), "NO_ODDS") from error
        except (NotUnderstoodError, AmbiguousError) as error:
            raise errors.not_understood(error, "attack") from error
        return answer_message(found, place)

    async def _place(self, position: position_pb2.Position) -> Place:
        """The position; what-if knows one game only."""
        found = self.house.at(position, lambda place: place)
        place = found if isinstance(found, Place) else await found
        if not isinstance(place.game, SwtcgGame):
            raise errors.bad_field("position", f"what-if is not told of the game {place.game.id!r}", "NO_ODDS")
        return place


def _supposed(place: Place, table: Any, sent: pb.SupposedLine, field: str, level: int) -> Line:
    """A line gone as far as it goes; each declaration is read at the table that it meets."""
    if len(sent.declarations) > LINE_MAX:
        raise errors.bad_field(f"{field}.declarations", f"has more than {LINE_MAX} declarations")
    done = Line((), table, whole=True)
    for number, each in enumerate(sent.declarations):
        said = reading.declaration(place.game, done.after, each, f"{field}.declarations[{number}]")
        step = suppose(place.game, done.after, [said], level)
        done = Line((*done.steps, *step.steps), step.after, step.whole)
        if not done.whole:
            break
    return done


def _outcome(place: Place, known: Any, line: Line, title: str, viewer: str, level: int) -> pb.LineOutcome:
    teller = place.teller
    return pb.LineOutcome(
        title=title,
        verdicts=[teller.verdict(s.table, s.table, s.said, s.verdict, level, viewer) for s in line.steps],
        whole=line.whole,
        board=place.game.board(line.after, viewer or None),
        question=teller.question(line.after),
        changes=_differences(known, line.after),
    )


def _differences(before: Any, after: Any) -> list[pb.TableDifference]:
    return [_difference(each) for each in differences(before, after)]


def _difference(found: Difference) -> pb.TableDifference:
    return pb.TableDifference(topic=found.topic, of=found.of, what=found.what, before=found.before, after=found.after)
