"""How copies of a keyword act together: the committee's book says it of every keyword, each once."""

from __future__ import annotations

from adjudicator.swtcg.words.keywords import ALTERNATIVE_COST, KEYWORDS, WORDED, together
from adjudicator.swtcg.words.keywords.copies import COMMITTEE, CUMULATIVE, ISOLATED, LAYERED, PUBLISHER, SAID, way

NO_WORD_OF_COPIES = {"disrupt"}
"""The keyword of none of the committee's definitions."""


def test_every_keyword_has_its_way() -> None:
    """Of the committee's keywords."""
    said = [name for names in SAID[COMMITTEE].values() for name in names]
    assert len(said) == len(set(said))
    known = {*KEYWORDS, *WORDED, ALTERNATIVE_COST} - NO_WORD_OF_COPIES
    assert set(said) == known | {"double damage"}  # which a packet of damage asks for by its name


def test_numbers_of_a_unit_add_up_by_themselves() -> None:
    """The rest is made one before it is spelled out."""
    ways = together(COMMITTEE)
    assert ways["resilience"] == CUMULATIVE
    assert ways["inspiration"] == ISOLATED
    assert not {"accuracy", "armor", "lucky", "overkill", "meditate"} & set(ways)
    assert not together(PUBLISHER)


def test_copies_stand_alone_otherwise() -> None:
    """Of what a book does not speak each copy is an effect of its own."""
    assert way("evade", PUBLISHER) == way("none such", COMMITTEE) == LAYERED
