"""WhatIfService over a real server: lines side by side, odds, and that nothing secret is read or recorded."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import grpc
import pytest

from adjudicator.api.v1 import declaration_pb2, position_pb2, verdict_pb2, whatif_service_pb2_grpc
from adjudicator.api.v1 import whatif_service_pb2 as pb
from adjudicator_client import AdjudicatorClient, AioAdjudicatorClient, Board, Game, RefusedError, Seat
from tests.served import served

BOARD = """turn 3, Character battle; dark to play or pass
dark: force 5
  character: vader = Darth Vader (E), damage 1
light: force 3
  character: luke = Luke Skywalker (A); han = Han Solo (A); toryn = Toryn Farr (A)
"""


@pytest.fixture(scope="module")
def client() -> Iterator[AdjudicatorClient]:
    """A client of a running service."""
    with served() as address, AdjudicatorClient(address) as found:
        yield found


def position(board: str = BOARD) -> position_pb2.Position:
    """A board as a position."""
    return position_pb2.Position(board=position_pb2.Board(edition="swtcg-2005", notation=board))


def stub(client: AdjudicatorClient) -> whatif_service_pb2_grpc.WhatIfServiceStub:
    """The service."""
    return whatif_service_pb2_grpc.WhatIfServiceStub(client.channel)


def line(title: str, *words: str) -> pb.SupposedLine:
    """A line of declarations in notation."""
    return pb.SupposedLine(title=title, declarations=[declaration_pb2.Declaration(notation=each) for each in words])


ATTACK = ("dark: pass", "light: pass", "dark: vader attacks luke", "dark: pass", "light: pass")


def test_lines_side_by_side(client: AdjudicatorClient) -> None:
    """Two lines that differ in hypothetical dice end differently, and what differs is said of both."""
    hit = line("hits", *ATTACK, "chance: roll 4 4 5 6 1 1")
    miss = line("misses", *ATTACK, "chance: roll 1 1 1 1 1 1")
    answer = stub(client).CompareLines(pb.CompareLinesRequest(position=position(), lines=[hit, miss]))
    assert [True, True] == [each.whole for each in answer.outcomes]
    assert "prevention" == answer.outcomes[0].question.kind
    assert ["4 on luke"] == [c.after for c in answer.outcomes[0].changes if c.what == "damage pending"]
    assert [(0, 1)] == [(each.first, each.second) for each in answer.comparisons]
    assert ("4 on luke", "-") in [(d.before, d.after) for d in answer.comparisons[0].differences]
    assert not answer.basis.entry


def test_a_line_stops_at_what_is_not_legal(client: AdjudicatorClient) -> None:
    """The refusal is told with its clauses, and the line ends where it stood."""
    broken = line("", "dark: pass", "dark: pass", "light: pass")
    answer = stub(client).CompareLines(pb.CompareLinesRequest(position=position(), lines=[broken]))
    assert not answer.outcomes[0].whole
    assert [verdict_pb2.RULING_LEGAL, verdict_pb2.RULING_ILLEGAL] == [v.ruling for v in answer.outcomes[0].verdicts]
    assert "SEAT_ASKED" in {clause.code for clause in answer.outcomes[0].verdicts[1].clauses}


def test_odds_of_an_attack(client: AdjudicatorClient) -> None:
    """Exact fractions that add up, the terms with their citations, and each decision with and without."""
    plan = pb.OddsPlan(prevent=["luke evade"])
    request = pb.GetAttackOddsRequest(position=position(), attack="vader attacks luke", plan=plan)
    answer = stub(client).GetAttackOdds(request)
    assert ["dark: pass", "light: pass", "dark: attack luke with vader"] == list(answer.assumed)
    assert Fraction(1) == sum(Fraction(each.chance.fraction) for each in answer.hits)
    luke = answer.units[0]
    assert "luke" == luke.unit
    assert Fraction(luke.expected.fraction) == sum(e.number * Fraction(e.chance.fraction) for e in luke.damage)
    assert "rots.attack.step-4-roll" == answer.terms[0].citation.rule
    decision = next(each for each in answer.decisions if "Evade" in each.what)
    assert Fraction(decision.having.damage.fraction) < Fraction(decision.without.damage.fraction)
    assert decision.having.discarded.fraction == luke.discarded.fraction


def test_both_ways_give_the_same_odds(client: AdjudicatorClient) -> None:
    """Playing every outcome through gives what the formula gives."""
    request = pb.GetAttackOddsRequest(position=position(), attack="vader attacks luke")
    formula = stub(client).GetAttackOdds(request)
    request.enumerated = True
    played = stub(client).GetAttackOdds(request, timeout=60)
    assert played.played
    assert list(formula.hits) == list(played.hits)
    assert formula.units[0] == played.units[0]


def test_what_may_be_said_in_the_midst_of_it(client: AdjudicatorClient) -> None:
    """With damage pending every answer of the defending side is told with its worth, and a stated play is played."""
    after = ["chance: roll 4 4 5 5 6 1", "dark: pass"]
    request = pb.GetAttackOddsRequest(position=position(), attack="vader attacks luke", after=after)
    answer = stub(client).GetAttackOdds(request)
    said = {each.said: each for each in answer.options}
    evade = next(words for words in said if "evade" in words)
    assert Fraction(said[evade].worth.damage.fraction) < Fraction(said["light: pass"].worth.damage.fraction)
    assert [True] == [each.best for each in answer.options if each.best]
    request.plan.plays.append(evade)
    played = stub(client).GetAttackOdds(request)
    assert played.played
    assert said[evade].worth.damage == played.units[0].expected


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        (pb.GetAttackOddsRequest(position=position(), attack="luke attacks vader"), "NO_ODDS"),
        (pb.GetAttackOddsRequest(position=position(), attack="pass"), "NO_ODDS"),
        (pb.GetAttackOddsRequest(position=position(), attack="vader attacks yoda"), "NOT_UNDERSTOOD"),
        (pb.GetAttackOddsRequest(position=position(), attack=""), "NO_ODDS"),
        (
            pb.GetAttackOddsRequest(
                position=position(), attack="vader attacks luke", plan=pb.OddsPlan(attacker="lucky")
            ),
            "NO_ODDS",
        ),
    ],
)
def test_what_cannot_be_told_is_refused(
    client: AdjudicatorClient, request_: pb.GetAttackOddsRequest, reason: str
) -> None:
    """Attacks that are not legal or not understood are refused with a reason."""
    with pytest.raises(grpc.RpcError) as refused:
        stub(client).GetAttackOdds(request_)
    assert grpc.StatusCode.INVALID_ARGUMENT == refused.value.code()
    assert reason in str(refused.value.trailing_metadata())


def test_a_game_keeps_its_secrets_and_its_log(client: AdjudicatorClient) -> None:
    """On a game with the house's decks a line names nothing that its viewer may not know, and nothing is recorded."""
    seats = [Seat("dark", "Ann", "imperial-hunt"), Seat("light", "Ben", "rebel-alliance")]
    game = client.open_game("swtcg-2005", seats, manual="blank").game.game
    before = client.game(game).basis
    where = position_pb2.Position(game=position_pb2.GamePosition(game=game))
    hidden = client.game(game, viewer="light").board
    secret = next(line for line in client.game(game, viewer="judge").board.splitlines() if line.startswith("dark:"))
    cards = secret[secret.index("[") + 1 : secret.index("]")].split(", ")
    request = pb.CompareLinesRequest(position=where, lines=[line("", "dark: keep")], viewer="light")
    answer = stub(client).CompareLines(request)
    assert answer.outcomes[0].whole
    assert cards
    assert not any(card in str(answer) and card not in hidden for card in cards)
    assert before == client.game(game).basis


def test_nothing_of_the_seed_is_read(client: AdjudicatorClient) -> None:
    """Two games of the same decks with other seeds give everybody the same answers, chance included only as said."""
    seats = [Seat("dark", "Ann", "imperial-hunt"), Seat("light", "Ben", "rebel-alliance")]
    games = [client.open_game("swtcg-2005", seats, manual="blank").game.game for _ in range(2)]
    assert 2 == len({client.game(game, viewer="judge").board for game in games})
    lines = [line("keeping", "dark: keep", "light: keep"), line("one", "dark: keep")]
    first, second = (
        stub(client).CompareLines(pb.CompareLinesRequest(position=_of_game(game), lines=lines)) for game in games
    )
    assert first.outcomes[0].whole
    assert list(first.outcomes) == list(second.outcomes)
    assert list(first.comparisons) == list(second.comparisons)


def _of_game(game: str, revision: int = 0) -> position_pb2.Position:
    return position_pb2.Position(game=position_pb2.GamePosition(game=game, revision=revision))


def test_any_revision_of_a_game(client: AdjudicatorClient) -> None:
    """A line may begin where the game stood before, and odds are told of dice that were rolled since."""
    game = client.open_game("swtcg-2005", [], dice="reported", decks="reported", board=BOARD).game.game
    start = client.game(game).basis.revision
    for words in (*ATTACK, "chance: roll 1 1 4 4 5 6"):
        client.submit(game, words, viewer="judge")
    now = client.attack_odds(Game(game), viewer="judge")
    then = client.attack_odds(Game(game, start), "vader attacks luke", viewer="judge")
    assert ("damage pending", "before the roll") == (now.stage, then.stage)
    assert [("4", "4")] == [(str(e.number), now.units[0].expected.fraction) for e in now.units[0].damage]
    line_then = client.compare_lines(Game(game, start), [("pass", ["dark: pass"])], viewer="judge")
    assert line_then.outcomes[0].whole
    with pytest.raises(RefusedError):
        client.attack_odds(Game(game, start), viewer="judge")


async def test_asyncio_client() -> None:
    """The client for asyncio asks the same."""
    with served() as address:
        async with AioAdjudicatorClient(address) as client:
            odds = await client.attack_odds(
                Board("swtcg-2005", BOARD), "vader attacks luke", plan=pb.OddsPlan(prevent=["all"])
            )
            lines = await client.compare_lines(Board("swtcg-2005", BOARD), [("a", ["dark: pass"])])
    assert Fraction(1) == sum(Fraction(each.chance.fraction) for each in odds.hits)
    assert lines.outcomes[0].whole


@pytest.mark.parametrize(
    "lines",
    [[], [line("")] * 9, [line("", *["dark: pass"] * 201)], [line("", "dark: dance")], [line("", "x" * 5000)]],
)
def test_lines_that_cannot_be_gone(client: AdjudicatorClient, lines: list[pb.SupposedLine]) -> None:
    """No line, too many, too long, or not understood: INVALID_ARGUMENT."""
    with pytest.raises(grpc.RpcError) as refused:
        stub(client).CompareLines(pb.CompareLinesRequest(position=position(), lines=lines))
    assert grpc.StatusCode.INVALID_ARGUMENT == refused.value.code()
