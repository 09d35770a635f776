"""Porting: a case of 2005 as a draft for 2022, with the paragraphs there and what parts."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.cases.porting import port, ported
from adjudicator_cli.main import main
from tests.kit.star_wars import OUR_GAMES

CASES = Path(__file__).parent / "cases" / "swtcg-2005"


def test_a_case_on_which_both_documents_agree() -> None:
    """It is of the other edition alone, names its paragraphs, and passes there."""
    draft = port(CASES / "battle" / "no-return.toml", "swtcg-2022", OUR_GAMES)
    assert draft.result.passed, draft.result.problems
    assert 'edition = "swtcg-2022"' in draft.text.split("\n")[1]
    assert "idc.battle.earlier-step-units-cannot-attack" in draft.text
    assert "rots." not in draft.text
    assert "\npoints" not in draft.text


def test_a_case_on_which_they_part(capsys: pytest.CaptureFixture[str]) -> None:
    """What does not hold there stands below the draft."""
    file = CASES / "stacking" / "owner-onto-a-taken-unit.toml"
    assert 1 == main(["cases", str(file), "--port", "swtcg-2022"])
    draft = capsys.readouterr().out
    assert "# step 2: ruling illegal, not legal" in draft


def test_what_is_expected_under_single_editions_is_left_out() -> None:
    """Lines and tables of `under` go, with the points that the case decides; what follows them stays."""
    text = 'title = "A"\npoints = ["b"]\n\n[[step]]\nsay = "c"\nunder.web = { cites = [] }\n'
    text += '[step.under.rulebook]\ncites = ["rots.a.b"]\n[[step]]\ncites = ["rots.c.d"]\n'
    expected = 'title = "A"\nedition = "e"\n\n[[step]]\nsay = "c"\n[[step]]\ncites = ["idc.c.d"]\n'
    assert expected == ported(text, "e", {"rots.c.d": "idc.c.d"})
