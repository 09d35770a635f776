"""The rules that decide a ruling or a value, as frontends get them: the headline first, also of a repeated answer."""

from __future__ import annotations

from uuid import uuid4

import msgspec

from adjudicator.service.start import of_all_games
from adjudicator_client import Board
from tests.kit.http import called
from tests.service.running import QUIET
from tests.service.test_desk_of_star_wars import desk

BOARD = """
turn 3, Character battle; vader to attack
dark: force 9
  character: vader = Darth Vader (S)
light: force 9
  character: yoda = Yoda (C), tapped; luke = Luke Skywalker (F)
"""
NASS = """
turn 3, light build step
dark: force 5
light: force 5
  character: nass = Boss Nass (A)
"""
TAPPED = """
turn 3, light retreat step
dark: force 9
light: force 9
  character: yoda = Yoda (C), tapped
"""


async def test_a_verdict_names_the_rules_that_decide() -> None:
    """Of what is legal a few, what departs from the ordinary course first; of a refusal those of what fails."""
    async with desk() as (_, client):
        where = Board("swtcg-2005", BOARD)
        legal = (await client.judge(where, "dark: attack yoda with vader", explain="all")).verdict
        rules = [each.rule for each in legal.deciding]
        assert 1 < len(rules) <= 5
        assert "rots.attack.tapped-defender-legal" in rules
        assert all(each.paraphrase for each in legal.deciding)
        refused = (await client.judge(Board("swtcg-2005", TAPPED), "light: retreat yoda")).verdict
        assert [refused.clauses[0].citation] == list(refused.deciding)
        answer = (await client.judge(where, "dark: attack yoda with vader", explain="answer")).verdict
        assert [] == list(answer.deciding)


async def test_a_repeated_answer_names_the_same_rules() -> None:
    """What is read from the log names the rules that the first answer named."""
    async with desk() as (_, client):
        for said in ("dark: attack yoda with vader", "light: pass"):
            game = (await client.open_game("swtcg-2005", [], board=BOARD, dice="reported", decks="reported")).game
            once = uuid4().hex
            first = await client.submit(game.game, said, viewer="judge", request_id=once)
            again = await client.submit(
                game.game, said, viewer="judge", request_id=once, expected_revision=game.revision
            )
            assert again.repeated
            assert list(first.verdict.deciding) == list(again.verdict.deciding) != []


async def test_a_part_that_does_not_count_says_what_it_would_come_to() -> None:
    """Boss Nass (A) makes other Gungans stronger by 1, not himself: the part of 0 tells what is kept off."""
    async with desk() as (_, client):
        value = (await client.explain(Board("swtcg-2005", NASS), "nass", "power")).value
        kept = {part.how: part.would for part in value.contributions}
        assert {"printed": 0, "kept off": 1} == kept
        assert "crf.card.boss-nass-a.not-himself" in [each.rule for each in value.deciding]


async def test_browsers_get_them_too() -> None:
    """The same in JSON over HTTP."""
    server, application = of_all_games(msgspec.structs.replace(QUIET, web="127.0.0.1:0"))
    with application:
        await server.start()
        (door,) = server.doors
        at = {"board": {"edition": "swtcg-2005", "notation": TAPPED}}
        sent = {"position": at, "declaration": {"notation": "light: retreat yoda"}}
        verdict = (await called(f"127.0.0.1:{door.port}", "RulingService/JudgeDeclaration", sent)).told["verdict"]
        await server.stop()
    assert [verdict["clauses"][0]["citation"]] == verdict["deciding"]
