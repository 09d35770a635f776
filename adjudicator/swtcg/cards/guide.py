"""The page "wording that is read" (docs/wording.md), made of the examples in the grammar; run as a module from the
project's folder it writes it.

A line `//= TITLE` in a chapter of the grammar begins a part of the page, `//= KIND: TEXT` is an example: a text of ours
on a card of that kind. What it is read as is found out, not written down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from types import MappingProxyType

import msgspec

from adjudicator.swtcg.cards.compiling.reading.parsing import GRAMMAR, GRAMMARS
from adjudicator.swtcg.cards.effect_reader import read_text
from adjudicator.swtcg.cards.inline import our_compiler
from adjudicator.swtcg.cards.paragraph_text import READ, Paragraph
from adjudicator.swtcg.cards.wording import told

KINDS = MappingProxyType({
    "unit": (("character",), "Test Guard"),
    "battle": (("battle",), "Second Look"),
    "mission": (("mission",), "Second Look"),
    "location": (("character", "location"), "Old Harbor"),
    "equipment": (("equipment",), "Second Look"),
})  # fmt: skip
"""By the word for a kind of card in the examples, its types and a name."""

_EXAMPLE = re.compile(r"//= (?:(?P<kind>[a-z]+): )?(?P<text>.+)")
_TOP = """# Wording that is read

This page is made of the grammar: `python -m adjudicator.swtcg.cards.guide` writes it, and a test keeps it current.
Each example is a text of ours on a card of a kind, with what the judge will do, in our words. Other numbers, types,
names and arenas can stand in their places. [For card designers](designers.md) says how to try a set of your own.

- `->` stands between a cost and what is paid for, `[tap]` is the tap symbol, ` | ` parts the abilities of a card.
- A card may call itself "this unit", "this card" or by its name.
- Parts marked *judge* are read and told, and a judge carries them out.
"""


class Example(msgspec.Struct, frozen=True):
    """A text on a card of a kind, under the title of its part of the page."""

    title: str
    kind: str
    text: str

    def read(self) -> tuple[Paragraph, ...]:
        """How it is read."""
        types, name = KINDS[self.kind]
        return read_text(self.text, key="T/1", types=types, name=name, compiler=our_compiler())


def examples() -> Iterator[Example]:
    """The examples of the grammar, chapter by chapter."""
    folder = resources.files(GRAMMAR)
    keywords = resources.files(__package__).joinpath("keyword_text.lark")
    title = ""
    for chapter in (keywords, *map(folder.joinpath, GRAMMARS)):
        for line in chapter.read_text(encoding="utf-8").splitlines():
            found = _EXAMPLE.fullmatch(line)
            if found is None:
                continue
            if found["kind"] is None:
                title = found["text"]
            else:
                yield Example(title, found["kind"], found["text"])


def page() -> str:
    """The page."""
    lines, title = [_TOP], ""
    for each in examples():
        if each.title != title:
            title = each.title
            lines += [f"## {title}", "", "| on | the text | is read as |", "|---|---|---|"]
        lines.append(f"| {each.kind} | {_cell(each.text)} | {_cell(_said(each.read()))} |")
    return re.sub(r"(?<=\|)\n## ", "\n\n## ", "\n".join(lines)) + "\n"


def _said(read: tuple[Paragraph, ...]) -> str:
    """What a text is read as; its abilities are parted as in the text."""
    left = any(each.state == READ for each in read)
    said = " | ".join(told(ability) for each in read for ability in (each.read or each.abilities))
    return f"{said} (*judge*)" if left else said


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    Path("docs/wording.md").write_text(page(), encoding="utf-8")
