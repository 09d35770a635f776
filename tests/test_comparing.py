"""The same under several editions: where they part, by which rule, and which known point that is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adjudicator.api.v1.compare_service_pb2 import ListPointsRequest
from adjudicator.cases.case import CaseError, load, read_case
from adjudicator.cases.desk import Start
from adjudicator.cases.parting import compare_case
from adjudicator.cases.proving import documents
from adjudicator.cases.record import read_record
from adjudicator.citations import load as load_books
from adjudicator.comparing import Comparison, answer_for, compare_course, compare_declaration, points, points_of
from adjudicator_cli.comparing import in_words
from adjudicator_cli.main import main
from adjudicator_client import AdjudicatorClient, Board, RefusedError, Seat
from tests.desks import ServiceDesk
from tests.kit.star_wars import OUR_GAMES, SWTCG, read_cards
from tests.served import served

EDITIONS = ("swtcg-2005", "swtcg-2005-rulebook", "swtcg-web")
CASES = Path(__file__).parent / "cases"
QUIET = """turn 3, dark retreat step
dark: force 2
  character: vader = Darth Vader (E), tapped
light: force 3
  character: luke = Luke Skywalker (F)
"""
STUN = CASES / "swtcg-2005-rulebook" / "keywords" / "stun.toml"
NEW = "swtcg-2005,swtcg-2022"
BIDS = CASES / "swtcg-2022" / "gate" / "11-bids-for-sides.toml"
VONG = "turn 3, vong retreat step\nvong: force 3\nlight: force 3\n"
OWN = CASES / "swtcg-2005-rulebook" / "disrupt" / "not-ones-own.toml"


def parted(path: Path) -> Comparison:
    """The first comparison of a case on which the editions of 2005 part."""
    return next(each for each in compare_case(load(path), OUR_GAMES, EDITIONS) if not each.agree)


def test_agreement() -> None:
    """Where no edition differs there is no parting, whatever each of them cites."""
    table = SWTCG.read_board(QUIET, EDITIONS[0])
    found = compare_declaration(SWTCG, table, SWTCG.read(table, "dark: retreat vader"), EDITIONS)
    assert found.agree
    assert ["illegal"] * 3 == [side.ruling for side in found.sides]


def test_parting_in_facts() -> None:
    """Editions under which other things happen are told with the fact and its rule on each side."""
    found = parted(STUN)
    assert ("facts", ("stun-duration",)) == (found.what, found.points)
    assert ["crf.keywords.stun", "rots.keywords.stun", "gr.keywords.stun-definition"] == [
        side.rule for side in found.sides
    ]


def test_parting_in_rulings() -> None:
    """A refusal is told with its rule, a permission with the rule that lets the same condition hold."""
    found = parted(OWN)
    assert ("ruling", ["legal", "illegal", "legal"]) == (found.what, [side.ruling for side in found.sides])
    assert ["crf.disrupt.own-cards", "rots.disrupt.glossary", "gr.disrupt.own-battle-cards"] == [
        side.rule for side in found.sides
    ]


def test_course_goes_on_to_the_parting() -> None:
    """A game is followed to the declaration on which an edition parts; the others go on."""
    case = load(OWN)
    faces = read_cards(case.cards)
    tables = {edition: SWTCG.read_board(case.board, edition, faces) for edition in EDITIONS}
    said = [step.say for step in case.steps if step.say is not None]
    assert [(2, ("swtcg-2005-rulebook",))] == [
        (each.number, each.leaving) for each in compare_course(SWTCG, tables, said)
    ]


def test_course_without_a_parting() -> None:
    """A game on which nothing differs parts nowhere."""
    tables = {edition: SWTCG.read_board(QUIET, edition) for edition in EDITIONS}
    assert [] == [*compare_course(SWTCG, tables, ["dark: pass", "light: retreat luke"])]


def test_points_cite_rules_that_exist() -> None:
    """Every rule that a point names is in the books, under the document whose answer it is; every answer is one."""
    books = load_books()
    prefixes = {document.id: document.prefix for document in books.documents}
    named = [
        (rule, document) for point in points().values() for document, answer in point.answers.items()
        for rule in answer.rules
    ]  # fmt: skip
    assert len(named) > 300
    assert [] == [(rule, given) for rule, given in named if prefixes[books.entry(rule).document] != given]
    assert all(answer.ruling == "silent" or answer.rules for p in points().values() for answer in p.answers.values())


def test_the_higher_document_answers() -> None:
    """Under an edition the answer of its highest document that is not silent stands."""
    books, point = load_books(), points()["stun-duration"]
    found = {edition: answer_for(point, documents(books, OUR_GAMES, edition)) for edition in EDITIONS}
    assert ["crf", "rots", "gr"] == [each[0] for each in found.values() if each is not None]
    assert answer_for(points()["decisions-left-to-both-players"], ("rots",)) is None


def test_points_of_rules() -> None:
    """The point that most of the rules belong to is named, none for rules of no point."""
    assert ("stun-duration",) == points_of(["crf.keywords.stun", "rots.keywords.stun"])
    assert () == points_of(["rots.retreat.step"])


BY_EDITION = """
title = "Retreating by edition"
editions = ["swtcg-2005", "swtcg-web"]
board = '''
turn 3, dark retreat step
dark: force 2
  character: vader = Darth Vader (E), tapped
'''
[[step]]
say = "dark: retreat vader"
ruling = "legal"
[step.under.swtcg-web]
ruling = "illegal"
"""


def test_expectations_by_edition() -> None:
    """A step expects under an edition what stands there for it, and elsewhere what it says itself."""
    case = read_case(BY_EDITION)
    assert ["legal", "illegal"] == [case.of(edition, SWTCG).steps[0].ruling for edition in case.under]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [("under.swtcg-web", "under.swtcg-2005-rulebook", "not run"), ('ruling = "illegal"', 'say = "dark: pass"', "only"),
     ('ruling = "illegal"', "ruling = 3", "under swtcg-web"), ('ruling = "illegal"', 'ruling = "no"', "a ruling is")],
)  # fmt: skip
def test_bad_expectations_by_edition(old: str, new: str, why: str) -> None:
    """What an edition cannot expect is an error of the case."""
    with pytest.raises(CaseError, match=why):
        read_case(BY_EDITION.replace(old, new))


def test_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`adjudicate compare` names the parting with both rules, and says so in its exit status."""
    assert 1 == main(["compare", str(STUN)])
    told = capsys.readouterr().out
    assert "crf.keywords.stun" in told
    assert "rots.keywords.stun" in told
    assert "known point: stun-duration" in told
    file = tmp_path / "quiet.txt"
    file.write_text(QUIET + "> dark: pass\n")
    assert 0 == main(["compare", str(file)])
    assert 1 == main(["compare", str(file), "--editions", "swtcg-2005"])
    assert 1 == main(["compare", str(file), "--editions", "swtcg-2005,swtcg-1995"])


def test_a_case_of_another_edition(capsys: pytest.CaptureFixture[str]) -> None:
    """Cases of 2005 are ruled on under 2022 and the other way round; a board that an edition cannot have is said so."""
    assert 1 == main(["compare", str(STUN), "--editions", NEW])
    assert "idc.chart.attack.declare-tap-then-choose" in capsys.readouterr().out
    assert 1 == main(["compare", str(BIDS), "--editions", NEW])
    told = capsys.readouterr().out
    assert "parts in: table" in told
    assert "NOT_COMPARABLE\n    - swtcg-2005 cannot have this board" in told
    with pytest.raises(ValueError, match="not ann, ben"):
        compare_case(load(BIDS), OUR_GAMES, EDITIONS)


def test_a_recorded_game_of_another_edition() -> None:
    """A game of 2022 goes on under 2005 up to what 2005 has not, which everybody is told; no ruling is given for it."""
    attack = QUIET.replace("dark retreat step", "Character battle; vader to attack").replace(", tapped", "")
    seats = [Seat("dark", "Ann"), Seat("light", "Ben")]
    with served() as address, AdjudicatorClient(address) as client:
        game = client.open_game("swtcg-2022", seats, board=attack).game.game
        client.submit(game, "dark: attack luke with vader")
        parting = client.compare_game(game, ["swtcg-2022", "swtcg-2005"]).parting
        assert "facts" == parting.what
        answer: Any = client.compare(Board("swtcg-2022", VONG), "vong: pass", ["swtcg-2005", "swtcg-2022"])
        old, new = answer.comparison.sides
        assert ("table", ["NOT_COMPARABLE"], []) == (answer.comparison.what, list(old.failing), list(new.failing))
        assert "swtcg-2005 has no side yuuzhan vong." == old.text
        assert not old.HasField("citation")


def test_over_the_service(capsys: pytest.CaptureFixture[str]) -> None:
    """The service compares declarations and recorded games, and lists the points."""
    with served() as address, AdjudicatorClient(address) as client:
        answer: Any = client.compare(Board(EDITIONS[0], QUIET), "dark: retreat vader")
        assert "" == answer.comparison.what
        assert [*EDITIONS, "swtcg-2022"] == [side.edition for side in answer.comparison.sides]
        seats = [Seat("dark", "Ann"), Seat("light", "Ben")]
        game = client.open_game("swtcg-2005", seats, board=QUIET).game.game
        client.submit(game, "dark: pass")
        assert not client.compare_game(game).HasField("parting")
        assert 0 == main(["compare", "--game", game, "--server", address])
        with pytest.raises(RefusedError, match="two or more"):
            client.compare_game(game, ["swtcg-2005"])
        with pytest.raises(RefusedError, match="no edition"):
            client.compare_game(game, ["swtcg-2005", "swtcg-1995"])


def test_recorded_game_parts() -> None:
    """A recorded game is followed to the entry on which the editions part; hidden things are not told."""
    case = load(STUN)
    with served() as address, AdjudicatorClient(address) as client:
        desk = ServiceDesk(client)
        desk.sit(Start("swtcg-2005", case.board, {}, case.cards, case.settings))
        for step in case.steps:
            if step.say is not None:
                desk.declare(step.say)
        game = next(client.list_games()).game
        told = client.compare_game(game)
        first, parting = told.partings
        assert first == told.parting
        assert ("facts", ["swtcg-2022"], []) == (first.what, list(first.leaving), list(first.points))
        assert ("facts", ["swtcg-2005-rulebook"]) == (parting.what, list(parting.leaving))
        assert ["stun-duration"] == list(parting.points)
        assert ["crf.keywords.stun", "rots.keywords.stun", "gr.keywords.stun-definition"] == [
            side.citation.rule for side in parting.sides
        ]
        assert 1 < first.number < parting.number
        points_told = client.comparisons.ListPoints(ListPointsRequest(topic="keywords")).points
        assert any(point.id == "stun-duration" and len(point.answers) == 4 for point in points_told)


def test_what_comes_to_nothing_is_no_parting() -> None:
    """Who would take the next trigger parts no editions where one player alone has any, and does where both have."""
    lom = """turn 1, Character battle; light to play or pass, dark has passed
dark: force 3, build points 3, deck 8
  character: lom = 4-LOM (A), tapped
light: force 3, deck 4
  character: luke = Luke Skywalker (A), tapped
> light: pass
> chance: roll 3
> dark: resolve lom
> dark: choose 1
"""
    assert all(each.agree for each in compare_case(read_record(lom), OUR_GAMES, EDITIONS))
    found = parted(CASES / "swtcg-2005" / "triggers" / "alternating.toml")
    assert "order-of-both-players-triggers" in found.points
    assert ["rots.triggers.alternating-resolution"] * 2 + ["gr.triggers.dark-all-before-light"] == [
        side.rule for side in found.sides
    ]


def test_a_draw_parts_no_editions() -> None:
    """The draw as a build step starts is the same in 2022, which notes with which event a trigger has come about."""
    draw = "turn 4, dark build step\ndark: force 3, deck 9\nlight: force 3, hand 3, deck 9\n> dark: pass\n"
    assert all(each.agree for each in compare_case(read_record(draw), OUR_GAMES, (*EDITIONS, "swtcg-2022")))


def test_what_is_waited_for_is_told() -> None:
    """A side under which the table waits says who is asked for what, and with what left to come."""
    found = parted(CASES / "swtcg-2005" / "triggers" / "alternating.toml")
    waits, goes_on = found.sides[0].told, found.sides[2].told
    assert waits.startswith("The table asks light: triggers; there wait")
    assert waits.endswith("and light takes the next.")
    assert "takes effect" in goes_on
    assert ["the table waits", "turn ended"] == [in_words(kind) for kind in ("Awaits", "TurnEnded")]
