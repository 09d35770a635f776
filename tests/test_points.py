"""Every point on which documents differ has, under each edition that answers it, a case that proves it or a reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.cases.case import files, load
from adjudicator.cases.proving import Proof, proofs, unproven
from adjudicator.comparing import points
from clients.cli.main import main

CASES = Path(__file__).parent / "cases"

MISSING_MAX = 9
"""So many answers have neither yet (`adjudicate points --missing tests/cases` names them). Only ever lowered."""


@pytest.fixture(scope="module")
def found() -> tuple[Proof, ...]:
    """What the cases prove."""
    return proofs([CASES])


def test_cases_name_points_that_exist() -> None:
    """A case that names a point names one of ours."""
    named = {point for path in files([CASES]) for point in load(path).points}
    assert set() == named - set(points())


def test_reasons_are_of_points_that_exist() -> None:
    """A reason is given for a point of ours under one of the editions, in words."""
    editions = {"*", "swtcg-2005", "swtcg-2005-rulebook", "swtcg-web"}
    assert set() == set(unproven()) - set(points())
    assert all(set(by) <= editions and all(by.values()) for by in unproven().values())


def test_no_reason_where_there_is_a_case(found: tuple[Proof, ...]) -> None:
    """What is proven needs no excuse."""
    assert [] == [(each.point, each.edition) for each in found if each.cases and each.why]


def test_answers_are_proven(found: tuple[Proof, ...]) -> None:
    """At most the known number of answers has neither a case nor a reason."""
    missing = [(each.point, each.edition) for each in found if not each.settled]
    assert len(missing) <= MISSING_MAX, missing


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    """`adjudicate points` lists a proving case for every edition, and counts."""
    case = CASES / "swtcg-2005" / "points" / "treat-as-beneath-the-top.toml"
    assert 1 == main(["points", str(case), "--json"])
    told = json.loads(capsys.readouterr().out)
    mine = [each for each in told["points"] if each["cases"]]
    assert 3 == told["proven"]["proven"] == len(mine)
    assert {"treat-as-text-under-a-stack"} == {each["point"] for each in mine}
    assert 1 == main(["points", str(case)])
    assert "3 of 291 answers proven" in capsys.readouterr().out
