"""Disputes over a real server: the whole way, who may see what, refusals, precedents, proof."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import grpc
import pytest

from adjudicator.api.v1 import dispute_service_pb2 as pb
from adjudicator.api.v1 import game_service_pb2, verdict_pb2
from adjudicator.application import Adjudication
from adjudicator_client import RefusedError, Structured
from tests.service.running import Running, running

ANN = pb.Speaker(name="Ann", role=pb.ROLE_PLAYER)
FLO = pb.Speaker(name="Flo", role=pb.ROLE_FLOOR_JUDGE)
HEAD = pb.Speaker(name="Hera", role=pb.ROLE_HEAD_JUDGE)
RULE = "rots.attack.choose-and-tap"
NO = pb.Decision(answer="She may not.", ruling=verdict_pb2.RULING_ILLEGAL, rules=[RULE])
SEATS = ("north", "east", "south", "west")


async def wrong(service: Running) -> tuple[str, int]:
    """A game, and the entry of a declaration by a seat that is not asked."""
    game = await service.opened()
    asked = (await service.client.game(game)).question.asked
    other = next(seat for seat in SEATS if seat not in asked)
    return game, (await service.client.submit(game, f"{other}: pass")).basis.entry


async def disputed(service: Running, text: str = "May she pass?") -> Any:
    """The answer to opening a dispute about such a declaration."""
    game, about = await wrong(service)
    question = pb.DisputeQuestion(text=text, about=about)
    client = service.client
    return await client.call(client.disputes.OpenDispute, pb.OpenDisputeRequest(game=game, question=question, by=ANN))


async def ruled(service: Running, dispute: Any, decision: pb.Decision = NO) -> Any:
    """The answer to a floor judge's ruling."""
    sent = pb.RuleDisputeRequest(dispute=dispute.dispute, expected_entry=dispute.entry, decision=decision, by=FLO)
    return await service.client.call(service.client.disputes.RuleDispute, sent)


async def test_a_table_is_run_on_it(service: Running) -> None:
    """Open, look, rule, appeal, decide with a rewind and a carried-out declaration; each log shows its part."""
    client = service.client
    opened = (await disputed(service)).dispute
    assert (pb.DISPUTE_STATE_OPENED, verdict_pb2.RULING_ILLEGAL) == (opened.state, opened.question.ruling)
    assert ["harbour.1.3"] == [each.rule for each in opened.question.citations][:1]
    shown = await client.call(client.disputes.GetDispute, pb.GetDisputeRequest(dispute=opened.dispute, viewer="north"))
    assert verdict_pb2.RULING_ILLEGAL == shown.verdict.ruling
    assert opened.question.about == shown.entries[-1].number
    assert (await client.game(opened.game, revision=opened.revision, viewer="north")).board == shown.board

    first = await ruled(service, opened)
    assert pb.DISPUTE_STATE_RULED == first.dispute.state
    entry = [each async for each in client.entries(opened.game)][-1]
    assert (game_service_pb2.ENTRY_KIND_RULING_GIVEN, "Flo") == (entry.kind, entry.seat)
    assert entry.number == first.basis.entry

    appeal = pb.AppealDisputeRequest(dispute=opened.dispute, expected_entry=2, grounds="Rule 1.3.", by=ANN)
    assert pb.DISPUTE_STATE_APPEALED == (await client.call(client.disputes.AppealDispute, appeal)).dispute.state
    remedies = [pb.Remedy(rewind=pb.RewindRemedy()), pb.Remedy(carry_out=pb.CarryOutRemedy())]
    decision = pb.Decision(answer="She may.", ruling=verdict_pb2.RULING_LEGAL, remedies=remedies, minutes=5)
    decide = pb.DecideDisputeRequest(dispute=opened.dispute, expected_entry=3, decision=decision, by=HEAD)
    done = await client.call(client.disputes.DecideDispute, decide)
    assert (pb.DISPUTE_STATE_OVERTURNED, 5) == (done.dispute.state, done.dispute.minutes)
    kinds = [each.kind async for each in client.entries(opened.game)]
    assert [game_service_pb2.ENTRY_KIND_REWOUND, game_service_pb2.ENTRY_KIND_RULING_GIVEN] == kinds[
        done.dispute.entries[-1].game_entries[0] - 1 :
    ][:2]
    sent = pb.VerifyDisputeRequest(dispute=opened.dispute, witness_entry=4, witness_head=done.dispute.head)
    assert 4 == (await client.call(client.disputes.VerifyDispute, sent)).entry


async def test_an_overturned_loss_is_told(service: Running) -> None:
    """The game is closed by the ruling and runs again once it is overturned; its log says both, to whoever reads it."""
    client = service.client
    opened = (await disputed(service)).dispute
    loss = pb.Decision(answer="Stacked.", remedies=[pb.Remedy(game_loss=pb.GameLossRemedy(seat="north"))])
    await ruled(service, opened, loss)
    closed = (await client.game(opened.game)).game
    assert (game_service_pb2.GAME_STATE_CLOSED, "north loses by ruling") == (closed.state, closed.result)
    appeal = pb.AppealDisputeRequest(dispute=opened.dispute, expected_entry=2, grounds="It was not.", by=ANN)
    await client.call(client.disputes.AppealDispute, appeal)
    decide = pb.DecideDisputeRequest(
        dispute=opened.dispute, expected_entry=3, decision=pb.Decision(answer="No loss."), by=HEAD
    )
    done = await client.call(client.disputes.DecideDispute, decide)
    game = (await client.game(opened.game)).game
    assert (game_service_pb2.GAME_STATE_RUNNING, "") == (game.state, game.result)
    assert closed.commitment != game.commitment
    *_, last, entry, _ = [each async for each in client.entries(opened.game)]
    assert (game_service_pb2.ENTRY_KIND_CLOSED, game_service_pb2.ENTRY_KIND_REOPENED) == (last.kind, entry.kind)
    assert ("Hera", "the game goes on; void: north loses by ruling") == (entry.seat, entry.said)
    assert "No loss." in entry.remark
    assert [entry.number, entry.number + 1] == list(done.dispute.entries[-1].game_entries)
    assert done.basis.head == [each async for each in client.verify(opened.game)][-1].basis.head


async def test_a_hypothetical_question(service: Running) -> None:
    """A declaration that nobody has made can be asked about, at an earlier revision too."""
    client, game = service.client, await service.opened()
    asked = (await client.game(game)).question.asked[0]
    question = pb.DisputeQuestion(text="May she?", said=f"{asked}: pass")
    done = await client.call(
        client.disputes.OpenDispute, pb.OpenDisputeRequest(game=game, question=question, by=FLO, note="Table 7")
    )
    assert (verdict_pb2.RULING_LEGAL, f"{asked}: pass") == (done.dispute.question.ruling, done.dispute.question.said)
    assert "Table 7" == done.dispute.entries[0].text
    words = pb.Decision(answer="Yes.", ruling=verdict_pb2.RULING_LEGAL)
    words.remedies.add().carry_out.said = ""
    before = (await client.game(game)).basis.revision
    answer = await ruled(service, done.dispute, words)
    assert before < answer.basis.revision


async def test_like_questions_show_precedents(service: Running) -> None:
    """A ruling is shown when a like question comes, and found by rule, card and words."""
    client = service.client
    first = (await disputed(service, "May she pass out of turn?")).dispute
    decision = pb.Decision()
    decision.CopyFrom(NO)
    decision.situation, decision.cards[:] = "albatross on deck", ["Parrot"]
    await ruled(service, first, decision)
    second = await disputed(service, "He passes though it is not his turn")
    assert [first.dispute] == [each.dispute for each in second.precedents]
    assert "rule harbour.1.3" in second.precedents[0].because
    shown = await client.call(client.disputes.GetDispute, pb.GetDisputeRequest(dispute=second.dispute.dispute))
    assert [first.dispute] == [each.dispute for each in shown.precedents]
    for like in (
        pb.FindPrecedentsRequest(words="albatrosses"),
        pb.FindPrecedentsRequest(rules=[RULE]),
        pb.FindPrecedentsRequest(cards=["parrot"]),
        pb.FindPrecedentsRequest(dispute=second.dispute.dispute),
    ):
        found = await client.call(client.disputes.FindPrecedents, like)
        assert [first.dispute] == [each.dispute for each in found.precedents]
        assert RULE == found.precedents[0].decision.citations[0].rule
        assert found.precedents[0].decision.citations[0].paraphrase
    assert not (await client.call(client.disputes.FindPrecedents, pb.FindPrecedentsRequest(words="kraken"))).precedents


async def test_disputes_are_listed_in_pages(service: Running) -> None:
    """By game, by state, page by page."""
    client = service.client
    every = [(await disputed(service)).dispute for _ in range(3)]
    await ruled(service, every[1])
    page = await client.call(client.disputes.ListDisputes, pb.ListDisputesRequest(page_size=2))
    rest = await client.call(
        client.disputes.ListDisputes, pb.ListDisputesRequest(page_size=2, page_token=page.next_page_token)
    )
    assert [each.dispute for each in every] == [each.dispute for each in (*page.disputes, *rest.disputes)]
    assert "" == rest.next_page_token
    for sent, wanted in (
        (pb.ListDisputesRequest(game=every[2].game), every[2:]),
        (pb.ListDisputesRequest(states=[pb.DISPUTE_STATE_RULED]), every[1:2]),
    ):
        found = await client.call(client.disputes.ListDisputes, sent)
        assert [each.dispute for each in wanted] == [each.dispute for each in found.disputes]


async def test_the_question_tells_nobody_more_than_everybody_knows(service: Running) -> None:
    """A dispute about a declaration with something hidden names only who spoke and its kind."""
    client, game = service.client, await service.opened()
    about = (await client.submit(game, Structured("Bid", "north", {"coins": 2}), viewer="north")).basis.entry
    question = pb.DisputeQuestion(text="Too many coins?", about=about)
    done = await client.call(client.disputes.OpenDispute, pb.OpenDisputeRequest(game=game, question=question, by=ANN))
    assert "north: Bid (hidden)" == done.dispute.question.said
    for viewer, said in (
        ("", "north: Bid (hidden)"),
        ("east", "north: Bid (hidden)"),
        ("north", "bid"),
        ("judge", "bid"),
    ):
        sent = pb.GetDisputeRequest(dispute=done.dispute.dispute, viewer=viewer)
        shown = await client.call(client.disputes.GetDispute, sent)
        assert said in shown.said
        assert ("hidden" in said) == ("hidden" in shown.said)
        assert "north: Bid (hidden)" == shown.dispute.question.said


@pytest.mark.parametrize(
    ("method", "sent", "reason", "code"),
    [
        ("RuleDispute", pb.RuleDisputeRequest(by=ANN, decision=NO), "ROLE_REFUSED", "PERMISSION_DENIED"),
        ("RuleDispute", pb.RuleDisputeRequest(by=FLO), "DECISION_REFUSED", "INVALID_ARGUMENT"),
        ("RuleDispute", pb.RuleDisputeRequest(decision=NO), "FIELD_INVALID", "INVALID_ARGUMENT"),
        (
            "RuleDispute",
            pb.RuleDisputeRequest(by=FLO, decision=pb.Decision(answer="x", rules=["no.such.rule"])),
            "FIELD_INVALID",
            "INVALID_ARGUMENT",
        ),
        ("RuleDispute", pb.RuleDisputeRequest(by=FLO, decision=NO, expected_entry=7), "STALE_DISPUTE", "ABORTED"),
        ("RuleDispute", pb.RuleDisputeRequest(by=FLO, decision=NO, expected_revision=999), "STALE_REVISION", "ABORTED"),
        ("DecideDispute", pb.DecideDisputeRequest(by=HEAD, decision=NO), "DISPUTE_STATE", "FAILED_PRECONDITION"),
        ("DecideDispute", pb.DecideDisputeRequest(by=FLO, decision=NO), "ROLE_REFUSED", "PERMISSION_DENIED"),
        ("AppealDispute", pb.AppealDisputeRequest(by=ANN), "DISPUTE_STATE", "FAILED_PRECONDITION"),
        ("AddDisputeNote", pb.AddDisputeNoteRequest(by=ANN), "DECISION_REFUSED", "INVALID_ARGUMENT"),
        ("GetDispute", pb.GetDisputeRequest(viewer="zenith"), "FIELD_INVALID", "INVALID_ARGUMENT"),
        ("FindPrecedents", pb.FindPrecedentsRequest(limit=-1), "FIELD_INVALID", "INVALID_ARGUMENT"),
        ("VerifyDispute", pb.VerifyDisputeRequest(witness_entry=1, witness_head=b"x" * 32), "LOG_CORRUPT", "DATA_LOSS"),
        ("GetDispute", pb.GetDisputeRequest(dispute=str(uuid4())), "DISPUTE_NOT_FOUND", "NOT_FOUND"),
    ],
)
async def test_refusals(service: Running, method: str, sent: Any, reason: str, code: str) -> None:
    """Each has its code and its reason, and nothing is recorded in dispute or game."""
    opened = (await disputed(service)).dispute
    request = type(sent)()
    request.CopyFrom(sent)
    request.dispute = sent.dispute or opened.dispute
    if "expected_entry" in sent.DESCRIPTOR.fields_by_name and not sent.expected_entry:
        request.expected_entry = 1
    last = await service.entries(opened.game)
    client = service.client
    with pytest.raises(RefusedError) as refused:
        await client.call(getattr(client.disputes, method), request)
    assert (reason, grpc.StatusCode[code]) == (refused.value.reason, refused.value.code)
    assert last == await service.entries(opened.game)
    now = await client.call(client.disputes.GetDispute, pb.GetDisputeRequest(dispute=opened.dispute))
    assert 1 == now.dispute.entry


async def test_a_repeated_call_gets_the_first_answer(service: Running) -> None:
    """The same request id rules once, and says so."""
    opened = (await disputed(service)).dispute
    sent = pb.RuleDisputeRequest(request_id=str(uuid4()), dispute=opened.dispute, expected_entry=1, decision=NO, by=FLO)
    client = service.client
    first = await client.call(client.disputes.RuleDispute, sent)
    last = await service.entries(opened.game)
    again = await client.call(client.disputes.RuleDispute, sent)
    assert (False, True, first.dispute) == (first.repeated, again.repeated, again.dispute)
    assert last == await service.entries(opened.game)


async def test_watchers_see_the_ruling() -> None:
    """Who watches the game hears of a ruling that a dispute brought."""
    async with running() as service:
        assert isinstance(service.application, Adjudication)
        opened = (await disputed(service)).dispute
        stream = service.client.watch(opened.game, after_entry=await service.entries(opened.game))
        await ruled(service, opened)
        seen = await anext(stream)
        assert game_service_pb2.ENTRY_KIND_RULING_GIVEN == seen.entry.kind
        await stream.aclose()


@pytest.mark.parametrize("role", [pb.ROLE_UNSPECIFIED, pb.ROLE_PLAYER, pb.ROLE_FLOOR_JUDGE, pb.ROLE_HEAD_JUDGE])
@pytest.mark.parametrize("state", ["opened", "ruled", "appealed", "decided"])
async def test_every_role_in_every_state(service: Running, role: Any, state: str) -> None:
    """The table of who may do what when has no cell untested: everything else is refused with its own reason."""
    client, disputes = service.client, service.client.disputes
    opened = (await disputed(service)).dispute
    ready: dict[str, Any] = {
        "RuleDispute": pb.RuleDisputeRequest(decision=NO, by=FLO),
        "AppealDispute": pb.AppealDisputeRequest(grounds="No.", by=ANN),
        "DecideDispute": pb.DecideDisputeRequest(decision=NO, upheld=True, by=HEAD),
    }
    for number, name in enumerate(list(ready)[: ("opened", "ruled", "appealed", "decided").index(state)], 1):
        ready[name].dispute, ready[name].expected_entry = opened.dispute, number
        await client.call(getattr(disputes, name), ready[name])
    last = (await client.call(disputes.GetDispute, pb.GetDisputeRequest(dispute=opened.dispute))).dispute.entry
    judges = {pb.ROLE_FLOOR_JUDGE, pb.ROLE_HEAD_JUDGE}
    everybody = {pb.ROLE_PLAYER, *judges}
    for name, may, when in (
        ("RuleDispute", judges, "opened"),
        ("AppealDispute", everybody, "ruled"),
        ("DecideDispute", {pb.ROLE_HEAD_JUDGE}, "appealed"),
    ):
        request = type(ready[name])()
        request.CopyFrom(ready[name])
        request.request_id, request.dispute, request.expected_entry = str(uuid4()), opened.dispute, last
        request.by.CopyFrom(pb.Speaker(name="Who", role=role))
        unknown = role == pb.ROLE_UNSPECIFIED
        reason = "FIELD_INVALID" if unknown else "ROLE_REFUSED" if role not in may else "DISPUTE_STATE"
        if role in may and state == when:
            continue
        with pytest.raises(RefusedError) as refused:
            await client.call(getattr(disputes, name), request)
        assert reason == refused.value.reason
    now = await client.call(disputes.GetDispute, pb.GetDisputeRequest(dispute=opened.dispute))
    assert last == now.dispute.entry
