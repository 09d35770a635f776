"""A tree as HTML: nested lists, written by the standard library's serializer, which escapes all that is text."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement, tostring

from adjudicator.explaining.terminal import where
from adjudicator.explaining.tree import Kind, Node


def page(node: Node) -> str:
    """A fragment of HTML: one `section` with the class `explanation`; colours are left to the caller's style sheet.

    Classes are `kind-*` and `outcome-*`; `data-rule`, `data-code` and `data-basis` carry what programs look for.
    """
    section = Element("section", {"class": "explanation"})
    _item(SubElement(section, "div"), node)
    return tostring(section, encoding="unicode", method="html")


def _item(place: Element, node: Node) -> None:
    """One node in its place, and a list of those below it."""
    classes = [f"kind-{node.kind.value}"]
    if node.outcome:
        classes.append(f"outcome-{node.outcome.replace(' ', '-')}")
    place.set("class", " ".join(classes))
    if node.code:
        place.set("data-code", node.code)
    if node.outcome:
        _text(place, "strong", node.outcome)
    if node.amount is not None:
        _text(place, "b", str(node.amount) if node.kind is Kind.VALUE else f"{node.how} {node.amount}")
    _text(place, "span", node.text)
    if node.citation is not None:
        cited = _text(place, "cite", where(node.citation))
        cited.set("data-rule", node.citation.rule)
        if node.citation.says:
            cited.set("title", node.citation.says)
    if node.evidence:
        looked = SubElement(place, "dl")
        for name, stood in node.evidence:
            _text(looked, "dt", name)
            _text(looked, "dd", stood)
    if node.below:
        below = SubElement(place, "ul", {"data-basis": node.basis.value} if node.basis else {})
        for each in node.below:
            _item(SubElement(below, "li"), each)


def _text(place: Element, tag: str, text: str) -> Element:
    """An element that holds a text, and a space after it."""
    made = SubElement(place, tag)
    made.text = text
    made.tail = " "
    return made
