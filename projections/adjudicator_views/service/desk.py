"""The handlers of ProjectionService: read rows, answer with them, and say how far the views have read."""

from __future__ import annotations

import asyncio
import sqlite3

import msgspec

from adjudicator.api.v1 import projection_service_pb2 as pb
from adjudicator.service import errors, requests
from adjudicator.service.callers import CALLER
from adjudicator.service.config import Delay
from adjudicator.service.delay import Delays
from adjudicator_views import timeline_lines as telling
from adjudicator_views.follower import Follower
from adjudicator_views.views import coverage, dice, rulings, standings, timeline

PAGE, PAGE_MAX = 100, 1000


def page(asked: int) -> int:
    """How many rows an answer may have. Raises RefusedError for a negative number."""
    if asked < 0:
        raise errors.bad_field("page_size", "is negative")
    return min(asked or PAGE, PAGE_MAX)


def of_all_games(delays: Delays) -> None:
    """Check that the caller may hear of all games. Raises RefusedError if some only, or if spectators are behind."""
    if delays.concern:
        raise errors.delayed()
    if CALLER.get().games:
        raise errors.game_needed()


class ProjectionDesk:
    """Rows are read in the loop, for that is quick, the log in a thread. Whose game it is was checked at the door."""

    def __init__(self, follower: Follower, delay: Delay | None = None) -> None:
        self.store = follower.store
        self.application = follower.application
        self.delays = Delays(follower.application, delay)

    @property
    def rows(self) -> sqlite3.Connection:
        """The database."""
        return self.store.connection

    async def _of(self, game: str) -> None:
        """Check that the caller may hear of a game, or of all. Raises RefusedError, UnknownGameError."""
        if not game:
            of_all_games(self.delays)
        elif self.delays.concern:
            await asyncio.to_thread(self.delays.need_whole, game)
        elif self.store.newest(game) is None:  # it may be younger than what the views have read
            await asyncio.to_thread(self.application.last_entry, game)

    def _basis(self, game: str = "") -> pb.ViewsBasis:
        """The newest entry that was read, of a game or of all."""
        stream, entry, head = self.store.newest(game) or (game, 0, b"")
        return pb.ViewsBasis(stream=stream, entry=entry, head=head)

    async def ListTimeline(self, request: pb.ListTimelineRequest) -> pb.ListTimelineResponse:
        """The entries of a game in words."""
        await self._of(requests.needed(request.game, "game"))
        found = timeline.read(self.rows, request.game, request.after_entry, page(request.page_size))
        position, basis = self.store.position(), self._basis(request.game)  # those of the rows, whatever is read since
        told = await asyncio.to_thread(telling.lines, self.application, request.game, found)
        lines = [pb.TimelineLine(**msgspec.structs.asdict(line)) for line in told]
        return pb.ListTimelineResponse(lines=lines, position=position, basis=basis)

    async def ListRulings(self, request: pb.ListRulingsRequest) -> pb.ListRulingsResponse:
        """Refusals, undecided rulings, judges' words and decisions of disputes."""
        await self._of(request.game)
        found = rulings.read(self.rows, request.words, request.game, page(request.page_size))
        told = [pb.PastRuling(**row) for row in found]
        return pb.ListRulingsResponse(rulings=told, position=self.store.position(), basis=self._basis(request.game))

    def GetRuleCoverage(self, request: pb.GetRuleCoverageRequest) -> pb.GetRuleCoverageResponse:
        """How often each rule has decided something."""
        of_all_games(self.delays)
        found = coverage.read(self.rows, request.prefix, page(request.page_size))
        counts = [pb.RuleCount(**dict(row)) for row in found]
        return pb.GetRuleCoverageResponse(rules=counts, position=self.store.position(), basis=self._basis())

    async def GetDiceStatistics(self, request: pb.GetDiceStatisticsRequest) -> pb.GetDiceStatisticsResponse:
        """How the dice fell."""
        await self._of(request.game)
        found = dice.read(self.rows, request.game)
        faces: dict[int, int] = {}
        for row in found:
            faces[row["face"]] = faces.get(row["face"], 0) + row["times"]
        return pb.GetDiceStatisticsResponse(
            counts=[pb.FaceCount(**dict(row)) for row in found],
            chi_square=dice.chi_square(faces),
            position=self.store.position(),
            basis=self._basis(request.game),
        )

    def ListStandings(self, request: pb.ListStandingsRequest) -> pb.ListStandingsResponse:
        """Games played, won and lost."""
        of_all_games(self.delays)
        found = [pb.Standing(**dict(row)) for row in standings.read(self.rows)]
        return pb.ListStandingsResponse(standings=found, position=self.store.position(), basis=self._basis())
