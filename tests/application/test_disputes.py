"""Disputes: opened at a frozen position, ruled with a remedy, appealed, decided; what the game's own log shows."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import msgspec
import pytest

from adjudicator.application import (
    CLOSED,
    REWOUND,
    RULING,
    Adjudication,
    RequestIdReusedError,
    RulingRefusedError,
    StaleRevisionError,
    UnknownGameError,
    UnknownRevisionError,
)
from adjudicator.application.disputes import (
    AppealDispute,
    CarryOut,
    DecideDispute,
    Decision,
    DecisionRefusedError,
    DisputeStateError,
    Docket,
    GameLoss,
    Infraction,
    NoteDispute,
    OpenDispute,
    Penalty,
    Person,
    Question,
    Repair,
    RewindTo,
    Role,
    RoleRefusedError,
    RuleDispute,
    StaleDisputeError,
    State,
    UnknownDisputeError,
)
from tests.kit.disputed import ANN, COIN, FLO, HEAD, NOTHING, disputed
from tests.kit.harbour import values as v
from tests.kit.recorded import application, play_on


@pytest.fixture
def app(store: str) -> Iterator[Adjudication]:
    """An application over either store."""
    with application(store) as made:
        yield made


def test_the_position_is_frozen_while_the_game_goes_on(app: Adjudication) -> None:
    """A dispute keeps game, revision, last entry and head of the moment it was opened; notes move none of it."""
    docket = Docket(app)
    game, dispute = disputed(app, docket)
    then = app.get(game)
    play_on(app, game, 5)
    docket.do(NoteDispute(dispute, "Both were calm.", FLO))
    found = docket.get(dispute)
    assert (game, then.revision, then.last, then.head) == (
        found.opened.game, found.opened.revision, found.opened.last, found.opened.head,
    )  # fmt: skip
    assert (State.OPENED, 2) == (found.state, found.last)
    early = docket.do(OpenDispute(game, Question("And then?"), ANN, revision=1)).dispute
    assert 1 == early.opened.revision


def test_the_way_to_upheld_and_to_overturned(app: Adjudication) -> None:
    """OPENED, RULED, APPEALED, then UPHELD or OVERTURNED; the decision that stands follows."""
    docket = Docket(app)
    for upheld, state, stands in (
        (True, State.UPHELD, "Play on."),
        (False, State.OVERTURNED, "She may."),
    ):
        _, dispute = disputed(app, docket)
        steps = (
            RuleDispute(dispute, msgspec.structs.replace(NOTHING, minutes=3), FLO),
            AppealDispute(dispute, "The rule says otherwise.", ANN),
            DecideDispute(dispute, upheld, Decision("She may.", "legal", ("harbour.1.3",), minutes=4), HEAD),
        )
        states = [docket.get(dispute).state, *(docket.do(each).dispute.state for each in steps)]
        assert [State.OPENED, State.RULED, State.APPEALED, state] == states
        found = docket.get(dispute)
        assert (stands, 7) == (found.stands.answer if found.stands else "", found.minutes)


def test_no_step_out_of_its_place(app: Adjudication) -> None:
    """No appeal before a ruling, no second ruling, no decision without an appeal, nothing but notes at the end."""
    docket = Docket(app)
    _, dispute = disputed(app, docket)
    rule = RuleDispute(dispute, NOTHING, FLO)
    appeal = AppealDispute(dispute, "No.", ANN)
    decide = DecideDispute(dispute, True, NOTHING, HEAD)
    for allowed, refused in ((None, (appeal, decide)), (rule, (rule, decide)), (appeal, (rule, appeal)), (decide, ())):
        if allowed is not None:
            docket.do(allowed)
        for each in refused:
            with pytest.raises(DisputeStateError):
                docket.do(each)
    for each in (rule, appeal, decide):
        with pytest.raises(DisputeStateError):
            docket.do(each)
    assert 5 == docket.do(NoteDispute(dispute, "Closed.", HEAD)).dispute.last


def test_only_the_head_judge_decides_and_only_judges_rule(app: Adjudication) -> None:
    """A player does not rule, a floor judge does not decide an appeal, and whoever speaks has a name."""
    docket = Docket(app)
    _, dispute = disputed(app, docket)
    with pytest.raises(RoleRefusedError):
        docket.do(RuleDispute(dispute, NOTHING, ANN))
    docket.do(RuleDispute(dispute, NOTHING, FLO))
    docket.do(AppealDispute(dispute, "No.", ANN))
    for by in (ANN, FLO):
        with pytest.raises(RoleRefusedError) as refused:
            docket.do(DecideDispute(dispute, True, NOTHING, by))
        assert ("head-judge",) == refused.value.needed
    with pytest.raises(DecisionRefusedError):
        docket.do(DecideDispute(dispute, True, NOTHING, Person(" ", Role.HEAD_JUDGE)))
    assert State.APPEALED == docket.get(dispute).state


def test_a_ruling_without_a_remedy_stands_in_the_games_log(app: Adjudication) -> None:
    """The game's log has the judge's word with citation and the entry it is about; the table stays."""
    docket = Docket(app)
    game, dispute = disputed(app, docket)
    before = app.get(game)
    done = docket.do(RuleDispute(dispute, NOTHING, FLO))
    entry: Any = app.entries(game)[-1]
    assert (RULING, "Flo", "harbour.1.3", "illegal") == (
        entry.kind, entry.content.by, entry.content.citation, entry.content.ruling,
    )  # fmt: skip
    assert dispute in entry.content.note
    assert before.revision == app.get(game).revision
    assert done.dispute.ruled is not None
    assert ((entry.number,), entry.head) == (done.dispute.ruled.carried.entries, done.dispute.ruled.carried.head)


def test_what_was_refused_is_carried_out_and_play_goes_on(app: Adjudication) -> None:
    """A ruling `legal` with the remedy to carry out makes the disputed declaration happen, and others go on from it."""
    docket = Docket(app)
    game, dispute = disputed(app, docket)
    before = app.get(game)
    docket.do(RuleDispute(dispute, Decision("She may.", "legal", remedies=(CarryOut(),)), FLO))
    after = app.get(game)
    assert after.revision > before.last
    content: Any = app.entry(game, before.last + 1).content
    disputed_one: Any = app.entry(game, docket.get(dispute).opened.question.about).content
    assert disputed_one.declaration == content.declaration
    play_on(app, game, 3)


def test_overturned_the_game_goes_back_and_on(app: Adjudication) -> None:
    """The head judge takes the game back to the frozen position and has the declaration carried out, all at once."""
    docket = Docket(app)
    game, dispute = disputed(app, docket)
    frozen = docket.get(dispute).opened.revision
    docket.do(RuleDispute(dispute, NOTHING, FLO))
    docket.do(AppealDispute(dispute, "No.", ANN))
    play_on(app, game, 4)
    overturned = Decision("She may.", "legal", remedies=(RewindTo(), CarryOut()))
    done = docket.do(DecideDispute(dispute, upheld=False, decision=overturned, by=HEAD))
    assert done.game is not None
    assert [REWOUND, RULING] == [each.kind for each in done.game.entries][:2]
    assert app.table_at(game, frozen) == app.table_at(game, done.game.entries[0].revision)
    assert done.dispute.decided is not None
    assert tuple(each.number for each in done.game.entries) == done.dispute.decided.carried.entries


def test_facts_that_a_judge_declares(app: Adjudication) -> None:
    """A repair lets facts happen; what is no fact, or breaks the table, leaves game and dispute as they were."""
    docket = Docket(app)
    game, dispute = disputed(app, docket)
    last = app.get(game).last
    for facts, error in (
        ("[", DecisionRefusedError),
        ("[]", DecisionRefusedError),
        ('[{"type": "Nonsense"}]', DecisionRefusedError),
        (msgspec.json.encode([v.CardDiscarded(1)]).decode(), RulingRefusedError),
    ):
        with pytest.raises(error):
            docket.do(RuleDispute(dispute, Decision("A coin.", remedies=(Repair(facts),)), FLO))
    assert (last, State.OPENED) == (app.get(game).last, docket.get(dispute).state)
    docket.do(RuleDispute(dispute, Decision("A coin was forgotten.", remedies=(Repair(COIN),)), FLO))
    assert 99 in app.get(game).table.purse["north"]


def test_a_lost_game_is_closed(app: Adjudication) -> None:
    """The remedy game loss closes the game with its result; the infraction stands in the dispute."""
    docket = Docket(app)
    game, dispute = disputed(app, docket)
    decision = Decision(
        "Stacked deck.", remedies=(GameLoss("north"),), infraction=Infraction.UNSPORTING_CONDUCT,
        penalty=Penalty.GAME_LOSS, offender="north",
    )  # fmt: skip
    with pytest.raises(DecisionRefusedError):
        docket.do(RuleDispute(dispute, msgspec.structs.replace(decision, remedies=(GameLoss("zenith"),)), FLO))
    docket.do(RuleDispute(dispute, decision, FLO))
    assert (CLOSED, "north loses by ruling") == (app.entries(game)[-1].kind, app.get(game).result)
    docket.do(AppealDispute(dispute, "It was not.", ANN))
    found = docket.do(DecideDispute(dispute, True, Decision("It was."), HEAD)).dispute
    assert (State.UPHELD, Infraction.UNSPORTING_CONDUCT) == (
        found.state,
        found.stands.infraction if found.stands else "",
    )


@pytest.mark.parametrize(
    "decision",
    [
        Decision(""),
        Decision("Yes.", "maybe"),
        Decision("Yes.", minutes=-1),
        Decision("No.", "illegal", remedies=(CarryOut(),)),
        Decision("Yes.", remedies=(GameLoss("north"), RewindTo())),
        Decision("Yes.", remedies=(Repair(COIN), RewindTo())),
        Decision("Yes.", remedies=(CarryOut("north: dance wildly"),)),
        Decision("Yes.", remedies=(Repair(" \n"),)),
        Decision("Yes.", offender="zenith"),
        Decision("Yes.", remedies=(GameLoss(""),)),
        Decision("Yes.", penalty=Penalty.MATCH_LOSS),
        Decision("Yes.", remedies=(GameLoss("north"),), penalty=Penalty.GAME_LOSS, offender="east"),
    ],
)
def test_decisions_that_make_no_sense(app: Adjudication, decision: Decision) -> None:
    """Each is refused, and nothing is recorded."""
    docket = Docket(app)
    game, dispute = disputed(app, docket)
    last = app.get(game).last
    with pytest.raises(DecisionRefusedError):
        docket.do(RuleDispute(dispute, decision, FLO))
    assert (last, 1) == (app.get(game).last, docket.get(dispute).last)


def test_questions_that_cannot_be_asked(app: Adjudication) -> None:
    """About no game, a revision that never was, an entry that is not there, or about nothing."""
    docket = Docket(app)
    game, dispute = disputed(app, docket)
    for command, error in (
        (OpenDispute(str(uuid4()), Question("?"), ANN), UnknownGameError),
        (OpenDispute(dispute, Question("?"), ANN), UnknownGameError),
        (OpenDispute(game, Question("?"), ANN, revision=999), UnknownRevisionError),
        (OpenDispute(game, Question("?", about=999), ANN), DecisionRefusedError),
        (OpenDispute(game, Question(" "), ANN), DecisionRefusedError),
    ):
        with pytest.raises(error):
            docket.do(command)
    for unknown in ("", "x", str(uuid4()), game):
        with pytest.raises(UnknownDisputeError):
            docket.get(unknown)


def test_a_request_is_answered_once(store: str) -> None:
    """The same id with the same body gets the first answer, after a restart too; another body is refused."""
    request = str(uuid4())
    with application(store) as app:
        docket = Docket(app)
        game, dispute = disputed(app, docket)
        rule = RuleDispute(dispute, Decision("Back.", remedies=(RewindTo(1),)), FLO)
        first = docket.do(rule, request)
        again = docket.do(rule, request)
        last = app.get(game).last
    assert (False, True, first.dispute) == (first.repeated, again.repeated, again.dispute)
    with application(store) as app:
        docket = Docket(app)
        docket.do(AppealDispute(dispute, "No.", ANN))
        assert first.dispute == docket.do(rule, request).dispute
        assert last == app.get(game).last
        with pytest.raises(RequestIdReusedError):
            docket.do(AppealDispute(dispute, "No!", ANN), request)
        with pytest.raises(RequestIdReusedError):
            app.note(game, "the same id", request_id=request)


def test_who_speaks_about_an_older_state_is_told(app: Adjudication) -> None:
    """An older entry of the dispute, or an older revision of the game, is stale; nothing is recorded."""
    docket = Docket(app)
    _, dispute = disputed(app, docket)
    docket.do(NoteDispute(dispute, "One more thing.", FLO))
    with pytest.raises(StaleDisputeError) as stale:
        docket.do(RuleDispute(dispute, NOTHING, FLO, expected_entry=1))
    assert (1, 2) == (stale.value.expected, stale.value.current)
    with pytest.raises(StaleRevisionError):
        docket.do(RuleDispute(dispute, NOTHING, FLO, expected_entry=2, expected_revision=1))
    assert State.OPENED == docket.get(dispute).state


def test_one_of_many_judges_rules(app: Adjudication) -> None:
    """Of eight rulings at once one is recorded, with one entry in the game."""
    docket = Docket(app)
    game, dispute = disputed(app, docket)
    last, outcomes = app.get(game).last, []

    def rule(number: int) -> None:
        try:
            docket.do(RuleDispute(dispute, Decision(f"Ruling {number}."), FLO))
            outcomes.append(number)
        except DisputeStateError:
            outcomes.append(-1)

    threads = [threading.Thread(target=rule, args=(number,)) for number in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert (7, last + 1) == (outcomes.count(-1), app.get(game).last)


def test_two_processes_share_the_docket(store: str) -> None:
    """What another process has recorded is found before each answer."""
    with application(store) as one, application(store) as two:
        here, there = Docket(one), Docket(two)
        _, dispute = disputed(one, here)
        assert here.get(dispute) == there.get(dispute)
        there.do(RuleDispute(dispute, NOTHING, FLO))
        with pytest.raises(DisputeStateError):
            here.do(RuleDispute(dispute, NOTHING, FLO))
        assert State.RULED == here.get(dispute).state


def test_the_docket_is_read_again_as_it_was(store: str) -> None:
    """After a restart every dispute is the same, in the same order, and lists filter by game and state."""
    with application(store) as app:
        docket = Docket(app)
        first = disputed(app, docket)
        second = disputed(app, docket)
        docket.do(RuleDispute(second[1], NOTHING, FLO))
        before = docket.all()
    with application(store) as app:
        docket = Docket(app)
        assert before == docket.all()
        assert [first[1]] == [each.id for each in docket.all(first[0])]
        assert [second[1]] == [each.id for each in docket.all(states=(State.RULED,))]
        assert [second[1]] == [each.id for each in docket.all(after=before[0].position)]
        assert [first[1]] == [each.id for each in docket.all(limit=1)]
        assert [first[0], second[0]] == [each.game_id for each in app.list_games()]
