"""The books: look-up by id, section and words, neighbours of a rule, and citations under an edition.

    books = load()
    books.get("rots.attack.choose-and-tap").says
    books.cite("rots.attack.choose-and-tap", "swtcg-2005").place

A document is read when it is first needed; which one a rule id belongs to is told by its prefix.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import msgspec

from adjudicator.citations.entry import Authority, Citation, Document, Entry, Hit, Reading

if TYPE_CHECKING:
    from adjudicator.citations.search import Index

DATA = Path(__file__).parent / "data"

#: How many near misses an unknown id is answered with.
CLOSE_MATCHES_MAX = 5

READING_PREFIX = "ruling"


class Catalogue(msgspec.Struct, frozen=True, array_like=True):
    """What is known about the documents before any of them is read."""

    documents: tuple[Document, ...]
    editions: tuple[Authority, ...]


def joined() -> tuple[tuple[str, ...], ...]:
    """The groups of rules that state the same.

    Entries of one document come in the order in which they are cited: the one that leads the join, rules before
    definitions, and examples last; the first in the text before its repetitions.
    """
    return msgspec.msgpack.decode((DATA / "joined.msgpack").read_bytes(), type=tuple[tuple[str, ...], ...])


class UnknownRule(LookupError):
    """No entry and no reading has this id; `close` are ids that look like it, the nearest first."""

    told_to_people = True

    def __init__(self, id: str, close: tuple[str, ...]) -> None:
        self.id = id
        self.close = close
        hint = f"; did you mean {', '.join(close)}?" if close else ""
        super().__init__(f"no rule has the id {id!r}{hint}")


class UnknownDocument(LookupError):
    """No document, or no edition, has this id; `known` are those that exist."""

    told_to_people = True

    def __init__(self, id: str, known: tuple[str, ...]) -> None:
        self.id = id
        self.known = known
        super().__init__(f"no document or edition has the id {id!r}; known are {', '.join(known)}")


class Books:
    """All documents, our readings, and optionally the operator's own copies of the texts. See `load`."""

    def __init__(self, data: Path, texts: Path | None = None) -> None:
        self._data = data
        self._texts = texts
        catalogue = msgspec.msgpack.decode((data / "catalogue.msgpack").read_bytes(), type=Catalogue)
        self._documents = {document.id: document for document in catalogue.documents}
        self._prefixes = {document.prefix: document.id for document in catalogue.documents}
        self._editions = {edition.id: edition for edition in catalogue.editions}
        self._shelf: dict[str, MappingProxyType[str, Entry]] = {}
        self._pages: dict[str, tuple[str, ...] | None] = {}

    @property
    def documents(self) -> tuple[Document, ...]:
        """The documents, in the order of the catalogue."""
        return tuple(self._documents.values())

    @property
    def editions(self) -> tuple[str, ...]:
        """Ids of the editions whose order of authority is known."""
        return tuple(self._editions)

    def document(self, id: str) -> Document:
        """The document of an id. Raises UnknownDocument."""
        if id not in self._documents:
            raise UnknownDocument(id, tuple(self._documents))
        return self._documents[id]

    def entries(self, document: str) -> tuple[Entry, ...]:
        """All entries of a document, in the order of its text. Raises UnknownDocument."""
        return tuple(self._read(document).values())

    def __iter__(self) -> Iterator[Entry]:
        """All entries of all documents."""
        for document in self._documents:
            yield from self._read(document).values()

    def __contains__(self, id: object) -> bool:
        return isinstance(id, str) and self._find(id) is not None

    def get(self, id: str) -> Entry | Reading:
        """The rule, or for an id `ruling.<point>` the reading, of an id. Raises UnknownRule with close matches."""
        found = self._find(id)
        if found is None:
            raise UnknownRule(id, self._close(id))
        return found

    def entry(self, id: str) -> Entry:
        """The rule of an id; a reading is none. Raises UnknownRule."""
        found = self._find(id)
        if not isinstance(found, Entry):
            raise UnknownRule(id, self._close(id))
        return found

    def sections(self, document: str) -> tuple[str, ...]:
        """The headings of a document that have entries, in the order of its text. Raises UnknownDocument."""
        return tuple(dict.fromkeys(entry.section for entry in self._read(document).values()))

    def section(self, document: str, section: str) -> tuple[Entry, ...]:
        """The entries below a heading; none if there is no such heading. Raises UnknownDocument."""
        return tuple(entry for entry in self._read(document).values() if entry.section == section)

    def search(self, words: str, limit: int = 10, documents: Sequence[str] | None = None) -> tuple[Hit, ...]:
        """The best entries for some words, best first, optionally of some documents only. Raises UnknownDocument."""
        for document in documents or ():
            self.document(document)
        return self._index.search(words, limit, documents)

    def related(self, id: str) -> tuple[Entry, ...]:
        """The rules that an entry points to, those that state the same first. Raises UnknownRule."""
        entry = self.entry(id)
        return tuple(self.entry(each) for each in dict.fromkeys(entry.same_as + entry.related))

    def conflicting(self, id: str, edition: str | Sequence[str] | None = None) -> tuple[Entry, ...]:
        """The rules, optionally only those an edition hears, weighed against a rule. Raises UnknownRule."""
        found = (self.entry(each) for each in self.entry(id).against)
        if edition is None:
            return tuple(found)
        heard = self.authority(edition).documents
        return tuple(entry for entry in found if entry.document in heard)

    @property
    def readings(self) -> tuple[Reading, ...]:
        """Our readings of unclear points."""
        return tuple(self._readings.values())

    def readings_of(self, id: str) -> tuple[Reading, ...]:
        """The readings in which a rule was weighed."""
        return tuple(reading for reading in self._readings.values() if id in reading.rules)

    def authority(self, edition: str | Sequence[str]) -> Authority:
        """The order of authority of an edition, given by its id or as its documents from the highest down.

        Raises UnknownDocument.
        """
        if isinstance(edition, str):
            if edition not in self._editions:
                raise UnknownDocument(edition, tuple(self._editions))
            return self._editions[edition]
        return Authority("", tuple(self.document(each).id for each in edition))

    def cite(self, id: str, edition: str | Sequence[str]) -> Citation:
        """A rule or a reading as a verdict under an edition shows it. Raises UnknownRule, UnknownDocument."""
        authority = self.authority(edition)
        found = self.get(id)
        if isinstance(found, Reading):
            says = f"{found.question} {found.reading}"
            title = "Our reading of an unclear rule"
            return Citation(id, "", title, "", None, None, None, says, authority.id, against=found.rules)
        against = self.conflicting(id, authority.documents)
        heard = [self.document(each).prefix for each in authority.documents]
        same_as = [each for each in found.same_as if each.partition(".")[0] in heard]
        speaking = {found.document, *(entry.document for entry in against)}
        prevails = None
        if len(speaking) > 1:
            prevails = next(each for each in authority.documents if each in speaking)
        return Citation(
            rule=id,
            document=found.document,
            title=self.document(found.document).title,
            section=found.section,
            page=found.page,
            page_last=found.page_last,
            lines=found.lines,
            says=found.says,
            edition=authority.id,
            same_as=tuple(sorted(same_as, key=lambda each: heard.index(each.partition(".")[0]))),
            against=tuple(entry.id for entry in against),
            prevails=prevails,
            passage=self.passage(found),
        )

    def passage(self, entry: Entry) -> str | None:
        """The lines of an entry in the operator's copy of the text; None without a copy."""
        text = self._text(entry.document)
        if text is None:
            return None
        first, last = entry.lines
        return "\n".join(text[first - 1 : last]).strip()

    def lines(self, document: str) -> int | None:
        """How many lines the operator's copy of a document has; None without a copy."""
        text = self._text(document)
        return None if text is None else len(text)

    def _find(self, id: str) -> Entry | Reading | None:
        prefix = id.partition(".")[0]
        if prefix == READING_PREFIX:
            return self._readings.get(id)
        document = self._prefixes.get(prefix)
        return None if document is None else self._read(document).get(id)

    def _close(self, id: str) -> tuple[str, ...]:
        from difflib import get_close_matches  # noqa: PLC0415 - costs a millisecond that only an error needs

        known = [*(entry.id for entry in self), *self._readings]
        prefix, dot, _ = id.partition(".")
        near = [each for each in known if each.startswith(prefix + dot)] if dot else []
        return tuple(get_close_matches(id, near or known, CLOSE_MATCHES_MAX))

    def _read(self, document: str) -> MappingProxyType[str, Entry]:
        if document not in self._shelf:
            raw = (self._data / f"{self.document(document).id}.msgpack").read_bytes()
            entries = msgspec.msgpack.decode(raw, type=tuple[Entry, ...])
            self._shelf[document] = MappingProxyType({entry.id: entry for entry in entries})
        return self._shelf[document]

    def _text(self, document: str) -> tuple[str, ...] | None:
        if self._texts is None:
            return None
        if document not in self._pages:
            path = self._texts / self.document(document).text
            known = path.read_text(encoding="utf-8", errors="replace").split("\n") if path.is_file() else None
            self._pages[document] = None if known is None else tuple(known)
        return self._pages[document]

    @cached_property
    def _readings(self) -> dict[str, Reading]:
        raw = (self._data / "readings.json").read_bytes()
        return {reading.id: reading for reading in msgspec.json.decode(raw, type=tuple[Reading, ...])}

    @cached_property
    def _index(self) -> Index:
        from adjudicator.citations.search import Index  # noqa: PLC0415 - needed only by those who search

        return Index(self)


def load(texts: Path | None = None) -> Books:
    """The books of this project.

    `texts` may point at a folder with the operator's own copies of the rulebooks, named as the documents' `text`
    says; a citation then also carries the passage. Documents without a copy there have none. Raises
    NotADirectoryError if the folder does not exist.
    """
    if texts is not None and not texts.is_dir():
        raise NotADirectoryError(f"no folder with rulebook texts at {texts}")
    return Books(DATA, texts)
