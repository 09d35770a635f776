"""RulebookService: rules by id, by section and by words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from adjudicator.api.v1 import rulebook_service_pb2 as pb
from adjudicator.citations import Books, Entry, UnknownDocument, UnknownRule
from adjudicator.citations.coverage import reasons
from adjudicator.citations.entry import Reading
from adjudicator.kernel.game import EditionInfo
from adjudicator.service import errors, requests
from adjudicator.service.quoting import Quoter


class RulebookDesk:
    """The handlers of RulebookService. `editions` are (game id, edition) pairs; the first is the default."""

    def __init__(self, quote: Quoter, editions: Iterable[tuple[str, EditionInfo]]) -> None:
        self.quote = quote
        self.books: Books = quote.books
        self.unproven = reasons()
        self.editions = {info.id: (game, info) for game, info in editions}

    def GetRule(self, request: pb.GetRuleRequest) -> pb.GetRuleResponse:
        """A rule, or one of our readings, with everything that is known of it."""
        edition = self._edition(request.edition)
        try:
            found = self.books.get(requests.needed(request.rule, "rule"))
        except UnknownRule as unknown:
            refused = errors.not_found("rule", request.rule, str(unknown))
            refused.metadata["close"] = ", ".join(unknown.close)
            raise refused from unknown
        if isinstance(found, Entry):
            return pb.GetRuleResponse(rule=self._rule(found, edition))
        return pb.GetRuleResponse(rule=self._reading(found, edition))

    def SearchRules(self, request: pb.SearchRulesRequest) -> pb.SearchRulesResponse:
        """Rules by words, the best first; a section in the order of its document; or our readings."""
        size, begin = requests.page(request.page_size, request.page_token)
        edition = self._edition(request.edition)
        if request.readings:
            return self._search_readings(request, begin, begin + size)
        documents = self._documents(request)
        end = begin + size
        if request.words:
            wanted = 100_000 if request.section else end + 1
            entries = [hit.entry for hit in self.books.search(request.words, wanted, documents)]
        else:
            every = documents or [document.id for document in self.books.documents]
            entries = [entry for document in every for entry in self.books.entries(document)]
        if request.section:
            entries = [entry for entry in entries if entry.section == request.section]
        return pb.SearchRulesResponse(
            rules=[self._rule(entry, edition) for entry in entries[begin:end]],
            next_page_token=str(end) if len(entries) > end else "",
        )

    def ListDocuments(self, request: pb.ListDocumentsRequest) -> pb.ListDocumentsResponse:
        """The documents and the editions."""
        known = [document.id for document in self.books.documents]
        wanted = self._heard(request.edition) if request.edition else known
        return pb.ListDocumentsResponse(
            documents=[
                pb.Document(
                    document=document.id,
                    title=document.title,
                    rules=len(self.books.entries(document.id)),
                    passages=self.books.lines(document.id) is not None,
                    sections=self._sections(document.id) if request.sections else (),
                )
                for document in map(self.books.document, wanted)
            ],
            editions=[
                pb.Edition(edition=info.id, title=info.title, documents=info.documents, digest=info.digest, game=game)
                for game, info in self.editions.values()
            ],
        )

    def _sections(self, document: str) -> list[pb.DocumentSection]:
        """The sections of a document, in the order of its text."""
        counted = Counter(entry.section for entry in self.books.entries(document))
        return [pb.DocumentSection(section=name, rules=count) for name, count in counted.items()]

    def _search_readings(self, request: pb.SearchRulesRequest, begin: int, end: int) -> pb.SearchRulesResponse:
        """Our readings that have all the words; under an edition those that touch its documents."""
        for field in ("document", "section"):
            if getattr(request, field):
                raise errors.bad_field(field, "and `readings` are both given; our readings stand in no document")
        heard = self._heard(request.edition) if request.edition else [each.id for each in self.books.documents]
        prefixes = {self.books.document(each).prefix for each in heard}
        words = request.words.casefold().split()
        found = [
            each
            for each in self.books.readings
            if prefixes.intersection(each.editions) and all(word in _words_of(each) for word in words)
        ]
        edition = self._edition(request.edition)
        return pb.SearchRulesResponse(
            rules=[self._reading(each, edition) for each in found[begin:end]],
            next_page_token=str(end) if len(found) > end else "",
        )

    def _edition(self, edition: str) -> str:
        """The edition that is asked for, or the default one."""
        if edition and edition not in self.editions:
            raise errors.not_found("edition", edition)
        return edition or next(iter(self.editions), "")

    def _heard(self, edition: str) -> list[str]:
        """The documents of an edition, the one with most authority first."""
        _, info = self.editions[self._edition(edition)]
        return list(info.documents)

    def _documents(self, request: pb.SearchRulesRequest) -> list[str] | None:
        """The documents to search; None for all."""
        heard = self._heard(request.edition) if request.edition else None
        if not request.document:
            return heard
        try:
            document = self.books.document(request.document).id
        except UnknownDocument as unknown:
            raise errors.not_found("document", request.document, str(unknown)) from unknown
        return [document] if heard is None or document in heard else []

    def _rule(self, entry: Entry, edition: str) -> pb.Rule:
        return pb.Rule(
            citation=self.quote(entry.id, edition),
            kind=entry.kind,
            topic=entry.topic,
            check=entry.check,
            related=entry.related,
            conflicts=entry.conflicts,
            card=entry.card or "",
            same_as=entry.same_as,
            readings=[
                quoted
                for each in self.books.readings_of(entry.id)
                if (quoted := self.quote(each.id, edition)) is not None
            ],
            unproven=self.unproven.get(entry.id, "").strip(),
        )

    def _reading(self, found: Reading, edition: str) -> pb.Rule:
        return pb.Rule(
            citation=self.quote(found.id, edition),
            kind="reading",
            related=found.rules,
            conflicts=found.question,
            check=found.reason,
        )


def _words_of(reading: Reading) -> str:
    """Everything that a reading says, to be searched."""
    return " ".join((reading.id, reading.question, reading.reading, reading.reason, *reading.rules)).casefold()
