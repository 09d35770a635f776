"""A tree as indented lines for a terminal; the caller colours them by their style."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from adjudicator.explaining.tree import Basis, Cited, Kind, Node, words_of

STYLES = {
    "legal": "good", "holds": "good", "listed": "good",
    "illegal": "bad", "fails": "bad", "not listed": "bad",
    "undecided": "open", "unknown": "open", "moot": "quiet",
}  # fmt: skip
"""How an outcome is coloured: good, bad, open or quiet."""


class Line(msgspec.Struct, frozen=True):
    """A line: how deep it stands, the word that is coloured, by which style, and the text after it."""

    depth: int
    mark: str
    style: str
    text: str

    def __str__(self) -> str:
        """The line without colour."""
        return "  " * self.depth + " ".join(part for part in (self.mark, self.text) if part)


def lines(node: Node, depth: int = 0) -> Iterator[Line]:
    """The lines of a tree, from the top."""
    yield _head(node, depth)
    if node.citation is not None and node.kind is not Kind.RULING:
        yield Line(depth + 1, "", "quiet", where(node.citation))
    if node.kind is Kind.RULING and node.citation is not None and not node.below:
        yield Line(depth + 1, "", "quiet", where(node.citation))
    if node.evidence:
        yield Line(depth + 1, "", "quiet", ", ".join(f"{name}: {stood}" for name, stood in node.evidence))
    for each in node.below:
        yield from lines(each, depth + 1)


def _head(node: Node, depth: int) -> Line:
    style = STYLES.get(node.outcome, "strong")
    if node.kind is Kind.RULING:
        return Line(depth, node.outcome.upper(), style, node.text)
    if node.kind is Kind.CONDITION:
        return Line(depth, f"{node.outcome}: {words_of(node.code)}", style, node.text)
    if node.kind is Kind.CARD:
        return Line(depth, "unless", "open", f"{node.text}: so the condition {node.outcome}")
    if node.kind is Kind.VALUE:
        return Line(depth, f"{node.amount}", "strong", node.text)
    if node.kind is Kind.PART:
        return Line(depth, f"{_signed(node)}", "strong", node.text)
    if node.kind is Kind.LISTING:
        return Line(depth, node.outcome, style, node.text)
    word = {Kind.MISSING: "missing:", Kind.HAPPENED: "-", Kind.NOT_HAPPENED: "not:", Kind.OPTION: "·"}.get(node.kind)
    joined = {Basis.ANY_OF: " (any of)", Basis.ALL_OF: " (all of, in this order)"}.get(node.basis, "")
    return Line(depth, word or "", "quiet", node.text + joined)


def _signed(node: Node) -> str:
    amount = node.amount or 0
    return f"{amount:+d}" if node.how == "add" else f"{node.how} {amount}"


def where(cited: Cited) -> str:
    """A rule with its place and those that state the same: `rots.x.y (Rulebook, How to Attack, p. 19; also crf.z)`."""
    found = ", ".join(part for part in (cited.title, cited.place) if part)
    if cited.same_as:
        found += f"; also {', '.join(cited.same_as)}"
    return f"{cited.rule} ({found})" if found else cited.rule
