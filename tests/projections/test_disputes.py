"""The views know what disputes have decided: who has lost by a ruling, and which ruling stands."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import msgspec
import pytest

from adjudicator.application import Adjudication
from adjudicator.application.disputes import (
    AppealDispute,
    DecideDispute,
    Decision,
    Docket,
    GameLoss,
    OpenDispute,
    Person,
    Question,
    RewindTo,
    Role,
    RuleDispute,
)
from adjudicator_views.follower import Follower
from adjudicator_views.store import ProjectionStore
from adjudicator_views.views import rulings, standings
from tests.kit.recorded import counting
from tests.kit.star_wars import SWTCG, opening_of, our_decks

ANN, FLO = Person("Ann", Role.PLAYER), Person("Flo", Role.FLOOR_JUDGE)
HEAD = Person("Hera", Role.HEAD_JUDGE)
RULE, OTHER = "rots.battle.speed-order", "crf.retreat.tapped-units-cannot"


@pytest.fixture
def house() -> Iterator[tuple[Adjudication, Follower]]:
    """A log, and who follows it."""
    with Adjudication([SWTCG], entropy=counting()) as application, closing(ProjectionStore(":memory:")) as store:
        yield application, Follower(application, store)


def disputed(application: Adjudication) -> tuple[str, str]:
    """A game of Cleo (dark) against Dan (light) with a refusal, and a dispute about that."""
    opening = msgspec.structs.replace(opening_of(our_decks()), seats=(("dark", "Cleo"), ("light", "Dan")))
    game = application.open_game(opening).game_id
    view = application.get(game)
    refused = application.submit(game, SWTCG.read(view.table, "dark: bid 3"), expected_revision=view.revision).entry
    opened = OpenDispute(game, Question("May she bid now?", about=refused), ANN)
    return game, Docket(application).do(opened).dispute.id


def test_who_loses_by_a_ruling_has_lost(house: tuple[Adjudication, Follower]) -> None:
    """The seat that the ruling names has lost the game, and the other has won it."""
    application, follower = house
    _, dispute = disputed(application)
    lost = Decision("Light stalls.", citations=(RULE,), remedies=(GameLoss("light"),))
    Docket(application).do(RuleDispute(dispute, lost, FLO))
    follower.catch_up()
    found = {row["person"]: tuple(row)[1:] for row in standings.read(follower.store.connection)}
    assert {"Cleo": (1, 1, 0), "Dan": (1, 0, 1)} == found
    (ruled, refused) = rulings.read(follower.store.connection)
    assert ("Flo", "Light stalls.", RULE, ["game-loss"], dispute) == tuple(
        ruled[name] for name in ("by", "note", "citation", "remedies", "dispute")
    )
    assert ("illegal", dispute) == (refused["ruling"], refused["dispute"])


@pytest.mark.parametrize("remedies", [(RewindTo(),), ()])
def test_an_overturned_ruling_is_marked_and_the_other_is_there(
    house: tuple[Adjudication, Follower], remedies: tuple[RewindTo, ...]
) -> None:
    """Each decision is one ruling, whatever it does in the game; the one that the head judge overturned says so."""
    application, follower = house
    game, dispute = disputed(application)
    docket = Docket(application)
    docket.do(RuleDispute(dispute, Decision("She may not.", "illegal", (RULE,)), FLO))
    follower.catch_up()
    assert [("illegal", False)] == [
        (row["ruling"], row["overturned"]) for row in rulings.read(follower.store.connection, "she may")
    ]
    docket.do(AppealDispute(dispute, "The card says so.", ANN))
    docket.do(DecideDispute(dispute, False, Decision("Now she may.", "legal", (OTHER,), remedies), HEAD))
    follower.catch_up()
    found = [
        (row["game"], row["by"], row["ruling"], row["citation"], row["kind"], row["overturned"], row["dispute"])
        for row in rulings.read(follower.store.connection, "she may", game)
    ]
    assert [
        (game, "Hera", "legal", OTHER, "Bid", False, dispute),
        (game, "Flo", "illegal", RULE, "Bid", True, dispute),
    ] == found


def test_a_ruling_that_was_upheld_is_not_marked(house: tuple[Adjudication, Follower]) -> None:
    """What the head judge says then is a ruling beside it."""
    application, follower = house
    _, dispute = disputed(application)
    docket = Docket(application)
    docket.do(RuleDispute(dispute, Decision("She may not.", "illegal", (RULE,)), FLO))
    docket.do(AppealDispute(dispute, "The card says so.", ANN))
    docket.do(DecideDispute(dispute, True, Decision("She may not indeed."), HEAD))
    follower.catch_up()
    assert follower.store.newest(dispute) is None  # it is no game
    newest = follower.store.newest()
    assert newest is not None
    assert dispute == newest[0]
    found = [(row["by"], row["overturned"]) for row in rulings.read(follower.store.connection, "she may")]
    assert [("Hera", False), ("Flo", False)] == found
