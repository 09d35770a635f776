"""The shape of an explanation: nodes, each with what it says, the rule it rests on, and what it rests on below."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum

import msgspec

from adjudicator.citations import Books, UnknownDocument, UnknownRule
from adjudicator.kernel.verdict import Evidence


class Kind(StrEnum):
    """What a node speaks of."""

    RULING = "ruling"
    CONDITION = "condition"
    CARD = "card"
    MISSING = "missing"
    HAPPENED = "happened"
    NOT_HAPPENED = "not_happened"
    INSTEAD = "instead"
    OPTION = "option"
    VALUE = "value"
    PART = "part"
    LISTING = "listing"
    CHANGE = "change"


class Basis(StrEnum):
    """How the nodes below carry a node; `unless` is a rule that a card below overrides."""

    NONE = ""
    ALL_OF = "all_of"
    ANY_OF = "any_of"
    UNLESS = "unless"
    SUM = "sum"


class Cited(msgspec.Struct, frozen=True):
    """A rule as an explanation names it: id, document, place in it, what it says in our words, and who says it too."""

    rule: str
    title: str = ""
    place: str = ""
    says: str = ""
    same_as: tuple[str, ...] = ()


Cite = Callable[[str], Cited | None]
"""A rule id to its citation; None for the empty id."""


class Node(msgspec.Struct, frozen=True):
    """One statement of an explanation.

    `outcome` is a ruling ("legal" ...), a finding ("fails" ...) or "listed" / "not listed"; `code` the stable name of
    a condition or a fact's kind; `amount` the number of a value or of a part of one, and `how` it counts.
    """

    kind: Kind
    text: str
    outcome: str = ""
    basis: Basis = Basis.NONE
    code: str = ""
    citation: Cited | None = None
    evidence: Evidence = ()
    amount: int | None = None
    how: str = ""
    below: tuple[Node, ...] = ()


def of_books(books: Books, edition: str) -> Cite:
    """Citations under an edition; a rule or an edition that the books do not have is cited by the rule's id alone."""

    def cite(rule: str) -> Cited | None:
        if not rule:
            return None
        try:
            found = books.cite(rule, edition)
        except (UnknownRule, UnknownDocument):
            return Cited(rule)
        return Cited(rule, found.title, found.place, found.says, found.same_as)

    return cite


def walk(node: Node) -> Iterator[Node]:
    """A node and all below it, in the order in which they are read."""
    yield node
    for each in node.below:
        yield from walk(each)


def deciding(node: Node) -> tuple[str, ...]:
    """The rules an explanation rests on, each once, the deciding one first."""
    found = [each.citation.rule for each in walk(node) if each.citation is not None]
    return tuple(dict.fromkeys(found))


def words_of(code: str) -> str:
    """A stable code in small letters."""
    return code.replace("_", " ").lower() if code.isupper() or "_" in code else code


def sentence(text: str) -> str:
    """A text that begins and ends as a sentence does."""
    return text[:1].upper() + text[1:] + ("" if text[-1:] in ".!?" else ".")
