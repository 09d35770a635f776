"""A small, safe reader for the XML of the plugin's files.

Deck files come from strangers. Of XML they need elements, attributes and the
five named entities; a document type is the door to entity bombs and to reading
other files, so any is refused. Expat itself fetches nothing.
"""

from __future__ import annotations

from xml.parsers import expat

import msgspec

from adjudicator.swtcg.cards.diagnostics import ImportFailed

DEPTH_MAX = 32


class Element(msgspec.Struct):
    """An element: tag, attributes, the text directly inside, children, line (from 1)."""

    tag: str
    attributes: dict[str, str]
    line: int
    text: str = ""
    children: list[Element] = []

    def every(self, tag: str) -> list[Element]:
        """List the elements of that tag beneath this one, in document order."""
        found = []
        for child in self.children:
            if child.tag == tag:
                found.append(child)
            found.extend(child.every(tag))
        return found


def parse_xml(text: str) -> Element:
    """Parse a document. Raises ImportFailed, with the line, where it is broken or unsafe."""
    parser = expat.ParserCreate(encoding="utf-8")
    parser.buffer_text = True
    top = Element("", {}, 0)
    path = [top]

    def start(tag: str, attributes: dict[str, str]) -> None:
        if len(path) > DEPTH_MAX:
            raise ImportFailed("elements nested too deep", line=parser.CurrentLineNumber)
        element = Element(tag, attributes, parser.CurrentLineNumber)
        path[-1].children.append(element)
        path.append(element)

    def end(_tag: str) -> None:
        path.pop()

    def words(data: str) -> None:
        path[-1].text += data

    def refuse(*_: object) -> None:
        raise ImportFailed("a document type is not accepted", line=parser.CurrentLineNumber)

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = words
    parser.StartDoctypeDeclHandler = refuse
    try:
        # The text is decoded already; an encoding named in the file would be wrong by now.
        parser.Parse(text.encode("utf-8", errors="replace"), True)
    except expat.ExpatError as bad:
        raise ImportFailed(f"broken XML ({expat.ErrorString(bad.code)})", line=bad.lineno) from bad
    return top.children[0]
