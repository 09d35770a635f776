"""Explanations: a ruling, a value, or an absence from the list as a typed tree; and what a tree looks like to people.

The judge knows nothing of this package, so that wording can change without touching a ruling. `tree` has the shape,
`verdicts`, `values` and `unlisted` make trees, `terminal`, `short` and `page` draw them.
"""

from adjudicator.explaining.page import page
from adjudicator.explaining.short import SHORT_MAX, short
from adjudicator.explaining.terminal import Line, lines
from adjudicator.explaining.tree import Basis, Cited, Kind, Node, deciding, of_books
from adjudicator.explaining.unlisted import why_not_listed
from adjudicator.explaining.value_tree import explain_value
from adjudicator.explaining.verdicts import explain_verdict

__all__ = [
    "SHORT_MAX", "Basis", "Cited", "Kind", "Line", "Node", "deciding", "explain_value", "explain_verdict", "lines",
    "of_books", "page", "short", "why_not_listed",
]  # fmt: skip
