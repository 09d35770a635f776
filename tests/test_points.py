"""Every point on which documents differ has, under each edition that answers it, a case that proves it or a reason."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from adjudicator.cases import proving
from adjudicator.cases.case import files, load
from adjudicator.cases.proving import Proof, proofs, unproven
from adjudicator.citations import load as load_books
from adjudicator.comparing import points
from adjudicator_cli import our_cases
from adjudicator_cli.main import main
from tests.kit.star_wars import OUR_GAMES

CASES = Path(__file__).parent / "cases"
ELSEWHERE = "rots.turn.dark-draws"
"""A rule that no case about Stun proves."""


@pytest.fixture(scope="module")
def found() -> tuple[Proof, ...]:
    """What the cases prove."""
    return proofs([CASES], OUR_GAMES)


def test_cases_name_points_that_exist() -> None:
    """A case that names a point names one of ours."""
    named = {point for path in files([CASES]) for point in load(path).points}
    assert set() == named - set(points())


def test_reasons_are_of_points_that_exist() -> None:
    """A reason is given for a point of ours under one of the editions, in words."""
    editions = {"*", *OUR_GAMES.editions}
    assert set() == set(unproven()) - set(points())
    assert all(set(by) <= editions and all(by.values()) for by in unproven().values())


def test_no_reason_where_there_is_a_case(found: tuple[Proof, ...]) -> None:
    """What is proven needs no excuse."""
    assert [] == [(each.point, each.edition) for each in found if each.cases and each.why]


def test_answers_are_proven(found: tuple[Proof, ...]) -> None:
    """Every answer has a case, or a reason why it cannot have one."""
    assert [] == [(each.point, each.edition) for each in found if not each.settled]


def test_readings_are_about_the_point() -> None:
    """A reading stands with a point only if it weighs a rule that the point names."""
    weighed = {reading.id: set(reading.rules) for reading in load_books().readings}
    astray = [
        (point.id, reading)
        for point in points().values()
        for reading in point.readings
        if not weighed[reading] & {rule for answer in point.answers.values() for rule in answer.rules}
    ]
    assert [] == astray


def test_another_rule_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A case that names a point proves it by a rule of the answer that stands there, not by any other."""
    point = points()["stun-duration"]
    other = {
        document: msgspec.structs.replace(each, rules=each.rules and (ELSEWHERE,))
        for document, each in point.answers.items()
    }
    monkeypatch.setattr(proving, "points", lambda: {point.id: msgspec.structs.replace(point, answers=other)})
    assert {()} == {each.cases for each in proofs([CASES / "swtcg-2005" / "keywords"], OUR_GAMES)}
    monkeypatch.setattr(proving, "points", lambda: {point.id: point})
    assert {()} != {each.cases for each in proofs([CASES / "swtcg-2005" / "keywords"], OUR_GAMES)}


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    """`adjudicate points` lists a proving case for every edition, and counts."""
    case = CASES / "swtcg-2005" / "points" / "treat-as-beneath-the-top.toml"
    assert 1 == main(["points", str(case), "--json"])
    told = json.loads(capsys.readouterr().out)
    mine = [each for each in told["points"] if each["cases"]]
    assert 3 == told["proven"]["proven"] == len(mine)
    assert {"treat-as-text-under-a-stack"} == {each["point"] for each in mine}
    assert 1 == main(["points", str(case)])
    assert "3 of 394 answers proven" in capsys.readouterr().out


def test_points_are_told_where_no_cases_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Outside the repository its own cases are counted; without any the answers are told, and that no proof is."""
    monkeypatch.chdir(tmp_path)
    (found,) = our_cases()
    assert Path(found).is_dir()
    monkeypatch.setattr("adjudicator_cli.points.our_cases", list)
    assert 0 == main(["points"])
    printed = capsys.readouterr().out
    assert "swtcg-2005: " in printed
    assert "no cases are here" in printed
