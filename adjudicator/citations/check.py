"""Are the books in order? Each function returns the faults it finds, one sentence each; none means it is.

`build` refuses to write books with faults. Line numbers are checked against the texts where an operator's copies
are at hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from adjudicator.citations.entry import Document, Entry
from adjudicator.citations.library import Books

KINDS = (
    "rule", "definition", "example", "ruling", "card-ruling", "erratum", "optional-rule", "organised-play",
)  # fmt: skip

#: The chapters of the games, as the index sorts its entries.
TOPICS = (
    "abilities", "activated", "attack", "battle", "build", "cards", "chances", "contest", "control", "costs",
    "counters", "damage", "deck", "deploy", "destiny", "dice", "discard", "disrupt", "effects", "equipment", "event",
    "force", "information", "interrupts", "keywords", "lifeforce", "location", "location-swccg", "mission", "movement",
    "organised-play", "pilots", "presence", "ready", "resource", "retreat", "setup", "stacking", "static",
    "subordinate", "triggers", "turn", "unique", "weapons", "winning", "zones",
)  # fmt: skip

Span = tuple[int, int, int | None]


def faults(documents: Sequence[Document], entries: Sequence[Entry]) -> Iterator[str]:
    """What is wrong with the entries of all documents, taken together."""
    known = {entry.id: entry for entry in entries}
    for id, count in Counter(entry.id for entry in entries).items():
        if count > 1:
            yield f"{id} stands {count} times"
    prefixes = {document.id: document.prefix for document in documents}
    for entry in entries:
        yield from own_faults(entry, prefixes)
        for name, ids in (("related", entry.related), ("against", entry.against), ("same_as", entry.same_as)):
            for id in ids:
                if id not in known or id == entry.id:
                    yield f"{entry.id} names {id!r} as {name}, which is no other rule"
        for id in entry.same_as:
            if id in entry.against:
                yield f"{entry.id} is both joined with {id} and against it"


def own_faults(entry: Entry, prefixes: Mapping[str, str]) -> Iterator[str]:
    """What is wrong with one entry by itself."""
    if not entry.id.startswith(prefixes[entry.document] + "."):
        yield f"{entry.id} does not start with the prefix of {entry.document}"
    if entry.kind not in KINDS:
        yield f"{entry.id} has the unknown kind {entry.kind!r}"
    if entry.topic not in TOPICS:
        yield f"{entry.id} has the unknown topic {entry.topic!r}"
    if not 1 <= entry.lines[0] <= entry.lines[1]:
        yield f"{entry.id} has the impossible lines {entry.lines}"
    if not entry.says or not entry.section:
        yield f"{entry.id} lacks its section or what it says"


def page_faults(document: str, spans: Sequence[Span]) -> Iterator[str]:
    """What is wrong with the page table of a document: it must rise with the lines."""
    last_line, last_page = 0, 0
    for first, last, page in spans:
        if first > last or first <= last_line:
            yield f"{document}: the page table goes back at line {first}"
        if page is not None and page < last_page:
            yield f"{document}: the page table goes back at page {page}"
        last_line, last_page = last, page or last_page


def join_faults(entries: Mapping[str, Entry], joins: Iterable[tuple[tuple[str, ...], str]]) -> Iterator[str]:
    """What is wrong with the joins: each names two or more testable rules and its reason."""
    for members, reason in joins:
        if len(set(members)) < 2 or len(set(members)) != len(members):
            yield f"the join of {', '.join(members)} needs two or more different rules"
        if not reason:
            yield f"the join of {', '.join(members)} gives no reason"
        for id in members:
            if id not in entries:
                yield f"the join of {', '.join(members)} names the unknown rule {id}"
            elif not entries[id].testable:
                yield f"the join of {', '.join(members)} names {id}, which is not testable"


def unproven_faults(entries: Mapping[str, Entry], reasons: Mapping[str, str]) -> Iterator[str]:
    """What is wrong with the reasons why rules are not proven: each belongs to a testable rule."""
    for id, reason in reasons.items():
        if id not in entries or not entries[id].testable:
            yield f"unproven.yaml names {id}, which is no testable rule"
        if not reason:
            yield f"unproven.yaml gives no reason for {id}"


def text_faults(books: Books) -> Iterator[str]:
    """Entries whose lines are not in the operator's copy of their document, or are empty there."""
    for entry in books:
        count = books.lines(entry.document)
        if count is None:
            continue
        if entry.lines[1] > count:
            yield f"{entry.id} cites line {entry.lines[1]}, but {entry.document} ends at line {count}"
        elif not books.passage(entry):
            yield f"{entry.id} cites {entry.lines} of {entry.document}, where nothing stands"
