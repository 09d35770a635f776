"""Look-up, neighbours, search, authority and citations."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.citations import Books, Entry, Reading, UnknownDocument, UnknownRule, load
from adjudicator.citations.entry import lines, pages

ROTS = "swtcg-rots-2005"
CRF = "swtcg-crf-2005-05-11"
GR = "swtcg-general-rulings"


def test_a_rule_is_found_by_its_id(books: Books) -> None:
    """An id leads to its entry with document, section, page, lines and what it says."""
    entry = books.entry("rots.attack.choose-and-tap")
    assert (ROTS, "How to Attack", (328, 328), "rule", "attack") == (
        entry.document, entry.section, entry.lines, entry.kind, entry.topic,
    )  # fmt: skip
    assert (True, True) == (entry.testable, entry.general)
    assert "rots.attack.choose-and-tap" in books


def test_an_unknown_id_names_the_nearest_ones(books: Books) -> None:
    """A slip in an id is answered with ids of the same document that look like it."""
    with pytest.raises(UnknownRule, match=r"did you mean rots\.attack\.choose-and-tap") as caught:
        books.get("rots.attack.choose-and-tip")
    assert "rots.attack.choose-and-tap" == caught.value.close[0]
    assert "rots.attack.choose-and-tip" not in books
    with pytest.raises(UnknownRule):
        books.get("nonsense")
    with pytest.raises(UnknownRule):
        books.get("ruling.no-such-point")


def test_a_reading_is_found_like_a_rule(books: Books) -> None:
    """Ids that start with `ruling.` lead to our readings, whose rules all exist; a reading is no entry."""
    assert books.readings
    for reading in books.readings:
        assert reading == books.get(reading.id)
        assert reading.id.startswith("ruling.")
        assert [] == [rule for rule in reading.rules if rule not in books]
        assert {"gr", "rots", "crf", "idc", "swccg"} >= set(reading.editions)
    first = books.readings[0]
    assert isinstance(books.get(first.id), Reading)
    assert first in books.readings_of(first.rules[0])
    with pytest.raises(UnknownRule):
        books.entry(first.id)


def test_a_section_lists_its_rules_in_the_order_of_the_text(books: Books) -> None:
    """The headings of a document and the entries below one of them come in the order of their lines."""
    assert "Retreating Units" in books.sections(ROTS)
    found = books.section(ROTS, "Retreating Units")
    assert {"Retreating Units"} == {entry.section for entry in found}
    assert "rots.retreat.any-number-untapped" == found[0].id
    assert () == books.section(ROTS, "No such heading")
    with pytest.raises(UnknownDocument, match="swtcg-rots-2005"):
        books.section("swtcg-rots-2006", "Retreating Units")


@pytest.mark.parametrize(
    ("words", "documents", "expected"),
    [
        ("tapped unit cannot retreat in the retreat step", [ROTS], "rots.retreat.tapped-units-cannot"),
        ("deflect once per source", [ROTS], "rots.keywords.deflect-once-per-source"),
        ("global zone rule", None, "crf.zones.global-zone-rule"),
        ("mulligan Locations Equipment", [CRF], "crf.setup.mulligan-location-equipment"),
        ("force drain", ["swccg-premiere"], "swccg."),
        ("NATURAL-SIXES", [ROTS], "rots.dice.natural-six"),
    ],
)
def test_search_puts_the_rule_on_top(books: Books, words: str, documents: list[str] | None, expected: str) -> None:
    """The words of a rule, in any form and case, lead to it first, within the documents asked for."""
    hits = books.search(words, 5, documents)
    assert 5 == len(hits)
    assert hits[0].entry.id.startswith(expected), [hit.entry.id for hit in hits]
    assert sorted((hit.score for hit in hits), reverse=True) == [hit.score for hit in hits]
    assert documents is None or {hit.entry.document for hit in hits} <= set(documents)


def test_search_for_an_id_puts_that_rule_on_top(books: Books) -> None:
    """An id of common words is found before the longer ids that have them too, unless its document is not sought."""
    id = "rots.setup.mulligan"
    assert id == books.search(f" {id} ", 5)[0].entry.id
    assert id not in [hit.entry.id for hit in books.search(id, 5, ["swtcg-idc-2022"])]


def test_search_without_an_answer_and_without_a_document(books: Books) -> None:
    """Words that stand nowhere find nothing; an unknown document is an error, not an empty answer."""
    assert () == books.search("xylophone")
    assert () == books.search("the of and")
    with pytest.raises(UnknownDocument):
        books.search("attack", documents=["swtcg-2005"])


def test_related_rules_begin_with_those_that_state_the_same(books: Books) -> None:
    """The neighbours of a rule are its group first, then those it points to, each once."""
    entry = books.entry("rots.control.arena-control")
    found = [each.id for each in books.related(entry.id)]
    assert "rots.control.arena-control-restated" == found[0]
    assert sorted(set(found)) == sorted(found)
    assert set(entry.same_as + entry.related) == set(found)


def test_conflicts_are_seen_from_both_sides_and_by_edition(books: Books) -> None:
    """Who is against whom is symmetric; an edition hears only its own documents."""
    for entry in books:
        for other in entry.against:
            assert entry.id in books.entry(other).against
    assert {CRF, GR} < {entry.document for entry in books.conflicting("rots.keywords.stun")}
    assert {CRF, GR} == {entry.document for entry in books.conflicting("rots.keywords.stun", "swtcg-2005")}
    assert () == books.conflicting("rots.keywords.stun", "swtcg-2005-rulebook")


def test_authority_follows_the_edition(books: Books) -> None:
    """2005 hears the consolidated rulings before the rulebook, and the web rulings last; a list is taken as it is."""
    assert (CRF, ROTS, GR) == books.authority("swtcg-2005").documents
    assert (GR,) == books.authority("swtcg-2005").persuasive
    assert (ROTS,) == books.authority("swtcg-2005-rulebook").documents
    assert (GR, ROTS) == books.authority([GR, ROTS]).documents
    with pytest.raises(UnknownDocument):
        books.authority("swtcg-1999")
    with pytest.raises(UnknownDocument):
        books.authority(["swtcg-1999"])


@pytest.mark.parametrize(
    ("edition", "prevails"),
    [("swtcg-2005", CRF), ("swtcg-2005-rulebook", None), ("swtcg-web", GR), ([ROTS, CRF], ROTS)],
)
def test_the_higher_document_prevails(books: Books, edition: str | list[str], prevails: str | None) -> None:
    """Where documents of the edition contradict a rule, the citation names the highest of them."""
    citation = books.cite("rots.keywords.stun", edition)
    assert prevails == citation.prevails
    assert (prevails is None) == (citation.against == ())


def test_a_citation_names_who_says_it_too(books: Books) -> None:
    """Whoever has another of the edition's books at hand finds the rule there; other editions' books are left out."""
    asked = "crf.pilots.one-per-unit"
    assert ("rots.pilots.one-per-unit", "gr.pilots.one-per-unit") == books.cite(asked, "swtcg-2005").same_as
    assert ("gr.pilots.one-per-unit", "rots.pilots.one-per-unit") == books.cite(asked, [CRF, GR, ROTS]).same_as
    assert ("gr.pilots.one-per-unit",) == books.cite(asked, [CRF, GR]).same_as
    assert () == books.cite("rots.retreat.any-number-untapped", "swtcg-2005").same_as


def test_a_citation_says_where_to_find_the_rule(books: Books) -> None:
    """A citation carries title, section, page, lines and our words, and no passage without the texts."""
    citation = books.cite("rots.retreat.any-number-untapped", "swtcg-2005")
    assert ("Star Wars TCG rulebook, Revenge of the Sith edition", 19, 19, (308, 308), None) == (
        citation.title, citation.page, citation.page_last, citation.lines, citation.passage,
    )  # fmt: skip
    assert "Retreating Units, p. 19, line 308" == citation.place
    assert books.entry("rots.retreat.any-number-untapped").says == citation.says
    reading = books.readings[0]
    cited = books.cite(reading.id, "swtcg-2005")
    assert (reading.rules, "", None) == (cited.against, cited.document, cited.prevails)
    assert reading.reading in cited.says


@pytest.mark.parametrize(
    ("rule", "first", "last"),
    [
        ("rots.cards.edition-changes", 1, 1),
        ("rots.deck.minimum-sixty", 10, 10),
        ("rots.battle.three-steps", 19, 19),
        ("rots.dice.hit-on-four", 19, 23),
        ("rots.disrupt.negates", 32, 32),
        ("rots.keywords.bounty", 43, 43),
        ("rots.keywords.deflect", 43, 49),
        ("rots.keywords.hidden-cost", 49, 49),
        ("rots.keywords.lucky", 50, 50),
        ("rots.keywords.upkeep", 57, 57),
        ("crf.disrupt.own-cards", None, None),
        ("crf.organised-play.overtime-no-gains", 38, 45),
        ("gr.contest.when", None, None),
    ],
)
def test_pages_are_as_exact_as_the_document_tells(books: Books, rule: str, first: int | None, last: int | None) -> None:
    """Contents and cross references fix a page, bound it, or leave it unknown."""
    entry = books.entry(rule)
    assert (first, last) == (entry.page, entry.page_last)


def test_places_are_written_as_books_write_them() -> None:
    """One page, the next one, several; one line, several; nothing where nothing is known."""
    assert ["", "p. 19", "p. 19", "p. 19 f.", "p. 19 ff."] == [
        pages(None, None), pages(19, None), pages(19, 19), pages(19, 20), pages(19, 23),
    ]  # fmt: skip
    assert ["", "line 3", "lines 3-5"] == [lines(None), lines((3, 3)), lines((3, 5))]


def test_an_operators_copy_gives_the_passage(books: Books, tmp_path: Path) -> None:
    """With a copy of one document its citations show their lines; the other documents stay without."""
    (tmp_path / "swtcg-rots-2005.txt").write_text("\n".join(f"line {number}" for number in range(1, 400)), "utf-8")
    own = load(texts=tmp_path)
    assert "line 308" == own.cite("rots.retreat.any-number-untapped", "swtcg-2005").passage
    assert "line 123\nline 124\nline 125" == own.passage(own.entry("rots.mission.complete-and-discard"))
    assert own.cite("crf.disrupt.own-cards", "swtcg-2005").passage is None
    assert own.entry("rots.attack.choose-and-tap") == books.entry("rots.attack.choose-and-tap")
    with pytest.raises(NotADirectoryError):
        load(texts=tmp_path / "nowhere")


def test_entries_know_whether_they_are_general(books: Books) -> None:
    """Rulings on a card and errata are not general; neither is anything that names its card."""
    general = [entry for entry in books.entries(CRF) if entry.general]
    assert 211 == sum(entry.testable for entry in general)
    assert {None} == {entry.card for entry in general}
    assert [] == [entry.id for entry in general if entry.kind in {"card-ruling", "erratum"}]


def test_documents_hold_what_the_index_holds(books: Books) -> None:
    """Five documents, nearly 2,900 rules, so many of them testable."""
    testable = {
        document.id: sum(entry.testable for entry in books.entries(document.id)) for document in books.documents
    }
    assert {ROTS: 491, CRF: 751, GR: 142, "swtcg-idc-2022": 1135, "swccg-premiere": 225} == testable
    assert 2916 == sum(1 for _ in books)
    assert all(isinstance(entry, Entry) for entry in books)
