"""Card names: taken apart, tidied, folded for look-up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.swtcg.words.card_names import CardName, normal, slug, split_name, tidy


@pytest.mark.parametrize(
    ("written", "name", "version", "printing"),
    [
        ("Luke Skywalker (F)", "Luke Skywalker", "F", ""),
        ("Chewbacca's Bowcaster (Starter) (A)", "Chewbacca's Bowcaster", "A", "Starter"),
        ("Chewbacca's Bowcaster (A) (Starter)", "Chewbacca's Bowcaster", "A", "Starter"),
        ("General Grievous (C) (Starter) ", "General Grievous", "C", "Starter"),
        ("Hammerhead IV-Class Cruiser Starter", "Hammerhead IV-Class Cruiser", "", "Starter"),
        ("Jango Fett (D) (Promo 1)", "Jango Fett", "D", "Promo 1"),
        ("Dueling Ambitions (Promo) (Starter)", "Dueling Ambitions", "", "Promo, Starter"),
        ("Lando System?", "Lando System?", "", ""),
        ('Jon "Dutch" Vander (A)', 'Jon "Dutch" Vander', "A", ""),
        ("Some Thing (of old)", "Some Thing (of old)", "", ""),
        ("Twice (A) (B)", "Twice (A)", "B", ""),
        ("Vader?s TIE Fighter (B)", "Vader's TIE Fighter", "B", ""),
    ],
)
def test_a_written_name_comes_apart(written: str, name: str, version: str, printing: str) -> None:
    """Name, version letter and printing are told apart in any order, and lost apostrophes are put back."""
    assert CardName(name, version, printing) == split_name(written)


@given(
    st.from_regex(r"[A-Z][a-z']{1,8}( [A-Z][a-z]{1,8}){0,2}", fullmatch=True).filter(
        lambda n: not n.endswith(" Starter")
    ),
    st.sampled_from(["", "A", "M", "Z"]),
    st.sampled_from(["", "Promo", "Starter", "LEGO"]),
)
def test_a_name_that_is_written_is_read_again(name: str, version: str, printing: str) -> None:
    """Splitting undoes rendering."""
    whole = CardName(tidy(name), version, printing)
    assert whole == split_name(whole.render())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Padmé Amidala", "PADME AMIDALA"),
        ("Vader’s TIE Fighter", "vaders  tie-fighter"),
        ("Jon “Dutch” Vander", 'jon "dutch" vander'),
        ("Sørli", "sorli"),
    ],
)
def test_folding_forgets_case_accents_and_signs(one: str, other: str) -> None:
    """Names that people write in different ways fold to the same."""
    assert normal(one) == normal(other)


def test_folding_keeps_different_names_apart() -> None:
    """Numbers and words stay."""
    assert normal("TIE Fighter DS-55-2") != normal("TIE Fighter DS-55-6")


def test_a_key_part_is_plain() -> None:
    """A slug has lower-case letters, digits and single dashes only."""
    assert "lukes-x-wing-b" == slug("Luke's X-Wing (B)")
