"""Comparing editions: where the same declaration, or a whole game, comes out differently, by which rule on each side.

`sides` compares one declaration, `course` a game said anew under each edition, `points` has the known points of
difference between the documents.
"""

from adjudicator.comparing.points import Answer, Point, answer_for, points, points_of
from adjudicator.comparing.sides import Comparison, Side, compare_declaration, tables_under
from adjudicator.comparing.whole_games import compare_course

__all__ = [
    "Answer", "Comparison", "Point", "Side", "answer_for", "compare_course", "compare_declaration",
    "points", "points_of", "tables_under",
]  # fmt: skip
