"""The formats of the document, and the table of sets that they rest on."""

from __future__ import annotations

import pytest

from adjudicator.citations import library
from adjudicator.swtcg.cards.formats import code_of, format_asked, is_listed, set_codes
from adjudicator.swtcg.cards.lackey_lists import our_formats


def test_the_table_of_sets() -> None:
    """55 expansions, four mini sets, no code twice; every alias is of one of them (idc.organised-play.set-counts)."""
    known = set_codes()
    assert (55, 4) == (len(known.order), len(known.mini))
    assert 59 == len({*known.order, *known.mini})
    assert set(known.aliases.values()) <= set(known.order)
    assert known.aliases.keys().isdisjoint(known.order)


def test_formats_rest_on_paragraphs_that_exist() -> None:
    """What a format cites is an entry of the document that names it."""
    rules = {each.id for each in library.load().entries("swtcg-idc-2022")}
    assert {each.rule for each in our_formats()} <= rules


@pytest.mark.parametrize(
    ("written", "code"), [("PM", "TPM"), ("CWSO", "SO"), ("RO2", "ROT"), ("BSB", "BOSB"), ("X", "X")]
)
def test_other_codes_of_a_set(written: str, code: str) -> None:
    """Files call some sets otherwise than the book."""
    assert code == code_of(written)
    assert (code != "X") is is_listed(written)


def test_standard_as_it_stands_with_a_set() -> None:
    """The five newest are in it; the three before and mini sets may be (idc.organised-play.standard-pool-size)."""
    found = format_asked("standard", (), "bosb")
    assert ("SBS", "DAN", "BL", "RO", "BOSB") == found.sets
    assert {"TFA", "VP", "TAL"} == set(found.doubtful) - set(set_codes().mini)


def test_sets_of_a_file_go_before_the_table() -> None:
    """What an operator's file lists for a format is taken at its word, the types that the format bars besides."""
    found = format_asked("Vintage", ("PM", "NEW"))
    assert (("TPM", "NEW"), "", True) == (found.sets, found.rule, bool(found.barred))


@pytest.mark.parametrize(
    ("label", "newest", "told"),
    [("Nowhere", "", "no format is called"), ("Standard", "XYZ", "no expansion"), ("Vintage", "BOH", "does not go by")],
)
def test_what_no_table_has(label: str, newest: str, told: str) -> None:
    """A format or a set that there is not is refused by its name."""
    with pytest.raises(ValueError, match=told):
        format_asked(label, (), newest)
