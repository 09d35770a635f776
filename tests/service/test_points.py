"""CompareService.ListPoints: all points, those of a topic or a rule, and those of some ids."""

from __future__ import annotations

import pytest

from adjudicator.api.v1 import compare_service_pb2 as pb
from adjudicator.application import Adjudication
from adjudicator.citations import load
from adjudicator.comparing import points
from adjudicator.service.comparing import CompareDesk
from adjudicator.service.config import Configuration
from adjudicator.service.errors import RefusedError
from adjudicator.service.house import House
from adjudicator.service.notices import Notices
from adjudicator.service.quoting import Quoter
from adjudicator.service.start import games_of

RULE = "crf.setup.mulligan-location-equipment"


@pytest.fixture(scope="module")
def desk() -> CompareDesk:
    """The handlers; the house needs no log for what they are asked."""
    configuration = Configuration()
    return CompareDesk(
        House(configuration, Adjudication([], ":memory:"), games_of(configuration), Quoter(load()), Notices())
    )


def _asked(desk: CompareDesk, request: pb.ListPointsRequest) -> list[pb.PointOfDifference]:
    return list(desk.ListPoints(request).points)


def test_the_points_of_a_rule(desk: CompareDesk) -> None:
    """The points of a rule are those that rest on it under an edition; an unknown rule has none."""
    found = _asked(desk, pb.ListPointsRequest(rule=RULE))
    every = _asked(desk, pb.ListPointsRequest())
    assert list(points()) == [each.id for each in every]
    resting = [each for each in every if RULE in {c.rule for answer in each.answers for c in answer.citations}]
    assert 0 < len(resting) < len(every)
    assert resting == found
    assert [] == _asked(desk, pb.ListPointsRequest(rule="rots.nothing"))


def test_the_points_of_some_ids(desk: CompareDesk) -> None:
    """Points are told by their ids, in their own order; an unknown id is refused."""
    first, second, *_ = points()
    assert [first, second] == [each.id for each in _asked(desk, pb.ListPointsRequest(points=[second, first]))]
    with pytest.raises(RefusedError) as caught:
        desk.ListPoints(pb.ListPointsRequest(points=["no-such-point"]))
    assert "POINT_NOT_FOUND" == caught.value.reason
