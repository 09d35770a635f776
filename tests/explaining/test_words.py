"""What people read in explanations of what cases say: words, and nothing that only programs know."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from adjudicator.cases import JudgeDesk, judge_desk, load
from adjudicator.cases.runner import replay
from adjudicator.citations import load as load_books
from adjudicator.explaining import Node, lines, of_books, short
from adjudicator.kernel import judging
from adjudicator.kernel.judging import FAILING
from adjudicator_cli.explaining_here import tree_of
from tests.kit.star_wars import OUR_GAMES

CASES = Path(__file__).parents[1] / "cases"
FILES = sorted(CASES.rglob("*.toml"))[::24]
UNREADABLE = re.compile(r"#g\d|#\d+\.\d|\b[A-Z]+_[A-Z_]+\b|\.;|\.\.(?!\.|')")
"""Internal handles, codes in capitals, and sentences that end twice."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_handle_and_no_code_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every step of every twenty-fourth case, as lines and in one short text."""
    case, told, judge = load(path), list[Node](), judging.judge
    for edition in case.under:
        cite = of_books(load_books(), edition)

        def explained(game: Any, table: Any, said: Any, level: int, cite: Any = cite) -> Any:
            given = judge(game, table, said, level)
            told.append(tree_of(game, table, said, given, cite, FAILING))
            return given

        monkeypatch.setattr(judge_desk, "judge", explained)
        replay(case, edition, JudgeDesk(OUR_GAMES), "")
    texts = [text for tree in told for text in (short(tree, 10_000), *map(str, lines(tree)))]
    assert [] == [text for text in texts if UNREADABLE.search(text.replace("...", ""))]
    assert all(tree.citation is not None for tree in told)
