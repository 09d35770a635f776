"""The judge's desk with the Star Wars TCG: what stays undecided is decided, and whole games go out and come in."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest

from adjudicator.api.v1 import dispute_service_pb2 as dispute_pb
from adjudicator.api.v1 import record_service_pb2 as record_pb
from adjudicator.api.v1 import verdict_pb2
from adjudicator.application import Adjudication, Divergence, Verified, plans
from adjudicator.kernel.entries import NoteAdded
from adjudicator.play import choice
from adjudicator.service.config import Configuration
from adjudicator.service.start import of_all_games
from adjudicator_cli.lines import plain
from adjudicator_client import AioAdjudicatorClient, Board, Decision, RefusedError, Seat, Speaker
from tests.kit.play import filled
from tests.kit.star_wars import SWTCG
from tests.service.running import QUIET

BOARD = """
turn 3, Character battle; dark to play or pass
dark: force 9, hand [It's Not Over Yet, Vader's Grip]
  ground: bog = Bogwing
  character: vader = Darth Vader (S)
light: force 9
  character: yoda = Yoda (C)
"""
ODD_BIRD = {
    "Name": "Odd Bird", "Side": "D", "Type": "Ground", "Subtype": "Bird", "Cost": "3", "Speed": "40", "Power": "2",
    "Health": "4", "Text": "Tap -> Do what the tide says. Play only while the tide is high.",
}  # fmt: skip
"""A card whose times no program knows."""

FLO = dispute_pb.Speaker(name="Flo", role=dispute_pb.ROLE_FLOOR_JUDGE)
Desk = tuple[Adjudication, AioAdjudicatorClient]


@asynccontextmanager
async def desk(options: Configuration = QUIET) -> AsyncIterator[Desk]:
    """The service with its log and a client."""
    server, application = of_all_games(options)
    with application:
        port = await server.start()
        try:
            async with AioAdjudicatorClient(f"127.0.0.1:{port}", timeout=60) as client:
                yield application, client
        finally:
            await server.stop()


@pytest.fixture
async def here() -> AsyncIterator[Desk]:
    """A house."""
    async with desk() as found:
        yield found


async def test_a_judge_decides_what_was_undecided_and_play_goes_on(here: Desk) -> None:
    """UNDECIDED is recorded, disputed, ruled legal and carried out; somebody then goes on, and the log verifies."""
    app, client = here
    seats = [Seat("dark", "Ann"), Seat("light", "Ben")]
    board = BOARD.replace("bog = Bogwing", "bird = Odd Bird")
    opened_game = await client.open_game(
        "swtcg-2005", seats, board=board, cards=[ODD_BIRD], dice="reported", decks="reported"
    )
    game = opened_game.game.game
    said = await client.submit(game, "dark: activate bird ability")
    assert verdict_pb2.RULING_UNDECIDED == said.verdict.ruling
    sent = dispute_pb.OpenDisputeRequest(game=game, by=FLO)
    sent.question.text, sent.question.about = "Is this one of its times?", said.basis.entry
    opened = await client.call(client.disputes.OpenDispute, sent)
    question = opened.dispute.question
    assert (verdict_pb2.RULING_UNDECIDED, ["ITS_TIME_IS_RIGHT"]) == (question.ruling, list(question.missing))
    assert ["Odd Bird"] == list(question.cards)
    decision = dispute_pb.Decision(
        answer="It is.", ruling=verdict_pb2.RULING_LEGAL, rules=["rots.chances.play-only-condition"]
    )
    decision.remedies.add().carry_out.said = ""
    rule = dispute_pb.RuleDisputeRequest(dispute=opened.dispute.dispute, expected_entry=1, decision=decision, by=FLO)
    rule.expected_revision = said.basis.revision
    done = await client.call(client.disputes.RuleDispute, rule)
    assert done.basis.revision > said.basis.revision
    on = filled(SWTCG, SWTCG.forms(app.get(game).table)[0], random.Random(1))
    assert "legal" == app.submit(game, on, expected_revision=done.basis.revision).entries[0].content.ruling  # type: ignore[union-attr]  # the entry is a declaration
    assert "bird = Odd Bird, tapped" in (await client.game(game)).board
    assert app.get(game).last == [each async for each in client.verify(game)][-1].basis.entry
    second = dispute_pb.OpenDisputeRequest(game=game, revision=said.basis.revision, by=FLO)
    second.question.said = "dark: activate bird ability"
    like = await client.call(client.disputes.OpenDispute, second)
    assert [opened.dispute.dispute] == [each.dispute for each in like.precedents]


def go_on(app: Adjudication, game: str, most: int, until: Callable[[], bool] = lambda: False) -> None:
    """Random legal declarations until a game is over or has so many entries, or until something is so."""
    dice = random.Random(app.get(game).last)
    while app.get(game).last < most and not SWTCG.over(app.get(game).table) and not until():
        said = choice(SWTCG, app.get(game).table, dice)
        assert said is not None
        app.submit(game, said)


async def played(app: Adjudication, client: AioAdjudicatorClient, *, least: int, most: int = 250) -> str:
    """The first random game of the demo's decks by house dice that came so far, and past its first turn if it may."""
    seats = [Seat("dark", "Ann", "imperial-hunt"), Seat("light", "Ben", "rebel-alliance")]
    for _ in range(20):
        game = (await client.open_game("swtcg-2005", seats, manual="blank")).game.game
        go_on(app, game, most)
        if app.get(game).last >= least and (most == least or app.get(game).table.turn.number > 1):
            return game
    raise AssertionError(f"no game has {least} entries")


async def test_a_game_of_decks_goes_out_and_comes_in(here: Desk) -> None:
    """Every ruling of a random game from decks is the same in another house, by JSON lines and by notation."""
    app, client = here
    game = await played(app, client, least=150)

    async def exported(form: Any) -> str:
        request = record_pb.ExportGameRequest(game=game, format=form, viewer="judge")
        answer: record_pb.ExportGameResponse = await client.call(client.records.ExportGame, request)
        return answer.text

    notation = await exported(record_pb.RECORD_FORMAT_NOTATION)
    await client.close_game(game, expected_revision=app.get(game).revision)
    lines = await exported(record_pb.RECORD_FORMAT_JSON_LINES)
    async with desk() as (there, other):
        sent = record_pb.ImportGameRequest(format=record_pb.RECORD_FORMAT_NOTATION, text=notation, check_only=True)
        found = await other.call(other.records.ImportGame, sent)
        assert [] == list(found.differences)
        assert found.judged > 100
        sent = record_pb.ImportGameRequest(
            request_id=str(uuid4()), format=record_pb.RECORD_FORMAT_JSON_LINES, text=lines
        )
        found = await other.call(other.records.ImportGame, sent)
        assert (game, [], True) == (found.game, list(found.differences), found.chain_holds)
        assert app.get(game).head == there.get(game).head
    steps = await client.call(client.records.ListSteps, record_pb.ListStepsRequest(game=game, page_size=300))
    turns = [each.turn for each in steps.steps]
    assert turns == sorted(turns)
    assert turns[-1] > 1
    assert any("build" in each.phase for each in steps.steps)


HIDDEN = """
turn 3, dark build step
dark: force 9, build points 2, hand 2, deck 9
light: force 9, hand 2, deck 9
"""


@pytest.mark.parametrize(
    ("viewer", "ruling", "remarked"),
    [
        ("dark", verdict_pb2.RULING_LEGAL, False),
        ("light", verdict_pb2.RULING_UNDECIDED, False),
        ("judge", verdict_pb2.RULING_LEGAL, True),
        ("", verdict_pb2.RULING_LEGAL, True),
    ],
)
async def test_what_another_seat_has_in_hand_is_not_believed(
    here: Desk, viewer: str, ruling: verdict_pb2.Ruling.ValueType, remarked: bool
) -> None:
    """Asked by the other player, what is done with a hidden card is undecided; to a judge it is taken as said."""
    _, client = here
    seats = [Seat("dark", "Ann"), Seat("light", "Ben")]
    game = (await client.open_game("swtcg-2005", seats, board=HIDDEN, dice="reported", decks="reported")).game.game
    given = (await client.judge(game, "dark: build AT-AT Driver 2", viewer=viewer)).verdict
    assert ruling == given.ruling
    assert remarked == ("taken at their word" in given.remark)
    assert (["SPEAKER_HAS_IT"] if viewer == "light" else []) == list(given.missing)
    assert ([] if viewer == "light" else ["CardBuilt"]) == [f.kind for f in given.facts if f.kind == "CardBuilt"]


async def test_every_option_of_every_argument_is_spelled(here: Desk) -> None:
    """A frontend shows what each option is, also of the second argument; each declaration takes it and is legal."""
    _, client = here
    hands = "dark: force 3, build points 4, hand [Bogwing, Darth Vader (S)], deck 5\nlight: force 3, deck 5"
    where = Board("swtcg-2005", f"turn 3, dark build step; dark to build\n{hands}")
    forms = (await client.legal(where, viewer="judge", spelled=True)).forms
    (build,) = (form for form in forms if form.kind == "Build")
    card, counters = build.choices
    assert ["dark: build Bogwing 1", "dark: build Darth Vader (S) 1"] == list(card.notations)
    assert list(build.notations) == list(card.notations)
    most = counters.domain.number.most
    assert [f"dark: build Bogwing {number}" for number in range(1, most + 1)] == list(counters.notations)
    for said in (*card.notations, *counters.notations):
        assert verdict_pb2.RULING_LEGAL == (await client.judge(where, said, viewer="judge")).verdict.ruling


async def test_the_options_of_a_question_are_told_in_words(here: Desk) -> None:
    """Of an Upkeep's costs each is listed, recorded, explained and told in a fork as what it is, not by its number."""
    _, client = here
    board = """turn 1, Character battle; light to play or pass, dark has passed
    dark: force 3, build points 3, deck 8
      character: lom = 4-LOM (A), tapped
    light: force 3, deck 4
    """
    game = (await client.open_game("swtcg-2005", [], board=board, dice="reported", decks="reported")).game.game
    for words in ("light: pass", "chance: roll 3", "dark: resolve lom"):
        await client.submit(game, words)
    (form,) = (await client.legal(game, viewer="judge", spelled=True)).forms
    assert ['dark: choose "1 build point"', "dark: choose tap it"] == list(form.notations)
    fork = (await client.fork(game)).game.game
    for each in (fork, game):
        paid = await client.submit(each, "dark: choose tap it")
        assert "dark: choose tap it" == paid.verdict.said
        assert "dark: choose tap it" in [entry.said async for entry in client.entries(each, viewer="judge")]
    explained = await client.explain_verdict(game, entry=paid.basis.entry, viewer="judge")
    assert "dark: choose tap it" == explained.tree.text


async def test_a_refusal_needs_no_doubt(here: Desk) -> None:
    """What is illegal whether or not the other player has the card is ruled illegal."""
    _, client = here
    board = HIDDEN.replace("build points 2", "build points 1")
    seats = [Seat("dark", "Ann"), Seat("light", "Ben")]
    game = (await client.open_game("swtcg-2005", seats, board=board, dice="reported", decks="reported")).game.game
    given = (await client.judge(game, "dark: build AT-AT Driver 2", viewer="light")).verdict
    assert verdict_pb2.RULING_ILLEGAL == given.ruling
    assert ["BUILD_POINTS_SUFFICE"] == [clause.code for clause in given.clauses]


async def test_a_dispute_about_an_entry_freezes_what_it_met(here: Desk) -> None:
    """Though play went on, the position is the one before the entry; another revision only if it is named."""
    app, client = here
    board = BOARD.replace("light: force 9", "light: force 9, hand [Precise Attack]")  # something to pass on
    game = (await client.open_game("swtcg-2005", [], board=board, dice="reported", decks="reported")).game.game
    told = [(await client.submit(game, f"{seat}: pass")).basis for seat in ("dark", "light")]
    ann = Speaker("Ann")
    found = (await client.open_dispute(game, "Was she asked?", ann, about=told[1].entry)).dispute
    assert (told[0].revision, "legal") == (found.revision, plain(found)["question"]["ruling"])
    assert app.get(game).revision == (await client.open_dispute(game, "And now?", ann)).dispute.revision
    assert 1 == (await client.open_dispute(game, "Or then?", ann, about=2, revision=1)).dispute.revision


async def test_what_is_shown_led_to_what_is_disputed(here: Desk) -> None:
    """However far play has gone on: the entries up to the frozen position, what changed nothing, the disputed one."""
    _, client = here
    game = (await client.open_game("swtcg-2005", [], board=BOARD, dice="reported", decks="reported")).game.game
    ann = Speaker("Ann")
    told = [(await client.submit(game, said)).basis for said in ("dark: pass", "dark: pass", "dark: bid 3")]
    first, _, last = (each.entry for each in told)
    assert [first] == [each.revision for each in told if each.entry == each.revision][-1:]
    dispute = (await client.open_dispute(game, "Was it her turn?", ann, about=last)).dispute
    middle = (await client.open_dispute(game, "Was it?", ann, about=last - 1)).dispute
    then = (await client.open_dispute(game, "And then?", ann)).dispute
    early = (await client.open_dispute(game, "And before?", ann, revision=1)).dispute
    for seat in ("light", "dark") * 6:
        await client.submit(game, f"{seat}: pass")
    late = (await client.open_dispute(game, "Whose turn was it?", ann, about=last)).dispute
    for opened, numbers in (
        (late, [1, *range(first, last + 1)]),
        (dispute, [1, *range(first, last + 1)]),
        (middle, [1, *range(first, last)]),
        (then, [1, *range(first, last + 1)]),
        (early, [1]),
    ):
        shown = await client.dispute(opened.dispute)
        assert numbers == [each.number for each in shown.entries]
    request = dispute_pb.GetDisputeRequest(dispute=dispute.dispute, entries=2)
    shown = await client.call(client.disputes.GetDispute, request)
    assert [last - 1, last] == [each.number for each in shown.entries]


async def test_precedents_by_the_names_of_cards(here: Desk) -> None:
    """By name or title, tagged or said; what is no card and no rule is told, with near ones."""
    _, client = here
    game = (await client.open_game("swtcg-2005", [], board=BOARD, dice="reported", decks="reported")).game.game
    flo = Speaker("Flo", "floor-judge")
    said = (await client.open_dispute(game, "May it?", flo, said="dark: vader attacks yoda")).dispute.dispute
    await client.rule_dispute(said, Decision("Yes.", "legal"), flo)
    tagged = (await client.open_dispute(game, "And it?", flo)).dispute.dispute
    await client.rule_dispute(tagged, Decision("No.", cards=["Ysanne Isard (A)", "Odd Bird"]), flo)
    for card, dispute in (
        ("Darth Vader (S)", said), ("darth vader", said), ("Ysanne Isard", tagged), ("ysanne isard (a)", tagged),
        ("Odd Bird", tagged),
    ):  # fmt: skip
        assert [dispute] == [each.dispute for each in await client.precedents(cards=[card])]
    assert [] == list(await client.precedents(cards=["Darth Vader (E)"], rules=["rots.attack.choose-and-tap"]))[1:]
    for cards, rules, reason, close in (
        (("Ysane Isard",), (), "CARD_NOT_FOUND", "Ysanne Isard"),
        ((), ("rots.attack.choose-and-tip",), "RULE_NOT_FOUND", "rots.attack.choose-and-tap"),
    ):
        with pytest.raises(RefusedError, match=close) as refused:
            await client.precedents(cards=cards, rules=rules)
        assert reason == refused.value.reason


async def test_a_judge_calls_time_at_the_desk(here: Desk) -> None:
    """Time is called by a decision's repair, and everybody's board says so."""
    _, client = here
    game = (await client.open_game("swtcg-2005", [], board=BOARD, dice="reported", decks="reported")).game.game
    dispute = (await client.open_dispute(game, "Is there time left?", Speaker("Ann"))).dispute.dispute
    no_more = Decision("No.", rules=["crf.organised-play.overtime-no-gains"], repair='[{"TimeCalled": {}}]')
    await client.rule_dispute(dispute, no_more, Speaker("Hera", "head-judge"))
    assert "turn 3 in overtime, Character battle; dark to play or pass" in (await client.game(game)).board


async def test_a_repair_names_kinds_fields_and_things(here: Desk) -> None:
    """Facts by name, things by their names on the frozen board; what does not exist is named, and nothing happens."""
    app, client = here
    game = (await client.open_game("swtcg-2005", [], board=BOARD, dice="reported", decks="reported")).game.game
    dispute = (await client.open_dispute(game, "A counter was forgotten.", Speaker("Ann"))).dispute.dispute
    hera, rule = Speaker("Hera", "head-judge"), "rots.attack.choose-and-tap"
    for facts, words in (
        ('[{"DamageCounters": {}}]', "near: DamageCountersPlaced"),
        ('[{"DamageCountersPlaced": {"stuck": 1}}]', "no field 'stuck'"),
        ('[{"DamageCountersPlaced": {"stack": "@joda", "amount": 1}}]', "joda"),
        ('[{"DamageCountersPlaced": {"stack": "@yoda", "amount": "many"}}]', "no facts"),
        ('[{"DamageCountersPlaced": {"stack": 1}, "Tapped": {}}]', "one kind"),
        ("@", "Expecting value"),
        ("[]", "no facts"),
    ):
        with pytest.raises(RefusedError) as refused:
            await client.rule_dispute(dispute, Decision("One.", rules=[rule], repair=facts), hera)
        assert words in str(refused.value)
    before = app.get(game).last
    facts = '{"DamageCountersPlaced": {"stack": "@yoda", "amount": 1}}'
    request = str(uuid4())
    for _ in range(2):  # the second time is the same request
        done = await client.rule_dispute(
            dispute, Decision("One.", rules=[rule], repair=facts), hera, expected_entry=1, request_id=request
        )
    assert (before + 1, before + 1, True) == (app.get(game).last, done.basis.entry, done.repeated)
    assert app.get(game).head == done.basis.head
    content: Any = app.entry(game, before + 1).content
    assert [("DamageCountersPlaced", rule, "ruling", 1)] == [
        (type(each).__name__, each.rule, each.cause, each.amount) for each in content.facts[:1]
    ]
    assert "yoda = Yoda (C), damage 1" in (await client.game(game)).board


async def notation(client: AioAdjudicatorClient, game: str, start: int = 0) -> str:
    """A game in notation."""
    return (await client.export_game(game, "notation", from_revision=start)).text


async def test_what_nobody_knows_is_shown_before_it_is_carried_out(here: Desk) -> None:
    """A face-down card without a name: carrying it out is refused with the way to do it, which then works."""
    _, client = here
    board = BOARD.replace("Character battle; dark to play or pass", "dark build step").replace(
        "  ground: bog", "  build zone: ? face down, 9 counters\n  ground: bog"
    )
    game = (await client.open_game("swtcg-2005", [], board=board, dice="reported", decks="reported")).game.game
    said = await client.submit(game, "dark: deploy card")
    assert ["CARD_IS_KNOWN"] == list(said.verdict.missing)
    dispute = (await client.open_dispute(game, "May he?", Speaker("Ann"), about=said.basis.entry)).dispute.dispute
    flo, carried = Speaker("Flo", "floor-judge"), Decision("Yes.", "legal", carry_out="")
    with pytest.raises(RefusedError, match=r"CARD_IS_KNOWN.*by a repair") as refused:
        await client.rule_dispute(dispute, carried, flo)
    assert "RULING_REFUSED" == refused.value.reason
    for name, words in (("No Such Card", "No Such Card"), ("Luke Skywalker", "AMBIGUOUS|several|Luke Skywalker .A.")):
        shown = f'[{{"CardShown": {{"card": "@card", "face": "@{name}", "printed": "@{name}"}}}}]'
        with pytest.raises(RefusedError, match=words):
            await client.rule_dispute(dispute, replace(carried, repair=shown), flo)
    shown = shown.replace("@Luke Skywalker", "@TIE Fighter")
    done = await client.rule_dispute(dispute, replace(carried, repair=shown), flo)
    assert 2 == len(done.dispute.entries[-1].game_entries)
    assert "space: TIE Fighter\n" in (await client.game(game)).board
    assert done.basis.entry == [each async for each in client.verify(game)][-1].basis.entry


async def test_a_game_of_the_house_becomes_a_game_elsewhere(here: Desk) -> None:
    """Rolls and draws are those of the record, and a remark says so; then the other house rolls, and play goes on."""
    app, client = here
    game = await played(app, client, least=60, most=60)
    text = await notation(client, game)
    assert app.rolls(game).rolls
    async with desk() as (there, other):
        request = str(uuid4())
        brought = await other.import_game(text, request_id=request)
        assert ("", []) == (brought.refused, list(brought.differences))
        assert brought.game == (await other.import_game(text, request_id=request)).game
        assert [brought.game] == [each.game async for each in other.list_games()]
        told = there.entry(brought.game, 1).content.told  # type: ignore[union-attr]  # the first entry opens the game
        notes = [each.content.text for each in there.entries(brought.game) if isinstance(each.content, NoteAdded)]
        assert ([plans.TOLD.format(told)], (), "house") == (
            notes, there.rolls(brought.game).rolls, there.get(brought.game).settings.dice,
        )  # fmt: skip
        assert (await client.game(game)).board == (await other.game(brought.game)).board
        go_on(there, brought.game, 400, lambda: bool(there.rolls(brought.game).rolls))
        assert min(each.entry for each in there.rolls(brought.game).rolls) > told
        assert [] == [each for each in there.rejudge(brought.game) if isinstance(each, Divergence)]
        *_, last = there.verify(brought.game)
        assert isinstance(last, Verified)
        assert last.sound


async def test_a_record_from_the_midst_of_an_answer_comes_back(here: Desk) -> None:
    """A revision in the midst of an answer is told in full, and comes back as the same board elsewhere."""
    app, client = here
    game = told = ""
    for _ in range(20):
        game = game if told else await played(app, client, least=1, most=1)
        while not told and app.get(game).last < 600 and not SWTCG.over(app.get(game).table):
            go_on(app, game, app.get(game).last + 1)
            if " to answer" in SWTCG.board(app.get(game).table).splitlines()[0]:
                text = await notation(client, game, app.get(game).revision)
                told = "" if "table:" in text else text
    assert told
    async with desk() as (_, other):
        brought = await other.import_game(told)
        assert ("", []) == (brought.refused, list(brought.differences))
        assert (await client.game(game)).board == (await other.game(brought.game)).board


async def test_a_record_carries_cards_that_nobody_else_has(here: Desk) -> None:
    """Cards written down at the opening go along with the game, faces and all."""
    app, client = here
    cards = [{"Name": "Old Pilot", "Side": "L", "Type": "Character", "Cost": "2", "Speed": "30", "Power": "3",
              "Health": "2", "Text": "", "Number": "1", "Rarity": "C", "Set": "XX"}]  # fmt: skip
    board = "turn 3, Character battle; dark to play or pass\ndark: force 5\n  character: vader = Darth Vader (S)\n"
    board += "light: force 3\n  character: old = Old Pilot\n"
    opened = await client.open_game("swtcg-2005", [], board=board, cards=cards, dice="reported", decks="reported")
    game = opened.game.game
    await client.submit(game, "dark: pass")
    text = await notation(client, game)
    async with desk() as (there, other):
        brought = await other.import_game(text)
        assert ("", []) == (brought.refused, list(brought.differences))
        assert "Old Pilot" in (await other.game(brought.game)).board
        assert SWTCG.encode(app.get(game).table) == SWTCG.encode(there.get(brought.game).table)
