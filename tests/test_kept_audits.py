"""Audits that are kept: what changed neither in code nor in the case is not asked again, and all else is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from adjudicator.cases import Case, CaseResult, Desk, covering, kept
from adjudicator.cases.covering import coverage
from adjudicator.cases.runner import run_case
from tests.chapters import CASES
from tests.kit.star_wars import OUR_GAMES


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """A few cases of our own."""
    return Path(shutil.copytree(CASES / "swtcg-2005" / "damage", tmp_path / "cases"))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of the cases that are run from now on."""
    found: list[str] = []

    def noted(case: Case, edition: str, desk: Desk, path: str) -> CaseResult:
        found.append(path)
        return run_case(case, edition, desk, path)

    monkeypatch.setattr(covering, "run_case", noted)
    return found


def test_what_did_not_change_is_not_asked_again(cases: Path, asked: list[str], tmp_path: Path) -> None:
    """The second run asks nothing and finds the same; a case that changed is asked, and forgotten in its old form."""
    folder = tmp_path / "audit"
    first = coverage([cases], OUR_GAMES, audit=True, kept=folder)
    assert first.proven
    assert first == coverage([cases], OUR_GAMES, audit=True)
    asked.clear()
    assert first == coverage([cases], OUR_GAMES, audit=True, kept=folder)
    assert [] == asked
    changed = min(cases.glob("*.toml"))
    changed.write_text(changed.read_text(encoding="utf-8") + "\n# once more\n", encoding="utf-8")
    assert first == coverage([cases], OUR_GAMES, audit=True, kept=folder)
    assert {str(changed)} == set(asked)


def test_other_code_asks_all(cases: Path, asked: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under another digest of the code nothing is kept."""
    coverage([cases], OUR_GAMES, audit=True, kept=tmp_path)
    number = len(asked)
    monkeypatch.setattr(kept, "code_digest", lambda games: "other")
    coverage([cases], OUR_GAMES, audit=True, kept=tmp_path)
    assert 2 * number == len(asked)


def test_what_fails_is_not_kept(cases: Path, asked: list[str], tmp_path: Path) -> None:
    """A case that fails is asked, and told, every time."""
    bad = min(cases.glob("*.toml"))
    bad.write_text(bad.read_text(encoding="utf-8") + '\n[[step]]\nboard = "turn 99, command phase"\n', encoding="utf-8")
    for _ in range(2):
        asked.clear()
        assert [str(bad)] == [each.path for each in coverage([cases], OUR_GAMES, audit=True, kept=tmp_path).failed]
        assert str(bad) in asked


def test_a_damaged_file_is_no_answer(cases: Path, asked: list[str], tmp_path: Path) -> None:
    """What cannot be read is asked again."""
    (tmp_path / kept.FILE).write_bytes(b'{"half')
    assert coverage([cases], OUR_GAMES, audit=True, kept=tmp_path) == coverage([cases], OUR_GAMES, audit=True)
    assert asked
