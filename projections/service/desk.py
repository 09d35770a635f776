"""The handlers of ProjectionService: read rows, answer with them, and say how far the views have read."""

from __future__ import annotations

import sqlite3
from typing import Any

import grpc

from adjudicator.api.v1 import projection_service_pb2 as pb
from adjudicator.api.v1 import projection_service_pb2_grpc as stubs
from projections.store import ProjectionStore
from projections.views import coverage, dice, rulings, standings, timeline

PAGE, PAGE_MAX = 100, 1000
Context = grpc.aio.ServicerContext[Any, Any]


def page(asked: int) -> int:
    """How many rows an answer may have. Raises ValueError for a negative number."""
    if asked < 0:
        raise ValueError("page_size is negative")
    return min(asked or PAGE, PAGE_MAX)


class ProjectionDesk(stubs.ProjectionServiceServicer):
    """Reads are quick and local, so they answer in the loop."""

    def __init__(self, store: ProjectionStore) -> None:
        self.store = store

    @property
    def rows(self) -> sqlite3.Connection:
        """The database."""
        return self.store.connection

    async def ListTimeline(self, request: pb.ListTimelineRequest, context: Context) -> pb.ListTimelineResponse:
        """The entries of a game in words."""
        limit = await _page(request.page_size, context)
        found = timeline.read(self.rows, request.game, request.after_entry, limit)
        lines = [pb.TimelineLine(**dict(row)) for row in found]
        return pb.ListTimelineResponse(lines=lines, position=self.store.position())

    async def ListRulings(self, request: pb.ListRulingsRequest, context: Context) -> pb.ListRulingsResponse:
        """Refusals, undecided rulings and judges' words."""
        limit = await _page(request.page_size, context)
        found = rulings.read(self.rows, request.words, request.game, limit)
        told = [pb.PastRuling(**{"by" if key == "by_whom" else key: row[key] for key in row.keys()}) for row in found]  # noqa: SIM118 - a Row iterates over its values
        return pb.ListRulingsResponse(rulings=told, position=self.store.position())

    async def GetRuleCoverage(self, request: pb.GetRuleCoverageRequest, context: Context) -> pb.GetRuleCoverageResponse:
        """How often each rule has decided something."""
        limit = await _page(request.page_size, context)
        counts = [pb.RuleCount(**dict(row)) for row in coverage.read(self.rows, request.prefix, limit)]
        return pb.GetRuleCoverageResponse(rules=counts, position=self.store.position())

    async def GetDiceStatistics(
        self, request: pb.GetDiceStatisticsRequest, context: Context
    ) -> pb.GetDiceStatisticsResponse:
        """How the dice fell."""
        found = dice.read(self.rows, request.game)
        faces: dict[int, int] = {}
        for row in found:
            faces[row["face"]] = faces.get(row["face"], 0) + row["times"]
        return pb.GetDiceStatisticsResponse(
            counts=[pb.FaceCount(**dict(row)) for row in found],
            chi_square=dice.chi_square(faces),
            position=self.store.position(),
        )

    async def ListStandings(self, request: pb.ListStandingsRequest, context: Context) -> pb.ListStandingsResponse:
        """Games played, won and lost."""
        found = [pb.Standing(**dict(row)) for row in standings.read(self.rows)]
        return pb.ListStandingsResponse(standings=found, position=self.store.position())


async def _page(asked: int, context: Context) -> int:
    """The page size, or INVALID_ARGUMENT."""
    try:
        return page(asked)
    except ValueError as error:
        await context.abort(grpc.StatusCode.INVALID_ARGUMENT, str(error))
        raise
