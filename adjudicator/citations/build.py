"""Make the data that is loaded from the books that people edit: `python -m adjudicator.citations.build`.

Reads books/*.yaml, checks them, works out pages, symmetric conflicts and the groups of joined rules, and writes
data/*.msgpack (the groups besides in joined.msgpack) and
data/unproven.json. With `--check` it writes nothing and fails if what stands there is not up to
date. YAML is read here only; the running service never imports it.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import yaml

from adjudicator.citations import check
from adjudicator.citations.entry import Authority, Document, Entry
from adjudicator.citations.library import DATA, Catalogue

BOOKS = Path(__file__).parent / "books"


class Volume(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A document as documents.yaml writes it: with its page table, see there."""

    id: str
    prefix: str
    title: str
    publisher: str
    year: int
    text: str
    authority: str
    pages: tuple[check.Span, ...] = ()

    @property
    def document(self) -> Document:
        """The value that is packed."""
        return Document(self.id, self.prefix, self.title, self.publisher, self.year, self.text, self.authority)


class EditionLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The order of authority of one edition, as documents.yaml writes it."""

    id: str
    order: tuple[str, ...]
    persuasive: tuple[str, ...]

    @property
    def order_of_authority(self) -> Authority:
        """The value that is packed."""
        return Authority(self.id, self.order, self.persuasive)


class Shelves(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """documents.yaml."""

    documents: tuple[Volume, ...]
    editions: tuple[EditionLine, ...]


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule as a book writes it; see Entry."""

    id: str
    section: str
    lines: tuple[int, int]
    kind: str
    topic: str
    says: str
    check: str
    related: tuple[str, ...] = ()
    conflicts: str = ""
    against: tuple[str, ...] = ()
    card: str | None = None


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of one document."""

    document: str
    rules: tuple[Line, ...]


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rules that state the same in other words, and why they do.

    `leads` is the one that is cited for those of its document, where it is not the first of them in the text.
    """

    members: tuple[str, ...]
    reason: str
    leads: str = ""


class BooksFaulty(ValueError):
    """The books contradict themselves; `faults` lists every fault."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("the books are not in order:\n" + "\n".join(f"- {fault}" for fault in self.faults))


def build(books: Path = BOOKS) -> dict[str, bytes]:
    """The contents of the generated files, by name. Raises BooksFaulty, yaml.YAMLError, msgspec.ValidationError."""
    shelves: Shelves = read(books / "documents.yaml", Shelves)
    joins: tuple[Join, ...] = read(books / "joins.yaml", tuple[Join, ...])
    reasons: dict[str, str] = read(books / "unproven.yaml", dict[str, str] | None) or {}
    volumes = {volume.id: volume for volume in shelves.documents}
    lines = {volume.id: rules_of(books, volume) for volume in shelves.documents}
    same = groups(join.members for join in joins)
    against = symmetric({line.id: line.against for rules in lines.values() for line in rules})
    shelf = {
        document: tuple(entry(line, volumes[document], against, same.get(line.id, ())) for line in rules)
        for document, rules in lines.items()
    }
    entries = [each for rules in shelf.values() for each in rules]
    known = {each.id: each for each in entries}
    found = [fault for volume in shelves.documents for fault in check.page_faults(volume.id, volume.pages)]
    documents = tuple(volume.document for volume in shelves.documents)
    found += [
        f"the edition {edition.id} names the unknown document {id}"
        for edition in shelves.editions
        for id in edition.order + edition.persuasive
        if id not in volumes
    ]
    found += check.faults(documents, entries)
    found += check.join_faults(known, ((join.members, join.reason) for join in joins))
    found += [
        f"{join.leads} leads a join that it is no member of" for join in joins if join.leads not in ("", *join.members)
    ]
    found += check.unproven_faults(known, reasons)
    if found:
        raise BooksFaulty(found)
    catalogue = Catalogue(documents, tuple(edition.order_of_authority for edition in shelves.editions))
    packed = {f"{document}.msgpack": msgspec.msgpack.encode(rules) for document, rules in shelf.items()}
    text = msgspec.json.format(msgspec.json.encode(dict(sorted(reasons.items())))) + b"\n"
    lead = {join.leads for join in joins}
    joined = [sorted(group, key=lambda each: _place(known[each], lead)) for group in dict.fromkeys(same.values())]
    return packed | {
        "catalogue.msgpack": msgspec.msgpack.encode(catalogue),
        "joined.msgpack": msgspec.msgpack.encode(joined),
        "unproven.json": text,
    }


def read(path: Path, type: Any) -> Any:
    """A YAML file as a value. Raises yaml.YAMLError, msgspec.ValidationError."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    raw = yaml.load(path.read_text(encoding="utf-8"), Loader=loader)  # noqa: S506 - both loaders are the safe one
    return msgspec.convert(raw, type)


def rules_of(books: Path, volume: Volume) -> tuple[Line, ...]:
    """The rules of one book. Raises BooksFaulty if the file is of another document."""
    book: Book = read(books / f"{volume.id}.yaml", Book)
    if book.document != volume.id:
        raise BooksFaulty([f"{volume.id}.yaml is of the document {book.document}"])
    return book.rules


def entry(line: Line, volume: Volume, against: Mapping[str, tuple[str, ...]], group: tuple[str, ...]) -> Entry:
    """The entry of one line of a book; `group` are the joined ids that it is one of, or none."""
    page, page_last = pages(line.lines, volume.pages)
    same_as = tuple(each for each in group if each != line.id)
    return Entry(
        line.id, volume.id, line.section, line.lines, page, page_last, line.kind, line.topic, line.says, line.check,
        line.related, line.conflicts, against.get(line.id, ()), line.card, same_as,
    )  # fmt: skip


def pages(lines: tuple[int, int], spans: Sequence[check.Span]) -> tuple[int | None, int | None]:
    """The first and the last page on which a passage may begin; see the page table in documents.yaml."""
    before = [span for span in spans if span[0] <= lines[0]]
    if not before or before[-1][2] is None:
        return None, None
    first = before[-1][2]
    if lines[0] <= before[-1][1]:
        return first, first
    after = [page for start, _, page in spans if start > lines[0] and page is not None]
    return first, after[0] if after else None


def groups(joins: Iterable[tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """For each joined id its group; joins that share a member are one group."""
    group: dict[str, list[str]] = {}
    for members in joins:
        merged: list[str] = []
        for id in members:
            merged += [each for each in group.get(id, [id]) if each not in merged]
        group.update(dict.fromkeys(merged, merged))
    return {id: tuple(members) for id, members in group.items()}


def _place(rule: Entry, lead: Collection[str]) -> tuple[bool, bool, bool, tuple[int, int]]:
    """In which order the joined rules of one document are cited: what leads, what rules, what defines, an example."""
    return rule.id not in lead, rule.kind == "example", rule.kind == "definition", rule.lines


def symmetric(against: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Who is against whom, both ways; a rule's own notes first."""
    both: dict[str, dict[str, None]] = {id: dict.fromkeys(others) for id, others in against.items()}
    for id, others in against.items():
        for other in others:
            both.setdefault(other, {}).setdefault(id)
    return {id: tuple(others) for id, others in both.items() if others}


def main() -> None:
    """The command: write the generated files, or with `--check` compare them, and end the process with its status."""
    parser = ArgumentParser(prog="python -m adjudicator.citations.build", description="Make the data of the books.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the data are not up to date")
    asked = parser.parse_args()
    try:
        made = build()
    except BooksFaulty as faulty:
        parser.exit(1, f"{faulty}\n")
    stale = [name for name, data in made.items() if not is_written(DATA / name, data)]
    if asked.check:
        parser.exit(1 if stale else 0, f"not up to date: {', '.join(stale)}\n" if stale else "up to date\n")
    DATA.mkdir(exist_ok=True)
    for name in stale:
        (DATA / name).write_bytes(made[name])
    parser.exit(0, f"written: {', '.join(stale) or 'nothing, all is up to date'}\n")


def is_written(path: Path, data: bytes) -> bool:
    """Whether a file holds exactly these bytes."""
    return path.is_file() and path.read_bytes() == data


if __name__ == "__main__":
    main()
