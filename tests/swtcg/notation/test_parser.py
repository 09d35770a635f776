"""The parser's tables are those of the grammar."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from lark.exceptions import UnexpectedInput

from adjudicator.swtcg.notation import parser
from adjudicator.swtcg.notation.lines import put_together
from adjudicator.swtcg.notation.syntax import parse_board, parse_declaration
from adjudicator.swtcg.notation.trees import builder
from tests.swtcg.notation.test_boards import TYPICAL
from tests.swtcg.notation.test_declarations import BOARD

TEXTS = (TYPICAL, BOARD.format(point="Space battle; dark to play or pass"))


def test_the_kept_tables_are_those_of_the_grammar() -> None:
    """After a change of grammar.lark: python -m adjudicator.swtcg.notation.build."""
    assert parser.loaded(parser.grammar(), builder()) is not None


def test_a_parser_from_tables_reads_what_a_built_one_reads() -> None:
    """Both give the same values."""
    built = parser.built(parser.grammar(), builder())
    for text in TEXTS:
        lines: Any = built.parse(text, start="board")
        assert parse_board(text) == put_together(lines, text)
    said = "dark: vader attacks luke by ion cannon"
    assert built.parse(said, start="declaration") == parse_declaration(said)


def test_tables_of_another_grammar_are_not_used() -> None:
    """Their digest does not fit; the parser is then built."""
    assert parser.loaded(parser.grammar() + "\n// changed", builder()) is None


def test_tables_are_made_the_same_way() -> None:
    """Made anew, the tables belong to the grammar and read what it says."""
    made = msgspec.msgpack.decode(parser.tables(parser.grammar()), type=parser.Tables)
    assert parser.digest(parser.grammar()) == made.grammar


@pytest.mark.parametrize("start", parser.STARTS)
def test_nonsense_is_refused_from_every_start(start: str) -> None:
    """No start reads everything."""
    read = parser.loaded(parser.grammar(), builder())
    assert read is not None
    with pytest.raises(UnexpectedInput):
        read.parse("}{", start=start)
