"""WhatIfService: lines of play side by side, and the odds of an attack. Nothing here reaches the log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from adjudicator.api.v1 import position_pb2
from adjudicator.api.v1 import whatif_service_pb2 as pb
from adjudicator.kernel.game import NotOfferedError
from adjudicator.kernel.game.attack_odds import Question
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.kernel.odds import OddsError
from adjudicator.kernel.supposing import LINE_MAX, Difference, Line, suppose
from adjudicator.service import errors, requests
from adjudicator.service.house import House, Place
from adjudicator.service.odds_telling import answer_message

LINES_MAX = 8
JUDGED_MAX = 10_000
"""So many declarations the service judges at most for one question, where outcomes are played through."""

Differing = Callable[[Any, Any], Sequence[Difference]]


class WhatIfDesk:
    """The handlers of WhatIfService."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def CompareLines(self, request: pb.CompareLinesRequest) -> pb.CompareLinesResponse:
        """Go each line from the position as the viewer knows it, and set the ends side by side."""
        place = await self._place(request.position)
        level, viewer = requests.level(request.explain), place.viewer(request.viewer)
        if not 1 <= len(request.lines) <= LINES_MAX:
            raise errors.bad_field("lines", f"takes one to {LINES_MAX} lines, not {len(request.lines)}")
        known, differing = place.known(viewer), _differing(place)
        ends: list[Any] = []
        outcomes: list[pb.LineOutcome] = []
        for number, sent in enumerate(request.lines):
            line = _supposed(place, known, sent, f"lines[{number}]", level)
            ends.append(line.after)
            outcomes.append(_outcome(place, known, line, sent.title, viewer, level, differing))
        return pb.CompareLinesResponse(
            outcomes=outcomes,
            comparisons=[
                pb.LineComparison(first=0, second=number, differences=_told(differing(ends[0], ends[number])))
                for number in range(1, len(ends))
            ],
            basis=place.basis,
        )

    async def GetAttackOdds(self, request: pb.GetAttackOddsRequest) -> pb.GetAttackOddsResponse:
        """Reckon the odds on the table that the viewer knows, beside the event loop."""
        place = await self._place(request.position)
        table = place.known(place.viewer(request.viewer))
        question = _question(request)
        try:
            found = await asyncio.to_thread(place.game.odds, place.game.fork(table), question)
        except NotOfferedError as error:
            raise errors.bad_field("position", f"{error} ({place.game.id})", "NO_ODDS") from error
        except OddsError as error:
            raise errors.bad_field("attack", str(error), "NO_ODDS") from error
        except (NotUnderstoodError, AmbiguousError) as error:
            raise errors.not_understood(error, "attack") from error
        return answer_message(found, place)

    async def _place(self, position: position_pb2.Position) -> Place:
        """The position that a question is about."""
        found = self.house.at(position, lambda place: place)
        return found if isinstance(found, Place) else await found


def _differing(place: Place) -> Differing:
    """What tells the differences of two tables; it raises RefusedError for a game that does not tell."""

    def differing(before: Any, after: Any) -> Sequence[Difference]:
        try:
            return place.game.differences(before, after)
        except NotOfferedError as error:
            raise errors.bad_field("position", f"{error} ({place.game.id})", "NO_DIFFERENCES") from error

    return differing


def _question(request: pb.GetAttackOddsRequest) -> Question:
    """The question of a request, its words bounded. Raises RefusedError."""
    plan = request.plan
    listed = (
        ("before", request.before),
        ("after", request.after),
        ("plan.prevent", plan.prevent),
        ("plan.plays", plan.plays),
    )
    for field, lines in listed:
        if len(lines) > LINE_MAX:
            raise errors.bad_field(field, f"has more than {LINE_MAX} lines")
        for words in lines:
            requests.bounded(words, requests.DECLARATION_LENGTH_MAX, field)
    return Question(
        attack=requests.bounded(request.attack, requests.DECLARATION_LENGTH_MAX, "attack"),
        before=tuple(request.before),
        after=tuple(request.after),
        attacker=plan.attacker,
        defender=plan.defender,
        aim=plan.aim,
        overkill=plan.overkill,
        prevent=tuple(plan.prevent),
        plays=tuple(plan.plays),
        enumerated=request.enumerated,
        most=JUDGED_MAX,
    )


def _supposed(place: Place, table: Any, sent: pb.SupposedLine, field: str, level: int) -> Line:
    """A line gone as far as it goes; each declaration is read at the table that it meets."""
    if len(sent.declarations) > LINE_MAX:
        raise errors.bad_field(f"{field}.declarations", f"has more than {LINE_MAX} declarations")
    done = Line((), table, whole=True)
    for number, each in enumerate(sent.declarations):
        said = requests.declaration(place.game, done.after, each, f"{field}.declarations[{number}]")
        step = suppose(place.game, done.after, [said], level)
        done = Line((*done.steps, *step.steps), step.after, step.whole)
        if not done.whole:
            break
    return done


def _outcome(
    place: Place, known: Any, line: Line, title: str, viewer: str, level: int, differing: Differing
) -> pb.LineOutcome:
    teller = place.teller
    return pb.LineOutcome(
        title=title,
        verdicts=[teller.verdict(s.table, s.table, s.said, s.verdict, level, viewer) for s in line.steps],
        whole=line.whole,
        board=place.game.board(line.after, viewer or None),
        question=teller.question(line.after),
        changes=_told(differing(known, line.after)),
    )


def _told(found: Sequence[Difference]) -> list[pb.TableDifference]:
    return [
        pb.TableDifference(topic=each.topic, of=each.of, what=each.what, before=each.before, after=each.after)
        for each in found
    ]
