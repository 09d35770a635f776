"""Notation of the Star Wars TCG: boards and declarations as people write them, and back.

docs/notation.md explains the language; `grammar.lark` is the grammar.
"""

from adjudicator.swtcg.notation.board_reader import read_board
from adjudicator.swtcg.notation.board_writer import board
from adjudicator.swtcg.notation.fragment import differences
from adjudicator.swtcg.notation.names import aliases, refer
from adjudicator.swtcg.notation.reading import read
from adjudicator.swtcg.notation.saying import say

__all__ = ["aliases", "board", "differences", "read", "read_board", "refer", "say"]
