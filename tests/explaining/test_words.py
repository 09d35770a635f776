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
from adjudicator.explaining.tree import Cited, Kind
from adjudicator.kernel import judging
from adjudicator.kernel.judging import FAILING
from adjudicator_cli.explaining_here import tree_of
from tests.kit.star_wars import OUR_GAMES

CASES = Path(__file__).parents[1] / "cases"
CHAPTERS = sorted({path.parent for path in CASES.rglob("*.toml")})
UNREADABLE = re.compile(
    r"#g\d|#\d+\.\d|\b[A-Z]+_[A-Z_]+\b|\.;|\.\.(?!\.|')|\b(build|hand|deck|discard|out|aside):(dark|light)\b"
    r"|\b(No|Not) (a|an|the|what)\b|: \d+\.\d|[Ss]omething that has left|for Chance\b"
)
"""Handles, keys, zones, codes in capitals, sentences that end twice, and words that nobody would say aloud."""


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: f"{chapter.parent.name}-{chapter.name}")
def test_no_handle_and_no_code_is_told(chapter: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every step of every case, as lines and in one short text."""
    told, judge = list[Node](), judging.judge
    for path in sorted(chapter.glob("*.toml")):
        case = load(path)
        for edition in case.under:
            cite = of_books(load_books(), edition)

            def explained(game: Any, table: Any, said: Any, level: int, cite: Any = cite) -> Any:
                given = judge(game, table, said, level)
                told.append(tree_of(game, table, said, given, cite, FAILING))
                return given

            monkeypatch.setattr(judge_desk, "judge", explained)
            replay(case, edition, JudgeDesk(OUR_GAMES), "")
    texts = {text for tree in told for text in (short(tree, 10_000), *map(str, lines(tree)))}
    assert [] == sorted(text for text in texts if UNREADABLE.search(text.replace("...", "")))
    assert all(tree.citation is not None for tree in told if tree.outcome != "undecided")


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("attack dice", "No attack dice: power is 0."),
        ("a draw by light", "No draw by light: power is 0."),
        ("what it offers", "Nothing of what it offers: power is 0."),
    ],
)
def test_what_does_not_happen_is_said_in_a_sentence(what: str, said: str) -> None:
    """It begins with what there is not, and ends with why."""
    none = Node(Kind.NOT_HAPPENED, what, evidence=(("because", "power is 0"),))
    assert f"LEGAL: x: {said}" == short(Node(Kind.RULING, "x", "legal", below=(none,)))


def test_a_card_that_allows_it_is_named() -> None:
    """Where a card decides against a rule, it says so before anything else."""
    lets, rule = Cited("card.beats"), Cited("same.arena")
    card = Node(Kind.CARD, "Star Hunter", "holds", citation=lets)
    condition = Node(Kind.CONDITION, "One attacks in one's own arena.", "holds", citation=rule, below=(card,))
    told = short(Node(Kind.RULING, "x", "legal", citation=lets, below=(condition,)))
    assert "LEGAL: x: Star Hunter allows it against this rule: One attacks in one's own arena. [card.beats]" == told
