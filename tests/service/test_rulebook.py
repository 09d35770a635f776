"""RulebookService over the real books: look-up, search, sections, documents, editions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator.api.v1 import rulebook_service_pb2 as pb
from adjudicator.citations import load
from adjudicator.citations.coverage import reasons
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


def _pages(desk: RulebookDesk, **asked: Any) -> Iterator[pb.Rule]:
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


def test_the_sections_of_a_document(desk: RulebookDesk) -> None:
    """Asked for, each document tells its sections in the order of its text, and how many rules each has."""
    plain, told = (desk.ListDocuments(pb.ListDocumentsRequest(sections=each)) for each in (False, True))
    assert [] == [each for document in plain.documents for each in document.sections]
    for document in told.documents:
        assert list(desk.books.sections(document.document)) == [each.section for each in document.sections]
        assert document.rules == sum(each.rules for each in document.sections)


def test_readings_are_searched(desk: RulebookDesk) -> None:
    """Our readings are all listed without words, found by all the words together, and stand in no document."""
    every = _all_readings(desk)
    assert [each.id for each in desk.books.readings] == [each.citation.rule for each in every]
    assert {"reading"} == {each.kind for each in every}
    one = desk.books.readings[0]
    assert [one.id] == [each.citation.rule for each in _all_readings(desk, words=one.id.upper())]
    assert [] == _all_readings(desk, words=f"{one.id} nothingofthekind")
    with pytest.raises(RefusedError, match="stand in no document"):
        _all_readings(desk, document="swtcg-rots-2005")


def test_readings_of_an_edition(desk: RulebookDesk) -> None:
    """Under an edition only the readings that touch one of its documents are found."""
    heard = {desk.books.document(each).prefix for each in EDITION.documents}
    wanted = [each.id for each in desk.books.readings if heard.intersection(each.editions)]
    assert 0 < len(wanted)
    assert wanted == [each.citation.rule for each in _all_readings(desk, edition="swtcg-2005")]


def _all_readings(desk: RulebookDesk, **asked: Any) -> list[pb.Rule]:
    return list(desk.SearchRules(pb.SearchRulesRequest(readings=True, page_size=500, **asked)).rules)


def test_a_rule_without_a_case_says_why(desk: RulebookDesk) -> None:
    """The reason that is written down for a rule without a case is told; a proven rule has none."""
    rule, why = next(iter(reasons().items()))
    assert why.strip() == desk.GetRule(pb.GetRuleRequest(rule=rule)).rule.unproven
    assert "" == desk.GetRule(pb.GetRuleRequest(rule=RULE)).rule.unproven
