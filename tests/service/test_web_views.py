"""Calls for views at the door for browsers: passed on to the process that has them, with the caller's token."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace

from adjudicator.api.v1 import projection_service_pb2 as pb
from adjudicator.application.access import Role, TokenRoll
from adjudicator.service.callers import CALLER
from adjudicator.service.doorkeeper import Doorkeeper
from adjudicator.service.errors import bad_field
from adjudicator.service.guard import Guard
from adjudicator.service.notices import Notices
from adjudicator.service.server import Server
from adjudicator.service.translating import translate
from tests.kit.http import API, PROTO, asked, called
from tests.service.running import QUIET, Running, running
from tests.service.tables import HOUR

SERVICE = pb.DESCRIPTOR.services_by_name["ProjectionService"]
STANDINGS, TIMELINE = "ProjectionService/ListStandings", "ProjectionService/ListTimeline"


def standings(request: pb.ListStandingsRequest) -> pb.ListStandingsResponse:
    """The caller as the one person there is."""
    return pb.ListStandingsResponse(position=2**40, standings=[pb.Standing(person=CALLER.get().name)])


def timeline(request: pb.ListTimelineRequest) -> pb.ListTimelineResponse:
    """No game has one."""
    raise bad_field("game", f"{request.game} is none")


DESK = SimpleNamespace(**{each.name: standings for each in SERVICE.methods} | {"ListTimeline": timeline})


@asynccontextmanager
async def with_views(*, tokens: bool = False) -> AsyncIterator[tuple[Running, Server, TokenRoll]]:
    """A service, and views beside it with tokens of their own."""
    async with running() as other:
        roll = TokenRoll(other.application)
        guard = Guard(QUIET, translate, Doorkeeper(roll, 0) if tokens else None)
        views = Server(QUIET, guard, [(SERVICE, DESK)], Notices())
        address = f"127.0.0.1:{await views.start()}"
        async with running(web="127.0.0.1:0", views=address) as door:
            yield door, views, roll
        await views.stop()


async def test_calls_for_views_are_passed_on() -> None:
    """In JSON and as bytes; refusals come back as they are said, with their reasons."""
    async with with_views() as (door, views, _):
        assert {"position": str(2**40), "standings": [{}]} == (await called(door.web, STANDINGS)).told
        heard = await asked(door.web, API + STANDINGS, b"", content_type=PROTO)
        assert 2**40 == pb.ListStandingsResponse.FromString(heard.body).position
        heard = await called(door.web, TIMELINE, {"game": "g-1"})
        assert (400, "FIELD_INVALID") == (heard.status, heard.reason)
        assert [{"field": "game", "description": "g-1 is none"}] == heard.told["details"][1]["debug"]["fieldViolations"]
        heard = await called(door.web, TIMELINE, {"gaem": "x"})
        assert (400, "FIELD_INVALID") == (heard.status, heard.reason)
        assert 200 == (await asked(door.web, f"{API}{STANDINGS}?encoding=json&message={{}}", b"", "GET")).status
        await views.stop()
        heard = await called(door.web, STANDINGS)
        assert (503, "VIEWS_AWAY") == (heard.status, heard.reason)


async def test_the_token_goes_with_the_call() -> None:
    """It is the views that look at it."""
    async with with_views(tokens=True) as (door, _, roll):
        heard = await called(door.web, STANDINGS)
        assert (401, "TOKEN_MISSING") == (heard.status, heard.reason)
        _, secret = roll.issue(Role.SPECTATOR, "Ana", HOUR)
        heard = await called(door.web, STANDINGS, authorization=f"Bearer {secret}")
        assert [{"person": "Ana"}] == heard.told["standings"]


async def test_without_views_it_says_how_to_start_them(door: Running) -> None:
    """A reason of its own, and what to type."""
    heard = await called(door.web, STANDINGS)
    assert (501, "VIEWS_MISSING") == (heard.status, heard.reason)
    assert "python -m adjudicator_views" in heard.told["message"]
