"""Rules as the API cites them, each built once."""

from __future__ import annotations

from adjudicator.api.v1.citation_pb2 import Citation
from adjudicator.citations import Books, UnknownDocument, UnknownRule
from adjudicator.citations.entry import Citation as Cited


class Quoter:
    """Ready-built citations by edition and rule; what the books do not know is cited by its id alone."""

    def __init__(self, books: Books) -> None:
        self.books = books
        self._built: dict[tuple[str, str], Citation] = {}

    def __call__(self, rule: str, edition: str) -> Citation | None:
        """The citation of a rule under an edition, not to be changed; None for no rule."""
        if not rule:
            return None
        built = self._built.get((edition, rule))
        if built is None:
            built = self._built[edition, rule] = self._build(rule, edition)
        return built

    def _build(self, rule: str, edition: str) -> Citation:
        try:
            return message(self.books.cite(rule, edition))
        except UnknownDocument:
            pass  # an edition that the books do not know: cite the rule by itself
        except UnknownRule:
            return Citation(rule=rule)
        try:
            return message(self.books.cite(rule, [self.books.entry(rule).document]))
        except UnknownRule:
            return Citation(rule=rule)


def message(cited: Cited) -> Citation:
    """A citation of the books as a message."""
    first, last = cited.lines or (0, 0)
    return Citation(
        rule=cited.rule,
        document=cited.document,
        document_title=cited.title,
        section=cited.section,
        page=cited.page or 0,
        last_page=cited.page_last or cited.page or 0,
        first_line=first,
        last_line=last,
        paraphrase=cited.says,
        passage=cited.passage or "",
        same_as=cited.same_as,
        against=cited.against,
        prevails=cited.prevails or "",
    )
