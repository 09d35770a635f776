"""The values of the books: one rule, one reading of an unclear rule, one document, and what a citation of them says.

All are frozen and compare by value. Rule ids are stable: they stand in code, in cases and in logs.
"""

from __future__ import annotations

import msgspec

#: Kinds of entry that correct or interpret single cards; the rest of the consolidated rulings is their general part.
CARD_KINDS = ("card-ruling", "erratum")


class Entry(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One atomic rule of one document, in our own words.

    `lines` are the first and last line in the operator's text file, counted from 1. `page` and `page_last` bound
    the printed page as far as the document tells; both are None where it does not. `check` is a decisive situation
    and its outcome. `conflicts` is our note about contradictions, `against` the rules weighed in it (symmetric).
    `same_as` are the other members of the group of entries, of any document, that state the same rule.
    """

    id: str
    document: str
    section: str
    lines: tuple[int, int]
    page: int | None
    page_last: int | None
    kind: str
    topic: str
    says: str
    check: str
    related: tuple[str, ...] = ()
    conflicts: str = ""
    against: tuple[str, ...] = ()
    card: str | None = None
    same_as: tuple[str, ...] = ()

    @property
    def testable(self) -> bool:
        """Whether a situation can decide the rule, so that a case may prove it."""
        return self.check != ""

    @property
    def general(self) -> bool:
        """Whether the rule is general: neither an erratum nor about one card."""
        return self.kind not in CARD_KINDS and self.card is None


class Reading(msgspec.Struct, frozen=True, gc=False):
    """How this project reads a point on which the documents are unclear; its id is `ruling.<point>`.

    `editions` are the prefixes of the documents that leave the question open (`rots`, `crf` ...), `rules` the entries
    weighed.
    """

    id: str
    editions: tuple[str, ...]
    question: str
    rules: tuple[str, ...]
    reading: str
    reason: str


class Document(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One rulebook: its id, the prefix of its rule ids, and the name of its text file in an operator's folder."""

    id: str
    prefix: str
    title: str
    publisher: str
    year: int
    text: str
    authority: str


class Authority(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Which documents an edition rests on: `order` from the highest down, `persuasive` where those are silent."""

    id: str
    order: tuple[str, ...]
    persuasive: tuple[str, ...] = ()

    @property
    def documents(self) -> tuple[str, ...]:
        """All documents that are heard, the highest first."""
        return self.order + self.persuasive


class Citation(msgspec.Struct, frozen=True, gc=False):
    """A rule as a verdict shows it.

    `document` is empty for a reading of ours. `same_as` are the rules of the edition's documents that state the same;
    `against` those that contradict this one or were weighed against it, and `prevails` is the document that decides
    between them under the edition's order of authority (None where no other document of the edition says otherwise).
    `passage` is the text of the lines in the operator's own copy, None without one.
    """

    rule: str
    document: str
    title: str
    section: str
    page: int | None
    page_last: int | None
    lines: tuple[int, int] | None
    says: str
    edition: str = ""
    same_as: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    prevails: str | None = None
    passage: str | None = None

    @property
    def place(self) -> str:
        """Where to find it, for people: "How to Attack, p. 19 ff., lines 330-334"."""
        parts = (self.section, pages(self.page, self.page_last), lines(self.lines))
        return ", ".join(part for part in parts if part)


class Hit(msgspec.Struct, frozen=True, gc=False):
    """One answer of a search, with its score; a higher score fits better."""

    entry: Entry
    score: float


def pages(first: int | None, last: int | None) -> str:
    """The pages as books print them: "p. 19", "p. 19 f." (or the next page), "p. 19 ff." (or one of those after)."""
    if first is None:
        return ""
    if last is None or last == first:
        return f"p. {first}"
    return f"p. {first} f." if last == first + 1 else f"p. {first} ff."


def lines(span: tuple[int, int] | None) -> str:
    """The lines of the text file: "line 330" or "lines 330-334"."""
    if span is None:
        return ""
    first, last = span
    return f"line {first}" if first == last else f"lines {first}-{last}"
