"""RulebookService over the real books: look-up, search, sections, documents, editions."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adjudicator.api.v1 import rulebook_service_pb2 as pb
from adjudicator.citations import load
from adjudicator.kernel.game import EditionInfo
from adjudicator.service.errors import RefusedError
from adjudicator.service.quoting import Quoter
from adjudicator.service.rulebook import RulebookDesk

EDITION = EditionInfo("swtcg-2005", "2005", ("swtcg-crf-2005-05-11", "swtcg-rots-2005"), "digest")
RULE = "rots.deck.minimum-sixty"


@pytest.fixture(scope="module")
def desk() -> RulebookDesk:
    """The handlers, with one edition."""
    return RulebookDesk(Quoter(load()), [("swtcg", EDITION)])


def _pages(desk: RulebookDesk, **asked: str) -> Iterator[pb.Rule]:
    token = ""
    while True:
        answer = desk.SearchRules(pb.SearchRulesRequest(page_size=7, page_token=token, **asked))
        yield from answer.rules
        token = answer.next_page_token
        if not token:
            return


def test_a_rule_by_its_id(desk: RulebookDesk) -> None:
    """A citation names document, section, page, lines and our paraphrase."""
    rule = desk.GetRule(pb.GetRuleRequest(rule=RULE)).rule
    cited = rule.citation
    assert (RULE, "swtcg-rots-2005") == (cited.rule, cited.document)
    assert cited.section
    assert cited.page
    assert cited.first_line
    assert "60" in cited.paraphrase
    assert "" == cited.passage
    assert rule.check


def test_a_reading_by_its_id(desk: RulebookDesk) -> None:
    """Our own readings of unclear rules are looked up in the same way."""
    reading = next(iter(desk.books.readings))
    rule = desk.GetRule(pb.GetRuleRequest(rule=reading.id)).rule
    assert ("reading", list(reading.rules)) == (rule.kind, list(rule.related))


def test_an_unknown_rule_names_what_is_close(desk: RulebookDesk) -> None:
    """A misspelt id is answered with the ids that look like it."""
    with pytest.raises(RefusedError) as caught:
        desk.GetRule(pb.GetRuleRequest(rule="rots.deck.minimum-sixy"))
    assert RULE in caught.value.metadata["close"]


def test_words_find_the_best_rules_first(desk: RulebookDesk) -> None:
    """A search is ranked and comes in pages without gaps or repetitions."""
    found = [rule.citation.rule for rule in _pages(desk, words="deck sixty cards", document="swtcg-rots-2005")]
    assert RULE in found[:5]
    assert len(set(found)) == len(found)
    whole = desk.SearchRules(
        pb.SearchRulesRequest(words="deck sixty cards", document="swtcg-rots-2005", page_size=len(found))
    )
    assert found == [rule.citation.rule for rule in whole.rules]


def test_a_section_in_the_order_of_the_document(desk: RulebookDesk) -> None:
    """Without words a section is given as the document has it."""
    section = desk.books.entry(RULE).section
    found = [rule.citation.rule for rule in _pages(desk, document="swtcg-rots-2005", section=section)]
    assert [entry.id for entry in desk.books.section("swtcg-rots-2005", section)] == found


def test_an_edition_hears_its_own_documents_only(desk: RulebookDesk) -> None:
    """A search under an edition finds nothing that the edition does not hear."""
    found = {rule.citation.document for rule in _pages(desk, words="attack", edition="swtcg-2005")}
    assert found
    assert found <= set(EDITION.documents)
    assert [] == list(_pages(desk, words="attack", edition="swtcg-2005", document="swtcg-idc-2022"))


def test_documents_and_editions(desk: RulebookDesk) -> None:
    """All documents, or those of an edition in order of authority; and the editions on offer."""
    every = desk.ListDocuments(pb.ListDocumentsRequest())
    assert [document.id for document in desk.books.documents] == [each.document for each in every.documents]
    assert all(each.rules for each in every.documents)
    heard = desk.ListDocuments(pb.ListDocumentsRequest(edition="swtcg-2005"))
    assert list(EDITION.documents) == [each.document for each in heard.documents]
    assert ["swtcg-2005"] == [each.edition for each in every.editions]
