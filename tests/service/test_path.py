"""The way of a declaration over a real server: open, ask, declare, look, list, take back, fork, close."""

from __future__ import annotations

from adjudicator.api.v1 import game_service_pb2, verdict_pb2
from adjudicator_client import Board, Game, Structured, filled
from tests.service.running import Running


async def test_a_question_is_answered_and_not_recorded(service: Running) -> None:
    """JudgeDeclaration rules with clauses and citations and leaves the log alone."""
    game = await service.opened()
    before = await service.entries(game)
    asked = (await service.client.game(game)).question.asked[0]
    answer = await service.client.judge(game, f"{asked}: pass")
    assert verdict_pb2.RULING_LEGAL == answer.verdict.ruling
    other = next(seat for seat in ("north", "east", "south", "west") if seat != asked)
    refused = await service.client.judge(game, f"{other}: pass")
    assert verdict_pb2.RULING_ILLEGAL == refused.verdict.ruling
    assert ["harbour.1.3"] == [clause.citation.rule for clause in refused.verdict.clauses][:1]
    assert before == await service.entries(game)


async def test_a_declaration_is_recorded_with_its_ruling(service: Running) -> None:
    """SubmitDeclaration records legal and illegal ones; only a legal one moves the revision."""
    game = await service.opened()
    shown = await service.client.game(game)
    asked = shown.question.asked[0]
    other = next(seat for seat in ("north", "east", "south", "west") if seat != asked)
    illegal = await service.client.submit(game, f"{other}: pass")
    assert verdict_pb2.RULING_ILLEGAL == illegal.verdict.ruling
    assert shown.basis.entry + 1 == illegal.basis.entry
    assert shown.basis.revision == illegal.basis.revision
    legal = await service.client.submit(game, f"{asked}: pass")
    assert verdict_pb2.RULING_LEGAL == legal.verdict.ruling
    assert legal.basis.revision > shown.basis.revision
    assert legal.verdict.facts
    assert asked not in legal.question.asked
    assert (await service.client.game(game)).basis.head == legal.basis.head


async def test_forms_can_be_said_as_they_are(service: Running) -> None:
    """What ListLegalDeclarations gives, said back as kind and arguments, is legal."""
    game = await service.opened()
    answer = await service.client.legal(game, viewer="judge")
    assert answer.forms
    for form in answer.forms:
        choices = {each.name: each.domain.one_of.options[0] for each in form.choices}
        said = filled(form, choices)
        assert verdict_pb2.RULING_LEGAL == (await service.client.judge(game, said, viewer=form.seat)).verdict.ruling
    seat = answer.forms[0].seat
    assert answer.forms == (await service.client.legal(game, seat=seat)).forms
    assert not (await service.client.legal(game, viewer="")).forms


async def test_hidden_arguments_are_sealed_for_the_speaker(service: Running) -> None:
    """A bid that is sent as a plain number is sealed, and others read only that there was one."""
    client = service.client
    board = (await client.game(await service.opened(), viewer="judge")).board
    said = Structured("Bid", "north", {"coins": 2})
    answer = await client.judge(Board("harbour-1", board), said, viewer="east")
    assert "north: Bid (hidden)" == answer.verdict.said
    assert "north: bid 2" == (await client.judge(Board("harbour-1", board), said, viewer="north")).verdict.said


async def test_the_record_of_a_game(service: Running) -> None:
    """Entries, rewinding, forking, noting and closing; each answer names entry, revision and head."""
    client, game = service.client, await service.opened()
    start = (await client.game(game)).basis
    asked = (await client.game(game)).question.asked[0]
    await client.submit(game, f"{asked}: pass")
    back = await client.rewind(game, start.revision, "it was too quick")
    assert [asked] == list(back.question.asked)
    assert back.basis.revision > start.revision
    fork = await client.fork(game, at_revision=start.revision)
    assert game == fork.game.forked_from
    assert fork.game.game != game
    note = await client.add_note(game, "a coffee was drunk", by="ann")
    closed = await client.close_game(game, "called off")
    assert note.basis.entry + 1 == closed.basis.entry
    assert 32 == len(closed.seed)
    kinds = [entry.kind async for entry in client.entries(game)]
    assert game_service_pb2.ENTRY_KIND_OPENED == kinds[0]
    assert [
        game_service_pb2.ENTRY_KIND_REWOUND,
        game_service_pb2.ENTRY_KIND_NOTE,
        game_service_pb2.ENTRY_KIND_CLOSED,
    ] == [kind for kind in kinds if kind > game_service_pb2.ENTRY_KIND_RULING_GIVEN]
    assert game_service_pb2.GAME_STATE_CLOSED == (await client.game(game)).game.state
    assert {game, fork.game.game} == {each.game async for each in client.list_games()}


async def test_a_position_of_the_past_can_be_asked_about(service: Running) -> None:
    """A question names a revision, and is judged on the table of that time."""
    client, game = service.client, await service.opened()
    shown = await client.game(game)
    asked = shown.question.asked[0]
    await client.submit(game, f"{asked}: pass")
    then = Game(game, shown.basis.revision)
    assert verdict_pb2.RULING_ILLEGAL == (await client.judge(game, f"{asked}: pass")).verdict.ruling
    answer = await client.judge(then, f"{asked}: pass")
    assert verdict_pb2.RULING_LEGAL == answer.verdict.ruling
    assert shown.basis.revision == answer.basis.revision


async def test_hidden_cards_are_told_to_their_seat_only(service: Running) -> None:
    """The board, the facts and the entries that a seat gets do not hold what another seat alone may know."""
    client, game = service.client, await service.opened()
    asked = (await client.game(game)).question.asked[0]
    other = next(seat for seat in ("north", "east", "south", "west") if seat != asked)
    drawn = [
        fact
        for viewer in (asked, other, "")
        async for entry in client.entries(game, viewer=viewer)
        for fact in entry.facts
        if fact.kind == "CardDrawn"
    ]
    mine, others, nobodys = (fact.text for fact in drawn)
    assert [asked] == list(drawn[0].audience)
    assert mine != others
    assert others == nobodys


async def test_audits(service: Running) -> None:
    """VerifyGame and RejudgeGame send progress and end with the basis; a witness is found in the log."""
    client, game = service.client, await service.opened()
    witness = client.witness(game)
    asked = (await client.game(game)).question.asked[0]
    await client.submit(game, f"{asked}: pass")
    steps = [step async for step in client.verify(game, witness)]
    assert steps[-1].basis.head == (await client.game(game)).basis.head
    again = [step async for step in client.rejudge(game)]
    assert [] == [divergence for step in again for divergence in step.divergences]
    assert again[-1].done == again[-1].total == steps[-1].basis.entry


async def test_forms_are_spelled_for_people_who_type(service: Running) -> None:
    """What is spelled can be typed as it stands, and is legal."""
    client, game = service.client, await service.opened()
    silent = await client.legal(game, viewer="judge")
    assert not any(form.notations for form in silent.forms)
    assert not any(choice.notations for form in silent.forms for choice in form.choices)
    for _ in range(6):
        forms = (await client.legal(game, viewer="judge", spelled=True)).forms
        words = [each for form in forms for each in form.notations]
        assert len(words) >= len(forms)
        for each in words:
            assert verdict_pb2.RULING_LEGAL == (await client.judge(game, each, viewer="judge")).verdict.ruling, each
        await client.submit(game, words[-1])
